"""Every screen of the app and every panel and dialog on it, each with how to get there."""

from collections.abc import Callable
from functools import cache

from playwright.sync_api import Page

import branchline
from branchline.cardgame.rules import state as cards
from branchline.engine import actions as shared
from branchline.engine import phases
from branchline.game import Game
from branchline.mapgame.rules import actions as numbers

from .conftest import ROOT, Server, begin, take_seat
from .positions import play_until, replay_until

GOLDEN = ROOT / "tests" / "golden"
Screen = Callable[[Page, Server], None]


@cache
def held(server: Server, name: str) -> str:
    """A seat at a table that all tests look at and nobody changes."""
    return server.shelf.lay(GAMES[name]())


def can_claim(game: Game) -> bool:
    """Whether the player is well on and can claim something."""
    return game.turn > 12 and any(action >= numbers.CLAIM for action in game.actions())


def in_phase(phase: int) -> Callable[[Game], bool]:
    """Whether the game waits for this."""
    return lambda game: game.position.phase == phase


GAMES: dict[str, Callable[[], Game]] = {
    "turn": lambda: play_until("nordic", can_claim, players=3),
    "dock": lambda: play_until("europe", can_claim, players=5),
    "tolls": lambda: play_until("nederland", can_claim, players=5),
    "usa": lambda: play_until("usa", can_claim, players=5),
    "iberia": lambda: play_until("iberia", can_claim, players=4),
    "keep": lambda: play_until("nordic", in_phase(phases.KEEP)),
    "draft": lambda: play_until("iberia", in_phase(phases.PICK), players=4),
    "tunnel": lambda: play_until("nordic", lambda g: g.position.phase == phases.SURCHARGE and len(g.actions()) > 1),
    "festival": lambda: play_until("iberia", in_phase(phases.FESTIVAL)),
    "neutral": lambda: play_until("nederland", in_phase(phases.NEUTRAL), options={"neutral": True}),
    "yards": lambda: play_until("cardgame", lambda g: g.turn > 12, players=4),
    "complete": lambda: play_until("cardgame", in_phase(cards.COMPLETE)),
    "pass": lambda: replay_until(GOLDEN / "usa-3-nobody-can-move.txt", lambda g: shared.PASS in g.actions()),
    "over": lambda: ended("europe-3-stations.txt"),
    "shared": lambda: ended("nordic-3-shared-win.txt"),
    "cardkeep": lambda: play_until("cardgame", in_phase(phases.KEEP_START), players=3),
    "counted": lambda: ended("cardgame-2-robbers.txt"),
}


def ended(record: str) -> Game:
    """A recorded game that is over."""
    return branchline.load(GOLDEN / record)


def table(name: str, *clicks: str, keys: str = "", wait: str = "") -> Screen:
    """A table, and what is clicked and pressed there."""

    def go(page: Page, server: Server) -> None:
        take_seat(page, held(server, name))
        for click in clicks:
            page.locator(click).first.dispatch_event("click")
        if keys:
            page.keyboard.press(keys)
        if wait:
            page.wait_for_selector(wait)

    return go


def page_at(address: str, wait: str, *clicks: str) -> Screen:
    """A page that is no table."""

    def go(page: Page, server: Server) -> None:
        page.goto(address)
        page.wait_for_selector(wait)
        for click in clicks:
            page.locator(click).first.click()

    return go


def lobby(page: Page, server: Server) -> None:
    """The table before its players are there."""
    begin(page, "usa", how="friends")
    page.wait_for_selector("[data-invite]", state="attached")  # on a phone there are only a picture and a button


def curtain(page: Page, server: Server) -> None:
    """Between two players on one device."""
    begin(page, "usa", how="device")
    page.wait_for_selector("[data-do=curtain]")


def replay(page: Page, server: Server) -> None:
    """A game looked at again."""
    take_seat(page, held(server, "over"))
    page.goto(page.url.replace("/t/", "/replay/"))
    page.wait_for_selector("[data-slider]")


def editor(*clicks: str) -> Screen:
    """A shipped board in the editor, and what is clicked there."""
    start = page_at("/editor/start", "[data-from]", "[data-from=board]", "[data-board=nordic]")

    def go(page: Page, server: Server) -> None:
        start(page, server)
        page.wait_for_selector("[data-editor] .city")
        for click in clicks:
            page.locator(click).first.click()

    return go


def sat(page: Page, server: Server) -> None:
    """A real table with a bot that has kept its tickets, while somebody is to say what they do."""
    page.goto("/sit")
    page.fill("[data-name='0']", "Anna")
    page.fill("[data-name='1']", "Bo")
    page.click("[data-level=casual]")
    page.click("[data-do=begin]")
    cards = ("red", "blue", "white", "black", "red", "blue", "white", "black", "green")
    for step in (*(f"[data-card={card}]" for card in cards), *(f"[data-ticket='{t}']" for t in (0, 5, 9))):
        page.click(f"{step}:not([disabled])")
    for player in (0, 1):
        page.click(f"h2[data-asks=keep][data-of='{player}'] ~ .row [data-keep='2']:not([disabled])")
    page.wait_for_selector("[data-did] ~ h2[data-asks=move]")


SCREENS: dict[str, Screen] = {
    "sit": page_at("/sit", "[data-do=begin]", "summary"),
    "sat": sat,
    "start": page_at("/", "[data-game]"),
    "setup": page_at("/new/nordic", "[data-do=begin]", "summary"),
    "rules": page_at("/rules/nederland", ".rule"),
    "menu": page_at("/", "[data-game]", "[data-do=menu]"),
    "missing": page_at("/t/nowhere", "h1"),
    "lobby": lobby,
    "curtain": curtain,
    "claim": table("turn", ".route.can", wait="[data-do=claim]"),
    "free choice": table("turn", ".route.can", "[data-do=choose]", wait="[data-pay]"),
    "why not": table("turn", ".route.free", wait=".why"),
    "list": table("turn", keys="l", wait=".list"),
    "keys": table("turn", keys="?", wait="dialog"),
    "dock": table("dock", wait=".world"),
    "stations": table("dock", "[data-do=stations]", ".city.can", wait="[data-do=build]"),
    "tolls": table("tolls", wait=".world"),
    "tickets": table("keep", wait="[data-ticket]"),
    "draft": table("draft", wait="[data-ticket]"),
    "tunnel": table("tunnel", wait="[data-do=withdraw]"),
    "festival": table("festival", wait="[data-do=festival]"),
    "neutral": table("neutral", wait="[data-do=neutral]"),
    "pass": table("pass", wait="[data-do=pass]"),
    "yards": table("yards", wait=".yard"),
    "complete": table("complete", wait="[data-do=complete]"),
    "over": table("over", wait=".end"),
    "counted": table("counted", wait=".end"),
    "replay": replay,
    "count": page_at("/count", "[data-do=begin]"),
    "editor": editor(),
    "editor city": editor("[data-row]"),
    "editor route": editor("[data-part=routes]", "[data-row]", "[data-kind=ferry]"),
    "editor ticket": editor("[data-part=tickets]", "[data-row]"),
    "editor rules": editor("[data-part=rules]"),
    "editor walk": editor("[data-part=routes]", "[data-do=walk]"),
}
