"""The Card Game, as learners call it."""

from branchline.cardgame.learner.greedy import greedy
from branchline.cardgame.learner.observation import layout, observe
from branchline.cardgame.learner.records import MEMORY, PAPER
from branchline.cardgame.rules.state import STATE
from branchline.learner.kind import Learner, learn_by

CARD_LEARNER = learn_by(STATE, Learner(layout, PAPER, MEMORY), observe, greedy)
