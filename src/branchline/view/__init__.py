"""What one player may know of a game, in plain names."""

from collections.abc import Sequence
from typing import overload

from branchline.notation import CardNotation, MapNotation, Notation
from branchline.position import Position
from branchline.view.cardview import CardSeat, CardView, card_view
from branchline.view.mapview import MapSeat, MapView, map_view
from branchline.view.seen import Cards, Seat, View, cards

__all__ = ["CardSeat", "CardView", "Cards", "MapSeat", "MapView", "Seat", "View", "card_view", "cards", "make_view"]


@overload
def make_view(notation: MapNotation, names: Sequence[str], position: Position, viewer: int) -> MapView: ...
@overload
def make_view(notation: CardNotation, names: Sequence[str], position: Position, viewer: int) -> CardView: ...
@overload
def make_view(notation: Notation, names: Sequence[str], position: Position, viewer: int) -> View: ...
def make_view(notation: Notation, names: Sequence[str], position: Position, viewer: int) -> View:
    """A player's view; a viewer of -1 sees what everybody does."""
    seen = position.view(viewer)
    if isinstance(notation, CardNotation):
        return card_view(notation, names, seen, viewer)
    assert isinstance(notation, MapNotation)
    return map_view(notation, names, seen, viewer)
