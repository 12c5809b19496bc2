"""The kinds of mistakes in board files, each with what is said of it in English; the app has the other languages."""

from dataclasses import dataclass, replace
from enum import Enum, unique

from branchline.sentences import sentence

Value = str | int | tuple[str, ...]  # several texts: a list of things


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of a mistake: its kind and the values that stand in the sentence."""

    mistake: "Mistake"
    values: tuple[tuple[str, Value], ...] = ()
    field: str = ""  # of the entry, that is wrong
    option: str = ""  # as name = value, with which alone it is wrong

    @property
    def wrong(self) -> str:
        """What is wrong, in English."""
        within = f"with {self.option}, " if self.option else ""
        return within + (f"{self.field}: " if self.field else "") + self._part(0)

    @property
    def right(self) -> str:
        """What would be right, in English."""
        return self._part(1)

    def _part(self, part: int) -> str:
        values = {name: " and ".join(each) if isinstance(each, tuple) else each for name, each in self.values}
        return sentence(self.mistake.value.split("; ")[part], values).strip()

    def of(self, field: str) -> "Said":
        """The same of a field of an entry."""
        return replace(self, field=field)

    def with_option(self, option: str) -> "Said":
        """The same, where it is wrong with an option alone."""
        return replace(self, option=option)


class Mistake(Enum):
    """A kind of mistake; its value is what is wrong and, after a semicolon, what would be right."""

    def __call__(self, **values: Value) -> Said:
        return Said(self, tuple(values.items()))

    @property
    def kind(self) -> str:
        """What apps know it by."""
        return self.name.lower()


INSTEAD = "{n|n0:leave it out|one:write|other:write one of} {names}"  # as `suggest` finds it
RANGE = "{none|n0:|n1:0 or }from {least} to {most}"
LETTERS = "write letters, with spaces, - ' or . between them"


@unique
class FormMistake(Mistake):
    """What a file of any kind of game can have."""

    # the text
    NOT_TOML = (
        "{reason}; write TOML: name = value, texts in quotes, a comma after each { … } in a list, every bracket closed"
    )
    LONG_FILE = "{n} characters; a board has {most} at most: leave something out"
    MANY_DOTS = "a line with more than {most} dots; write the entries of a list on lines of their own"
    TOO_DEEP = "tables or lists more than {most} deep within each other; write the fields as in the shipped boards"
    GIANT = "a number of more than {most} digits; no board needs one"
    NO_KIND = f"there is no kind {{name}}; {INSTEAD}"
    # tables, lists and fields
    NO_TABLE = "{value} is not a table; write [{name}] on a line of its own"
    NO_ENTRY = "{value} is not a table; write { … } with its fields"
    NO_KEYS = "{value} is not a table; write a table such as {example}"
    NO_LIST = "{value} is not a list; write a list in [ ]"
    LONG_LIST = "a list of {n}; write a list of {most} or fewer"
    OTHER_LENGTH = "a list of {n}; write a list of {needed}"
    MANY_ENTRIES = "{n} {name}; a game can hold {most}: leave out {over}"
    MISSING_TEXT = "is missing; add {name} = … at the top"
    MISSING_LIST = "is missing; add {name} = [ … ] under [{section}]"
    MISSING_FIELDS = "{names} {n|one:is|other:are} missing; add {fields}"
    NO_FIELD = f"there is no field {{name}}; {INSTEAD}"
    # values
    NOT_BOOL = "{value} is not true or false; write true or false"
    NOT_WHOLE = f"{{value}} is not a whole number; write a whole number {RANGE}"
    NOT_NUMBER = f"{{value}} is not a number; write a number {RANGE}"
    OUT_OF_RANGE = f"{{value}} is out of range; write a number {RANGE}"
    NOT_TEXT = "{value} is not a text in quotes; write a text in quotes"
    LONG_TEXT = "a text of {n} characters; write {most} or fewer"
    UNSEEN = "{value} has a character that cannot be seen; leave {sign} out"
    NO_CHOICE = f"there is no {{name}}; {INSTEAD}"
    NO_COLOUR = f"there is no colour {{name}}; {INSTEAD}"
    NOT_COLOUR = f"{{name}} is no colour; {INSTEAD}"
    NOT_LANGUAGE = f"{{name}} is no language; {INSTEAD}"
    NOT_LENGTH = f"{{name}} is no length of a route; {INSTEAD}"
    # options
    MANY_OPTIONS = "{n} options; a board can have {most}: leave out the rest"
    OPTION_NAME = "{name} is no name for an option; write small letters, digits, - and _"
    NO_ABOUT = 'about is missing; add about = "…": what the option is for'
    FEW_VALUES = "values are not 2 to {most} different ones; write values = [own, other]"
    ODD_VALUE = (
        "{value} is no value that a record can name; "
        "write true, false, a whole number or a word in small letters: sets.<value> may change any field"
    )
    NO_SETS = "sets is not a table of tables; write sets.<value> = { field = … }"
    STRAY_SET = f"{{name}} is not among the values after the first, which is the board's own; {INSTEAD}"
    EMPTY_SET = "the value {value} sets nothing; add sets.{name} = { field = … }"
    NO_RULE_FIELD = f"there is no rule field {{name}}; {INSTEAD}, or add sets.<value> = {{ field = … }}"
    NOT_OWN = "the first value is not the board's own {name}; put {value} first"
    # names
    BOARD_NAME = "{name} is no name for a board; write up to 40 small letters, digits, - and _"
    BORROWED_NAME = '{name} is the name of a board that comes with Branchline; write another, such as "{other}"'
    NO_NAME = 'a city without a name; write name = "…"'
    LONG_NAME = "a name of {n} characters; write {most} or fewer"
    ODD_SIGN = f"{{name}} has the sign {{sign}}, which records cannot tell from their own; {LETTERS}"
    NOT_LETTER = f"{{name}} does not begin with a letter; {LETTERS}"
    SPACES = "{name} has spaces too many; write {right}"
    UNREADABLE = f"{{name}} cannot be read; {LETTERS}"
    READS_LIKE = "{a} reads like {b}; give it another name"
    TELL_FROM = "a record could not tell {a} from {b}; give one of the two another name"
    READS_AS_NOTHING = "a record could not tell {name} from nothing; give it another name"
    # what every game has
    SAME_ENDS = "{a} is at both ends; give two different cities"
    PLAYERS_ORDER = "from {a} to {b} players; write players = [{b}, {a}]"
    KEEP = "keep {n} of {dealt} tickets dealt; write {dealt} or less"
