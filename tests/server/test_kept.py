"""What is the same for everybody: compressed once, sent once, and kept as long as it is right."""

import re

import pytest

from .service import Caller


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/games/nordic", "/api/rules/nordic"])
def test_what_a_browser_has_is_not_sent_again(caller: Caller, path: str) -> None:
    first = caller.get(path)
    assert first.headers["cache-control"] == "no-cache"
    again = caller.http.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/api/games", "/api/games/nordic"])
def test_it_is_compressed_for_who_takes_that(caller: Caller, path: str) -> None:
    packed = caller.http.get(path, headers={"Accept-Encoding": "gzip"})
    plain = caller.http.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert all("Accept-Encoding" in answer.headers["vary"] for answer in (packed, plain))
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.content == plain.content


def test_a_part_of_the_app_is_kept_for_ever_and_a_missing_one_is_not(caller: Caller) -> None:
    name = re.search(r"/assets/index-[\w-]+\.js", caller.get("/").text)
    assert name, "the app has not been built"
    assert "immutable" in caller.get(name[0]).headers["cache-control"]
    missing = caller.get("/assets/gone-12345678.js")
    assert missing.headers["cache-control"] == "no-cache"
    assert missing.headers["content-type"].startswith("text/html")
