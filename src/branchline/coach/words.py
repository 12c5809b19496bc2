"""What the coach found, in English sentences, for the terminal and the report."""

from collections.abc import Callable, Iterator, Sequence

from branchline.advice import Reason
from branchline.boardfile.cards import CARDS
from branchline.coach.analysis import MOST, Analysis, Balance, Costly, Guess, Offer
from branchline.coach.decisions import LEAST, SURE
from branchline.notation import Notation

VAGUE = 0.2  # a standard error beyond which nothing is said

CAPPED = (
    "Choices count for at most 100 %, though by our estimate they moved more than the whole game, since a lost game "
    "can be thrown away more than once; the rest is counted as unseen."
)

BEST = "Games played on from here go best with it."
ROUGH = "These are rough figures; they get sharper with more time."


def some(n: int, what: str) -> str:
    """So many of something."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _missing(n: int, what: str) -> str:
    """How many of something are missing then."""
    return f"then {some(n, what)} {'is' if n == 1 else 'are'} missing" if n else "then nothing is missing"


class Speaker:
    """Names what reasons are about, in one game."""

    def __init__(self, notation: Notation, names: Sequence[str]) -> None:
        self._notation, self._names = notation, names

    def ticket(self, reason: Reason) -> str:
        """The ticket, without its points."""
        return self._notation.tickets[reason.ticket or 0].rpartition(" ")[0]

    def route(self, reason: Reason) -> str:
        """The route."""
        return self._notation.name("route", reason.route or 0)

    def rival(self, reason: Reason) -> str:
        """The player."""
        return self._names[reason.player or 0]

    def because(self, reasons: Sequence[Reason], most: int = 2) -> str:
        """Reasons as sentences."""
        return " ".join(SENTENCES[reason.key](reason, self) for reason in reasons[:most]) or BEST


def _card(reason: Reason) -> str:
    return CARDS[reason.card or 0]


def _points(reason: Reason) -> str:
    return some(reason.points or 0, "point")


SENTENCES: dict[str, Callable[[Reason, Speaker], str]] = {
    "completes": lambda r, s: f"It completes {s.ticket(r)}: {_points(r)}.",
    "on_way": lambda r, s: f"It lies on the shortest way for {s.ticket(r)}; {_missing(r.count or 0, 'train')}.",
    "contested": lambda r, s: f"{s.rival(r)} has come to both ends and could take it.",
    "blocks": lambda r, s: f"{s.rival(r)} has come to both ends: it closes the way.",
    "ends_game": lambda r, s: "It brings on the last turns.",
    "points": lambda r, s: f"It scores {_points(r)} at once.",
    "deck": lambda r, s: "Nothing that lies open is worth more than a card from the deck.",
    "new_tickets": lambda r, s: f"With {some(r.count or 0, 'train')} left there is time for new tickets.",
    "more_tickets": lambda r, s: "There is time for new tickets.",
    "fits": lambda r, s: f"{s.ticket(r)} is worth {_points(r)} and takes {some(r.count or 0, 'more train')}.",
    "leaves": lambda r, s: f"{s.ticket(r)} would take {some(r.count or 0, 'more train')}.",
    "leaves_cards": lambda r, s: f"{s.ticket(r)} would ask for {some(r.count or 0, 'card')}.",
    "closed": lambda r, s: f"{s.ticket(r)} can no longer be completed.",
    "done_already": lambda r, s: f"{s.ticket(r)} is joined already: {_points(r)}.",
    "card_for": lambda r, s: f"{_card(r).capitalize()} is for {s.route(r)}; {_missing(r.count or 0, 'card')}.",
    "card_grey": lambda r, s: f"{_card(r).capitalize()} helps with the grey routes of the plan.",
    "locomotive": lambda r, s: "A locomotive stands for any colour.",
    "locomotive_for": lambda r, s: f"The locomotive is for {s.route(r)}.",
    "saves_cards": lambda r, s: "The cards are worth more elsewhere.",
    "worth_points": lambda r, s: f"{s.ticket(r)} is worth {_points(r)}.",
    "lays": lambda r, s: f"It brings {some(r.count or 0, 'card')} on the way to the platform.",
    "ticket_asks": lambda r, s: f"{s.ticket(r)} asks for {_card(r)}.",
}


def signed(n: int) -> str:
    """A number with its sign, if it has one."""
    return f"{n:+d}".replace("-", "−") if n else "0"


def percent(value: float) -> str:
    """A whole percentage with its sign."""
    return f"{signed(round(100 * value))} %"


def when(turn: int) -> str:
    """In which turn something was."""
    return f"Turn {turn}" if turn else "At the start"


def summary(analysis: Analysis, balance: Balance) -> str:
    """Luck and choices of a player in a few sentences, and that all of it adds up."""
    name, parts = analysis.names[balance.player], balance.percents
    luck, skill = balance.luck, balance.skill
    by_luck, by_choices = _moved(parts["luck"]), _moved(parts["skill"])
    by_choices = by_choices.removeprefix(f"{by_luck.split()[0]} ")
    told = (
        f"{name} {by_luck} by luck (± {_whole(luck.error)}) and {by_choices} by choices (± {_whole(skill.error)}). "
        f"The others' choices {_brought(parts['rivals'])}, hidden cards {_brought(parts['unseen'])}. "
        f"All of it adds up, from {parts['start']} % at the start to {parts['end']} % at the end."
    )
    if max(luck.error, skill.error) > VAGUE:
        told = f"{told} {ROUGH}"
    return f"{told} {CAPPED}" if abs(skill.value) >= MOST else told


def _moved(percents: int) -> str:
    return f"{'gained' if percents >= 0 else 'lost'} {abs(percents)} %"


def _brought(percents: int) -> str:
    return "changed nothing" if not percents else f"{'brought' if percents > 0 else 'took'} {abs(percents)} %"


def _whole(value: float) -> int:
    return round(100 * value)


def costly_words(costly: Costly, speaker: Speaker) -> str:
    """A costly decision in a paragraph."""
    cost = f"{_whole(costly.cost.value)} % (± {_whole(costly.cost.error)})"
    why = speaker.because(costly.better.reasons)
    return f"{when(costly.turn)}: {costly.played.text} cost {cost}. Better: {costly.better.text}. {why}".strip()


def fate(ticket: int, offer: Offer, analysis: Analysis) -> str:
    """What came of a ticket that was kept."""
    if ticket not in offer.kept:
        return ""
    left = "missed" if analysis.is_over else "still open"
    return f"kept, {'completed' if ticket in offer.completed else left}"


def offer_words(offer: Offer, analysis: Analysis) -> str:
    """An offer of tickets: what was kept, what came of it, and what keeping each rather than not was worth."""
    told = []
    for ticket, worth in zip(offer.offered, offer.worth, strict=True):
        value = f", worth {percent(worth.value)} ± {_whole(worth.error)}" if worth.error else ""
        told.append(f"{analysis.tickets[ticket]} ({fate(ticket, offer, analysis) or 'not kept'}{value})")
    loss = offer.loss
    verdict = ""
    if loss.value > SURE * loss.error and loss.value >= LEAST:
        verdict = f", {_whole(loss.value)} % worse than the best"
    elif loss.error < VAGUE:
        verdict = ", as good as any" if loss.error else ", the best choice"
    return f"{when(offer.turn)}, tickets{verdict}: {'; '.join(told)}."


def guessed(analysis: Analysis) -> Iterator[tuple[Guess, str]]:
    """Every ticket that could be guessed, in time: the first guess at it, and who could make it since when."""
    found: dict[tuple[int, int], list[Guess]] = {}
    for guess in sorted(analysis.guesses, key=lambda guess: guess.move):
        found.setdefault((guess.player, guess.ticket), []).append(guess)
    for same in found.values():
        yield same[0], ", ".join(f"{analysis.names[guess.viewer]} since turn {guess.turn}" for guess in same)


def in_words(analysis: Analysis, notation: Notation) -> Iterator[str]:
    """All that a terminal shows."""
    speaker = Speaker(notation, analysis.names)
    for balance in analysis.balances:
        yield summary(analysis, balance)
        found = analysis.costliest(balance.player)
        yield from (f"  {costly_words(costly, speaker)}" for costly in found)
        if not found:
            yield "  No decision cost much, beyond doubt."
        yield from (f"  {offer_words(offer, analysis)}" for offer in analysis.offers if offer.player == balance.player)
    for stroke in analysis.strokes[:3]:
        shifts = zip(analysis.names, stroke.shifts, strict=True)
        listed = ", ".join(f"{name} {percent(shift)}" for name, shift in shifts)
        yield f"{when(stroke.turn)}, great luck: {stroke.text}: {listed}."
    for first, who in guessed(analysis):
        after = f", after {first.after}" if first.after else ""
        ticket = f"{analysis.names[first.player]}'s ticket {analysis.tickets[first.ticket]}"
        yield f"{ticket} could be guessed: {who}{after}."
    yield f"{analysis.playouts:,} games played on in {analysis.seconds:.0f} s."
