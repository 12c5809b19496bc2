"""The rules of the games on a map, as the engine calls them."""

from branchline.engine.rules import Records, play_by
from branchline.mapgame.rules.chance import draw_outcome, list_outcomes
from branchline.mapgame.rules.determinize import determinize
from branchline.mapgame.rules.hide import hide
from branchline.mapgame.rules.score import RESULT, score
from branchline.mapgame.rules.state import MOVES, STATE
from branchline.mapgame.rules.turn import apply, apply_chance, is_legal, legal, list_moves, nth_move, start

MAP_RECORDS = play_by(
    Records(STATE, MOVES, RESULT),
    *(start, draw_outcome, list_outcomes, apply_chance, apply, legal, nth_move, is_legal, list_moves),
    *(hide, determinize, score),
)
