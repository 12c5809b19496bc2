"""What the README and the docs say is so."""

import re
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from doc_pages import PAGES, blocks, commands, every_command, help_examples, name_of, spoken

import branchline
from branchline import boards
from branchline.cardgame.view import CardSeat, CardView
from branchline.drawing.picture import svg
from branchline.mapgame.board import Board
from branchline.mapgame.view import MapSeat, MapView
from branchline.server.app import create_app
from branchline.server.settings import Settings
from branchline.view import Seat, View

ROOT = Path(__file__).parents[1]
LANGUAGES = {"python", "sh", "toml", "json", "text", "nginx", "ini"}
sys.path.insert(0, str(ROOT / "tools"))

from board_pages import page  # noqa: E402


@pytest.mark.parametrize("name", boards.names())
def test_the_page_of_a_board_is_up_to_date(name: str) -> None:
    folder, board = ROOT / "docs" / "boards", boards.load(name)
    assert (folder / f"{name}.md").read_text(encoding="utf-8") == page(board), "run tools/board_pages.py"
    if isinstance(board, Board):
        assert (folder / f"{name}.svg").read_text(encoding="utf-8") == svg(board), "run tools/board_pages.py"


def test_the_page_of_boards_lists_every_board() -> None:
    text = (ROOT / "docs" / "boards" / "index.md").read_text(encoding="utf-8")
    assert [name for name in boards.names() if f"| `{name}` | [" not in text] == []


def test_the_example_of_a_record_is_from_a_whole_game() -> None:
    (example,) = [
        block.text for block in blocks(ROOT / "docs" / "records.md") if block.text.startswith("branchline rec")
    ]
    game = (ROOT / "tests" / "golden" / "nordic-3-tunnels.txt").read_text(encoding="utf-8")
    parts = example.split("…\n")
    assert len(parts) == 4
    assert game.startswith(parts[0])
    assert [part for part in parts if part not in game] == []


def test_the_map_of_the_code_names_what_is_there() -> None:
    text = (ROOT / "docs" / "code.md").read_text(encoding="utf-8")
    package = ROOT / "src" / "branchline"
    found = {path.name for path in package.rglob("*") if "__pycache__" not in path.parts}
    named = {name.strip("/").rpartition("/")[2] for name in re.findall(r"`([\w/]+(?:\.py|/))`", text)}
    others = {
        "coastlines.py",
        "solve_layout.py",
        "board_pages.py",
        "compare.py",
        "record_types.py",
        "site_pages.py",
        "test_layers.py",
        "web",
    }
    assert named - found - others == set(), "these are named, but not there"
    parts = {path.name for path in package.iterdir() if path.name[0] not in "_."} - {"py.typed", "web"}
    assert parts - named == {"rulebook"}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_says_what_it_is(page: Path) -> None:
    assert {block.language for block in blocks(page)} <= LANGUAGES


@pytest.mark.parametrize("page", PAGES, ids=name_of)
@pytest.mark.usefixtures("operator")
def test_every_command_of_a_page_can_be_read(page: Path) -> None:
    for block in blocks(page):
        if block.language == "sh":
            for words in commands(block.text):
                read(words)


@pytest.fixture
def operator(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be somebody who looks after a service."""
    monkeypatch.setenv("BRANCHLINE_ADMIN_KEY", "a long random word")


def read(words: list[str]) -> None:
    """Read a command as the shell would give it, without running it."""
    known = every_command()
    parts = 1 if words[0] in known else 2
    command = known[" ".join(words[:parts])]
    command.make_context(command.name, words[parts:])


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_a_page_calls_a_command_or_a_file_is_there(page: Path) -> None:
    known = every_command()
    for words in spoken(page):
        named = [name for name in known if f"{' '.join(words)} ".startswith(f"{name} ")]
        flags = {word for word in words if word.startswith("--")} - {"--help", "--install-completion"}
        assert flags <= {flag for name in named for one in known[name].params for flag in one.opts}, words
        assert named or words[0] in ("COMMAND", "board", "admin", "--install-completion"), words
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert {*re.findall(r"(?:`|^)make ([a-z]+)", text, re.MULTILINE)} <= {*targets}
    for script in re.findall(r"python ((?:tools|benchmarks)/\w+\.py)", text):
        assert (ROOT / script).exists(), script


@pytest.mark.usefixtures("operator")
def test_every_command_has_an_example_that_can_be_read() -> None:
    for name, examples in help_examples().items():
        assert examples, f"show how `branchline {name}` is used"
        for words in examples:
            read(words)


def test_the_reference_has_every_public_name() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
    assert {*re.findall(r"^::: branchline\.(\w+)$", text, re.MULTILINE)} == {*branchline.__all__}


def test_the_reference_has_every_part_of_a_view() -> None:
    text = (ROOT / "docs" / "api" / "views.md").read_text(encoding="utf-8")
    told = {name for row in re.findall(r"^\| (`.+?) \|", text, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert told == {one.name for cls in (View, Seat, MapView, MapSeat, CardView, CardSeat) for one in fields(cls)}


def test_every_address_of_the_service_is_told() -> None:
    text = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("server.md", "hosting.md"))
    ends = {re.sub(r"/\{\w+\}", "", path).rpartition("/")[2] for path in create_app(Settings()).openapi()["paths"]}
    assert [end for end in ends if not re.search(rf"/{end}\b", text)] == []
