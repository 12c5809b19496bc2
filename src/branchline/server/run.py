"""Starting the service: for everybody, or just for this computer's browser."""

import importlib
import signal
import socket
import threading
import time
import webbrowser
from contextlib import suppress
from pathlib import Path

import uvicorn
from sqlalchemy.exc import SQLAlchemyError
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from branchline import boards
from branchline.errors import BranchlineError, SetupError
from branchline.server import library
from branchline.server.settings import Settings, to_environment
from branchline.server.storage import Storage, StorageError

FRAME = 64 * 1024  # bytes of a frame that the socket takes at all


def run_service(settings: Settings, host: str, port: int, workers: int = 1, opens: str = "") -> None:
    """Serve until told to stop; `opens` is a page to show in the browser once all is ready."""
    if workers > 1 and not settings.bus:
        raise SetupError("more than one process needs --bus redis://…, so that news can travel between them")
    library.add(settings.own_boards)
    _try_database(settings.url)
    if settings.bus:
        importlib.import_module("branchline.server.bus")  # says at once if its client is not installed
    to_environment(settings)
    config = uvicorn.Config(
        "branchline.server.app:create_app",
        factory=True,
        host=host,
        port=port,
        workers=workers,
        http="branchline.server.heads:Heads",
        ws="branchline.server.wire:Wire",
        ws_max_size=FRAME,
        ws_ping_interval=20,
        timeout_graceful_shutdown=5,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        access_log=False,
        log_config=None,
    )
    listening = config.bind_socket()
    address = f"http://{_shown(host)}:{listening.getsockname()[1]}"
    print(f"Branchline is at {address} (stop it with Ctrl+C)", flush=True)
    if opens:
        threading.Thread(target=_open, args=(address, opens), daemon=True).start()
    if workers > 1:
        supervisor = Multiprocess(config, sockets=[listening])
        supervisor.run()
        if any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes):
            raise BranchlineError("a process of the service could not start; its log says why")
        return
    signal.signal(signal.SIGTERM, lambda *_: None)  # the server takes it; afterwards all is done and in order
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def _try_database(url: str) -> None:
    """Say what is wrong with a database before anything else is started."""
    try:
        storage = Storage(url)
        storage.make_tables()
        storage.engine.dispose()
    except (StorageError, SQLAlchemyError) as error:
        raise SetupError(
            f"{error}; --database is like postgresql+psycopg://user@host/name or sqlite:///FILE"
        ) from error


def _shown(host: str) -> str:
    return "127.0.0.1" if host in ("", "0.0.0.0", "::") else host


def _open(address: str, page: str) -> None:
    port = int(address.rpartition(":")[2])
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    webbrowser.open(address + page)


def play_in_browser(board: str) -> None:
    """Serve this computer alone, at a free port, and open the browser at a new game."""
    name = boards.load(board).name
    own = "" if board in boards.names() else str(Path(board).resolve())
    run_service(Settings(bot_pause=0.0, rate=0, boards=own), "127.0.0.1", 0, opens=f"/new/{name}")
