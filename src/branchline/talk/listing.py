"""A list of moves with numbers."""

from dataclasses import dataclass, field

from branchline.actions import ActionSpace, Done, Draw, DrawDeck, DrawTickets, Pass
from branchline.notation import Played
from branchline.talk.words import Lines


@dataclass
class Listing:
    """Lines to tell, and the moves that their numbers mean."""

    lines: Lines = field(default_factory=list)
    moves: list[Played] = field(default_factory=list)

    def add(self, move: Played) -> int:
        """Give a move the next number."""
        self.moves.append(move)
        return len(self.moves)


def list_draws(listing: Listing, moves: list[Played], space: ActionSpace) -> None:
    """List what can be drawn, and passing."""
    draws = []
    for move in moves:
        match space.action(move.actions[0]):
            case DrawDeck():
                draws.append(f"move {listing.add(move)} the deck")
            case Draw(card):
                draws.append(f"move {listing.add(move)} {card}")
    if draws:
        listing.lines.append(f"Draw: {', '.join(draws)}.")
    for action, words in ((DrawTickets(), "Draw tickets"), (Pass(), "Pass"), (Done(), "Done")):
        for move in moves:
            if space.action(move.actions[0]) == action:
                listing.lines.append(f"{words}: move {listing.add(move)}.")
