"""The cases behind a decision: those of a cell of the confusion matrix, and the swap set.

Where two thresholds are mixed a case between them is acted on in a share of the draws.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.analysis.conditions import model_condition
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.estimator import Estimator
from costcurve_gui.analysis.intervals.requests import policies_request
from costcurve_gui.analysis.intervals.results import Failed, Figure
from costcurve_gui.analysis.payoffs import payoff_matrix
from costcurve_gui.analysis.per_case_rules import rule_in
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.selection.policy import Policy

    Shares = NDArray[np.float64]
    Side = tuple[str, Policy]

CELLS: Final = ("tp", "fp", "fn", "tn")


@dataclass(frozen=True, slots=True, eq=False)
class SwapSet:
    """The cases about which two policies decide otherwise.

    `only_a` and `only_b` are the positives and negatives that one of them alone acts on; `both` is
    how many both act on. `money` is what a earns more than b with each of these groups together,
    and in `table`, which has a row a case, with each case; `total` is their sum and `lead` that
    per case at the prior, both with paired intervals.
    """

    names: tuple[str, str]
    only_a: tuple[float, float]
    only_b: tuple[float, float]
    both: float
    money: tuple[float, float]
    total: Figure
    lead: Figure
    table: Table


def acting_shares(policy: Policy, curves: ModelCurves, dataset: Dataset) -> Shares:
    """Return in which share of the draws a policy acts on each case; NaN without a score."""
    scores = dataset.scores[curves.info.column]
    shares = _reached(scores, policy.threshold, policy.index)
    if policy.threshold_2 is not None:
        second = _reached(scores, policy.threshold_2, policy.index_2)
        shares = (1 - policy.mixing) * shares + policy.mixing * second
    return np.where(np.isnan(scores), np.nan, shares)


def shares_of(snapshot: Snapshot, key: str, policy: Policy) -> Shares:
    """Return `acting_shares`, of a rule that decides case by case too."""
    curves, dataset = _model(snapshot, key), _dataset(snapshot)
    if not policy.is_per_case:
        return acting_shares(policy, curves, dataset)
    rule = rule_in(snapshot, key, policy.criterion)
    shares = np.full(dataset.rows, np.nan)
    shares[rule.calibrated.rows] = rule.acts
    return shares


def _reached(scores: NDArray[np.float64], threshold: float, index: int | None) -> Shares:
    """Return 1 for scores from a threshold on; row 0 of every table acts on nobody."""
    if index == 0:
        return np.zeros(scores.size)
    return (scores >= threshold).astype(float)


def cell_payoffs(snapshot: Snapshot, dataset: Dataset) -> dict[str, NDArray[np.float64]]:
    """Return what each cell would pay for each case, misses scaled as the condition has it."""
    matrix = payoff_matrix(snapshot.settings.payoff, dataset)
    found = {
        cell: np.broadcast_to(np.asarray(getattr(matrix, cell), float), (dataset.rows,))
        for cell in CELLS
    }
    scaled = found["tp"] - snapshot.miss_factor * (found["tp"] - found["fn"])
    return {**found, "fn": scaled}


def cases_of_cell(snapshot: Snapshot, key: str, policy: Policy, cell: str) -> Table:
    """Return the cases of a cell of the confusion matrix, those that lose most money first.

    Lost is what the right decision would have paid more. Equal losses are ordered by what the
    decision pays, the least first, then as in the file.
    """
    curves, dataset = _model(snapshot, key), _dataset(snapshot)
    acts, payoffs = shares_of(snapshot, key, policy), cell_payoffs(snapshot, dataset)
    if policy.review is not None:  # what a person decides is in neither list
        scores = dataset.scores[curves.info.column]
        acts = np.where((acts < 1) & (scores >= policy.review.threshold), np.nan, acts)
    inside = acts > 0 if cell in ("tp", "fp") else acts < 1
    rows = np.flatnonzero(inside & (dataset.y_true == (cell in ("tp", "fn"))))
    right = {"tp": "tp", "fn": "tp", "fp": "tn", "tn": "tn"}[cell]
    paid = payoffs[cell][rows]
    lost = payoffs[right][rows] - paid
    order = np.lexsort((rows, paid, -lost))
    rows = rows[order]
    columns: dict[str, Any] = {
        "row": _numbers(dataset, rows),
        "score": _as_in_file(curves, dataset)[rows],
        "lost": lost[order],
        "payoff": paid[order],
    }
    if policy.threshold_2 is not None:
        shares = acts if cell in ("tp", "fp") else 1 - acts
        columns["share"] = shares[rows]
    own = curves.info.column
    columns |= {name: one[rows] for name, one in dataset.numeric.items() if name != own}
    return Table(tuple(columns), tuple(np.asarray(one, float) for one in columns.values()))


def swap_set(snapshot: Snapshot, a: Side, b: Side, *, progress: Progress = NO_PROGRESS) -> SwapSet:
    """Return the cases about which two policies decide otherwise, each given with its model's key.

    Only cases that both models scored are compared. Of cases with weights the counts are sums.
    """
    found = swapped(snapshot, a, b)
    if snapshot.curve_set.source is None or not snapshot.settings.bands.shown:
        return found
    weight, share = compared_cases(snapshot, (a[0], b[0]))
    lead, mean = _leads(snapshot, a, b, (snapshot.condition.prior, share), progress)
    interval = None if mean is None else (weight * mean[0], weight * mean[1])
    return replace(
        found,
        lead=replace(found.lead, interval=lead),
        total=replace(found.total, interval=interval),
    )


def compared_cases(snapshot: Snapshot, keys: tuple[str, str]) -> tuple[float, float]:
    """Return the weight of the cases that both models scored, and the share of positives in it."""
    dataset = _dataset(snapshot)
    scores = [dataset.scores[_model(snapshot, key).info.column] for key in keys]
    scored = ~np.isnan(scores).any(axis=0)
    weight = np.ones(dataset.rows) if dataset.weight is None else dataset.weight
    total = float(weight[scored].sum())
    return total, float(weight[scored & dataset.y_true].sum()) / total


def cases_between(snapshot: Snapshot, key: str, low: float, high: float) -> Table:
    """Return the cases with a score of a model between two, both ends among them, as in the engine.

    Lost is what the right decision would have paid more than that of the model's policy, of a
    mixture on average. Those that lose most money come first, equal ones as in the file.
    """
    curves, dataset = _model(snapshot, key), _dataset(snapshot)
    acts = acting_shares(snapshot.models[key].policy, curves, dataset)
    payoffs, scores = cell_payoffs(snapshot, dataset), dataset.scores[curves.info.column]
    rows = np.flatnonzero((scores >= low) & (scores <= high))
    positive, share = dataset.y_true[rows], acts[rows]
    cells = {cell: values[rows] for cell, values in payoffs.items()}
    acting = np.where(positive, cells["tp"], cells["fp"])
    leaving = np.where(positive, cells["fn"], cells["tn"])
    paid = share * acting + (1 - share) * leaving
    lost = np.where(positive, acting, leaving) - paid
    order = np.lexsort((rows, paid, -lost))
    labels = np.where(positive, dataset.positive_label, dataset.negative_label)
    columns: dict[str, Any] = {
        "row": _numbers(dataset, rows[order]),
        "class": labels[order].astype(object),
        "score": _as_in_file(curves, dataset)[rows[order]],
        "acted": share[order],
        "lost": lost[order],
        "payoff": paid[order],
    }
    own = curves.info.column
    columns |= {name: one[rows[order]] for name, one in dataset.numeric.items() if name != own}
    return Table(tuple(columns), tuple(columns.values()))


def with_ids(table: Table, column: str, texts: NDArray[Any]) -> Table:
    """Return a list of cases with the text of a column, given for all rows of the file."""
    rows = table.columns[0].astype(np.int64) - 1
    named = texts[rows].astype(object)
    others = [at for at, name in enumerate(table.header) if at and name != column]
    header = (table.header[0], column, *(table.header[at] for at in others))
    return Table(header, (table.columns[0], named, *(table.columns[at] for at in others)))


def swapped(snapshot: Snapshot, a: Side, b: Side) -> SwapSet:
    """Return `swap_set` without intervals."""
    dataset, payoffs = _dataset(snapshot), cell_payoffs(snapshot, _dataset(snapshot))
    models = _model(snapshot, a[0]), _model(snapshot, b[0])
    policies = a[1], b[1]
    acts = [shares_of(snapshot, key, policy) for key, policy in (a, b)]
    difference = acts[0] - acts[1]
    weight = np.ones(dataset.rows) if dataset.weight is None else dataset.weight
    sides = weight * np.clip(difference, 0, None), weight * np.clip(-difference, 0, None)
    both = float(np.nansum(weight * np.minimum(*acts)))
    gain = np.where(dataset.y_true, payoffs["tp"] - payoffs["fn"], payoffs["fp"] - payoffs["tn"])
    rows = np.flatnonzero(np.abs(difference) > 0)
    money = (difference * gain)[rows]
    order = np.lexsort((rows, -np.abs(money)))
    rows, money = rows[order], money[order]
    labels = np.where(dataset.y_true, dataset.positive_label, dataset.negative_label)
    names = _told_apart(models, policies)
    columns: dict[str, Any] = {
        "row": _numbers(dataset, rows),
        "class": labels[rows].astype(object),
        "money": money,
        **{f"acts_{name}": one[rows] for name, one in zip(names, acts, strict=True)},
        **{one.info.name: _as_in_file(one, dataset)[rows] for one in models},
        **{name: dataset.numeric[name][rows] for name in _more(dataset)},
    }
    value = policies[0].expected_profit - policies[1].expected_profit
    money_of = float(np.nansum(sides[0] * gain)), -float(np.nansum(sides[1] * gain))
    return SwapSet(
        (names[0], names[1]),
        _counts(dataset, sides[0]),
        _counts(dataset, sides[1]),
        both,
        money_of,
        Figure(sum(money_of)),
        Figure(value),
        Table(tuple(columns), tuple(columns.values())),
    )


def _told_apart(models: Sequence[ModelCurves], policies: Sequence[Policy]) -> tuple[str, ...]:
    """Return the names of two models, or where they are one those of the criteria."""
    if models[0] is models[1]:
        return tuple(one.criterion for one in policies)
    return tuple(one.info.name for one in models)


def _numbers(dataset: Dataset, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    found = rows + 1 if dataset.row_numbers is None else dataset.row_numbers[rows]
    return np.asarray(found, np.float64)


def _counts(dataset: Dataset, cases: Shares) -> tuple[float, float]:
    """Return positives and negatives; cases that lack a score count for nothing."""
    return (
        float(np.nansum(cases[dataset.y_true])),
        float(np.nansum(cases[~dataset.y_true])),
    )


def _more(dataset: Dataset) -> tuple[str, ...]:
    return tuple(name for name in dataset.numeric if name not in dataset.scores)


def _leads(
    snapshot: Snapshot, a: Side, b: Side, priors: Sequence[float], progress: Progress
) -> list[tuple[float, float] | None]:
    """Return the intervals of how much more per case a earns than b, by paired replicates."""
    source = snapshot.curve_set.source
    if source is None or a[1].is_per_case or b[1].is_per_case:
        return [None] * len(priors)
    curves, factor = _model(snapshot, a[0]), snapshot.miss_factor
    requests = [
        policies_request((a[0], b[0]), model_condition(curves, prior, factor), a[1], b[1])
        for prior in priors
    ]
    given = resampling_input(snapshot.curve_set, source, snapshot.settings.payoff)
    estimator = Estimator(given, snapshot.settings.bands)
    results = estimator.estimate(list(dict.fromkeys(requests)), progress=progress).results
    return [_ends_of_lead(results[request]) for request in requests]


def _ends_of_lead(found: Any) -> tuple[float, float] | None:
    lead = None if isinstance(found, Failed) else found.lead
    if lead is None or lead.low is None or lead.high is None:
        return None
    return float(lead.low), float(lead.high)


def _model(snapshot: Snapshot, key: str) -> ModelCurves:
    return next(one for one in snapshot.curve_set.models if one.info.key == key)


def _dataset(snapshot: Snapshot) -> Dataset:
    cases = snapshot.curve_set.cases
    if cases is None:
        raise LookupError(f"{snapshot.curve_set.dataset.name} has no cases")
    return cases.cache.dataset


def _as_in_file(curves: ModelCurves, dataset: Dataset) -> NDArray[np.float64]:
    scores: NDArray[np.float64] = dataset.scores[curves.info.column]
    return 0.0 - scores if curves.info.lower_is_positive else scores
