"""The pages of the documentation, what stands under the help of commands, and the examples in them."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from branchline.cli import app

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r'^( *)```(\w*)(?: title="([\w.-]+)")?\n(.*?)^\1```$', re.MULTILINE | re.DOTALL)
PLACEHOLDER = re.compile(r"\b(?:N|LINE)\b")  # numbers, where pages name none


class Block(NamedTuple):
    """A block of code: its language, the file that it is said to be, and its text."""

    language: str
    file: str
    text: str


def name_of(page: Path) -> str:
    """A page's place in the repository."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of code of a page, in their order."""
    for indent, language, file, text in FENCE.findall(page.read_text(encoding="utf-8")):
        yield Block(language, file, re.sub(f"^{indent}", "", text, flags=re.MULTILINE))


def commands(text: str) -> Iterator[list[str]]:
    """The `branchline` commands in a block for the shell, as lists of words without what a shell adds."""
    for line in text.splitlines():
        words = shlex.split(re.sub(PLACEHOLDER, "1", line), comments=True)
        if words[:1] == ["branchline"]:
            yield words[1 : words.index(">") if ">" in words else None]


def spoken(page: Path) -> Iterator[list[str]]:
    """The commands that a page names within its sentences."""
    prose = FENCE.sub("", page.read_text(encoding="utf-8"))
    for text in re.findall(r"`branchline ([^`]+)`", prose):
        yield shlex.split(text)


def every_command() -> dict[str, TyperCommand]:
    """The commands by their names, those of groups too: "board check"."""
    found: dict[str, TyperCommand] = {}
    for name, command in get_group(app).commands.items():
        if isinstance(command, TyperGroup):
            found |= {
                f"{name} {inner}": one for inner, one in command.commands.items() if isinstance(one, TyperCommand)
            }
        elif isinstance(command, TyperCommand):
            found[name] = command
    return found


def help_examples() -> dict[str, list[list[str]]]:
    """The examples that commands have under their help, by the command's name."""
    texts = {
        name: re.findall(r"branchline [^;&>`]+", command.epilog or "") for name, command in every_command().items()
    }
    return {name: [words for text in found for words in commands(text)] for name, found in texts.items()}
