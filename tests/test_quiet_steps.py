"""A step that is passed over as quiet is one from which nothing follows."""

from pathlib import Path

from branchline.log import Undo, follow
from branchline.notation import MapNotation
from branchline.notation.mapevents import followed, is_quiet
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
GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def test_nothing_follows_from_a_quiet_step() -> None:
    quiet, found = 0, set[str]()
    for path in GOLDEN:
        game = loads(path.read_text())
        if not isinstance(game.notation, MapNotation):
            continue
        for entry, before, after in follow(game.start, game.log):
            if isinstance(entry, Undo):
                continue
            events = [event["kind"] for event in followed(game.notation, game.names, before, after)]
            if is_quiet(before, after):
                quiet += 1
                assert not events, (path.name, entry)
            found |= set(events)
    assert quiet > 1000
    assert found == KINDS, "every kind of event comes up"
