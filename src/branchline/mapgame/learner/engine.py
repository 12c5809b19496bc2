"""The games on a map, as learners call them."""

from branchline.learner.kind import Learner, learn_by
from branchline.mapgame.learner.greedy import greedy
from branchline.mapgame.learner.observation import layout, observe
from branchline.mapgame.learner.records import MEMORY, PAPER
from branchline.mapgame.rules.state import STATE

MAP_LEARNER = learn_by(STATE, Learner(layout, PAPER, MEMORY), observe, greedy)
