"""A forked `branchline` does and ends as one that was started by itself."""

import signal
import subprocess
from pathlib import Path

import forked
import pytest

from .service import Service


@pytest.mark.parametrize("arguments", [["--version"], ["nonsense"], ["serve", "--database", "no such thing"]])
def test_it_says_and_ends_the_same(arguments: list[str], tmp_path: Path) -> None:
    alone = subprocess.run([*forked.COMMAND, *arguments], capture_output=True, check=False)
    with (tmp_path / "out").open("wb") as out, (tmp_path / "errors").open("wb") as errors:
        process = forked.start(arguments, out, errors)
    assert isinstance(process, forked.Forked)
    assert process.wait(60) == process.poll() == alone.returncode
    assert (tmp_path / "out").read_bytes() == alone.stdout
    said = (tmp_path / "errors").read_text()
    assert said.splitlines()[-1:] == alone.stderr.decode().splitlines()[-1:]


def test_each_is_a_process_of_its_own(tmp_path: Path) -> None:
    one, other = (Service(f"sqlite:///{tmp_path / name}", tmp_path / f"{name}.txt") for name in "ab")
    with one, other:
        assert one.process
        assert other.process
        assert one.process.pid != other.process.pid
        assert one.process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            one.process.wait(0.01)
        one.kill()
        assert one.process.poll() == -signal.SIGKILL
        assert other.stop() == 0


def test_with_another_environment_a_new_interpreter_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRANCHLINE_PORT", "nonsense")
    with (tmp_path / "errors").open("wb") as errors:
        process = forked.start(["serve"], errors, errors)
    assert isinstance(process, subprocess.Popen)
    assert process.wait(60) == 2
