"""The games on a map, as learners call them."""

from branchline.learner import kind
from branchline.learner.kind import Learner, learn_by
from branchline.mapgame.learner.observation import layout, observe
from branchline.mapgame.rules.state import STATE

MAP_LEARNER = learn_by(STATE, Learner(layout), {kind.observe: observe})
