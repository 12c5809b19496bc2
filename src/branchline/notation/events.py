"""The events of a game for other programs: plain names, one dictionary an event, chance included."""

from collections.abc import Iterator, Sequence
from typing import Any

from branchline.boards.board import CARDS
from branchline.log import Entry, Move, Undo, follow
from branchline.notation.claims import bits, neutral_route, paid
from branchline.notation.moves import MapNotation
from branchline.notation.words import points
from branchline.position import Position
from branchline.rules import state as rules

Event = dict[str, Any]


def events(notation: MapNotation, players: Sequence[str], start: Position, log: Sequence[Entry]) -> Iterator[Event]:
    """Every event of a log, in order: moves, what chance did, and what followed from them."""
    number = 0
    for entry, before, after in follow(start, log):
        for event in (told(notation, players, entry, before), *consequences(notation, players, before, after)):
            number += 1
            yield {"event": number, "turn": max(before.turn, 0), **event}
            if isinstance(entry, Undo):
                break


def told(notation: MapNotation, players: Sequence[str], entry: Entry, before: Position) -> Event:
    """An entry of the log in plain names."""
    if isinstance(entry, Undo):
        return {"player": players[entry.player], "kind": "undo"}
    if isinstance(entry, Move):
        return {"player": players[entry.player], **_move(notation, entry, before), "text": entry.text}
    who = None if entry.player is None else players[entry.player]
    event: Event = {"player": who, "kind": entry.label, "chance": True}
    if entry.label == "neutral":
        return {**event, "ticket": _ticket(notation, entry.outcome), "cities": _neutral_line(notation, entry.outcome)}
    if entry.label != "tickets" and entry.outcome >= rules.KINDS:
        if entry.outcome == rules.DEAL_CARD_TURNED:
            return {**event, "kind": "deal_card", "from": entry.label}
        city = notation.festivals[entry.outcome - rules.FESTIVAL_CARD]
        return {**event, "kind": "festival", "from": entry.label, "city": city}
    if entry.label == "tickets":
        return {**event, "ticket": _ticket(notation, entry.outcome)}
    return {**event, "cards": {CARDS[entry.outcome]: 1}}


def _move(notation: MapNotation, move: Move, before: Position) -> Event:
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
        offer = bits(before.record.offer[move.player])
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
    if before.record.phase == rules.PICK:
        offer = bits(before.record.offer[move.player])
        return {"kind": "pick", "ticket": _ticket(notation, offer[action - rules.PICK_TICKET])}
    if before.record.phase == rules.FESTIVAL:
        return {"kind": "choose_festival", "city": notation.festivals[action - rules.TAKE_FESTIVAL]}
    if before.record.phase == rules.NEUTRAL:
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


def _route(notation: MapNotation, r: int) -> Event:
    route = notation.board.routes[r]
    return {
        "cities": [route.a, route.b],
        "route": notation.routes[r],
        "route_kind": route.kind,
        "colour": route.colour or "grey",
        "length": route.length,
    }


def _ticket(notation: MapNotation, t: int) -> Event:
    ticket = notation.board.tickets[t]
    return {"cities": [ticket.a, ticket.b], "points": ticket.points}


def _neutral_line(notation: MapNotation, t: int) -> list[str]:
    return list(notation.board.tickets[t].neutral or ())


