"""The board editor: a board made from nothing by clicks, checked, exported and played; by keys; on a phone."""

import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from branchline import boards

from .conftest import PHONE, Visitors, at_table, faults, wait_until

CITIES = {"Reykjavík": (0.25, 0.7), "Akureyri": (0.5, 0.25), "Höfn": (0.85, 0.5), "Vík": (0.5, 0.9)}
ROUTES = [("Reykjavík", "Akureyri"), ("Reykjavík", "Vík"), ("Vík", "Höfn"), ("Höfn", "Akureyri")]


def start_in_iceland(page: Page) -> None:
    """A draft with nothing on it but the coast."""
    page.goto("/")
    page.click("[data-do=editor]")
    page.click("[data-from=nothing]")
    page.click("[data-region=iceland]")
    page.click("[data-globe] ~ .edges [data-do=begin]")
    page.wait_for_selector("[data-map] .home[d^=M]")


def checked(page: Page, problems: int) -> None:
    """Wait until the board as it is now was checked, with so many problems."""
    page.wait_for_selector(f"[data-check='{problems}']")


def place(page: Page, city: str) -> tuple[float, float]:
    """The middle of a city on the screen."""
    box = page.locator(f".city[data-name='{city}'] .dot").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def add_cities(page: Page, cities: dict[str, tuple[float, float]] = CITIES) -> None:
    """Click cities into the free part of the map, and name them."""
    left, top, right, bottom = 380, 130, 1040, 640
    for name, (across, down) in cities.items():
        page.click("[data-tool=city]")
        page.mouse.click(left + across * (right - left), top + down * (bottom - top))
        page.wait_for_selector("[data-field=name]:focus")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        page.wait_for_selector(f".city[data-name='{name}']")


def drag(page: Page, a: str, b: str) -> None:
    """Draw from city to city."""
    page.mouse.move(*place(page, a))
    page.mouse.down()
    page.mouse.move(*place(page, b), steps=5)
    page.mouse.up()


def test_a_board_from_nothing_is_checked_exported_and_played(visitor: Visitors, tmp_path: Path) -> None:
    page = visitor()
    start_in_iceland(page)
    add_cities(page)
    page.click("[data-tool=route]")
    for a, b in ROUTES:
        drag(page, a, b)
    expect(page.locator("[data-part=routes] small")).to_have_text("4")
    page.click("[data-colour=red]")
    page.click("[data-form=route] [data-field=double]")
    expect(page.locator("[data-part=routes] small")).to_have_text("5")

    page.click("[data-tool=ticket]")
    for a, b in [("Reykjavík", "Höfn"), ("Akureyri", "Vík"), ("Reykjavík", "Akureyri"), ("Vík", "Höfn")]:
        page.mouse.click(*place(page, a))
        page.mouse.click(*place(page, b))
    for a, b in [("Reykjavík", "Vík"), ("Höfn", "Akureyri")]:
        drag(page, a, b)
    expect(page.locator("[data-part=tickets] small")).to_have_text("6")
    checked(page, 1)  # six tickets are enough for two players
    expect(page.locator("[data-problem]")).to_contain_text("6 tickets, but 5 players need 15 at the start")
    expect(page.locator(".play .badge")).to_have_text("1")
    page.click("[data-do=remedy]")
    checked(page, 0)
    page.click("[data-do=undo]")
    checked(page, 1)
    page.click("[data-do=redo]")
    checked(page, 0)

    page.click("[data-do=export]")
    page.wait_for_selector("[data-do=download]:not([disabled])")
    with page.expect_download() as loading:
        page.click("[data-do=download]")
    file = tmp_path / loading.value.suggested_filename
    loading.value.save_as(file)
    assert file.name == "my-board.toml"
    assert boards.check(file.read_text(encoding="utf-8"), file.name) == []
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    assert data["rules"] == {"players": [2, 2]}
    assert [city["name"] for city in data["map"]["cities"]] == list(CITIES)
    assert all(62 < city["latitude"] < 68 and -26 < city["longitude"] < -12 for city in data["map"]["cities"])
    assert [route["colour"] for route in data["map"]["routes"]] == ["grey", "grey", "grey", "red", "grey"]
    page.keyboard.press("Escape")

    page.click("[data-do=play]")
    page.locator("[data-level]").first.click()
    page.click("dialog [data-do=begin]:not([disabled])")
    page.wait_for_url("**/t/*")
    at_table(page)
    expect(page.locator(".world [data-city='Reykjavík']")).to_have_count(1)


