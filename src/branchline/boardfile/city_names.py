"""Which names of cities can be written into a record and read back from it."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from branchline.boardfile.cards import CARDS
from branchline.boardfile.mistakes import FormMistake, Said
from branchline.boardfile.words import show
from branchline.errors import MoveError
from branchline.names import Places, plain

LONGEST = 40
SIGNS = " '’-."
# Letters and marks that take no room or look like nothing, so that two names may look the same.
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
MARKS = 3  # on one letter
# What may follow a city in a record.
AFTER = ("", "–", " 1", " (grey 1)", " for 1 red", " by exchange", *(f" with {card}" for card in CARDS))


def wrong_name(name: str) -> Said | None:
    """What is wrong with the name of a city."""
    if not name.strip():
        return FormMistake.NO_NAME()
    if len(name) > LONGEST:
        return FormMistake.LONG_NAME(n=len(name), most=LONGEST)
    odd = next((c for c in name if not _is_fit(c)), None)
    if odd is not None:
        return FormMistake.ODD_SIGN(name=show(name), sign=show(odd))
    if not name[0].isalpha() and not re.match(r"['’]\w", name):
        return FormMistake.NOT_LETTER(name=show(name))
    if name != " ".join(name.split()):
        return FormMistake.SPACES(name=show(name), right=show(" ".join(name.split())))
    if _marks(name) > MARKS or not any(c.isalpha() for c in plain(name)):
        return FormMistake.UNREADABLE(name=show(name))
    return None


def _is_fit(c: str) -> bool:
    return c in SIGNS or (unicodedata.category(c)[0] in "LM" and c.isprintable() and not UNSEEN.match(c))


def _marks(name: str) -> int:
    """The most marks on one letter."""
    runs = "".join("m" if unicodedata.category(c)[0] == "M" else " " for c in unicodedata.normalize("NFD", name))
    return max(map(len, runs.split(" ")))


def alike(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Each name that reads like an earlier one, and which."""
    first: dict[str, int] = {}
    for i, name in enumerate(names):
        if (at := first.setdefault(plain(name), i)) != i:
            yield i, at


def misread(names: Sequence[str]) -> Iterator[tuple[int, Said]]:
    """Each name that records would write but nobody could read back."""
    places, folded = Places(names), [plain(name) for name in names]
    for i, name in enumerate(names):
        longer = any(other != folded[i] and other.startswith(folded[i]) for other in folded)
        for after in AFTER if longer else AFTER[:1]:
            if (read := _city(places, name + after)) != name:
                yield i, FormMistake.TELL_FROM(a=name, b=read) if read else FormMistake.READS_AS_NOTHING(name=name)
                break


def _city(places: Places, text: str) -> str:
    try:
        return places.names[places.parse_city(text)[0]]
    except MoveError:
        return ""
