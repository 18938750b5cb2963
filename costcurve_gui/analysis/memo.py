"""Remember what is computed of an object for as long as the object lives."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Callable

K = TypeVar("K")
T = TypeVar("T")


def once(compute: Callable[[K], T]) -> Callable[[K], T]:
    """Compute something of an object when it is first asked for, and never again.

    Objects are told apart by identity, and must not be held by what is computed.
    """
    known: WeakKeyDictionary[K, T] = WeakKeyDictionary()

    @wraps(compute)
    def remembered(of: K) -> T:
        try:
            return known[of]
        except KeyError:
            return known.setdefault(of, compute(of))

    return remembered
