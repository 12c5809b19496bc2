"""A process that compiles what it is told, a line each; it ends when whoever started it does."""

import os
import sys
from contextlib import suppress

from branchline.warm.jobs import Job, Part


def main() -> None:
    """Do jobs until there are no more."""
    if sys.platform != "win32":
        os.nice(int(sys.argv[1]))
    for line in sys.stdin:
        kind, part, name = line.split()
        Job(kind, Part(part), name).do()
        os.write(sys.stdout.fileno(), b"done\n")


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # whoever started it was killed
        main()
