"""The curve of the chances to win, from rough estimates of its levels and of its steps.

Where a player did what the planner would have done, the chances stay as they are. Elsewhere a step has an estimate of
its own, or, where chance moved, at least a mean of zero and a size that the levels tell. All of it together is a
least-squares problem with one solution; its steps add up to the result exactly.
"""

from typing import NamedTuple

import numpy as np

from branchline.position import Array

SURE = 1e-8  # the variance of what is known
SIZES = np.geomspace(1e-6, 0.02, 18)  # the variances of a chance step that are tried


class Levels(NamedTuple):
    """Rough estimates of the chances at each point, by player, with a variance common to all players."""

    means: Array
    variances: Array


class Steps(NamedTuple):
    """Estimates of the steps between points, by player, with their variances; infinite where there is none."""

    means: Array
    variances: Array
    is_chance: Array


class Curve(NamedTuple):
    """The chances at each point by player, and the covariance of their errors."""

    chances: Array
    covariance: Array


def smooth(levels: Levels, steps: Steps) -> Curve:
    """The curve that fits levels and steps best."""
    scale = _scale(levels.means)
    variances = np.where(steps.is_chance, _size(levels, steps, scale) * scale, np.inf)
    means = steps.means.copy()
    known = np.isfinite(steps.variances)
    both = known & steps.is_chance
    joined = 1 / (1 / variances[both] + 1 / steps.variances[both])
    means[both] *= (joined / steps.variances[both])[:, None]
    variances = np.where(known, steps.variances, variances)
    variances[both] = joined
    return _solve(levels, means, np.maximum(variances, SURE))


def _scale(means: Array) -> Array:
    """How large a chance step can be where the chances are as they are: small once a game is nearly decided."""
    window = np.ones(9) / 9
    rough = np.stack([np.convolve(np.pad(seat, 4, mode="edge"), window, "valid") for seat in means.T], axis=1)
    spread = (rough * (1 - rough)).mean(axis=1)
    found: Array = np.maximum((spread[1:] + spread[:-1]) / 2, 0.005)
    return found


def _size(levels: Levels, steps: Steps, scale: Array) -> float:
    """The variance of chance steps, in units of the scale, under which the levels are likeliest."""
    fits = [
        _likelihood(levels, np.where(steps.is_chance, size * scale, steps.variances), steps.means) for size in SIZES
    ]
    return float(SIZES[int(np.argmax(fits))])


def _likelihood(levels: Levels, variances: Array, means: Array) -> float:
    """How likely the levels are, by filtering them from the first to the last."""
    mean, variance, fit = levels.means[0], float(levels.variances[0]), 0.0
    for i in range(1, len(levels.means)):
        step = min(float(variances[i - 1]), 1.0)
        mean, variance = mean + means[i - 1], variance + step
        surprise = levels.means[i] - mean
        total = variance + float(levels.variances[i])
        fit -= 0.5 * float((surprise**2).mean()) / total + 0.5 * np.log(total)
        gain = variance / total
        mean, variance = mean + gain * surprise, variance * (1 - gain)
    return float(fit)


def _solve(levels: Levels, means: Array, variances: Array) -> Curve:
    n = len(levels.means)
    weights, links = 1 / levels.variances, 1 / variances
    matrix = np.diag(weights)
    i = np.arange(n - 1)
    matrix[i, i] += links
    matrix[i + 1, i + 1] += links
    matrix[i, i + 1] -= links
    matrix[i + 1, i] -= links
    right = weights[:, None] * levels.means
    pulled = links[:, None] * means
    right[1:] += pulled
    right[:-1] -= pulled
    covariance = np.linalg.inv(matrix)
    return Curve(covariance @ right, covariance)
