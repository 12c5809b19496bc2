"""The rules of every game, numbered, as people read them: one English file a book, one file a language for the rest."""

import re
from functools import cache
from importlib.resources import files

from branchline import sentences

Rule = dict[str, str]

VERSION = 1  # raised when a rule is changed so that a game already played would go another way

RULE = re.compile(r"- ([A-Z]-[A-Z]+-\d+) (.+)")
BOOKS = {"cardgame": ("cardgame",), "usa": ("base",), "europe": ("base",)}  # others: their own, then the base game's
LANGUAGES = sentences.LANGUAGES[1:]


@cache
def rules(name: str, language: str = "en") -> tuple[Rule, ...]:
    """The rules of a game with id, section and text, in English where a language does not have one."""
    books = BOOKS.get(name, (name, "base"))
    if not files(__package__).joinpath(f"{books[0]}.md").is_file():
        books = ("base",)
    found = [rule for book in books for rule in _read(book)]
    translated = {rule["id"]: rule for rule in _read(language)} if language in LANGUAGES else {}
    return tuple(
        translated.get(rule["id"], rule) for rule in found if name == "europe" or not rule["id"].startswith("E-")
    )


@cache
def _read(book: str) -> tuple[Rule, ...]:
    section = ""
    found = []
    for line in files(__package__).joinpath(f"{book}.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif rule := RULE.fullmatch(line):
            found.append({"id": rule[1], "section": section, "text": rule[2]})
    return tuple(found)
