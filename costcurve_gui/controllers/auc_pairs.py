"""The AUCs of every two models of a dataset compared on the rows that both scored."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING

from costcurve_gui.engine.errors import NonFiniteScoreError, SingleClassError
from costcurve_gui.engine.resampling.auc_comparison import compare_aucs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.resampling.auc_comparison import AucComparison

DELONG = "DeLong"
NOTHING_IN_COMMON = "no cases of both classes that both models scored"
_NOTHING_IN_COMMON = (SingleClassError, NonFiniteScoreError)  # no rows that both models scored


def delong_method(reason: str, *, grouped: bool, method: str = DELONG) -> str:
    """Return how an interval of an AUC was found, or why there is none.

    DeLong takes every case for independent, those of one group as well.
    """
    if reason:
        return f"no interval ({reason})"
    return f"{method}, groups not regarded" if grouped else method


def compared_aucs(
    dataset: Dataset, columns: Sequence[str], level: float
) -> Mapping[tuple[str, str], AucComparison]:
    """Compare score columns at once where each has every row, else pair by pair.

    A pair without a row that both scored, or with one class only there, is left out.
    """
    try:
        return _compared(dataset, columns, level)
    except _NOTHING_IN_COMMON:
        found: dict[tuple[str, str], AucComparison] = {}
        for pair in combinations(columns, 2):
            with suppress(*_NOTHING_IN_COMMON):
                found.update(_compared(dataset, pair, level))
        return found


def _compared(
    dataset: Dataset, columns: Sequence[str], level: float
) -> Mapping[tuple[str, str], AucComparison]:
    scores = {column: dataset.scores[column] for column in columns}
    return compare_aucs(dataset.y_true, scores, level, dataset.weight)
