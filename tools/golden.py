"""Writes the golden games of tests/golden: ways of behaving that lead games to where random play rarely goes.

    python tools/golden.py [names of games]

Run it only when the record format or the rules change on purpose, and read what it wrote. The first seed from 1 on
that leads to all that tests/test_golden.py asks of a game is taken.
"""

import random
import sys
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path

import branchline
from branchline.bots import make
from branchline.cardgame.rules import actions as card_numbers
from branchline.engine import actions as shared
from branchline.engine import phases
from branchline.engine.limits import KINDS
from branchline.game import Game
from branchline.mapgame.board import Board, Route
from branchline.mapgame.contents import bits
from branchline.mapgame.rules import actions as numbers

TESTS = Path(__file__).parents[1] / "tests"
FOLDER = TESTS / "golden"
sys.path.insert(0, str(TESTS))

from test_golden import missing  # noqa: E402

Chooser = Callable[[Game, list[int], random.Random], int]


def anything(game: Game, legal: list[int], rng: random.Random) -> int:
    """A uniformly random action."""
    return legal[int(rng.random() * len(legal))]


def builder(game: Game, legal: list[int], rng: random.Random) -> int:
    """Claims whenever it can, longer routes first, and draws otherwise."""
    claims = [a for a in legal if a >= numbers.CLAIM and (a - numbers.CLAIM) % numbers.HOWS != numbers.EXCHANGE]
    if claims:
        return max(claims, key=lambda a: (length(game, a), rng.random()))
    return rng.choice([a for a in legal if a != shared.DRAW_TICKETS] or legal)


def trader(game: Game, legal: list[int], rng: random.Random) -> int:
    """Gathers cards, and then claims by exchange."""
    exchanges = [a for a in legal if a >= numbers.CLAIM and (a - numbers.CLAIM) % numbers.HOWS == numbers.EXCHANGE]
    if exchanges and game.position.record.hand_size[game.player] > 16:
        return max(exchanges, key=lambda a: (length(game, a), rng.random()))
    draws = [a for a in legal if a <= shared.DRAW_BLIND]
    return rng.choice(draws or legal)


def tunneller(game: Game, legal: list[int], rng: random.Random) -> int:
    """Claims tunnels above all, and pays for them."""
    if game.position.record.phase == phases.SURCHARGE:
        return legal[0]
    if game.position.record.hand_size[game.player] < 14:
        return rng.choice([a for a in legal if a <= shared.DRAW_BLIND] or legal)
    tunnels = [a for a in legal if a >= numbers.CLAIM and route(game, a).kind == "tunnel"]
    return rng.choice(tunnels or legal)


