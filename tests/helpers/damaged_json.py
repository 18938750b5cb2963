"""Values of JSON with a few places changed, by chance that repeats."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 1e308, 10**30, 10**400, float("nan"), float("inf"), 2**63),
    *(
        "",
        "a",
        "inf",
        "none",
        "nan",
        "1e999",
        "=1+1",
        "\ud800",
        "\0",
        "amount/0",
        "log(-1)",
        "../x",
    ),
    *([], {}, [1], [None], {"a": 1}),
)


def damaged(content: object, random: Random) -> Any:
    """Return a copy with one to three places changed, removed, doubled or swapped."""
    made = copy.deepcopy(content)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        holder, key = random.choice(list(_places(made)))
        kind = random.random()
        if kind < 0.6:
            holder[key] = copy.deepcopy(random.choice(ODD))
        elif kind < 0.75:
            del holder[key]
        elif kind < 0.85 and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        else:
            other, name = random.choice(list(_places(made)))
            holder[key] = copy.deepcopy(other[name])
    return made


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])
