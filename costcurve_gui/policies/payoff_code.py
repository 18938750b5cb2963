"""Payoff expressions, and the gain of acting on a case, as code of another language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.expressions.expression import read_expression
from costcurve_gui.dataio.expressions.nodes import (
    AND,
    ARITHMETIC,
    COMPARISONS,
    FUNCTIONS,
    NEGATE,
    NOT,
    OR,
    Call,
    Column,
    Constant,
)
from costcurve_gui.dataio.formats.duckdb_connection import identifier
from costcurve_gui.policies.grades import lines_in_python
from costcurve_gui.policies.sql import LARGEST, exact_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurve_gui.dataio.expressions.nodes import Node
    from costcurve_gui.policies.per_case import SavedCalibration
    from costcurve_gui.policies.saved import SavedPolicy

_NAMES: Final[Mapping[Any, str]] = {
    **{function.calculate: name for name, function in FUNCTIONS.items()},
    **{function: sign for sign, function in {**ARITHMETIC, **COMPARISONS}.items()},
    NEGATE: "negate",
    NOT: "not",
    AND: "and",
    OR: "or",
}


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a language writes numbers, columns, and the functions by name."""

    number: Callable[[float], str]
    column: Callable[[str], str]
    calls: Mapping[str, Callable[[Sequence[str]], str]]
    condition: Callable[[str], str]
    as_number: Callable[[str], str]


_CONDITIONS = frozenset({*COMPARISONS, "not", "and", "or"})


def written_payoff(text: str, dialect: Dialect) -> str:
    """Return a payoff cell in a language.

    Raises
    ------
    DataError
        Where it takes what the language cannot do.
    """
    return _written(read_expression(text), dialect, as_condition=False)


def _written(node: Node, dialect: Dialect, *, as_condition: bool) -> str:
    if isinstance(node, Call):
        name = _NAMES[node.function]
        wants = [name in ("not", "and", "or") or (name == "where" and not at) for at in range(9)]
        parts = [
            _written(part, dialect, as_condition=wants[min(at, 8)])
            for at, part in enumerate(node.arguments)
        ]
        found, is_condition = f"({dialect.calls[name](parts)})", name in _CONDITIONS
    elif isinstance(node, Column) and isinstance(node.key, str):
        found, is_condition = dialect.column(node.key), False
    elif isinstance(node, Constant):
        found, is_condition = f"({dialect.number(node.number)})", False
    else:
        raise DataError("A payoff that compares a column with text cannot be written as code.")
    if as_condition and not is_condition:
        return dialect.condition(found)
    return dialect.as_number(found) if is_condition and not as_condition else found


def _infix(sign: str) -> Callable[[Sequence[str]], str]:
    return f" {sign} ".join


def _call(name: str) -> Callable[[Sequence[str]], str]:
    return lambda parts: f"{name}({', '.join(parts)})"


def _chosen(sign: str) -> Callable[[Sequence[str]], str]:
    """Return what chooses the largest or smallest in SQL, where no function has one name."""

    def of(parts: Sequence[str]) -> str:
        found = parts[0]
        for part in parts[1:]:
            found = f"CASE WHEN {found} {sign} {part} THEN {found} ELSE {part} END"
        return found

    return of


def _clipped(parts: Sequence[str]) -> str:
    value, low, high = parts
    inner = _chosen(">=")((value, low))
    return _chosen("<=")((f"({inner})", high))


def _sql_number(value: float) -> str:
    text = exact_number(value)
    return text if "CAST" in text else f"CAST({text} AS DOUBLE PRECISION)"


_SHARED = {sign: _infix(sign) for sign in ("+", "-", "*", "/", "<", "<=", ">", ">=", "and", "or")}
_SHARED |= {"negate": lambda parts: f"-{parts[0]}", "not": lambda parts: f"not {parts[0]}"}
PYTHON: Final = Dialect(
    number=repr,
    column=lambda name: f"row[{name!r}]",
    calls=_SHARED
    | {
        **{name: _call(name) for name in ("abs", "max", "min")},
        **{name: _call(f"math.{name}") for name in ("sqrt", "log", "exp")},
        "**": _infix("**"),
        "^": _infix("**"),
        "==": _infix("=="),
        "!=": _infix("!="),
        "clip": lambda parts: f"min(max({parts[0]}, {parts[1]}), {parts[2]})",
        "where": lambda parts: f"{parts[1]} if {parts[0]} else {parts[2]}",
    },
    condition=lambda text: f"({text} != 0)",
    as_number=lambda text: f"float{text}",
)
SQL: Final = Dialect(
    number=_sql_number,
    column=lambda name: f"CAST({identifier(name)} AS DOUBLE PRECISION)",
    calls=_SHARED
    | {
        "abs": _call("abs"),
        "sqrt": _call("sqrt"),
        "log": _call("ln"),
        "exp": _call("exp"),
        "max": _chosen(">="),
        "min": _chosen("<="),
        "clip": _clipped,
        "**": _call("power"),
        "^": _call("power"),
        "==": _infix("="),
        "!=": _infix("<>"),
        "where": lambda parts: f"CASE WHEN {parts[0]} THEN {parts[1]} ELSE {parts[2]} END",
    },
    condition=lambda text: f"({text} <> 0)",
    as_number=lambda text: f"(CASE WHEN {text} THEN 1.0 ELSE 0.0 END)",
)


