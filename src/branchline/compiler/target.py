"""Which processor machine code is for: a level that nearly all have, so that it can be shipped, or else this one."""

import os
import sys

import llvmlite.binding as llvm

LEVEL = "x86-64-v3"
NEEDED = ("avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2", "ssse3")
NAME, FEATURES = "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"


def aim() -> None:
    """Let Numba compile for the common level where the processor has it; must be called before Numba is imported.

    Whoever has asked for a processor keeps it. Who has already imported Numba compiles for this very processor, and
    then the processes that compile beside this one have to do so, too.
    """
    if NAME in os.environ or FEATURES in os.environ:
        return
    if "numba" in sys.modules:
        os.environ[NAME], os.environ[FEATURES] = llvm.get_host_cpu_name(), features()
    elif all(map(_host_features().get, NEEDED)):
        os.environ[NAME] = LEVEL
        os.environ[FEATURES] = ",".join(f"+{name}" for name in NEEDED)


def _host_features() -> dict[str, bool]:
    try:
        return dict(llvm.get_host_cpu_features())
    except RuntimeError:  # LLVM does not know this processor
        return {}


def features() -> str:
    """What machine code may use, as LLVM writes it."""
    host = (f"{'+' if has else '-'}{name}" for name, has in sorted(_host_features().items()))
    return os.environ.get(FEATURES) or ",".join(host)


def target() -> str:
    """What machine code is made for; code made for the same runs here."""
    return f"{llvm.get_process_triple()} {os.environ.get(NAME) or llvm.get_host_cpu_name()} {features()}"
