"""Cities in several languages: the app shows the chosen one, records and moves keep the printed name."""

from pathlib import Path

from playwright.sync_api import expect

from branchline.boards.starter import write_starter

from .conftest import Visitors, wait_until
from .test_editor import checked, start_in_iceland


def test_the_app_calls_a_city_as_the_language_does(visitor: Visitors, tmp_path: Path) -> None:
    path = tmp_path / "isle.toml"
    write_starter(path)
    plain, named = '{ name = "Galway",', '{ name = "Galway", names = { sv = "Galwegen" },'
    path.write_text(path.read_text(encoding="utf-8").replace(plain, named), encoding="utf-8")
    for locale, name in (("sv", "Galwegen"), ("en", "Galway")):
        page = visitor(locale=locale)
        page.goto("/count")
        page.set_input_files("[data-file]", path)
        wait_until(page, "document.querySelector('[data-board]').value.startsWith('isle@')")
        page.click("[data-do=begin]")
        expect(page.locator("[data-name=Galway] text").first).to_have_text(name)
        expect(page.locator(f"[data-route][aria-label*='{name}']").first).to_be_attached()


def test_the_editor_takes_names_and_checks_them(visitor: Visitors) -> None:
    page = visitor()
    start_in_iceland(page)
    for name, x in (("Vik", 500), ("Hofn", 800)):
        page.click("[data-tool=city]")
        page.mouse.click(x, 400)
        page.wait_for_selector("[data-field=name]:focus")
        page.keyboard.type(name)
    wait_until(page, "/[0-9]/.test(document.querySelector('[data-check]').dataset.check)")
    problems = int(page.locator("[data-check]").first.get_attribute("data-check") or 0)
    page.click("[data-form=city] .names summary")
    page.fill("[data-called=sv]", "Vik")
    page.keyboard.press("Tab")
    checked(page, problems + 1)
    page.fill("[data-called=sv]", "")
    page.keyboard.press("Tab")
    checked(page, problems)
