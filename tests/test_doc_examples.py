"""Every example of the documentation runs as it is written: Python, commands, boards, and those of docstrings."""

import doctest
import json
import shlex
from importlib import import_module
from pathlib import Path

import pytest
from doc_pages import PAGES, ROOT, blocks, commands, help_examples, name_of
from typer.testing import CliRunner

import branchline
from branchline import boards
from branchline.boards.starter import write_starter
from branchline.cli import app

PACKAGE = Path(branchline.__file__).parent
RUN = {"python", "sh", "toml", "json"}
WITH_EXAMPLES = [page for page in PAGES if RUN & {block.language for block in blocks(page)}]
QUICK = ("board", "simulate", "replay")
MOST_GAMES = 40  # of an arena that is quick


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=name_of)
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    names: dict[str, object] = {}
    for block in blocks(page):
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        if block.language == "python":
            exec(compile(block.text, name_of(page), "exec"), names)
        elif block.language == "sh":
            for words in commands(block.text):
                run_quick(words)
        elif block.language == "toml":
            assert boards.check(block.text, block.file) == []
        elif block.language == "json":
            json.loads(block.text)


def run_quick(words: list[str]) -> None:
    """Run a command if it is quick; `test_docs` reads all of them."""
    if is_quick(words):
        done = CliRunner().invoke(app, words, input="quit\n" * 3)
        assert done.exit_code == 0, f"branchline {shlex.join(words)}: {done.output}"


def is_quick(words: list[str]) -> bool:
    """Whether a command ends soon, and all that it reads is there."""
    if words[0] in ("replay", "convert"):
        return Path(words[1]).exists()
    if words[0] == "play":
        return "--text" in words
    if words[0] == "arena":
        return "--games" in words and int(words[words.index("--games") + 1]) <= MOST_GAMES
    return words[0] in QUICK


EXAMPLES = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


def test_the_face_of_the_package_has_examples() -> None:
    assert {"branchline", "branchline.game", "branchline.batch", "branchline.position"} <= {*EXAMPLES}


@pytest.mark.parametrize("module", EXAMPLES)
def test_the_examples_of_docstrings_are_so(module: str) -> None:
    done = doctest.testmod(import_module(module))
    assert done.attempted
    assert not done.failed


@pytest.mark.parametrize("command", help_examples())
def test_the_examples_of_a_command_s_help_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_starter(tmp_path / "my-board.toml")
    (tmp_path / "game.txt").write_bytes((ROOT / "tests" / "golden" / "nordic-2-exchanges.txt").read_bytes())
    for words in help_examples()[command]:
        run_quick(words)
