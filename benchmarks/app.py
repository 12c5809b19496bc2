"""Measures the app: size of the first load, time until it can be used, a move's way to another browser, frames.

python benchmarks/app.py
"""

import gzip
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from app.conftest import DRIVER, Server, at_table, begin, drive, find_browser  # noqa: E402

import branchline  # noqa: E402

RUNS = 3
SETTLE = 500  # milliseconds after a movement in which the board is drawn anew

RECORD = """() => {
  window.frames_seen = [];
  let last = performance.now();
  const tick = (now) => { window.frames_seen.push(now - last); last = now; requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""
WATCH = """() => {
  window.seen = new Promise((done) => {
    const watch = new MutationObserver(() => done(Date.now()));
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-seq'] });
  });
}"""
PRESS = "() => { const now = Date.now(); document.querySelector('[data-draw=deck]').click(); return now; }"


def load_size() -> int:
    """Bytes of all code, styles and letters, compressed, in one language."""
    web = Path(branchline.__file__).parent / "web"
    files = [
        web / "index.html",
        *(f for f in (web / "assets").iterdir() if f.name.startswith(("index", "painter", "figtree-latin-w"))),
    ]
    return sum(len(f.read_bytes() if f.suffix == ".woff2" else gzip.compress(f.read_bytes())) for f in files)


def time_to_use(browser: Browser, url: str) -> float:
    """Seconds from a fresh browser's request until the games can be clicked; the median of five."""
    times = []
    for _ in range(5):
        page = browser.new_page()
        began = time.perf_counter()
        page.goto(url)
        page.wait_for_selector("[data-game]")
        times.append(time.perf_counter() - began)
        page.close()
    return statistics.median(times)


def time_to_the_other(browser: Browser, url: str) -> float:
    """Milliseconds from a click until it shows in another browser; the median of a game's beginning."""
    host, guest = (_page(browser, url) for _ in range(2))
    begin(host, "usa", how="friends", name="A")
    guest.goto(host.input_value("[data-invite]"))
    guest.fill("[data-name]", "B")
    guest.click("[data-do=join]")
    host.click("[data-do=start]:not([disabled])")
    for page in (host, guest):
        at_table(page)
        drive(page, 1)
    times = []
    for turn in range(24):
        here, there = (host, guest) if turn // 2 % 2 == 0 else (guest, host)
        here.wait_for_selector("[data-draw=deck]:not([disabled])")
        there.evaluate(WATCH)
        clicked = here.evaluate(PRESS)
        times.append(there.evaluate("() => window.seen") - clicked)
    return statistics.median(times)


def frames(browser: Browser, url: str) -> list[float]:
    """Milliseconds of each frame while the largest board is zoomed, drawn sharp again, and dragged."""
    page = _page(browser, url)
    begin(page, "europe")
    at_table(page)
    drive(page, 8)
    page.wait_for_timeout(SETTLE)
    page.mouse.move(700, 400)
    page.evaluate(RECORD)
    for steps, wheel in ((25, -60), (15, 60)):
        for _ in range(steps):
            page.mouse.wheel(0, wheel)
            page.wait_for_timeout(16)
        page.wait_for_timeout(SETTLE)
    page.mouse.down()
    for step in range(60):
        page.mouse.move(700 + 4 * step, 400 + 2 * step)
    page.mouse.up()
    page.wait_for_timeout(SETTLE)
    found: list[float] = page.evaluate("() => window.frames_seen.slice(2)")
    page.context.close()
    return found


def _page(browser: Browser, url: str) -> Page:
    context = browser.new_context(
        base_url=url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce", bypass_csp=True
    )
    context.add_init_script(DRIVER)
    return context.new_page()


def main() -> None:
    """Measure and print."""
    print(f"first load              {load_size() / 1000:.0f} kB compressed (bar: 250)")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        server = Server(Path(scratch))
        server.start()
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=["--no-sandbox"])
        try:
            print(f"usable after            {time_to_use(browser, server.url):.2f} s (bar: 1)")
            print(f"to the other browser    {time_to_the_other(browser, server.url):.0f} ms median (bar: 150)")
            runs = [frames(browser, server.url) for _ in range(RUNS)]
            usual = statistics.median([frame for run in runs for frame in run])
            longest = ", ".join(f"{max(run):.0f}" for run in runs)
            print(f"frames, largest board   {usual:.0f} ms median, longest of {RUNS} runs {longest} ms (bar: 50)")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
