"""The rules of the Card Game, as the engine calls them."""

from branchline.cardgame.rules.chance import draw_outcome, list_outcomes
from branchline.cardgame.rules.determinize import determinize
from branchline.cardgame.rules.hide import hide
from branchline.cardgame.rules.score import RESULT, score
from branchline.cardgame.rules.state import MOVES, STATE
from branchline.cardgame.rules.turn import apply, apply_chance, is_legal, legal, list_moves, nth_move, start
from branchline.engine import rules
from branchline.engine.rules import Records, play_by

CARD_RECORDS = play_by(
    Records(STATE, MOVES, RESULT),
    {
        rules.start: start,
        rules.draw_outcome: draw_outcome,
        rules.list_outcomes: list_outcomes,
        rules.apply_chance: apply_chance,
        rules.apply: apply,
        rules.legal: legal,
        rules.nth_move: nth_move,
        rules.is_legal: is_legal,
        rules.list_moves: list_moves,
        rules.hide: hide,
        rules.determinize: determinize,
        rules.score: score,
    },
)
