"""The Card Game in words: every move and outcome reads back, and every refusal names its rule."""

from collections.abc import Callable, Sequence
from random import Random

import pytest
from styles import play_on

from branchline.cardgame.notation import CardNotation
from branchline.cardgame.rules.actions import TICKET
from branchline.cardgame.rules.state import COMPLETE
from branchline.engine.phases import KEEP, KEEP_START, LOCOMOTIVES, SECOND, TURN
from branchline.errors import MoveError
from branchline.kinds import notation_of
from branchline.notation import carry_out, chance_label
from branchline.position import Position
from cardgame.random_play import effort, random_positions
from cardgame.table import Table, game, new_game

WORDS = notation_of(game())
PLAYERS = [2, 3, 4]


def number(text: str) -> int:
    return WORDS.actions.number(WORDS.actions.parse(text))


def check_text(position: Position, actions: Sequence[int]) -> None:
    """Fail unless the move's text reads back as the move, written as it is or carelessly."""
    move = carry_out(position, actions, WORDS.refuse)
    text = WORDS.text(position, *move)
    for read in (WORDS.read(position, text), WORDS.read(position, f"  {text.upper()} ")):
        assert read.actions == tuple(actions), text
        assert read.after.states.tobytes() == move.after.states.tobytes(), text


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("games", effort(3, 60))
def test_moves_both_ways(players: int, games: int) -> None:
    phases = set()
    for seed in range(games):
        position = new_game(players)
        rng = Random(seed)
        for _ in play_on(position, rng, "mixed"):
            if rng.random() < 0.3 or position.record.phase == COMPLETE:
                phases.add(int(position.record.phase))
                moves = list(WORDS.moves(position))
                assert {move.actions[0] for move in moves} == set(position.legal())
                texts = [WORDS.text(position, *move) for move in moves]
                assert len(set(texts)) == len(moves), texts
                for move in moves:
                    check_text(position, move.actions)
    assert phases >= {KEEP_START, TURN, SECOND, LOCOMOTIVES, KEEP, COMPLETE}


@pytest.mark.parametrize("games", effort(4, 60))
def test_sets_of_tickets_both_ways(games: int) -> None:
    """A choice of tickets reads back after every ticket of it, and as a whole."""
    longest = 0
    for seed in range(games):
        rng = Random(seed)
        position = new_game(3)
        for _ in play_on(position, rng, "collector"):
            if position.record.phase == COMPLETE and not position.record.chosen[position.player]:
                after = position.copy()
                actions: list[int] = []
                while not actions or (WORDS.is_mid_move(after) and after.player == position.player):
                    actions.append(rng.choice(after.legal()))
                    after.apply(actions[-1])
                    check_text(position, actions)
                longest = max(longest, len(actions))
    assert longest > 2


def test_every_legal_action_is_known() -> None:
    known = dict(WORDS.actions)
    for position in random_positions(4, 3, 30):
        assert set(position.legal()) <= set(known)
    with pytest.raises(MoveError, match="there is no action"):
        WORDS.actions.parse("lay 3 pink")


@pytest.mark.parametrize("players", PLAYERS)
def test_what_chance_does_both_ways(players: int) -> None:
    labels = set()
    position = new_game(players)
    for _ in play_on(position, Random(5), "collector"):
        if position.is_chance:
            labels.add(chance_label(position)[0])
            for outcome, _ in position.outcomes():
                text = WORDS.outcome_text(position, outcome)
                assert WORDS.parse_outcome(position, text) == outcome
    assert labels == {"deal", "display", "tickets"}


def test_two_tickets_join_the_same_cities() -> None:
    """The one asks for yellow, the other for blue: the order of the cities tells them apart."""
    assert isinstance(WORDS, CardNotation)
    one, other = WORDS.ticket_names.parse("Chicago–New York 5"), WORDS.ticket_names.parse("New York – Chicago")
    assert [game().tickets[t].cards for t in (one, other)] == [{"yellow": 1}, {"blue": 1}]
    assert WORDS.ticket_names.parse("miami - seattle") == WORDS.ticket_names.parse("Seattle–Miami 22")


# Refusals: how the table is set, what is said, the rule, and a word of the reason


def hand(**cards: int) -> Callable[[Table], None]:
    return lambda table: table.hand(0, **cards)


def own_red(table: Table) -> None:
    table.hand(0, red=3)
    table.row(0, "red", 1)


def others_red(table: Table) -> None:
    table.hand(0, red=3, blue=1, green=1, locomotive=1)
    table.row(1, "red", 2, locomotives=1)


def begun(table: Table) -> None:
    others_red(table)
    table.position.apply(number("lay 3 red ..."))


def second(table: Table) -> None:
    table.display(red=2, locomotive=3)
    table.play(number("draw red"))
    table.happens("blue")


def no_deck(table: Table) -> None:
    table.display(red=1)
    table.last_turns(2)


def no_display(table: Table) -> None:
    table.display()
    table.hand(0, red=2)
    table.last_turns(2)


def offer(table: Table) -> None:
    table.draw_tickets("Dallas–Miami", "Seattle–Miami", "Miami–Omaha", "Miami–Boston")


