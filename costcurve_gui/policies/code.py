"""A saved policy as code of another language, which decides like `rule.decide`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Literal, get_args

from costcurve_gui.dataio.errors import DataError, readable
from costcurve_gui.dataio.formats.duckdb_connection import identifier, quoted
from costcurve_gui.dataio.segments import NO_VALUE
from costcurve_gui.policies.grades import (
    lines_in_python,
    number_in_sql,
    reaching_grades,
    score_text,
)
from costcurve_gui.policies.payoff_code import per_case_in_python, per_case_in_sql
from costcurve_gui.policies.saved import NOBODY, spelled
from costcurve_gui.policies.sql import draw_expression, score_in_sql, sql_rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.policies.per_case import SavedCalibration
    from costcurve_gui.policies.saved import SavedPolicy, Threshold
    from costcurve_gui.policies.sql import Dialect

Language = Literal["sql", "excel", "python", "sklearn"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
_CODES = ("1", "0", "2")


def described(policy: SavedPolicy) -> str:
    """Return what a policy decides in one sentence, for the first line of its code."""
    head, column = f"{policy.criterion} of {policy.model}: act", policy.column
    if policy.calibration is not None:
        named = ", ".join((column, *policy.calibration.columns))
        return readable(f"{head} where that is expected to pay, by {named}")
    relation = "at most" if policy.lower_is_positive else "at least"
    if policy.confidence is not None:
        column = f"the probability by {column} and {policy.confidence.decision}"
    text = f"{head} where {column} is {relation} "
    if policy.segments is not None:
        thresholds = policy.segments.thresholds.items()
        parts = (f"{_told(policy, one)} in {name}" for name, one in thresholds)
        return readable(f"{text}{', '.join(parts)}, by {policy.segments.column}")
    text += spelled(policy.threshold)
    if policy.grades:
        text = f"{head} where {column} is {reaching_grades(policy, policy.threshold)}"
    if policy.threshold == NOBODY:
        text = f"{head} on nobody"
    if policy.is_mixture:
        second = _told(policy, policy.threshold_2)
        text += f", in {policy.mixing:.4g} of the cases from {second} on"
    if policy.has_review:
        text += f", refer from {_told(policy, policy.threshold_review)} on"
    return readable(text)


def _told(policy: SavedPolicy, threshold: Threshold | None) -> str:
    """Return a threshold in words, of grades the grade."""
    if threshold is None or threshold == NOBODY:
        return spelled(threshold)
    return score_text(policy, float(threshold))


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
                f"{single_criterion(policy)} is a single threshold, which needs neither."
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
    act, leave, refer = values_or_codes([repr(name) for name in names])
    require_plain_score(policy)
    if policy.calibration is not None:
        return per_case_in_python(policy, policy.calibration, _plain(described(policy)), act, leave)
    lower = policy.lower_is_positive
    if policy.segments is not None:
        return _python_of_segments(policy, act, leave)
    lines = [
        *(["import hashlib", "", ""] if policy.is_mixture else []),
        "def decide(score, key=None):",
        f'    """{_plain(described(policy))}."""',
        *lines_in_python(policy.grades),
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
    act, leave, _ = values_or_codes([quoted(name) for name in names])
    column = score_in_sql(policy)
    if policy.grades:
        column = number_in_sql(column, policy.grades)
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
            *lines_in_python(policy.grades),
            "    if score is None or score != score:",
            "        return None",
            "    reaches = {",
            *(f"        {n!r}: lambda score: {_in_python(t, lower=lower)}," for n, t in branches),
            "    }",
            f"    return {act} if reaches[segment or {NO_VALUE!r}](score) else {leave}",
            "",
        ]
    )


def _in_python(threshold: Threshold | None, *, lower: bool) -> str:
    if threshold is None or threshold == NOBODY:
        return "False"
    value = float(threshold)
    number = repr(value) if math.isfinite(value) else f"float('{value}')"
    return f"score {'<=' if lower else '>='} {number}"


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


def require_plain_score(policy: SavedPolicy) -> None:
    """Raise DataError for a score that a decision beside it tells how to read."""
    one = policy.confidence
    if one is not None:
        raise DataError(
            f"{one.described(policy.column)}; the code has the score alone. SQL has both columns, "
            "and `decide` reads them."
        )


def sklearn_threshold(policy: SavedPolicy) -> float:
    """Return the threshold of scikit-learn's classifier; raises DataError where it has none."""
    require_plain_score(policy)
    if policy.calibration is not None:
        raise DataError(
            "This policy decides case by case; FixedThresholdClassifier has one threshold for all."
        )
    if policy.grades:
        raise DataError(
            "The scores of this policy are grades, and FixedThresholdClassifier compares numbers. "
            "SQL, Excel or Python can."
        )
    if policy.segments is not None:
        raise DataError(
            f"This policy has a threshold for each {policy.segments.column}, and "
            "FixedThresholdClassifier has one. SQL, Excel or Python can."
        )
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


def values_or_codes(names: Sequence[str]) -> tuple[str, str, str]:
    """Return what stands for act, leave and refer: names, and 1, 0 and 2 where there are none."""
    act, leave, refer = (*names, *_CODES[len(names) :])[:3]
    return act, leave, refer


def _plain(text: str) -> str:
    """Return a text that can stand between three quotes."""
    return text.replace("\\", "\\\\").replace('"', "'")


def single_criterion(policy: SavedPolicy) -> str:
    """Return the option by which a single threshold is chosen in the place of a mixture."""
    return f"--criterion {policy.criterion.removesuffix('_single')}_single"
