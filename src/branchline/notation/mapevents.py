"""The events of the map games: what moves and chance did, and what followed from them."""

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from branchline.boards.board import CARDS
from branchline.log import Chance, Move
from branchline.notation.claims import bits, neutral_route, paid
from branchline.notation.events import end
from branchline.notation.protocol import Event
from branchline.notation.words import points
from branchline.position import Position
from branchline.rules import state as rules

if TYPE_CHECKING:
    from branchline.notation.moves import MapNotation


def chance_event(notation: "MapNotation", entry: Chance) -> Event:
    """What chance did."""
    if entry.label == "neutral":
        return {"ticket": _ticket(notation, entry.outcome), "cities": _neutral_line(notation, entry.outcome)}
    if entry.label == "tickets":
        return {"ticket": _ticket(notation, entry.outcome)}
    if entry.outcome == rules.DEAL_CARD_TURNED:
        return {"kind": "deal_card", "from": entry.label}
    if entry.outcome >= rules.KINDS:
        city = notation.festivals[entry.outcome - rules.FESTIVAL_CARD]
        return {"kind": "festival", "from": entry.label, "city": city}
    return {"cards": {CARDS[entry.outcome]: 1}}


def move_event(notation: "MapNotation", move: Move, before: Position) -> Event:
    """What a player did."""
    action = move.actions[0]
    if action >= notation.first_build:
        city = notation.places.names[(action - notation.first_build) // rules.KINDS]
        return {"kind": "build", "city": city, "cards": _cards(before, move)}
    if action >= rules.CLAIM:
        return {
            "kind": "claim",
            **_route(notation, (action - rules.CLAIM) // rules.HOWS),
            "cards": _cards(before, move),
        }
    if action >= rules.KEEP_SET:
        offer = bits(before.states["offer"][0, move.player])
        kept = [t for i, t in enumerate(offer) if (action - rules.KEEP_SET) >> i & 1]
        returned = [t for t in offer if t not in kept]
        return {
            "kind": "keep",
            "tickets": [_ticket(notation, t) for t in kept],
            "returned": [_ticket(notation, t) for t in returned],
        }
    if action < rules.DRAW_BLIND:
        return {"kind": "draw", "from": "display", "cards": {CARDS[action]: 1}}
    if action == rules.WITHDRAW:
        return {"kind": "withdraw", "reason": f"the tunnel asks for {before.record.surcharge} more"}
    if before.phase == rules.PICK:
        offer = bits(before.states["offer"][0, move.player])
        return {"kind": "pick", "ticket": _ticket(notation, offer[action - rules.PICK_TICKET])}
    if before.phase == rules.FESTIVAL:
        return {"kind": "choose_festival", "city": notation.festivals[action - rules.TAKE_FESTIVAL]}
    if before.phase == rules.NEUTRAL:
        return {"kind": "choose_neutral", **_route(notation, neutral_route(before, action))}
    if action == rules.PASS:
        return {"kind": "pass", "reason": "no action is legal"}
    if action == rules.DRAW_BLIND:
        return {"kind": "draw", "from": "deck"}
    if action == rules.DRAW_TICKETS:
        return {"kind": "draw_tickets"}
    return {"kind": "pay", "reason": "tunnel", "cards": _cards(before, move)}


def _cards(before: Position, move: Move) -> dict[str, int]:
    return {CARDS[kind]: n for kind, n in enumerate(paid(before, move.actions)) if n}


def _route(notation: "MapNotation", r: int) -> Event:
    route = notation.board.routes[r]
    return {
        "cities": [route.a, route.b],
        "route": notation.routes[r],
        "route_kind": route.kind,
        "colour": route.colour or "grey",
        "length": route.length,
    }


def _ticket(notation: "MapNotation", t: int) -> Event:
    ticket = notation.board.tickets[t]
    return {"cities": [ticket.a, ticket.b], "points": ticket.points}


def _added(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """What a mask has that it did not have."""
    return bits([now & ~then for then, now in zip(before, after, strict=True)])


def _neutral_line(notation: "MapNotation", t: int) -> list[str]:
    return list(notation.board.tickets[t].neutral or ())


def _places(*names: str) -> list[slice]:
    """Where fields lie in the bytes of a record."""
    fields: Mapping[str, Any] = rules.STATE.fields or {}
    return [slice(fields[name][1], fields[name][1] + fields[name][0].itemsize) for name in names]


_telling = itemgetter(*_places("owned", "tokens", "loans", "neutral", "neutral_in", "pile", "draft", "turns_left"))
_DECK, _TICKETS, _DISPLAY, _PHASE = _places("deck_size", "ticket_deck_size", "display_size", "phase")


def is_quiet(before: Position, after: Position) -> bool:
    """Whether nothing follows, as after most cards drawn: much faster to see than to look for all that may."""
    s, t = before.states.tobytes(), after.states.tobytes()
    return (
        _telling(s) == _telling(t)
        and int.from_bytes(t[_DECK], "little") <= int.from_bytes(s[_DECK], "little")
        and t[_TICKETS] <= s[_TICKETS]
        and t[_DISPLAY] != b"\0"
        and t[_PHASE][0] != rules.OVER
    )


def consequences(notation: "MapNotation", players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """What follows from a move or from chance by the rules alone."""
    return iter(()) if is_quiet(before, after) else followed(notation, players, before, after)


def followed(notation: "MapNotation", players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """The same, looked for everywhere."""
    s, t = before.plain, after.plain
    if t.display_size == 0 and s.display_size == rules.DISPLAY - 1 and t.phase == rules.FILL:
        yield {"player": None, "kind": "reset", "reason": "three locomotives in the display"}
    if t.deck_size > s.deck_size and s.deck_size <= 1:
        yield {"player": None, "kind": "shuffle", "reason": "the deck is empty", "number": int(t.deck_size)}
    for p in range(before.players):
        for r in _added(s.owned[p], t.owned[p]):
            gained = int(t.score[p] - s.score[p])
            yield {"player": players[p], "kind": "claimed", **_route(notation, r), "points": gained}
    fields = notation.board.rules
    if fields.toll_tokens or fields.neutral_trains or "discarded" in (fields.returned, fields.start_returned):
        yield from _tolls(notation, players, before, after)
    if notation.festivals or fields.draft_keep:
        yield from _festivals(notation, players, before, after)
    if t.turns_left > 0 and s.turns_left == 0:
        left = int(t.trains[before.player])
        reason = f"{players[before.player]} has {left} {'train' if left == 1 else 'trains'} left"
        yield {"player": players[before.player], "kind": "last_turns", "reason": reason}
    if after.is_over:
        reason = "the last turns are played" if s.turns_left else "nobody can do anything"
        yield end(notation, players, after, reason)


def _tolls(notation: "MapNotation", players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """Tokens and loans that changed hands, what the neutral player did, and ticket discards shuffled."""
    s, t = before.plain, after.plain
    for p in range(before.players):
        if paid_toll := int(s.tokens[p]) - int(t.tokens[p]):
            kind = "toll" if paid_toll > 0 else "toll_received"
            yield {"player": players[p], "kind": kind, "worth": abs(paid_toll)}
        if t.loans[p] > s.loans[p]:
            yield {"player": players[p], "kind": "loan", "number": int(t.loans[p])}
    for r in _added(s.neutral, t.neutral):
        yield {"player": None, "kind": "neutral_claimed", **_route(notation, r)}
    if s.neutral_in and not t.neutral_in:
        yield {"player": None, "kind": "neutral_out", "reason": "the neutral player is out for good"}
    if t.ticket_deck_size > s.ticket_deck_size and s.ticket_discards_size > t.ticket_discards_size:
        number = int(t.ticket_deck_size)
        yield {"player": None, "kind": "shuffle_tickets", "reason": "the ticket deck is empty", "number": number}


def _festivals(notation: "MapNotation", players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """Festival cards taken, and drafts that begin or go on."""
    s, t = before.plain, after.plain
    for p in range(before.players):
        for f, city in enumerate(notation.festivals):
            if taken := t.pile[p][f] - s.pile[p][f]:
                yield {"player": players[p], "kind": "festivals_taken", "city": city, "number": taken}
    if t.draft and not s.draft:
        side = "left" if t.draft == 1 else "right"
        yield {"player": None, "kind": "draft", "reason": f"the packs go to the {side}"}


def score_parts(notation: "MapNotation", end: Position, r: Any, p: int) -> Event:
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


def comment(event: Event) -> str | None:
    """A consequence in words, for a reader of the record."""
    match event["kind"]:
        case "reset":
            return "three locomotives: a new display"
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
