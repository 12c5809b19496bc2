"""To hear that it is my turn: asked at the right moment, told by Web Push or by a page that lies behind others.

Chromium subscribes only at a push service on the internet. Here the subscription names a receiver on this machine; the
service really seals and sends the message, the test opens it with the subscription's key, and the browser's own
machinery hands it to the service worker. Only the way through a vendor's push service is not walked.
"""

import base64
import json
import os
from collections.abc import Callable, Iterator

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import Browser, Page, Playwright, expect
from server.test_notices import Receiver, receiver  # noqa: F401

from .conftest import Server, Visitors, find_browser, launch
from .test_tables import keep_tickets

SUBSCRIBE = """([endpoint, p256dh, auth]) => {
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
  PushManager.prototype.subscribe = async function ({ applicationServerKey }) {
    window.serverKey = applicationServerKey.length;
    PushManager.prototype.getSubscription = async () => subscription;
    return subscription;
  };
}"""
HIDDEN = """(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NOTICES = """() => navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
  .then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, page: data.page })))"""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A whole one: without windows there are no notices."""
    yield from launch(playwright, find_browser(playwright))


@pytest.fixture(scope="module")
def neighbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may send to this machine."""
    served = Server(tmp_path_factory.mktemp("neighbour"), "--allow-private")
    served.start()
    yield served
    served.stop()


@pytest.fixture
def people(browser: Browser, neighbour: Server) -> Iterator[Visitors]:
    visitors = Visitors(browser, neighbour.url)
    yield visitors
    for context in visitors.contexts:
        context.close()
    assert visitors.problems == []


class Keys:
    """The keys of a subscription."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    @property
    def public(self) -> str:
        point = self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).decode()

    def open(self, sealed: bytes) -> dict[str, object]:
        """What a message says."""
        found: dict[str, object] = json.loads(
            http_ece.decrypt(sealed, private_key=self.private, auth_secret=self.auth, version="aes128gcm")
        )
        return found


def two_at_a_table(people: Visitors) -> tuple[Page, Page]:
    """Freyja, who wants to be told, and Aino, at a table over days."""
    host = people(service_workers="allow")
    host.context.grant_permissions(["notifications"])
    host.goto("/new/usa")
    host.click("[data-how=friends]")
    host.click("summary")
    host.select_option("[data-clock]", label="3 days a move")
    host.fill("[data-name]", "Freyja")
    host.click("[data-do=begin]")
    guest = people()
    guest.goto(host.input_value("[data-invite]"))
    guest.fill("[data-name]", "Aino")
    guest.click("[data-do=join]")
    return host, guest


def test_a_push_arrives_is_shown_and_opens_the_table(
    people: Visitors,
    receiver: Receiver,  # noqa: F811
) -> None:
    keys = Keys()
    host, guest = two_at_a_table(people)
    host.evaluate(SUBSCRIBE, [receiver.url, keys.public, base64.urlsafe_b64encode(keys.auth).decode()])
    expect(host.get_by_role("group", name="Leave the page if you like")).to_be_visible()
    host.get_by_role("button", name="Tell me").click()
    expect(host.get_by_role("button", name="Tell me")).to_have_count(0)
    host.click("[data-do=start]:not([disabled])")
    keep_tickets(host)
    keep_tickets(guest)
    assert host.evaluate("window.serverKey") == 65
    host.click("[data-draw=deck]")
    host.click("[data-draw=deck]")
    page, table = host.url, host.url.split("/t/")[1]
    host.goto("about:blank")  # she leaves
    guest.click("[data-draw=deck]")
    guest.click("[data-draw=deck]")
    message = keys.open(receiver.received.get(timeout=60)[1])
    assert (message["kind"], message["table"], message["page"]) == ("your_turn", table, f"/t/{table}")
    host.goto("/")
    host.evaluate("navigator.serviceWorker.ready.then(() => null)")
    deliver(host, message)
    wanted = {"title": "USA", "body": "Your turn", "tag": table, "page": f"/t/{table}"}
    expect_notice(host, wanted, lambda: deliver(host, message))
    worker = host.context.service_workers[0]
    worker.evaluate(
        """async () => self.dispatchEvent(new NotificationEvent("notificationclick",
          { notification: (await self.registration.getNotifications())[0] }))"""
    )
    host.wait_for_url(page)


