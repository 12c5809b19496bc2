"""What a request can be refused for; each has a code for programs and a text for people."""

import logging
from typing import Any

log = logging.getLogger("branchline")


class Refusal(Exception):  # noqa: N818 (it is one, and says so)
    """A request that cannot be done."""

    def __init__(self, status: int, code: str, text: str, rule: str | None = None, **params: Any) -> None:
        super().__init__(text)
        self.status, self.code, self.text, self.rule, self.params = status, code, text, rule, params

    def as_dict(self) -> dict[str, Any]:
        """The refusal as it is sent."""
        return {"code": self.code, "text": self.text, "rule": self.rule, "params": self.params}


def not_found(what: str) -> Refusal:
    """There is no such thing, or it is not for you to know."""
    return Refusal(404, "not_found", what)


def conflict(text: str, seq: int) -> Refusal:
    """Something else happened first."""
    return Refusal(409, "conflict", text, seq=seq)


def forbidden(text: str) -> Refusal:
    """The secret that came with the request does not allow this."""
    return Refusal(403, "forbidden", text)


def illegal(text: str, rule: str | None = None) -> Refusal:
    """The rules do not allow this."""
    return Refusal(422, "illegal", text, rule)


def unavailable(text: str) -> Refusal:
    """Something that is needed is missing; nothing was stored."""
    return Refusal(503, "unavailable", f"nothing was stored: {text}; try again")


def away(error: Exception) -> Refusal:
    """The database is away; why is for the log alone, since it may tell of the inside of the house."""
    log.warning("database away", extra={"reason": str(error)})
    return unavailable("the database does not answer, or is full")


def frozen(text: str) -> Refusal:
    """A game that can be kept, but not gone on with."""
    return Refusal(409, "frozen", f"this game is frozen: {text}")


def damaged() -> Refusal:
    """A table whose log cannot be read."""
    return Refusal(410, "damaged", "this table cannot be read any more; that has been noted")
