"""The Card Game, as learners call it."""

from branchline.cardgame.learner.observation import layout, observe
from branchline.cardgame.rules.state import STATE
from branchline.learner import kind
from branchline.learner.kind import Learner, learn_by

CARD_LEARNER = learn_by(STATE, Learner(layout), {kind.observe: observe})
