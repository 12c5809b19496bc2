"""A bot at a real table: whatever people do in secret, it knows exactly what a player in its seat would."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from branchline import boards
from branchline.boardfile.cards import CARDS
from branchline.bots import GreedyPlayer, make
from branchline.cardgame.contents import bits as card_bits
from branchline.engine.phases import PICK
from branchline.errors import MoveError, SetupError
from branchline.game import Game
from branchline.log import Move
from branchline.mapgame.contents import bits
from branchline.notation import chance_label
from branchline.position import stream
from branchline.sit.dialogue import Dialogue
from branchline.sit.sitting import Question, Sitting

NAMES = ("Anna", "Robo", "Bo")
SEAT = 1


class RealTable:
    """People with real cards: they know everything, and answer what the bot's program asks."""

    def __init__(self, board: str, seed: int, names: tuple[str, ...] = NAMES) -> None:
        loaded = boards.load(board)
        self.game = Game(loaded, names, seed)
        self._chance, self._people = stream(seed), GreedyPlayer(Random(seed))
        self.sitting = Sitting(loaded, names, SEAT, make("greedy", seed), seed + 1)
        self.picked: set[int] = set()  # by the bot, in a draft
        self.done = 0  # moves of the bot that its pieces have made

    def answer(self, question: Question) -> str:
        """What really happens next, as far as it may be said."""
        game, position = self.game, self.game.position
        if position.is_chance:
            outcome = position.draw(self._chance)
            text = game.notation.outcome_text(position, outcome)
            game.chance(outcome)
            return "" if question.asks == "drawn" and text in CARDS else text
        if question.asks == "pack":
            offered = set(bits(position.states["offer"][0, SEAT]))
            unseen = offered if position.phase == PICK else offered - self.picked
            return "; ".join(game.notation.tickets[t] for t in unseen)
        if question.asks == "complete":
            return self._move().removeprefix("complete ")
        if question.asks == "keep":
            said = self._move().removeprefix("keep ")
            return "0" if said == "none" else str(said.count(";") + 1)
        if question.asks == "returned":
            before = bits(position.states["offer"][0, position.player])
            self._move()
            kept = bits(self.game.position.states["tickets"][0, position.player])
            back = [game.notation.tickets[t] for t in before if t not in kept]
            return "; ".join(back) or "none"
        return self._move()

    def _move(self) -> str:
        game = self.game
        while True:
            game.move([self._people.choose(game.position.seen_by(game.player), game.actions())])
            if game.position.is_chance or not game.notation.is_mid_move(game.position):
                last = game.log[-1]
                assert isinstance(last, Move)
                return last.text

    def make(self, words: str) -> None:
        """Make a move of the bot with its pieces."""
        position = self.game.position
        if position.phase == PICK:
            offered = set(bits(position.states["offer"][0, SEAT]))
            self.game.move(words, NAMES[SEAT])
            last = self.game.log[-1]
            assert isinstance(last, Move)
            self.picked = set(bits(position.states["drafted"][0, SEAT])) | {
                sorted(offered)[position.legal().index(last.actions[0])]
            }
        else:
            self.game.move(words, NAMES[SEAT])

    def settle(self) -> None:
        """What people do in secret, without a word."""
        while not self.game.is_over:
            if not self.game.position.is_chance:
                if self.game.player == SEAT or self.sitting.hearsay.secret_choice(self.game.position) is None:
                    return
                self._move()
                continue
            label, whose = chance_label(self.game.position)
            if whose in (None, SEAT) or (label != "tickets" and self.sitting.hearsay.draws_openly(self.game.position)):
                return
            self.game.chance(self.game.position.draw(self._chance))


def catch_up(table: RealTable) -> bool:
    """Do with the bot's pieces what it said; True, so that it can stand in a condition."""
    for words in table.sitting.moves[table.done :]:
        table.settle()
        table.make(words)
    table.done = len(table.sitting.moves)
    table.settle()
    return True


def rounds(table: RealTable, turns: int) -> Iterator[Question]:
    """Play on for some turns."""
    while not table.game.is_over and table.game.turn <= turns:
        catch_up(table)
        question = table.sitting.question()
        if question.asks == "pack":
            yield question
            table.sitting.answer(table.answer(question))
            continue
        if table.game.is_over or (not table.game.position.is_chance and table.game.player == SEAT):
            continue
        seen, known = (each.position.seen_by(SEAT).states.tobytes() for each in (table.game, table.sitting))
        assert seen == known, "the bot knows what its seat sees, and nothing else"
        question = table.sitting.question()
        yield question
        table.sitting.answer(table.answer(question))


@pytest.mark.parametrize("board", ["usa", "europe", "nordic", "nederland", "iberia", "cardgame"])
def test_the_bot_knows_what_its_seat_sees_for_three_rounds(board: str) -> None:
    asked = [question.asks for question in rounds(RealTable(board, 5), 9)]
    assert {"cards", "tickets", "move"} <= set(asked)


def test_a_whole_game_ends_with_the_scores_of_the_rules() -> None:
    table = RealTable("usa", 3)
    assert len(list(rounds(table, 1000))) > 50
    assert table.game.is_over
    assert table.sitting.position.is_over
    held = {p: bits(table.game.position.states["tickets"][0, p]) for p in (0, 2)}
    end = table.sitting.end_with(held)
    assert end.score().tobytes() == table.game.position.score().tobytes()
    with pytest.raises(MoveError, match="tickets, not 0"):
        table.sitting.end_with({0: []})


