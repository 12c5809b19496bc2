"""Both kinds of game provide all rules that the engine calls, with the arguments that it gives them."""

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import branchline
from branchline.cardgame.rules.engine import CARD_RECORDS
from branchline.compiler.generic import Generic, generic, provide
from branchline.engine import rules
from branchline.engine.records import record
from branchline.engine.rules import Records
from branchline.mapgame.rules.engine import MAP_RECORDS

PACKAGE = Path(branchline.__file__).parent
RULES = {name: rule for name, rule in vars(rules).items() if isinstance(rule, Generic)}


def parameters(function: Any) -> list[str]:
    return list(inspect.signature(getattr(function, "py_func", function)).parameters)


@pytest.mark.parametrize("records", [MAP_RECORDS, CARD_RECORDS], ids=["map", "cards"])
@pytest.mark.parametrize("name", RULES)
def test_a_kind_provides_every_rule(records: Records, name: str) -> None:
    rule: Any = RULES[name]
    declared = parameters(rule)
    assert declared[0] in ("s", "m")
    own = rule.own[records.state if declared[0] == "s" else records.moves]
    assert parameters(own) == declared


def test_the_first_record_tells_which_function_is_meant() -> None:
    one, other = record([("x", np.int64)]), record([("y", np.int64)])

    @generic
    def double(s: np.record) -> int:
        raise NotImplementedError

    with pytest.raises(TypeError, match="double is not provided for records of the type"):
        double(np.array([(3,)], one)[0])
    provide(one, {double: lambda s: 2 * int(s.x)})
    provide(other, {double: lambda s: 2 * int(s.y)})
    assert double(np.array([(3,)], one)[0]) == 6
    assert double(np.array([(5,)], other)[0]) == 10


@pytest.mark.parametrize(("kind", "other"), [("mapgame", "cardgame"), ("cardgame", "mapgame")])
def test_compiled_code_of_one_kind_knows_nothing_of_the_other(kind: str, other: str) -> None:
    paths = [path for folder in ("rules", "planner") for path in (PACKAGE / kind / folder).glob("*.py")]
    assert len(paths) > 10
    assert not [path for path in paths if f"branchline.{other}" in path.read_text(encoding="utf-8")]
