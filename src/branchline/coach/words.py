"""What the coach found, in English sentences, for the terminal and the report."""

from collections.abc import Callable, Iterator

from branchline.advice import Reason
from branchline.boardfile.cards import CARDS
from branchline.coach.analysis import MOST, Analysis, Balance, Costly, Offer
from branchline.coach.decisions import LEAST, SURE
from branchline.notation import Notation

VAGUE = 0.2  # a standard error beyond which nothing is said

CAPPED = (
    "Choices count for at most 100 %, though by our estimate they moved more than the whole game, since a lost game "
    "can be thrown away more than once; the rest is counted as unseen."
)

Sentence = Callable[[Reason, Notation], str]


def _ticket(reason: Reason, notation: Notation) -> str:
    return notation.tickets[reason.ticket or 0].rpartition(" ")[0]


def _route(reason: Reason, notation: Notation) -> str:
    return notation.name("route", reason.route or 0)


def _card(reason: Reason) -> str:
    return CARDS[reason.card or 0]


SENTENCES: dict[str, Sentence] = {
    "completes": lambda r, n: f"It completes {_ticket(r, n)}: {r.points} points.",
    "on_way": lambda r, n: f"It lies on the shortest way for {_ticket(r, n)}; then {r.count} trains are missing.",
    "contested": lambda r, n: "A rival has come to both its ends and could take it.",
    "blocks": lambda r, n: "A rival has come to both its ends: it closes their way.",
    "ends_game": lambda r, n: "It brings on the last turns.",
    "points": lambda r, n: f"It scores {r.points} at once.",
    "deck": lambda r, n: "Nothing that lies open is worth more than a card from the deck.",
    "new_tickets": lambda r, n: f"With {r.count} trains left there is time for new tickets.",
    "more_tickets": lambda r, n: "There is time for new tickets.",
    "fits": lambda r, n: f"{_ticket(r, n)} is worth {r.points} and needs {r.count} more trains.",
    "done_already": lambda r, n: f"{_ticket(r, n)} is joined already: {r.points} points.",
    "card_for": lambda r, n: f"{_card(r).capitalize()} is for {_route(r, n)}; then {r.count} are missing.",
    "card_grey": lambda r, n: f"{_card(r).capitalize()} helps with the grey routes of the plan.",
    "locomotive": lambda r, n: "A locomotive stands for any colour.",
    "locomotive_for": lambda r, n: f"The locomotive is for {_route(r, n)}.",
    "saves_cards": lambda r, n: "The cards are worth more elsewhere.",
    "worth_points": lambda r, n: f"{_ticket(r, n)} is worth {r.points}.",
    "lays": lambda r, n: f"It brings {r.count} cards on the way to the platform.",
    "ticket_asks": lambda r, n: f"{_ticket(r, n)} asks for {_card(r)}.",
}


def because(reasons: tuple[Reason, ...], notation: Notation, most: int = 2) -> str:
    """Reasons as sentences."""
    return " ".join(SENTENCES[reason.key](reason, notation) for reason in reasons[:most])


def percent(value: float) -> str:
    """A whole percentage with its sign."""
    return f"{round(100 * value):+d} %".replace("-", "−")


def summary(analysis: Analysis, balance: Balance) -> str:
    """Luck and choices of a player in a sentence."""
    name = analysis.names[balance.player]
    luck, skill = balance.luck, balance.skill
    parts = f"{_moved(luck.value)} by luck (± {_whole(luck.error)}), {_moved(skill.value)} by choices"
    rest = f"the others' choices {percent(balance.rivals.value)}, unseen cards {percent(balance.unseen.value)}"
    start, end = f"{_whole(balance.start.value)} %", f"{_whole(balance.end)} %"
    told = f"{name}: {parts} (± {_whole(skill.error)}); {rest}. From {start} at the start to {end}."
    return f"{told} {CAPPED}" if abs(skill.value) >= MOST else told


def _moved(value: float) -> str:
    return f"{'gained' if value >= 0 else 'lost'} {_whole(abs(value))} %"


def _whole(value: float) -> int:
    return round(100 * value)


def costly_words(costly: Costly, notation: Notation) -> str:
    """A costly decision in a paragraph."""
    cost = f"{_whole(costly.cost.value)} % (± {_whole(costly.cost.error)})"
    why = because(costly.better.reasons, notation)
    return f"Turn {costly.turn}: {costly.played.text} cost {cost}. Better: {costly.better.text}. {why}".strip()


def offer_words(offer: Offer, analysis: Analysis) -> str:
    """An offer of tickets: what was kept, what came of it, and what keeping each rather than not was worth."""
    told = []
    for ticket, worth in zip(offer.offered, offer.worth, strict=True):
        done = "completed" if ticket in offer.completed else "missed"
        fate = f"kept, {done}" if ticket in offer.kept else "not kept"
        value = f", worth {percent(worth.value)} ± {_whole(worth.error)}" if worth.error else ""
        told.append(f"{analysis.tickets[ticket]} ({fate}{value})")
    when = f"in turn {offer.turn}" if offer.turn else "at the start"
    loss = offer.loss
    verdict = ""
    if loss.value > SURE * loss.error and loss.value >= LEAST:
        verdict = f", {_whole(loss.value)} % worse than the best"
    elif loss.error < VAGUE:
        verdict = ", as good as any" if loss.error else ", the best choice"
    return f"Tickets {when}{verdict}: {'; '.join(told)}."


def in_words(analysis: Analysis, notation: Notation) -> Iterator[str]:
    """All that a terminal shows."""
    for balance in analysis.balances:
        yield summary(analysis, balance)
        found = analysis.costliest(balance.player)
        yield from (f"  {costly_words(costly, notation)}" for costly in found)
        if not found:
            yield "  No decision cost much, beyond doubt."
        yield from (f"  {offer_words(offer, analysis)}" for offer in analysis.offers if offer.player == balance.player)
    for stroke in analysis.strokes[:3]:
        shifts = zip(analysis.names, stroke.shifts, strict=True)
        listed = ", ".join(f"{name} {percent(shift)}" for name, shift in shifts)
        yield f"Great luck in turn {stroke.turn}: {stroke.text}: {listed}."
    for guess in sorted(analysis.guesses, key=lambda guess: guess.move):
        viewer, player = analysis.names[guess.viewer], analysis.names[guess.player]
        after = f", after {guess.after}" if guess.after else ""
        yield f"{viewer} could guess {player}'s ticket {analysis.tickets[guess.ticket]} since turn {guess.turn}{after}."
    yield f"{analysis.playouts:,} games played on in {analysis.seconds:.0f} s."
