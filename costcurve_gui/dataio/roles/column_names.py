"""What the name of a column tells: its role, and which payoff it holds (`cost_fp`, `loan_amount`).

Payoffs are proposed for the cells of the payoff matrix, used only when the user accepts them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.columns import ColumnInfo, Kind
from costcurve_gui.dataio.expressions.errors import written
from costcurve_gui.dataio.roles.column_roles import (
    Role,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


_FOLD_NAMES: Final = {"fold", "folds", "cv_fold", "fold_id"}
_WEIGHT_NAMES: Final = {
    "weight", "weights", "sample_weight", "sample_weights", "case_weight", "case_weights",
    "instance_weight", "sampling_weight", "survey_weight", "observation_weight", "row_weight",
}  # fmt: skip
_ID_NAMES: Final = {
    "id", "index", "row", "row_number", "case", "case_id", "key", "uuid", "instance", "example",
    "observation", "record",
}  # fmt: skip
_ID_WORDS: Final = {"id", "ids", "uuid", "guid", "key", "iban"}
_NUMBER_WORDS: Final = {"no", "nr", "num", "number", "index", "idx", "row", "ref", "reference"}
_MOSTLY = 0.9  # of the rows have a number of their own: it is no count, such as a house number
_GROUP_NAMES: Final = {
    "customer", "client", "patient", "account", "subject", "person", "user", "household",
    "member", "borrower", "cluster", "group", "card", "cardholder", "applicant", "cust", "acct",
    "participant", "respondent", "policyholder",
}  # fmt: skip
_GROUP_ENDS: Final = {
    "id",
    "ids",
    "no",
    "nr",
    "num",
    "number",
    "key",
    "code",
    "ref",
    "uuid",
    "hash",
}
_DAY_WORDS: Final = {"day", "days", "date", "time", "week", "month", "received", "timestamp"}
FEWEST_GROUPS = 20  # else a category: whether there is an account, not whose it is
_MANY = 50
REPEATED = 0.1  # of the values: fewer are slips
_MONEY_NAMES: Final = {
    "amount", "cost", "costs", "value", "price", "loss", "revenue", "profit", "balance",
    "exposure", "limit", "premium", "donation", "margin",
}  # fmt: skip
_SURE_MONEY: Final = {"amount", "cost", "costs", "price", "revenue", "payoff", "payoffs"}
_SCORE_STARTS: Final = ("score", "prob", "p_", ".pred")
_SCORE_OF_CLASS: Final = re.compile(r"p[01]|p ?\([^=]*=.*\)")  # p1; P (class=bad)
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_COSTS: Final = frozenset({
    "cost", "costs", "loss", "losses", "penalty", "expense", "expenses", "fee", "damage", "price",
})  # fmt: skip
_GAINS: Final = frozenset({
    "gain", "gains", "benefit", "benefits", "profit", "revenue", "reward", "payoff", "payoffs",
    "payout", "utility", "value", "saving", "savings",
})  # fmt: skip
_CELLS: Final = {
    "tp": "tp", "fp": "fp", "fn": "fn", "tn": "tn", "hit": "tp", "miss": "fn", "missed": "fn",
    "true positive": "tp", "false positive": "fp", "false negative": "fn", "true negative": "tn",
    "false alarm": "fp", "correct rejection": "tn",
}  # fmt: skip
_FILLERS: Final = frozenset({"of", "a", "the", "per", "case", "for", "in", "eur", "usd", "gbp"})
_AT_STAKE: Final = frozenset({
    "loan", "credit", "exposure", "claim", "fraud", "outstanding", "principal", "ead", "invoice",
    "transaction", "debt",
})  # fmt: skip
_AMOUNTS: Final = frozenset({
    "amount", "amt", "balance", "sum", "exposure", "limit", "at", "default", "outstanding",
    "principal", "volume",
})  # fmt: skip
_ALONE: Final = frozenset({"exposure", "ead", "principal", "outstanding"})
_GIFTS: Final = frozenset({"gift", "donation", "donated"})


def role_by_name(column: ColumnInfo) -> Role:
    """Return the role that the name of a column suggests; IGNORE where it suggests none."""
    name = column.name.lower()
    if name in _FOLD_NAMES:
        return Role.FOLD
    if _is_group(column):
        return Role.GROUP
    if is_identifier(column):
        return Role.IDENTIFIER
    if _may_be_weights(column):
        return Role.COST
    if column.kind.is_numeric and names_money(column.name):
        return Role.SCORE if names_score(name) else Role.COST
    return Role.IGNORE


def suspected_weight(columns: Iterable[ColumnInfo], used: Iterable[str]) -> str:
    """Return the column that may be sample weights by its name, or kilograms; mostly none."""
    taken = set(used)
    free = (one.name for one in columns if one.name not in taken and _may_be_weights(one))
    return next(free, "")


def _may_be_weights(column: ColumnInfo) -> bool:
    return (
        column.name.lower() in _WEIGHT_NAMES
        and column.kind.is_numeric
        and column.minimum is not None
        and column.minimum >= 0
    )


def names_money(name: str) -> bool:
    """Tell whether a column's name says that it holds money."""
    words = name_words(name)
    last = words[-1] if words else ""
    return last in _MONEY_NAMES or not _SURE_MONEY.isdisjoint(words) or names_payoff(name)


def is_identifier(column: ColumnInfo) -> bool:
    """Whether a column is called an identifier, or numbers cases: customerId, case_no.

    Text that is named for a customer and never the same twice tells the cases apart as well.
    """
    name = column.name.lower()
    if name in _ID_NAMES or (column.kind is Kind.TEXT and _names_each_case(column)):
        return True
    words = name_words(column.name)
    if len(words) < 2 or names_score(name) or column.kind is Kind.NUMBER:
        return False
    if words[-1] in _ID_WORDS or words[0] == "id":
        return True
    seen = sum(column.counts.values())
    return words[-1] in _NUMBER_WORDS and _MOSTLY * seen <= column.distinct


