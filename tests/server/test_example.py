"""The example of the docs plays a game to its end."""

import subprocess
import sys
from pathlib import Path

from .service import BOT, OPEN, Caller

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"


def test_the_example_takes_a_seat_and_plays(caller: Caller) -> None:
    table = caller.table(OPEN, BOT, board="nordic")
    invitation = f"{caller.url}/t/{table.id}#join={table.invite}"
    started = subprocess.Popen(
        [sys.executable, str(EXAMPLE), invitation, "My bot"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    while table.do("start", seat=None).status_code != 200:
        assert started.poll() is None
    told, _ = started.communicate(timeout=120)
    assert started.returncode == 0, told
    assert told.startswith("Won by "), told
    assert table.state()["table"]["seats"][0]["name"] == "My bot"
