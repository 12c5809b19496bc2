"""What must be used again but not be read in the database: sealed with keys that are kept in a file beside it."""

import os
from pathlib import Path

from branchline.errors import needs_extra
from branchline.server.storage import StorageError


class SealError(StorageError):
    """The file of the keys cannot be written, or something was sealed with a key that is not in it any more."""


class Seal:
    """Seals with the first key of a file, and opens with any of them; the file is made when it is first needed.

    It is read each time, so that all processes know a new key at once.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def close(self, text: bytes) -> bytes:
        """A text as it may be kept."""
        with needs_extra("sealing secrets", "server"):
            from cryptography.fernet import Fernet
        try:
            if not self._path.exists():
                self._make(Fernet.generate_key())
            return Fernet(self._keys()[0]).encrypt(text)
        except (OSError, ValueError, IndexError) as error:
            raise SealError(f"{self._path} cannot be used: {error}") from error

    def open(self, sealed: bytes) -> bytes:
        """The text that was sealed."""
        with needs_extra("sealing secrets", "server"):
            from cryptography.fernet import Fernet, InvalidToken, MultiFernet
        try:
            return MultiFernet([Fernet(key) for key in self._keys()]).decrypt(sealed)
        except (InvalidToken, OSError, ValueError) as error:
            raise SealError(f"{self._path} has no key for it") from error

    def rotate(self) -> None:
        """Seal with a new key from now on; the others stay for what they sealed."""
        with needs_extra("sealing secrets", "server"):
            from cryptography.fernet import Fernet
        old = self._keys() if self._path.exists() else []
        self._write(b"\n".join([Fernet.generate_key(), *old])).replace(self._path)

    def _keys(self) -> list[bytes]:
        return self._path.read_bytes().split()

    def _make(self, key: bytes) -> None:
        """Put the file there whole, unless another process has."""
        made = self._write(key)
        try:
            os.link(made, self._path)
        except FileExistsError:
            pass
        finally:
            made.unlink()

    def _write(self, keys: bytes) -> Path:
        """A new file beside, for nobody else on this machine to read."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._path.with_name(f"{self._path.name}.{os.urandom(4).hex()}")
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(keys + b"\n")
            file.flush()
            os.fsync(file.fileno())
        return path
