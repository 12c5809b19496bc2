"""One game at a real table with a bot: what is asked next, and what the answers do."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from branchline import hearsay
from branchline.boards import AnyBoard
from branchline.bots import Player
from branchline.engine.limits import KINDS
from branchline.engine.phases import DEAL_TICKET, KEEP_START, PICK
from branchline.errors import MoveError
from branchline.game import check_names
from branchline.hearsay import Asks
from branchline.kinds import kind_of, new_position, notation_of
from branchline.names import plain
from branchline.notation import chance_label
from branchline.position import Position, stream

# What people are asked who are to move.
QUESTIONS: dict[Asks, str] = {
    "keep": "How many tickets does {} keep?",
    "returned": "Which tickets does {} return?",
    "complete": "Which tickets does {} complete?",
    "pay": "Does {} pay for the tunnel, or withdraw?",
    "move": "What does {} do?",
}


class Question(NamedTuple):
    """What the table has to say next: `asks` is what about, `player` whose it is; nobody's is None."""

    asks: Asks
    player: int | None
    text: str


class Told(NamedTuple):
    """A move that was made: whose, in words, and between which positions."""

    player: int
    words: str
    before: Position
    actions: tuple[int, ...]
    after: Position


class Sitting:
    """A game as far as the bot knows it; what it cannot know is filled in, and changed when it turns out otherwise."""

    def __init__(self, board: AnyBoard, names: Sequence[str], seat: int, bot: Player, seed: int = 0) -> None:
        check_names(board, names)
        self.names, self.seat = tuple(names), seat
        self.notation = notation_of(board)
        self.hearsay = kind_of(board).hearsay(self.notation)
        self._bot, self._stream = bot, stream(seed)
        self.kept: list[str] = []  # moves that the bot made before, which a game that goes on begins with
        self._past: list[tuple[Position, int, bool]] = []  # the position, how much was told, and the next
        self._knows_pack = True  # whether the bot has seen what the pack holds that came round to it
        self.told: list[Told] = []
        self.position = new_position(board, len(names))
        self._go_on()

    @property
    def moves(self) -> list[str]:
        """The bot's moves so far, in words."""
        return [each.words for each in self.told if each.player == self.seat]

    # What is asked

    def question(self) -> Question:
        """What the table has to say next."""
        position, player = self.position, self.position.player
        me, name = self.names[self.seat], self.names[player]
        if position.is_over:
            return Question("over", None, "the game is over")
        if self._awaits_pack:
            n = self.pack_size
            which = f"Which {n} tickets come round to {me}?" if n > 1 else f"Which ticket does {me} get last?"
            return Question("pack", self.seat, which)
        if position.is_chance:
            label, whose = chance_label(position)
            if label == "tickets":
                return Question("tickets", whose, f"Which ticket does {me} get?")
            if label == "neutral":
                return Question("tickets", None, "Which ticket is turned up for the neutral player?")
            if label == "deal" and whose == self.seat:
                return Question("cards", whose, f"Which card does {me} get?")
            if label == "deal":
                return Question("drawn", whose, f"{self.names[whose or 0]} draws from the deck: a train card, or what?")
            where = "is turned up for the tunnel" if label == "turned" else "comes into the display"
            return Question("cards", None, f"Which card {where}?")
        asks = self.hearsay.asks(position)
        return Question(asks, player, QUESTIONS[asks].format(name))

    @property
    def pack_size(self) -> int:
        """How many tickets of a pack have to be told."""
        return len(self._unseen_pack) if self._awaits_pack else 0

    @property
    def _awaits_pack(self) -> bool:
        """Whether a pack of a draft has come round to the bot that it has not seen yet."""
        position = self.position
        return not self._knows_pack and position.phase in (PICK, KEEP_START) and position.player == self.seat

    @property
    def _unseen_pack(self) -> set[int]:
        """The tickets that lie in such a pack as it is filled in."""
        last = next((each for each in reversed(self.told) if each.player == self.seat), None)
        return self.hearsay.pack(self.position, self.seat, last and (last.before, last.actions[0]))

    # What is answered

    def answer(self, text: str) -> None:
        """Take in what happened; raises what is wrong with it, and then nothing has changed."""
        asks, player, _ = self.question()
        before, knew_pack = self.position, self._knows_pack
        position = self._after(asks, player, " ".join(text.split()))
        self._past.append((before, len(self.told), knew_pack))
        self.position = position
        self._go_on()

    def undo(self) -> None:
        """Take back the last answer, and what the bot did since."""
        if not self._past:
            raise MoveError("there is nothing to take back")
        self.position, told, self._knows_pack = self._past.pop()
        del self.told[told:]

    def _after(self, asks: Asks, player: int | None, text: str) -> Position:
        if asks in ("cards", "tickets"):
            return self._shown(self.notation.parse_outcome(self.position, text), text)
        if asks == "drawn":
            return self._drawn(text)
        if asks == "pack":
            return self._came_round(text)
        assert player is not None
        if asks == "keep":
            return self._kept(player, text)
        if asks == "returned":
            return self._returned(player, text)
        if asks == "complete":
            return self._completed(player, text)
        if asks == "over":
            raise MoveError("the game is over")
        return self._moved(player, text)

    def _shown(self, outcome: int, text: str) -> Position:
        after = hearsay.with_outcome(self.position, self.seat, outcome, self._stream)
        if after is None:
            raise MoveError(f"{text} cannot turn up: none is left where it would come from")
        return after

    def _drawn(self, text: str) -> Position:
        """A card that only its player sees, unless it is none of the train cards."""
        if plain(text) not in ("", "card", "train card", "a train card"):
            outcome = self.notation.parse_outcome(self.position, text)
            if outcome < KINDS:
                raise MoveError("keep your card to yourself: just press Enter")
            return self._shown(outcome, text)
        return self._draw_hidden(self.position)

    def _came_round(self, text: str) -> Position:
        """What a pack holds that the neighbour passed on."""
        guessed = self._unseen_pack
        real = {*self._tickets(text)}
        if len(real) != len(guessed):
            raise MoveError(f"say all {len(guessed)} tickets of the pack, with semicolons between")
        position = self.hearsay.with_pack(self.position, self.seat, guessed, real)
        if position is None:
            raise MoveError("these cannot be in the pack: the bot has one of them, or it lies open")
        self._knows_pack = True
        return position

    def _draw_hidden(self, position: Position) -> Position:
        for _ in range(hearsay.ATTEMPTS):
            outcome = position.draw(self._stream)
            if position.phase == DEAL_TICKET or outcome < KINDS:
                after = position.after_chance(outcome)
                assert after is not None
                return after
        raise MoveError("there is no train card left in the deck")

    def _kept(self, player: int, text: str) -> Position:
        found = re.fullmatch(r"(?:keeps? )?(\d)(?: tickets?)?", plain(text))
        offered = self.hearsay.offered(self.position, player)
        if not found or int(found[1]) > len(offered):
            raise MoveError(f"say how many of the {len(offered)} tickets are kept, for example 2")
        words = "keep " + (" ".join(str(i + 1) for i in range(int(found[1]))) or "none")
        return self._play(player, f"keeps {found[1]} of {len(offered)} tickets", self.position, words)

    def _returned(self, player: int, text: str) -> Position:
        back = self._tickets(text)
        position = self.hearsay.with_offer(self.position, self.seat, player, set(back))
        if position is None:
            raise MoveError("these cannot be among the tickets that were drawn: somebody has one of them")
        offered = self.hearsay.offered(position, player)
        places = [str(i + 1) for i, t in enumerate(offered) if t not in back]
        return self._play(player, f"returns {self._listed(back)}", position, "keep " + (" ".join(places) or "none"))

    def _completed(self, player: int, text: str) -> Position:
        tickets = self._tickets(text)
        position = self.hearsay.with_completed(self.position, self.seat, player, set(tickets))
        if position is None:
            raise MoveError("these cannot be completed: somebody else has one of them, or there are too many")
        words = f"complete {self._listed(sorted(tickets))}"
        return self._play(player, words, position, words)

    def _tickets(self, text: str) -> list[int]:
        """The tickets of a list with semicolons."""
        parts = [part.strip() for part in text.split(";")]
        return [] if plain(text) in ("", "none") else [self.notation.ticket_names.parse(part) for part in parts]

    def _listed(self, tickets: Sequence[int]) -> str:
        return self.notation.ticket_names.listed(tickets)

    def _moved(self, player: int, text: str) -> Position:
        """A move that everybody sees; the cards that it takes must have been in the hand."""
        reading = hearsay.rich(self.hearsay, self.position, self.seat, player)
        played = self.notation.read(reading, text)
        if not played.after.is_chance and self.notation.is_mid_move(played.after):
            raise MoveError(self.hearsay.unfinished)
        words = self.notation.text(reading, played.actions, played.after)
        cards = self.hearsay.spent(reading, played.after)
        position = self.position
        if any(cards):
            position = hearsay.with_cards(self.hearsay, position, self.seat, player, cards, self._stream)
        return self._play(player, words, position, words)  # with these cards it may take fewer steps

    # What happens by itself

    def _go_on(self) -> None:
        """What nobody has to be asked: cards and tickets that only people see, and the bot's moves."""
        while not self.position.is_over:
            if self.position.is_chance:
                label, whose = chance_label(self.position)
                is_secret = whose not in (None, self.seat) and (
                    label == "tickets" or not self.hearsay.draws_openly(self.position)
                )
                if not is_secret:
                    return
                self.position = self._draw_hidden(self.position)
            elif self._awaits_pack:
                return
            elif self.position.player == self.seat:
                self._choose()
            elif (secret := self.hearsay.secret_choice(self.position)) is not None:
                self.position = secret
            else:
                return

    def _choose(self) -> None:
        """The bot's move: one that is paid in several steps is told as one."""
        if self.kept:
            words, self._knows_pack = self.kept.pop(0), self.position.phase != PICK
            self.position = self._play(self.seat, words, self.position, words)
            return
        self._knows_pack = self.position.phase != PICK
        before, actions = self.position, list[int]()
        while not self.position.is_chance and not self.position.is_over and self.position.player == self.seat:
            action = self._bot.choose(self.position.seen_by(self.seat), self.position.legal())
            after = self.position.after(action)
            assert after is not None
            actions.append(action)
            self.position = after
            if after.is_chance or not self.notation.is_mid_move(after):
                break
        words = self.notation.text(before, actions, self.position)
        self.told.append(Told(self.seat, words, before, tuple(actions), self.position))

    def _play(self, player: int, told: str, before: Position, words: str) -> Position:
        """The position after a move, which is told in these words."""
        actions, after = self.notation.read(before, words)
        self.told.append(Told(player, told, before, tuple(actions), after))
        return after

    # The end

    def end_with(self, tickets: dict[int, list[int]]) -> Position:
        """The end, with the tickets that people show."""
        end = self.position
        for player, held in tickets.items():
            most = int(end.record.ticket_count[player])
            if len(set(held)) != most:
                raise MoveError(f"{self.names[player]} has {most} tickets, not {len(set(held))}")
            end = self.hearsay.with_shown(end, player, set(held))
        return end
