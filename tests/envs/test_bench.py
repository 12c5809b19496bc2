"""What `branchline bench --envs` measures."""

import pytest

from branchline.bench import envs


def test_every_figure_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(envs, "GAMES", 16)
    found = dict(envs.figures("nordic", 0.01))
    vectors = ["vector", *(f"vector_with_{bot}_rivals" for bot in ("random", "greedy", "planner-1"))]
    wanted = {f"{name}_decisions_per_{per}second" for name in vectors for per in ("", "processor_")}
    wanted |= {f"{name}_steps_per_second" for name in ("raw_env", "env", "openspiel")}
    wanted |= {"game_plays_per_second", "game_view_milliseconds"}
    assert wanted <= set(found)
    assert all(value > 0 for value in found.values())
