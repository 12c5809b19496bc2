"""A position and the moves worth a look, in numbers: about 1 where they are large."""

import numpy as np

from branchline.compiler.decorators import compiled
from branchline.compiler.masks import bit, lowest_bit, popcount
from branchline.compiler.typed import float32, int64
from branchline.engine.limits import LOCO
from branchline.engine.phases import KEEP_START, SECOND
from branchline.mapgame.planner.cards import blind_worth
from branchline.mapgame.planner.plan import is_held, turns_to_come
from branchline.mapgame.planner.record_types import Plan, Weights
from branchline.mapgame.rules.longest_path import longest_trail
from branchline.mapgame.rules.record_types import Board, Result, State
from branchline.mapgame.rules.state import GREY

# What each number of a position is
ONE, TURNS, OWN_TRAINS, RIVALS_TRAINS, PLANNED_TRAINS, CLAIMS, LACKING, SLACK, HAND = range(9)
LOCOMOTIVES, AHEAD, LEAD, DONE, PLANNED, GIVEN_UP, RIVALS_PACE, OWN_PACE, LAST_TURNS, TURN = range(9, 19)
PLAYERS, PATH_AHEAD, PATH, TICKETS, RIVALS_TICKETS, DECK, LOCOMOTIVES_SHOWN, RIVALS_HAND = range(19, 27)
TOKENS_AHEAD, BLIND_WORTH, SECOND_CHOICE, DISPLAY_FILLS = range(27, 31)


@compiled
def describe_position(s: State, b: Board, w: Weights, plan: Plan) -> None:
    """Write what the position is like for the player of a plan."""
    p, facts = plan.player, plan.position
    trains = float32(b.trains)
    turns = turns_to_come(s, b, w, p)
    claims, lacking = _still_to_do(s, b, plan)
    _measure_paths(s, b, plan)
    done, planned, given_up = _ticket_points(s, b, plan)
    facts[ONE] = float32(1)
    facts[TURNS] = turns / float32(16)
    facts[OWN_TRAINS] = float32(s.trains[p]) / trains
    facts[PLANNED_TRAINS] = float32(plan.trains) / trains
    facts[CLAIMS] = float32(claims) / float32(8)
    facts[LACKING] = float32(lacking) / float32(12)
    facts[SLACK] = (turns - float32(claims) - float32(lacking) / float32(1.5)) / float32(8)
    facts[HAND] = float32(s.hand_size[p]) / float32(20)
    facts[LOCOMOTIVES] = float32(plan.held[LOCO]) / float32(5)
    facts[DONE] = float32(done) / float32(40)
    facts[PLANNED] = float32(planned) / float32(40)
    facts[GIVEN_UP] = float32(given_up) / float32(20)
    facts[OWN_PACE] = _pace(s, b, w, p) / float32(16)
    facts[LAST_TURNS] = float32(1) if s.turns_left > 0 else float32(0)
    facts[TURN] = float32(s.turn) / float32(40 * s.players)
    facts[PLAYERS] = float32(s.players - 2) / float32(3)
    facts[PATH_AHEAD] = max(float32(-2), min(float32(2), float32(plan.path - plan.rival_path) / float32(10)))
    facts[PATH] = float32(plan.path) / float32(30)
    facts[TICKETS] = float32(s.ticket_count[p]) / float32(5)
    facts[DECK] = float32(s.deck_size) / float32(100)
    facts[LOCOMOTIVES_SHOWN] = float32(s.display[LOCO])
    facts[BLIND_WORTH] = blind_worth(s, b, plan) / float32(12)
    facts[SECOND_CHOICE] = float32(1) if s.phase == SECOND or s.phase == KEEP_START else float32(0)
    facts[DISPLAY_FILLS] = float32(1) if s.phase == SECOND and s.to_deal > 0 else float32(0)
    _describe_rivals(s, b, w, plan, done - planned - given_up)


