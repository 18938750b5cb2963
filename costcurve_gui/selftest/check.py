"""One check of the self-test: what it is about, and what it does in a folder of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class CheckFailedError(Exception):
    """What was found is not what should be; the message says both."""


@dataclass(frozen=True, slots=True)
class Check:
    """A named check. `run` writes into the folder it is given and returns what it found."""

    name: str
    run: Callable[[Path], str]


def expect(found: object, wanted: object, what: str) -> None:
    """Raise where two values differ.

    Raises
    ------
    CheckFailedError
        Naming both values.
    """
    if found != wanted:
        raise CheckFailedError(f"{what}: {found!r} instead of {wanted!r}")
