"""Whole moves that might be made, and what might follow them, by the planner's policy."""

from collections.abc import Callable, Sequence

from branchline.advice import Adviser
from branchline.coach.analysis import Imagined
from branchline.notation import Notation, Played
from branchline.position import Position, stream

Choose = Callable[[Position], int]


def finished(position: Position, actions: Sequence[int], notation: Notation, choose: Choose) -> Played:
    """A move begun with some actions, carried on by the planner until it is whole."""
    done, after = list(actions), position.copy()
    for action in actions:
        after.apply(action)
    while not after.is_chance and not after.is_over and notation.is_mid_move(after):
        legal = after.legal()
        done.append(legal[0] if len(legal) == 1 else choose(after.seen_by(after.player)))
        after.apply(done[-1])
    return Played(tuple(done), after)


def followed(
    before: Position, move: Played, notation: Notation, adviser: Adviser, choose: Choose, most: int
) -> tuple[Imagined, ...]:
    """A move, and what might follow it: so many moves in all, with what chance does between them."""

    def imagined(then: Position, made: Played) -> Imagined:
        text = notation.text(then, made.actions, made.after)
        return Imagined(then.player, made.actions, text, adviser.shown(then, made.actions, made.after))

    line = [imagined(before, move)]
    position, draws, moves = move.after.copy(), stream(1), 1
    while not position.is_over and (moves < most or position.is_chance):
        if position.is_chance:
            outcome = position.draw(draws)
            line.append(Imagined(None, (outcome,), notation.outcome_text(position, outcome), None))
            position.apply(outcome)
            continue
        legal = position.legal()
        first = legal[0] if len(legal) == 1 else choose(position.seen_by(position.player))
        made = finished(position, [first], notation, choose)
        line.append(imagined(position, made))
        position, moves = made.after.copy(), moves + 1
    return tuple(line)
