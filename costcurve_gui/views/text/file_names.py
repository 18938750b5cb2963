"""Name files so that two of one name can be told apart."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def distinct_names(files: Iterable[tuple[str, str]]) -> list[str]:
    """Return the names of files, given as name and path, with the folders in which they differ.

    What has no path, or the path of another one, is numbered.

    >>> distinct_names([("a.csv", "/may/a.csv"), ("a.csv", "/june/a.csv"), ("b.csv", "/may/b.csv")])
    ['a.csv (may)', 'a.csv (june)', 'b.csv']
    """
    given = list(files)
    parts = [PurePath(path).parts[:-1] for _, path in given]
    names = [name for name, _ in given]
    for depth in range(1, max(map(len, parts), default=0) + 1):
        repeated = _repeated(names)
        if not repeated:
            break
        for at, (name, _) in enumerate(given):
            if names[at] in repeated and parts[at]:
                names[at] = f"{name} ({PurePath(*parts[at][-depth:]).as_posix()})"
    repeated, met = _repeated(names), Counter[str]()
    for at, name in enumerate(names):
        if name in repeated:
            met[name] += 1
            names[at] = f"{name} ({met[name]})"
    return names


def _repeated(names: list[str]) -> set[str]:
    return {name for name, times in Counter(names).items() if times > 1}
