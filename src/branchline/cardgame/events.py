"""The events of the Card Game: what moves and chance did, and what followed from them."""

from collections.abc import Iterator, Sequence
from functools import partial

from branchline.actions import Draw, DrawDeck, DrawTickets, KeepTickets
from branchline.boardfile.cards import CARDS
from branchline.cardgame.actions import LayRow, LayThree
from branchline.cardgame.contents import bits, completed, laid, more, named, rows
from branchline.cardgame.names import CardNames
from branchline.cardgame.rules import state as cards
from branchline.engine import phases
from branchline.events import end, places
from branchline.log import Chance, Move
from branchline.names import in_words, points
from branchline.notation import Event
from branchline.position import Plain, Position


def chance_event(notation: CardNames, entry: Chance) -> Event:
    """What chance did."""
    if entry.label == "tickets":
        return {"ticket": _ticket(notation, entry.outcome)}
    return {"cards": {CARDS[entry.outcome]: 1}}


def move_event(notation: CardNames, move: Move, before: Position, after: Position) -> Event:
    """What a player did."""
    if before.phase == cards.COMPLETE:
        chosen = completed(before, after)
        return {"kind": "complete", "tickets": [_ticket(notation, t) for t in chosen]}
    match notation.actions.action(move.actions[0]):
        case LayThree() | LayRow():
            return {"kind": "lay", "cards": named(laid(before, after))}
        case KeepTickets(kept):
            return _keep_event(notation, bits(before.plain.offer[move.player]), kept)
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


_SMALL = places(cards.STATE, "half", "turns_left", "phase")  # of one byte each
_HALF, _TURNS_LEFT, _PHASE = (place.start for place in _SMALL)
_DISCARDS, _PLATFORM, _DONE = places(cards.STATE, "discards", "platform", "done")


def consequences(notation: CardNames, players: Sequence[str], before: Position, after: Position) -> list[Event]:
    """What follows from a move or from chance by the rules alone; mostly nothing does, and the bytes tell so."""
    found: list[Event] = []
    s, t = before.states.tobytes(), after.states.tobytes()
    if s[_HALF] == t[_HALF]:
        if s[_DISCARDS] != t[_DISCARDS]:
            found += _robberies(players, before, after)
        if t[_TURNS_LEFT] and not s[_TURNS_LEFT]:
            found.append({"player": players[before.player], "kind": "last_turns", "reason": "the deck has run out"})
        if s[_PLATFORM] != t[_PLATFORM]:
            found += _to_platforms(players, before, after)
    if s[_DONE] != t[_DONE]:
        found += _completed(notation, players, before, after)
    if t[_HALF] > s[_HALF] > 0:
        begins, number = players[after.plain.begins], after.plain.deck_size
        reason = "all cards but the hands are shuffled"
        found.append({"player": begins, "kind": "second_half", "reason": reason, "number": number})
    if t[_PHASE] == phases.OVER:
        found.append(end(partial(score_parts, notation), players, after, "the last turns are played"))
    return found


def _robberies(players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """Rows that others had to discard; nothing else ever goes to the discards."""
    robbed = named(more(before.plain.discards, after.plain.discards))
    robber = before.player
    for p, name in enumerate(players):
        for colour, row in rows(before, p).items() if p != robber else ():
            if colour in robbed:
                yield {"player": name, "kind": "robbery", "by": players[robber], "colour": colour, "cards": row}


def _to_platforms(players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """Cards that moved from a yard to the platform."""
    for name, then, now in zip(players, before.plain.platform, after.plain.platform, strict=False):
        if max(moved := more(then, now)) > 0:
            yield {"player": name, "kind": "to_platform", "cards": named(moved)}


def _completed(notation: CardNames, players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """Tickets that were shown."""
    for name, then, now in zip(players, before.plain.done, after.plain.done, strict=False):
        if shown := bits(now & ~then):
            tickets = [_ticket(notation, t) for t in shown]
            gained = sum(ticket["points"] for ticket in tickets)
            yield {"player": name, "kind": "completed", "tickets": tickets, "points": gained}


def score_parts(notation: CardNames, end: Position, r: Plain, p: int) -> Event:
    """The parts of a player's score."""
    done, left = bits(r.done[p]), bits(end.plain.tickets[p] & ~r.done[p])
    cities = [bonus.city for bonus in notation.board.bonuses]
    return {
        **{part: getattr(r, part)[p] for part in ("tickets", "bonus", "completed", "bonuses")},
        "to_city": {city: n for city, n in zip(cities, r.to_city[p], strict=False) if n},
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
