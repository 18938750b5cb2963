"""A file whose models lack the scores of different rows, and comparisons by brute force."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from tests.helpers.samples import dataset, loaded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.dataio.dataset import Dataset

NAMES = ("a", "b", "c")
PAIRS = tuple(combinations(NAMES, 2))
PAYOFF = PayoffSpec(tp="0", fp="-150", fn="-amount", tn="0", unit="DM")
PRIOR = 0.2
GRID = np.linspace(0, 1, 20_001)
MIDDLE = (GRID[1:] + GRID[:-1]) / 2


def with_gaps() -> Dataset:
    """Return 240 rows: a lacks the large amounts, b some of the small ones, c none."""
    data = dataset(240, seed=5)
    amount, rng = data.numeric["amount"], np.random.default_rng(1)
    scores = {name: column.copy() for name, column in data.scores.items()}
    scores["score_a"][amount > np.quantile(amount, 0.8)] = np.nan
    scores["score_b"][(amount < np.median(amount)) & (rng.random(240) < 0.5)] = np.nan
    return replace(
        data, scores=scores, missing={k: int(np.isnan(v).sum()) for k, v in scores.items()}
    )


DATA = with_gaps()


def scores(name: str) -> np.ndarray:
    return DATA.scores[f"score_{name}"]


def common(*names: str) -> np.ndarray:
    """Return which rows all of these models scored."""
    return ~np.any([np.isnan(scores(name)) for name in names], axis=0)


def lines(name: str, rows: np.ndarray) -> np.ndarray:
    """Return x and y of ROCIV at each threshold, over some rows, shape (k, 2)."""
    score, y_true, amount = scores(name)[rows], DATA.y_true[rows], DATA.numeric["amount"][rows]
    thresholds = [np.inf, *np.unique(score)]
    return np.array(
        [
            (
                np.mean(score[~y_true] >= t),
                amount[y_true & (score >= t)].sum() / amount[y_true].sum(),
            )
            for t in thresholds
        ]
    )


def costs(name: str, rows: np.ndarray, at: np.ndarray = MIDDLE) -> np.ndarray:
    """Return the lower envelope over some rows by looking at every threshold."""
    x, y = lines(name, rows).T
    return (np.outer(1 - y, at) + np.outer(x, 1 - at)).min(axis=0)


def profit(name: str, rows: np.ndarray, threshold: float, prior: float = PRIOR) -> float:
    """Return what a threshold earns per case over some rows."""
    acts, y_true = scores(name)[rows] >= threshold, DATA.y_true[rows]
    amount = DATA.numeric["amount"][rows]
    missed = np.where(acts, 0.0, -amount)[y_true].mean()
    return float(prior * missed + (1 - prior) * np.where(acts, -150.0, 0.0)[~y_true].mean())


def key(name: str) -> str:
    (found,) = (model.key for model in loaded(DATA, PAYOFF).info.models if model.name == name)
    return found


def gap_snapshot(
    selected: str,
    known: bool = True,
    data: Dataset = DATA,
    only: Sequence[str] = NAMES,
    **changes: Any,
) -> Snapshot:
    """Return a snapshot with one model selected; `known` with what is wanted of common cases."""
    opened = loaded(data, PAYOFF)
    chosen = next(model.key for model in opened.info.models if model.name == selected)
    settings = DatasetSettings(payoff=PAYOFF, condition=ConditionSpec(PRIOR), selected=chosen)
    models = tuple(one for one in opened.curve_set.models if one.info.name in only)
    snapshot = build_snapshot(
        replace(opened.curve_set, models=models), replace(settings, **changes)
    )
    return with_all_common_cases(snapshot) if known else snapshot
