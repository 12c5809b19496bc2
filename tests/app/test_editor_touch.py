"""The board editor under fingers: a board drawn on a phone, zoomed, taken back; a tablet corrects one."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import DESKTOP, Visitors
from .test_editor import place, start_in_iceland

PHONE, FLAT, TABLET = {"width": 390, "height": 844}, {"width": 844, "height": 390}, {"width": 834, "height": 1112}
Spot = tuple[float, float]


class Fingers:
    """Touches a page as up to two fingers do."""

    def __init__(self, page: Page) -> None:
        self._page, self._session = page, page.context.new_cdp_session(page)

    def touch(self, what: str, *spots: Spot) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(spots)]
        self._session.send("Input.dispatchTouchEvent", {"type": f"touch{what}", "touchPoints": points})

    def drag(self, start: Spot, end: Spot) -> None:
        self.touch("Start", start)
        for i in range(1, 9):
            self.touch("Move", (start[0] + (end[0] - start[0]) * i / 8, start[1] + (end[1] - start[1]) * i / 8))
        self._page.wait_for_timeout(150)  # a finger that aims comes to rest; a swing would swallow the next tap
        self.touch("End")


def zoomed(page: Page) -> str:
    """Where the map lies."""
    return page.locator("[data-map] svg > g").get_attribute("transform") or ""


def resting(page: Page) -> str:
    """Where the map lies once it has come to rest."""
    before = ""
    while before != (before := zoomed(page)):
        page.wait_for_timeout(100)
    return before


def start_with(page: Page, board: str) -> None:
    """A copy of a shipped board."""
    page.goto("/editor/start")
    page.tap("[data-from=board]")
    page.tap(f"[data-board={board}]")
    page.wait_for_selector("[data-editor] .city")


def test_a_board_is_drawn_with_a_finger_on_a_phone(visitor: Visitors) -> None:
    page = visitor(PHONE, has_touch=True)
    start_in_iceland(page)
    before = resting(page)
    spots = {"Reykjavík": (90.0, 480.0), "Akureyri": (210.0, 360.0), "Höfn": (320.0, 430.0)}
    for name, spot in spots.items():
        page.tap("[data-tool=city]")
        page.touchscreen.tap(*spot)
        page.wait_for_selector("[data-field=name]:focus")
        page.wait_for_timeout(400)  # for the mouse that a browser makes of a finger
        expect(page.locator("[data-field=name]")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator("[data-form]")).to_have_count(0)
        assert resting(page) == before, "the map is where it was, for the next city"
    page.tap("[data-tool=route]")
    fingers = Fingers(page)
    for a, b in (("Reykjavík", "Akureyri"), ("Akureyri", "Höfn")):
        fingers.drag(place(page, a), place(page, b))
        expect(page.locator("[data-form=route] h2")).to_have_text(f"{a} – {b}")
        green = page.locator("[data-form=route] [data-colour=green]")
        green.tap()
        expect(green).to_have_attribute("aria-checked", "true")
        page.locator("[data-form=route] header button").tap()
        assert resting(page) == before
    expect(page.locator("[data-map] .route.green")).to_have_count(2)
    page.tap(".name [aria-label=Undo]")
    expect(page.locator("[data-map] .route.green")).to_have_count(1)
    page.get_by_role("button", name="Zoom in").tap()
    assert resting(page) != before


def test_what_appears_under_a_finger_is_not_pressed(visitor: Visitors) -> None:
    page = visitor(PHONE, has_touch=True)
    start_with(page, "nordic")
    page.tap("[data-tool=select]")
    lowest = page.evaluate(LOWEST)
    page.touchscreen.tap(*place(page, lowest))
    expect(page.locator("[data-form=city] h2")).to_have_text(lowest)
    page.wait_for_timeout(400)  # for the mouse that a browser makes of a finger
    assert page.evaluate("!document.activeElement.closest('.sheet')")


LOWEST = """() => [...document.querySelectorAll('.city')]
  .sort((a, b) => b.getBoundingClientRect().y - a.getBoundingClientRect().y)[0].dataset.name"""


def test_two_fingers_zoom_and_nothing_else(visitor: Visitors) -> None:
    page = visitor(TABLET, has_touch=True)
    start_with(page, "nordic")
    fingers, before = Fingers(page), resting(page)
    fingers.drag((300, 900), (340, 930))
    panned = resting(page)
    assert panned != before
    page.get_by_role("button", name="Zoom in").tap()
    assert resting(page) != panned, "the buttons work after the map was moved"
    page.get_by_role("button", name="Show the whole board").tap()
    helsinki = page.locator(".city[data-name=Helsinki] .dot")
    for tool in ("select", "route"):
        page.tap(f"[data-tool={tool}]")
        x, y = place(page, "Helsinki")
        across = helsinki.get_attribute("cx") or ""
        fingers.touch("Start", (x, y))
        fingers.touch("Move", (x - 30, y + 30))
        fingers.touch("Start", (x - 30, y + 30), (x - 200, y + 100))
        fingers.touch("Move", (x - 40, y + 30), (x - 230, y + 130))
        fingers.touch("End")
        expect(page.locator(".city.from")).to_have_count(0)
        expect(helsinki).to_have_attribute("cx", across)
        page.get_by_role("button", name="Show the whole board").tap()
        resting(page)


def test_a_tablet_reaches_every_colour_and_the_rules_from_a_route(visitor: Visitors) -> None:
    page = visitor(TABLET, has_touch=True)
    start_with(page, "nordic")
    page.tap("[data-do=lists]")
    page.tap("[data-part=routes]")
    page.tap("[data-do=walk]")
    form = page.locator("[data-form=route]")
    form.locator("[data-colour=grey]").tap()
    expect(page.locator("[data-walk] p")).to_contain_text("grey")
    page.locator("[data-walk] [aria-label=Close]").tap()
    form.locator("[data-do=to-rules]").tap()
    expect(page.locator("[data-rule=toll_tokens]")).to_be_visible()


def test_a_phone_held_sideways_shows_the_city_beside_its_form(visitor: Visitors) -> None:
    page = visitor(FLAT, has_touch=True)
    start_with(page, "nordic")
    page.touchscreen.tap(*place(page, "Stockholm"))
    expect(page.locator("[data-form=city] [data-field=latitude]")).to_be_visible()
    resting(page)
    for what in ("[data-form=city] [data-field=name]", ".city[data-name=Stockholm] .dot", ".map .tools button"):
        assert page.locator(what).first.evaluate(ON_TOP), what
    assert page.locator(".sheet").evaluate("(e) => e.clientHeight") > 200


ON_TOP = """(e) => {
  const box = e.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return e.contains(top) || e.parentElement.contains(top);
}"""


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=["phone", "tablet", "desktop"])
def test_every_rule_is_reached_by_scrolling_down(visitor: Visitors, size: dict[str, int]) -> None:
    page = visitor(size, has_touch=True)
    start_with(page, "nordic")
    if size is not DESKTOP:
        page.tap("[data-do=lists]")
    page.tap("[data-part=rules]")
    for name in ("trains", "tiebreak", "stations"):
        page.locator(f"[data-rule={name}]").scroll_into_view_if_needed()
        box = page.locator(f"[data-rule={name}]").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
    assert page.evaluate("[...document.querySelectorAll('.left *')].every((e) => e.scrollLeft === 0)")


def test_words_beside_a_number_are_not_covered_on_a_phone(visitor: Visitors) -> None:
    page = visitor(PHONE, has_touch=True)
    start_with(page, "nordic")
    page.tap("[data-do=lists]")
    page.tap("[data-part=tickets]")
    page.locator("[data-row]").first.tap()
    words, number = (page.locator(f"[data-form=ticket] .rule {what}").first for what in ("b + .note", ".stepper"))
    left, right = words.bounding_box(), number.bounding_box()
    assert left
    assert right
    assert left["width"] > 120
    assert left["x"] + left["width"] <= right["x"]


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
@pytest.mark.parametrize("language", ["is", "da", "sv", "nb", "fi"])
def test_the_names_of_the_lists_are_not_cut(visitor: Visitors, language: str, size: dict[str, int]) -> None:
    page = visitor(size, has_touch=True, locale=language)
    start_with(page, "nordic")
    page.tap("[data-do=lists]")
    for part in ("routes", "rules"):
        page.tap(f"[data-part={part}]")
        cut = "(all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"
        assert page.locator(".parts button").evaluate_all(cut) == []


def test_a_phone_corrects_while_it_walks_through(visitor: Visitors) -> None:
    page = visitor(PHONE, has_touch=True)
    start_with(page, "iberia")
    before = resting(page)
    page.tap("[data-do=lists]")
    page.tap("[data-part=routes]")
    page.tap("[data-do=walk]")
    form = page.locator("[data-form=route]")
    form.locator("[data-colour=red]").tap()
    expect(page.locator("[data-walk] p")).to_contain_text("red")
    page.tap("[data-do=right]")
    expect(page.locator("[data-walk]")).to_contain_text("2 of 102")
    assert resting(page) != before
    page.locator("[data-walk] [aria-label=Close]").tap()
    form.locator("header button").tap()
    expect(form).to_have_count(0)
    assert resting(page) == before
