"""What lies under a board: land, borders and lakes (`coasts/NAME.json`, written by `tools/coastlines.py`)."""

import json
from functools import cache
from importlib.resources import files


@cache
def ground(name: str) -> dict[str, str]:
    """Path data by part, or nothing for a board without coasts."""
    file = files("branchline.boards").joinpath("coasts", f"{name}.json")
    if not file.is_file():
        return {}
    drawn: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return drawn


def coasts(name: str) -> str:
    """The ground as SVG, with three bands of shallow water along the shores; empty if there is none."""
    drawn = ground(name)
    if not drawn:
        return ""
    shore = f'<path id="shore" d="{drawn["shore"]}"/>'
    shores = "".join(f'<use class="shore-{i}" href="#shore"/>' for i in (1, 2, 3))
    return (
        f'<defs>{shore}</defs><rect class="sea" x="-999" y="-999" width="4999" height="4999"/>{shores}'
        f'<path class="other" d="{drawn["other"]}"/><path class="home" d="{drawn["home"]}"/>'
        f'<path class="lakes" d="{drawn["lakes"]}"/><path class="borders" d="{drawn["borders"]}"/>'
    )
