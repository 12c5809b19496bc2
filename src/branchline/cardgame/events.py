"""The events of the Card Game: what moves and chance did, and what followed from them."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from branchline.boardfile.cards import CARDS
from branchline.cardgame.actions import Draw, DrawDeck, DrawTickets, KeepTickets, LayRow, LayThree
from branchline.cardgame.contents import bits, completed, laid, named, rows
from branchline.cardgame.names import CardNames
from branchline.cardgame.rules import state as cards
from branchline.events import end
from branchline.log import Chance, Move
from branchline.names import in_words, points
from branchline.notation import Event
from branchline.position import Position


def chance_event(notation: CardNames, entry: Chance) -> Event:
    """What chance did."""
    if entry.label == "tickets":
        return {"ticket": _ticket(notation, entry.outcome)}
    return {"cards": {CARDS[entry.outcome]: 1}}


def move_event(notation: CardNames, move: Move, before: Position, after: Position) -> Event:
    """What a player did."""
    if before.record.phase == cards.COMPLETE:
        chosen = completed(before, after)
        return {"kind": "complete", "tickets": [_ticket(notation, t) for t in chosen]}
    match notation.actions.action(move.actions[0]):
        case LayThree() | LayRow():
            return {"kind": "lay", "cards": named(laid(before, after))}
        case KeepTickets(places):
            return _keep_event(notation, bits(before.record.offer[move.player]), places)
        case Draw(card):
            return {"kind": "draw", "from": "display", "cards": {card: 1}}
        case DrawDeck():
            return {"kind": "draw", "from": "deck"}
        case DrawTickets():
            return {"kind": "draw_tickets"}
    return {"kind": "pass", "reason": "no action is legal"}


def _keep_event(notation: CardNames, offer: list[int], places: Sequence[int]) -> Event:
    kept = notation.ticket_names.kept(offer, places)
    return {
        "kind": "keep",
        "tickets": [_ticket(notation, t) for t in kept],
        "returned": [_ticket(notation, t) for t in offer if t not in kept],
    }


def _ticket(notation: CardNames, t: int) -> Event:
    ticket = notation.board.tickets[t]
    return {"cities": [ticket.a, ticket.b], "points": ticket.points, "cards": dict(ticket.cards)}


def consequences(notation: CardNames, players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """What follows from a move or from chance by the rules alone."""
    s, t = before.record, after.record
    if t.half == s.half:
        yield from _robberies(players, before, after)
        if t.turns_left > 0 and s.turns_left == 0:
            yield {"player": players[before.player], "kind": "last_turns", "reason": "the deck has run out"}
        yield from _to_platforms(players, before, after)
    for p, name in enumerate(players):
        if shown := bits(t.done[p] & ~s.done[p]):
            tickets = [_ticket(notation, ticket) for ticket in shown]
            gained = sum(ticket["points"] for ticket in tickets)
            yield {"player": name, "kind": "completed", "tickets": tickets, "points": gained}
    if t.half > s.half > 0:
        reason = "all cards but the hands are shuffled"
        yield {"player": players[int(t.begins)], "kind": "second_half", "reason": reason, "number": int(t.deck_size)}
    if after.is_over:
        yield end(partial(score_parts, notation), players, after, "the last turns are played")


def _robberies(players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """Rows that others had to discard; nothing else ever goes to the discards."""
    robbed = named(after.record.discards - before.record.discards)
    for p, name in enumerate(players if robbed else ()):
        for colour, row in rows(before.record, p).items():
            if p != before.player and colour in robbed:
                by = players[before.player]
                yield {"player": name, "kind": "robbery", "by": by, "colour": colour, "cards": row}


def _to_platforms(players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """Cards that moved from a yard to the platform."""
    for p, name in enumerate(players):
        moved = after.record.platform[p] - before.record.platform[p]
        if (moved > 0).any():
            yield {"player": name, "kind": "to_platform", "cards": named(moved)}


def score_parts(notation: CardNames, end: Position, r: Any, p: int) -> Event:
    """The parts of a player's score."""
    done, left = bits(r.done[p]), bits(end.record.tickets[p] & ~r.done[p])
    cities = [bonus.city for bonus in notation.board.bonuses]
    return {
        **{part: int(r[part][p]) for part in ("tickets", "bonus", "completed", "bonuses")},
        "to_city": {city: int(n) for city, n in zip(cities, r.to_city[p], strict=False) if n},
        "done": [notation.tickets[t] for t in done],
        "not_done": [notation.tickets[t] for t in left],
    }


def comment(event: Event) -> str | None:
    """A consequence in words, for a reader of the record."""
    match event["kind"]:
        case "robbery":
            return f"{event['by']} robs {event['player']} of the {event['colour']} row: {in_words(event['cards'])}"
        case "to_platform":
            return f"{event['player']} moves {in_words(event['cards'])} to the platform"
        case "completed":
            return f"{event['player']} completes tickets for {points(event['points'])}"
        case "second_half":
            return f"second half: {event['reason']}, {event['number']} in the deck; {event['player']} begins"
        case "last_turns":
            return f"last turns: {event['reason']}"
        case "end":
            return f"end: {event['reason']}"
    return None
