"""First games that teach: dealt so that what is to be learnt happens soon. Every rule holds, and all later draws are
chance; such a table is marked, for its deal is no chance and its result proves nothing."""

from collections.abc import Mapping
from dataclasses import dataclass

from branchline.notation import chance_label
from branchline.server.errors import Refusal
from branchline.server.play import Draw, Ground, Play

Dealt = tuple[str, int | None]  # what is dealt, and to whom


@dataclass(frozen=True)
class Lesson:
    """A deal: for each seat and for the display what lies there when the game begins, as far as it matters."""

    board: str
    players: int
    deal: Mapping[Dealt, tuple[str, ...]]


LESSONS = {
    "nordic": Lesson(
        "nordic",
        2,
        {
            ("deal", 0): ("green", "purple", "white", "black"),
            ("deal", 1): ("red", "red", "blue", "orange"),
            ("display", None): ("purple", "blue", "green", "orange", "locomotive"),
            ("tickets", 0): (
                "Oslo–Stockholm 4",
                "Oslo–Helsinki 8",
                "Stockholm–Umeå 7",
                "Bergen–Narvik 16",
                "København–Murmansk 24",
            ),
            ("tickets", 1): ("Tampere–Tallinn 3", "Helsinki–Lieksa 5", "Tornio–Imatra 6"),
        },
    ),
    "cardgame": Lesson(
        "cardgame",
        2,
        {
            ("deal", 0): ("red", "red", "blue", "blue", "yellow", "green", "white"),
            ("deal", 1): ("orange", "orange", "black", "black", "purple", "purple", "green"),
            ("display", None): ("blue", "red", "yellow", "green", "white"),
        },
    ),
}


def check(lesson: str, board: str, players: int) -> None:
    """Refuse a lesson that there is not, or at a table where it cannot be held."""
    known = LESSONS.get(lesson)
    if known is None:
        raise Refusal(422, "invalid", f"there is no lesson {lesson!r}; there are {', '.join(LESSONS)}")
    if (known.board, known.players) != (board, players):
        raise Refusal(422, "invalid", f"the lesson {lesson} is on the board {known.board}, for {known.players}")


def deal(lesson: str, ground: Ground, players: int, draw: Draw) -> tuple[int, ...]:
    """The deal of a lesson; what it leaves open is chance."""
    wanted = {key: list(words) for key, words in LESSONS[lesson].deal.items()}
    position, done = Play(ground, players).start.copy(), []
    while position.is_chance:
        texts = {ground.notation.outcome_text(position, outcome): outcome for outcome, _ in position.outcomes()}
        words = wanted.get(chance_label(position), [])
        word = words.pop(0) if words else ""
        done.append(texts[word] if word in texts else draw(position))
        position.apply(done[-1])
    return tuple(done)
