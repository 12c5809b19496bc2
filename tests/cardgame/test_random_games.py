"""Whole games: nothing is lost, chance is fair, and every game ends as the rules say."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from styles import play_on

from branchline.batch import Batch
from branchline.cardgame.rules.actions import ACTIONS
from branchline.cardgame.rules.score import RESULT
from branchline.cardgame.rules.state import COMPLETE, MOVES, STATE
from branchline.engine import entries
from branchline.engine.limits import LOCO
from branchline.engine.phases import BLIND, DEAL_CARD, DEAL_TICKET, FILL, OVER
from branchline.engine.stream import STREAM
from branchline.errors import MoveError
from branchline.position import stream
from cardgame.random_play import STYLES
from cardgame.table import ALL_CARDS, Array, elements, everywhere, facts, new_game

PLAYERS = [2, 3, 4]
ALL_TICKETS = (1 << 46) - 1


# One action at a time


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("style", STYLES)
def test_no_card_and_no_ticket_is_lost_by_any_action(players: int, style: str) -> None:
    """After every action, chance's too: 96 cards and 46 tickets, each in one place."""
    position = new_game(players)
    s = position.record
    for _ in play_on(position, Random(players), style):
        assert (everywhere(s) == ALL_CARDS).all()
        assert sum(map(int, (*s.tickets, *s.done, *s.offer, *s.under, s.ticket_deck))) == ALL_TICKETS
        assert min(s.deck.min(), s.hand.min(), (s.hand - s.known).min(), s.blind.min(), s.fresh.min()) >= 0
    assert s.phase == OVER


@pytest.mark.parametrize("players", PLAYERS)
def test_chance_has_the_odds_of_the_counts(players: int) -> None:
    """Each kind of card as often as it is in the deck, each ticket of the top group alike."""
    position = new_game(players)
    phases = set()
    for _ in play_on(position, Random(1), "mixed"):
        s = position.record
        if position.is_chance:
            phases.add(int(s.phase))
            tickets = dict.fromkeys(elements(s.ticket_deck), 1)
            cards = {c: n for c, n in enumerate(s.deck.tolist()) if n}
            assert dict(position.outcomes()) == (tickets if s.phase == DEAL_TICKET else cards)
            assert position.draw(stream(1)) in dict(position.outcomes())
        else:
            assert position.outcomes() == []
    assert phases == {DEAL_CARD, FILL, BLIND, DEAL_TICKET}


def test_a_log_of_actions_replays_exactly() -> None:
    position, again = new_game(4), new_game(4)
    for action in play_on(position, Random(2), "mixed"):
        again.apply(action)
        assert again.states.tobytes() == position.states.tobytes()


# Thousands of games at once


def play_all(players: int, games: int, seed: int) -> Array:
    """Play many games with random moves, checking all of them after every move; the last states."""
    states, streams = np.zeros(games, STATE), np.zeros(games, STREAM)
    rng = np.random.default_rng(seed)
    streams["word"] = rng.integers(1 << 63, size=games).astype(np.uint64)
    moves = np.zeros(1, MOVES)
    masks = np.empty((games, ACTIONS), np.bool_)
    entries.reset_games(states, np.zeros(1, STATE), facts(), players, streams)
    ran_out = np.full((2, games), -1)
    while (states["phase"] != OVER).any():
        check_conservation(states)
        check_last_turns(states, ran_out, players)
        entries.mask_games(states, facts(), moves, masks)
        assert (masks.any(1) == (states["phase"] != OVER)).all()
        actions = (masks * rng.random(masks.shape)).argmax(1)
        assert entries.step_games(states, facts(), actions, moves, streams) == -1
    check_conservation(states)
    return states


def check_conservation(states: Array) -> None:
    """96 cards and 46 tickets in every game."""
    total = states["deck"].astype(int) + states["display"] + states["discards"]
    total += states["hand"].sum(1) + states["platform"].sum(1)
    total[:, :LOCO] += states["yard"].sum(1)
    total[:, LOCO] += states["on_top"].sum((1, 2))
    assert (total == ALL_CARDS).all()
    assert (states["hand_size"] == states["hand"].sum(2)).all()
    assert (states["deck_size"] == states["deck"].sum(1)).all()
    masks = [states[name].sum(1, dtype=np.uint64) for name in ("tickets", "done", "offer", "under")]
    assert (sum(masks) + states["ticket_deck"] == ALL_TICKETS).all()


def check_last_turns(states: Array, ran_out: Array, players: int) -> None:
    """Each half ends as many turns after the one in which its deck ran out as there are players."""
    games = np.arange(len(states))
    half = states["half"] - 1
    empty = (states["deck_size"] == 0) & (ran_out[half, games] < 0) & (states["turns_left"] == players)
    ran_out[half[empty], games[empty]] = states["turn"][empty] - 1
    choosing = states["phase"] == COMPLETE
    ends = ran_out[half[choosing], games[choosing]] + players
    assert (states["turn"][choosing] == ends).all()
    assert (states["deck_size"][choosing] == 0).all()


