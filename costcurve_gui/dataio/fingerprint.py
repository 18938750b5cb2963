"""The hash of a file, computed when it is first needed."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import DataError

if TYPE_CHECKING:
    from pathlib import Path

_STEP = 1 << 20


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file's bytes; other threads run while it computes."""
    from hashlib import sha256  # loads OpenSSL

    digest = sha256()
    with path.open("rb") as stream:
        while block := stream.read(_STEP):
            digest.update(block)
    return digest.hexdigest()


class Fingerprint:
    """The SHA-256 of the file as it was when this object was made.

    Hashing takes longer than reading a large file, so it waits until somebody asks.

    Parameters
    ----------
    path : Path or None
        The file; None where `sha256` is known.
    """

    def __init__(self, path: Path | None, sha256: str = "") -> None:
        self._path = path
        self._state = _state(path)
        self._sha256 = sha256
        self._lock = Lock()

    @property
    def sha256(self) -> str:
        """The hash; raises DataError where the file has changed meanwhile."""
        with self._lock:
            if not self._sha256 and self._path is not None:
                self.check_unchanged()
                self._sha256 = file_sha256(self._path)
        return self._sha256

    @property
    def known(self) -> str:
        """The hash, or nothing while nobody has asked for it: does not wait."""
        return self._sha256

    def check_unchanged(self) -> None:
        """Raise DataError where the file is no longer the one that was opened."""
        if self._path is not None and _state(self._path) != self._state:
            name = self._path.name
            raise DataError(f"{name} has changed since it was read. Read it again.", file=name)


def _state(path: Path | None) -> tuple[int, int] | None:
    try:
        status = path.stat() if path is not None else None
    except OSError:
        return None
    return (status.st_size, status.st_mtime_ns) if status is not None else None
