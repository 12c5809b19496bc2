"""Bots of one's own and limits: what can be named on the command line."""

import re
import sys
from pathlib import Path

import pytest
from bot_games import last

from branchline.bots import LEVELS, PLAYERS, make
from branchline.errors import SetupError

ROOT = Path(__file__).parents[2]


def test_the_example_of_the_docs_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python[^\n]*\n(.*?)```", text, re.DOTALL)
    bots = example.split("\n\n\n")[1:]
    assert len(bots) == 3
    assert all(len(bot.splitlines()) <= 20 for bot in bots)
    (tmp_path / "mybot.py").write_text(example, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "mybot", raising=False)
    assert last("nordic", [make("mybot:Shopper", 1), make("greedy", 2)], 3).is_over


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no_such_module:Bot", "cannot find the bot"),
        ("random:Random", "needs a method choose"),
        ("expert@soon", "cannot read the limit"),
        ("expert@0s", "cannot read the limit"),
        ("greedy@1s", "no bot 'greedy@1s'"),
    ],
)
def test_a_wrong_name_is_refused(name: str, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        make(name, 1)


def test_levels_are_bots() -> None:
    assert LEVELS == ("beginner", "casual", "strong", "expert")
    assert set(LEVELS) <= set(PLAYERS)
