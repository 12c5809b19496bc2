"""What a person at the table is told when it is their decision, in short sentences."""

from branchline.boards.board import CARDS
from branchline.network import Network, elements, mask
from branchline.notation.refusal import price
from branchline.notation.words import counted, points
from branchline.position import Position
from branchline.rules import state as rules
from branchline.table.mapgame import MapGame
from branchline.table.words import Lines, listed, number, sentence

DONE = "is done"


def turn_line(game: MapGame, me: int, alone: bool) -> str:
    """Whose turn it is, and which."""
    whose = "your" if alone else f"{game.names[me]}'s"
    if game.turn == 0:
        return f"Before the first turn: {whose} first tickets."
    last = "last turn" if game.position.record.turns_left else "turn"
    return f"Turn {game.turn}, {whose} {last}."


def situation(game: MapGame, me: int) -> Lines:
    """Everything a person needs at the start of a turn or of the game."""
    seen = game.position.view(me)
    lines = [display_line(seen), hand_line(seen, me)]
    lines += [seat_line(game, seen, p, me) for p in (me, *(q for q in range(seen.players) if q != me))]
    return lines + ticket_lines(game, seen, me)


def display_line(seen: Position) -> str:
    """The cards that lie open."""
    return f"Display: {counted(seen.record.display) or 'empty'}."


def hand_line(seen: Position, me: int) -> str:
    """The cards in hand."""
    return f"Hand: {counted(seen.record.hand[me]) or 'no cards'}."


def seat_line(game: MapGame, seen: Position, p: int, me: int) -> str:
    """What everybody knows of a player."""
    s = seen.record
    facts = [points(int(s.score[p])), number(int(s.trains[p]), "train"), number(int(s.hand_size[p]), "card")]
    if game.turn > 0:
        facts.append(number(int(s.ticket_count[p]), "ticket"))
    if built := int(s.stations[p]).bit_count():
        facts.append(number(built, "station"))
    if s.loans[p]:
        facts.append(number(int(s.loans[p]), "loan"))
    return f"{'You' if p == me else game.names[p]}: {', '.join(facts)}."


def ticket_lines(game: MapGame, seen: Position, me: int) -> Lines:
    """The person's own tickets: what each still needs, then those that are done."""
    network = Network(seen.board)
    states = {t: state(network, seen, me, t) for t in elements(mask(seen.record.tickets[me]))}
    names = game.notation.tickets
    lines = [f"Ticket {names[t]} {words}." for t, words in states.items() if words != DONE]
    done = [names[t] for t, words in states.items() if words == DONE]
    return lines + ([f"Tickets done: {', '.join(done)}."] if done else [])


def state(network: Network, seen: Position, me: int, ticket: int) -> str:
    """Whether a ticket is done, and if not, how many trains it needs at least."""
    way = network.shortest(network.ticket_ends[ticket], network.costs(seen, me))
    if way is None:
        return "cannot be done any more"
    return f"needs {number(way[0], 'train')}" if way[0] else DONE


def asked(game: MapGame, me: int) -> Lines:
    """What the person has to decide now."""
    seen = game.position.view(me)
    match int(seen.record.phase):
        case rules.KEEP_START | rules.KEEP:
            return _asked_tickets(game, seen, me)
        case rules.TURN:
            return [_asked_turn(game)]
        case rules.SECOND:
            return ["Draw a second card."]
        case rules.LOCOMOTIVES:
            return [f"How do you pay for {_under_way(game, seen)}? Say a number, or undo."]
        case rules.PICK:
            return _asked_pick(game, seen, me)
        case rules.FESTIVAL | rules.NEUTRAL:
            ways = [game.notation.text(game.position, [action]) for action in game.actions()]
            return [f"Say {listed(ways, 'or')}."]
        case rules.SURCHARGE:
            return ["Say a number. To withdraw is to take your cards back; the turn is then over."]
        case _:
            return _asked_exchange(game, seen)


def _under_way(game: MapGame, seen: Position) -> str:
    """The route or the station that is being paid for."""
    s = seen.record
    if s.city != rules.NO_CITY:
        return f"a station in {game.notation.places.names[s.city]}"
    return game.notation.routes[int(s.route)]


def _asked_pick(game: MapGame, seen: Position, me: int) -> Lines:
    return [*_offer_lines(game, seen, me), "Pick one of these; the others go on. For example: pick 1."]


def _asked_turn(game: MapGame) -> str:
    legal = game.actions()
    if legal == [rules.PASS]:
        return "Nothing is possible for you: say pass."
    claims = [action for action in legal if rules.CLAIM <= action < game.notation.first_build]
    routes = len({game.board.routes[(action - rules.CLAIM) // rules.HOWS] for action in claims})
    parts = ["draw a card"] if legal[0] <= rules.DRAW_BLIND else []
    parts += [f"claim a route ({routes} can be paid)"] if routes else []
    parts += ["build a station"] if legal[-1] >= game.notation.first_build else []
    parts += ["draw tickets"] if rules.DRAW_TICKETS in legal else []
    return sentence(listed(parts, "or"))


def _asked_tickets(game: MapGame, seen: Position, me: int) -> Lines:
    offer = elements(mask(seen.record.offer[me]))
    least = min((action - rules.KEEP_SET).bit_count() for action in game.actions())
    example = " ".join(str(i + 1) for i in range(max(1, min(least, len(offer)))))
    lines = _offer_lines(game, seen, me)
    if seen.record.draft:
        return [*lines, f"Keep exactly {least} of these {len(offer)}. For example: keep {example}."]
    return [
        *lines,
        f"Keep at least {least} of these {len(offer)}. For example: keep {example}. Or: keep all.",
    ]


def _offer_lines(game: MapGame, seen: Position, me: int) -> Lines:
    """The tickets to choose from, each with what it needs."""
    network = Network(seen.board)
    lines = []
    for i, t in enumerate(elements(mask(seen.record.offer[me])), 1):
        ticket = game.notation.board.tickets[t]
        needs = state(network, seen, me, t)
        lines.append(f"{i}: {ticket.a}–{ticket.b}, {points(ticket.points)}, {needs}.")
    return lines


def _asked_exchange(game: MapGame, seen: Position) -> Lines:
    s = seen.record
    name = game.notation.routes[s.route]
    if not s.paid_size:
        hand = counted(s.hand[s.player])
        return [
            f"Exchange for {name}: {price(seen.board[0], int(s.route))}.",
            f"Hand: {hand}. Say all the cards you pay, for example {counted(_even_payment(game))}; or undo.",
        ]
    may = [CARDS[action - rules.CARD] for action in game.actions() if rules.CARD <= action < rules.DONE]
    may += ["say done"] if rules.DONE in game.actions() else []
    return [f"Down for {name}: {counted(s.paid)}.", f"Next card: {listed(may, 'or')}; or undo."]


def _even_payment(game: MapGame) -> list[int]:
    """Some payment that completes the exchange under way."""
    after = game.position.copy()
    while rules.DONE not in (legal := after.legal()):
        after.apply(legal[0])
    return [int(n) for n in after.record.paid]
