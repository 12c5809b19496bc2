"""The worked example learns, and its curve can be drawn."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def test_a_network_learns_what_the_planner_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="the example that learns needs PyTorch: pip install torch")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.delitem(sys.modules, "learn", raising=False)
    learn = import_module("learn")

    monkeypatch.setattr(learn, "GAMES", 32)
    policy, curve = learn.learn("cardgame", steps=160)
    alike = [point[2] for point in curve]
    assert alike[-1] > alike[0] + 0.1
    assert 0 <= learn.play(policy, "cardgame", 20, seed=9, rival="random") <= 1
    learn.draw(curve, str(tmp_path / "curve.svg"), "curve")
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8").count("<polyline") == 2


def test_the_kept_curve_is_the_example_s() -> None:
    """The picture in the documentation is one that the example drew, with a share above the promised one."""
    picture = (EXAMPLES.parent / "assets" / "learning-curve.svg").read_text(encoding="utf-8")
    points = picture.split('points="')[2].split('"')[0].split()
    last = [(340 - float(point.split(",")[1])) / 280 for point in points[-5:]]
    assert all(share > 0.8 for share in last)
