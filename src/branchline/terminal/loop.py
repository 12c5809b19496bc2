"""The table's round: bots choose, people are told and asked, until the game is over or somebody leaves."""

import re
from collections.abc import Sequence
from pathlib import Path

from branchline.bots import Player
from branchline.errors import BranchlineError, MoveError
from branchline.game import Game
from branchline.kinds import kind_of
from branchline.log import Move
from branchline.names import plain
from branchline.notation import Played
from branchline.talk.listing import Listing
from branchline.talk.news import standing_moves
from branchline.talk.words import Lines, listed, number, sentence
from branchline.terminal.saving import Keeper, Read, Write, agrees
from branchline.terminal.width import write_whole_words

LONGEST = 300  # characters of a line that can be meant
RECENT = 10  # lines of the log that are told unless all are asked for
COMMANDS = {"ticket": "tickets"}  # what is meant by words that are nearly a command
A_SCREEN = 60  # empty lines that push a hand out of sight


class Leave(Exception):  # noqa: N818 (no error)
    """Somebody leaves the table."""


def play_text(
    game: Game,
    seats: Sequence[Player | None],
    *,
    read: Read = input,
    write: Write = write_whole_words,
    save: Path | None = None,
) -> None:
    """Play a game in lines of text; a seat of None is a person; `save` keeps the game after every move."""
    if len(seats) != len(game.names):
        raise ValueError(f"the game has {len(game.names)} players, but {len(seats)} seats were given")
    _Table(game, seats, read, write, save).play()


