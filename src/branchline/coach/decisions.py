"""What each decision was worth, from what its player could see and in the game as it really stood."""

from dataclasses import dataclass, field

import numpy as np

from branchline.coach.line import Link
from branchline.coach.sampler import Sampler
from branchline.engine.phases import KEEP, KEEP_START
from branchline.planner.arrays import Question
from branchline.position import Array

CHUNK = 8  # determinized games at a time
SURE = 2.0  # standard errors beyond which a difference is one
UNKNOWN = 0.2**2  # the variance of what a decision did that was not looked at
LEAST = 0.01  # of a chance to win, below which nothing is called costly


class Sums:
    """Shares of the win of several moves in the same games: means, and variances of their differences."""

    def __init__(self, moves: int, players: int) -> None:
        self.games = 0
        self.totals = np.zeros((moves, players))
        self.products = np.zeros((moves, moves))  # of the mover's shares

    def add(self, shares: Array, me: int) -> None:
        """Add games."""
        self.games += len(shares)
        self.totals += shares.sum(axis=0)
        self.products += shares[:, :, me].T @ shares[:, :, me]

    def only(self, moves: Array) -> "Sums":
        """The same games, with some of the moves."""
        some = Sums(len(moves), self.totals.shape[1])
        some.games, some.totals, some.products = self.games, self.totals[moves], self.products[np.ix_(moves, moves)]
        return some

    def difference(self, a: int, b: int) -> Array:
        """By how much one move is better than another, for every player."""
        found: Array = (self.totals[a] - self.totals[b]) / max(1, self.games)
        return found

    def variance(self, a: int, b: int, me: int) -> float:
        """The variance of that estimate for the mover; never quite zero, however alike the games were."""
        n = self.games
        squares = self.products[a, a] + self.products[b, b] - 2 * self.products[a, b]
        spread = (squares + 1) / (n + 2) - ((self.totals[a, me] - self.totals[b, me]) / (n + 2)) ** 2
        return float(spread / max(n, 1))


@dataclass(eq=False)
class Decision:
    """A decision with the moves that it is compared with."""

    index: int  # in the line
    link: Link
    question: Question  # its first candidate is the planner's choice
    played: int  # which candidate it was
    first: Sums  # of all candidates, in the games that choose the best
    best: int = 0
    second: int = 0
    seen: Sums = field(init=False)  # of the planner's choice, the one played and the best, in games of their own
    true: Sums = field(init=False)  # of the one played and the planner's choice, in the game as it stood

    def __post_init__(self) -> None:
        players = self.link.before.players
        self.seen, self.true = Sums(3, players), Sums(2, players)

    @property
    def player(self) -> int:
        """Who decided."""
        return self.link.before.player

    @property
    def is_open(self) -> bool:
        """Whether there is anything to compare."""
        return len({0, self.played, self.best}) > 1

    @property
    def is_offer(self) -> bool:
        """Whether tickets were to be chosen."""
        return self.link.before.phase in (KEEP_START, KEEP)

    @property
    def skill(self) -> tuple[Array, float]:
        """By how much the move was better than the planner's, for every player, and the variance of that."""
        if self.played == 0:
            return np.zeros(self.link.before.players), 0.0
        if not self.seen.games:
            return np.zeros(self.link.before.players), UNKNOWN
        return self.seen.difference(1, 0), self.seen.variance(1, 0, self.player)

    @property
    def loss(self) -> tuple[float, float]:
        """By how much the best move found is better than the one played, and the standard error of that."""
        if self.played == self.best:
            return 0.0, 0.0
        return float(self.seen.difference(2, 1)[self.player]), self.seen.variance(2, 1, self.player) ** 0.5

    @property
    def is_costly(self) -> bool:
        """Whether something better was to be seen, beyond doubt."""
        loss, error = self.loss
        return loss >= LEAST and loss > SURE * error

    def candidate(self, which: int) -> int:
        """The action of a candidate."""
        return int(self.question.candidates[which])

    def screen(self, sampler: Sampler) -> None:
        """Compare all candidates in a few more games, and see which is best."""
        self.first.add(sampler.from_view(self.question, self.first.games, CHUNK), self.player)
        order = np.argsort(-self.first.totals[:, self.player], kind="stable")
        self.best = int(order[0])
        self.second = int(order[1])

    def look(self, sampler: Sampler) -> None:
        """Compare the three moves that matter in fresh games."""
        three = [0, self.played, self.best]
        moves = sorted(set(three))
        question = self.question._replace(
            candidates=self.question.candidates[moves], seed=self.question.seed + 1_000_003
        )
        shares = sampler.from_view(question, self.seen.games, 2 * CHUNK)
        self.seen.add(shares[:, [moves.index(move) for move in three]], self.player)

    def look_at_truth(self, sampler: Sampler) -> None:
        """Compare the move with the planner's where all cards are known."""
        planned = self.link.before.copy()
        planned.apply(self.candidate(0))
        number = 2_000_003 + self.index
        shares = sampler.from_positions([self.link.after, planned], number, self.true.games, 2 * CHUNK)
        self.true.add(shares, self.player)


def decisions_of(line: list[Link], sampler: Sampler) -> list[Decision]:
    """The decisions of a line at which there was something to compare."""
    found = []
    for index, link in enumerate(line):
        if link.is_decision:
            question = sampler.question(link.before.seen_by(link.before.player), index)
            moves = question.candidates.tolist()
            if link.action not in moves:
                moves.append(link.action)
                question = question._replace(candidates=np.array(moves, np.int64))
            if len(moves) > 1:
                sums = Sums(len(moves), link.before.players)
                found.append(Decision(index, link, question, moves.index(link.action), sums))
    return found


def weigh(decisions: list[Decision], sampler: Sampler, screened: float, seen: float, true: float) -> None:
    """Spend the budget on decisions, up to three parts of it: on all, on those in doubt, on what they really did."""
    budget, rounds = sampler.budget, 0
    while decisions and budget.spent() < screened:
        for decision in _promising(decisions, rounds):
            if budget.spent() >= screened:
                break
            decision.screen(sampler)
        rounds += 1
    unlike = [decision for decision in decisions if decision.is_open]
    while unlike and budget.spent() < seen:
        max(unlike, key=_doubt).look(sampler)
    played = [decision for decision in decisions if decision.played != 0]
    while played and budget.spent() < true:
        max(played, key=_doubt_about_truth).look_at_truth(sampler)


def _promising(decisions: list[Decision], rounds: int) -> list[Decision]:
    """All at first; then half of them, where something may still be better than what was played; offers always."""

    def hope(decision: Decision) -> float:
        sums, me = decision.first, decision.player
        lead = sums.difference(decision.best, decision.played)[me]
        other = decision.second if decision.best == decision.played else decision.best
        return float(lead + sums.variance(other, decision.played, me) ** 0.5)

    if rounds == 0:
        return decisions
    hopeful = sorted(decisions, key=hope, reverse=True)[: max(4, len(decisions) // 2 ** min(rounds, 3))]
    return hopeful + [d for d in decisions if d.is_offer and d not in hopeful]


def _doubt(decision: Decision) -> float:
    """How much of the doubt about a decision more games would remove."""
    sums, me = decision.seen, decision.player
    doubt = sums.variance(1, 0, me) if decision.played != 0 else 0.0
    loss, error = decision.loss
    if decision.best != decision.played and loss + SURE * error > LEAST:
        doubt += error**2
    return doubt / max(sums.games, 1)


def _doubt_about_truth(decision: Decision) -> float:
    return decision.true.variance(0, 1, decision.player) / max(decision.true.games, 1)
