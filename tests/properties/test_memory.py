"""What a record remembers is what somebody at the table saw: counted again from the moves alone."""

from random import Random
from types import SimpleNamespace

import pytest
from styles import play_on

from branchline.engine import actions as shared
from branchline.engine import phases
from branchline.engine.limits import KINDS
from branchline.mapgame.board import Board
from branchline.mapgame.rules import actions as numbers

from .conftest import Case, effort
from .random_play import elements, fields, style_of


class Watcher:
    """Somebody who sees the table and remembers everything, and each player's own returned tickets."""

    def __init__(self, s: SimpleNamespace, board: Board) -> None:
        self.shows_returned = board.rules.returned == "discarded"
        self.known = [[0] * KINDS for _ in s.hand]
        self.fresh = list(s.deck)
        self.returned: list[set[int]] = [set() for _ in s.hand]

    def watch(self, before: SimpleNamespace, action: int, after: SimpleNamespace) -> None:
        """Take in one action."""
        p = before.player
        if before.phase in (phases.FILL, phases.TURN_CARD):
            if action < KINDS:
                self.fresh[action] -= 1
        elif before.phase > phases.DEAL_TICKET:
            if action < shared.DRAW_BLIND:
                self.known[p][action] += 1
            elif action == numbers.WITHDRAW:
                self.known[p] = [n + shown for n, shown in zip(self.known[p], before.paid, strict=True)]
            for kind in range(KINDS):
                laid_down = before.hand[p][kind] - after.hand[p][kind]
                self.known[p][kind] -= min(self.known[p][kind], max(0, laid_down))
        last_card = before.deck_size == 1 and before.phase <= phases.TURN_CARD
        if last_card or before.deck_size == 0:  # what all saw discarded has been shuffled
            self.fresh = list(after.deck)
        in_hands = 0
        for mask in (*after.tickets, *after.offer, *after.drafted):
            in_hands |= mask
        for q in range(before.players):
            seen = sum(before.offer) if self.shows_returned else before.offer[q]
            self.returned[q].update(elements(seen & ~in_hands))
            if before.phase == phases.TURN_TICKET:
                self.returned[q].add(action)
            for r in range(before.players):
                if r != q:
                    self.returned[r] -= set(elements(after.offer[q]))


@pytest.mark.parametrize("games", effort(1, 10))
def test_what_is_remembered(case: Case, games: int) -> None:
    for seed in range(games):
        position = case.start()
        before = fields(position)
        watcher = Watcher(before, case.loaded)
        for action in play_on(position, Random(seed), style_of(case, seed)):
            after = fields(position)
            watcher.watch(before, action, after)
            assert after.known == watcher.known
            assert after.fresh == watcher.fresh
            for p in range(case.players):
                assert set(elements(after.placed[p])) <= watcher.returned[p]
            before = after
