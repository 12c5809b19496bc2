"""Games at a chosen moment, laid on a server's tables, so that every kind of move surely comes up."""

import json
import random
import secrets
from collections.abc import Callable
from pathlib import Path

import msgspec
import sqlalchemy as sa

import branchline
from branchline.engine import actions as shared
from branchline.engine import phases
from branchline.game import Game
from branchline.log import Chance, Move
from branchline.server import entries as log
from branchline.server.replays import from_game
from branchline.server.schema import ENTRIES, TABLES

Wanted = Callable[[Game], bool]


def play_until(board: str, wanted: Wanted, players: int = 2, options: dict[str, object] | None = None) -> Game:
    """A game in which the first player is about to decide what is wanted."""
    for seed in range(1, 400):
        chooser = random.Random(seed)
        game = branchline.new(board, ["Freyja", "Aino", "Mikkel", "Siri", "Jens"][:players], seed, options)
        for _ in range(300):
            if game.is_over:
                break
            if game.player == 0 and not game.notation.is_mid_move(game.position) and wanted(game):
                return game
            game.play(_some(game, chooser))
    raise AssertionError(f"no such position came up on {board}")


def before_tickets(board: str, players: int = 2) -> Game:
    """A game in which everybody is about to choose their first tickets."""
    return play_until(board, lambda game: game.position.phase in (phases.KEEP_START, phases.PICK), players)


def on_turn(board: str = "usa", players: int = 2) -> Game:
    """A game some turns on in which the first player may do what they like, and the display has no locomotive."""

    def is_plain(game: Game) -> bool:
        is_open = {shared.DRAW_BLIND, shared.DRAW_TICKETS} <= set(game.actions())
        return is_open and game.turn > 2 * players and "locomotive" not in game.view(0).display

    return play_until(board, is_plain, players)


def replay_until(record: Path, wanted: Wanted) -> Game:
    """A recorded game up to the moment at which its player is about to decide what is wanted."""
    whole = branchline.load(record)
    game = Game(whole.board, whole.names)
    for entry in whole.log:
        if isinstance(entry, Move):
            if wanted(game):
                return game
            game.move(entry.actions)
        elif isinstance(entry, Chance):
            game.chance(entry.outcome)
        else:
            game.undo()
    raise AssertionError(f"no such position came up in {record}")


def _some(game: Game, chooser: random.Random) -> int:
    """A legal action; routes are claimed only now and then, so that hands are full enough for every kind of move."""
    actions = game.actions()
    cards = [action for action in actions if action <= shared.DRAW_BLIND]
    return chooser.choice(cards if cards and chooser.random() < 0.75 else actions)


class Shelf:
    """Lays games on the tables of a running server."""

    def __init__(self, database: str) -> None:
        self._engine = sa.create_engine(database)

    def lay(self, game: Game, bot: str = "") -> str:
        """Set a table on which this game is under way; gives what the browser of whoever is to move keeps.

        The others are people, or bots of a level.
        """
        return self.lay_for_all(game, bot)[game.player]

    def lay_for_all(self, game: Game, bot: str = "") -> list[str]:
        """The same, with what the browser of each player keeps."""
        table, tokens = secrets.token_hex(8), [log.new_secret() for _ in game.names]
        entries = from_game(game)
        assert isinstance(entries[0], log.Created)
        plans = tuple(
            log.SeatPlan("bot", name, bot) if bot and seat != game.player else log.SeatPlan("person", name, token=key)
            for seat, (name, key) in enumerate(zip(game.names, map(log.hashed, tokens), strict=True))
        )
        entries[0] = msgspec.structs.replace(entries[0], seats=plans, is_record=False)
        rows = [{"table_id": table, "seq": seq, "data": log.encode(entry)} for seq, entry in enumerate(entries, 1)]
        with self._engine.begin() as connection:
            connection.execute(sa.insert(ENTRIES), rows)
            connection.execute(sa.insert(TABLES).values(id=table, status="playing", public=False, changed=0))
        return [
            json.dumps({"id": table, "board": game.board.name, "seats": [{"seat": seat, "token": token}], "at": 0})
            for seat, token in enumerate(tokens)
        ]
