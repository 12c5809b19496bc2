"""How a record is laid out."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from branchline.compiler.typed import Array

LINE = 64  # bytes that a processor fetches at once: a vector that crosses from one line to the next takes two


def record(fields: Sequence[tuple[Any, ...]], in_lines: bool = False) -> np.dtype[Any]:
    """An aligned record whose fields read as attributes, compiled or not; in lines: of so many whole ones."""
    layout = np.dtype(list(fields), align=True)
    if in_lines:
        formats, offsets = zip(*(field[:2] for field in (layout.fields or {}).values()), strict=True)
        longer: Any = {"names": layout.names, "formats": formats, "offsets": offsets}
        layout = np.dtype(longer | {"itemsize": -(-layout.itemsize // LINE) * LINE}, align=True)
    return np.dtype((np.record, layout))


def aligned(count: int, layout: np.dtype[Any]) -> Array:
    """Empty records, the first of which begins with a line."""
    room = np.zeros(count * layout.itemsize + LINE, np.uint8)
    begin = -room.ctypes.data % LINE
    return room[begin : begin + count * layout.itemsize].view(layout)
