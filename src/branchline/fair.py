"""Chance that everybody can check: a secret is committed to before the game, and every draw follows from it.

docs/fairness.md says how to check a game by hand. Everything that is hashed is a plain text, so that any tool will do.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from branchline.errors import BranchlineError, RecordError
from branchline.history import History
from branchline.log import Chance, Move, Undo
from branchline.position import Position

VERSION = "branchline fair 1"
NONE = "-"  # a seat that gave no number
WORD = 2**64
HEAD = ("fair-table", "fair-commitment", "fair-numbers", "fair-secret")  # the lines in the head of a record
HEX_DIGITS = frozenset("0123456789abcdef")

Outcomes = Sequence[tuple[int, int]]  # what may come, each with its weight, in the order of `Position.outcomes`


class FairnessError(BranchlineError):
    """A game whose draws are not what was committed to, or that says nothing by which they can be checked."""

    exit_code = 5
    code = "unfair"


@dataclass(frozen=True, slots=True)
class Fairness:
    """What the draws of a game follow from; the secret is told once the game is over."""

    table: str
    commitment: str
    numbers: tuple[str, ...] = ()  # of the seats in order; empty where a seat gave none
    secret: str = ""

    def head(self) -> dict[str, str]:
        """The lines for the head of a record."""
        values = (self.table, self.commitment, "; ".join(number or NONE for number in self.numbers), self.secret)
        return dict(zip(HEAD, values, strict=True))


def from_head(head: dict[str, str], players: int) -> Fairness | None:
    """What the head of a record says; None if it has no such lines."""
    if "fair-commitment" not in head:
        return None
    numbers = [number.strip() for number in head.get("fair-numbers", "").split(";")]
    found = Fairness(
        head.get("fair-table", ""),
        head["fair-commitment"],
        tuple("" if number == NONE else number for number in numbers),
        head.get("fair-secret", ""),
    )
    if len(numbers) != players:
        raise RecordError(
            f"'fair-numbers' has a number or {NONE!r} for each of the {players} players, with ';' between"
        )
    for text in filter(None, (found.commitment, found.secret, *found.numbers)):
        if not is_number(text):
            raise RecordError(f"{text[:80]!r} is not a number of the draws; those have 64 digits from 0 to f")
    return found


def is_number(text: str) -> bool:
    """Whether a text is a number of 32 bytes as it is written here."""
    return len(text) == 64 and HEX_DIGITS.issuperset(text)


def new_secret() -> str:
    """A secret that nobody can guess: 32 bytes of the operating system."""
    return secrets.token_hex(32)


def commit(table: str, secret: str) -> str:
    """What is told of a secret before the game: it cannot be changed any more, and tells nothing."""
    return hashlib.sha256(f"{VERSION} {table} {secret}".encode()).hexdigest()


def make_key(secret: str, commitment: str, numbers: Sequence[str]) -> bytes:
    """The key of all draws of a game, from the secret and the numbers of the seats."""
    text = " ".join((commitment, *(number or NONE for number in numbers)))
    return hmac.digest(bytes.fromhex(secret), text.encode(), "sha256")


def draw(key: bytes, k: int, outcomes: Outcomes) -> int:
    """The k-th thing that chance does, counted from 1; what is taken back does not count."""
    total = sum(weight for _, weight in outcomes)
    attempt = 0
    while (number := _number(key, k, attempt)) >= WORD - WORD % total:
        attempt += 1
    return pick(number % total, outcomes)


def _number(key: bytes, k: int, attempt: int) -> int:
    return int.from_bytes(hmac.digest(key, b"%d %d" % (k, attempt), "sha256")[:8], "big")


def pick(number: int, outcomes: Outcomes) -> int:
    """The outcome at a number below the sum of all weights."""
    for outcome, weight in outcomes:
        if number < weight:
            return outcome
        number -= weight
    raise ValueError("the number is not below the sum of the weights")


class Draws:
    """Draws one after the other; `drawn` have been made before, and stand."""

    def __init__(self, key: bytes, drawn: int = 0) -> None:
        self._key, self.drawn = key, drawn

    def __call__(self, position: Position) -> int:
        self.drawn += 1
        return draw(self._key, self.drawn, position.outcomes())


def draw_unforeseen(position: Position) -> int:
    """A draw that nobody can tell beforehand, nor check: for games that began without a commitment."""
    outcomes = position.outcomes()
    return pick(secrets.randbelow(sum(weight for _, weight in outcomes)), outcomes)


def drawn(game: History) -> Iterator[tuple[int, Chance, Position]]:
    """Everything that chance did in a game: its number among what stood then, what it was, and the position before."""
    k = 0
    before_moves: list[int] = []
    for step in game.steps:
        entry = step.entry
        if isinstance(entry, Chance):
            k += 1
            yield k, entry, step.before
        elif isinstance(entry, Move):
            before_moves.append(k)
        elif isinstance(entry, Undo):
            k = before_moves.pop()


def check(fairness: Fairness | None, game: History) -> int:
    """How many draws there were, all of them as committed; else the first thing that is wrong is raised."""
    if fairness is None:
        raise FairnessError("this game was drawn without a commitment, so its draws cannot be checked")
    if not fairness.secret:
        raise FairnessError("the secret has not been told: the draws can be checked once the game is over")
    if commit(fairness.table, fairness.secret) != fairness.commitment:
        raise FairnessError("the secret is not the one that was committed to before the game")
    key = make_key(fairness.secret, fairness.commitment, fairness.numbers)
    count = 0
    for k, entry, before in drawn(game):
        right = draw(key, k, before.outcomes())
        if right != entry.outcome:
            who = "" if entry.player is None else f" {game.names[entry.player]}"
            raise FairnessError(
                f"draw {k} ({entry.label}{who}) was {entry.text}, "
                f"but by the secret it is {game.notation.outcome_text(before, right)}"
            )
        count += 1
    return count
