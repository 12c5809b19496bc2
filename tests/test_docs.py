"""What the README and the docs say is so."""

import re
import sys
from pathlib import Path

import pytest

from branchline import boards
from branchline.boards.picture import svg

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from board_pages import page  # noqa: E402


def test_the_readme_s_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 2
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)
    assert (tmp_path / "game.txt").read_text(encoding="utf-8").startswith("branchline record 1")


@pytest.mark.parametrize("name", boards.names())
def test_the_page_of_a_board_is_up_to_date(name: str) -> None:
    folder, board = ROOT / "docs" / "boards", boards.load(name)
    assert (folder / f"{name}.md").read_text(encoding="utf-8") == page(board), "run tools/board_pages.py"
    if isinstance(board, boards.Board):
        assert (folder / f"{name}.svg").read_text(encoding="utf-8") == svg(board), "run tools/board_pages.py"


def test_the_readme_lists_every_board() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in boards.names() if f"| `{name}` |" not in readme] == []


def test_the_example_record_of_the_docs_is_written_as_records_are() -> None:
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    for form in ("keep ", "draw deck", "claim Bergen–Oslo (red) for", "turned:", "tickets ", "display:", "deal "):
        assert form in text
