"""A saved policy as an SQL expression, which decides like `rule.decide`.

The text is the same for DuckDB, SQLite and PostgreSQL where nothing is drawn.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, Literal

from costcurve_gui.dataio.cells import LARGEST_EXACT
from costcurve_gui.dataio.formats.duckdb_connection import identifier, quoted
from costcurve_gui.dataio.segments import NO_VALUE
from costcurve_gui.policies.grades import acted_on, is_one_in_sql, key_in_sql
from costcurve_gui.policies.saved import NOBODY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.policies.saved import SavedPolicy, Threshold

Dialect = Literal["duckdb", "postgresql"]
DIALECTS: Final[tuple[Dialect, ...]] = ("duckdb", "postgresql")
CODES: Final = ("1", "0", "2")
"""Act, leave and refer."""
_MOST_DIGITS = 15  # which every reader of SQL gets right
_SIZES = (1e-4, 1e15)  # written without an exponent, which makes another type of a number
_STEP = 62  # the largest power of two in a BIGINT
_ALWAYS, _NEVER = "1 = 1", "1 = 0"
LARGEST = "1.7976931348623157e308"


def case_expression(
    policy: SavedPolicy, score: str, draw: str | None = None, values: Sequence[str] = CODES
) -> str:
    """Return the CASE expression of a policy: NULL where the score is missing or NaN.

    Parameters
    ----------
    policy : SavedPolicy
        One that can be applied to rows.
    score : str
        The score in SQL, of type DOUBLE PRECISION; of grades a text.
    draw : str, optional
        The draw of a row in SQL, which a mixture needs.
    values : sequence of str
        What stands for act, leave and refer, in SQL.
    """
    act, leave, refer = (*values, *CODES[len(values) :])
    if policy.grades:
        score = key_in_sql(score)
        missing = f"{score} IS NULL OR NOT {is_one_in_sql(score, policy.grades)}"
        reaching = partial(_reaches_grade, policy, score)
    else:
        missing = f"{score} IS NULL OR {score} = 'NaN'"
        reaching = partial(_reaches, score, lower=policy.lower_is_positive)
    branches = [f"WHEN {missing} THEN NULL"]
    first = reaching(policy.threshold)
    if first:
        branches.append(f"WHEN {first} THEN {act}")
    second = reaching(policy.threshold_2) if draw is not None else ""
    if second:
        # Nothing is drawn for the others: whoever reaches the first threshold reaches this one.
        drawn = f"CASE WHEN {draw} < {exact_number(policy.mixing)} THEN 1 ELSE 0 END"
        branches.append(f"WHEN {second} AND {drawn} = 1 THEN {act}")
    referred = reaching(policy.threshold_review)
    if referred:
        branches.append(f"WHEN {referred} THEN {refer}")
    return f"CASE {' '.join(branches)} ELSE {leave} END"


def _reaches_grade(policy: SavedPolicy, key: str, threshold: Threshold | None) -> str:
    return is_one_in_sql(key, acted_on(policy, threshold))


def _reaches(score: str, threshold: Threshold | None, *, lower: bool) -> str:
    """Return what tells whether a score, which is not NaN, reaches a threshold; nothing: never."""
    if threshold is None or threshold == NOBODY:
        return ""
    value = float(threshold)
    if math.isfinite(value):
        return f"{score} {'<=' if lower else '>='} {exact_number(value)}"
    everybody = value < 0 if not lower else value > 0
    if everybody:
        return _ALWAYS
    return f"{score} < -{LARGEST}" if lower else f"{score} > {LARGEST}"


def exact_number(value: float) -> str:
    """Return a finite number so that every database reads this very float64.

    Databases differ in how they read decimals of many digits, and not all round them right. Those
    are written as a whole number and the power of two that it is multiplied or divided by.

    >>> exact_number(0.45), exact_number(0.1 + 0.2)
    ('0.45', '(CAST(1351079888211149 AS DOUBLE PRECISION) / 4503599627370496)')
    """
    text = repr(value).removesuffix(".0")
    digits = len(text.lstrip("-0.").replace(".", ""))
    if value == 0:
        return "0"
    if _SIZES[0] <= abs(value) < _SIZES[1] and digits <= _MOST_DIGITS:
        return text
    top, bottom = value.as_integer_ratio()
    zeros = (top & -top).bit_length() - 1
    whole, power = top >> zeros, bottom.bit_length() - 1
    scale = f"CAST({whole} AS DOUBLE PRECISION)"
    for sign, exponent in (("*", zeros), ("/", power)):
        for start in range(0, exponent, _STEP):
            scale += f" {sign} {2 ** min(_STEP, exponent - start)}"
    return f"({scale})"


def draw_expression(seed: int, key: str, dialect: Dialect) -> str:
    """Return the draw of a row in SQL.

    Parameters
    ----------
    seed : int
        Of the policy.
    key : str
        The key of a row in SQL.
    dialect : str
        Which database computes it: hashes have no common name.
    """
    if dialect == "duckdb":
        text = f"sha256({quoted(f'{seed}:')} || CAST({key} AS VARCHAR))"
        whole = f"CAST('0x' || substr({text}, 1, 16) AS UBIGINT)"
        return f"CAST({whole} AS DOUBLE) / 1.8446744073709552e19"
    text = f"encode(sha256(convert_to({quoted(f'{seed}:')} || CAST({key} AS text), 'UTF8')), 'hex')"
    halves = (f"CAST(CAST('x' || substr({text}, {at}, 8) AS bit(32)) AS bigint)" for at in (1, 9))
    whole = " + ".join(
        f"CAST({half} AS numeric) * {unit}" for half, unit in zip(halves, (2**32, 1), strict=True)
    )
    return f"CAST({whole} AS double precision) / 18446744073709551616"


def sql_rule(policy: SavedPolicy, values: Sequence[str], draw: str | None = None) -> str:
    """Return a policy as SQL over its score column; `values` are texts, none for 1, 0 and 2."""
    written = [quoted(value) for value in values] or CODES
    score, rules = score_in_sql(policy), policy.segments
    if rules is None:
        return case_expression(policy, score, draw, written)
    column = identifier(rules.column)
    conditions = {name: _is_segment(column, name) for name in rules.thresholds}
    return expression_by_segment(policy, score, conditions, written)


def score_in_sql(policy: SavedPolicy) -> str:
    """Return the score column; a confidence as it is read by the decision beside it."""
    score, one = identifier(policy.column), policy.confidence
    if one is None:
        return score
    decision = identifier(one.decision)
    branches = (
        f"WHEN {decision} IN ({', '.join(map(quoted, values))}) THEN {read}"
        for values, read in ((one.positives, score), (one.negatives, f"{one.whole:g} - {score}"))
        if values
    )
    return f"(CASE {' '.join(branches)} END)"


def expression_by_segment(
    policy: SavedPolicy, score: str, conditions: Mapping[str, str], values: Sequence[str] = CODES
) -> str:
    """Return the CASE expression of own thresholds: NULL in any other segment.

    Parameters
    ----------
    policy, score, values
        As of `case_expression`.
    conditions : mapping of str to str
        By segment, what tells in SQL whether a row belongs to it.
    """
    thresholds = {} if policy.segments is None else policy.segments.thresholds
    branches = [
        f"WHEN {conditions[name]} THEN "
        + case_expression(replace(policy, threshold=threshold), score, values=values)
        for name, threshold in thresholds.items()
    ]
    return f"CASE {' '.join(branches)} ELSE NULL END"


def _is_segment(column: str, name: str) -> str:
    absent = f"{column} IS NULL OR {column} = ''"
    return absent if name == NO_VALUE else f"{column} = {quoted(name)}"


def number_in_sql(name: str) -> str:
    """Return a DOUBLE in the text that `csv_writer` gives it, empty where it is NaN."""
    size = f"abs({name})"
    is_exact = f"{size} < {LARGEST_EXACT}"
    whole = f"replace({name}::VARCHAR, '.0', '')"
    return (
        f"CASE WHEN isnan({name}) THEN '' WHEN {name} = trunc({name}) AND {is_exact} THEN {whole} "
        f"WHEN {size} >= 1e-4 AND {is_exact} THEN to_json({name})::VARCHAR ELSE {name}::VARCHAR END"
    )


_MARKS = ("','", "'\"'", "chr(10)", "chr(13)")


def cell_in_sql(name: str) -> str:
    """Return a text as a cell: no formula, quoted where it has to be; as `deciding.id_cell`."""
    formula = (
        f"regexp_matches({name}, '^[=@\\t\\r]') OR "
        f"(regexp_matches({name}, '^[+-]') AND TRY_CAST({name} AS DOUBLE) IS NULL)"
    )
    safe = f"CASE WHEN {formula} THEN concat('''', {name}) ELSE {name} END"
    marked = f"concat('\"', replace({safe}, '\"', '\"\"'), '\"')"
    has_marks = " OR ".join(f"contains({name}, {mark})" for mark in _MARKS)
    # Only texts that begin before "0", with "=" or with "@" can be formulas; comparing is quick.
    is_plain = f"({name} >= '0' AND {name} < '=') OR {name} >= 'A'"
    cell = f"CASE WHEN {has_marks} THEN {marked} ELSE {safe} END"
    return f"CASE WHEN ({is_plain}) AND NOT ({has_marks}) THEN {name} ELSE {cell} END"
