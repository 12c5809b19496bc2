"""What can go wrong through bad input; each kind has its own exit code on the command line."""

from collections.abc import Iterator
from contextlib import contextmanager


class BranchlineError(ValueError):
    """Something asked for cannot be done; the message says what was wrong and what would be right."""

    exit_code = 1
    code = "invalid"  # for programs that talk to the server


class MoveError(BranchlineError):
    """A move that cannot be read, is not legal, or comes out of turn; `rule` is the rule it breaks, if one does."""

    exit_code = 4

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(f"{message} [{rule}]" if rule else message)
        self.rule = rule


class ChanceError(MoveError):
    """Something that chance cannot do now."""


class RecordError(BranchlineError):
    """A game record that cannot be read or does not follow the rules; `line` counts from 1."""

    exit_code = 5

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class SetupError(BranchlineError):
    """A game that cannot be set up: an unknown option, a wrong number of players."""

    exit_code = 3

    def __init__(self, message: str, code: str = "invalid") -> None:
        super().__init__(message)
        self.code = code


class MissingExtraError(BranchlineError):
    """Something that needs packages which the bare installation leaves out."""

    code = "missing_extra"

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"{what} needs packages that are not installed; add them with: pip install 'branchline[{extra}]'"
        )


@contextmanager
def needs_extra(what: str, extra: str) -> Iterator[None]:
    """Around imports from an extra: where it is not installed, say so in one line."""
    try:
        yield
    except ImportError:
        raise MissingExtraError(what, extra) from None
