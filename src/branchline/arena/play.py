"""Playing the games of a deal."""

from functools import cache
from statistics import median
from time import perf_counter_ns

from branchline import boards, players
from branchline.arena.schedule import Deal, Match, Outcome
from branchline.players import Player
from branchline.position import Position, kind_of, stream
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
    return Position.start(loaded, seats)


def _play(match: Match, deal: Deal, seating: tuple[int, ...]) -> Outcome:
    bots = [players.make(match.entrants[entrant], deal.seed * 31 + entrant) for entrant in seating]
    position, chance = _start(match.board, match.options, match.seats).copy(), stream(deal.seed)
    spent: list[list[int]] = [[] for _ in seating]
    while not position.is_over:
        if position.is_chance:
            position.apply(position.draw(chance))
        else:
            position.apply(_choose(bots[position.player], position, spent[position.player]))
    result = position.score()
    places = tuple(int(place) for place in result.place[: match.seats])
    winners = places.count(1)
    return Outcome(
        deal.number,
        seating,
        tuple(int(total) for total in result.total[: match.seats]),
        tuple(1 / winners if place == 1 else 0.0 for place in places),
        places,
        position.turn,
        tuple(median(times) / 1000 if times else 0.0 for times in spent),
    )


def _choose(bot: Player, position: Position, spent: list[int]) -> int:
    """What the bot chooses, its time noted where it had a choice; a move that is not legal ends the match."""
    legal, view = position.legal(), position.view(position.player)
    began = perf_counter_ns()
    action = bot.choose(view, legal)
    if len(legal) > 1:
        spent.append(perf_counter_ns() - began)
    if action not in legal:
        raise ValueError(f"{type(bot).__name__} chose {action}, which is not legal; legal are {legal}")
    return action
