"""A beginner's sensible way to play the Card Game: lay what the tickets ask for, draw what they lack."""

from collections.abc import Sequence
from random import Random

import numpy as np

from branchline.position import Array, Position
from branchline.rules import state as rules
from branchline.rules.cardgame import state as cards

HOPE = 0.3  # share of a player's part of the deck that may be hoped for as cards that fit
ENOUGH = 2.0  # cards that fit for which laying is worth a turn
A_ROBBERY = 0.5  # what a card taken from another's yard is worth
A_WAIT = 0.1  # what each further card of a row loses by coming later
A_LOCOMOTIVE = 0.5  # what a locomotive is worth besides the card it stands for
LATE = 12  # cards left in the deck at which whatever fits is laid


class CardGreedy:
    """Looks at its tickets, and at what lies on its platform, in its yard and in its hand."""

    def __init__(self, stream: Random) -> None:
        self._stream = stream

    def choose(self, view: Position, legal: list[int]) -> int:
        """The action that looks best at this moment."""
        s = view.record
        match int(s.phase):
            case rules.KEEP_START | rules.KEEP:
                return self._keep(view, legal)
            case rules.LOCOMOTIVES:
                return legal[0]  # the fewest
            case cards.COMPLETE:
                return cards.COMPLETE_BEST if cards.COMPLETE_BEST in legal else legal[0]
            case rules.TURN:
                return self._turn(view, legal)
        return self._draw(view, legal)

    def _best(self, rated: Sequence[tuple[float, int]]) -> int:
        """The best rated action; equal ones by lot."""
        top = max(rating for rating, _ in rated)
        return self._stream.choice([action for rating, action in rated if rating == top])

    def _keep(self, view: Position, legal: list[int]) -> int:
        """The tickets that bring most points with the cards there are and those that may be hoped for."""
        s, me = view.record, view.player
        hoped = view.copy()
        platform = _owned(view)
        if s.turns_left:
            platform = s.platform[me].astype(np.int64)
        else:
            platform[rules.LOCO] += int(HOPE * s.deck_size / view.players)
        hoped.record.platform[me] = np.minimum(platform, 100)
        offer = [i for i in range(64) if int(s.offer[me]) >> i & 1]
        rated = []
        for action in legal:
            kept = sum(1 << t for i, t in enumerate(offer) if (action - rules.KEEP_SET) >> i & 1)
            hoped.record.tickets[me] = np.uint64(int(s.tickets[me]) | kept)
            rated.append((float(hoped.score().tickets[me]), action))
        return self._best(rated)

    def _turn(self, view: Position, legal: list[int]) -> int:
        s = view.record
        lacks = _asked(view) - s.platform[view.player, : rules.LOCO] - s.yard[view.player]
        layings = [(self._rate(view, lacks, action), action) for action in legal if action >= cards.LAY_THREE]
        draws = [action for action in legal if action <= rules.DRAW_BLIND]
        if s.turns_left and rules.DRAW_TICKETS in legal:
            return rules.DRAW_TICKETS  # what is laid now never reaches the platform
        least = ENOUGH if s.deck_size > LATE and draws else 0.5
        if layings and max(layings)[0] >= least:
            return self._best(layings)
        if rules.DRAW_TICKETS in legal and (_asked(view) <= _owned(view)[: rules.LOCO]).all():
            return rules.DRAW_TICKETS
        return self._draw(view, draws) if draws else self._stream.choice(legal)

    def _rate(self, view: Position, lacks: Array, action: int) -> float:
        """How many cards of a laying the tickets ask for, and how many it takes from others."""
        after = view.copy()
        after.apply(action)
        me = view.player
        down = (view.record.hand[me] - after.record.hand[me]).astype(np.int64)
        fitting = np.minimum(down[: rules.LOCO], np.maximum(lacks, 0)).sum()
        robbed = int(after.record.discards.sum() - view.record.discards.sum())
        waits = down[: rules.LOCO].max() - 1
        return float(fitting + A_ROBBERY * robbed - A_WAIT * waits - A_LOCOMOTIVE * down[rules.LOCO])

    def _draw(self, view: Position, legal: list[int]) -> int:
        """The card that the tickets lack most, or blind if the display has nothing better."""
        lacks = np.maximum(_asked(view) - _owned(view)[: rules.LOCO], 0).astype(float)
        both = 2 if view.record.phase == rules.TURN else 1
        use = [*lacks, (1 + lacks.max()) / both]
        blind = sum(use) / rules.KINDS
        return self._best([(blind if action == rules.DRAW_BLIND else use[action], action) for action in legal])


def _asked(view: Position) -> Array:
    """How many cards of each colour the player's tickets ask for."""
    mine = int(view.record.tickets[view.player])
    need = view.board["need"][0]
    words = [int(need[t]) for t in range(cards.TICKETS) if mine >> t & 1]
    return np.array([sum(word >> 8 * c & 255 for word in words) for c in range(rules.LOCO)], np.int64)


def _owned(view: Position) -> Array:
    """The player's cards of each kind, wherever they are."""
    s, me = view.record, view.player
    total: Array = s.hand[me].astype(np.int64) + s.platform[me]
    total[: rules.LOCO] += s.yard[me]
    total[rules.LOCO] += s.on_top[me].sum()
    return total
