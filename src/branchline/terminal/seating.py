"""Who sits at the table: people by name, bots by kind, in a new game or one that is resumed."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from branchline import boards
from branchline.bots import PLAYERS, Player, every_core, make
from branchline.errors import SetupError
from branchline.game import Game, new
from branchline.replay import load
from branchline.terminal.loop import play_text

USUAL_BOT = "greedy"
PERSON = "Player"


def run(
    board: str,
    people: Sequence[str],
    bots: Sequence[str],
    resume: Path | None,
    save: Path | None,
    seed: int | None,
    options: Mapping[str, object] | None = None,
) -> None:
    """Set the table as the command line asks, and play."""
    with suppress(ImportError):
        import readline  # noqa: F401 (lines can then be edited and called back)
    game = load(resume) if resume else new_game(board, people, bots, seed, options)
    seats = seats_of(game, people, bots, seed)
    play_text(game, seats, save=save)


def new_game(
    board: str, people: Sequence[str], bots: Sequence[str], seed: int | None, options: Mapping[str, object] | None
) -> Game:
    """A game of these people, then these bots; a greedy bot joins a person who is alone."""
    loaded = boards.load(board, options)
    for bot in bots:
        make(bot)  # an unknown one is told before anything is dealt
    names = list(people) or ([PERSON] if len(bots) < loaded.rules.players[1] else [])
    missing = loaded.rules.players[0] - len(names) - len(bots)
    return new(loaded, [*names, *_bot_names([*bots, *[USUAL_BOT] * missing], names)], seed)


def _bot_names(bots: Sequence[str], taken: Sequence[str]) -> list[str]:
    """Names for bots: Greedy, Expert for expert@0.2s, Shopper for mybot:Shopper; a number where one is taken."""
    names: list[str] = []
    for bot in bots:
        kind = bot.rpartition(":")[2].partition("@")[0]
        name = first = kind[:1].upper() + kind[1:]
        n = 1
        while name in names or name in taken:
            n += 1
            name = f"{first} {n}"
        names.append(name)
    return names


def seats_of(game: Game, people: Sequence[str], bots: Sequence[str], seed: int | None) -> list[Player | None]:
    """A bot or a person for every seat: people as named, or else seats that are not named after a bot."""
    if unknown := [name for name in people if name not in game.names]:
        raise SetupError(f"{unknown[0]} does not play in this game; {', '.join(game.names)} do")
    named = dict(zip(_bot_names(bots, people), bots, strict=True))
    rest = iter([bot for name, bot in named.items() if name not in game.names])
    seats: list[Player | None] = []
    for seat, name in enumerate(game.names):
        kind = name.split()[0].lower()
        bot = named.get(name) or (kind if kind in PLAYERS else None)
        if name in people or (not people and bot is None):
            seats.append(None)
        else:
            seats.append(make(bot or next(rest, USUAL_BOT), None if seed is None else seed + seat, every_core()))
    return seats
