"""Plays strange boards out: run as a program, with every access to an array checked.

python playing_out.py BOARDS [thorough]
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from zlib import crc32

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    sys.path.insert(0, str(Path(__file__).parent))

from hypothesis import HealthCheck, Phase, given, seed, settings
from properties.invariants import check as check_invariants
from strange_boards import CARDS, MAPS
from styles import STYLES, choose

from branchline import boards, loads
from branchline.boards import AnyBoard
from branchline.bots.planner import PlannerPlayer
from branchline.bots.simple import GreedyPlayer
from branchline.cardgame.board import CardGame
from branchline.game import Game
from branchline.kinds import new_position
from branchline.mapgame.board import Board
from branchline.position import Position, stream

MOST_STEPS = 60_000  # of players and of chance, in one game
CHECKED = 23  # every so manieth position is looked at closely
NAMES = ("Anna", "Björn", "Chloë", "D. E. Fox", "小林")


def play_out(board: AnyBoard, rng: Random, thorough: bool = False) -> None:
    """Random games with every number of players; with one of these a game that is recorded, and games of bots."""
    least, most = board.rules.players
    for players in range(least, most + 1):
        style = rng.choice(list(STYLES[board.kind]))
        _random_game(board, players, style, rng)
    players = rng.randint(least, most)
    recorded_game(board, players, rng)
    if thorough or rng.random() < 0.3:
        bot_game(board, players, rng, GreedyPlayer)
    if thorough:
        bot_game(board, players, rng, PlannerPlayer)


def _random_game(board: AnyBoard, players: int, style: str, rng: Random) -> None:
    position, chance = new_position(board, players), stream(rng.getrandbits(60))
    for step in range(MOST_STEPS):
        if step % CHECKED == 0:
            look_closely(position, board, rng)
        if position.is_over:
            break
        position.apply(position.draw(chance) if position.is_chance else _choice(position, rng, style))
    assert position.is_over, f"no end after {MOST_STEPS} steps"
    look_closely(position, board, rng)
    places = position.score().place[:players].tolist()
    assert 1 in places


def _choice(position: Position, rng: Random, style: str) -> int:
    assert position.legal(), f"nobody can move in phase {position.phase}"
    return choose(position, rng, style)


def look_closely(position: Position, board: AnyBoard, rng: Random) -> None:
    """Nothing is lost, and what a player imagines agrees with what they see."""
    viewer = rng.randrange(-1, position.players)
    position.seen_by(viewer)
    position.score()
    if position.is_chance:
        assert position.outcomes()
    if isinstance(board, Board):
        check_invariants(position, board)
    elif isinstance(board, CardGame):
        check_cards(position, board)
    if viewer >= 0 and not position.is_chance:
        determinized = position.determinize(viewer, stream(rng.getrandbits(60)))
        assert determinized.seen_by(viewer).states.tobytes() == position.seen_by(viewer).states.tobytes()


def check_cards(position: Position, game: CardGame) -> None:
    """Every train card and every ticket of the Card Game is in one place."""
    s = position.record
    total = s.deck.astype(int) + s.display + s.discards + s.hand.sum(0) + s.platform.sum(0)
    total[:-1] += s.yard.sum(0)
    total[-1] += s.on_top.sum()
    assert total.tolist() == [game.rules.colour_cards] * 8 + [game.rules.locomotives]
    assert (
        min(int(s[name].min()) for name in ("deck", "display", "discards", "hand", "platform", "yard", "on_top")) >= 0
    )
    assert s.deck_size == s.deck.sum()
    assert s.hand_size.tolist() == s.hand.sum(1).tolist()
    masks = [int(mask) for name in ("tickets", "done", "offer", "under") for mask in s[name]]
    assert sum(masks) + int(s.ticket_deck) == (1 << len(game.tickets)) - 1


def recorded_game(board: AnyBoard, players: int, rng: Random) -> None:
    """A random game whose record reads back to the letter."""
    game = Game(board, NAMES[:players], rng.getrandbits(60))
    game.resolve()
    while not game.is_over:
        game.play(_choice(game.position, rng, "mixed"))
    text = game.record()
    again = loads(text, board)
    assert again.record() == text
    assert again.position.states.tobytes() == game.position.states.tobytes()
    for player in range(players):
        game.view(player)
    space = game.notation.actions
    for number, action in space:
        assert space.number(space.parse(space.text(action))) == number, action


def bot_game(board: AnyBoard, players: int, rng: Random, bot: type) -> None:
    """A game of bots of one kind, whose every choice is legal."""
    position, chance = new_position(board, players), stream(rng.getrandbits(60))
    seats = [bot(Random(rng.getrandbits(60))) for _ in range(players)]
    for _ in range(MOST_STEPS):
        if position.is_over:
            return
        if position.is_chance:
            position.apply(position.draw(chance))
            continue
        legal = position.legal()
        action = seats[position.player].choose(position.seen_by(position.player), legal)
        assert action in legal, f"{bot.__name__} chose {action} of {legal}"
        position.apply(action)
    raise AssertionError(f"{bot.__name__} came to no end")


def variants(text: str) -> Iterator[AnyBoard]:
    """The board of a text, and with each value of its options."""
    board = boards.loads(text, "strange.toml")
    yield board
    for option in board.options:
        yield boards.loads(text, "strange.toml", {option.name: option.values[-1]})


def run(count: int, thorough: bool, number: int) -> Counter[str]:
    """Make so many boards of each kind and play out those that the check accepts; what there was."""
    seen: Counter[str] = Counter()

    def try_out(text: str) -> None:
        problems = boards.check(text, "strange.toml")
        seen["refused" if problems else "accepted"] += 1
        lines = text.count("\n") + 1
        for problem in problems:
            assert 1 <= problem.line <= lines
            assert problem.entry
            assert problem.wrong
            assert problem.right
        if not problems:
            rng = Random(crc32(text.encode()))
            for board in variants(text):
                play_out(board, rng, thorough)
                seen.update(mechanics(board))

    for strategy in (MAPS, CARDS):
        wanted = settings(
            max_examples=count,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        wanted(seed(number)(given(strategy)(try_out)))()
    return seen


def mechanics(board: AnyBoard) -> Iterator[str]:
    """The mechanics on a board that was played."""
    if not isinstance(board, Board):
        yield "cards"
        return
    rules = board.rules
    for name in ("stations", "toll_tokens", "neutral_trains", "ferry_exchange", "draft_keep", "start_long_tickets"):
        if getattr(rules, name):
            yield name
    yield from {route.kind for route in board.routes}
    if any(route.exchange for route in board.routes):
        yield "exchange"
    if board.festivals:
        yield "festivals"
    if board.chosen:
        yield "options"


if __name__ == "__main__":
    given_count, how, seed_number = sys.argv[1:4]
    found = run(int(given_count), how == "thorough", int(seed_number))
    print(" ".join(f"{name}={n}" for name, n in sorted(found.items())))
