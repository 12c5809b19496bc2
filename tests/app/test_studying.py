"""The study of a draft: played on the service, opened as a page in the language of the app, and beside what it was."""

from pathlib import Path

from playwright.sync_api import Page, expect

from branchline.boards.starter import write_starter

from .conftest import Visitors
from .test_editor import checked


def studied(page: Page) -> str:
    """The report of the study that was begun."""
    report = page.locator("[data-report]")
    expect(report).to_be_visible(timeout=240_000)
    answer = page.request.get(report.get_attribute("href") or "")
    assert answer.ok
    return answer.text()


def test_a_draft_is_studied_and_put_beside_what_it_was(visitor: Visitors, tmp_path: Path) -> None:
    path = tmp_path / "isle.toml"
    write_starter(path)
    small = path.read_text(encoding="utf-8").replace("players = [2, 3]", "players = [2, 2]")
    path.write_text(small, encoding="utf-8")
    page = visitor(locale="da-DK")
    page.goto("/editor/start")
    page.set_input_files("input[type=file]", path)
    page.wait_for_selector("[data-editor]")
    checked(page, 0)
    page.click("[data-do=study]")
    page.click("[data-games='40']")
    page.click("dialog [data-do=begin]")
    report = studied(page)
    assert "Studie af Isle" in report
    assert "Er det en fordel at begynde?" in report
    page.keyboard.press("Escape")

    page.click("[data-part=routes]")
    page.locator("[data-row]").first.click()
    page.click("[data-form=route] [data-colour=purple]")
    checked(page, 0)
    page.click("[data-do=study]")
    page.click("[data-games='40']")
    page.select_option("[data-beside]", "before:1")
    page.click("dialog [data-do=begin]")
    report = studied(page)
    assert "Ved siden af Isle" in report
    assert "væk: strækning" in report
    assert "lilla" in report
