"""Whatever a board's data holds is written as TOML that reads back to the same data."""

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from branchline.boardfile.writing import write
from branchline.mapgame.reader import SHAPE

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
PLAIN = TEXT | st.integers(-1000, 1000) | st.booleans()
VALUE = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=6
)
CITIES = st.lists(st.fixed_dictionaries({"name": TEXT, "latitude": st.integers(-90, 90), "extra": VALUE}), max_size=4)
ROUTES = st.lists(
    st.fixed_dictionaries({"a": TEXT, "b": TEXT, "length": PLAIN}, optional={"toll": st.integers(1, 9)}), max_size=4
)


@given(
    st.fixed_dictionaries(
        {"name": TEXT, "title": TEXT, "map": st.fixed_dictionaries({"cities": CITIES, "routes": ROUTES})}
    )
)
def test_data_comes_back(data: dict[str, Any]) -> None:
    assert tomllib.loads(write(data, SHAPE)) == data


@given(st.dictionaries(TEXT, VALUE, max_size=4), st.dictionaries(TEXT, VALUE, max_size=4))
def test_anything_gives_sound_toml(top: dict[str, Any], section: dict[str, Any]) -> None:
    tomllib.loads(write({**top, "map": section}, SHAPE))


def test_a_long_text_goes_over_lines_and_comes_back() -> None:
    about = " ".join(["word"] * 60)
    text = write({"name": "x", "about": about}, SHAPE)
    assert max(map(len, text.splitlines())) < 120
    assert tomllib.loads(text)["about"] == about
