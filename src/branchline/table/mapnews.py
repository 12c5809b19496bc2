"""What happened in a game on a map, as one person may know it."""

from branchline.log import Chance, Move, Undo
from branchline.notation.moves import paid
from branchline.notation.protocol import Event
from branchline.notation.words import counted, points
from branchline.position import Position
from branchline.rules import state as rules
from branchline.table.mapgame import MapGame
from branchline.table.news import News
from branchline.table.words import listed, number, sentence


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
        action = move.actions[0]
        if action == rules.WITHDRAW:
            self._say(f"{self._who(move.player, 'take')} the cards back. {self._route(before)} stays open.")
        elif action >= self._game.notation.first_build:
            self._build(move, before, after)
        elif action >= rules.CLAIM:
            self._claim(move, before, after)
        elif before.record.phase == rules.PICK:
            is_mine = move.player == self._viewer
            self._say(f"You {move.text}." if is_mine else f"{self._names[move.player]} has picked a ticket.")
        elif action < rules.WITHDRAW:
            self._say(f"{self._who(move.player, 'pay')} {counted(paid(before, move.actions))} more.")

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

    def chance(self, entry: Chance, before: Position, after: Position) -> None:
        """Tell what chance did, if the viewer may know and does not see it anyway."""
        if entry.label in ("deal", "display") and entry.outcome >= rules.KINDS:
            self._say(sentence(f"{entry.text} turned up"))
        if entry.label == "neutral":
            self._say(f"Turned up for the neutral player: {entry.text}.")
        if entry.label == "turned":
            self._turned.append(entry.text)
            if after.record.phase != rules.TURN_CARD:
                self._tell_turned(after)
        super().chance(entry, before, after)

    def _tell_turned(self, after: Position) -> None:
        cards, self._turned = listed(self._turned), []
        asked = int(after.record.surcharge)
        more = f"{asked} more to pay" if asked else "nothing more to pay"
        self._say(f"Turned up: {cards}; {more}.")

    def is_told(self, event: Event, move: Move) -> bool:
        """Whether the telling of a move has told this consequence too."""
        return event["kind"] == "claimed" and move.actions[0] >= rules.CLAIM

    def consequence(self, event: Event, after: Position) -> str | None:
        """A line for what follows by the rules."""
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
        return self.as_recorded(event)
