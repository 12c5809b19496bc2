"""Every kind of move, made by clicking at a table where it surely comes up."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from branchline.cardgame.rules import actions as card_numbers
from branchline.cardgame.view import CardView
from branchline.engine import actions as shared
from branchline.engine import phases
from branchline.engine.limits import LOCO
from branchline.game import Game
from branchline.mapgame.board import Board, Route
from branchline.mapgame.rules import actions as numbers

from .conftest import ROOT, Server, Visitors, click_route, place_of, sit_down
from .positions import on_turn, play_until, replay_until


def routes(game: Game) -> Sequence[Route]:
    """The routes of a game on a map."""
    assert isinstance(game.board, Board)
    return game.board.routes


def claims(game: Game, kind: str = "plain", how: range = range(numbers.EXCHANGE)) -> dict[int, list[int]]:
    """The routes of a kind that can be claimed now, each with what they can be paid with."""
    found: dict[int, list[int]] = {}
    if game.position.phase == phases.TURN:
        for action in game.actions():
            route, paid = divmod(action - numbers.CLAIM, numbers.HOWS)
            is_claim = 0 <= route < len(routes(game))
            if is_claim and paid in how and routes(game)[route].kind == kind:
                found.setdefault(route, []).append(paid)
    return found


def told(page: Page, words: str) -> None:
    """Wait for the newest lines of the log to tell something."""
    expect(page.locator("ol.log")).to_contain_text(words)


@pytest.mark.parametrize(("do", "words"), [("pay", "claimed"), ("withdraw", "withdrew from the tunnel")])
def test_a_tunnel_asks_for_more(do: str, words: str, server: Server, visitor: Visitors) -> None:
    page = visitor()
    sit_down(
        page,
        server,
        play_until("nordic", lambda g: g.position.phase == phases.SURCHARGE and len(g.actions()) > 1),
    )
    expect(page.locator(".tunnel .flip.up")).to_have_count(3)
    page.locator(f"[data-do={do}]").first.click()
    told(page, words)
    expect(page.locator(".tunnel")).to_have_count(0)


def test_a_ferry_is_paid_with_locomotives(server: Server, visitor: Visitors) -> None:
    page = visitor()
    game = play_until("europe", lambda g: bool(claims(g, "ferry", range(LOCO))))
    sit_down(page, server, game)
    route = min(claims(game, "ferry", range(LOCO)))
    click_route(page, route)
    assert "locomotive" in (page.get_attribute("[role=radio] [data-cards]", "data-cards") or "")
    page.click("[data-do=claim]")
    told(page, "claimed " + "–".join((routes(game)[route].a, routes(game)[route].b)))
    expect(page.locator(f"[data-route='{route}'].claimed")).to_have_count(1)


def test_three_cards_stand_for_a_locomotive(server: Server, visitor: Visitors) -> None:
    def only_by_exchange(game: Game) -> list[int]:
        swaps = claims(game, "ferry", range(numbers.EXCHANGE, numbers.HOWS))
        return sorted(set(swaps) - set(claims(game, "ferry")))

    page = visitor()
    game = play_until("nordic", lambda g: bool(only_by_exchange(g)))
    sit_down(page, server, game)
    click_route(page, only_by_exchange(game)[0])
    expect(page.locator(".claim")).to_contain_text("any 3 cards stand for one")
    page.click("[data-do=claim]")
    told(page, "claimed")


def test_the_cards_to_pay_are_chosen_freely(server: Server, visitor: Visitors) -> None:
    page = visitor()
    game = play_until("usa", lambda g: any(len(ways) > 2 for ways in claims(g).values()))
    sit_down(page, server, game)
    route = next(route for route, ways in claims(game).items() if len(ways) > 2)
    click_route(page, route)
    wanted = (page.locator("[role=radio] [data-cards]").last.get_attribute("data-cards") or "").split()
    page.click("[data-do=choose]")
    for card in wanted:
        page.click(f"[data-pay={card}]")
    page.click("[data-do=claim]")
    told(page, "claimed")
    for card in set(wanted):
        told(page, f"{wanted.count(card)} × {card}")


def test_wrong_cards_are_refused_with_the_rule(server: Server, visitor: Visitors) -> None:
    page = visitor()
    game = play_until("usa", lambda g: any(routes(g)[r].length > 1 for r in claims(g)))
    sit_down(page, server, game)
    click_route(page, next(r for r in claims(game) if routes(game)[r].length > 1))
    page.click("[data-do=choose]")
    page.locator("[data-pay]").first.click()
    page.click("[data-do=claim]")
    expect(page.locator("[role=alert] a[href^='/rules/usa#B-']")).to_be_visible()


def test_a_card_is_dragged_onto_a_route(server: Server, visitor: Visitors) -> None:
    page = visitor()
    game = play_until("usa", lambda g: any(len(set(ways) - {LOCO}) > 1 for ways in claims(g).values()))
    sit_down(page, server, game)
    route, ways = next((r, sorted(set(w) - {LOCO})) for r, w in claims(game).items() if len(set(w) - {8}) > 1)
    colour = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")[ways[-1]]
    page.hover(f".stack.{colour} .face")
    page.mouse.down()
    x, y = place_of(page, route)
    page.mouse.move(x - 20, y, steps=4)
    page.mouse.move(x, y, steps=4)
    page.mouse.up()
    expect(page.locator("[role=radio][aria-checked=true] [data-cards]")).to_have_attribute(
        "data-cards", re.compile(f"^{colour}\\b")
    )
    page.click("[data-do=claim]")
    told(page, "claimed")


def test_a_route_is_claimed_from_the_list(server: Server, visitor: Visitors) -> None:
    page = visitor()
    game = play_until("nederland", lambda g: bool(claims(g)))
    sit_down(page, server, game)
    page.keyboard.press("l")
    expect(page.locator("[data-list]")).to_have_count(len(claims(game)))
    page.locator("[data-list]").first.click()
    page.click("[data-do=claim]")
    told(page, "paid a toll of")


def test_cards_and_tickets_are_drawn_by_keys(server: Server, visitor: Visitors) -> None:
    page = visitor()
    game = on_turn()
    sit_down(page, server, game)
    expect(page.locator("[data-draw=deck]")).to_be_enabled()
    card = page.locator("[data-draw][aria-keyshortcuts='3']").get_attribute("data-draw")
    for key in ("3", "Enter"):
        page.keyboard.press(key)
    told(page, f"You drew 1 × {card} from the display")
    expect(page.locator("[data-draw=deck]")).to_be_enabled()
    for key in ("d", "Enter"):
        page.keyboard.press(key)
    told(page, "from the deck")

    page = visitor()
    sit_down(page, server, game)
    expect(page.locator("[data-draw=tickets]")).to_be_enabled()
    for key in ("t", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[data-ticket]")).to_have_count(3)
    page.locator("[data-ticket]").nth(1).click()
    expect(page.locator(".city .offered").nth(3)).to_be_attached()  # the cities of the offer are marked
    page.click("[data-do=keep]")
    told(page, "You kept 1 ticket.")


def test_a_ticket_is_picked_from_a_hand_that_goes_around(server: Server, visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, server, play_until("iberia", lambda g: g.position.phase == phases.PICK))
    page.locator("[data-ticket]").nth(1).click()
    expect(page.locator("[data-ticket][aria-pressed=true]")).to_have_count(1)
    page.click("[data-do=keep][data-kind=pick]")
    told(page, "You picked a ticket.")


def test_a_station_is_built(server: Server, visitor: Visitors) -> None:
    page = visitor()
    game = play_until("europe", lambda g: any(move.startswith("build station Berlin") for move in g.moves()))
    sit_down(page, server, game)
    page.click("[data-do=stations]")
    page.click("[data-city='Berlin'].can")
    page.locator("[data-do=build]").first.click()
    told(page, "built a station in Berlin")
    expect(page.locator("[data-city='Berlin'] .station")).to_have_count(1)


def test_one_of_two_festivals_is_chosen(server: Server, visitor: Visitors) -> None:
    page = visitor()
    sit_down(page, server, play_until("iberia", lambda g: g.position.phase == phases.FESTIVAL))
    expect(page.locator(".city.can")).to_have_count(2)
    page.locator("[data-do=festival]").last.click()
    told(page, "chose the festival cards of")
    expect(page.locator(".tickets .pile li")).not_to_have_count(0)


def test_the_neutral_players_route_is_chosen(server: Server, visitor: Visitors) -> None:
    page = visitor()
    game = play_until("nederland", lambda g: g.position.phase == phases.NEUTRAL, options={"neutral": True})
    sit_down(page, server, game)
    page.locator("[data-do=neutral]").last.click()
    told(page, "The neutral player took")


def test_who_can_do_nothing_passes(server: Server, visitor: Visitors) -> None:
    page = visitor()
    record = ROOT / "tests" / "golden" / "usa-3-nobody-can-move.txt"
    sit_down(page, server, replay_until(record, lambda g: shared.PASS in g.actions()))
    page.click("[data-do=pass]")
    told(page, "could do nothing and passed")


def robberies(game: Game) -> list[dict[int, int]]:
    """What can be laid so that a rival is robbed, as numbers of cards."""
    found = []
    for actions, after in game.notation.moves(game.position) if game.position.phase == phases.TURN else []:
        if actions[0] < card_numbers.LAY_THREE:
            continue
        if any(event["kind"] == "robbery" for event in game.notation.consequences(game.names, game.position, after)):
            paid = game.position.record.hand[0] - after.record.hand[0]
            found.append({kind: int(n) for kind, n in enumerate(paid) if n})
    return found


def test_a_row_is_laid_and_a_rival_robbed(server: Server, visitor: Visitors) -> None:
    page = visitor()
    game = play_until("cardgame", lambda g: bool(robberies(g)))
    sit_down(page, server, game)
    names = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green", "locomotive")
    for kind, n in robberies(game)[0].items():
        for _ in range(n):
            page.click(f"[data-pay={names[kind]}]")
    page.click("[data-do=lay]")
    told(page, "Train robbery!")
    expect(page.locator(".yard.mine .card")).not_to_have_count(0)


def test_tickets_are_completed_with_the_platform(server: Server, visitor: Visitors) -> None:
    def best(game: Game) -> list[str]:
        view = game.view(0)
        return view.best if isinstance(view, CardView) else []

    page = visitor()
    game = play_until("cardgame", lambda g: bool(best(g)))
    sit_down(page, server, game)
    expect(page.locator(".complete [aria-pressed=true]")).to_have_count(len(best(game)))
    page.click("[data-do=complete]")
    told(page, "You chose tickets.")
    expect(page.locator(".complete")).to_have_count(0)
