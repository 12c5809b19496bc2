"""A lock between processes that the system lets go of when its holder ends, however that ends."""

import sys
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """A file that one process at a time holds."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def take(self) -> bool:
        """Take it, if nobody has it; whether it is ours now."""
        if self._file is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = self._path.open("ab")
            try:
                _take(file)
            except OSError:
                file.close()
                return False
            self._file = file
        return True

    def leave(self) -> None:
        """Let go of it."""
        if self._file is not None:
            self._file.close()
            self._file = None
