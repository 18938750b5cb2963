"""What the script of the page computes from: curves of few points, costs, and the recommendation.

There are no rows of cases in it: only thresholds with the counts above them, at most 2,000 a model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.conditions import ratio_of_cells
from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.requests import band_request
from costcurve_gui.analysis.recommended import applicable
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.curves.threshold_subset import threshold_subset
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.page.amounts import policy_threshold, threshold_at
from costcurve_gui.page.disclosure import hull_places, tellable_rows
from costcurve_gui.page.recommendation import page_order, recommended
from costcurve_gui.translation import tr
from costcurve_gui.views.text import inflection
from costcurve_gui.views.text.bounds_text import broken_bound
from costcurve_gui.views.text.policy_text import is_mixed
from costcurve_gui.views.text.uncertainty_text import level
from costcurve_gui.views.text.vocabulary import family_of, vocabulary_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.payoff import PayoffMeans
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.selection.policy import Policy

MOST_POINTS = 2000
_ALL_POINTS = 16_000
"""Points of all models together: what keeps the page under 2 MB, however many models there are."""
_FEWEST_POINTS = 100
_BAND_POINTS = 300
_COLORS = 8


def scene(snapshot: Snapshot, minimum: float = 0) -> dict[str, Any]:
    """Return what the script reads, ready for JSON: every number with all its digits."""
    order = page_order(snapshot)
    points = points_a_model(snapshot)
    curves = {model.info.key: model for model in snapshot.curve_set.models}
    chosen = recommended(snapshot)
    cells = snapshot.curve_set.payoff_means
    return {
        "population": snapshot.settings.selection.population,
        "prior": snapshot.condition.prior,
        "ratio": snapshot.condition.cost_ratio,
        "factor": snapshot.miss_factor,
        "cellsRatio": ratio_of_cells(cells),
        "cells": [cells["tp"], cells["tn"], cells["tp"] - cells["fn"], cells["tn"] - cells["fp"]],
        "unit": snapshot.settings.payoff.unit,
        "minimum": minimum,
        "chooses": snapshot.settings.chooses_least_cost,
        "byCost": snapshot.settings.chooses_least_cost
        or snapshot.settings.objective is Objective.COST,
        "selected": None if chosen is None else order.index(chosen),
        "places": [list(snapshot.models).index(key) for key in order],
        "models": [_model(snapshot, curves[key], points, minimum) for key in order],
        "bands": {
            "profit": None if minimum else _band(snapshot, "profit", chosen),
            "cost": _band(snapshot, "cost", chosen),
        },
        "level": level(snapshot.settings.bands.spec),
        "words": _words(snapshot),
    }


def points_a_model(snapshot: Snapshot) -> int:
    """Return how many thresholds of a model are on the page."""
    return max(_FEWEST_POINTS, min(MOST_POINTS, _ALL_POINTS // max(1, len(snapshot.models))))


def _words(snapshot: Snapshot) -> dict[str, Any]:
    said = vocabulary_of(snapshot)
    acted = inflection.participle(said.act)
    unit = f", {said.unit}" if said.unit else ""
    by = decides_by(snapshot)
    return {
        "acted": acted,
        "shareAxis": tr("Share of {nouns} {acted}, %", nouns=said.nouns, acted=acted),
        "profitAxis": tr("Profit per {noun}{unit}", noun=said.noun, unit=unit),
        "shareLabel": tr("Share of positives (actual: {positive})", positive=said.positive),
        "thresholdLabel": tr("{by} a score of", by=by) if by.endswith("from") else by,
        "from": inflection.decapitalised(by),
        "profit": "profit",
        "against": {name: against(snapshot, name) for name in (*snapshot.trivial, "")},
        "broken": {name: broken_bound(snapshot, name) for name in snapshot.trivial},
    }


def against(snapshot: Snapshot, trivial: str) -> str:
    """Name a comparison with a trivial classifier; empty is none, since both break a bound."""
    if not trivial:
        return tr("against a rule without scores")
    return tr("against {doing_all}", doing_all=vocabulary_of(snapshot).doing_all(trivial))


def decides_by(snapshot: Snapshot) -> str:
    """Name what models decide by: Refuse from; Classifier; or Threshold where low scores count."""
    curves = snapshot.curve_set.models
    if any(family_of(model) is not None for model in curves):
        return tr("Classifier")
    if any(model.info.lower_is_positive for model in curves):
        return tr("Threshold")
    act = inflection.transitive(vocabulary_of(snapshot).act)
    return tr("{positives} from", positives=inflection.sentence_case(act))


def line_style(slot: int) -> str:
    """Return the classes of a model's line in the style sheet: colour and dash of its slot.

    They are those of the window (views/shell/theme.py), which a test compares.
    """
    repeats = (slot - 1) // _COLORS
    color = (slot - 1) % _COLORS + 1 if slot <= 2 * _COLORS else 0
    return f"c{color} d{(slot - 1 + 4 * repeats) % _COLORS + 1}"


def _model(snapshot: Snapshot, model: ModelCurves, points: int, minimum: float) -> dict[str, Any]:
    evaluation, policy = model.evaluation, snapshot.models[model.info.key].policy
    rows, hull = _rows(model, policy, points, minimum)
    rates, able = evaluation.rates, applicable(snapshot.models, snapshot.curve_set.dataset)
    return {
        "name": model.info.name,
        "applicable": model.info.key in able,
        "style": line_style(model.info.slot),
        "lowerIsPositive": model.info.lower_is_positive,
        "means": _means(evaluation.means),
        "thresholds": [threshold_at(model, int(row)) for row in rows],
        "fpr": _rates(evaluation.table, rows, negatives=True),
        "tpr": _rates(evaluation.table, rows, negatives=False),
        "fpCost": None if rates is evaluation.table else rates.fpr_at(rows).tolist(),
        "tpBenefit": None if rates is evaluation.table else rates.tpr_at(rows).tolist(),
        "hull": hull.tolist(),
        "policy": {
            "fpr": policy.fpr,
            "tpr": policy.tpr,
            "fpCost": policy.fp_cost_rate,
            "tpBenefit": policy.tp_benefit_rate,
            "share": policy.fraction_targeted,
            "text": policy_threshold(snapshot, model.info.key),
            "row": _row_of(model, policy, rows),
        },
    }


def _rows(
    model: ModelCurves, policy: Policy, points: int, minimum: float
) -> tuple[Indices, Indices]:
    """Return the rows that stand for a model, and the places of the vertices of their hull.

    The vertices of its hull and its thresholds are among them, unless these may not be told.
    """
    last = len(model.evaluation.table)
    used = [row % last for row in (policy.index, policy.index_2) if row is not None]
    if minimum:
        rows = tellable_rows(model, minimum, points, used[0])
        return rows, hull_places(model, rows)
    rows = threshold_subset(model.evaluation, points, used)
    return rows, np.searchsorted(rows, model.evaluation.rociv_hull.indices)


def _row_of(model: ModelCurves, policy: Policy, rows: Indices) -> int | None:
    """Return where a policy of one threshold stands among the rows of the page."""
    table = model.evaluation.table
    if is_mixed(policy) or (isinstance(table, FamilyTable) and _is_dominated(model, policy)):
        return None
    return int(np.searchsorted(rows, policy.index % len(table)))


def _is_dominated(model: ModelCurves, policy: Policy) -> bool:
    at = np.array([policy.index])
    table = model.evaluation.table
    return (float(table.fpr_at(at)[0]), float(table.tpr_at(at)[0])) != (policy.fpr, policy.tpr)


def _means(means: PayoffMeans) -> list[float]:
    return [means.tp_payoff, means.tn_payoff, means.fn_cost, means.fp_cost]


def _rates(table: RateSource, rows: Indices, *, negatives: bool) -> dict[str, Any]:
    """Return rates as counts and their total, which are shorter, where they say the same."""
    counts = table.fps_at(rows) if negatives else table.tps_at(rows)
    total = table.negatives if negatives else table.positives
    found: Floats = table.fpr_at(rows) if negatives else table.tpr_at(rows)
    if np.array_equal(counts.astype(np.float64) / total, found):
        return {"counts": counts.tolist(), "total": total}
    return {"counts": found.tolist(), "total": 1}


def _band(snapshot: Snapshot, view: str, key: str | None) -> dict[str, list[float]] | None:
    """Return the band of the recommended model, without the points that have none."""
    found = None if key is None else known(snapshot, band_request(snapshot, view, key))
    if found is None:
        return None
    has = ~(np.isnan(found.lower) | np.isnan(found.upper))
    x, low, high = (column[has] for column in (found.x, found.lower, found.upper))
    if not x.size:
        return None
    some = np.unique(np.linspace(0, x.size - 1, _BAND_POINTS).round().astype(np.int64))
    return {
        name: [float(f"{value:.7g}") for value in column[some].tolist()]
        for name, column in (("x", x), ("lower", low), ("upper", high))
    }
