"""The planner of the games on a map, as planning and searching call it."""

from branchline.compiler.typed import Array
from branchline.mapgame.limits import PLAYERS, TICKETS
from branchline.mapgame.network import elements, mask
from branchline.mapgame.planner.belief import believe
from branchline.mapgame.planner.candidates import list_candidates
from branchline.mapgame.planner.choose import forget, propose
from branchline.mapgame.planner.features import unfinished
from branchline.mapgame.planner.policy import describe
from branchline.mapgame.planner.records import PLAN, make_atlas
from branchline.mapgame.planner.weights import akin, make_weights
from branchline.mapgame.rules.state import STATE
from branchline.planner.kind import Aims, Planner, plan_by


def aims(views: Array, plans: Array) -> Aims:
    """What the plan of the player to move is after."""
    me = views["player"][0]
    held, given_up = mask(views["tickets"][0, me]), mask(plans["given_up"][0])
    wanted = mask(plans["wanted"][0]) & mask(views["open"][0, me])
    return Aims(tuple(elements(held & ~given_up)), tuple(elements(held & given_up)), tuple(elements(wanted)))


MAP_PLANNER = plan_by(
    STATE,
    Planner(PLAN, (PLAYERS, TICKETS), make_atlas, make_weights, akin, aims),
    *(propose, describe, unfinished, forget, believe, list_candidates),
)
