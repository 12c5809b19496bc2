"""Writes docs/screenshots: the main screens of the app on a desktop, a laptop and two phones, in light and dark.

It serves tables of its own and plays at them by clicking, as the tests do.

python tools/screenshots.py [FOLDER [SCREEN ...]]
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from app.conftest import Server, at_table, begin, find_browser, wait_until  # noqa: E402
from app.player import Player  # noqa: E402

SIZES = {"desktop": (1440, 900), "laptop": (1280, 720), "phone": (390, 844), "small": (360, 740)}
FOR_DOCS = {  # the few that README and docs show
    "start-desktop-light",
    "table-desktop-light",
    "table-desktop-dark",
    "table-phone-light",
    "europe-desktop-light",
    "cardgame-desktop-light",
    "cardgame-phone-light",
}


def start(page: Page) -> None:
    """The first page."""
    page.goto("/")
    page.wait_for_selector("[data-game]")
    wait_until(page, "document.querySelectorAll('.poster svg').length >= 6")


def setup(page: Page) -> None:
    """A game chosen."""
    page.goto("/new/iberia")
    page.wait_for_selector(".poster svg")


def lobby(page: Page) -> None:
    """An invitation."""
    begin(page, "usa", players=3, how="friends")
    page.wait_for_selector("[data-invite]")


def menu(page: Page) -> None:
    """Language, theme and sound."""
    start(page)
    page.click("[data-do=menu]")


def tickets(page: Page) -> None:
    """Tickets to choose from."""
    begin(page, "nordic", players=3)
    page.wait_for_selector("[data-ticket]")
    page.locator("[data-ticket]").nth(1).click()


def draft(page: Page) -> None:
    """Tickets that are passed on."""
    begin(page, "iberia", players=3)
    page.wait_for_selector("[data-kind=pick]")


def _claim(game: str, players: int, moves: int) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        begin(page, game, players)
        at_table(page)
        Player(page).play(moves)
        page.wait_for_timeout(300)
        routes = page.locator(".route.can")
        if routes.count():
            routes.first.dispatch_event("click")

    return show


def cardgame(page: Page) -> None:
    """The table without a board."""
    begin(page, "cardgame", players=3)
    at_table(page)
    Player(page).play(11)


def replay(page: Page) -> None:
    """A game looked at again."""
    begin(page, "usa", players=3)
    at_table(page)
    Player(page).play(12)
    page.goto(page.url.replace("/t/", "/replay/"))
    page.wait_for_selector("[data-slider]")


def end(page: Page) -> None:
    """The final score."""
    begin(page, "nederland", players=3)
    at_table(page)
    Player(page).play()


def rules(page: Page) -> None:
    """Rules at hand."""
    page.goto("/rules/nordic")
    page.wait_for_selector(".rule")


SCREENS: dict[str, Callable[[Page], None]] = {
    "start": start,
    "menu": menu,
    "setup": setup,
    "lobby": lobby,
    "tickets": tickets,
    "draft": draft,
    "table": _claim("nordic", 3, 38),
    "europe": _claim("europe", 4, 24),
    "usa": _claim("usa", 5, 24),
    "iberia": _claim("iberia", 2, 40),
    "nederland": _claim("nederland", 3, 24),
    "cardgame": cardgame,
    "end": end,
    "replay": replay,
    "rules": rules,
}


def shoot(browser: Browser, url: str, folder: Path, names: list[str]) -> None:
    """Every screen once played, then shown at every size in both themes."""
    for name in names:
        show = SCREENS[name]
        context = browser.new_context(base_url=url, reduced_motion="reduce", locale="en-GB")
        page = context.new_page()
        page.set_viewport_size({"width": SIZES["desktop"][0], "height": SIZES["desktop"][1]})
        show(page)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for theme in ("light", "dark"):
                page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
                page.wait_for_timeout(900)  # the ground is painted aside
                page.screenshot(path=folder / f"{name}-{size}-{theme}.png")
        context.close()
        print(name, flush=True)


def main() -> None:
    """All of them into a folder given; without one, those for the docs as small JPEGs."""
    wanted = Path(sys.argv[1]) if sys.argv[1:] else None
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        server = Server(Path(scratch))
        server.start()
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=["--no-sandbox"])
        folder = wanted or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            names = sys.argv[2:] or ([*SCREENS] if wanted else sorted({name.split("-")[0] for name in FOR_DOCS}))
            shoot(browser, server.url, folder, names)
            if not wanted:
                _for_docs(browser, folder)
        finally:
            browser.close()
            server.stop()


def _for_docs(browser: Browser, folder: Path) -> None:
    target = ROOT / "docs" / "screenshots"
    target.mkdir(parents=True, exist_ok=True)
    page = browser.new_page()
    for name in sorted(FOR_DOCS):
        page.goto((folder / f"{name}.png").as_uri())
        size = page.evaluate("[document.images[0].naturalWidth, document.images[0].naturalHeight]")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=target / f"{name}.jpg", type="jpeg", quality=72)


if __name__ == "__main__":
    main()
