"""Plays as somebody who sees nothing: by roles, names and keys alone, and by what is announced."""

import re
from collections import Counter

from playwright.sync_api import Locator, Page, expect


class Listener:
    """One person with a keyboard and a screen reader."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.made: Counter[str] = Counter()
        page.evaluate(LISTEN)

    @property
    def heard(self) -> list[str]:
        """Everything that was announced."""
        heard: list[str] = self.page.evaluate("window.heard")
        return heard

    def scene(self) -> str:
        """The page as its roles and names tell it, read at once."""
        return self.page.locator("body").aria_snapshot()

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self) -> str:
        """The role and name of what has the focus."""
        where = self.page.locator(":focus")
        return where.aria_snapshot().strip() if where.count() else ""

    def on(self, words: str) -> bool:
        """Whether the focus is on something of that role and name."""
        return re.search(words, self.focused()) is not None

    def region(self, name: str) -> Locator:
        """A part of the page by its name."""
        return self.page.get_by_role("region", name=name, exact=True)

    @property
    def result(self) -> Locator:
        """Where it says who has won."""
        return self.page.get_by_role("dialog", name=re.compile("wins|Shared win"))

    def choose_tickets(self) -> None:
        """Keep the first tickets that may be kept; the focus is on the first."""
        assert self.on("button"), self.focused()
        chosen = self.region("Choose tickets")
        keep = chosen.get_by_role("button", name=re.compile("^(Keep|Take)"))
        for n in range(1, chosen.get_by_role("button", pressed=False).count() + 1):
            if keep.is_enabled():
                break
            self.press("Space")
            expect(chosen.get_by_role("button", pressed=True)).to_have_count(n)
            self.press("Tab")
        keep.focus()
        self.press("Enter")
        self.made.update(["tickets"])

    def pay_tunnel(self) -> None:
        """Pay what a tunnel asks, or withdraw; the focus goes to the first of these."""
        expect(self.region("Tunnel").locator(":focus")).to_have_count(1)
        assert self.on("Pay|Withdraw"), self.focused()
        self.press("Enter")
        self.made.update(["tunnel"])

    def decide(self, name: str) -> None:
        """Press a button by its name."""
        self.page.get_by_role("button", name=re.compile(f"^{name}")).focus()
        self.press("Enter")

    def claim(self) -> bool:
        """Claim the first route of the list, if there is one."""
        self.press("l")
        board = self.region("The board in words")
        expect(board.locator(":focus")).to_have_count(1)
        if not self.on("spaces?,"):
            self.press("Escape")
            return False
        kind = re.search("Route|Tunnel|Ferry", self.focused())
        self.press("Enter")
        expect(self.region("Claim a route").locator(":focus")).to_have_count(1)
        if not self.on("Claim for"):
            self.press("Escape", "Escape")
            return False
        self.press("Enter")
        self.made.update([kind[0] if kind else "Route"])
        return True

    def draw(self) -> bool:
        """Take the card on which the focus is, or go to the first that can be taken."""
        if not self.on("Take |Deck|Tickets"):
            cards = self.region("Display").get_by_role("button", disabled=False)
            if not cards.count():
                return False
            cards.first.focus()
        self.press("Enter")
        self.made.update(["draw"])
        return True

    def lay(self) -> bool:
        """Lay the most cards of one colour that may be laid."""
        hand = self.region("Your hand")
        stacks = [(int(found[2]), button) for button, found in self._stacks(hand) if int(found[2]) > 1]
        for number, button in sorted(stacks, key=lambda each: -each[0]):
            button.focus()
            self.press(*["Enter"] * number)
            lay = self.page.get_by_role("button", name="Lay in the yard")
            expect(hand.get_by_role("button", name=f"({number} of {number})")).to_have_count(1)
            if lay.is_enabled():
                lay.focus()
                self.press("Enter")
                self.made.update(["lay"])
                return True
            less = hand.get_by_role("button", name=re.compile("^Take one"))
            less.focus()
            self.press(*["Enter"] * number)
            expect(less).to_have_count(0)
        return False

    def _stacks(self, hand: Locator) -> list[tuple[Locator, re.Match[str]]]:
        found = []
        for button in hand.get_by_role("button", name=re.compile("^Pay one more")).all():
            name = re.search(r"more (\w+) \(\d+ of (\d+)\)", button.inner_text())
            if name and name[1] != "locomotive":
                found.append((button, name))
        return found


LISTEN = """() => {
  const said = (root) => [...root.querySelectorAll('[data-spoken] p')];
  window.heard = said(document).map((p) => p.textContent);
  const known = new Set(said(document));
  new MutationObserver(() => {
    for (const p of said(document)) if (!known.has(p)) {
      known.add(p);
      window.heard.push(p.textContent);
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""
