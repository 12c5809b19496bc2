"""Plays at a table with the mouse, as a person would: whatever is covered cannot be clicked."""

import random
from typing import Any

from playwright.sync_api import Page

from .conftest import click_route

# What can be done now, read at once, since every question to a page takes time.
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
    pays: all('[data-pay]').map((e) => e.dataset.pay),
    draws: all('[data-draw]:not([disabled])').map((e) => e.dataset.draw),
    stations: on('[data-do=stations]'),
    routes: all('.route.can').map((e) => [Number(e.dataset.length), Number(e.dataset.route), e.dataset.kind]),
  };
}"""


class Player:
    """Tries every kind of move once, then builds as fast as it can, so that games end soon."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page, self.made = page, dict[str, int]()
        self._chance = random.Random(seed)

    def play(self, acts: int = 900) -> bool:
        """Play on; says whether the game ended."""
        idle = 0
        for _ in range(acts * 100):
            now = self.page.evaluate(LOOK)
            if now["over"]:
                return True
            if acts <= 0 or idle > 12_000:
                return False
            kind = self._act(now)
            if kind is None:
                idle += 1
                self.page.wait_for_timeout(10)
                continue
            idle, acts = 0, acts - 1
            self.made[kind] = self.made.get(kind, 0) + 1
            self._settle(now["seq"])
        return False

    def _settle(self, before: str) -> None:
        for _ in range(6000):
            if self.page.evaluate("document.documentElement.dataset.seq") != before:
                return
            self.page.wait_for_timeout(8)

    def _click(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def _act(self, now: dict[str, Any]) -> str | None:
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

    def _turn(self, now: dict[str, Any]) -> str | None:
        has_built = "claim" in self.made or "lay" in self.made
        if "tickets" in now["draws"] and "tickets" not in self.made and has_built:
            self._click("[data-draw=tickets]")
            return "tickets"
        if now["stations"] and "build" not in self.made and "claim" in self.made and self._build():
            return "build"
        routes = sorted(now["routes"], reverse=True)
        fresh = [route for route in routes if _word(route[2]) not in self.made]
        if fresh or (routes and (routes[0][0] > 2 or self._chance.random() < 0.25)):
            _, number, kind = (fresh or routes)[0]
            if self._claim(number):
                return _word(kind)
        cards = [each for each in now["draws"] if each != "tickets"]
        if cards:
            card = "deck" if "deck" in cards and "deck" not in self.made else self._chance.choice(cards)
            self._click(f"[data-draw={card}]:not([disabled])")
            return "deck" if card == "deck" else "display"
        if "tickets" in now["draws"]:
            self._click("[data-draw=tickets]")
            return "tickets"
        return None

    def _keep(self, tickets: list[str]) -> str:
        button = self.page.locator("[data-do=keep]")
        for ticket in self._chance.sample(tickets, len(tickets)):
            if button.is_enabled():
                break
            self._click(f"[data-ticket='{ticket}']")
        kind = button.get_attribute("data-kind") or "keep"
        button.click()
        return kind

    def _claim(self, route: int) -> bool:
        if "choose" not in self.made:
            click_route(self.page, route)
            self.page.wait_for_selector(".claim")
            cards = self.page.get_attribute("[role=radio][aria-checked=true] [data-cards]", "data-cards")
            self._click("[data-do=choose]")
            for card in (cards or "").split():
                self._click(f"[data-pay={card}]")
            self.made["choose"] = 1
        else:
            click_route(self.page, route)
        button = self.page.locator("[data-do=claim]:not([disabled])")
        if not button.count():
            self.page.keyboard.press("Escape")
            return False
        button.click()
        return True

    def _build(self) -> bool:
        self._click("[data-do=stations]")
        self._click(".city.can")
        self._click("[data-do=build]")
        return True

    def _lay(self, pays: list[str]) -> bool:
        lay = self.page.locator("[data-do=lay]")
        for card in self._chance.sample(pays, len(pays)):
            for _ in range(3):
                self._click(f"[data-pay={card}]")
                if lay.is_enabled():
                    lay.click()
                    return True
            while self.page.locator(".hand button.less").count():
                self._click(".hand button.less")
        return False


def _word(kind: str) -> str:
    return "claim" if kind == "plain" else kind
