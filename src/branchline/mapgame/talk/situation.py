"""What a person at the table is told when it is their decision, in short sentences."""

from branchline.actions import Done, Draw, DrawDeck, DrawTickets, Pass, fewest_kept
from branchline.engine import phases
from branchline.mapgame.actions import BuildStation, Claim, PutDown
from branchline.mapgame.network import Network, elements, mask
from branchline.mapgame.refusals import price
from branchline.mapgame.rules import state as rules
from branchline.mapgame.talk.game import MapGame
from branchline.names import counted, points
from branchline.position import Position
from branchline.talk.words import Lines, keep_example, keep_line, listed, number, sentence

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
    seen = game.position.seen_by(me)
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


def ways_of_tickets(game: MapGame, me: int) -> Lines:
    """The person's own tickets, each with the routes that its shortest way still needs."""
    seen = game.position.seen_by(me)
    network = Network(seen.board)
    costs = network.costs(seen, me)
    lines = []
    for t in elements(mask(seen.record.tickets[me])):
        way = network.shortest(network.ticket_ends[t], costs)
        missing = [game.notation.routes[route] for route in reversed(way[1]) if costs[route]] if way else []
        by = f": {', '.join(missing)}" if missing else ""
        lines.append(f"Ticket {game.notation.tickets[t]} {state(network, seen, me, t)}{by}.")
    return lines or ["You have no tickets yet."]


def asked(game: MapGame, me: int) -> Lines:
    """What the person has to decide now."""
    seen = game.position.seen_by(me)
    match int(seen.record.phase):
        case phases.KEEP_START | phases.KEEP:
            return _asked_tickets(game, seen, me)
        case phases.TURN:
            return [_asked_turn(game)]
        case phases.SECOND:
            return ["Draw a card from the display." if seen.record.to_deal else "Draw a second card."]
        case phases.LOCOMOTIVES:
            return [f"How do you pay for {_under_way(game, seen)}? Say a number, or undo."]
        case phases.PICK:
            return _asked_pick(game, seen, me)
        case phases.FESTIVAL | phases.NEUTRAL:
            ways = [game.notation.text(game.position, *move) for move in game.notation.moves(game.position)]
            return [f"Say {listed(ways, 'or')}."]
        case phases.SURCHARGE:
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
    legal = game.legal_actions()
    if legal == [Pass()]:
        return "Nothing is possible for you: say pass."
    routes = len({game.board.routes[action.route] for action in legal if isinstance(action, Claim)})
    parts = ["draw a card"] if any(isinstance(action, Draw | DrawDeck) for action in legal) else []
    parts += [f"claim a route ({routes} can be paid)"] if routes else []
    parts += ["build a station"] if any(isinstance(action, BuildStation) for action in legal) else []
    parts += ["draw tickets"] if DrawTickets() in legal else []
    return sentence(listed(parts, "or"))


def _asked_tickets(game: MapGame, seen: Position, me: int) -> Lines:
    offer = elements(mask(seen.record.offer[me]))
    least = fewest_kept(game.legal_actions())
    lines = _offer_lines(game, seen, me)
    if seen.record.draft:
        return [*lines, f"Keep exactly {least} of these {len(offer)}. For example: {keep_example(least)}."]
    return [*lines, keep_line(least, len(offer))]


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
    legal = game.legal_actions()
    may = [action.card for action in legal if isinstance(action, PutDown)]
    may += ["say done"] if Done() in legal else []
    return [f"Down for {name}: {counted(s.paid)}.", f"Next card: {listed(may, 'or')}; or undo."]


def _even_payment(game: MapGame) -> list[int]:
    """Some payment that completes the exchange under way."""
    after, done = game.position.copy(), game.notation.actions.number(Done())
    while done not in (legal := after.legal()):
        after.apply(legal[0])
    return [int(n) for n in after.record.paid]
