"""The events of the map games: what moves and chance did, and what followed from them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

from branchline.boardfile.cards import CARDS, LOCOMOTIVE
from branchline.engine import phases
from branchline.engine.limits import DISPLAY, KINDS
from branchline.events import end
from branchline.log import Chance, Move
from branchline.mapgame.actions import (
    BuildStation,
    Claim,
    Draw,
    DrawDeck,
    DrawTickets,
    KeepTickets,
    NeutralTakes,
    Pass,
    PickTicket,
    TakeFestival,
    Withdraw,
)
from branchline.mapgame.contents import bits, elements, neutral_route, paid
from branchline.mapgame.names import MapNames
from branchline.mapgame.rules import state as rules
from branchline.names import points, spelled
from branchline.notation import Event
from branchline.position import Position


def chance_event(notation: MapNames, entry: Chance) -> Event:
    """What chance did."""
    if entry.label == "neutral":
        return {"ticket": _ticket(notation, entry.outcome), "cities": _neutral_line(notation, entry.outcome)}
    if entry.label == "tickets":
        return {"ticket": _ticket(notation, entry.outcome)}
    if entry.outcome == rules.DEAL_CARD_TURNED:
        return {"kind": "deal_card", "from": entry.label}
    if entry.outcome >= KINDS:
        city = notation.festivals[entry.outcome - rules.FESTIVAL_CARD]
        return {"kind": "festival", "from": entry.label, "city": city}
    return {"cards": {CARDS[entry.outcome]: 1}}


def move_event(notation: MapNames, move: Move, before: Position, after: Position) -> Event:
    """What a player did."""
    match action := notation.actions.action(move.actions[0]):
        case Draw(card):
            return {"kind": "draw", "from": "display", "cards": {card: 1}}
        case DrawDeck():
            return {"kind": "draw", "from": "deck"}
        case Claim(route):
            return {"kind": "claim", **_route(notation, route), "cards": _cards(before, after)}
        case BuildStation(city):
            return {"kind": "build", "city": notation.places.names[city], "cards": _cards(before, after)}
        case DrawTickets():
            return {"kind": "draw_tickets"}
        case KeepTickets(places):
            return _keep_event(notation, bits(before.states["offer"][0, move.player]), places)
        case Withdraw():
            return {"kind": "withdraw", "reason": f"the tunnel asks for {before.record.surcharge} more"}
        case PickTicket(place):
            return {"kind": "pick", "ticket": _ticket(notation, bits(before.states["offer"][0, move.player])[place])}
        case TakeFestival(festival):
            return {"kind": "choose_festival", "city": notation.festivals[festival]}
        case NeutralTakes():
            return {"kind": "choose_neutral", **_route(notation, neutral_route(before, action))}
        case Pass():
            return {"kind": "pass", "reason": "no action is legal"}
    return {"kind": "pay", "reason": "tunnel", "cards": _cards(before, after)}


def _keep_event(notation: MapNames, offer: list[int], places: Sequence[int]) -> Event:
    kept = notation.ticket_names.kept(offer, places)
    return {
        "kind": "keep",
        "tickets": [_ticket(notation, t) for t in kept],
        "returned": [_ticket(notation, t) for t in offer if t not in kept],
    }


def _cards(before: Position, after: Position) -> dict[str, int]:
    return {CARDS[kind]: n for kind, n in enumerate(paid(before, after)) if n}


def _route(notation: MapNames, r: int) -> Event:
    route = notation.board.routes[r]
    return {
        "cities": [route.a, route.b],
        "route": notation.routes[r],
        "route_kind": route.kind,
        "colour": route.colour or "grey",
        "length": route.length,
    }


def _ticket(notation: MapNames, t: int) -> Event:
    ticket = notation.board.tickets[t]
    return {"cities": [ticket.a, ticket.b], "points": ticket.points}


def _neutral_line(notation: MapNames, t: int) -> list[str]:
    return list(notation.board.tickets[t].neutral or ())


def _places(*names: str) -> list[slice]:
    """Where fields lie in the bytes of a record."""
    fields: Mapping[str, Any] = rules.STATE.fields or {}
    return [slice(fields[name][1], fields[name][1] + fields[name][0].itemsize) for name in names]


_DECK, _DISPLAY, _TURNS_LEFT, _PHASE = (
    place.start for place in _places("deck_size", "display_size", "turns_left", "phase")
)
(_OWNED,) = _places("owned")
_extras = itemgetter(*_places("tokens", "loans", "neutral", "neutral_in", "ticket_discards_size", "pile", "draft"))
_DEALING = (phases.DEAL_CARD, phases.FILL, phases.BLIND, phases.TURN_CARD)  # chance takes a card from the deck


def consequences(notation: MapNames, players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """What follows from a move or from chance by the rules alone.

    Mostly nothing does: bytes are much faster to compare than fields, so these tell whether to look closer.
    """
    s, t = before.states.tobytes(), after.states.tobytes()
    if s[_DECK] <= 1:
        yield from _shuffle(before, after)
    if s[_OWNED] != t[_OWNED]:
        yield from _claimed(notation, players, before, after)
    if notation.has_extras and _extras(s) != _extras(t):
        yield from _tolls(notation, players, before, after)
        yield from _festivals(notation, players, before, after)
    if t[_DISPLAY] == 0 and s[_DISPLAY] >= DISPLAY - 1 and t[_PHASE] == phases.FILL:
        yield {"player": None, "kind": "reset", "reason": f"{resetting(notation)} in the display"}
    if t[_TURNS_LEFT] and not s[_TURNS_LEFT]:
        left = int(after.record.trains[before.player])
        reason = f"{players[before.player]} has {left} {'train' if left == 1 else 'trains'} left"
        yield {"player": players[before.player], "kind": "last_turns", "reason": reason}
    if t[_PHASE] == phases.OVER:
        reason = "the last turns are played" if s[_TURNS_LEFT] else "nobody can do anything"
        yield end(partial(score_parts, notation), players, after, reason)


def _shuffle(before: Position, after: Position) -> Iterator[Event]:
    """A new deck of the discards, where the last card of the old one was drawn or there was none."""
    was, now = int(before.record.deck_size), int(after.record.deck_size)
    if now and (was == 0 or (was == 1 and before.phase in _DEALING)):
        yield {"player": None, "kind": "shuffle", "reason": "the deck is empty", "number": now}


def _claimed(notation: MapNames, players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """The routes that have a new owner."""
    masks = [bytes(position.states["owned"]) for position in (before, after)]
    for p, name in enumerate(players):
        then, now = (int.from_bytes(mask[16 * p : 16 * p + 16], "little") for mask in masks)
        for r in elements(now & ~then):
            gained = after.states["score"].item(p) - before.states["score"].item(p)
            yield {"player": name, "kind": "claimed", **_route(notation, r), "points": gained}


def _tolls(notation: MapNames, players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """Tokens and loans that changed hands, what the neutral player did, and ticket discards shuffled."""
    s, t = before.plain, after.plain
    for p in range(before.players):
        if paid_toll := int(s.tokens[p]) - int(t.tokens[p]):
            kind = "toll" if paid_toll > 0 else "toll_received"
            yield {"player": players[p], "kind": kind, "worth": abs(paid_toll)}
        if t.loans[p] > s.loans[p]:
            yield {"player": players[p], "kind": "loan", "number": int(t.loans[p])}
    for r in bits([now & ~then for then, now in zip(s.neutral, t.neutral, strict=True)]):
        yield {"player": None, "kind": "neutral_claimed", **_route(notation, r)}
    if s.neutral_in and not t.neutral_in:
        yield {"player": None, "kind": "neutral_out", "reason": "the neutral player is out for good"}
    if t.ticket_deck_size > s.ticket_deck_size and s.ticket_discards_size > t.ticket_discards_size:
        number = int(t.ticket_deck_size)
        yield {"player": None, "kind": "shuffle_tickets", "reason": "the ticket deck is empty", "number": number}


def _festivals(notation: MapNames, players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """Festival cards taken, and drafts that begin or go on."""
    s, t = before.plain, after.plain
    for p in range(before.players):
        for f, city in enumerate(notation.festivals):
            if taken := t.pile[p][f] - s.pile[p][f]:
                yield {"player": players[p], "kind": "festivals_taken", "city": city, "number": taken}
    if t.draft and not s.draft:
        side = "left" if t.draft == 1 else "right"
        yield {"player": None, "kind": "draft", "reason": f"the packs go to the {side}"}


def score_parts(notation: MapNames, end: Position, r: Any, p: int) -> Event:
    """The parts of a player's score."""
    rules = notation.board.rules
    parts = ("routes", "tickets", "longest_path_bonus", "most_tickets_bonus", "completed", "longest_path")
    score: Event = {part: int(r[part][p]) for part in parts}
    done = set(bits(r.done[p]))
    score["done"] = [notation.tickets[t] for t in sorted(done)]
    score["not_done"] = [notation.tickets[t] for t in bits(end.record.tickets[p]) if t not in done]
    if any(rules.start_scores):
        score["start"] = int(r.start[p])
    if rules.toll_tokens:
        score |= {part: int(r[part][p]) for part in ("toll_bonus", "loan_points")}
        score |= {"tokens": int(end.record.tokens[p]), "loans": int(end.record.loans[p])}
    if notation.festivals:
        score["festivals"] = int(r.festivals[p])
        score["pile"] = {city: int(n) for city, n in zip(notation.festivals, end.record.pile[p], strict=False) if n}
    if rules.stations:
        score |= {"stations": int(r.stations[p]), "stations_bonus": int(r.stations_bonus[p])}
        score["borrowed"] = [notation.routes[i] for i in bits(r.borrowed[p])]
    return score