@compiled
def _describe_rivals(s: State, b: Board, w: Weights, plan: Plan, tickets: int) -> None:
    """Write how the rivals stand: who leads, who will end the game, and when."""
    p, facts = plan.player, plan.position
    score, tokens, hand, count = -1000, -1000, 0, 0
    least = b.trains
    soonest = float32(100)
    for q in range(s.players):
        if q != p:
            score = max(score, int64(s.score[q]))
            tokens = max(tokens, int64(s.tokens[q]))
            hand = max(hand, int64(s.hand_size[q]))
            count = max(count, int64(s.ticket_count[q]))
            least = min(least, int64(s.trains[q]))
            soonest = min(soonest, _pace(s, b, w, q))
    ahead = int64(s.score[p]) - score
    bonus = b.longest_path_bonus if plan.path > plan.rival_path else 0
    facts[RIVALS_TRAINS] = float32(least) / float32(b.trains)
    facts[AHEAD] = float32(ahead) / float32(40)
    facts[LEAD] = float32(ahead + tickets + bonus) / float32(60)
    facts[RIVALS_PACE] = soonest / float32(16)
    facts[RIVALS_TICKETS] = float32(count) / float32(5)
    facts[RIVALS_HAND] = float32(hand) / float32(20)
    facts[TOKENS_AHEAD] = float32(int64(s.tokens[p]) - tokens) / float32(20)


@compiled
def _pace(s: State, b: Board, w: Weights, q: int) -> float:
    """About how many turns a player still needs to end the game."""
    trains = float32(max(0, s.trains[q] - b.last_turns))
    return max(float32(0), trains - float32(s.hand_size[q])) / float32(2) + trains / w.pace


@compiled
def _still_to_do(s: State, b: Board, plan: Plan) -> tuple[int, int]:
    """How many claims the plan still takes, and how many cards it lacks."""
    claims, grey, lacking, left = 0, 0, 0, 0
    for word in range(2):
        rest = plan.wanted[word] & s.open[plan.player, word]
        while rest != np.uint64(0):
            r = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            claims += 1
            if b.colour[r] == GREY:
                grey += b.length[r] - b.symbols[r]
    for c in range(LOCO):
        lacking += max(0, plan.demand[c] - plan.held[c])
        left += max(0, plan.held[c] - plan.demand[c])
    lacking += max(0, grey - left // 2) + plan.demand[LOCO] - plan.held[LOCO]
    return claims, max(0, lacking)


@compiled
def _measure_paths(s: State, b: Board, plan: Plan) -> None:
    """Write the longest paths of the player and of the best rival, where they count and routes have been claimed."""
    if b.longest_path_bonus == 0:
        return
    longest = 0
    for q in range(s.players):
        if s.owned[q, 0] != plan.path_routes[q, 0] or s.owned[q, 1] != plan.path_routes[q, 1]:
            plan.path_routes[q, 0] = s.owned[q, 0]
            plan.path_routes[q, 1] = s.owned[q, 1]
            plan.paths[q] = longest_trail(s.owned[q, 0], s.owned[q, 1], b)
        if q != plan.player:
            longest = max(longest, plan.paths[q])
    plan.path = plan.paths[plan.player]
    plan.rival_path = longest


@compiled
def _ticket_points(s: State, b: Board, plan: Plan) -> tuple[int, int, int]:
    """The points of the tickets that are done, that are planned, and that are given up; own parts are written, too."""
    p = plan.player
    _join_parts(s, b, plan)
    done, planned, given_up = 0, 0, 0
    for word in range(2):
        rest = s.tickets[p, word]
        while rest != np.uint64(0):
            t = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            points = int64(b.ticket_value[t])
            here = part_of(plan, int64(b.ticket_a[t]))
            if here >= 0 and plan.parts[here] & bit(b.ticket_b[t]) != np.uint64(0):
                done += points
            elif is_held(plan.given_up, t):
                given_up += points
            else:
                planned += points
    return done, planned, given_up


@compiled
def _join_parts(s: State, b: Board, plan: Plan) -> None:
    """Write the parts of the player's network, each as a mask of its cities."""
    n = 0
    for word in range(2):
        rest = s.owned[plan.player, word]
        while rest != np.uint64(0):
            r = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            cities = bit(b.route_a[r]) | bit(b.route_b[r])
            i = 0
            while i < n:
                if plan.parts[i] & cities != np.uint64(0):
                    n -= 1
                    cities |= plan.parts[i]
                    plan.parts[i] = plan.parts[n]
                else:
                    i += 1
            plan.parts[n] = cities
            n += 1
    plan.n_parts = n


@compiled
def part_of(plan: Plan, city: int) -> int:
    """The number of the part of the own network in which a city is, or -1."""
    for i in range(plan.n_parts):
        if plan.parts[i] & bit(city) != np.uint64(0):
            return i
    return -1


@compiled
def unfinished(s: State, result: Result, p: int) -> int:
    """How many of a player's tickets are not completed at the end."""
    return popcount(s.tickets[p, 0] & ~result.done[p, 0]) + popcount(s.tickets[p, 1] & ~result.done[p, 1])
