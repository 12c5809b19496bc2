"""Contact sheets of all boards: two themes and six languages, at 360 and 1280 px, a sheet a board and size.

In the light theme a turn begins; in the dark one a route is chosen. What is cut off, too wide or covered is printed.

python tools/contact_sheets.py FOLDER [BOARD ...]
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from app.conftest import Server, find_browser, take_seat  # noqa: E402
from app.positions import play_until  # noqa: E402
from app.screens import can_claim  # noqa: E402
from app.test_screens import CUT_OFF, LANGUAGES, TOO_WIDE  # noqa: E402

from branchline.game import Game  # noqa: E402

PLAYERS = {"nordic": 3, "usa": 5, "europe": 5, "nederland": 5, "iberia": 4, "cardgame": 4}
SIZES = {"360": (360, 740), "1280": (1280, 720)}
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
            wrong = {"cut off": page.evaluate(CUT_OFF), "too wide": page.evaluate(TOO_WIDE)}
            wrong["covered"] = page.evaluate(COVERED) if size == "1280" and board != "cardgame" else []
            print(board, size, theme, language, {what: found for what, found in wrong.items() if found} or "fine")
    return shots


def lay_out(browser: Browser, shots: list[Path], target: Path, scale: float) -> None:
    """All pictures on one sheet, six in a row on narrow screens and three on wide ones."""
    page = browser.new_page()
    width, height = (round(side * scale) for side in SIZES[target.stem.split("-")[1]])
    columns = 6 if width < height else 3
    page.set_viewport_size({"width": columns * (width + 8), "height": (height + 8) * len(shots) // columns})
    (target.parent / "sheet.html").write_text(
        "<style>body{margin:0;background:#777;display:flex;flex-wrap:wrap;gap:8px 8px}</style>"
        + "".join(f"<img src='{shot.name}' width={width} height={height}>" for shot in shots),
        encoding="utf-8",
    )
    page.goto((target.parent / "sheet.html").as_uri())
    page.wait_for_load_state("networkidle")
    page.screenshot(path=target)
    page.close()


def main() -> None:
    """All boards, or those that are named."""
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        server = Server(Path(scratch))
        server.start()
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=["--no-sandbox"])
        try:
            for board in sys.argv[2:] or PLAYERS:
                held = server.shelf.lay(midgame(board))
                for size, (width, height) in SIZES.items():
                    context = browser.new_context(base_url=server.url, reduced_motion="reduce", locale="en-GB")
                    page = context.new_page()
                    page.set_viewport_size({"width": width, "height": height})
                    take_seat(page, held)
                    shots = shoot(page, folder, board, size)
                    context.close()
                    lay_out(browser, shots, folder / f"{board}-{size}.png", 0.75 if size == "360" else 0.5)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
