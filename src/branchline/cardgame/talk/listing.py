"""The legal moves of the Card Game as a list with numbers, and what a person may look up."""

from branchline.boardfile.cards import CARDS
from branchline.cardgame.actions import LayRow, LayThree
from branchline.cardgame.contents import bits, laid
from branchline.cardgame.talk.game import CardTable
from branchline.cardgame.talk.situation import yard_words
from branchline.engine import phases
from branchline.errors import BranchlineError
from branchline.names import counted, parse_card, plain
from branchline.notation import Played
from branchline.talk.listing import Listing, list_draws
from branchline.talk.words import Lines, number, sentence

FEW = 8  # ways to lay that are told without being asked for
THREE = "three"


def list_choices(game: CardTable) -> Listing:
    """The numbers of locomotives that a row may have, one a line."""
    listing = Listing()
    for move in game.notation.moves(game.position):
        listing.lines.append(f"{listing.add(move)}: {game.notation.actions.text(move.actions[0])}.")
    return listing


def list_moves(game: CardTable, about: str) -> Listing:
    """Every legal move, or the rows of a colour, or the ways to lay three colours."""
    listing = Listing()
    moves = list(game.notation.moves(game.position))
    ways: dict[str, list[Played]] = {}
    for move in moves:
        match game.notation.actions.action(move.actions[0]):
            case LayRow(colour):
                ways.setdefault(colour, []).append(move)
            case LayThree():
                ways.setdefault(THREE, []).append(move)
    if not about:
        list_draws(listing, moves, game.notation.actions)
    wanted = _wanted(about) if about else None
    for name, those in ways.items():
        if wanted in (None, name):
            listing.lines.append(_lay_line(game, listing, name, those, all_ways=bool(about)))
    if not ways and game.position.record.phase == phases.TURN:
        listing.lines.append("You can lay nothing.")
    elif wanted and not listing.moves:
        listing.lines.append(f"You can lay nothing of that: {wanted}.")
    return listing


def _wanted(about: str) -> str:
    return THREE if plain(about).startswith(THREE) else CARDS[parse_card(about)]


def _lay_line(game: CardTable, listing: Listing, name: str, moves: list[Played], all_ways: bool) -> str:
    shown = moves if all_ways or len(moves) <= FEW else moves[:FEW]
    told = [f"move {listing.add(move)} {counted(laid(game.position, move.after))}" for move in shown]
    rest = len(moves) - len(shown)
    more = f"; {number(rest, 'more way')}: say moves {name}" if rest else ""
    return f"Lay {'three colours' if name == THREE else name}: {'; '.join(told)}{more}."


def why(game: CardTable, text: str) -> Lines:
    """Why cards cannot be laid now, or that they can."""
    try:
        game.notation.read(game.position, f"lay {text}")
    except BranchlineError as error:
        return [sentence(str(error))]
    return [f"You can lay {text}."]


def board_lines(game: CardTable, me: int) -> Lines:
    """Everybody's yard, tickets completed and cards they are known to hold, and what is left."""
    seen = game.position.seen_by(me)
    s, lines = seen.record, []
    for p in (me, *(q for q in range(len(game.names)) if q != me)):
        whose = "Your" if p == me else f"{game.names[p]}'s"
        lines.append(f"{whose} yard: {yard_words(seen, p)}.")
        if done := bits(s.done[p]):
            lines.append(f"{whose} tickets completed: {', '.join(game.notation.tickets[t] for t in done)}.")
        if p != me and (known := counted(s.known[p])):
            lines.append(f"{game.names[p]} is known to hold: {known}.")
    left = int(s.ticket_deck_size) + int(s.under_size[: s.batches].sum())
    piles = (number(int(s.deck_size), "card"), number(int(s.discards.sum()), "card"), number(left, "ticket"))
    lines.append(f"Deck: {piles[0]}. Discards: {piles[1]}. Ticket deck: {piles[2]}.")
    bonuses = ", ".join(f"{bonus.city} {bonus.points}" for bonus in game.board.bonuses)
    return [*lines, f"City bonuses: {bonuses}."]
