"""What goes wrong in games of a bot against itself, by board: `python tools/weaknesses.py BOT … --games 200`."""

import argparse
from dataclasses import dataclass, field
from statistics import mean

import numpy as np

from branchline import boards
from branchline.bots import make
from branchline.engine.actions import DRAW_TICKETS
from branchline.kinds import kind_of, new_position
from branchline.position import Position, stream


@dataclass
class Seat:
    """One player of one game."""

    first_claim: int = 0  # in which of the own turns
    turns: int = 0
    fullest: int = 0  # hand, in cards
    left: int = 0  # cards at the end
    unfinished: int = 0  # tickets
    ticket_turns: int = 0
    ended: bool = False  # whether this player's turn was the one after which only the last turns were left
    share: float = 0.0  # of the win
    turns_seen: set[int] = field(default_factory=set)


def play(board: str, bot: str, seed: int) -> list[Seat]:
    """One game of two."""
    position, chance = new_position(boards.load(board), 2), stream(seed)
    bots, seats = [make(bot, 2 * seed + seat) for seat in range(2)], [Seat(), Seat()]
    builds = kind_of(position).builds
    while not position.is_over:
        if position.is_chance:
            position.apply(position.draw(chance))
            continue
        mover, before = seats[position.player], int(position.record.turns_left)
        action = bots[position.player].choose(position.seen_by(position.player), position.legal())
        mover.turns_seen.add(position.turn)
        if not mover.first_claim and builds(position, action):
            mover.first_claim = len(mover.turns_seen)
        mover.ticket_turns += action == DRAW_TICKETS
        position.apply(action)
        if before == 0 and position.record.turns_left > 0:
            mover.ended = True
        for number, seat in enumerate(seats):
            seat.fullest = max(seat.fullest, int(position.record.hand_size[number]))
    _note_end(position, seats)
    return seats


def _note_end(position: Position, seats: list[Seat]) -> None:
    result = position.score()
    winners = sum(int(place) == 1 for place in result.place[:2])
    for number, seat in enumerate(seats):
        seat.left = int(position.record.hand_size[number])
        open_tickets = np.atleast_1d(position.record.tickets[number] & ~result.done[number])
        seat.unfinished = sum(int(word).bit_count() for word in open_tickets)
        seat.share = (int(result.place[number]) == 1) / winners


def row(board: str, bot: str, games: int) -> str:
    """The figures of a bot on a board as a row of a table."""
    seats = [seat for seed in range(games) for seat in play(board, bot, seed)]
    ended = [seat for seat in seats if seat.ended]
    losing = mean(seat.share < 0.5 for seat in ended) if ended else 0.0
    return (
        f"| {board} | {bot} | {100 * mean(seat.unfinished > 0 for seat in seats):.0f} % "
        f"| {mean(seat.unfinished for seat in seats):.2f} | {mean(seat.left for seat in seats):.1f} "
        f"| {100 * losing:.0f} % | {mean(seat.first_claim for seat in seats):.1f} "
        f"| {mean(seat.fullest for seat in seats):.1f} | {mean(seat.ticket_turns for seat in seats):.2f} |"
    )


def main() -> None:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("bots", nargs="+")
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--board", action="append")
    options = asked.parse_args()
    print(
        "| board | bot | unfinished hands | tickets a hand | cards left | ends that lost | first claim |",
        end="",
    )
    print(" fullest hand | ticket turns |\n" + "| --- " * 9 + "|")
    for board in options.board or boards.names():
        for bot in options.bots:
            print(row(board, bot, options.games), flush=True)


if __name__ == "__main__":
    main()