def check_ends(states: Array, players: int) -> None:
    """All games are over, in the half in which they should be, and their results add up."""
    assert (states["half"] == (2 if players == 4 else 1)).all()
    assert not states["turns_left"].any()
    assert not states["chosen"].any()
    assert (states["display_size"] <= 5).all()
    results = np.zeros(1, RESULT)
    values = facts()[0].ticket_value
    for i in range(0, len(states), 50):
        entries.score(states, i, facts(), results)
        for p in range(players):
            points = sum(values[t] for t in elements(states["done"][i, p]))
            points -= sum(values[t] for t in elements(states["tickets"][i, p]))
            assert results["tickets"][0, p] == points
        places = results["place"][0, :players].tolist()
        assert places.count(1) >= 1
        assert places[int(results["total"][0, :players].argmax())] <= players


@pytest.mark.parametrize("players", PLAYERS)
def test_two_thousand_games_end_by_the_rules(players: int) -> None:
    """Every move of theirs leaves every card and ticket in one place."""
    check_ends(play_all(players, 2000, players), players)


def decided_by(states: Array, players: int) -> Counter[str]:
    """What decided each game: the points, a tie-break, or nothing."""
    results, told = np.zeros(1, RESULT), Counter[str]()
    for i in range(len(states)):
        entries.score(states, i, facts(), results)
        parts = [results[name][0, :players].tolist() for name in ("total", "completed", "bonuses")]
        first = sorted(zip(*parts, strict=True), reverse=True)[:2]
        differ = [one != other for one, other in zip(*first, strict=True)]
        told["points" if differ[0] else "tickets" if differ[1] else "bonuses" if differ[2] else "shared"] += 1
    return told


@pytest.mark.soak
@pytest.mark.parametrize("players", PLAYERS)
def test_a_hundred_thousand_games_end_by_the_rules(players: int) -> None:
    """Checked after every move; says how they ended."""
    told, turns = Counter[str](), []
    for seed in range(20):
        states = play_all(players, 5000, 100 + seed)
        check_ends(states, players)
        told += decided_by(states, players)
        turns += states["turn"].tolist()
    ends = ", ".join(f"{how} {told[how]}" for how in ("points", "tickets", "bonuses", "shared"))
    length = f"{sum(turns) / len(turns):.1f} turns, from {min(turns)} to {max(turns)}"
    print(f"\n{players} players: {len(turns)} games end after the last turns; {length}; decided by {ends}")


def test_what_decides_games_is_told() -> None:
    assert sum(decided_by(play_all(2, 50, 1), 2).values()) == 50


@pytest.mark.parametrize("players", PLAYERS)
def test_games_inside_compiled_code_are_the_same_games(players: int) -> None:
    """The loop for rollouts adds up what happened."""
    states, totals = np.zeros(2, STATE), np.zeros(8, np.int64)
    moves, results = np.zeros(1, MOVES), np.zeros(1, RESULT)
    entries.random_games(states, facts(), players, moves, results, stream(1), 200, totals)
    games, decisions, turns, _, completed = totals[:5].tolist()
    assert games == 200
    assert decisions > turns > 40 * games
    assert completed > players * games // 4
    assert states["phase"][0] == OVER


# The protocol


def test_a_batch_plays_it_like_any_other_game() -> None:
    batch, rng = Batch("cardgame", players=4, games=60, seed=1), np.random.default_rng(1)
    before = batch.states.tobytes()
    with pytest.raises(MoveError, match="is not legal in game 0"):
        batch.step(np.full(60, ACTIONS - 1))
    assert batch.states.tobytes() == before
    while not batch.is_over.all():
        mask = batch.mask()
        assert mask.shape == (60, batch.n_actions)
        batch.step((mask * rng.random(mask.shape)).argmax(1))
    end = batch.position(7)
    assert end.is_over
    assert end.score().total.tolist() == batch.scores()[7].tolist()


def test_a_move_that_is_not_legal_is_refused_and_changes_no_game() -> None:
    states, streams = np.zeros(3, STATE), np.ones(3, STREAM)
    moves = np.zeros(1, MOVES)
    entries.reset_games(states, np.zeros(1, STATE), facts(), 2, streams)
    before = states.tobytes()
    assert entries.step_games(states, facts(), np.array([65, 9, 65]), moves, streams) == 1
    assert states.tobytes() == before
    for action in (-1, 9, 64, ACTIONS, 10_000):
        assert not entries.is_legal(states, 0, facts(), moves, action)


def test_the_action_space_has_no_two_meanings() -> None:
    """In any phase a number is legal only in its own part of the space."""
    position = new_game(3)
    for _ in play_on(position, Random(4), "mixed"):
        for action in position.legal():
            assert 0 <= action < ACTIONS
            assert position.is_legal(action)