def resetting(notation: MapNames) -> str:
    """The locomotives that reset the display, in words."""
    return spelled(notation.board.rules.display_reset, LOCOMOTIVE)


def comment(notation: MapNames, event: Event) -> str | None:
    """A consequence in words, for a reader of the record."""
    match event["kind"]:
        case "reset":
            return f"{resetting(notation)}: a new display"
        case "shuffle":
            return f"the discards are shuffled: {event['number']} cards in the deck"
        case "claimed":
            return f"{event['player']} claims {event['route']}: {points(event['points'])}"
        case "festivals_taken":
            cards = "1 festival card" if event["number"] == 1 else f"{event['number']} festival cards"
            return f"{event['player']} takes {cards} at {event['city']}"
        case "draft":
            return f"a draft begins: {event['reason']}"
        case "toll":
            return f"{event['player']} pays a toll of {event['worth']}"
        case "toll_received":
            return f"{event['player']} gets a toll of {event['worth']}"
        case "loan":
            return f"{event['player']} takes a loan"
        case "neutral_claimed":
            return f"the neutral player takes {event['route']}"
        case "neutral_out":
            return str(event["reason"])
        case "shuffle_tickets":
            return f"the ticket discards are shuffled: {event['number']} tickets in the deck"
        case "last_turns":
            return f"last turns: {event['reason']}"
        case "end":
            return f"end: {event['reason']}"
    return None
