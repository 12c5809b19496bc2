"""The bare installation plays; what an extra brings is asked for in one line."""

import os
import subprocess
import sys
from pathlib import Path

import pin
import pytest

ROOT = Path(__file__).parents[1]
HIDDEN = (
    "aiohttp", "cryptography", "gymnasium", "http_ece", "open_spiel", "pettingzoo",
    "polars", "prometheus_client", "psycopg", "py_vapid",
    "pyspiel", "pywebpush", "ray",
    "redis", "requests", "yarl",
)  # fmt: skip
HIDE = f"import sys; sys.modules.update(dict.fromkeys({HIDDEN!r}));"
COMMAND = "from branchline.cli import main; main()"
ARENA = ["arena", "nordic", "random", "greedy", "--games", "2"]
ASK = """
import asyncio, sys
from httpx import ASGITransport, AsyncClient
from branchline.server.app import create_app, serving
from branchline.server.settings import Settings

async def ask() -> None:
    settings = Settings(database="sqlite:///" + sys.argv[1], rate=0)
    app = create_app(settings)
    async with serving(app, settings), AsyncClient(transport=ASGITransport(app), base_url="http://127.0.0.1") as client:
        while (await client.get("/api/health")).status_code != 200:
            await asyncio.sleep(0.05)
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "greedy"}]
        table = (await client.post("/api/tables", json={"board": "nordic", "seats": seats})).json()
        secret = {"Authorization": "Bearer " + table["seats"][0]["token"]}
        where = "/api/tables/" + table["id"]
        host = {"Authorization": "Bearer " + table["host"]}
        assert (await client.post(where + "/start", headers=host)).status_code == 200
        assert (await client.get(where, headers=secret)).json()["view"]["actions"]
        webhook = await client.post(where + "/webhook", json={"url": "https://example.org/"}, headers=secret)
        for answer in (webhook, await client.get("/api/push-key"), await client.get("/metrics")):
            assert answer.status_code == 501, answer.text
            print(answer.json()["error"]["text"])

asyncio.run(ask())
"""


def bare(code: str, *arguments: str, text: str = "") -> "subprocess.CompletedProcess[str]":
    """Run something where only what playing needs can be imported."""
    return subprocess.run(
        [sys.executable, "-c", HIDE + code, *arguments],
        input=text,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        timeout=300,
    )


def test_the_bare_installation_plays_in_the_terminal() -> None:
    told = bare(
        COMMAND,
        "play",
        "nordic",
        "--text",
        "--name",
        "Anna",
        "--bots",
        "greedy",
        "--seed",
        "1",
        text="keep 1 2\nquit\n",
    )
    assert told.returncode == 0, told.stderr
    assert "Anna" in told.stdout


def test_the_bare_service_serves_and_names_the_extra_that_the_rest_needs(tmp_path: Path) -> None:
    told = bare(ASK, str(tmp_path / "tables.sqlite"))
    assert told.returncode == 0, told.stderr
    needs = "needs packages that are not installed; add them with: pip install 'branchline[server]'"
    assert told.stdout.splitlines() == [
        f"{what} {needs}" for what in ("telling players outside", "Web Push", "/metrics")
    ]


@pytest.mark.parametrize(
    ("arguments", "what", "extra"),
    [
        (["serve", "--bus", "redis://127.0.0.1:1"], "--bus", "server"),
        (["serve", "--database", "postgresql+psycopg://127.0.0.1:1/x"], "PostgreSQL", "server"),
        ([*ARENA, "--on", "ray"], "a match on a Ray cluster", "arena"),
        ([*ARENA, "--cores", "1", "--parquet", "x"], "a Parquet file", "arena"),
    ],
)
def test_a_command_that_needs_an_extra_says_so_in_one_line(
    arguments: list[str], what: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    told = bare(COMMAND, *arguments)
    assert told.returncode == 1
    assert told.stderr.splitlines()[-1] == (
        f"branchline: {what} needs packages that are not installed; add them with: pip install 'branchline[{extra}]'"
    )


@pytest.mark.parametrize(
    ("module", "what"),
    [
        ("pettingzoo", "a PettingZoo environment"),
        ("gymnasium", "a Gymnasium environment"),
        ("openspiel", "an OpenSpiel game"),
    ],
)
def test_an_environment_names_the_extra_that_it_needs(module: str, what: str) -> None:
    told = bare(f"import branchline.envs.{module}")
    assert told.stderr.splitlines()[-1].endswith(
        f"{what} needs packages that are not installed; add them with: pip install 'branchline[envs]'"
    )


def test_the_pinned_files_are_what_pyproject_asks_for() -> None:
    written = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "requirements").glob("*.txt")}
    assert {name: _names(text) for name, text in written.items()} == {
        name: _names(text) for name, text in pin.pins().items()
    }


def _names(text: str) -> list[str]:
    return [line.partition("==")[0] for line in text.splitlines()]
