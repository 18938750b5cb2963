"""A saved policy as code of another language, which decides like `rule.decide`."""

from __future__ import annotations

import math
from decimal import ROUND_FLOOR, Context, Decimal
from typing import TYPE_CHECKING, Final, Literal, get_args

from costcurve_gui.dataio.errors import DataError, readable
from costcurve_gui.dataio.formats.duckdb_connection import identifier, quoted
from costcurve_gui.dataio.segments import NO_VALUE
from costcurve_gui.policies.payoff_code import per_case_in_python, per_case_in_sql
from costcurve_gui.policies.saved import NOBODY, spelled
from costcurve_gui.policies.sql import draw_expression, sql_rule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.policies.per_case import SavedCalibration
    from costcurve_gui.policies.saved import SavedPolicy, Threshold
    from costcurve_gui.policies.sql import Dialect

    Limit = tuple[str, Decimal]

Language = Literal["sql", "excel", "python", "sklearn"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
Separator = Literal["comma", "semicolon"]
SEPARATORS: Final[Mapping[Separator, str]] = {"comma": ",", "semicolon": ";"}
_NO_TEXT = '""'
_DIGITS = 15  # that a spreadsheet compares
_SMALLEST, _LARGEST = 2.2250738585072014e-308, 9.99999999999999e307  # that one can hold
_CODES = ("1", "0", "2")


def described(policy: SavedPolicy) -> str:
    """Return what a policy decides in one sentence, for the first line of its code."""
    if policy.calibration is not None:
        text = f"{policy.criterion} of {policy.model}: act where that is expected to pay, by "
        return readable(text + ", ".join((policy.column, *policy.calibration.columns)))
    relation = "at most" if policy.lower_is_positive else "at least"
    column = policy.column
    text = f"{policy.criterion} of {policy.model}: act where {column} is {relation} "
    if policy.segments is not None:
        parts = (f"{spelled(one)} in {name}" for name, one in policy.segments.thresholds.items())
        return readable(f"{text}{', '.join(parts)}, by {policy.segments.column}")
    text += spelled(policy.threshold)
    if policy.threshold == NOBODY:
        text = f"{policy.criterion} of {policy.model}: act on nobody"
    if policy.is_mixture:
        text += f", in {policy.mixing:.4g} of the cases from {spelled(policy.threshold_2)} on"
    if policy.has_review:
        text += f", refer from {spelled(policy.threshold_review)} on"
    return readable(text)


def as_sql(
    policy: SavedPolicy,
    names: Sequence[str] = (),
    dialect: Dialect | None = None,
    key: str | None = None,
) -> str:
    """Return a CASE expression over the score column, NULL where the score is missing or NaN.

    Parameters
    ----------
    names : sequence of str
        What stands for act, leave and refer; 1, 0 and 2 without.
    dialect, key : str, optional
        The database and the column of identifiers, which a mixture needs.

    Raises
    ------
    DataError
        Where a mixture lacks one of them.
    """
    draw = None
    if policy.calibration is not None:
        return f"-- {described(policy)}\n{_case_by_case(policy, policy.calibration, names)}\n"
    if policy.is_mixture:
        if dialect is None or key is None:
            raise DataError(
                "This policy mixes two thresholds at random, and databases have no hash in common: "
                "say --dialect duckdb or postgresql, and --id COL. "
                f"{_single(policy)} is a single threshold, which needs neither."
            )
        draw = draw_expression(policy.seed, identifier(key), dialect)
    return f"-- {described(policy)}\n{sql_rule(policy, names, draw)}\n"


def as_python(policy: SavedPolicy, names: Sequence[str] = ()) -> str:
    """Return a function of score and key that needs nothing but Python.

    Parameters
    ----------
    names : sequence of str
        What stands for act, leave and refer; 1, 0 and 2 without.
    """
    act, leave, refer = _values([repr(name) for name in names])
    if policy.calibration is not None:
        return per_case_in_python(policy, policy.calibration, _plain(described(policy)), act, leave)
    lower = policy.lower_is_positive
    if policy.segments is not None:
        return _python_of_segments(policy, act, leave)
    lines = [
        *(["import hashlib", "", ""] if policy.is_mixture else []),
        "def decide(score, key=None):",
        f'    """{_plain(described(policy))}."""',
        "    if score is None or score != score:",
        "        return None",
    ]
    reached = _in_python(policy.threshold, lower=lower)
    if policy.is_mixture:
        text = f'f"{policy.seed}:{{key}}".encode()'
        lines += [
            f"    draw = int.from_bytes(hashlib.sha256({text}).digest()[:8], 'big') / 2**64",
            f"    if draw < {policy.mixing!r}:",
            f"        reached = {_in_python(policy.threshold_2, lower=lower)}",
            "    else:",
            f"        reached = {reached}",
        ]
        reached = "reached"
    lines += [f"    if {reached}:", f"        return {act}"]
    if policy.has_review:
        referred = _in_python(policy.threshold_review, lower=lower)
        lines += [f"    if {referred}:", f"        return {refer}"]
    return "\n".join([*lines, f"    return {leave}", ""])


def _case_by_case(policy: SavedPolicy, calibration: SavedCalibration, names: Sequence[str]) -> str:
    act, leave, _ = _values([quoted(name) for name in names])
    column = identifier(policy.column)
    return per_case_in_sql(
        calibration, f"(-{column})" if policy.lower_is_positive else column, act, leave
    )


def _python_of_segments(policy: SavedPolicy, act: str, leave: str) -> str:
    """Return a function of score and segment; a segment without a threshold is a KeyError."""
    rules, lower = policy.segments, policy.lower_is_positive
    branches = [] if rules is None else rules.thresholds.items()
    return "\n".join(
        [
            "def decide(score, segment):",
            f'    """{_plain(described(policy))}."""',
            "    if score is None or score != score:",
            "        return None",
            "    reaches = {",
            *(f"        {n!r}: lambda score: {_in_python(t, lower=lower)}," for n, t in branches),
            "    }",
            f"    return {act} if reaches[segment or {NO_VALUE!r}](score) else {leave}",
            "",
        ]
    )


def _one_threshold(policy: SavedPolicy, language: str) -> None:
    if policy.segments is not None:
        raise DataError(
            f"This policy has a threshold for each {policy.segments.column}, and {language} has "
            "one. SQL or Python can."
        )


def _in_python(threshold: Threshold | None, *, lower: bool) -> str:
    if threshold is None or threshold == NOBODY:
        return "False"
    value = float(threshold)
    number = repr(value) if math.isfinite(value) else f"float('{value}')"
    return f"score {'<=' if lower else '>='} {number}"


def as_excel(
    policy: SavedPolicy, names: Sequence[str] = (), cell: str = "A2", separator: Separator = "comma"
) -> str:
    """Return a formula over the cell of a score, empty where that holds no number.

    Spreadsheets compare 15 digits: the constant has no more, and lies between the threshold and
    the next score of the sample, so that the sample is decided alike.

    Parameters
    ----------
    names : sequence of str
        What stands for act, leave and refer; 1, 0 and 2 without.
    cell : str
        That of the first score.
    separator : str
        Where decimals have a comma arguments are parted by semicolons. Such a formula has its
        constant as a whole number and a power of ten, which every setting reads alike.

    Raises
    ------
    DataError
        Where there is no such number, or the policy draws at random.
    """
    _one_threshold(policy, "a formula over a cell")
    if policy.is_mixture:
        raise DataError(
            "This policy mixes two thresholds at random, and a formula has no hash to draw by. "
            f"{_single(policy)} is a single threshold."
        )
    if policy.calibration is not None:
        raise DataError(
            "This policy decides case by case, from several columns; a formula over one cell "
            "cannot. SQL or Python can."
        )
    act, leave, refer = _values(['"' + name.replace('"', '""') + '"' for name in names])
    decided = leave
    if policy.has_review:
        review = _in_excel(policy, policy.threshold_review, policy.next_review_score)
        decided = _if_excel(review, cell, (refer, decided), separator)
    first = _in_excel(policy, policy.threshold, policy.next_score)
    inner = _if_excel(first, cell, (act, decided), separator)
    return f"=IF({SEPARATORS[separator].join((f'ISNUMBER({cell})', inner, _NO_TEXT))})\n"


def _if_excel(
    condition: Limit | bool, cell: str, values: tuple[str, str], separator: Separator
) -> str:
    if isinstance(condition, bool):
        return values[0 if condition else 1]
    relation, number = condition
    limit = _digits(number) if separator == "comma" else _whole(number)
    return f"IF({SEPARATORS[separator].join((f'{cell}{relation}{limit}', *values))})"


def _in_excel(
    policy: SavedPolicy, threshold: Threshold | None, after: float | None
) -> Limit | bool:
    """Return what tells whether a number reaches a threshold; numbers are finite there."""
    if threshold is None or threshold == NOBODY:
        return False
    value = float(threshold)
    if math.isinf(value):
        return (value > 0) is policy.lower_is_positive
    sign = -1 if policy.lower_is_positive else 1
    limit = None if after is None else sign * after
    number = excel_constant(sign * value, limit)
    if number is None:
        raise DataError(
            f"A spreadsheet compares {_DIGITS} digits, and no number of so many lies between the "
            f"threshold {spelled(value)} and the next score of the sample, "
            f"{spelled(after)}: it could not tell them apart. SQL or Python can."
        )
    return "<=" if policy.lower_is_positive else ">=", sign * number


def excel_constant(threshold: float, after: float | None) -> Decimal | None:
    """Return a number of at most 15 digits that tells scores from `threshold` on from lower ones.

    Parameters
    ----------
    threshold : float
        Finite.
    after : float or None
        The next lower score; None where there is none.

    Returns
    -------
    Decimal or None
        Not above the threshold, and above `after` as a spreadsheet compares it; None without one.

    Examples
    --------
    >>> excel_constant(0.1 + 0.2, 0.25), excel_constant(0.1 + 0.2, 0.3)
    (Decimal('0.300000000000000'), None)
    """
    if threshold and not _SMALLEST <= abs(threshold) <= _LARGEST:
        return None
    number = Context(prec=_DIGITS, rounding=ROUND_FLOOR).create_decimal(Decimal(threshold))
    if after is None or math.isinf(after):
        return number
    compared = Context(prec=_DIGITS).create_decimal(Decimal(after))
    return number if compared < number and Decimal(after) < number else None


def _digits(number: Decimal) -> str:
    plain = number.normalize()
    return f"{plain:f}" if -7 < plain.adjusted() < _DIGITS else f"{plain:E}"


def _whole(number: Decimal) -> str:
    """Write a number without a decimal mark."""
    sign, digits, exponent = number.normalize().as_tuple()
    whole = "".join(map(str, digits))
    power = f"E{exponent}" if exponent else ""
    return f"{'-' * sign}{whole}{power}"


def as_sklearn(policy: SavedPolicy, positive: str) -> str:
    """Return code that makes a classifier of a fitted estimator.

    Parameters
    ----------
    positive : str
        The label of a positive.

    Raises
    ------
    DataError
        Where the policy is no single threshold of high scores.
    """
    threshold = sklearn_threshold(policy)
    number = repr(threshold) if math.isfinite(threshold) else f'float("{threshold}")'
    return "\n".join(
        [
            "from sklearn.frozen import FrozenEstimator",
            "from sklearn.model_selection import FixedThresholdClassifier",
            "",
            "",
            "def with_threshold(estimator):",
            f'    """{_plain(described(policy))}.',
            "",
            "    `estimator` is fitted and gives these scores.",
            '    """',
            "    classes = {str(label): label for label in estimator.classes_.tolist()}",
            "    return FixedThresholdClassifier(",
            "        FrozenEstimator(estimator),",
            f"        threshold={number},",
            f"        pos_label=classes[{positive!r}],",
            f"        response_method={response_method(policy)!r},",
            "    )",
            "",
        ]
    )


def sklearn_threshold(policy: SavedPolicy) -> float:
    """Return the threshold of scikit-learn's classifier; raises DataError where it has none."""
    if policy.calibration is not None:
        raise DataError(
            "This policy decides case by case; FixedThresholdClassifier has one threshold for all."
        )
    _one_threshold(policy, "FixedThresholdClassifier")
    if policy.is_mixture or policy.has_review:
        kind = "mixes two thresholds" if policy.is_mixture else "refers cases"
        raise DataError(f"This policy {kind}; FixedThresholdClassifier has one threshold.")
    if policy.lower_is_positive:
        raise DataError(
            "Low scores mean positive here; FixedThresholdClassifier acts on high ones. Plan with "
            "the probability of the positive class."
        )
    if policy.threshold is None or policy.threshold == NOBODY:
        return math.inf
    return float(policy.threshold)


def response_method(policy: SavedPolicy) -> str:
    """Return which method of an estimator gives scores like those of the sample."""
    seen = policy.score
    probable = seen is None or (seen.minimum >= 0 and seen.maximum <= 1)
    return "predict_proba" if probable else "decision_function"


def _values(names: Sequence[str]) -> tuple[str, str, str]:
    act, leave, refer = (*names, *_CODES[len(names) :])[:3]
    return act, leave, refer


def _plain(text: str) -> str:
    """Return a text that can stand between three quotes."""
    return text.replace("\\", "\\\\").replace('"', "'")


def _single(policy: SavedPolicy) -> str:
    return f"--criterion {policy.criterion.removesuffix('_single')}_single"
