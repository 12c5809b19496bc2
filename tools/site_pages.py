"""Adds to the documentation site what is kept elsewhere, so that nothing is written twice; MkDocs calls it.

The numbered rules come from src/branchline/rulebook, where the app and the tests read them too, each rule with an
anchor of its own (rules/base.html#b-claim-6); changelog, contributing and security from the root; the logo from the
app. Pages link to these where they are kept, as one reads them in the repository; the site's links lead to its own.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
RULE = re.compile(r"^- ([A-Z]-[A-Z]+-\d+) ", re.MULTILINE)
LINK = re.compile(r"\]\(([\w./-]+)")
RULEBOOK = ROOT / "src" / "branchline" / "rulebook"
PLACES = {  # where something is kept, and where the site has it
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "compose.yaml": "compose.yaml",
    "web/public/icon.svg": "assets/icon.svg",
    **{path.relative_to(ROOT).as_posix(): f"rules/{path.name}" for path in RULEBOOK.glob("*.md")},
}
KEPT = {place: kept for kept, place in PLACES.items()}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files before the site is built."""
    for kept, place in PLACES.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / kept)))
    return files


def on_page_markdown(text: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to where the site has things, and give every rule an anchor."""
    place = page.file.src_uri
    kept = KEPT.get(place, f"docs/{place}")

    def lead(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(kept), link[1]))
        found = PLACES.get(target, target.removeprefix("docs/"))
        return f"]({posixpath.relpath(found, posixpath.dirname(place) or '.')}"

    text = LINK.sub(lead, text)
    return RULE.sub(lambda found: f"- [{found[1]}](#{found[1].lower()}){{ #{found[1].lower()} .rule }} ", text)