def start(table: Table) -> None:
    offer(table)
    table.record.phase = KEEP_START


def no_tickets(table: Table) -> None:
    table.record.ticket_deck = table.record.ticket_deck_size = 0


def completing(table: Table) -> None:
    table.tickets(0, "Dallas–Miami", "Dallas–Raleigh", "Miami–Boston")
    table.platform(0, green=1, red=1, locomotive=1)
    table.record.phase = COMPLETE


def begun_completing(table: Table) -> None:
    completing(table)
    table.play(number("complete Dallas–Raleigh 8 ..."))


def nothing_to_complete(table: Table) -> None:
    completing(table)
    table.platform(0)


REFUSED = [
    (hand(red=1), "lay 2 red", "C-LAY-1", "you have 1"),
    (hand(red=2), "lay 1 red", "C-LAY-1", "two or more"),
    (hand(red=2, blue=2), "lay 2 red, 2 blue", "C-LAY-1", "three colours"),
    (hand(red=2, blue=2), "lay 1 red, 1 blue", "C-LAY-1", "three colours"),
    (hand(red=1, blue=1, green=1, locomotive=1), "lay 1 red, 1 blue, 1 locomotive", "C-LAY-1", "three colours"),
    (hand(locomotive=3), "lay 3 locomotives", "C-LAY-2", "at least one coloured"),
    (own_red, "lay 2 red", "C-LAY-3", "your yard"),
    (others_red, "lay 3 red", "C-LAY-4", "4 cards or more"),
    (others_red, "lay 1 red, 1 blue, 1 green", "C-LAY-4", "player 2"),
    (begun, "with 0 locomotives", "C-LAY-4", "1 locomotive"),
    (begun, "with 2 locomotives", "C-LAY-1", "do not hold"),
    (begun, "draw deck", "C-LAY-1", "first say"),
    (begun, "lay 2 blue", "C-LAY-1", "locomotives the row has"),
    (hand(red=1), "draw red", "C-DRAW-1", "no red in the display"),
    (second, "draw locomotive", "C-DRAW-2", "first card"),
    (second, "draw tickets", "C-DRAW-1", "second"),
    (second, "draw green", "C-DRAW-1", "no green"),
    (no_deck, "draw deck", "C-END-1", "run out"),
    (no_display, "draw red", "C-END-2", "empty"),
    (no_display, "pass", "C-TICKET-1", "nothing else"),
    (no_tickets, "draw tickets", "C-TICKET-1", "no tickets left"),
    (offer, "draw deck", "C-TICKET-1", "or none"),
    (start, "keep none", "C-SET-4", "at least 1"),
    (start, "pass", "C-SET-4", "first choose"),
    (hand(red=1), "keep 1", None, "not among the tickets offered"),
    (hand(red=1), "complete best", "C-END-1", "run out"),
    (hand(red=1), "done", "C-END-1", "run out"),
    (hand(red=1), "with 1 locomotive", "C-LAY-1", "no row"),
    (completing, "complete 1 2 3", "C-END-3", "missing"),
    (completing, "draw deck", "C-END-3", "first choose"),
    (begun_completing, "complete Seattle–Miami", None, "not among"),
    (nothing_to_complete, "done", "C-END-3", "can be completed"),
    (nothing_to_complete, "complete 1", "C-END-3", "missing"),
]  # fmt: skip


def play(table: Table, said: str) -> None:
    for action in WORDS.read(table.position, said).actions:
        table.play(action)


@pytest.mark.parametrize(("setting", "said", "rule", "reason"), REFUSED)
def test_a_refusal_names_the_rule(setting: Callable[[Table], None], said: str, rule: str | None, reason: str) -> None:
    table = Table()
    setting(table)
    with pytest.raises(MoveError) as error:
        play(table, said)
    assert error.value.rule == rule, error.value
    assert reason in str(error.value)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_illegal_action_has_a_reason(players: int) -> None:
    """In any phase, whatever number is tried."""
    reasons = set()
    for seed in range(2):
        for position in random_positions(players, seed, 25):
            if position.is_chance or position.is_over:
                continue
            legal = set(position.legal())
            for action in set(dict(WORDS.actions)) - legal:
                error = WORDS.refuse(position, action)
                assert error.rule is not None
                assert error.rule.startswith("C-")
                reasons.add(error.rule)
    assert len(reasons) > 7


def test_a_move_may_be_said_shortly() -> None:
    table = Table()
    table.hand(0, red=3, blue=1, green=1, locomotive=1)
    assert (
        WORDS.read(table.position, "lay red 2, locomotive 1").actions
        == WORDS.read(table.position, "lay 2 red, 1 locomotive").actions
    )
    assert WORDS.read(table.position, "take purple").actions == WORDS.read(table.position, "draw purple").actions
    completing(table)
    assert (
        WORDS.read(table.position, "complete best").actions
        == WORDS.read(table.position, "complete Dallas–Miami 9").actions
    )
    assert WORDS.read(table.position, "complete 1").actions[0] == TICKET + 6
