"""What happened at the table, as one person may know it: a short line for each thing."""

from collections.abc import Sequence
from itertools import islice

from branchline.boards.board import CARDS, LOCOMOTIVE
from branchline.game import Game
from branchline.log import Chance, Move, Undo, follow
from branchline.network import elements, mask
from branchline.notation.events import Event, comment, consequences
from branchline.notation.moves import paid
from branchline.notation.words import counted, points
from branchline.position import Position
from branchline.rules import state as rules
from branchline.table.tellings import Lines, listed, number, sentence

BLIND = "a card from the deck"


def card(name: str) -> str:
    """A card in a sentence."""
    return f"a {name}" if name == LOCOMOTIVE else name


def news(game: Game, viewer: int, since: int) -> Lines:
    """What happened since an entry of the log, as a player (or -1: anybody) may know it."""
    teller = _Teller(game, viewer)
    for entry, before, after in islice(follow(game.start, game.log), since, None):
        if isinstance(entry, Move):
            teller.move(entry, before, after)
        elif isinstance(entry, Chance):
            teller.chance(entry, before, after)
        else:
            teller.undo(entry)
    return teller.finish()


class _Teller:
    def __init__(self, game: Game, viewer: int) -> None:
        self._game = game
        self._viewer = viewer
        self._lines: Lines = []
        self._draws: list[str] = []
        self._drawer: tuple[int, int] = (-1, -1)  # turn and player of the draws not told yet
        self._turned: list[str] = []

    def finish(self) -> Lines:
        """All that there is to tell."""
        self._tell_draws()
        return self._lines

    def _say(self, line: str) -> None:
        self._tell_draws()
        self._lines.append(line)

    def _who(self, player: int, verb: str, verb_of_others: str = "") -> str:
        """A player and what they do: "You draw", "Bo draws"."""
        if player == self._viewer:
            return f"You {verb}"
        return f"{self._game.names[player]} {verb_of_others or verb + 's'}"

    def _tell_draws(self) -> None:
        if self._draws:
            draws, self._draws = self._draws, []
            if draws == [BLIND, BLIND]:
                draws = ["2 cards from the deck"]
            self._say(f"{self._who(self._drawer[1], 'draw')} {listed(draws)}.")

    def _draw(self, move: Move, what: str) -> None:
        if self._drawer != (move.turn, move.player):
            self._tell_draws()
        self._drawer = (move.turn, move.player)
        self._draws.append(what)

    def undo(self, entry: Undo) -> None:
        """Tell of a move taken back."""
        self._turned = []
        self._say(f"{self._who(entry.player, 'take')} the last move back.")

    def move(self, move: Move, before: Position, after: Position) -> None:
        """Tell what a player did."""
        action = move.actions[0]
        if action < rules.DRAW_BLIND:
            self._draw(move, card(CARDS[action]))
        elif action == rules.DRAW_BLIND:
            self._draw(move, BLIND)
        elif action == rules.PASS:
            self._say(f"{self._who(move.player, 'pass', 'passes')}: nothing is possible.")
        elif action == rules.WITHDRAW:
            self._say(f"{self._who(move.player, 'take')} the cards back. {self._route(before)} stays open.")
        elif action >= self._game.notation.first_build:
            self._build(move, before, after)
        elif action >= rules.CLAIM:
            self._claim(move, before, after)
        elif action >= rules.KEEP_SET:
            self._keep(move, before)
        elif before.record.phase == rules.PICK:
            is_mine = move.player == self._viewer
            self._say(f"You {move.text}." if is_mine else f"{self._game.names[move.player]} has picked a ticket.")
        elif action != rules.DRAW_TICKETS and action <= rules.WITHDRAW:
            self._say(f"{self._who(move.player, 'pay')} {counted(paid(before, move.actions))} more.")
        self._follow(before, after, is_told=action >= rules.CLAIM)

    def _route(self, position: Position) -> str:
        return self._game.notation.routes[int(position.record.route)]

    def _claim(self, move: Move, before: Position, after: Position) -> None:
        route = (move.actions[0] - rules.CLAIM) // rules.HOWS
        name = self._game.notation.routes[route]
        cards = counted(paid(before, move.actions))
        if self._game.notation.is_mid_move(after):
            return
        if after.record.phase == rules.TURN_CARD:
            self._say(f"{self._who(move.player, 'show')} {cards} for the tunnel {name}.")
        else:
            gained = int(after.record.score[move.player] - before.record.score[move.player])
            self._say(f"{self._who(move.player, 'claim')} {name} for {cards}: {points(gained)}.")

    def _build(self, move: Move, before: Position, after: Position) -> None:
        notation = self._game.notation
        city = notation.places.names[(move.actions[0] - notation.first_build) // rules.KINDS]
        if not notation.is_mid_move(after):
            cards = counted(paid(before, move.actions))
            self._say(f"{self._who(move.player, 'build')} a station in {city} for {cards}.")

    def _keep(self, move: Move, before: Position) -> None:
        offer = elements(mask(before.record.offer[move.player]))
        kept = [t for i, t in enumerate(offer) if (move.actions[0] - rules.KEEP_SET) >> i & 1]
        if move.player == self._viewer:
            self._say(f"You keep {listed([self._game.notation.tickets[t] for t in kept]) or 'no ticket'}.")
        elif before.turn == 0:
            self._say(f"{self._game.names[move.player]} has chosen tickets.")
        else:
            drawn = number(len(offer), "ticket")
            self._say(f"{self._game.names[move.player]} draws {drawn} and keeps {len(kept)}.")

    def chance(self, entry: Chance, before: Position, after: Position) -> None:
        """Tell what chance did, if the viewer may know and does not see it anyway."""
        is_card = entry.label == "deal" and entry.outcome < rules.KINDS
        if is_card and before.turn > 0 and entry.player == self._viewer and self._draws:
            self._draws[-1] = f"{card(entry.text)} from the deck"
        if entry.label in ("deal", "display") and entry.outcome >= rules.KINDS:
            self._say(sentence(f"{entry.text} turned up"))
        if entry.label == "neutral":
            self._say(f"Turned up for the neutral player: {entry.text}.")
        if entry.label == "turned":
            self._turned.append(entry.text)
            if after.record.phase != rules.TURN_CARD:
                self._tell_turned(after)
        self._follow(before, after)

    def _tell_turned(self, after: Position) -> None:
        cards, self._turned = listed(self._turned), []
        asked = int(after.record.surcharge)
        more = f"{asked} more to pay" if asked else "nothing more to pay"
        self._say(f"Turned up: {cards}; {more}.")

    def _follow(self, before: Position, after: Position, is_told: bool = False) -> None:
        """Tell what follows by the rules."""
        for event in consequences(self._game.notation, self._game.names, before, after):
            if event["kind"] == "claimed" and is_told:
                continue
            if line := self._consequence(event, after):
                self._say(line)

    def _consequence(self, event: Event, after: Position) -> str | None:
        match event["kind"]:
            case "claimed":
                player = self._game.names.index(event["player"])
                return f"{self._who(player, 'claim')} {event['route']}: {points(event['points'])}."
            case "reset":
                return "Three locomotives: the display is dealt anew."
            case "shuffle":
                return f"The discards are shuffled into a new deck of {number(event['number'], 'card')}."
            case "last_turns":
                player = self._game.names.index(event["player"])
                left = number(int(after.record.trains[player]), "train")
                return f"{self._who(player, 'have', 'has')} {left} left: everybody has one more turn."
            case "end":
                return None
        told = comment(event)
        return sentence(told) if told else None


def standing_moves(log: Sequence[object]) -> list[int]:
    """The places in a log of the moves that have not been taken back."""
    standing: list[int] = []
    for place, entry in enumerate(log):
        if isinstance(entry, Move):
            standing.append(place)
        elif isinstance(entry, Undo):
            standing.pop()
    return standing
