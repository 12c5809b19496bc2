"""Compiling everything that tables need, rules and bots, before anybody waits for it at a table."""

from branchline.game import new
from branchline.players.desk import subject_of
from branchline.position import CARD_GAME, MAP_GAME


def prepare_all() -> None:
    """Compile the rules and the bots of every kind of game, if this has not been done here; says so meanwhile."""
    for kind in (MAP_GAME, CARD_GAME):
        game = new(kind.example, players=2, seed=1)
        subject_of(game.position.view(game.player), {})
