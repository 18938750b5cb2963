"""A saved policy as a formula of a spreadsheet, which compares 15 digits."""

from __future__ import annotations

import math
from decimal import ROUND_FLOOR, Context, Decimal
from typing import TYPE_CHECKING, Final, Literal

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.segments import NO_VALUE
from costcurve_gui.policies.code import (
    require_plain_score,
    single_criterion,
    values_or_codes,
)
from costcurve_gui.policies.grades import acted_on, is_one_in_excel
from costcurve_gui.policies.saved import NOBODY, spelled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.policies.saved import SavedPolicy, Threshold

    Limit = tuple[str, Decimal]

Separator = Literal["comma", "semicolon"]
SEPARATORS: Final[Mapping[Separator, str]] = {"comma": ",", "semicolon": ";"}
_NO_TEXT = '""'
_DIGITS = 15  # that a spreadsheet compares
_SMALLEST, _LARGEST = 2.2250738585072014e-308, 9.99999999999999e307  # that one can hold
_LONGEST_TEXT, _LONGEST_FORMULA = 255, 8000


def as_excel(
    policy: SavedPolicy,
    names: Sequence[str] = (),
    cell: str = "A2",
    separator: Separator = "comma",
    segment_cell: str = "B2",
) -> str:
    """Return a formula over the cell of a score, empty where that holds none.

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
    segment_cell : str
        That of the first segment, where each has a threshold; any other one gives an empty text.

    Raises
    ------
    DataError
        Where there is no such number, the policy draws at random or decides case by case, or its
        segments are too many or too long for a formula.
    """
    if policy.is_mixture:
        raise DataError(
            "This policy mixes two thresholds at random, and a formula has no hash to draw by. "
            f"{single_criterion(policy)} is a single threshold."
        )
    if policy.calibration is not None:
        raise DataError(
            "This policy decides case by case, from several columns; a formula over one cell "
            "cannot. SQL or Python can."
        )
    require_plain_score(policy)
    act, leave, refer = values_or_codes([_text(name) for name in names])
    part = SEPARATORS[separator]
    if policy.grades:
        return _of_grades(policy, cell, (act, leave, refer), part)
    if policy.segments is not None:
        inner = _by_segment(policy, cell, segment_cell, (act, leave), separator)
    else:
        decided = leave
        if policy.has_review:
            review = _in_excel(policy, policy.threshold_review, policy.next_review_score)
            decided = _if_excel(review, cell, (refer, decided), separator)
        first = _in_excel(policy, policy.threshold, policy.next_score)
        inner = _if_excel(first, cell, (act, decided), separator)
    return f"=IF({part.join((f'ISNUMBER({cell})', inner, _NO_TEXT))})\n"


def _of_grades(policy: SavedPolicy, cell: str, values: tuple[str, str, str], part: str) -> str:
    """Return a formula that compares texts; `MATCH` would take a * for any text."""
    if policy.segments is not None:
        raise DataError(
            f"This policy has grades and a threshold for each {policy.segments.column}, which is "
            "too much for a formula. SQL or Python can."
        )
    act, leave, refer = values
    acted, referred = (acted_on(policy, one) for one in (policy.threshold, policy.threshold_review))
    found = _NO_TEXT
    rest = [one for one in policy.grades if one not in {*acted, *referred}]
    for decided, grades in ((leave, rest), (refer, [*referred]), (act, [*acted])):
        if grades:
            is_one = is_one_in_excel(cell, grades, part)
            found = f"IF({part.join((is_one, decided, found))})"
    if len(found) > _LONGEST_FORMULA:
        raise DataError(
            f"The names of the {len(policy.grades)} grades are longer than the "
            f"{_LONGEST_FORMULA} characters of a formula. SQL or Python can."
        )
    return f"=IF({part.join((f'ISTEXT({cell})', found, _NO_TEXT))})\n"


def _by_segment(
    policy: SavedPolicy,
    cell: str,
    segment_cell: str,
    values: tuple[str, str],
    separator: Separator,
) -> str:
    """Return the decision by the segment's own threshold; `=` alone would not tell case apart."""
    rules, part = policy.segments, SEPARATORS[separator]
    if rules is None:
        raise TypeError("the policy has no segments")
    found = _NO_TEXT
    for name, threshold in reversed([*rules.thresholds.items()]):
        limit = _in_excel(policy, threshold, rules.next_scores.get(name))
        decided = _if_excel(limit, cell, values, separator)
        text = _NO_TEXT if name == NO_VALUE else _text(name)
        if len(name) > _LONGEST_TEXT:
            raise DataError(
                f"{rules.column} {name[:20]}\u2026 has more than {_LONGEST_TEXT} characters, which "
                "no text in a formula may have. SQL or Python can."
            )
        is_one = f"EXACT({segment_cell}{part}{text})"
        found = f"IF({part.join((is_one, decided, found))})"
    if len(found) > _LONGEST_FORMULA:
        raise DataError(
            f"The thresholds of {len(rules.thresholds)} values of {rules.column} are longer than "
            f"the {_LONGEST_FORMULA} characters of a formula. SQL or Python can."
        )
    return found


def _text(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


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
            f"A spreadsheet compares {_DIGITS} digits, and no number with that many digits lies "
            f"between the "
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
