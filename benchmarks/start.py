"""Measures the first minute: a fresh clone with an empty home, `make play`, a second start, and the wheel.

python benchmarks/start.py [--environments]          (or `make bench-start`)

Everything happens in a folder of its own, which is removed afterwards; nothing of this user's caches is used. With
--environments each set of pinned requirements is installed too, and its size and time told; that takes minutes.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
NORDIC = {"board": "nordic", "seats": [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "beginner"}]}
BARS = {
    "make play: page": 60.0,
    "make play: first own move against a beginner": 90.0,
    "make play: everything compiled": 150.0,
    "second start: page": 2.0,
    "wheel: pip install": 45.0,
    "wheel: page": 3.0,
    "branchline --help": 0.25,
}


def tell(part: str, seconds: float) -> None:
    """Print one part, with its bar if it has one."""
    bar = f"   bar {BARS[part]:g}{'' if seconds <= BARS[part] else '   MISSED'}" if part in BARS else ""
    print(f"{part:48} {seconds:8.2f} s{bar}", flush=True)


def surroundings(home: Path) -> dict[str, str]:
    """The environment of somebody who has never been here; whatever opens browsers opens none."""
    home.mkdir(parents=True, exist_ok=True)
    dropped = ("XDG_", "BRANCHLINE_", "NUMBA_", "PYTHON", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    return kept | {"HOME": str(home), "BROWSER": "true"}


class Service:
    """A service just started, by the command that was given."""

    def __init__(self, url: str, began: float) -> None:
        self.url, self.began = url, began

    def ask(self, path: str, body: object = None, token: str = "") -> Any:
        """Ask it something."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers), timeout=300) as answer:
            return json.load(answer) if path.startswith("/api") else answer.read()

    def since(self) -> float:
        """Seconds since the command was given."""
        return time.perf_counter() - self.began

    def page(self) -> float:
        """Wait for the page."""
        while True:
            try:
                assert b"<script" in self.ask("/"), "this is not the app"
                return self.since()
            except urllib.error.URLError:
                time.sleep(0.02)

    def first_move(self) -> float:
        """Set a table with a beginner, begin, and make the first move."""
        made = self.ask("/api/tables", NORDIC)
        self.ask(f"/api/tables/{made['id']}/start", {}, made["host"])
        token = made["seats"][0]["token"]
        state = self.ask(f"/api/tables/{made['id']}", token=token)
        ways = [way for way in state["view"]["actions"] if not way.get("exchange") and not way.get("more")]
        self.ask(f"/api/tables/{made['id']}/play", {"move": ways[0]["do"], "at": state["seq"]}, token)
        return self.since()

    def all_compiled(self) -> float:
        """Wait until both kinds of game and all levels are ready."""
        for board in ("nordic", "cardgame"):
            while True:
                left = self.ask(f"/api/ready?board={board}&level=casual&level=expert")
                if not left["rules"] and not any(left["bots"].values()):
                    break
                time.sleep(0.2)
        return self.since()


@contextmanager
def started(command: list[str], folder: Path, env: dict[str, str], says: str = "") -> Iterator[Service]:
    """A service by a command that says where it is; what it says before that is timed."""
    began = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout
        for line in process.stdout:
            if says:
                tell(f"{says}: {line.strip().removesuffix(' ...')[:36]} from", time.perf_counter() - began)
            if found := re.search(r"at (http://\S+)", line):
                yield Service(found[1], began)
                return
        raise SystemExit(f"{' '.join(command)} ended without a service")
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def size(folder: Path) -> float:
    """Megabytes."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()) / 1e6


def timed(command: list[str], folder: Path, env: dict[str, str]) -> float:
    """Seconds that a command takes."""
    began = time.perf_counter()
    subprocess.run(command, cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def clone(apart: Path) -> Path:
    """Play from a fresh clone, twice."""
    env, folder = surroundings(apart / "home"), apart / "clone"
    tell("git clone", timed(["git", "clone", "--quiet", str(ROOT), str(folder)], apart, env))
    with started(["make", "--silent", "play"], folder, env, "make play") as service:
        tell("make play: page", service.page())
        tell("make play: first own move against a beginner", service.first_move())
        tell("make play: everything compiled", service.all_compiled())
    print(f"{'environment of make play':48} {size(folder / '.venv'):8.0f} MB")
    with started(["make", "--silent", "play"], folder, env) as service:
        tell("second start: page", service.page())
        tell("second start: first own move", service.first_move())
    program = str(folder / ".venv" / "bin" / "branchline")
    tell("branchline --help", min(timed([program, "--help"], folder, env) for _ in range(5)))
    return folder


def wheel(apart: Path, folder: Path) -> None:
    """Build the wheel in the clone, and play from it elsewhere."""
    tell("make wheel", timed(["make", "--silent", "wheel"], folder, surroundings(apart / "home")))
    env, bin_ = surroundings(apart / "other-home"), apart / "venv" / "bin"
    (built,) = (folder / "dist").glob("*.whl")
    print(f"{'wheel':48} {built.stat().st_size / 1e6:8.1f} MB   {built.name}")
    timed([sys.executable, "-m", "venv", str(apart / "venv")], apart, env)
    tell("wheel: pip install", timed([str(bin_ / "pip"), "install", "--quiet", str(built)], apart, env))
    print(f"{'environment of the wheel':48} {size(apart / 'venv'):8.0f} MB")
    with started([str(bin_ / "branchline"), "play", "nordic"], apart, env) as service:
        tell("wheel: page", service.page())
        tell("wheel: first own move", service.first_move())
        tell("wheel: everything there", service.all_compiled())


def environments(apart: Path) -> None:
    """Install each set of pinned requirements by itself."""
    for pinned in sorted((ROOT / "requirements").glob("*.txt")):
        env, folder = surroundings(apart / f"home-{pinned.stem}"), apart / f"venv-{pinned.stem}"
        timed([sys.executable, "-m", "venv", str(folder)], apart, env)
        spent = timed([str(folder / "bin" / "pip"), "install", "--quiet", "-r", str(pinned)], apart, env)
        print(f"{'requirements/' + pinned.name:48} {spent:8.2f} s   {size(folder):.0f} MB", flush=True)
        shutil.rmtree(folder)


def main() -> None:
    """Measure all of it."""
    with tempfile.TemporaryDirectory(prefix="branchline-start-") as name:
        apart = Path(name)
        wheel(apart, clone(apart))
        if "--environments" in sys.argv[1:]:
            environments(apart)


if __name__ == "__main__":
    main()
