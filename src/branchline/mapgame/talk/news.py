"""What happened in a game on a map, as one person may know it."""

from branchline.actions import WithLocomotives
from branchline.engine import phases
from branchline.engine.limits import KINDS
from branchline.log import Chance, Move, Undo
from branchline.mapgame.actions import BuildStation, Claim, PickTicket, Withdraw
from branchline.mapgame.contents import paid
from branchline.mapgame.events import resetting
from branchline.mapgame.talk.game import MapGame
from branchline.names import counted, points
from branchline.notation import Event
from branchline.position import Position
from branchline.talk.news import News
from branchline.talk.words import listed, number, sentence


class MapNews(News):
    """Tells of claims, stations, tunnels, tolls, festivals and drafts."""

    def __init__(self, game: MapGame, viewer: int) -> None:
        super().__init__(game, viewer)
        self._game = game
        self._turned: list[str] = []

    def undo(self, entry: Undo) -> None:
        """Tell of a move taken back."""
        self._turned = []
        super().undo(entry)

    def move(self, move: Move, before: Position, after: Position) -> None:
        """Tell what a player did, other than drawing cards or keeping tickets."""
        match self._game.notation.actions.action(move.actions[0]):
            case Withdraw():
                self._say(f"{self._who(move.player, 'take')} the cards back. {self._route(before)} stays open.")
            case BuildStation(city):
                self._build(city, move, before, after)
            case Claim(route):
                self._claim(route, move, before, after)
            case PickTicket():
                is_mine = move.player == self._viewer
                self._say(f"You {move.text}." if is_mine else f"{self._names[move.player]} has picked a ticket.")
            case WithLocomotives():
                self._say(f"{self._who(move.player, 'pay')} {counted(paid(before, after))} more.")

    def _route(self, position: Position) -> str:
        return self._game.notation.routes[int(position.record.route)]

    def _claim(self, route: int, move: Move, before: Position, after: Position) -> None:
        name = self._game.notation.routes[route]
        cards = counted(paid(before, after))
        if self._game.notation.is_mid_move(after):
            return
        if after.record.phase == phases.TURN_CARD:
            self._say(f"{self._who(move.player, 'show')} {cards} for the tunnel {name}.")
        else:
            gained = int(after.record.score[move.player] - before.record.score[move.player])
            self._say(f"{self._who(move.player, 'claim')} {name} for {cards}: {points(gained)}.")

    def _build(self, city: int, move: Move, before: Position, after: Position) -> None:
        notation = self._game.notation
        if not notation.is_mid_move(after):
            cards = counted(paid(before, after))
            self._say(f"{self._who(move.player, 'build')} a station in {notation.places.names[city]} for {cards}.")

    def chance(self, entry: Chance, before: Position, after: Position) -> None:
        """Tell what chance did, if the viewer may know and does not see it anyway."""
        if entry.label in ("deal", "display") and entry.outcome >= KINDS:
            self._say(sentence(f"{entry.text} turned up"))
        if entry.label == "neutral":
            self._say(f"Turned up for the neutral player: {entry.text}.")
        if entry.label == "turned":
            self._turned.append(entry.text)
            if after.record.phase != phases.TURN_CARD:
                self._tell_turned(after)
        super().chance(entry, before, after)

    def _tell_turned(self, after: Position) -> None:
        cards, self._turned = listed(self._turned), []
        asked = int(after.record.surcharge)
        more = f"{asked} more to pay" if asked else "nothing more to pay"
        self._say(f"Turned up: {cards}; {more}.")

    def is_told(self, event: Event, move: Move) -> bool:
        """Whether the telling of a move has told this consequence too."""
        return event["kind"] == "claimed" and isinstance(self._game.notation.actions.action(move.actions[0]), Claim)

    def consequence(self, event: Event, after: Position) -> str | None:
        """A line for what follows by the rules."""
        match event["kind"]:
            case "claimed":
                player = self._game.names.index(event["player"])
                return f"{self._who(player, 'claim')} {event['route']}: {points(event['points'])}."
            case "reset":
                return sentence(f"{resetting(self._game.notation)}: the display is dealt anew")
            case "shuffle":
                return f"The discards are shuffled into a new deck of {number(event['number'], 'card')}."
            case "last_turns":
                player = self._game.names.index(event["player"])
                left = number(int(after.record.trains[player]), "train")
                return f"{self._who(player, 'have', 'has')} {left} left: everybody has one more turn."
        return self.as_recorded(event)
