"""The rules of the Card Game, as the engine calls them."""

from branchline.cardgame.rules.chance import draw_outcome, list_outcomes
from branchline.cardgame.rules.determinize import determinize
from branchline.cardgame.rules.hide import hide
from branchline.cardgame.rules.score import RESULT, score
from branchline.cardgame.rules.state import MOVES, STATE
from branchline.cardgame.rules.turn import apply, apply_chance, is_legal, legal, list_moves, nth_move, start
from branchline.engine.rules import Records, play_by

CARD_RECORDS = play_by(
    Records(STATE, MOVES, RESULT),
    *(start, draw_outcome, list_outcomes, apply_chance, apply, legal, nth_move, is_legal, list_moves),
    *(hide, determinize, score),
)
