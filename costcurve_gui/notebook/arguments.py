"""The arguments of `compare` as options of `report`: the same names, checks and words."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from numbers import Integral, Real
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.cli.errors import REFUSED, one_line
from costcurve_gui.cli.options import ReportOptions, parse_options
from costcurve_gui.cli.parser import report_parser
from costcurve_gui.cli.reading_options import FLAGS
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.expressions.errors import ExpressionError

if TYPE_CHECKING:
    from collections.abc import Iterator

_OF_THE_FOLDER = frozenset({"file", "out", "format", "overwrite", "replay"})
SKLEARN = {
    "positive": "pos_label",
    "weight": "sample_weight",
    "group": "groups",
    "param": "params",
    "segment": "segments",
}
"""Options that scikit-learn has another name for, or that take several at once here."""
_REPEATED = frozenset({"derive", "mix", "join", "param"})
_SEVERAL = _REPEATED | {
    *("lower_is_positive", "partial_auc", "long", "proba", "known_when_deciding", "swap"),
    *("columns", "missing_values"),
}
IN_MEMORY = "data"
"""What messages call a table that is no file."""
_OPTION = re.compile(r"--([a-z][a-z-]*)")
_HINT = re.compile(r"; `[^`]*--help` lists what is understood$")
_FILTER = re.compile("^The filter ")
_POSITION = re.compile(r" \(character \d+\)$")


def require_known(names: Mapping[str, object]) -> None:
    """Raise TypeError for the first name that is no option of `report`."""
    known = option_names()
    for name in names:
        if name not in known:
            near = get_close_matches(name, [*known, *SKLEARN.values()], n=1)
            hint = f"; did you mean {SKLEARN.get(near[0], near[0])}?" if near else ""
            raise TypeError(f"compare() got an unexpected keyword argument {name!r}{hint}")


def option_names() -> frozenset[str]:
    """Return the names that options of `report` have as arguments."""
    return frozenset(vars(report_parser().parse_args(["FILE", "--out=."]))) - _OF_THE_FOLDER


def options_of(file: str, given: Mapping[str, object]) -> ReportOptions:
    """Return the options of a report about a file; None is an option that was left out."""
    words = [file, "--out=."]
    for name, value in given.items():
        if name in FLAGS and isinstance(value, bool):
            words += [f"--{name.replace('_', '-')}"] if value else []
        elif value is not None:
            option = name.replace("_", "-")
            words += [f"--{option}={text}" for text in _texts(name, value)]
    return parse_options(words)


def parameter_texts(params: object) -> list[str] | None:
    """Return `{"fee": 40}` as `--param` takes it: a number or what is believed by each name."""
    if params is None:
        return None
    if not isinstance(params, Mapping):
        raise TypeError("params: give a mapping such as {'lgd': 0.45, 'fee': 'uniform:25,60'}")
    return [f"{name}={_text('param', value)}" for name, value in params.items()]


def _texts(name: str, value: object) -> list[str]:
    """Return what would be typed behind an option; one that can be given again has several."""
    if isinstance(value, list | tuple) and name in _SEVERAL:
        texts = [_text(name, one) for one in value]
        return texts if name in _REPEATED else [",".join(texts)]
    return [_text(name, value)]


def _text(name: str, value: object) -> str:
    if isinstance(value, str | os.PathLike):
        return os.fspath(value)
    is_array = bool(getattr(value, "shape", ()))
    if (
        isinstance(value, bool | np.bool_)
        or is_array
        or not (isinstance(value, Real) or hasattr(value, "__float__"))
    ):
        said = type(value).__name__ if is_array else repr(value)
        raise TypeError(f"{SKLEARN.get(name, name)}: {said} is neither a number nor text")
    if isinstance(value, Integral):
        return str(int(value))
    number = float(value)
    if math.isnan(number):
        raise ValueError(f"{SKLEARN.get(name, name)}: nan is not a number")
    return repr(number)


@contextmanager
def arguments_named(origins: Mapping[str, str]) -> Iterator[None]:
    """Turn what the command line refuses into a ValueError that names the argument.

    `origins` has the argument that each column comes from.
    """
    try:
        yield
    except REFUSED as error:
        if isinstance(error, OSError | MemoryError):
            raise
        raise ValueError(_renamed(error, origins)) from error


def _renamed(error: Exception, origins: Mapping[str, str]) -> str:
    text = one_line(error)
    text = _HINT.sub("", _POSITION.sub("", text)).removeprefix("argument ")
    text = _FILTER.sub("where ", in_arguments(text).removeprefix(f"{IN_MEMORY}: "))
    where = _where(error, origins)
    return text if not where or text.startswith(where) else f"{where}: {text}"


def in_arguments(text: str) -> str:
    """Return a sentence that names arguments where the command line has options.

    >>> in_arguments("Else say --skip 0.")
    'Else say skip 0.'
    """
    return _OPTION.sub(_argument, text)


def _argument(found: re.Match[str]) -> str:
    name = found[1].replace("-", "_")
    return SKLEARN.get(name, name)


def _where(error: Exception, origins: Mapping[str, str]) -> str:
    """Return the argument that an error is about, where its words do not tell."""
    if isinstance(error, ExpressionError):
        return "where"
    if not isinstance(error, DataError):
        return ""
    if error.message.startswith("Cannot read"):
        return "y_true"
    if error.message.startswith("No model "):
        return "lower_is_positive"
    if error.column not in origins:
        return ""
    if origins[error.column] in ("y_true", "label") and " has no value " in error.message:
        return "pos_label"
    return origins[error.column]
