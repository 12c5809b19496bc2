"""Builds a wheel into dist/ that carries the machine code for x86-64-v3, so that nobody who installs it has to compile.

python tools/build_wheel.py          (or `make wheel`)

The code is that of this Python and this Numba; with others, and on other processors, it is compiled as usual.
"""

import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from branchline.bots.ready import prepare_all
from branchline.compiler.cache import PLANNER_CACHE, RULES_CACHE, SHIPPED
from branchline.compiler.target import LEVEL, target

ROOT = Path(__file__).parents[1]


def pack(folders: Iterable[Path], file: Path) -> None:
    """Put folders of machine code into a file, as small as it gets."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for folder in folders:
            for path in sorted(folder.iterdir()):
                archive.write(path, f"{folder.name}/{path.name}")


def main() -> None:
    """Compile apart, so that nothing else is in there, and build."""
    if LEVEL not in target():
        raise SystemExit(f"this processor is not of the level {LEVEL}: code compiled here would serve few others")
    if "BRANCHLINE_WHEEL" not in os.environ:
        with tempfile.TemporaryDirectory() as apart:
            again = os.environ | {"BRANCHLINE_CACHE": apart, "BRANCHLINE_WHEEL": "1"}
            raise SystemExit(subprocess.run([sys.executable, __file__], env=again, check=False).returncode)
    prepare_all()
    try:
        pack((RULES_CACHE, PLANNER_CACHE), SHIPPED)
        print(f"Building the wheel with {SHIPPED.stat().st_size / 1e6:.1f} MB of machine code ...", flush=True)
        build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "dist", "."]
        subprocess.run(build, cwd=ROOT, check=True)
    finally:
        SHIPPED.unlink(missing_ok=True)
    for wheel in (ROOT / "dist").glob("*.whl"):
        print(f"{wheel.relative_to(ROOT)}: {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
