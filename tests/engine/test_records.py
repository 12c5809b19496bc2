"""How records are laid out: what is read as vectors begins where a line of memory does."""

import numpy as np
import pytest

from branchline import boards
from branchline.bots.thinking import game_of, space_for
from branchline.engine.records import LINE, aligned, record
from branchline.kinds import new_position
from branchline.training.lessons import game_for


@pytest.mark.parametrize("board", ["nordic", "cardgame"])
def test_vectors_of_plans_and_weights_begin_with_a_line(board: str) -> None:
    start = new_position(boards.load(board), 2)
    for records in (space_for(start).plans, game_of(start, {}, learned=True).weights, game_for(start, []).weights):
        assert (records.ctypes.data % LINE, records.strides[0] % LINE) == (0, 0)
        fields = records.dtype.fields or {}
        rows = {name: field for name, field in fields.items() if field[0].shape[-1:] in ((32,), (64,))}
        assert len(rows) >= 4
        assert all(offset % LINE == 0 for _, offset, *_ in rows.values()), rows


def test_a_record_in_lines_holds_what_it_holds_otherwise() -> None:
    fields = [("few", np.int8), ("some", np.float32, (3,)), ("many", np.int64, (20,))]
    plain, longer = record(fields), record(fields, in_lines=True)
    assert (plain.itemsize, longer.itemsize) == (176, 192)
    assert plain.fields == longer.fields
    assert longer.isalignedstruct
    made = aligned(3, longer)
    assert not made["many"].any()
    made["some"][2] = 5
    assert made[2].some.tolist() == [5, 5, 5]
    assert not made[1].some.any()
