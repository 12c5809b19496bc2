"""What is arranged at a table before its game: colours, the order of turns, who may stay."""

from typing import Annotated

from fastapi import APIRouter, Header, Request
from pydantic import Field

from branchline.server import acts, bodies
from branchline.server import entries as log
from branchline.server.api import check_may_arrange, hall_of, token_of
from branchline.server.errors import Refusal, conflict, forbidden
from branchline.server.loaded import now
from branchline.server.table import COLOURS, Made, Make, Table

router = APIRouter(prefix="/api/tables", tags=["tables"])
Bearer = Annotated[str | None, Header(alias="Authorization", max_length=200)]


class Order(bodies.Body):
    """The seats in their new order, each by its number now; a free seat may be left out."""

    seats: Annotated[list[bodies.SeatNumber], Field(min_length=1, max_length=8)]


class Colour(bodies.Body):
    """A colour for a seat."""

    seat: bodies.SeatNumber
    colour: Annotated[int, Field(ge=0, lt=COLOURS)]


class Removal(bodies.Body):
    """Who has to go."""

    seat: bodies.SeatNumber


@router.post("/{name}/order")
async def order(request: Request, name: str, wish: Order, authorization: Bearer = None) -> bodies.Done:
    """Seat the players in another order; free seats that are left out are taken away."""
    hall = hall_of(request)
    live = await hall.get(name)
    check_may_arrange(live, authorization)
    return bodies.Done(seq=await hall.act(live, seat_anew(tuple(wish.seats))))


@router.post("/{name}/colour")
async def colour(request: Request, name: str, wish: Colour, authorization: Bearer = None) -> bodies.Done:
    """Choose a colour: one's own, or that of a bot."""
    hall = hall_of(request)
    live = await hall.get(name)
    check_may_arrange(live, authorization)
    mine = live.table.seat_of(token_of(authorization))
    return bodies.Done(seq=await hall.act(live, choose_colour(wish.seat, wish.colour, mine)))


@router.post("/{name}/remove")
async def remove(request: Request, name: str, wish: Removal, authorization: Bearer = None) -> bodies.Done:
    """Ask somebody to leave before the game begins; only whoever set the table may."""
    hall = hall_of(request)
    live = await hall.get(name)
    if not live.table.is_host(token_of(authorization)):
        raise forbidden("only whoever set the table may do this")
    return bodies.Done(seq=await hall.act(live, ask_to_leave(wish.seat)))


def seat_anew(seats: tuple[int, ...]) -> Make:
    """Change the order of turns, or the number of seats."""

    def act(table: Table) -> Made:
        _in_lobby(table)
        places = range(len(table.seats))
        left_out = [i for i in places if i not in seats]
        if len(set(seats)) < len(seats) or any(i not in places for i in seats):
            raise Refusal(422, "invalid", f"name each seat from 0 to {len(places) - 1} once")
        if any(table.seats[i].kind != "open" for i in left_out):
            raise conflict("only a free seat can be left out", table.seq)
        least = table.ground.board.rules.players[0]
        if len(seats) < least:
            raise conflict(f"this game needs at least {least} players", table.seq)
        return log.Seated(at=now(), order=seats), None

    return act


def choose_colour(seat: int, colour: int, mine: int | None) -> Make:
    """Choose a colour that nobody else has chosen."""

    def act(table: Table) -> Made:
        _in_lobby(table)
        if not 0 <= seat < len(table.seats):
            raise Refusal(422, "invalid", f"there is no seat {seat}")
        if table.seats[seat].kind == "person" and seat != mine:
            raise forbidden("everybody chooses their own colour")
        if any(other.colour == colour for i, other in enumerate(table.seats) if i != seat):
            raise conflict("somebody has that colour", table.seq)
        return log.ColourChosen(at=now(), seat=seat, colour=colour), None

    return act


def ask_to_leave(seat: int) -> Make:
    """Free a seat."""

    def act(table: Table) -> Made | None:
        _in_lobby(table)
        if not 0 <= seat < len(table.seats) or table.seats[seat].is_host:
            raise Refusal(422, "invalid", "nobody can be asked to leave there")
        return acts.leave(seat)(table)

    return act


def _in_lobby(table: Table) -> None:
    if table.status != "lobby":
        raise conflict("the game has begun", table.seq)