def _names_each_case(column: ColumnInfo) -> bool:
    once = column.distinct >= FEWEST_GROUPS and all(one == 1 for one in column.counts.values())
    return once and names_group(column.name)


def _is_group(column: ColumnInfo) -> bool:
    """Whether a column is named for a customer or the like, and most have several rows."""
    return names_group(column.name) and may_repeat(column, FEWEST_GROUPS)


def names_group(name: str) -> bool:
    """Whether a column is named for a customer, a card or the like."""
    words = [word for word in name_words(name) if word not in _GROUP_ENDS]
    return len(words) == 1 and (
        words[0] in _GROUP_NAMES or words[0].removesuffix("s") in _GROUP_NAMES
    )


def may_repeat(column: ColumnInfo, fewest: int) -> bool:
    """Whether a column has many values, and of those seen a good part in several rows."""
    if column.kind not in (Kind.TEXT, Kind.WHOLE):
        return False
    counts = column.counts.values()
    repeated = sum(count > 1 for count in counts)
    return len(counts) >= fewest and repeated >= REPEATED * len(counts)


def day_columns(columns: Iterable[ColumnInfo]) -> tuple[str, ...]:
    """Return the columns of several dates, and of numbers that are named after days."""
    return tuple(
        column.name
        for column in columns
        if column.distinct > 1
        and (
            column.kind is Kind.DATE
            or (column.kind is Kind.WHOLE and _DAY_WORDS & set(name_words(column.name)))
        )
    )


def unit_columns(columns: Iterable[ColumnInfo]) -> tuple[str, ...]:
    """Return the columns that may name a card, a customer or a machine: several rows have each.

    Those that are named for one come first; others have more values than a category.
    """
    free = [one for one in columns if may_repeat(one, 2)]
    named = [one.name for one in free if names_group(one.name)]
    many = (one.name for one in free if one.distinct >= _MANY and not names_group(one.name))
    return (*named, *many)


def names_score(name: str) -> bool:
    """Tell whether a column is called a score: score_a, prob_b, p_c, .pred_bad, p1, P (class=1)."""
    lower = name.lower()
    return lower.startswith(_SCORE_STARTS) or _SCORE_OF_CLASS.fullmatch(lower) is not None


@dataclass(frozen=True, slots=True)
class PayoffColumn:
    """A column that is proposed for a cell of the payoff matrix.

    Parameters
    ----------
    cell : str
        `tp`, `fp`, `fn` or `tn`.
    column : str
    expression : str
        What the cell would hold: gain positive, loss negative.
    reason : str
        Why, in words that follow the column's name.
    """

    cell: str
    column: str
    expression: str
    reason: str


def name_words(name: str) -> list[str]:
    """Split a column's name into lower-case words.

    >>> name_words("costFP"), name_words("loan_amount_eur")
    (['cost', 'fp'], ['loan', 'amount', 'eur'])
    """
    return [word.lower() for word in _WORD.findall(name)]


def names_payoff(name: str) -> bool:
    """Tell whether a column's name says which payoff it holds.

    >>> names_payoff("cost_fp"), names_payoff("gain_tp"), names_payoff("fp_rate")
    (True, True, False)
    """
    return _meaning(name) is not None


def propose_payoffs(columns: Iterable[ColumnInfo]) -> tuple[PayoffColumn, ...]:
    """Propose columns of numbers for cells, at most one a cell: one that names it before others.

    The costs are negative gains; those that are negative in the file already stay as they are.
    """
    found: dict[str, PayoffColumn] = {}
    numeric = [column for column in columns if column.kind.is_numeric]
    for by_cell in (True, False):
        for proposed in _proposals(numeric, by_cell=by_cell):
            found.setdefault(proposed.cell, proposed)
    return tuple(found[cell] for cell in ("tp", "fp", "fn", "tn") if cell in found)


def _proposals(columns: Iterable[ColumnInfo], *, by_cell: bool) -> Iterator[PayoffColumn]:
    for column in columns:
        meaning = _meaning(column.name)
        if meaning is None or meaning[2] is not by_cell:
            continue
        cell, is_loss, _ = meaning
        name = written(column.name)
        if not is_loss:
            yield PayoffColumn(cell, column.name, name, "a gain")
        elif column.maximum is not None and column.maximum <= 0:
            yield PayoffColumn(cell, column.name, name, "a loss, negative in the file already")
        else:
            yield PayoffColumn(cell, column.name, f"-{name}", "a loss, so a negative gain")


def _meaning(name: str) -> tuple[str, bool, bool] | None:
    """Return the cell, whether it is a loss, and whether the name has the cell itself."""
    words = [word for word in name_words(name) if word not in _FILLERS]
    kinds = [word for word in words if word in _COSTS | _GAINS]
    rest = " ".join(word for word in words if word not in kinds)
    if len(kinds) == 1 and rest in _CELLS:
        return _CELLS[rest], kinds[0] in _COSTS, True
    if _is_at_stake(words):
        return "fn", True, False
    if words and words[0] in _GIFTS and set(words[1:]) <= _AMOUNTS:
        return "tp", False, False
    return None


def _is_at_stake(words: list[str]) -> bool:
    """Whether a positive that is missed loses it: the amount of a loan, of a claim, of a fraud."""
    if not words or words[0] not in _AT_STAKE or not set(words[1:]) <= _AMOUNTS:
        return False
    return len(words) > 1 or words[0] in _ALONE
