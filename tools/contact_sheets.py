"""Contact sheets of all boards and screens; what is cut off, too wide, beyond the edge or covered is printed.

Of a board: two themes and six languages, at 360 and 1280 px, a sheet a size. In the light theme a turn begins; in the
dark one a route is chosen. Of a screen that the tests know: two themes, on desktops, tablets and phones, one sheet.

python tools/contact_sheets.py FOLDER [BOARD | SCREEN ...]
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from app.conftest import Server, find_browser, take_seat  # noqa: E402
from app.positions import play_until  # noqa: E402
from app.screens import SCREENS, can_claim  # noqa: E402
from app.test_screens import BEYOND, CUT_OFF, LANGUAGES, TOO_WIDE  # noqa: E402

from branchline.game import Game  # noqa: E402

PLAYERS = {"nordic": 3, "usa": 5, "europe": 5, "nederland": 5, "iberia": 4, "cardgame": 4}
SIZES = {"360": (360, 740), "1280": (1280, 720)}
SHAPES = ((1440, 900), (1280, 720), (1180, 820), (820, 1180), (390, 844), (360, 740), (844, 390))
SETTLE = 700  # milliseconds until the ground is painted
COVERED = """() => [...document.querySelectorAll('.city')].filter((city) => {
  const box = city.getBoundingClientRect(), [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const frame = document.querySelector('.frame').getBoundingClientRect();
  if (x < frame.x || x > frame.right || y < frame.y || y > frame.bottom) return false;
  const top = document.elementFromPoint(x, y);
  return !top || !top.closest('.frame') || top.closest('.tools');
}).map((city) => city.dataset.city)"""


def midgame(board: str) -> Game:
    """A game that is well on, with something to do."""
    wanted = can_claim if board != "cardgame" else lambda game: game.turn > 12
    return play_until(board, wanted, PLAYERS[board])


def shoot(page: Page, folder: Path, board: str, size: str) -> list[Path]:
    """The table in all languages, first light, then dark with a route chosen."""
    shots = []
    for theme in ("light", "dark"):
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        for language in LANGUAGES:
            page.locator("[data-do=menu]").first.click()
            page.select_option("[data-language]", language)
            page.keyboard.press("Escape")
            if theme == "dark" and page.locator(".route.can").count():
                page.locator(".route.can").first.focus()
                page.keyboard.press("Enter")
            page.wait_for_timeout(SETTLE)
            shots.append(folder / f"{board}-{size}-{theme}-{language}.png")
            page.screenshot(path=shots[-1])
            wrong = faults(page)
            wrong["covered"] = page.evaluate(COVERED) if size == "1280" and board != "cardgame" else []
            print(board, size, theme, language, {what: found for what, found in wrong.items() if found} or "fine")
    return shots


def faults(page: Page) -> dict[str, list[str]]:
    """What does not fit, by its kind."""
    scripts = {"cut off": CUT_OFF, "too wide": TOO_WIDE, "beyond": BEYOND}
    return {what: page.evaluate(script) for what, script in scripts.items()}


def shoot_screen(page: Page, server: Server, folder: Path, screen: str) -> list[Path]:
    """A screen in all shapes, first light, then dark."""
    SCREENS[screen](page, server)
    shots = []
    for theme in ("light", "dark"):
        page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        for width, height in SHAPES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(SETTLE)
            shots.append(folder / f"{screen.replace(' ', '-')}-{width}-{theme}.png")
            page.screenshot(path=shots[-1])
            print(screen, width, theme, {what: found for what, found in faults(page).items() if found} or "fine")
    return shots


def lay_out(browser: Browser, shots: list[Path], target: Path, height: int, columns: int) -> None:
    """All pictures on one sheet, so many in a row, all of one height."""
    page = browser.new_page(viewport={"width": 400, "height": 400})
    (target.parent / "sheet.html").write_text(
        f"<style>body{{margin:0;background:#777;display:grid;grid-template-columns:repeat({columns},max-content);"
        f"gap:8px;width:max-content}}img{{height:{height}px}}</style>"
        + "".join(f"<img src='{shot.name}'>" for shot in shots),
        encoding="utf-8",
    )
    page.goto((target.parent / "sheet.html").as_uri())
    page.wait_for_load_state("networkidle")
    page.locator("body").screenshot(path=target)
    page.close()


def shoot_board(browser: Browser, server: Server, folder: Path, board: str) -> None:
    """The sheets of a board."""
    held = server.shelf.lay(midgame(board))
    for size, (width, height) in SIZES.items():
        page = visit(browser, server, width, height)
        take_seat(page, held)
        shots = shoot(page, folder, board, size)
        page.context.close()
        lay_out(browser, shots, folder / f"{board}-{size}.png", *((555, 6) if size == "360" else (360, 3)))


def visit(browser: Browser, server: Server, width: int, height: int) -> Page:
    """A page of a new browser."""
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        locale="en-GB",
        service_workers="block",
    )
    return context.new_page()


def main() -> None:
    """All boards and screens, or those that are named."""
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        server = Server(Path(scratch))
        server.start()
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=["--no-sandbox"])
        try:
            for name in sys.argv[2:] or [*PLAYERS, *SCREENS]:
                if name in PLAYERS:
                    shoot_board(browser, server, folder, name)
                    continue
                page = visit(browser, server, *SHAPES[0])
                shots = shoot_screen(page, server, folder, name)
                page.context.close()
                lay_out(browser, shots, folder / f"{name.replace(' ', '-')}.png", 400, len(SHAPES))
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
