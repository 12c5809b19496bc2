"""Lines as wide as the terminal: they break between words, never inside one."""

import shutil
import sys
import textwrap


def write_whole_words(line: str) -> None:
    """Print a line; at a terminal it is broken where it would not fit, and files and pipes get it whole."""
    if not sys.stdout.isatty():
        print(line)
        return
    width = max(20, shutil.get_terminal_size().columns)
    for part in line.split("\n"):
        print(textwrap.fill(part, width, break_long_words=False, break_on_hyphens=False))
