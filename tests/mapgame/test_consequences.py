"""What follows from a move by the rules: every kind of it comes up in the golden games, which pin the rest."""

from pathlib import Path

from branchline.mapgame.notation import MapNotation
from branchline.replay import loads

KINDS = {
    "claimed",
    "draft",
    "end",
    "festivals_taken",
    "last_turns",
    "loan",
    "neutral_claimed",
    "neutral_out",
    "reset",
    "shuffle",
    "shuffle_tickets",
    "toll",
    "toll_received",
}
GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))


def test_every_kind_of_consequence_comes_up() -> None:
    found = set[str]()
    for path in GOLDEN:
        game = loads(path.read_text(encoding="utf-8"))
        if isinstance(game.notation, MapNotation):
            found |= {event["kind"] for step in game.steps for event in step.followed(game.notation, game.names)}
    assert found == KINDS
