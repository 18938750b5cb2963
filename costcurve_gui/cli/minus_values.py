"""Lets a value begin with a minus: `--fn -amount` works as written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_OPTION = re.compile(r"--[a-z][a-z-]*")
_WITHOUT_VALUE = frozenset({"--help", "--overwrite"})


def join_values(argv: Sequence[str]) -> list[str]:
    """Return `argv` in which every option carries its value as `--option=value`.

    A word that looks like an option is no value, so a forgotten value is still noticed. Words
    after a lone `--` are left alone.

    >>> join_values(["a.csv", "--fn", "-amount", "--fp", "--tn", "0"])
    ['a.csv', '--fn=-amount', '--fp', '--tn=0']
    """
    joined: list[str] = []
    words = list(argv)
    while words:
        word = words.pop(0)
        if word == "--":
            return [*joined, word, *words]
        if _takes_value(word) and words and not _OPTION.fullmatch(words[0]):
            word = f"{word}={words.pop(0)}"
        joined.append(word)
    return joined


def _takes_value(word: str) -> bool:
    return _OPTION.fullmatch(word) is not None and word not in _WITHOUT_VALUE