def deliver(page: Page, message: dict[str, object]) -> None:
    """Hand a message to the service worker as the browser does when it comes from a push service."""
    devtools = page.context.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(
            each["registrationId"]
            for each in event["registrations"]
            if each["scopeURL"].startswith(origin) and not each["isDeleted"]  # others are of browsers long closed
        ),
    )
    devtools.send("ServiceWorker.enable")
    for _ in range(1200):
        if found:
            break
        page.wait_for_timeout(50)
    body = {"origin": origin, "registrationId": found[0], "data": json.dumps(message)}
    devtools.send("ServiceWorker.deliverPushMessage", body)


def expect_notice(page: Page, wanted: dict[str, str], again: Callable[[], None] | None = None) -> None:
    """Wait for a notice; what a browser drops while its worker starts is sent `again`."""
    for n in range(600):
        if wanted in page.evaluate(NOTICES):
            return
        page.wait_for_timeout(100)
        if again and n % 100 == 99:
            again()
    raise AssertionError(f"not told: {wanted}; told: {page.evaluate(NOTICES)}")


def test_a_page_behind_others_is_not_silent(people: Visitors, receiver: Receiver) -> None:  # noqa: F811
    keys = Keys()
    host, guest = two_at_a_table(people)
    host.evaluate(SUBSCRIBE, [receiver.url, keys.public, base64.urlsafe_b64encode(keys.auth).decode()])
    host.get_by_role("button", name="Tell me").click()
    host.click("[data-do=start]:not([disabled])")
    keep_tickets(host)
    keep_tickets(guest)
    host.click("[data-draw=deck]")
    host.click("[data-draw=deck]")
    table = host.url.split("/t/")[1]
    host.evaluate(HIDDEN, True)
    guest.click("[data-draw=deck]")
    guest.click("[data-draw=deck]")
    expect_notice(host, {"title": "USA", "body": "Your turn", "tag": table, "page": f"/t/{table}"})
    assert keys.open(receiver.received.get(timeout=60)[1])["kind"] == "your_turn"
    expect(host).to_have_title("● USA")


def test_nobody_is_asked_against_bots_and_only_once_else(people: Visitors) -> None:
    page = people(service_workers="allow")
    page.goto("/new/usa")
    page.click("[data-do=arrange]")
    expect(page.locator("[data-do=start]")).to_be_visible()
    expect(page.locator("[data-do=tell]")).to_have_count(0)
    host, _ = two_at_a_table(people)
    host.get_by_role("button", name="Not now").click()
    expect(host.locator("[data-do=tell]")).to_have_count(0)
    host.reload()
    expect(host.locator("[data-do=start]")).to_be_visible()
    expect(host.locator("[data-do=tell]")).to_have_count(0)


def test_a_webhook_is_set_by_hand(people: Visitors, receiver: Receiver) -> None:  # noqa: F811
    host, guest = two_at_a_table(people)
    host.click("[data-do=seat]")
    host.click("dialog summary")
    host.fill("[data-webhook]", receiver.url)
    host.get_by_role("button", name="Set").click()
    expect(host.get_by_role("dialog")).to_contain_text("signed with this secret")
    host.click("[data-do=close]")
    host.click("[data-do=start]:not([disabled])")
    body = json.loads(receiver.received.get(timeout=60)[1])
    assert (body["kind"], body["seat"]) == ("your_turn", 0)
    expect(guest.locator("[data-ticket]").first).to_be_visible()
