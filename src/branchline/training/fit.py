"""A small network of what candidates lead to, found by gradient descent."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from branchline.compiler.typed import Array
from branchline.planner.policy import DECISIONS, HIDDEN, MOVE, POSITION
from branchline.training.labels import Decisions

EPOCHS = 30
BATCH = 512  # decisions
PACE = 2e-3
DECAY = 1e-4
DOUBT = 0.05  # error of a label that more games would not make less
WARMTH = 0.03  # leads that hardly matter, when what is chosen counts
HELD_OUT = 10  # one in so many decisions only tests
LEAST = 400  # decisions below which nothing is learned


class Group(NamedTuple):
    """Decisions of one sort, their candidates filled up to the same number."""

    positions: Array
    features: Array
    leads: Array
    weights: Array  # of each label, 0 where there is no candidate
    exists: Array


def group(data: Decisions, decision: int, rollouts: int) -> Group:
    """The decisions of one sort."""
    ends = np.cumsum(data.sizes)
    chosen = np.flatnonzero(data.decisions == decision)
    most = int(data.sizes[chosen].max()) if len(chosen) else 1
    at = (ends - data.sizes)[chosen, None] + np.arange(most)
    exists = np.arange(most) < data.sizes[chosen, None]
    at = np.where(exists, at, 0)
    mean, square = data.leads[at, 0], data.leads[at, 1]
    error = np.maximum(square - mean**2, 0.01) / max(1, rollouts - 1)
    weights = np.where(exists, DOUBT**2 / (error + DOUBT**2), 0)
    weights[:, 0] = 0  # the planner's choice is what others are compared with
    features = np.where(exists[..., None], data.features[at], 0)
    return Group(data.positions[chosen], features, np.where(exists, mean, 0), weights.astype(np.float32), exists)


def fresh(seed: int) -> dict[str, Array]:
    """A net that rates all moves alike, ready to learn."""
    chance = np.random.default_rng(seed)
    return {
        "caution": np.zeros(DECISIONS, np.float32),
        "by_position": chance.normal(0, 0.3, (DECISIONS, POSITION, HIDDEN)).astype(np.float32),
        "by_move": chance.normal(0, 0.3, (DECISIONS, MOVE, HIDDEN)).astype(np.float32),
        "straight": np.zeros((DECISIONS, MOVE), np.float32),
        "out": np.zeros((DECISIONS, HIDDEN), np.float32),
    }


def rate(net: Mapping[str, Array], data: Group) -> tuple[Array, Array]:
    """The ratings of all candidates, and the units within."""
    units = data.features @ net["by_move"] + (data.positions @ net["by_position"])[:, None]
    return data.features @ net["straight"] + np.maximum(units, 0) @ net["out"], units


def gain(net: Mapping[str, Array], data: Group, caution: float) -> float:
    """What choosing by the net brings on average, by the labels."""
    ratings = np.where(data.exists, rate(net, data)[0], -np.inf)
    ratings[:, 0] += caution
    return float(data.leads[np.arange(len(ratings)), ratings.argmax(1)].mean())


def _slopes(net: Mapping[str, Array], data: Group, by_choice: bool) -> dict[str, Array]:
    """How each weight should change, against the gradient."""
    ratings, units = rate(net, data)
    if by_choice:
        heat = np.where(data.exists, ratings, -np.inf) / WARMTH
        chances = np.exp(heat - heat.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        up = chances * (data.leads - (chances * data.leads).sum(1, keepdims=True)) / WARMTH
    else:
        up = data.weights * (data.leads - (ratings - ratings[:, :1]))
        up[:, 0] = -up[:, 1:].sum(1)
    up = (up / len(ratings)).astype(np.float32)
    inside = up[..., None] * net["out"] * (units > 0)
    flat = data.features.reshape(-1, MOVE)
    return {
        "by_position": data.positions.T @ inside.sum(1),
        "by_move": flat.T @ inside.reshape(-1, HIDDEN),
        "straight": flat.T @ up.ravel(),
        "out": np.maximum(units, 0).reshape(-1, HIDDEN).T @ up.ravel(),
    }


def fit(
    data: Decisions, rollouts: int, begin: Mapping[str, Array], seed: int = 1, told: Callable[[str], None] = print
) -> dict[str, Array]:
    """Learn from labelled decisions, sort by sort; a sort in which nothing is gained is left to the planner."""
    net = {field: weights.copy() for field, weights in begin.items()}
    for decision in range(DECISIONS):
        whole = group(data, decision, rollouts)
        if len(whole.positions) < LEAST:
            net["caution"][decision] = 1e4
            continue
        tests = np.arange(len(whole.positions)) % HELD_OUT == 0
        part = {field: weights[decision] for field, weights in net.items()}
        learn = Group(*(column[~tests] for column in whole))
        test = Group(*(column[tests] for column in whole))
        part = _descend(part, learn, seed)
        cautions = (0.0, 0.005, 0.01, 0.02, 0.04)
        gains = [gain(part, test, caution) for caution in cautions]
        best = int(np.argmax(gains))
        told(
            f"sort {decision}: {len(whole.positions)} decisions, gain by choice {gain(part, learn, cautions[best]):+.4f}"
            f", of those held out {gains[best]:+.4f} (caution {cautions[best]})"
        )
        for field in part:
            net[field][decision] = part[field]
        net["caution"][decision] = cautions[best] if gains[best] > 0 else 1e4
    return net


def _descend(part: dict[str, Array], data: Group, seed: int) -> dict[str, Array]:
    """Follow the gradient (Adam): first of the labels' error, then of what is gained by choosing."""
    chance = np.random.default_rng(seed)
    part = {field: np.array(weights, np.float32) for field, weights in part.items()}
    first = {field: np.zeros_like(weights) for field, weights in part.items()}
    second = {field: np.zeros_like(weights) for field, weights in part.items()}
    steps = 0
    for epoch in range(EPOCHS):
        pace = PACE * (1 - epoch / EPOCHS) + 1e-5
        order = chance.permutation(len(data.positions))
        for at in range(0, len(order), BATCH):
            batch = Group(*(column[order[at : at + BATCH]] for column in data))
            steps += 1
            for field, up in _slopes(part, batch, epoch >= EPOCHS // 2).items():
                first[field] = 0.9 * first[field] + 0.1 * up
                second[field] = 0.999 * second[field] + 0.001 * up**2
                mean, square = first[field] / (1 - 0.9**steps), second[field] / (1 - 0.999**steps)
                part[field] += pace * (mean / (np.sqrt(square) + 1e-8) - DECAY * part[field])
    return part
