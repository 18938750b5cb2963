"""Read what was typed behind an option; what cannot be read is refused in the words of argparse."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from costcurve_gui.engine.cost.belief import parse_belief
from costcurve_gui.engine.errors import ConstraintError

ALL = "all"


def share(text: str) -> float:
    """Read a number from 0 to 1."""
    value = _number(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1")
    return value


def level(text: str) -> float:
    """Read a confidence level, which lies above 0 and below 1."""
    value = _number(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not above 0 and below 1")
    return value


def value_of_column(text: str) -> tuple[str, str]:
    """Read the name of a column and a value in it."""
    name, sign, value = text.partition("=")
    if not (name and sign and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not COL=VALUE, such as split=test")
    return name, value


def interval(text: str) -> tuple[float, float]:
    """Read two numbers from 0 to 1, separated by a comma, the smaller one first."""
    ends = tuple(share(end) for end in text.split(","))
    if len(ends) != 2 or not ends[0] < ends[1]:
        raise argparse.ArgumentTypeError(f"{text!r} is not LO,HI with LO below HI")
    return ends


def amount(text: str) -> float:
    """Read a finite number that is not negative."""
    value = _number(text)
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not 0 or more")
    return value


def size(text: str) -> float:
    """Read a finite number above 0."""
    value = amount(text)
    if value == 0:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return value


def belief(text: str) -> str:
    """Check a belief over PC(+) and keep its text: the files repeat it as given."""
    try:
        parse_belief(text)
    except ConstraintError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from error
    return text


def score(text: str) -> float:
    """Read a threshold; both infinities are thresholds."""
    return _number(text)


def whole(text: str) -> int:
    """Read a whole number that is not negative."""
    try:
        value = int(text)
    except ValueError:
        value = -1
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more")
    return value


def points(text: str) -> int | str:
    """Read how many points of a curve to list, from 2 on, or the word all."""
    if text == ALL:
        return ALL
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 2:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a whole number of 2 or more nor all")
    return value


def names(text: str) -> tuple[str, ...]:
    """Read names separated by commas."""
    found = tuple(name.strip() for name in text.split(","))
    if not all(found):
        raise argparse.ArgumentTypeError(f"{text!r} has an empty name")
    return found


def long_format(text: str) -> tuple[str, ...]:
    """Read three names of columns, or the word none."""
    found = names(text)
    if found != ("none",) and (len(found) != 3 or len(set(found)) != 3):
        raise argparse.ArgumentTypeError(
            f"{text!r} does not name three columns, those of model, id and score, and is not none"
        )
    return found


def path(text: str) -> Path:
    """Read the path of a file or folder; an empty one is most often an unset variable."""
    if not text:
        raise argparse.ArgumentTypeError("the path is empty")
    return Path(text)


def column(text: str) -> str:
    """Read the name of a column, or a value in one."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return text


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return value
