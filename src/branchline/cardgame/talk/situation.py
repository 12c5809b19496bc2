"""What a person at the Card Game is told when it is their decision, in short sentences."""

from branchline.actions import Draw, DrawDeck, DrawTickets, Pass, fewest_kept
from branchline.cardgame.actions import LayRow, LayThree
from branchline.cardgame.board import CardTicket
from branchline.cardgame.contents import bits, completed, rows
from branchline.cardgame.facts import cards_asked
from branchline.cardgame.moves import best_set
from branchline.cardgame.rules import state as cards
from branchline.cardgame.talk.game import CardTable
from branchline.engine import phases
from branchline.names import counted, in_words, points
from branchline.position import Position
from branchline.talk.words import Lines, keep_line, listed, number, sentence


def turn_line(game: CardTable, me: int, alone: bool) -> str:
    """Whose turn it is, and which."""
    s = game.position.record
    whose = "your" if alone else f"{game.names[me]}'s"
    if game.turn == 0:
        return f"Before the first turn: {whose} first tickets."
    if s.phase == cards.COMPLETE:
        return f"The deck has run out: {whose} tickets to complete."
    half = ", second half" if s.half == 2 else ""
    return f"Turn {game.turn}{half}, {whose} {'last turn' if s.turns_left else 'turn'}."


def situation(game: CardTable, me: int) -> Lines:
    """Everything a person needs at the start of a turn or of the game."""
    seen = game.position.seen_by(me)
    lines = [display_line(seen), f"Hand: {counted(seen.record.hand[me]) or 'no cards'}."]
    lines += [seat_line(game, seen, p, me) for p in (me, *(q for q in range(seen.players) if q != me))]
    return lines + ticket_lines(game, seen, me)


def ticket_lines(game: CardTable, seen: Position, me: int) -> Lines:
    """The person's own tickets, and what each asks for."""
    mine = bits(seen.record.tickets[me])
    return [f"Ticket {game.notation.tickets[t]} asks for {cards_asked(_ticket(game, t))}." for t in mine]


def _ticket(game: CardTable, t: int) -> CardTicket:
    return game.board.tickets[t]


def display_line(seen: Position) -> str:
    """The cards that lie open."""
    return f"Display: {counted(seen.record.display) or 'empty'}. Deck: {number(int(seen.record.deck_size), 'card')}."


def seat_line(game: CardTable, seen: Position, p: int, me: int) -> str:
    """What everybody knows of a player; one's own platform too, if the game lets its owner look."""
    s = seen.record
    facts = [number(int(s.hand_size[p]), "card")]
    if game.turn > 0:
        facts.append(number(int(s.ticket_count[p]), "ticket"))
    if done := game.notation.points(seen)[p]:
        facts.append(f"{points(done)} for tickets completed")
    line = f"{'You' if p == me else game.names[p]}: {', '.join(facts)}. Yard: {yard_words(seen, p)}."
    platform = int(s.platform[p].sum())
    is_open = p == me and game.board.rules.open_platform and platform
    return f"{line} Platform: {counted(s.platform[p]) if is_open else number(platform, 'card')}."


def yard_words(seen: Position, p: int) -> str:
    """The rows in a player's yard."""
    return "; ".join(in_words(row) for row in rows(seen, p).values()) or "empty"


def asked(game: CardTable, me: int) -> Lines:
    """What the person has to decide now."""
    seen = game.position.seen_by(me)
    match int(seen.record.phase):
        case phases.KEEP_START | phases.KEEP:
            return _asked_tickets(game, seen, me)
        case phases.TURN:
            return [_asked_turn(game)]
        case phases.SECOND:
            return ["Draw a second card."]
        case phases.LOCOMOTIVES:
            return ["How many locomotives has the row? Say a number, or undo."]
    return _asked_completion(game, seen, me)


def _asked_turn(game: CardTable) -> str:
    legal = game.legal_actions()
    if legal == [Pass()]:
        return "Nothing is possible for you: say pass."
    parts = ["draw a card"] if any(isinstance(action, Draw | DrawDeck) for action in legal) else []
    parts += ["lay cards"] if any(isinstance(action, LayThree | LayRow) for action in legal) else []
    parts += ["draw tickets"] if DrawTickets() in legal else []
    return sentence(listed(parts, "or"))


def _asked_tickets(game: CardTable, seen: Position, me: int) -> Lines:
    offer = bits(seen.record.offer[me])
    lines = []
    for i, t in enumerate(offer, 1):
        ticket = _ticket(game, t)
        lines.append(f"{i}: {ticket.a}–{ticket.b}, {points(ticket.points)}, asks for {cards_asked(ticket)}.")
    return [*lines, keep_line(fewest_kept(game.legal_actions()), len(offer))]


def _asked_completion(game: CardTable, seen: Position, me: int) -> Lines:
    """The tickets with their numbers, the platform, and the best set."""
    s = seen.record
    lines = [f"Platform: {counted(s.platform[me]) or 'no cards'}."]
    for i, t in enumerate(bits(s.tickets[me]), 1):
        ticket = _ticket(game, t)
        lines.append(f"{i}: {game.notation.tickets[t]}, asks for {cards_asked(ticket)}.")
    if s.chosen[me]:
        named = listed([game.notation.tickets[t] for t in bits(s.chosen[me])])
        return [*lines, f"Chosen: {named}. Name further tickets after complete, or say done; or undo."]
    best = completed(seen, best_set(game.notation, seen).after)
    if not best:
        return [*lines, "None can be completed: say best."]
    told = listed([game.notation.tickets[t] for t in best])
    gained = sum(_ticket(game, t).points for t in best)
    lines.append(f"Best: {told}, {points(gained)}. Say best; or others, for example complete 1; or complete none.")
    return lines