def payoffs_in(calibration: SavedCalibration, dialect: Dialect) -> dict[str, str]:
    """Return the four cells in a language, the cost of a miss as in force."""
    found = {cell: written_payoff(text, dialect) for cell, text in calibration.payoff.items()}
    if calibration.miss_factor != 1:
        factor = dialect.number(calibration.miss_factor)
        found["fn"] = f"({found['tp']} - {factor} * ({found['tp']} - {found['fn']}))"
    return found


def per_case_in_sql(calibration: SavedCalibration, score: str, act: str, leave: str) -> str:
    """Return the decision about a row as a CASE expression, NULL where something is missing.

    The text is the same for DuckDB, PostgreSQL, and SQLite with its mathematical functions.

    Parameters
    ----------
    score : str
        The score in SQL, of type DOUBLE PRECISION; higher means positive.
    act, leave : str
        What stands for the decisions, in SQL.
    """
    inputs = (score, *(SQL.column(name) for name in calibration.columns))
    missing = " OR ".join(f"{one} IS NULL OR {one} = 'NaN'" for one in inputs)
    low, high = map(SQL.number, calibration.score_range)
    x = f"CASE WHEN {score} <= {low} THEN {low} WHEN {score} >= {high} THEN {high} ELSE {score} END"
    if calibration.of_logit:
        x = f"ln({x} / ({SQL.number(1.0)} - {x}))".replace(x, f"({x})")
    logit = f"{SQL.number(calibration.intercept)} + {SQL.number(calibration.slope)} * ({x})"
    odds = f"exp({logit}) * {SQL.number(calibration.shift)}"
    least = calibration.least_gain
    limit = "0" if not least else f"{SQL.number(least)} * (1 + {odds})"
    gain = f"{odds} * {_gain(payoffs_in(calibration, SQL))}"
    # What cannot be computed is NULL, NaN or infinite, and neither branch takes it.
    acts = f"WHEN {gain} >= {limit} AND {gain} <= {LARGEST} THEN {act} "
    leaves = f"{gain} < {limit} AND " if least is not None else f"{gain} <= {LARGEST} AND "
    return (
        f"CASE WHEN {missing} THEN NULL {acts if least is not None else ''}"
        f"WHEN {leaves}{gain} >= -{LARGEST} THEN {leave} ELSE NULL END"
    )


def per_case_in_python(
    policy: SavedPolicy, calibration: SavedCalibration, about: str, act: str, leave: str
) -> str:
    """Return a function of the score and of a mapping with the other columns of the row."""
    x = "-score" if policy.lower_is_positive else "score"
    lines = [
        *("import math", "", "", "def decide(score, key=None, row=None):"),
        f'    """{about}.',
        *("", "    `row` has these columns of the case by name.", '    """'),
        *lines_in_python(policy.grades),
        f"    inputs = (score, *(row[name] for name in {list(calibration.columns)!r}))",
        "    if any(value is None or value != value for value in inputs):",
        "        return None",
        "    x = min(max({}, {!r}), {!r})".format(x, *calibration.score_range),
        *(["    x = math.log(x / (1 - x))"] if calibration.of_logit else []),
    ]
    gain, least = _gain(payoffs_in(calibration, PYTHON)), calibration.least_gain
    limit = "0" if least == 0 else "math.inf" if least is None else f"{least!r} * (1 + odds)"
    return "\n".join(
        [
            *lines,
            f"    odds = math.exp({calibration.intercept!r} + {calibration.slope!r} * x)",
            f"    odds *= {calibration.shift!r}",
            "    try:",
            f"        gain = odds * {gain}",
            "        if not math.isfinite(gain):",
            "            return None",
            "    except (ArithmeticError, TypeError, ValueError):",
            "        return None",
            f"    return {act} if gain >= {limit} else {leave}",
            "",
        ]
    )


def _gain(cells: Mapping[str, str]) -> str:
    """Return what follows the odds in the gain of acting."""
    return f"({cells['tp']} - {cells['fn']}) + ({cells['fp']} - {cells['tn']})"
