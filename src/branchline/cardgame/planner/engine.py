"""The planner of the Card Game, as planning and searching call it."""

from branchline.cardgame.limits import PLAYERS, TICKETS
from branchline.cardgame.planner.candidates import believe, list_candidates
from branchline.cardgame.planner.choose import forget, propose
from branchline.cardgame.planner.features import unfinished
from branchline.cardgame.planner.policy import describe
from branchline.cardgame.planner.records import PLAN, make_atlas, make_weights
from branchline.cardgame.rules.state import STATE
from branchline.compiler.typed import Array
from branchline.planner.kind import Aims, Planner, plan_by


def akin(board: Array) -> str:
    """All boards share their learned weights."""
    return "cardgame"


def aims(views: Array, plans: Array) -> Aims:
    """What the plan of the player to move is after: all tickets held."""
    held = int(views["tickets"][0, views["player"][0]])
    return Aims(tuple(t for t in range(TICKETS) if held >> t & 1), (), ())


CARD_PLANNER = plan_by(
    STATE,
    Planner(PLAN, (PLAYERS, TICKETS), make_atlas, make_weights, akin, aims),
    *(propose, describe, unfinished, forget, believe, list_candidates),
)