def consequences(notation: MapNotation, players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """What follows from a move or from chance by the rules alone."""
    s, t = before.plain, after.plain
    if t.display_size == 0 and s.display_size == rules.DISPLAY - 1 and t.phase == rules.FILL:
        yield {"player": None, "kind": "reset", "reason": "three locomotives in the display"}
    if t.deck_size > s.deck_size and s.deck_size <= 1:
        yield {"player": None, "kind": "shuffle", "reason": "the deck is empty", "number": int(t.deck_size)}
    for p in range(before.players) if t.owned != s.owned else ():
        for r in set(bits(t.owned[p])) - set(bits(s.owned[p])):
            gained = int(t.score[p] - s.score[p])
            yield {"player": players[p], "kind": "claimed", **_route(notation, r), "points": gained}
    facts = notation.board.rules
    if facts.toll_tokens or facts.neutral_trains or "discarded" in (facts.returned, facts.start_returned):
        yield from _tolls(notation, players, before, after)
    if notation.festivals or facts.draft_keep:
        yield from _festivals(notation, players, before, after)
    if t.turns_left > 0 and s.turns_left == 0:
        left = int(t.trains[before.player])
        reason = f"{players[before.player]} has {left} {'train' if left == 1 else 'trains'} left"
        yield {"player": players[before.player], "kind": "last_turns", "reason": reason}
    if after.is_over:
        reason = "the last turns are played" if s.turns_left else "nobody can do anything"
        yield {"player": None, "kind": "end", "reason": reason, **result(notation, players, after)}


def _tolls(notation: MapNotation, players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """Tokens and loans that changed hands, what the neutral player did, and ticket discards shuffled."""
    s, t = before.plain, after.plain
    for p in range(before.players):
        if paid_toll := int(s.tokens[p]) - int(t.tokens[p]):
            kind = "toll" if paid_toll > 0 else "toll_received"
            yield {"player": players[p], "kind": kind, "worth": abs(paid_toll)}
        if t.loans[p] > s.loans[p]:
            yield {"player": players[p], "kind": "loan", "number": int(t.loans[p])}
    for r in set(bits(t.neutral)) - set(bits(s.neutral)):
        yield {"player": None, "kind": "neutral_claimed", **_route(notation, r)}
    if s.neutral_in and not t.neutral_in:
        yield {"player": None, "kind": "neutral_out", "reason": "the neutral player is out for good"}
    if t.ticket_deck_size > s.ticket_deck_size and s.ticket_discards_size > t.ticket_discards_size:
        number = int(t.ticket_deck_size)
        yield {"player": None, "kind": "shuffle_tickets", "reason": "the ticket deck is empty", "number": number}


def _festivals(notation: MapNotation, players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """Festival cards taken, and drafts that begin or go on."""
    s, t = before.plain, after.plain
    for p in range(before.players):
        for f, city in enumerate(notation.festivals):
            if taken := t.pile[p][f] - s.pile[p][f]:
                yield {"player": players[p], "kind": "festivals_taken", "city": city, "number": taken}
    if t.draft and not s.draft:
        side = "left" if t.draft == 1 else "right"
        yield {"player": None, "kind": "draft", "reason": f"the packs go to the {side}"}


def result(notation: MapNotation, players: Sequence[str], end: Position) -> Event:
    """The final score in plain names."""
    r = end.score()
    scores = []
    for p, name in enumerate(players):
        score: Event = {"player": name, "total": int(r.total[p]), "place": int(r.place[p])}
        for part in ("routes", "tickets", "longest_path_bonus", "most_tickets_bonus", "completed", "longest_path"):
            score[part] = int(r[part][p])
        if any(notation.board.rules.start_scores):
            score["start"] = int(r.start[p])
        if notation.board.rules.toll_tokens:
            score |= {part: int(r[part][p]) for part in ("toll_bonus", "loan_points")}
            score |= {"tokens": int(end.record.tokens[p]), "loans": int(end.record.loans[p])}
        if notation.festivals:
            score["festivals"] = int(r.festivals[p])
            score["pile"] = {city: int(n) for city, n in zip(notation.festivals, end.record.pile[p], strict=False) if n}
        if notation.board.rules.stations:
            score |= {"stations": int(r.stations[p]), "stations_bonus": int(r.stations_bonus[p])}
            score["borrowed"] = [notation.routes[i] for i in bits(r.borrowed[p])]
        scores.append(score)
    return {"scores": scores, "winners": [name for p, name in enumerate(players) if r.place[p] == 1]}


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
            return f"{event['player']} takes {event['number']} festival cards at {event['city']}"
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
