"""Measures the app: size of the first load, time until it can be used, a move's way to another browser, frames.

python benchmarks/app.py
"""

import gzip
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, Response, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from app.conftest import Server, find_browser, take_seat  # noqa: E402
from app.positions import on_turn, play_until  # noqa: E402
from app.screens import can_claim  # noqa: E402

RUNS = 3
SETTLE = 500  # milliseconds after a movement in which the board is drawn anew

RECORD = """() => {
  window.frames_seen = [];
  window.recording = true;
  let last = performance.now();
  const tick = (now) => {
    window.frames_seen.push(now - last);
    last = now;
    if (window.recording) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""
GROUND = """
  window.drawn = {};
  new MutationObserver(() => {
    if (document.querySelector('.route')) window.drawn.routes ??= performance.now();
    const ground = document.querySelector('svg.first .home, canvas[style*="translate"]');
    if (ground) window.drawn.ground ??= performance.now();
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
"""
WATCH = """() => {
  window.seen = new Promise((done) => {
    const watch = new MutationObserver(() => done(Date.now()));
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-seq'] });
  });
}"""
READY = "[data-draw=deck]:enabled:not([aria-disabled=true])"
PRESS = "() => { const now = Date.now(); document.querySelector('[data-draw=deck]').click(); return now; }"


def load_size(browser: Browser, url: str, held: str = "") -> int:
    """Bytes of all code, styles and letters that the start page asks for, or a table with a seat held, compressed."""
    page = _page(browser, url)
    loaded: list[Response] = []
    page.on("response", lambda answer: loaded.append(answer) if "/api/" not in answer.url else None)
    if held:
        take_seat(page, held)
    else:
        page.goto("/")
    page.wait_for_selector("[data-game], [data-route]")
    if held:
        page.wait_for_timeout(SETTLE)  # a table has parts that come a little later; the start page fetches others ahead
    asked = loaded.copy()
    sizes = [len(each.body() if each.url.endswith(".woff2") else gzip.compress(each.body())) for each in asked]
    page.context.close()
    return sum(sizes)


def time_to_use(browser: Browser, url: str) -> float:
    """Seconds from a fresh browser's request until the games can be clicked; the median of five."""
    times = []
    for _ in range(5):
        page = _page(browser, url)
        began = time.perf_counter()
        page.goto("/")
        page.wait_for_selector("[data-game]")
        times.append(time.perf_counter() - began)
        page.context.close()
    return statistics.median(times)


def time_to_the_other(browser: Browser, server: Server) -> float:
    """Milliseconds from a click until it shows in another browser; the median of twelve turns."""
    pages = _page(browser, server.url), _page(browser, server.url)
    for page, held in zip(pages, server.shelf.lay_for_all(on_turn()), strict=True):
        take_seat(page, held)
    times = []
    for turn in range(12):
        here, there = pages if turn % 2 == 0 else pages[::-1]
        for _ in range(2):  # cards of a turn
            here.wait_for_selector(READY)
            there.evaluate(WATCH)
            clicked = here.evaluate(PRESS)
            times.append(there.evaluate("() => window.seen") - clicked)
    for page in pages:
        page.context.close()
    return statistics.median(times)


def frames(browser: Browser, server: Server) -> dict[str, list[float]]:
    """Milliseconds of each frame on the largest board: while it is zoomed, dragged, and when "claimable" changes."""
    page = _page(browser, server.url)
    take_seat(page, server.shelf.lay(play_until("europe", can_claim), bot="greedy"))
    page.wait_for_selector(READY)
    page.wait_for_timeout(SETTLE)
    found = {"zooming": _during(page, _zoom), "panning": _during(page, _pan), "claimable": _during(page, _claimable)}
    page.context.close()
    return found


def _during(page: Page, act: Callable[[Page], None]) -> list[float]:
    page.evaluate(RECORD)
    act(page)
    page.wait_for_timeout(SETTLE)
    seen: list[float] = page.evaluate("() => { window.recording = false; return window.frames_seen.slice(2); }")
    return seen


def _zoom(page: Page) -> None:
    page.mouse.move(700, 400)
    for steps, wheel in ((25, -60), (15, 60)):
        for _ in range(steps):
            page.mouse.wheel(0, wheel)
            page.wait_for_timeout(16)
        page.wait_for_timeout(SETTLE)


def _pan(page: Page) -> None:
    page.mouse.move(700, 400)
    page.mouse.down()
    for step in range(60):
        page.mouse.move(700 + 4 * step, 400 + 2 * step)
    page.mouse.up()


def _claimable(page: Page) -> None:
    """Marks on and off by hand, then a whole turn, after which other routes can be claimed."""
    for _ in range(6):
        page.click("[data-do=hints]")
        page.wait_for_timeout(120)
    for _ in range(2):
        page.wait_for_selector(READY)
        page.evaluate(WATCH)
        page.click(READY)
        page.evaluate("() => window.seen")
    page.wait_for_selector(READY)  # again, after the other's turn


def ground_after_routes(browser: Browser, server: Server) -> float:
    """Milliseconds from the first route on the page to the ground under it; 0: in the same step."""
    page = _page(browser, server.url)
    page.add_init_script(GROUND)
    take_seat(page, server.shelf.lay(play_until("europe", can_claim)))
    page.wait_for_timeout(SETTLE)
    late: float = page.evaluate("() => window.drawn.ground - window.drawn.routes")
    page.context.close()
    return late


def _page(browser: Browser, url: str) -> Page:
    context = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    return context.new_page()


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        server = Server(Path(scratch))
        server.start()
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=["--no-sandbox"])
        try:
            start = load_size(browser, server.url)
            table = load_size(browser, server.url, server.shelf.lay(on_turn("nordic")))
            print(f"first load              {start / 1000:.0f} kB, a table {table / 1000:.0f} kB compressed (bar: 130)")
            print(f"usable after            {time_to_use(browser, server.url):.2f} s (bar: 0.7)")
            print(f"to the other browser    {time_to_the_other(browser, server):.0f} ms median (bar: 100)")
            print(f"ground after the routes {ground_after_routes(browser, server):.0f} ms (bar: 0)")
            runs = [frames(browser, server) for _ in range(RUNS)]
            for what, bar in (("zooming", 33), ("panning", 33), ("claimable", 50)):
                usual = statistics.median([frame for run in runs for frame in run[what]])
                longest = ", ".join(f"{max(run[what]):.0f}" for run in runs)
                print(
                    f"frames, {what:<9}       {usual:.0f} ms median, longest of {RUNS} runs {longest} ms (bar: {bar})"
                )
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
