"""A beginner's sensible way to play the Card Game: lay what the tickets ask for, draw what they lack."""

import math
from collections.abc import Sequence
from random import Random

import numpy as np

from branchline.actions import Action, Draw, DrawDeck, DrawTickets, KeepTickets
from branchline.boardfile.cards import CARDS
from branchline.cardgame import limits
from branchline.cardgame.actions import CompleteBest, LayRow, LayThree, action_space
from branchline.cardgame.contents import bits
from branchline.cardgame.learner import greedy as compiled
from branchline.cardgame.planner.records import ENDLESS
from branchline.cardgame.rules import state as cards
from branchline.engine import phases
from branchline.engine.limits import LOCO
from branchline.planner.kind import Aims
from branchline.position import Array, Position, deck_of

FULL = 128  # cards in hand from which on whatever can be laid is: more than there can be


class GreedyBot:
    """Looks at its tickets, and at what lies on its platform, in its yard and in its hand."""

    def __init__(self, stream: Random, full: int = FULL) -> None:
        self._stream, self._full = stream, full

    def choose(self, view: Position, legal: list[int]) -> int:
        """The action that looks best at this moment."""
        space = action_space(view.board)
        return space.number(self._choose(view, [space.action(number) for number in legal]))

    def aims(self, view: Position) -> Aims:
        """All tickets held: it gives none up."""
        return Aims(tuple(bits(view.record.tickets[view.player])), (), ())

    def _choose(self, view: Position, legal: list[Action]) -> Action:
        match view.phase:
            case phases.KEEP_START | phases.KEEP:
                return self._keep(view, legal)
            case phases.LOCOMOTIVES:
                return legal[0]  # the fewest
            case cards.COMPLETE:
                return CompleteBest() if CompleteBest() in legal else legal[0]
            case phases.TURN:
                return self._turn(view, legal)
        return self._draw(view, legal)

    def _best(self, rated: Sequence[tuple[float, Action]]) -> Action:
        """The best rated action; equal ones by lot."""
        top = max(rating for rating, _ in rated)
        return self._stream.choice([action for rating, action in rated if rating == top])

    def _keep(self, view: Position, legal: list[Action]) -> Action:
        """The tickets that bring most points with the cards there are and those that may be hoped for."""
        s, me = view.record, view.player
        hoped = view.copy()
        platform = _owned(view)
        if s.turns_left:
            platform = s.platform[me].astype(np.int64)
        else:
            platform[LOCO] += int(compiled.HOPE * s.deck_size / view.players)
        hoped.record.platform[me] = np.minimum(platform, 100)
        offer = [i for i in range(limits.TICKETS) if int(s.offer[me]) >> i & 1]
        rated = []
        for action in legal:
            places = action.places if isinstance(action, KeepTickets) else ()
            kept = sum(1 << offer[place] for place in places)
            hoped.record.tickets[me] = np.uint64(int(s.tickets[me]) | kept)
            rated.append((float(hoped.score().tickets[me]), action))
        return self._best(rated)

    def _turn(self, view: Position, legal: list[Action]) -> Action:
        s = view.record
        lacks = _asked(view) - s.platform[view.player, :LOCO] - s.yard[view.player]
        lays = [action for action in legal if isinstance(action, LayThree | LayRow)]
        layings = [(self._rate(view, lacks, action), action) for action in lays]
        draws = [action for action in legal if isinstance(action, Draw | DrawDeck)]
        if s.turns_left and DrawTickets() in legal:
            return DrawTickets()  # what is laid now never reaches the platform
        least = compiled.ENOUGH if s.deck_size > compiled.LATE and draws else 0.5
        if s.hand_size[view.player] >= self._full:
            least = -math.inf
        if layings and max(rating for rating, _ in layings) >= least:
            return self._best(layings)
        has_all = (_asked(view) <= _owned(view)[:LOCO]).all() and s.turn < ENDLESS
        if DrawTickets() in legal and has_all:
            return DrawTickets()
        return self._draw(view, draws) if draws else self._stream.choice(legal)

    def _rate(self, view: Position, lacks: Array, action: Action) -> float:
        """How many cards of a laying the tickets ask for, and how many it takes from others."""
        after = view.copy()
        after.apply(action_space(view.board).number(action))
        me = view.player
        down = (view.record.hand[me] - after.record.hand[me]).astype(np.int64)
        fitting = np.minimum(down[:LOCO], np.maximum(lacks, 0)).sum()
        robbed = int(after.record.discards.sum() - view.record.discards.sum())
        waits = down[:LOCO].max() - 1
        return float(
            fitting + compiled.A_ROBBERY * robbed - compiled.A_WAIT * waits - compiled.A_LOCOMOTIVE * down[LOCO]
        )

    def _draw(self, view: Position, legal: Sequence[Action]) -> Action:
        """The card that the tickets lack most, or blind if the display has nothing better."""
        lacks = np.maximum(_asked(view) - _owned(view)[:LOCO], 0).astype(float)
        both = 2 if view.record.phase == phases.TURN else 1
        use = [*lacks, (1 + lacks.max()) / both]
        deck = deck_of(view)
        blind = sum(gain * n for gain, n in zip(use, deck, strict=True)) / sum(deck)
        worth: dict[Action, float] = {DrawDeck(): blind, **{Draw(card): use[kind] for kind, card in enumerate(CARDS)}}
        return self._best([(worth[action], action) for action in legal])


def _asked(view: Position) -> Array:
    """How many cards of each colour the player's tickets ask for."""
    mine = int(view.record.tickets[view.player])
    need = view.board["need"][0]
    words = [int(need[t]) for t in range(limits.TICKETS) if mine >> t & 1]
    return np.array([sum(word >> 8 * c & 255 for word in words) for c in range(LOCO)], np.int64)


def _owned(view: Position) -> Array:
    """The player's cards of each kind, wherever they are."""
    s, me = view.record, view.player
    total: Array = s.hand[me].astype(np.int64) + s.platform[me]
    total[:LOCO] += s.yard[me]
    total[LOCO] += s.on_top[me].sum()
    return total
