"""A move is read, carried out and told once."""

import pytest
from rules.table import Table

import branchline
from branchline import history
from branchline.position import Position

FERRY = "Bergen–Stavanger"  # two spaces, one of them with a locomotive; three cards stand for a locomotive


@pytest.mark.parametrize(
    ("typed", "actions"),
    [
        (f"claim {FERRY} for 1 purple, 1 locomotive", 1),
        ("claim bergen to stavanger for 1 purple and 1 loco", 1),
        (f"claim {FERRY} for 1 purple, 3 red", 6),
        ("claim Stavanger-Bergen for 3 red and 1 purple", 6),
    ],
)
def test_a_typed_ferry_claim_is_carried_out_once(typed: str, actions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("nordic")
    table.hand(0, red=3, purple=1, locomotive=1)
    game = branchline.new("nordic", players=table.players, seed=1)
    game.position = table.position
    carried_out = []

    def counted(position: Position, action: int) -> Position | None:
        carried_out.append(action)
        return after(position, action)

    after = Position.after
    monkeypatch.setattr(Position, "after", counted)
    monkeypatch.setattr(Position, "apply", lambda *_: pytest.fail("carried out once more"))
    game.move(typed)
    assert len(carried_out) == actions
    assert game.log[-1].actions == tuple(carried_out)


def test_a_step_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = branchline.new("nordic", players=2, seed=7)
    game.play("keep all")
    looked_at = []
    notation, look = type(game.notation), type(game.notation).consequences
    monkeypatch.setattr(notation, "consequences", lambda *step: looked_at.append(step) or look(*step))
    monkeypatch.setattr(history.Position, "apply", lambda *_: pytest.fail("played again"))
    for _ in range(2):
        assert list(game.events())
        assert game.record()
    assert len(looked_at) == len(game.steps)
