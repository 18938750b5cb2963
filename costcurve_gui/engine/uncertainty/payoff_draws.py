"""Profits under many draws of payoffs and prior, without a row of the sample per draw.

Each payoff cell is a sum of terms: a factor that hangs on the draw times a column of the cases.
What a rule earns is then linear in the class means of these columns, its features.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.curves.profit_build_up import payoff_sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices, Rows
    from costcurve_gui.engine.counts.cost_table import RankOrder
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.curves.profit_build_up import CellSums

    Column: TypeAlias = float | Floats

_EXACT: Final = 30_000_000
"""Up to this many products of rows and draws, all of them are made."""
_DIRECTIONS: Final = 48
"""Beyond, the rows are those that are best in any of so many draws."""
_COARSE: Final = 20_000
"""Rules that are looked at first."""
_BLOCK: Final = 4_000_000


@dataclass(frozen=True, slots=True, eq=False)
class PayoffTerms:
    """The columns of the four cells: numbers, or ndarray of float64 of shape (n,)."""

    tp: tuple[Column, ...]
    fp: tuple[Column, ...]
    fn: tuple[Column, ...]
    tn: tuple[Column, ...]

    @property
    def count(self) -> int:
        """Number of features: terms of all cells."""
        return len(self.tp) + len(self.fn) + len(self.fp) + len(self.tn)


@dataclass(frozen=True, slots=True, eq=False)
class PayoffFactors:
    """The factors of the terms in each draw, shape (draws, terms of the cell), and the priors.

    Attributes
    ----------
    tp, fp, fn, tn : ndarray of float64, shape (draws, k)
        Factors, in the order of the columns of `PayoffTerms`.
    prior : ndarray of float64, shape (draws,)
        p(+) of deployment, 0-1.
    """

    tp: Floats
    fp: Floats
    fn: Floats
    tn: Floats
    prior: Floats

    @property
    def weights(self) -> Floats:
        """What each feature counts in the profit, shape (draws, features)."""
        positive, negative = self.prior[:, None], 1 - self.prior[:, None]
        parts = (positive * self.tp, positive * self.fn, negative * self.fp, negative * self.tn)
        return np.hstack(parts)


def rule_features(
    terms: PayoffTerms,
    table: ThresholdTable,
    order: RankOrder | None,
    rows: Rows,
    sample_weight: Floats | None = None,
) -> Floats:
    """Return what rules get of each term per instance of its class.

    Parameters
    ----------
    terms : PayoffTerms
        Columns of the cells, row by row as the scores.
    table : ThresholdTable
        Counts of the model.
    order : RankOrder or None
        Order of the same scores; None will do where no column is an array.
    rows : ndarray of int64 or slice
        Rows of the threshold table: the rules.
    sample_weight : ndarray of float64, shape (n,), optional
        The weights of `table`.

    Returns
    -------
    ndarray of float64, shape (rules, features)
        Its product with `PayoffFactors.weights` is the expected profit per instance.
    """
    found = []
    for cell, side in (("tp", 0), ("fn", 1), ("fp", 0), ("tn", 1)):
        for column in getattr(terms, cell):
            cells = dict.fromkeys(("tp", "fp", "fn", "tn"), 0.0) | {cell: column}
            sums: CellSums = getattr(
                payoff_sums(PayoffMatrix(**cells), table, order, sample_weight), cell
            )
            above = sums.unit * np.asarray(sums.payoffs.at(rows), np.float64)
            whole = sums.unit * sums.payoffs.total
            found.append((whole - above if side else above) / sums.counts.total)
    return np.stack(found, axis=-1)


def perfect_features(terms: PayoffTerms, features: Floats) -> Floats:
    """Return the features of perfect decisions, from those of all rules of a model.

    Parameters
    ----------
    features : ndarray of float64, shape (rules, features)
        Of a model whose first rule acts on nobody and whose last acts on all.
    """
    found, fn = np.zeros(terms.count), len(terms.tp)
    found[:fn] = features[-1, :fn]
    start = terms.count - len(terms.tn)
    found[start:] = features[0, start:]
    return found


def best_profits(weights: Floats, features: Floats) -> Floats:
    """Return the profit of the best rule in each draw, shape (draws,).

    Exact up to 30 million products of draws and rules. Beyond, the rules looked at are those
    that are best in any of 48 of the draws, spread over all of them, and with more than 20,000
    rules their neighbours among every k-th one: that is never too high.
    """
    rows, draws = len(features), len(weights)
    if rows * draws > _EXACT:
        # What acting on all earns more than acting on nobody tells the draws apart best.
        change = features[-1] - features[0]
        tilt = weights @ change / np.maximum(np.abs(weights) @ np.abs(change), 1e-300)
        some = weights[np.argsort(tilt, kind="stable")[_spread(draws)]]
        features = features[_best_rows(some, features)]
    return _blocks(weights, features)[0]


def _best_rows(weights: Floats, features: Floats) -> Indices:
    """Return the rules that are best in any draw, searched coarsely first and then around."""
    step = -(-len(features) // _COARSE)
    near = step * np.unique(_blocks(weights, features[::step])[1])
    around = np.arange(1 - step, step)
    rows = np.unique(np.clip(near[:, None] + around, 0, len(features) - 1))
    return rows[np.unique(_blocks(weights, features[rows])[1])]


def _spread(draws: int) -> Indices:
    return np.linspace(0, draws - 1, _DIRECTIONS).astype(np.int64)


def _blocks(weights: Floats, features: Floats) -> tuple[Floats, Indices]:
    """Return the largest product of each row of weights with any features, and where."""
    step = max(_BLOCK // len(features), 1)
    best, where = [], []
    for start in range(0, len(weights), step):
        products = weights[start : start + step] @ features.T
        at = products.argmax(axis=1)
        where.append(at)
        best.append(products[np.arange(len(at)), at])
    return np.concatenate(best), np.concatenate(where)


def sound_draws(terms: PayoffTerms, factors: PayoffFactors, y_true: Bools) -> Bools:
    """Tell which draws keep the rules of payoffs: no error cost below 0, none of them all 0.

    Parameters
    ----------
    terms, factors
        The payoffs of the draws.
    y_true : ndarray of bool, shape (n,)
        True for positives; of counts, any one of each class.

    Returns
    -------
    ndarray of bool, shape (draws,)

    Notes
    -----
    With one column that varies its ends decide. With several, more than 30 million products of
    rows and draws are replaced by the rows that are worst in any of 48 draws.
    """
    misses = _errors(terms.tp, factors.tp, terms.fn, factors.fn, y_true)
    alarms = _errors(terms.tn, factors.tn, terms.fp, factors.fp, ~y_true)
    return misses & alarms


def _errors(
    right: Sequence[Column], gain: Floats, wrong: Sequence[Column], loss: Floats, members: Bools
) -> Bools:
    factors, columns = np.hstack([gain, -loss]), [*right, *wrong]
    constant = np.zeros(len(factors))
    varying: dict[int, Floats] = {}  # by the identity of a column: cells share them
    arrays: dict[int, Floats] = {}
    for at, column in enumerate(columns):
        if isinstance(column, np.ndarray):
            varying[id(column)] = varying.get(id(column), 0.0) + factors[:, at]
            arrays[id(column)] = column
        else:
            constant += factors[:, at] * column
    if not varying:
        return np.isfinite(constant) & (constant > 0)
    weights = np.stack(list(varying.values()), axis=1)
    values = np.stack([arrays[key][members] for key in varying], axis=1)
    least, most = _extremes(weights, values)
    slack = 1e-12 * (np.abs(constant) + np.abs(weights) @ np.abs(values).max(axis=0))
    found: Bools = np.isfinite(least) & (constant + least >= -slack) & (constant + most > slack)
    return found


def _extremes(weights: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Return the smallest and the largest product of each row of weights with any values."""
    if values.shape[1] == 1:
        ends = np.array([[values.min()], [values.max()]])
        products = weights @ ends.T
        return products.min(axis=1), products.max(axis=1)
    if len(values) * len(weights) > _EXACT:
        some = weights[_spread(len(weights))]
        rows = np.concatenate([_blocks(some, values)[1], _blocks(-some, values)[1]])
        values = values[np.unique(rows)]
    return -_blocks(-weights, values)[0], _blocks(weights, values)[0]
