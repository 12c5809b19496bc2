"""Without a connection: the app opens and says so, and tables that were seen can be read."""

import json
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from .conftest import Server, Visitors, at_table, begin, find_browser, launch


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A whole one: without windows nothing is installed."""
    yield from launch(playwright, find_browser(playwright))


def installed(page: Page) -> None:
    """Wait until the service worker has everything."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.evaluate(
        """async () => { while (!(await caches.match("/offline.html")) || !navigator.serviceWorker.controller)
          await new Promise((resolve) => setTimeout(resolve, 50)); }"""
    )


def test_a_table_that_was_seen_is_read_without_a_connection(visitor: Visitors) -> None:
    page = visitor(service_workers="allow")
    table = begin(page, "usa")
    at_table(page)
    installed(page)
    page.reload()  # now everything comes by the service worker
    at_table(page)
    page.evaluate(
        "async (path) => { while (!(await caches.match(path))) await new Promise((go) => setTimeout(go, 50)); }",
        f"/seen/{table}",
    )
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect(page.locator(f"a[href='/t/{table}']")).to_contain_text("Your turn")
    page.locator(f"a[href='/t/{table}']").click()
    at_table(page)
    expect(page.get_by_role("alert")).to_contain_text("This is the table as it was at")
    page.reload()
    at_table(page)
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator("[data-ticket]").first.click()


def test_the_app_can_be_installed(server: Server, visitor: Visitors) -> None:
    page = visitor(service_workers="allow")
    page.goto("/")
    installed(page)
    devtools = page.context.new_cdp_session(page)
    wrong = [each["errorId"] for each in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert wrong == ["in-incognito"], "only because tests browse privately"
    with urllib.request.urlopen(f"{server.url}/manifest.webmanifest") as answer:
        manifest = json.load(answer)
    for icon in manifest["icons"]:
        assert urllib.request.urlopen(server.url + icon["src"]).status == 200
    assert (
        "There is no connection to the server." in urllib.request.urlopen(f"{server.url}/offline.html").read().decode()
    )
