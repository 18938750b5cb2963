"""Tell from the name of a column what it may hold."""

from __future__ import annotations

import re
from typing import Final

from costcurve_gui.dataio.columns import ColumnInfo, Kind
from costcurve_gui.dataio.roles.column_roles import (
    Role,
)
from costcurve_gui.dataio.roles.payoff_columns import name_words, names_payoff

_FOLD_NAMES: Final = {"fold", "folds", "cv_fold", "fold_id"}
_WEIGHT_NAMES: Final = {"weight", "weights", "sample_weight", "case_weight"}
_ID_NAMES: Final = {
    "id", "index", "row", "row_number", "case", "case_id", "key", "uuid", "instance", "example",
    "observation", "record",
}  # fmt: skip
_ID_WORDS: Final = {"id", "ids", "uuid", "guid", "key", "iban"}
_NUMBER_WORDS: Final = {"no", "nr", "num", "number", "index", "idx", "row", "ref", "reference"}
_MOSTLY = 0.9  # of the rows have a number of their own: it is no count, such as a house number
_GROUP_NAMES: Final = {
    "customer", "client", "patient", "account", "subject", "person", "user", "household",
    "member", "borrower", "cluster", "group",
}  # fmt: skip
_GROUP_ENDS: Final = ("_id", "_no", "_nr", "_number", "_key")
_FEWEST_GROUPS = 20  # else a category: whether there is an account, not whose it is
_REPEATED = 0.1  # of the values: fewer are slips
_MONEY_NAMES: Final = {
    "amount", "cost", "costs", "value", "price", "loss", "revenue", "profit", "balance",
    "exposure", "limit", "premium", "donation", "margin",
}  # fmt: skip
_SURE_MONEY: Final = {"amount", "cost", "costs", "price", "revenue", "payoff", "payoffs"}
_SCORE_STARTS: Final = ("score", "prob", "p_", ".pred")
_SCORE_OF_CLASS: Final = re.compile(r"p[01]|p ?\(.*=.*\)")  # p1; P (class=bad)


def role_by_name(column: ColumnInfo) -> Role:
    """Return the role that the name of a column suggests; IGNORE where it suggests none."""
    name = column.name.lower()
    if name in _FOLD_NAMES:
        return Role.FOLD
    if _is_group(column):
        return Role.GROUP
    if is_identifier(column):
        return Role.IDENTIFIER
    if name in _WEIGHT_NAMES and column.kind.is_numeric:
        return Role.WEIGHT
    if column.kind.is_numeric and names_money(column.name):
        return Role.SCORE if names_score(name) else Role.COST
    return Role.IGNORE


def names_money(name: str) -> bool:
    """Tell whether a column's name says that it holds money."""
    words = name_words(name)
    last = words[-1] if words else ""
    return last in _MONEY_NAMES or not _SURE_MONEY.isdisjoint(words) or names_payoff(name)


def is_identifier(column: ColumnInfo) -> bool:
    """Whether a column is called an identifier, or numbers cases: customerId, case_no."""
    name = column.name.lower()
    if name in _ID_NAMES:
        return True
    words = name_words(column.name)
    if len(words) < 2 or names_score(name) or column.kind is Kind.NUMBER:
        return False
    if words[-1] in _ID_WORDS or words[0] == "id":
        return True
    seen = sum(column.counts.values())
    return words[-1] in _NUMBER_WORDS and _MOSTLY * seen <= column.distinct


def _is_group(column: ColumnInfo) -> bool:
    """Whether a column is named for a customer or the like, and most have several rows."""
    name = column.name.lower()
    stem = next((name.removesuffix(end) for end in _GROUP_ENDS if name.endswith(end)), name)
    if stem not in _GROUP_NAMES or column.kind not in (Kind.TEXT, Kind.WHOLE):
        return False
    counts = column.counts.values()
    repeated = sum(count > 1 for count in counts)
    return len(counts) >= _FEWEST_GROUPS and repeated >= _REPEATED * len(counts)


def names_score(name: str) -> bool:
    """Tell whether a column is called a score: score_a, prob_b, p_c, .pred_bad, p1, P (class=1)."""
    lower = name.lower()
    return lower.startswith(_SCORE_STARTS) or _SCORE_OF_CLASS.fullmatch(lower) is not None
