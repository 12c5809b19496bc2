"""What docs/hosting.md, the Dockerfile and compose.yaml say is so, as far as that can be seen without running them."""

import re
import tomllib
from pathlib import Path

import pytest
import typer

from branchline.cli import app

ROOT = Path(__file__).parents[2]
FILES = ["docs/hosting.md", "docs/server.md", "Dockerfile", "compose.yaml"]


def parameters() -> dict[str, list[typer.core.TyperOption]]:
    """The options of every command of `branchline`, by its name; those of `admin` by "admin NAME"."""
    group = typer.main.get_group(app)
    found = {}
    for name, command in group.commands.items():
        for inner, one in {"": command, **getattr(command, "commands", {})}.items():
            found[f"{name} {inner}".strip()] = [p for p in one.params if isinstance(p, typer.core.TyperOption)]
    return found


@pytest.mark.parametrize("file", FILES)
def test_every_variable_is_one_of_the_service(file: str) -> None:
    known = {str(p.envvar) for options in parameters().values() for p in options if p.envvar}
    known |= {f"BRANCHLINE_{str(p.name).upper()}" for p in parameters()["serve"]}  # all of these by themselves
    named = set(re.findall(r"\bBRANCHLINE_[A-Z_]+", (ROOT / file).read_text(encoding="utf-8")))
    assert named <= known, named - known


@pytest.mark.parametrize("file", FILES)
def test_every_flag_is_one_of_the_commands(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    known = {"--help", *(flag for options in parameters().values() for p in options for flag in p.opts)}
    for line in re.findall(r"branchline (?:serve|backup|restore|admin)[^\n`]*", text):
        flags = set(re.findall(r"(?<=\s)--[a-z-]+", line))
        assert flags <= known, line
    for flag in re.findall(r"`(--[a-z-]+)", text):
        assert flag in known, flag


def test_every_command_for_operators_is_there() -> None:
    text = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    named = set(re.findall(r"branchline admin ([a-z-]+)", text))
    assert named <= {name.removeprefix("admin ") for name in parameters() if name.startswith("admin ")}
    assert {"list", "show", "close", "delete", "remove-chat", "ban", "rotate-keys"} <= named


def test_the_image_has_what_its_database_and_bus_need() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    wanted = [one for one in ("psycopg", "redis") if one in (ROOT / "compose.yaml").read_text(encoding="utf-8")]
    assert all(any(given.startswith(one) for given in asked["server"]) for one in wanted)
    assert re.search(r"pip install [^\n]*\[server\]", (ROOT / "Dockerfile").read_text(encoding="utf-8"))


def test_the_defaults_are_as_they_are_written() -> None:
    text = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    defaults = {p.opts[0]: p.default for p in parameters()["serve"]}
    for flag in ("--keep-lobbies", "--keep-games", "--keep-finished", "--keep-records"):
        assert f"| {defaults[flag]:g} | `{flag}` |" in text
    assert f"{defaults['--client-sockets']} connections (`--client-sockets`)" in text
    assert f"{defaults['--client-tables']} new tables an hour" in text
    assert f"{defaults['--bot-tables']} of bots alone (`--bot-tables`)" in text
