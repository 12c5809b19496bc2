"""Writes requirements/*.txt: what pyproject.toml asks for and all that needs, with the versions installed here.

python tools/pin.py          (or `make pins`)

play.txt is the bare installation, server.txt and arena.txt add the extra of that name, docs.txt is for the site alone,
dev.txt has everything. To move to newer versions, install them in the environment first, run the tests, and then this.
"""

import tomllib
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
HEAD = "# Written by tools/pin.py from pyproject.toml.\n"


def wishes() -> dict[str, list[str]]:
    """What each file is for, as pyproject.toml says it."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    play, extras = asked["project"]["dependencies"], asked["project"]["optional-dependencies"]
    groups = asked["dependency-groups"]
    everything = [*play, *(one for more in (extras, groups) for wanted in more.values() for one in wanted)]
    added = {name: [*play, *extra] for name, extra in extras.items()}
    return {"play": play, **added, "docs": groups["docs"], "dev": everything}


def closure(asked: Iterable[str]) -> set[str]:
    """Requirements and all that they require, as name==version."""
    waiting = [(Requirement(one), "") for one in asked]
    seen: set[tuple[str, str]] = set()
    while waiting:
        wish, asking = waiting.pop()
        if wish.marker and not wish.marker.evaluate({"extra": asking}):
            continue
        name = canonicalize_name(wish.name)
        for extra in ("", *sorted(wish.extras)):
            if (name, extra) not in seen:
                seen.add((name, extra))
                waiting += [(Requirement(one), extra) for one in distribution(name).requires or []]
    return {f"{name}=={distribution(name).version}" for name, _ in seen}


def pins() -> dict[str, str]:
    """The text of each file, by its name."""
    return {name: HEAD + "\n".join(sorted(closure(asked))) + "\n" for name, asked in wishes().items()}


def main() -> None:
    """Write the files."""
    folder = ROOT / "requirements"
    folder.mkdir(exist_ok=True)
    for name, text in pins().items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
