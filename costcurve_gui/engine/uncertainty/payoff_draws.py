"""Profits under many draws of payoffs and prior, without a row of the sample per draw.

Each payoff cell is a sum of terms: a factor that hangs on the draw times a column of the cases.
What a rule earns is then linear in the class means of these columns, its features.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.curves.profit_build_up import payoff_sums

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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


class RuleFeatures:
    """What rules get of each term per instance of its class, looked up for the rules asked for.

    A column is put in the order of the scores and summed up once for each class; the features of
    millions of rules are never all made.

    Parameters
    ----------
    terms : PayoffTerms
        Columns of the cells, row by row as the scores.
    table : ThresholdTable
        Counts of the model.
    order : RankOrder or None
        Order of the same scores; None will do where no column is an array.
    sample_weight : ndarray of float64, shape (n,), optional
        The weights of `table`.
    """

    def __init__(
        self,
        terms: PayoffTerms,
        table: ThresholdTable,
        order: RankOrder | None = None,
        sample_weight: Floats | None = None,
    ) -> None:
        self.rules = len(table)
        self._terms = terms
        known: dict[tuple[object, bool], CellSums] = {}  # cells of a class share columns
        self._sums: list[tuple[CellSums, bool]] = []
        for cell, below in (("tp", False), ("fn", True), ("fp", False), ("tn", True)):
            side = "tp" if cell in ("tp", "fn") else "fp"
            for column in getattr(terms, cell):
                key = (id(column) if isinstance(column, np.ndarray) else column, side == "tp")
                if key not in known:
                    cells = dict.fromkeys(("tp", "fp", "fn", "tn"), 0.0) | {side: column}
                    sums = payoff_sums(PayoffMatrix(**cells), table, order, sample_weight)
                    known[key] = getattr(sums, side)
                self._sums.append((known[key], below))

    def at(self, rows: Rows) -> Floats:
        """Return the features of rows of the threshold table, shape (rules, features).

        Their product with `PayoffFactors.weights` is the expected profit per instance.
        """
        found = []
        for sums, below in self._sums:
            above = sums.unit * np.asarray(sums.payoffs.at(rows), np.float64)
            whole = sums.unit * sums.payoffs.total
            found.append((whole - above if below else above) / sums.counts.total)
        return np.stack(found, axis=-1)

    @cached_property
    def ends(self) -> Floats:
        """The features of acting on nobody and on all, shape (2, features)."""
        return self.at(np.array([0, self.rules - 1]))

    @property
    def perfect(self) -> Floats:
        """The features of perfect decisions, shape (features,)."""
        found, fn = np.zeros(self._terms.count), len(self._terms.tp)
        found[:fn] = self.ends[1, :fn]
        start = self._terms.count - len(self._terms.tn)
        found[start:] = self.ends[0, start:]
        return found


def best_profits(weights: Floats, features: RuleFeatures) -> Floats:
    """Return the profit of the best rule in each draw, shape (draws,).

    Exact up to 30 million products of draws and rules. Beyond, the rules looked at are those
    that are best in any of 48 of the draws, spread over all of them, and with more than 20,000
    rules their neighbours among every k-th one: that is never too high.
    """
    draws = len(weights)
    if features.rules * draws <= _EXACT:
        return _largest(weights, features.at(slice(None)))
    # What acting on all earns more than acting on nobody tells the draws apart best.
    change = features.ends[1] - features.ends[0]
    tilt = weights @ change / np.maximum(np.abs(weights) @ np.abs(change), 1e-300)
    some = weights[np.argsort(tilt, kind="stable")[_spread(draws)]]
    return _largest(weights, features.at(_best_rules(some, features)))


def _best_rules(weights: Floats, features: RuleFeatures) -> Indices:
    """Return the rules that are best in any draw, searched coarsely first and then around."""
    last = features.rules - 1
    step = -(-features.rules // _COARSE)
    coarse = np.arange(0, features.rules, step)
    near = step * np.unique(_best_rows(weights, features.at(coarse)))
    around = np.arange(1 - step, step)
    rows = np.unique(np.clip(near[:, None] + around, 0, last))
    return rows[np.unique(_best_rows(weights, features.at(rows)))]


def _spread(draws: int) -> Indices:
    return np.linspace(0, draws - 1, _DIRECTIONS).astype(np.int64)


def _best_rows(weights: Floats, features: Floats) -> Indices:
    """Return for each row of weights the row of features with the largest product."""
    return np.concatenate([block.argmax(axis=1) for block in _products(weights, features)])


def _largest(weights: Floats, features: Floats) -> Floats:
    """Return the largest product of each row of weights with any features."""
    return np.concatenate([block.max(axis=1) for block in _products(weights, features)])


def _products(weights: Floats, features: Floats) -> Iterator[Floats]:
    step = max(_BLOCK // len(features), 1)
    for start in range(0, len(weights), step):
        yield weights[start : start + step] @ features.T


class DrawCheck:
    """Tells which draws keep the rules of payoffs: no error cost below 0, none of them all 0.

    Parameters
    ----------
    terms : PayoffTerms
        The columns of the payoffs.
    y_true : ndarray of bool, shape (n,)
        True for positives; of counts, any one of each class.

    Notes
    -----
    With one column that varies its ends decide. With several, more than 30 million products of
    rows and draws are replaced by the rows that are worst in any of 48 draws.
    """

    def __init__(self, terms: PayoffTerms, y_true: Bools) -> None:
        self._misses = _ErrorCosts((*terms.tp, *terms.fn), y_true)
        self._alarms = _ErrorCosts((*terms.tn, *terms.fp), ~y_true)

    def sound(self, factors: PayoffFactors) -> Bools:
        """Return which draws are sound, shape (draws,)."""
        misses = self._misses.sound(np.hstack([factors.tp, -factors.fn]))
        return misses & self._alarms.sound(np.hstack([factors.tn, -factors.fp]))


class _ErrorCosts:
    """The costs of the errors on one class: a sum of columns, each with a factor of the draw."""

    def __init__(self, columns: Sequence[Column], members: Bools) -> None:
        self._columns = columns
        arrays = {id(one): one for one in columns if isinstance(one, np.ndarray)}
        self._places = {key: at for at, key in enumerate(arrays)}  # cells share columns
        values = [one[members] for one in arrays.values()]
        if len(values) == 1:
            values = [np.array([values[0].min(), values[0].max()])]
        self._values = np.stack(values, axis=1) if values else np.zeros((1, 0))
        self._sizes = np.abs(self._values).max(axis=0)

    def sound(self, factors: Floats) -> Bools:
        constant = np.zeros(len(factors))
        weights = np.zeros((len(factors), len(self._places)))
        for at, column in enumerate(self._columns):
            if isinstance(column, np.ndarray):
                weights[:, self._places[id(column)]] += factors[:, at]
            else:
                constant += factors[:, at] * column
        if not self._places:
            return np.isfinite(constant) & (constant > 0)
        least, most = _extremes(weights, self._values)
        slack = 1e-12 * (np.abs(constant) + np.abs(weights) @ self._sizes)
        found: Bools = np.isfinite(least) & (constant + least >= -slack) & (constant + most > slack)
        return found


def _extremes(weights: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Return the smallest and the largest product of each row of weights with any values."""
    if len(values) * len(weights) > _EXACT:
        some = weights[_spread(len(weights))]
        rows = np.concatenate([_best_rows(some, values), _best_rows(-some, values)])
        values = values[np.unique(rows)]
    return -_largest(-weights, values), _largest(weights, values)
