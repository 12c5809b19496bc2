"""The events of the map games: what moves and chance did, and what followed from them."""

from collections.abc import Iterator, Sequence
from functools import partial

from branchline.actions import Draw, DrawDeck, DrawTickets, KeepTickets, Pass
from branchline.boardfile.cards import CARDS, LOCOMOTIVE
from branchline.engine import phases
from branchline.engine.limits import DISPLAY, KINDS
from branchline.events import end, places
from branchline.log import Chance, Move
from branchline.mapgame.actions import BuildStation, Claim, NeutralTakes, PickTicket, TakeFestival, Withdraw
from branchline.mapgame.contents import bits, elements, neutral_route, paid
from branchline.mapgame.names import MapNames
from branchline.mapgame.rules import state as rules
from branchline.names import points, spelled
from branchline.notation import Event
from branchline.position import Plain, Position


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
            return {"kind": "withdraw", "reason": f"the tunnel asks for {before.plain.surcharge} more"}
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


_DISPLAY, _TURNS_LEFT, _PHASE = (place.start for place in places(rules.STATE, "display_size", "turns_left", "phase"))
_DECK, _OWNED = places(rules.STATE, "deck_size", "owned")
_MASK = 128  # the bits of one player's routes
_EXTRAS = ("tokens", "loans", "neutral", "neutral_in", "ticket_discards_size", "pile", "draft")
_EXTRA = dict(zip(_EXTRAS, places(rules.STATE, *_EXTRAS), strict=True))
_DEALING = (phases.DEAL_CARD, phases.FILL, phases.BLIND, phases.TURN_CARD)  # chance takes a card from the deck


def consequences(notation: MapNames, players: Sequence[str], before: Position, after: Position) -> list[Event]:
    """What follows from a move or from chance by the rules alone; mostly nothing does, and the bytes tell so."""
    found: list[Event] = []
    s, t = before.states.tobytes(), after.states.tobytes()
    if s[_DECK.start] <= 1 and (number := _shuffled(s, t)):
        found.append({"player": None, "kind": "shuffle", "reason": "the deck is empty", "number": number})
    if s[_OWNED] != t[_OWNED]:
        for p, r in _claimed(s[_OWNED], t[_OWNED]):
            gained = after.states["score"].item(p) - before.states["score"].item(p)
            found.append({"player": players[p], "kind": "claimed", **_route(notation, r), "points": gained})
    extras = notation.extras
    if extras and (changed := [extra for extra in extras if s[_EXTRA[extra]] != t[_EXTRA[extra]]]):
        found += _extras(notation, players, changed, before, after)
    if t[_DISPLAY] == 0 and s[_DISPLAY] >= DISPLAY - 1 and t[_PHASE] == phases.FILL:
        found.append({"player": None, "kind": "reset", "reason": f"{resetting(notation)} in the display"})
    if t[_TURNS_LEFT] and not s[_TURNS_LEFT]:
        left = after.plain.trains[before.player]
        reason = f"{players[before.player]} has {left} {'train' if left == 1 else 'trains'} left"
        found.append({"player": players[before.player], "kind": "last_turns", "reason": reason})
    if t[_PHASE] == phases.OVER:
        reason = "the last turns are played" if s[_TURNS_LEFT] else "nobody can do anything"
        found.append(end(partial(score_parts, notation), players, after, reason))
    return found


def _shuffled(s: bytes, t: bytes) -> int:
    """The size of a new deck of the discards, where the last card of the old one was drawn or there was none."""
    was = int.from_bytes(s[_DECK], "little")
    if was == 0 or (was == 1 and s[_PHASE] in _DEALING):
        return int.from_bytes(t[_DECK], "little")
    return 0


def _claimed(then: bytes, now: bytes) -> Iterator[tuple[int, int]]:
    """The routes that have a new owner, with who that is."""
    new = int.from_bytes(now, "little") & ~int.from_bytes(then, "little")
    return (divmod(place, _MASK) for place in elements(new))


def _extras(
    notation: MapNames, players: Sequence[str], changed: Sequence[str], before: Position, after: Position
) -> Iterator[Event]:
    """What happened besides cards, routes and tickets."""
    if "tokens" in changed or "loans" in changed:
        yield from _tolls(players, before, after)
    if "neutral" in changed:
        for r in bits(after.states["neutral"][0] & ~before.states["neutral"][0]):
            yield {"player": None, "kind": "neutral_claimed", **_route(notation, r)}
    if "neutral_in" in changed and not after.plain.neutral_in:
        yield {"player": None, "kind": "neutral_out", "reason": "the neutral player is out for good"}
    if "ticket_discards_size" in changed:
        yield from _ticket_shuffle(before, after)
    if "pile" in changed:
        yield from _festivals(notation, players, before, after)
    if "draft" in changed and after.plain.draft and not before.plain.draft:
        side = "left" if after.plain.draft == 1 else "right"
        yield {"player": None, "kind": "draft", "reason": f"the packs go to the {side}"}


def _tolls(players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """Tokens and loans that changed hands."""
    s, t = before.plain, after.plain
    for p, name in enumerate(players):
        if paid_toll := s.tokens[p] - t.tokens[p]:
            kind = "toll" if paid_toll > 0 else "toll_received"
            yield {"player": name, "kind": kind, "worth": abs(paid_toll)}
        if t.loans[p] > s.loans[p]:
            yield {"player": name, "kind": "loan", "number": t.loans[p]}


def _ticket_shuffle(before: Position, after: Position) -> Iterator[Event]:
    """A new deck of the tickets that lay open."""
    s, t = before.plain, after.plain
    if t.ticket_deck_size > s.ticket_deck_size and s.ticket_discards_size > t.ticket_discards_size:
        number = t.ticket_deck_size
        yield {"player": None, "kind": "shuffle_tickets", "reason": "the ticket deck is empty", "number": number}


def _festivals(notation: MapNames, players: Sequence[str], before: Position, after: Position) -> Iterator[Event]:
    """Festival cards taken."""
    for name, then, now in zip(players, before.plain.pile, after.plain.pile, strict=False):
        if then != now:
            for city, was, number in zip(notation.festivals, then, now, strict=False):
                if taken := number - was:
                    yield {"player": name, "kind": "festivals_taken", "city": city, "number": taken}


def score_parts(notation: MapNames, end: Position, r: Plain, p: int) -> Event:
    """The parts of a player's score."""
    rules = notation.board.rules
    parts = ("routes", "tickets", "longest_path_bonus", "most_tickets_bonus", "completed", "longest_path")
    score: Event = {part: getattr(r, part)[p] for part in parts}
    done = set(bits(r.done[p]))
    score["done"] = [notation.tickets[t] for t in sorted(done)]
    score["not_done"] = [notation.tickets[t] for t in bits(end.states["tickets"][0, p]) if t not in done]
    if any(rules.start_scores):
        score["start"] = r.start[p]
    if rules.toll_tokens:
        score |= {"toll_bonus": r.toll_bonus[p], "loan_points": r.loan_points[p]}
        score |= {"tokens": end.plain.tokens[p], "loans": end.plain.loans[p]}
    if notation.festivals:
        score["festivals"] = r.festivals[p]
        score["pile"] = {city: n for city, n in zip(notation.festivals, end.plain.pile[p], strict=False) if n}
    if rules.stations:
        score |= {"stations": r.stations[p], "stations_bonus": r.stations_bonus[p]}
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
