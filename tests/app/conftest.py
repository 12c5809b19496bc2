"""A server of its own and a Chromium for the tests of the app."""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import forked
import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, expect, sync_playwright

from branchline.game import Game

from .positions import Shelf

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 60_000  # milliseconds: rules may have to be compiled first, and machines have other things to do
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 360, "height": 740}


class Server:
    """A running `branchline serve`, which can be stopped and started again with the same tables."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._options = options
        place = socket.socket()
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind(("127.0.0.1", 0))
        self.port = int(place.getsockname()[1])
        place.detach()  # stays bound, though it never listens, so that nobody else is given this port meanwhile
        self.url = f"http://127.0.0.1:{self.port}"
        self._database = f"sqlite:///{folder / 'tables.sqlite'}"
        self.shelf = Shelf(self._database)
        self._process: forked.Process | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = ["serve", "--port", str(self.port), "--rate", "0", "--database", self._database, *self._options]
        self._process = forked.start(options, subprocess.DEVNULL)
        for _ in range(3600):
            try:
                self.get("/api/games")
            except OSError:
                assert self._process.poll() is None, "the server did not start"
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the server did not answer in six minutes")

    def stop(self) -> None:
        """Stop it as a machine that loses power would."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def get(self, path: str) -> Any:
        """What it says at an address."""
        with urllib.request.urlopen(self.url + path, timeout=20) as answer:
            return json.load(answer)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    served = Server(tmp_path_factory.mktemp("server"), "--coach-playouts", "20000")
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as running:
        yield running


def find_browser(playwright: Playwright, *first: str) -> str:
    """A Chromium on the machine, else Playwright's own, else the one that npm's @sparticuz/chromium carries.

    BRANCHLINE_BROWSER is the path of another one, or `npm` for that of npm at once.
    """
    names = (*first, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
    wanted = os.environ.get("BRANCHLINE_BROWSER")
    for found in (wanted,) if wanted else (*map(shutil.which, names), playwright.chromium.executable_path):
        if found and found != "npm" and (wanted or Path(found).is_file()):
            return found
    folder = ROOT / "web" / "node_modules" / ".browser"
    script = "import('@sparticuz/chromium').then(async (m) => console.log(await m.default.executablePath()))"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        npm = shutil.which("npm") or "npm"
        subprocess.run(
            [npm, "install", "--prefix", str(folder), "@sparticuz/chromium"], check=True, capture_output=True
        )
        node = [shutil.which("node") or "node", "--input-type=module", "-e", script]
        return subprocess.run(node, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        return f"none: {error}"


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One that never shows a window, which is a quarter less work."""
    yield from launch(playwright, find_browser(playwright, "chromium-headless-shell"))


def launch(playwright: Playwright, path: str) -> Iterator[Browser]:
    """Start a browser, and end it."""
    try:
        launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
    except Error as error:
        if os.environ.get("CI"):
            pytest.fail(f"with CI set there must be a Chromium, and none could be started ({path}): {error}")
        pytest.skip(f"no Chromium could be started ({path}): {error}")
    yield launched
    launched.close()


class Visitors:
    """Makes browsers that know nothing of each other; what goes wrong on their pages fails the test."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        self.contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def __call__(
        self, size: dict[str, int] = DESKTOP, locale: str = "en-GB", motion: Any = "reduce", **more: Any
    ) -> Page:
        context = self._browser.new_context(
            base_url=self._url,
            viewport={"width": size["width"], "height": size["height"]},
            locale=locale,
            reduced_motion=motion,
            device_scale_factor=0.5,
            **{"service_workers": "block", **more},
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        return page


@pytest.fixture
def visitor(browser: Browser, server: Server) -> Iterator[Visitors]:
    """Call it for a page of a new browser."""
    visitors = Visitors(browser, server.url)
    yield visitors
    for context in visitors.contexts:
        context.close()
    assert visitors.problems == []


def begin(page: Page, game: str, players: int = 2, how: str = "bots", name: str = "Freyja") -> str:
    """Set a table from the start page; gives its id once it is shown."""
    page.goto("/")
    page.click(f"[data-game={game}]")
    page.click(f"[data-how={how}]")
    page.click(f"[data-players='{players}']")
    page.fill("[data-name]", name)
    if how == "bots":
        page.locator("[data-level]").first.click()  # the weakest, which thinks least
    page.click("[data-do=begin]")
    page.wait_for_url("**/t/*")
    return page.url.split("/t/")[1].partition("#")[0]


def sit_down(page: Page, server: Server, game: Game, bot: str = "") -> str:
    """Lay a game on a table and sit down there as whoever is to move, perhaps against bots; gives the table's id."""
    return take_seat(page, server.shelf.lay(game, bot))


def take_seat(page: Page, held: str) -> str:
    """Sit down with what a browser keeps of its seat."""
    table: str = json.loads(held)["id"]
    page.add_init_script(f"localStorage['branchline.tables'] ??= JSON.stringify([{held}])")
    page.goto(f"/t/{table}")
    at_table(page)
    return table


def both(visitor: Visitors, server: Server, game: Game) -> tuple[Page, Page]:
    """Lay a game of two people on a table, each at a browser of their own; the first is to move."""
    pages = visitor(), visitor()
    for page, held in zip(pages, server.shelf.lay_for_all(game), strict=True):
        take_seat(page, held)
    return pages


def click_route(page: Page, route: int) -> None:
    """Click a route on the board, where it lies."""
    page.mouse.click(*place_of(page, route))


def place_of(page: Page, route: int) -> tuple[float, float]:
    """The middle of one of a route's spaces on the screen, once the board lies still."""
    space = page.locator(f"[data-route='{route}'] .space").first
    before, box = None, space.bounding_box()
    while box != before:
        before, box = box, space.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def covered_cities(page: Page) -> list[str]:
    """Cities with something over them that is not the board; what is still being laid out has a while to settle."""
    for _ in range(40):
        found: list[str] = page.evaluate(COVERED)
        if not found:
            break
        page.wait_for_timeout(50)
    return found


COVERED = """() => [...document.querySelectorAll('.city')].filter((city) => {
  const box = city.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !top || !top.closest('.frame') || top.closest('.tools');
}).map((city) => city.dataset.city)"""


def at_table(page: Page) -> None:
    """Wait until the cards are dealt and shown."""
    page.wait_for_selector(".world, .yard, [data-do=curtain]")


def sample(page: Page, figures: str) -> None:
    """Note some figures at every change of the page from now on; `sampled` gives them, however fast they came."""
    page.evaluate(
        f"""() => {{
          const read = () => JSON.stringify({figures});
          window.samples = [read()];
          new MutationObserver(() => window.samples.at(-1) !== read() && window.samples.push(read()))
            .observe(document.body, {{ childList: true, subtree: true, attributes: true, characterData: true }});
        }}"""
    )


def sampled(page: Page) -> list[Any]:
    """What was noted, in order, without repetitions."""
    return [json.loads(each) for each in page.evaluate("window.samples")]


def faults(page: Page) -> list[str]:
    """What axe-core finds that is serious."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))  # as a script tag the content security policy would stop it
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{each['id']}: {each['help']} ({each['nodes'][0]['html'][:160]})"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]


def wait_until(page: Page, script: str, arg: object = None, seconds: float = PATIENCE / 1000) -> None:
    """Wait for something on a page; Playwright's own way would need a policy that lets texts be evaluated."""
    for _ in range(int(20 * seconds)):
        if page.evaluate(script, arg):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"this did not come true: {script}")