def test_a_draft_is_there_again_with_its_steps(visitor: Visitors) -> None:
    page = visitor()
    start_in_iceland(page)
    add_cities(page, {"Vík": (0.5, 0.9)})
    wait_until(page, "() => document.querySelector('.name .note').textContent.startsWith('Saved')")
    page.reload()
    page.wait_for_selector(".city[data-name='Vík']")
    page.click("[data-do=undo]")  # the name is a step, and so is the city
    page.wait_for_selector(".city[data-name='']")
    page.click("[data-do=undo]")
    expect(page.locator(".city")).to_have_count(0)


def test_a_board_is_drawn_by_keys_alone(visitor: Visitors) -> None:
    page = visitor()
    start_in_iceland(page)
    page.focus("[data-map]")
    for name, arrows in [("Vík", ["ArrowLeft"] * 6), ("Höfn", ["ArrowRight"] * 6)]:
        page.keyboard.press("c")
        for arrow in arrows:
            page.keyboard.press(arrow)
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-field=name]:focus")
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        page.wait_for_selector(f".city[data-name='{name}']:focus")
    page.keyboard.press("r")
    page.keyboard.press("Enter")  # from Höfn, which has the focus
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".city[data-name='Vík']:focus")
    page.keyboard.press("Enter")
    form = page.locator("[data-form=route]")
    expect(form).to_contain_text("Höfn – Vík")
    page.keyboard.press("3")
    page.keyboard.press("Shift+Digit7")
    page.keyboard.press("k")
    expect(form.locator("[data-field=length]")).to_have_value("3")
    expect(form.locator("[data-colour=red]")).to_have_attribute("aria-checked", "true")
    expect(form.locator("[data-kind=tunnel]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Control+z")
    expect(form.locator("[data-kind=plain]")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Delete")
    expect(page.locator("[data-part=routes] small")).to_have_text("0")


def test_what_a_list_has_too_much_is_deleted_by_a_key(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/editor/start")
    page.click("[data-from=board]")
    page.click("[data-board=iberia]")
    page.click("[data-part=tickets]")
    rows = page.locator("[data-row]")
    second, third = (rows.nth(i).get_attribute("data-row") or "" for i in (1, 2))
    rows.nth(1).click()
    page.keyboard.press("Delete")
    page.wait_for_selector(f"[data-row='{third}']:focus")
    expect(page.locator(f"[data-row='{second}']")).to_have_count(0)
    page.keyboard.press("Delete")
    expect(page.locator("[data-part=tickets] small")).to_have_text("48")


def test_what_cannot_be_added_says_why(visitor: Visitors) -> None:
    page = visitor()
    start_in_iceland(page)
    add_cities(page, {name: CITIES[name] for name in ("Akureyri", "Vík")})
    page.click("[data-tool=route]")
    for _ in range(3):
        expect(page.locator("[data-refused]")).to_have_count(0)
        drag(page, "Akureyri", "Vík")
    expect(page.locator("[data-refused]")).to_have_text("Two cities have at most two routes: a double.")
    page.click("[data-tool=ticket]")
    expect(page.locator("[data-refused]")).to_have_count(0)


def test_a_shipped_board_is_walked_through_and_corrected(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/editor/start")
    page.click("[data-from=board]")
    page.click("[data-board=iberia]")
    page.wait_for_selector("[data-editor]")
    checked(page, 0)
    assert faults(page) == []
    page.click("[data-do=name]")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("As it is printed")
    page.keyboard.press("Escape")
    expect(page.locator("[data-do=name] b")).to_have_text("As it is printed")
    page.click("[data-part=routes]")
    page.click("[data-do=walk]")
    walk = page.locator("[data-walk]")
    expect(walk).to_contain_text("1 of 102")
    page.keyboard.press("7")
    page.keyboard.press("g")
    expect(walk.locator("p")).to_contain_text("7 spaces")
    expect(walk.locator("p")).to_contain_text("green")
    checked(page, 1)
    page.keyboard.press("Enter")
    expect(walk).to_contain_text("2 of 102")
    page.keyboard.press("Escape")
    page.click("[data-do=see]")
    expect(page.locator("[data-form=route] [data-field=length]")).to_be_focused()
    page.click("[data-do=remedy]")  # points for a route of 7
    checked(page, 0)
    page.click("[data-part=rules]")
    expect(page.locator("[data-points='7']")).to_have_value("18")
    assert faults(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_corrects_a_board(visitor: Visitors, theme: str) -> None:
    page = visitor(size=PHONE, color_scheme=theme)
    page.goto("/editor/start")
    page.click("[data-from=board]")
    page.click("[data-board=nordic]")
    page.wait_for_selector("[data-editor]")
    page.click("[data-do=lists]")
    page.click("[data-part=routes]")
    page.locator("[data-row]").first.click()  # which shuts the list, so that the route can be seen
    form = page.locator("[data-form=route]")
    form.locator("[data-colour=purple]").click()
    expect(form.locator("[data-colour=purple]")).to_have_attribute("aria-checked", "true")
    assert faults(page) == []
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]


def test_a_faulty_file_opens_with_its_problems_by_line(visitor: Visitors) -> None:
    page = visitor()
    page.goto("/editor/start")
    text = boards.text("nordic").replace('name = "nordic"', 'name = "north"').replace("trains = 40", "trains = 400")
    page.set_input_files("input[type=file]", {"name": "north.toml", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page.locator("[role=alert]")).to_contain_text("Line 12")
    page.click("[data-do=anyway]")
    checked(page, 1)
    page.click("[data-do=see]")
    expect(page.locator("[data-rule=trains] [data-field=trains]")).to_be_focused()


def test_a_faulty_file_is_told_in_the_language_of_the_app(visitor: Visitors) -> None:
    text = boards.text("nordic").replace('name = "nordic"', 'name = "north"').replace("trains = 40", "trains = 400")
    text = text.replace("length = 4, colour", "lenght = 4, colour", 1)

    def file(content: str) -> FilePayload:
        return {"name": "north.toml", "mimeType": "text/plain", "buffer": content.encode()}

    page = visitor(locale="da-DK")
    for where, field in (("/editor/start", "input[type=file]"), ("/", "[data-file]")):
        page.goto(where)
        page.set_input_files(field, file(text))
        alert = page.locator("[role=alert]")
        expect(alert).to_contain_text("rules.trains: 400 er uden for grænserne; skriv et tal fra 1 til 60")
        expect(alert).to_contain_text('der er intet felt "lenght"; skriv "length"')
        page.set_input_files(field, file("no board"))
        expect(alert).to_contain_text("teksten er ikke TOML")
    page.goto("/editor/start")
    page.set_input_files("input[type=file]", file(text))
    page.click("[data-do=anyway]")
    expect(page.locator("[data-problem='0']")).to_contain_text("skriv ")


def test_a_board_may_lie_across_the_date_line(visitor: Visitors) -> None:
    """Whoever draws the region on beyond the edge of the world begins with islands on both sides of the line."""
    page = visitor()
    page.goto("/editor/start")
    page.click("[data-from=nothing]")
    world = page.locator("[data-globe]").bounding_box()
    assert world

    def to(latitude: float, longitude: float) -> tuple[float, float]:
        across, down = (longitude + 180) / 360, (84 - latitude) / 142
        return world["x"] + across * world["width"], world["y"] + down * world["height"]

    page.mouse.move(*to(-10, 172))
    page.mouse.down()
    page.mouse.move(*to(-24, 192), steps=3)
    page.mouse.up()
    expect(page.locator("[data-globe] .region")).to_have_count(2)
    page.click("[data-globe] ~ .edges [data-do=begin]")
    page.wait_for_selector("[data-map] .home[d^=M]")
    add_cities(page, {"Nadi": (0.25, 0.5), "Apia": (0.9, 0.5)})
    longitudes = []
    for name in ("Nadi", "Apia"):
        page.mouse.click(*place(page, name))
        longitudes.append(float(page.input_value("[data-field=longitude]")))
    assert 172 < longitudes[0] < 183 < longitudes[1] < 192
    expect(page.locator("[data-problem]").filter(has_text="out of range")).to_have_count(0)