@pytest.mark.parametrize(("names", "halves"), [(NAMES, 1), ((*NAMES, "Cleo"), 2)])
def test_a_whole_card_game_ends_with_the_scores_of_the_rules(names: tuple[str, ...], halves: int) -> None:
    table = RealTable("cardgame", 3, names)
    asked = [question.asks for question in rounds(table, 1000)]
    assert table.game.is_over
    assert table.sitting.position.is_over
    assert asked.count("complete") == halves * (len(names) - 1), "everybody but the bot says what they complete"
    held = {p: card_bits(table.game.position.record.tickets[p]) for p in range(len(names)) if p != SEAT}
    assert table.sitting.end_with(held).score().tobytes() == table.game.position.score().tobytes()


def test_tickets_that_cannot_be_completed_are_refused() -> None:
    table = RealTable("cardgame", 3)
    for question in rounds(table, 1000):
        if question.asks == "complete":
            before, own = table.sitting.position, card_bits(table.sitting.position.record.tickets[SEAT])
            with pytest.raises(MoveError, match="somebody else has one"):
                table.sitting.answer(table.game.notation.tickets[own[0]])
            everything = range(len(table.game.notation.tickets))
            with pytest.raises(MoveError):
                table.sitting.answer("; ".join(table.game.notation.tickets[t] for t in everything if t not in own))
            assert table.sitting.position is before
            return
    pytest.fail("nobody completed anything")


def test_a_row_that_cannot_be_is_refused() -> None:
    table = RealTable("cardgame", 5)
    for question in rounds(table, 6):
        if question.asks == "move":
            before = table.sitting.position
            for words in ("lay 11 red", "lay 1 red", "lay 2 locomotives", "lay 1 red, 1 blue", "lay 2 red ..."):
                with pytest.raises(MoveError):
                    table.sitting.answer(words)
            assert table.sitting.position is before


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    table = RealTable("usa", 5)
    for question in rounds(table, 3):
        before = table.sitting.position
        with pytest.raises(MoveError):
            table.sitting.answer("nonsense")
        if question.asks == "move":
            with pytest.raises(MoveError, match=r"cards|route|cannot|legal|only"):
                table.sitting.answer("claim Seattle–New York for 9 red")
            with pytest.raises(MoveError):
                table.sitting.answer("claim Los Angeles–Miami for 6 locomotives")
        assert table.sitting.position is before


def test_the_last_answer_can_be_taken_back() -> None:
    sitting = Sitting(boards.load("usa"), NAMES, SEAT, make("greedy", 1), 1)
    first = sitting.position
    sitting.answer("red")
    sitting.answer("blue")
    sitting.undo()
    sitting.undo()
    assert sitting.position is first
    with pytest.raises(MoveError, match="nothing to take back"):
        sitting.undo()


def test_both_drafts_of_a_whole_game_are_told_pack_by_pack() -> None:
    table = RealTable("iberia", 4)
    asked = [question.asks for question in rounds(table, 1000)]
    assert table.game.is_over
    assert asked.count("pack") == 10, "five packs come round in each draft"
    assert "drawn" in asked
    assert "keep" not in asked, "all keep as many"


def test_a_pack_that_cannot_be_is_refused() -> None:
    for question in rounds(table := RealTable("iberia", 4), 1):
        if question.asks == "pack":
            before, own = table.sitting.position, table.sitting.moves[-1].removeprefix("pick ")
            with pytest.raises(MoveError, match="say all 5"):
                table.sitting.answer(own)
            others = [name for name in table.game.notation.outcomes("tickets") if name != own]
            with pytest.raises(MoveError, match="cannot be in the pack"):
                table.sitting.answer("; ".join([own, *others[:4]]))
            assert table.sitting.position is before
            return
    pytest.fail("no pack came round")


def test_the_talk_at_the_table() -> None:
    table = RealTable("usa", 5)
    said: list[str] = []
    lines = iter(["help", "log", "score", "again", "nonsense", "red, blue, red, white"])

    def read(question: str) -> str:
        said.append(question)
        return next(lines, "quit")

    Dialogue(table.sitting, read, said.append).run()
    told = "\n".join(said)
    assert "Robo sits down with you" in told
    assert told.count("Which card does Robo get?") == 7, "six questions and one asked again"
    assert "Which card comes into the display?" in told
    assert said[-1] == "Goodbye."


def test_a_table_goes_on_another_day(tmp_path: Path) -> None:
    path = tmp_path / "evening.txt"
    table = RealTable("usa", 5)

    def read(_: str) -> str:
        return table.answer(table.sitting.question()) if catch_up(table) and len(evening.answers) < 40 else "quit"

    evening = Dialogue(table.sitting, read, lambda _: None, path)
    evening.run()
    assert len(evening.answers) == 40
    again = Sitting(table.sitting.notation.board, NAMES, SEAT, make("random", 9), 77)
    said: list[str] = []
    Dialogue(again, lambda _: "quit", said.append, path).resume(path.read_text(encoding="utf-8"))
    assert again.moves == table.sitting.moves
    assert again.position.seen_by(SEAT) == table.sitting.position.seen_by(SEAT)
    assert said == ["We go on after 40 answers."]
    other = Sitting(table.sitting.notation.board, ("Anna", "Robo"), SEAT, make("random", 9))
    with pytest.raises(SetupError, match="another table"):
        Dialogue(other, lambda _: "quit", said.append).resume(path.read_text(encoding="utf-8"))
