"""Every language has room on the main screens, on a laptop and on the narrowest phone."""

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Server, Visitors
from .screens import SCREENS
from .test_screens import BEYOND, CUT_OFF, LANGUAGES, TOO_WIDE, resize, unfit

LAPTOP = {"width": 1280, "height": 720}
MAIN = ("start", "setup", "lobby", "claim", "dock", "yards", "replay", "count", "sit", "sat", "editor")


@pytest.mark.parametrize("screen", MAIN)
def test_every_language_has_room(screen: str, server: Server, visitor: Visitors) -> None:
    """On the main screens nothing is too wide, cut off or beyond the edge, whatever language is chosen."""
    page = visitor(LAPTOP)
    SCREENS[screen](page, server)
    for size in (LAPTOP, PHONE):
        resize(page, size)
        if screen != "editor" and not page.locator("[data-language]").count():  # tables close it when they change
            page.locator("[data-do=menu]").first.dispatch_event("click")
        for language in LANGUAGES:
            if screen != "editor":
                page.select_option("[data-language]", language)
            else:  # which has no menu
                page.evaluate("(language) => localStorage.setItem('branchline.language', language)", language)
                page.reload()
                page.wait_for_selector("[data-editor] .city")
            expect(page.locator(f"html[lang={language}]")).to_have_count(1)
            assert unfit(page, TOO_WIDE, CUT_OFF, BEYOND) == [], (language, size)