def guest(game: Game, legal: list[int], rng: random.Random) -> int:
    """Builds stations where others' routes reach the cities of its tickets, and pays for tunnels; else a builder."""
    assert isinstance(game.board, Board)
    s, p = game.position.record, game.player
    if s.phase == phases.SURCHARGE:
        return legal[0]
    ends = {city for t in bits(s.tickets[p]) for city in (game.board.tickets[t].a, game.board.tickets[t].b)}
    theirs = [game.board.routes[r] for q in range(len(game.names)) if q != p for r in bits(s.owned[q])]
    reached = ends & {city for r in theirs for city in (r.a, r.b)}
    first = numbers.CLAIM + numbers.HOWS * len(game.board.routes)
    stations = [a for a in legal if a >= first and game.board.cities[(a - first) // KINDS].name in reached]
    if stations:
        return rng.choice(stations)
    return builder(game, [a for a in legal if a < first], rng)


def saver(game: Game, legal: list[int], rng: random.Random) -> int:
    """Builds and now and then draws tickets, but keeps few."""
    if shared.DRAW_TICKETS in legal and rng.random() < 0.2:
        return shared.DRAW_TICKETS
    keeps = [a for a in legal if shared.KEEP_SET <= a < numbers.CLAIM]
    if keeps:
        return min(keeps, key=lambda a: ((a - shared.KEEP_SET).bit_count(), rng.random()))
    return builder(game, legal, rng)


def hoarder(game: Game, legal: list[int], rng: random.Random) -> int:
    """Takes the short routes, then sits on a few trains and gathers everything there is."""
    trains = game.position.record.trains[game.player]
    short = [a for a in legal if a >= numbers.CLAIM and length(game, a) <= min(3, trains - 3)]
    if short:
        return min(short, key=lambda a: (length(game, a), rng.random()))
    others = [a for a in legal if a < numbers.CLAIM]
    return rng.choice(others or legal)


def robber(game: Game, legal: list[int], rng: random.Random) -> int:
    """In the Card Game: robs whom it can, lays what is left now and then, and draws otherwise."""
    layings = [a for a in legal if card_numbers.LAY_THREE <= a < card_numbers.TICKET]
    robberies = [a for a in layings if loot(game, a)]
    if robberies:
        return max(robberies, key=lambda a: (loot(game, a), rng.random()))
    if layings and rng.random() < 0.4:
        return rng.choice(layings)
    return anything(game, [a for a in legal if a not in layings] or legal, rng)


def loot(game: Game, action: int) -> int:
    """How many cards of others a laying takes."""
    after = game.position.copy()
    after.apply(action)
    return int(after.record.discards.sum() - game.position.record.discards.sum())


def greedy(game: Game, legal: list[int], rng: random.Random) -> int:
    """Plays as the bot of that name."""
    return make("greedy", rng.getrandbits(30)).choose(game.position.seen_by(game.player), legal)


def route(game: Game, action: int) -> Route:
    """The route that a claim names."""
    assert isinstance(game.board, Board)
    return game.board.routes[(action - numbers.CLAIM) // numbers.HOWS]


def length(game: Game, action: int) -> int:
    """The length of the route that a claim names."""
    return route(game, action).length


# name, board, players, behaviour, options, whether moves are taken back now and then
GAMES: list[tuple[str, str, int, Chooser, Mapping[str, object], bool]] = [
    ("usa-2-longest-path-decides", "usa", 2, anything, {}, False),
    ("usa-3-builders", "usa", 3, builder, {}, True),
    ("usa-3-nobody-can-move", "usa", 3, anything, {}, False),
    ("usa-4-hoarders", "usa", 4, hoarder, {}, True),
    ("usa-5-random", "usa", 5, anything, {}, True),
    ("nordic-2-exchanges", "nordic", 2, trader, {}, True),
    ("nordic-2-swedish", "nordic", 2, anything, {"start_hand": 5, "no_draw_without_deck": True}, True),
    ("nordic-3-builders", "nordic", 3, builder, {}, True),
    (
        "nordic-3-shared-win",
        "nordic",
        3,
        anything,
        {"tiebreak": "longest_ticket", "unequal_doubles": "free"},
        False,
    ),
    ("nordic-3-tunnels", "nordic", 3, tunneller, {"strict_tunnel_locomotives": True}, True),
    ("europe-3-stations", "europe", 3, guest, {}, True),
    ("europe-5-random", "europe", 5, anything, {}, False),
    ("nederland-3-tolls", "nederland", 3, builder, {}, True),
    ("nederland-5-tickets", "nederland", 5, saver, {}, False),
    ("nederland-3-without-tolls", "nederland", 3, saver, {"tolls": False}, False),
    ("nederland-2-neutral", "nederland", 2, builder, {"neutral": True}, True),
    ("nederland-2-neutral-out", "nederland", 2, saver, {"neutral": True}, False),
    ("iberia-3-drafts", "iberia", 3, builder, {}, True),
    ("iberia-4-shift", "iberia", 4, saver, {"deal_card_shift": 10}, False),
    ("usa-3-1910", "usa", 3, saver, {"ticket_decks": "1910"}, True),
    ("usa-4-mega", "usa", 4, saver, {"ticket_decks": "mega"}, False),
    ("usa-2-big-cities", "usa", 2, saver, {"ticket_decks": "big_cities"}, False),
    ("cardgame-2-bonuses-decide", "cardgame", 2, anything, {}, False),
    ("cardgame-2-robbers", "cardgame", 2, robber, {}, True),
    ("cardgame-3-open-platforms", "cardgame", 3, greedy, {"open_platform": True}, True),
    ("cardgame-4-second-half", "cardgame", 4, robber, {}, True),
]


def play(board: str, players: int, seed: int, choose: Chooser, options: Mapping[str, object], undo: bool) -> Game:
    """A whole game by one way of behaving."""
    rng = random.Random(seed)
    game = branchline.new(board, ["Anna", "Bo", "Cleo", "Dag", "Elin"][:players], seed, options)
    game.date = "2026-11-15"
    moves = 0
    while not game.is_over:
        game.play(choose(game, game.actions(), rng))
        moves += 1
        if undo and moves % 97 == 0 and not game.is_over:
            game.undo()
    return game


def main() -> None:
    """Write them all, or those that are named."""
    for name, board, players, choose, options, undo in GAMES:
        if not sys.argv[1:] or name in sys.argv[1:]:
            trials = ((seed, play(board, players, seed, choose, options, undo)) for seed in count(1))
            seed, game = next((seed, game) for seed, game in trials if not missing(game, name))
            game.save(FOLDER / f"{name}.txt")
            print(f"{name}: seed {seed}, {game.turn} turns, {game.result()['winners']}", flush=True)


if __name__ == "__main__":
    main()