class _Table:
    def __init__(self, game: Game, seats: Sequence[Player | None], read: Read, write: Write, save: Path | None) -> None:
        self.game = game
        self.seats = seats
        self.people = [p for p, seat in enumerate(seats) if seat is None]
        self.read = read
        self.write = write
        self.teller = kind_of(game.board).talk(game)
        self.keeper = Keeper(game, read, write, save)
        self._told = [self._since_own_move(p) for p in range(len(seats))]  # entries of the log each has heard
        self._at_screen: int | None = None
        self._listing = Listing()

    @property
    def is_shared(self) -> bool:
        """Whether people share the screen, so that it must not show one's secrets to another."""
        return len(self.people) > 1

    def play(self) -> None:
        """Play until the game is over or somebody leaves."""
        try:
            self.write(self._welcome())
            self.game.resolve()
            self.keeper.keep_up()
            while not self.game.is_over:
                self._decide(self.game.player)
            self._end()
        except Leave:
            self.keeper.leave()
        except (EOFError, KeyboardInterrupt):
            self.write("")
            self.keeper.leave()

    def _decide(self, player: int) -> None:
        seat = self.seats[player]
        if seat is not None:
            view = self.game.position.seen_by(player)
            self._play([seat.choose(view, self.game.actions())])
            if not self.people:
                self._tell_news(-1)
        elif self._is_at_screen(player):
            self._tell_decision(player)
            while not self._answer(player, self.read(self._prompt(player))):
                pass

    def _prompt(self, player: int) -> str:
        return f"{self.game.names[player]}'s move: " if self.is_shared else "Your move: "

    def _play(self, move: list[int] | Played) -> None:
        self.game.play(move)
        self._listing = Listing()
        self.keeper.keep_up()

    # What people are told.

    def _say(self, lines: Lines) -> None:
        for line in lines:
            self.write(line)

    def _welcome(self) -> str:
        seats = zip(self.game.names, self.seats, strict=True)
        names = listed([name if seat is None else f"{name} (a bot)" for name, seat in seats])
        return f"{self.game.board.title}, played by {names}. Say help at any time."

    def _is_at_screen(self, player: int) -> bool:
        """Let a person sit down, another one's secrets hidden; False if that one takes the last move back."""
        if not self.is_shared or self._at_screen == player:
            return True
        if self._at_screen is not None:
            answer = self.read("Press Enter to hide this screen; or say undo: ")
            if plain(answer) == "undo" and self._answer(self._at_screen, "undo"):
                return False
            self.write("\n" * A_SCREEN)
        self.read(f"Hand over to {self.game.names[player]}. {self.game.names[player]}, press Enter: ")
        self._at_screen = player
        return True

    def _since_own_move(self, player: int) -> int:
        own = [place for place in standing_moves(self.game.log) if self._mover(place) == player]
        return min(own[-1] + 1, self._end_of_log()) if own else 0

    def _mover(self, place: int) -> int:
        entry = self.game.log[place]
        assert isinstance(entry, Move)
        return entry.player

    def _end_of_log(self) -> int:
        """How much of the log can be told; a move that is not finished is told when it is."""
        return len(self.game.log) - self.game.notation.is_mid_move(self.game.position)

    def _tell_news(self, player: int) -> None:
        """Tell a player, or -1 for everybody, what they have not heard yet."""
        self._say(self.teller.news(player, min(self._told) if player < 0 else self._told[player]))
        for p in range(len(self.seats)) if player < 0 else [player]:
            self._told[p] = self._end_of_log()

    def _tell_decision(self, player: int) -> None:
        """What happened, how things stand, and what is asked; in the middle of a turn only what is new."""
        if self.teller.is_fresh:
            self.write("")
            self._tell_news(player)
            self._tell_situation(player)
            return
        self._tell_news(player)
        self._say(self.teller.reminder())
        self._tell_asked(player)

    def _tell_situation(self, player: int) -> None:
        self._say([self.teller.turn_line(player, not self.is_shared), *self.teller.situation(player)])
        self._tell_asked(player)

    def _tell_asked(self, player: int) -> None:
        if (choices := self.teller.choices()).moves:
            self._listing = choices
        self._say([*choices.lines, *self.teller.asked(player)])

    def _end(self) -> None:
        self.write("")
        self._tell_news(self.people[0] if len(self.people) == 1 else -1)
        self._say(self.teller.final_lines(self.people[0] if len(self.people) == 1 else None))

    # What people answer.

    def _answer(self, player: int, text: str) -> bool:
        """Do what a person typed; whether the game has moved by that."""
        text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        word, _, rest = text.partition(" ")
        try:
            if len(text) > LONGEST:
                raise MoveError(f"that line has {len(text)} characters; a move is a few words")
            if not text:
                self._tell_asked(player)
                return False
            if (command := COMMANDS.get(plain(word), plain(word))) in self.teller.commands:
                return self._command(player, command, rest)
            self._play(self._read_move(text))
        except BranchlineError as error:
            self.write(sentence(str(error)))
            return False
        self._tell_news(player)
        return True

    def _read_move(self, text: str) -> Played:
        chosen = re.fullmatch(r"(?:move )?(\d{1,4})", plain(text))
        if not chosen or not self.teller.numbers_name_moves:
            return self.teller.read_move(text)
        moves = self._listing.moves
        if not moves:
            raise MoveError("a number means a move of the list; say moves to hear it")
        if not 1 <= int(chosen[1]) <= len(moves):
            raise MoveError(f"the list goes from 1 to {len(moves)}; there is no move {chosen[1]}")
        return moves[int(chosen[1]) - 1]

    def _command(self, player: int, word: str, rest: str) -> bool:
        match word:
            case "moves":
                self._list_moves(player, rest)
            case "log":
                told = self.teller.news(player, 0)
                self._say((told if rest == "all" else told[-RECENT:]) or ["Nothing has happened yet."])
            case "again":
                self._tell_situation(player)
            case "help":
                self._say(self.teller.help_lines(rest))
            case "save":
                self.keeper.save(rest)
            case "undo":
                return self._undo(player)
            case "quit":
                raise Leave
            case _:
                self._say(self.teller.look_up(player, word, rest))
        return False

    def _list_moves(self, player: int, rest: str) -> None:
        listing = self.teller.list_moves(rest)
        if listing is None:
            self._tell_asked(player)
            return
        self._listing = listing
        self._say(listing.lines)

    def _undo(self, player: int) -> bool:
        """Take back a person's last move and all that followed, if nothing was seen or the others agree."""
        standing = standing_moves(self.game.log)
        own = [place for place in standing if self._mover(place) == player]
        if not own:
            raise MoveError("you have made no move that could be taken back")
        is_free = own[-1] == len(self.game.log) - 1 and self.game.undo_is_free
        if not is_free and not self._others_agree(player, own[-1]):
            self.write("Not taken back.")
            return False
        later = len(standing) - standing.index(own[-1]) - 1
        after = f", with {number(later, 'move')} after it" if later else ""
        self.write(f"Taken back: {self._name_move(own[-1])}{after}.")
        for _ in range(later + 1):
            self.game.undo()
        self._told[player] = self._end_of_log()
        self._listing = Listing()
        self.keeper.keep_up()
        return True

    def _name_move(self, place: int) -> str:
        entry = self.game.log[place]
        assert isinstance(entry, Move)
        return "the choice of tickets" if self.teller.is_secret(entry) else entry.text

    def _others_agree(self, player: int, place: int) -> bool:
        wish = f"{self.game.names[player]} wants to take back: {self._name_move(place)}."
        return all(agrees(self.read, f"{self.game.names[p]}, do you agree? {wish}") for p in self.people if p != player)
