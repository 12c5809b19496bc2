"""Playing the games of a deal."""

from collections.abc import Sequence
from functools import cache
from statistics import median
from time import perf_counter_ns

from branchline import boards
from branchline import bots as players
from branchline.arena.schedule import Deal, Match, Outcome
from branchline.bots import Player
from branchline.game import Game
from branchline.kinds import kind_of, new_position
from branchline.position import Position, stream
from branchline.warm import prepare


def play_deal(match: Match, deal: Deal) -> list[Outcome]:
    """One game for every rotation of the line-up, all on the same deal."""
    games = []
    for shift in range(match.seats):
        seating = tuple(deal.line_up[(seat + shift) % match.seats] for seat in range(match.seats))
        games.append(_play(match, deal, seating))
    return games


@cache
def _start(board: str, options: tuple[tuple[str, str], ...], seats: int) -> Position:
    loaded = boards.load(board, dict(options))
    prepare(kind_of(loaded))
    return new_position(loaded, seats)


def _play(match: Match, deal: Deal, seating: tuple[int, ...]) -> Outcome:
    bots = [players.make(match.entrants[entrant], deal.seed * 31 + entrant) for entrant in seating]
    position, chance = _start(match.board, match.options, match.seats).copy(), stream(deal.seed)
    spent: list[list[int]] = [[] for _ in seating]
    log: list[int] = []
    error = ""
    while not position.is_over and not error:
        if position.is_chance:
            log.append(position.draw(chance))
            position.apply(log[-1])
            continue
        try:
            log.append(_choose(bots[position.player], position, spent[position.player]))
            position.apply(log[-1])
        except Exception as failure:  # whatever a bot of one's own raises
            who = match.entrants[seating[position.player]]
            error = f"{who} failed in turn {position.turn} of deal {deal.number} (seed {deal.seed}): {failure!r}"
    result = position.score()
    places = tuple(int(place) for place in result.place[: match.seats])
    if error:
        places = tuple(2 if seat == position.player else 1 for seat in range(match.seats))
    winners = places.count(1)
    return Outcome(
        deal.number,
        seating,
        tuple(int(total) for total in result.total[: match.seats]),
        tuple(1 / winners if place == 1 else 0.0 for place in places),
        places,
        position.turn,
        tuple(median(times) / 1000 if times else 0.0 for times in spent),
        error,
        _record(match, seating, log) if match.keeps_records else "",
    )


def _choose(bot: Player, position: Position, spent: list[int]) -> int:
    """What the bot chooses, its time noted where it had a choice; a move that is not legal is an error."""
    legal, view = position.legal(), position.seen_by(position.player)
    began = perf_counter_ns()
    action = bot.choose(view, legal)
    if len(legal) > 1:
        spent.append(perf_counter_ns() - began)
    if action not in legal:
        raise ValueError(f"{type(bot).__name__} chose {action}, which is not legal; legal are {legal}")
    return action


def _record(match: Match, seating: tuple[int, ...], log: list[int]) -> str:
    """The text of a game, from all that chance and the bots did in it."""
    board = boards.load(match.board, dict(match.options))
    game = Game(board, seat_names([match.entrants[entrant] for entrant in seating]))
    for number in log:
        if game.position.is_chance:
            game.chance(number)
        else:
            game.move(number)
    return game.record()


def seat_names(bots: Sequence[str]) -> list[str]:
    """Names for bots at a table: their own, as records can have them, with a number where they sit more than once."""
    own = [bot.replace(":", ".") for bot in bots]
    return [name if own.count(name) == 1 else f"{name} {own[: i + 1].count(name)}" for i, name in enumerate(own)]
