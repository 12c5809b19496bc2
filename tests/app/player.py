"""Plays at a table with the mouse or a finger, as a person would: whatever is covered cannot be clicked."""

import random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .conftest import click_route, wait_until

# What can be done now, read at once, since every question to a page takes time. All of it comes from the moves that the
# table offers, so while there is something nothing changes until the player acts.
LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const on = (selector) => document.querySelector(selector) !== null;
  return {
    over: on('.end'),
    seq: document.documentElement.dataset.seq,
    tickets: all('[data-ticket]').map((e) => e.dataset.ticket),
    decide: ['pay', 'withdraw', 'neutral', 'festival', 'complete', 'pass']
      .filter((kind) => on(`[data-do=${kind}]:not([disabled])`)),
    lay: on('[data-do=lay]'),
    pays: all('[data-pay]').map((e) => [e.dataset.pay, Number(e.querySelector('b').textContent)]),
    draws: all('[data-draw]:not([disabled])').map((e) => e.dataset.draw),
    stations: on('[data-do=stations]'),
    routes: all('.route.can').map((e) => [Number(e.dataset.length), Number(e.dataset.route), e.dataset.kind]),
  };
}"""
MOVED = "(before) => document.documentElement.dataset.seq !== before || document.querySelector('.end') !== null"
Look = dict[str, Any]


class Player:
    """Tries every kind of move once if it comes up, then builds as fast as it can, so that games end soon."""

    def __init__(self, page: Page, seed: int = 1, taps: bool = False) -> None:
        self.page, self.made, self._taps = page, dict[str, int](), taps
        self._chance = random.Random(seed)

    def play(self, acts: int = 900) -> bool:
        """Play on; says whether the game ended."""
        for _ in range(acts):
            now = self._wait_for_something()
            if now["over"]:
                return True
            kind = self._act(now)
            self.made[kind] = self.made.get(kind, 0) + 1
            wait_until(self.page, MOVED, now["seq"])
        return False

    def _wait_for_something(self) -> Look:
        """Wait until there is something to do, or the game is over."""
        for _ in range(6000):
            now: Look = self.page.evaluate(LOOK)
            if any(now[each] for each in ("over", "tickets", "decide", "lay", "draws", "routes")):
                return now
            self.page.wait_for_timeout(10)
        raise AssertionError(f"nothing can be done after {self.made}")

    def _click(self, selector: str) -> None:
        self._press(self.page.locator(selector).first)

    def _press(self, what: Locator) -> None:
        if self._taps:
            what.tap()
        else:
            what.click()

    def _act(self, now: Look) -> str:
        if now["tickets"]:
            return self._keep(now["tickets"])
        for kind in now["decide"]:
            if kind == "pay" and self.made.get("pay") and not self.made.get("withdraw"):
                continue
            self._click(f"[data-do={kind}]:not([disabled])")
            return str(kind)
        if now["lay"] and (not self.made.get("lay") or self._chance.random() < 0.6) and self._lay(now["pays"]):
            return "lay"
        return self._turn(now)

    def _turn(self, now: Look) -> str:
        has_built = "claim" in self.made or "lay" in self.made
        if "tickets" in now["draws"] and "tickets" not in self.made and has_built:
            self._click("[data-draw=tickets]")
            return "tickets"
        if now["stations"] and "build" not in self.made and "claim" in self.made:
            return self._build()
        routes = sorted(now["routes"], reverse=True)
        fresh = [route for route in routes if _word(route[2]) not in self.made]
        if fresh or (routes and (routes[0][0] > 2 or self._chance.random() < 0.25)):
            _, number, kind = (fresh or routes)[0]
            return self._claim(number, _word(kind))
        cards = [each for each in now["draws"] if each != "tickets"]
        if not cards and not now["draws"] and routes:
            return self._claim(routes[0][1], _word(routes[0][2]))
        if not cards:
            self._click("[data-draw=tickets]" if now["draws"] else "[data-do=lay]:not([disabled])")
            return "tickets"
        card = "deck" if "deck" in cards and "deck" not in self.made else self._chance.choice(cards)
        self._click(f"[data-draw={card}]:not([disabled])")
        return "deck" if card == "deck" else "display"

    def _keep(self, tickets: list[str]) -> str:
        """Choose tickets one by one until there are enough."""
        button = self.page.locator("[data-do=keep]")
        for n, ticket in enumerate(self._chance.sample(tickets, len(tickets)), 1):
            if button.is_enabled():
                break
            self._click(f"[data-ticket='{ticket}']")
            expect(self.page.locator("[data-ticket][aria-pressed=true]")).to_have_count(n)
        kind = button.get_attribute("data-kind") or "keep"
        self._press(button)
        return kind

    def _claim(self, route: int, kind: str) -> str:
        self._choose(route)
        expect(self.page.locator("[data-do=claim]")).to_be_enabled()
        chosen = self.page.locator("[role=radio][aria-checked=true] [data-cards]")  # none where only an exchange pays
        if "choose" not in self.made and chosen.count():
            cards = chosen.get_attribute("data-cards") or ""
            self._click("[data-do=choose]")
            for card in cards.split():
                self._click(f"[data-pay={card}]")
            self.made["choose"] = 1
        self._click("[data-do=claim]")
        return kind

    def _choose(self, route: int) -> None:
        """Touch a route where it lies; on a small board that is out of sight, it is found in the list."""
        if not self._taps:
            click_route(self.page, route)
            return
        self._click("[data-do=list]")
        self._click(f"[data-list='{route}']")

    def _build(self) -> str:
        self._click("[data-do=stations]")
        self._click(".city.can")
        self._click("[data-do=build]")
        return "build"

    def _lay(self, pays: list[tuple[str, int]]) -> bool:
        lay, less = self.page.locator("[data-do=lay]"), self.page.locator(".hand button.less")
        for card, held in self._chance.sample(pays, len(pays)):
            most = min(3, held)
            for n in range(1, most + 1):
                self._click(f"[data-pay={card}]")
                expect(less).to_contain_text(str(n))
                if lay.is_enabled():
                    self._press(lay)
                    return True
            for _ in range(most):
                self._press(less)
            expect(less).to_have_count(0)
        return False


def _word(kind: str) -> str:
    return "claim" if kind == "plain" else kind
