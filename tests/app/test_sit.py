"""A bot at a real table in the app: people with real cards tell it what happens by taps on a phone."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from branchline import boards
from branchline.boardfile.cards import CARDS
from branchline.bots import GreedyPlayer
from branchline.cardgame.rules.state import COMPLETE
from branchline.engine.phases import KEEP, KEEP_START
from branchline.game import Game
from branchline.log import Move
from branchline.mapgame.names import MapNames
from branchline.notation import chance_label
from branchline.position import stream

from .conftest import PHONE, Visitors, faults, wait_until
from .test_real import tap, totals

NAMES, SEAT = ("Anna", "Bo", "Aino"), 2
PAID = re.compile(r"claim (.+) for (.+)")


class People:
    """A table with real cards beside the phone: what happens there is said by taps."""

    def __init__(self, page: Page, board: str, seed: int) -> None:
        self.page, self.game = page, Game(boards.load(board), NAMES, seed)
        self._chance, self._people = stream(seed), GreedyPlayer(Random(seed))
        self._done = 0  # moves of the bot that were made for it

    def begin(self) -> None:
        """Say who plays what, and sit down."""
        page = self.page
        page.goto("/")
        page.click("[data-do=sit]")
        page.select_option("[data-board]", self.game.board.name)
        for seat in (0, 1):
            page.fill(f"[data-name='{seat}']", NAMES[seat])
        page.click("[data-level=casual]")
        page.click("[data-do=begin]")
        page.wait_for_selector("[data-asks]")

    def play(self, turns: int) -> None:
        """Play on until so many turns are over, and let the phone agree with the table all the time."""
        while not self.game.is_over and self.game.turn <= turns:
            self._settle()
            if self.game.position.is_chance or self.game.player != SEAT:
                self._say()
            else:
                self._make_the_bots_move()

    def _settle(self) -> None:
        """What people draw in secret, without a word."""
        while self.game.position.is_chance:
            _, whose = chance_label(self.game.position)
            if whose in (None, SEAT):
                return
            self.game.chance(self.game.position.draw(self._chance))

    def _make_the_bots_move(self) -> None:
        moves = self.page.evaluate(
            "JSON.parse(localStorage['branchline.sit']).answers.flatMap((answer) => answer.moves)"
        )
        self.game.move(moves[self._done], NAMES[SEAT])
        self._done += 1

    def _say(self) -> None:
        before = len(self.page.evaluate("JSON.parse(localStorage['branchline.sit']).answers"))
        position = self.game.position
        if position.is_chance:
            outcome = position.draw(self._chance)
            text = self.game.notation.outcome_text(position, outcome)
            self.game.chance(outcome)
            self.page.click(f"[data-card={text}]" if text in CARDS else f"[data-ticket='{outcome}']")
        elif position.phase in (KEEP, KEEP_START):
            said = self._move().removeprefix("keep ")
            kept = 0 if said == "none" else said.count(";") + 1
            self.page.click(f"[data-keep='{kept}']")
        elif position.phase == COMPLETE:
            said = self._move().removeprefix("complete ")
            for ticket in [] if said == "none" else said.split("; "):
                self.page.click(f"[data-ticket='{self.game.notation.tickets.index(ticket)}']")
            self.page.click("[data-do=complete]")
        else:
            self._tell(self._move())
        wait_until(self.page, "n => JSON.parse(localStorage['branchline.sit']).answers.length > n", before)

    def _move(self) -> str:
        while True:
            seen = self.game.position.seen_by(self.game.player)
            self.game.move([self._people.choose(seen, self.game.actions())])
            if self.game.position.is_chance or not self.game.notation.is_mid_move(self.game.position):
                last = self.game.log[-1]
                assert isinstance(last, Move)
                return last.text

    def _tell(self, words: str) -> None:
        page = self.page
        if words in ("draw deck", "draw tickets", "pass"):
            page.click(f"[data-do={words.removeprefix('draw ')}]")
        elif words.startswith("draw "):
            page.click(f"[data-card={words.removeprefix('draw ')}]")
        elif words.startswith("lay "):
            for n, card in (part.split() for part in words.removeprefix("lay ").split(", ")):
                for _ in range(int(n)):
                    page.click(f"[data-lay={card.removesuffix('s')}]")
            page.click("[data-do=lay]")
        else:
            found = PAID.fullmatch(words)
            assert found, words
            tap(page, MapNames(boards.load_map(self.game.board.name)).routes.index(found[1]))
            cards = {card: int(n) for n, card in (part.split() for part in found[2].split(", "))}
            for _ in range(cards.pop("locomotive", 0)):
                page.click("[data-more]")
            for colour in cards:
                if page.locator(f"[data-colour={colour}]").count():
                    page.click(f"[data-colour={colour}]")
            expect(page.locator("[data-paid]")).to_have_attribute("data-paid", found[2])
            page.click("[data-do=claim]")


def test_three_rounds_with_a_bot_at_a_real_table_on_a_phone(visitor: Visitors) -> None:
    page = visitor(PHONE)
    people = People(page, "usa", 11)
    people.begin()
    people.play(9)
    expect(page.locator("[data-did]")).to_be_visible()
    shown = page.locator(".what b").first.inner_text()
    page.reload()
    expect(page.locator(".what b").first).to_have_text(shown)
    page.click("[data-do=look]")
    hand = people.game.position.states["hand"][0, SEAT].sum()
    expect(page.locator("dialog .hand > *")).to_have_count(int(hand))
    page.click("dialog [data-do=close]")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing scrolls sideways"


def test_a_draft_of_iberia_is_told_pack_by_pack(visitor: Visitors) -> None:
    page = visitor(PHONE)
    people = People(page, "iberia", 3)
    people.begin()
    for card in ("red", "blue", "white", "black", "red", "blue", "white", "black", "green"):
        page.click(f"[data-card={card}]")
    for ticket in range(6):
        expect(page.locator("[data-asks=tickets]")).to_be_visible()
        page.click(f"[data-ticket='{ticket}']")
    for left in range(5, 0, -1):
        expect(page.locator("h2[data-asks=pack]")).to_contain_text(f"({left})")
        for ticket in range(10, 10 + left):
            page.click(f"[data-ticket='{ticket + 5 * (5 - left)}']")
        if left > 1:
            page.click("[data-do=pack]")
    expect(page.locator("h2[data-asks=move]")).to_contain_text("Anna")
    expect(page.locator("[data-did]")).to_contain_text("Keep")


def test_an_answer_is_taken_back_and_what_cannot_be_is_said(visitor: Visitors) -> None:
    page = visitor(PHONE)
    People(page, "nordic", 1).begin()
    for _ in range(4):
        page.click("[data-card=red]")
    expect(page.locator("h2[data-asks]")).to_have_text("Which card comes into the display?")
    page.click("[data-do=undo]")
    expect(page.locator("h2[data-asks]")).to_have_text("Which card does Aino get?")
    page.click("[data-card=locomotive]")
    for _ in range(3):
        page.click("[data-card=locomotive]")
    expect(page.locator("[data-asks=cards]")).to_be_visible()


def test_three_rounds_with_a_bot_at_the_card_games_table_on_a_phone(visitor: Visitors) -> None:
    page = visitor(PHONE)
    people = People(page, "cardgame", 4)
    people.begin()
    people.play(9)
    expect(page.locator("[data-did]")).to_be_visible()
    yards = sum(int(n) for s in people.game.position.states for n in (s["yard"].sum(), s["on_top"].sum()))
    assert yards, "somebody has laid cards"
    expect(page.locator(".yards .row > .card")).to_have_count(yards)
    page.click("[data-do=look]")
    hand = people.game.position.states["hand"][0, SEAT].sum()
    expect(page.locator("dialog .hand > *")).to_have_count(int(hand))
    page.click("dialog [data-do=close]")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing scrolls sideways"


@pytest.mark.soak
def test_a_whole_card_game_with_a_bot_is_counted_at_its_end(visitor: Visitors) -> None:
    page = visitor(PHONE)
    people = People(page, "cardgame", 4)
    people.begin()
    people.play(1000)
    page.click("[data-do=count]")
    for seat in (0, 1):
        page.click(f"[data-seat='{seat}']")
        held = int(people.game.position.record.tickets[seat])
        for t in [t for t in range(64) if held >> t & 1]:
            page.fill("[data-find]", people.game.board.tickets[t].a)
            page.click(f"[data-add='{t}']")
    totals(page, people.game)
