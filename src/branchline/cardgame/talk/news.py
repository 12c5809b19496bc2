"""What happened in the Card Game, as one person may know it."""

from branchline.cardgame.rules import state as cards
from branchline.log import Move
from branchline.names import in_words, points
from branchline.notation import Event
from branchline.position import Position
from branchline.talk.news import News
from branchline.talk.words import listed


class CardNews(News):
    """Tells of rows, robberies, platforms and tickets completed."""

    def move(self, move: Move, before: Position, after: Position) -> None:
        """Tell what a player did, other than drawing cards or keeping tickets."""
        if self._notation.is_mid_move(after) and after.player == move.player:
            return
        if before.record.phase == cards.COMPLETE:
            self._complete(move)
        else:
            self._say(f"{self._who(move.player, 'lay')} {move.text.removeprefix('lay ')}.")

    def _complete(self, move: Move) -> None:
        chosen = move.text.removeprefix("complete ").split("; ")
        if move.player == self._viewer:
            self._say(f"You choose to complete {listed(chosen) if chosen != ['none'] else 'no ticket'}.")
        else:
            self._say(f"{self._names[move.player]} has chosen which tickets to complete.")

    def consequence(self, event: Event, after: Position) -> str | None:
        """A line for what follows by the rules."""
        player = -1 if event["player"] is None else self._names.index(event["player"])
        match event["kind"]:
            case "robbery":
                robbed = "You are" if player == self._viewer else f"{event['player']} is"
                return f"{robbed} robbed of the {event['colour']} row: {in_words(event['cards'])}."
            case "to_platform":
                return f"{self._who(player, 'move')} {in_words(event['cards'])} to the platform."
            case "completed":
                tickets = listed(["–".join(ticket["cities"]) for ticket in event["tickets"]])
                return f"{self._who(player, 'complete')} {tickets}: {points(event['points'])}."
            case "last_turns":
                return "The deck has run out: everybody has one more turn."
            case "second_half":
                return f"The second half: all cards but the hands are shuffled. {self._who(player, 'begin')}."
        return self.as_recorded(event)
