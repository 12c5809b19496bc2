"""What each decision was worth, from what its player could see and in the game as it really stood."""

from dataclasses import dataclass, field

import numpy as np

from branchline.coach.contrast import Games, Outcomes
from branchline.coach.line import Link
from branchline.coach.sampler import Sampler
from branchline.engine.phases import KEEP, KEEP_START
from branchline.planner.arrays import Question
from branchline.position import Array

CHUNK = 8  # determinized games at a time
SURE = 2.0  # standard errors beyond which a difference is one
UNKNOWN = 0.1**2  # the variance of what a decision did that was not looked at
BEYOND_DOUBT = (
    3.0  # of them, beyond which a decision is costly: of hundreds that are compared none should seem so by chance
)
LEAST = 0.01  # of a chance to win, below which nothing is called costly


@dataclass(eq=False)
class Decision:
    """A decision with the moves that it is compared with."""

    index: int  # in the line
    link: Link
    question: Question  # its first candidate is the planner's choice
    played: int  # which candidate it was
    first: Games  # of all candidates, in the games that choose the best
    best: int = 0
    second: int = 0
    seen: Games = field(init=False)  # of the planner's choice, the one played and the best, in games of their own
    true: Games = field(init=False)  # of the one played and the planner's choice, in the game as it stood

    def __post_init__(self) -> None:
        players = self.link.before.players
        self.seen, self.true = Games(3, players), Games(2, players)

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
        if not len(self.first) and not len(self.seen):
            return np.zeros(self.link.before.players), UNKNOWN
        both = self.first.between(self.played, 0), self.seen.between(1, 0)
        weights = [1 / float(each.variance[self.player]) for each in both]
        value: Array = (weights[0] * both[0].value + weights[1] * both[1].value) / sum(weights)
        return value, 1 / sum(weights)

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
        return loss >= LEAST and loss > BEYOND_DOUBT * error

    def candidate(self, which: int) -> int:
        """The action of a candidate."""
        return int(self.question.candidates[which])

    def screen(self, sampler: Sampler) -> None:
        """Compare all candidates in a few more games, and see which is best."""
        self.first.add(sampler.from_view(self.question, len(self.first), CHUNK))
        self.best, self.second = self.first.ranks(self.player)[:2].tolist()

    def look(self, sampler: Sampler) -> None:
        """Compare the three moves that matter in fresh games."""
        three = [0, self.played, self.best]
        moves = sorted(set(three))
        question = self.question._replace(
            candidates=self.question.candidates[moves], seed=self.question.seed + 1_000_003
        )
        found = sampler.from_view(question, len(self.seen), CHUNK)
        places = [moves.index(move) for move in three]
        self.seen.add(Outcomes(found.shares[:, places], found.leads[:, places]))

    def look_at_truth(self, sampler: Sampler) -> None:
        """Compare the move with the planner's where all cards are known."""
        planned = self.link.before.copy()
        planned.apply(self.candidate(0))
        number = 2_000_003 + self.index
        self.true.add(sampler.from_positions([self.link.after, planned], number, len(self.true), CHUNK))


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
                games = Games(len(moves), link.before.players)
                found.append(Decision(index, link, question, moves.index(link.action), games))
    return found


def weigh(decisions: list[Decision], sampler: Sampler, screened: float, weighed: float) -> None:
    """Spend the budget on decisions, up to two parts of it: on all, then wherever it removes most doubt."""
    budget, rounds = sampler.budget, 0
    while decisions and budget.spent() < screened:
        for decision in _promising(decisions, rounds):
            if budget.spent() >= screened:
                break
            decision.screen(sampler)
        rounds += 1
    truths = [Look(decision, is_true=True) for decision in decisions if decision.played != 0]
    for look in truths:  # however small the budget: what nobody looked at would be taken for luck in part
        look.go(sampler)
    looks = [Look(decision, is_true=False) for decision in decisions if decision.is_open] + truths
    while looks and budget.spent() < weighed:
        max(looks, key=lambda look: look.gain).go(sampler)


class Look:
    """More games about one decision: as its player saw it, or as it truly was."""

    def __init__(self, decision: Decision, is_true: bool) -> None:
        self._decision, self._is_true = decision, is_true
        self.gain = np.inf  # how much doubt a game played on removes

    def go(self, sampler: Sampler) -> None:
        """Play them, and see how much doubt is left."""
        decision, used = self._decision, sampler.budget.used
        if self._is_true:
            decision.look_at_truth(sampler)
            games, doubt = len(decision.true), decision.true.variance(0, 1, decision.player)
        else:
            decision.look(sampler)
            games, doubt = len(decision.seen), _doubt(decision)
        self.gain = doubt / games / (sampler.budget.used - used)


def _promising(decisions: list[Decision], rounds: int) -> list[Decision]:
    """All at first, offers before others; then half, where something may still be better than what was played."""

    def hope(decision: Decision) -> float:
        games, me = decision.first, decision.player
        lead = games.difference(decision.best, decision.played)[me]
        other = decision.second if decision.best == decision.played else decision.best
        return float(lead + games.variance(other, decision.played, me) ** 0.5)

    if rounds == 0:
        return sorted(decisions, key=lambda decision: not decision.is_offer)
    hopeful = sorted(decisions, key=hope, reverse=True)[: max(4, len(decisions) // 2 ** min(rounds, 3))]
    return hopeful + [d for d in decisions if d.is_offer and d not in hopeful]


def _doubt(decision: Decision) -> float:
    """How uncertain it is what a decision was worth: against the planner's, and against the best where that matters."""
    doubt = decision.skill[1]
    loss, error = decision.loss
    if decision.best != decision.played and loss + SURE * error > LEAST:
        doubt += error**2
    return doubt
