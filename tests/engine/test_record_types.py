"""The types that the checker sees are those of the records."""

import pytest
import record_types


@pytest.mark.parametrize("folder", record_types.RECORDS)
def test_types_are_those_of_the_records(folder: str) -> None:
    written = record_types.place(folder).read_text(encoding="utf-8")
    assert written == record_types.module(folder), "run tools/record_types.py"


def test_a_field_has_the_type_of_its_numbers() -> None:
    text = record_types.module("mapgame/rules")
    assert "    owned: Table[np.uint64]\n" in text
    assert "    hand_size: Row[int]\n" in text
    assert "    may_claim: bool\n" in text
