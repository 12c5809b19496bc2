"""The documentation site builds without a warning, and fetches nothing from elsewhere."""

import re
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(__file__).parents[1]
FETCHED = re.compile(r"""<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)=["']?(?:https?:)?//""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it: strictly, so that a dead link or an unknown name is an error."""
    folder = tmp_path_factory.mktemp("site")
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True))
    return folder


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    pages = [*site.rglob("*.html")]
    assert len(pages) > 40
    assert [page.name for page in pages if FETCHED.search(page.read_text(encoding="utf-8"))] == []
    styles = [*site.rglob("*.css")]
    assert [
        style.name for style in styles if re.search(r"url\(.?(?:https?:)?//|@import", style.read_text("utf-8"))
    ] == []


def test_every_rule_has_its_place(site: Path) -> None:
    for book in (ROOT / "src" / "branchline" / "rulebook").glob("*.md"):
        numbers = re.findall(r"^- ([A-Z]-[A-Z]+-\d+) ", book.read_text(encoding="utf-8"), re.MULTILINE)
        page = (site / "rules" / f"{book.stem}.html").read_text(encoding="utf-8")
        assert [number for number in numbers if f'id="{number.lower()}"' not in page] == []
