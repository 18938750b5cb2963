"""Segments of a file under one model: one common threshold beside own ones, and how sure that is.

A segment is a value of a column: a region, a product, a group.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.case_lists import CELLS, cell_payoffs
from costcurve_gui.analysis.intervals.results import CANCELLED
from costcurve_gui.analysis.segment_results import (
    POINTS_LESS,
    GapBound,
    ModelSegments,
    SegmentsKey,
    SegmentsResult,
)
from costcurve_gui.analysis.sources.cases import ScoredSource
from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.segments.curves import (
    NO_LIMITS,
    segment_cases,
    segment_curves,
    whole_curve,
)
from costcurve_gui.engine.segments.rules import (
    SegmentRule,
    gap_bounded_rule,
    gap_of,
    price_at,
    segment_rules,
)
from costcurve_gui.engine.selection.bounds import OF_ACTS
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.segments import SegmentColumn, SegmentTerms
    from costcurve_gui.engine.segments.curves import SegmentCases, SegmentCurve
    from costcurve_gui.engine.segments.rules import SegmentRules


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class SegmentChoices:
    """What segments are asked for: a column, what differs in some, and a bound on a gap."""

    column: SegmentColumn
    terms: Mapping[str, SegmentTerms] = field(default_factory=dict)
    bound: GapBound | None = None

    def check(self, snapshot: Snapshot, dataset: Dataset) -> None:
        """Raise `EngineError` or `PayoffCellError` where terms of a segment cannot be used."""
        _payoffs(snapshot, dataset, self)
        for name, terms in self.terms.items():
            inside = dataset.y_true[self.column.codes == self.column.values.index(name)]
            if not inside.all() and inside.any():
                continue
            for what, is_own in (
                ("prior", terms.prior is not None),
                ("bounds", terms.limits != NO_LIMITS),
            ):
                if is_own:
                    raise ConstraintError(
                        tr(
                            "{name} has cases of one class only, so it can have no {what} of its "
                            "own.",
                            name=name,
                            what=what,
                        )
                    )


def model_segments(
    snapshot: Snapshot,
    dataset: Dataset,
    key: str,
    choices: SegmentChoices,
    progress: Progress = NO_PROGRESS,
) -> ModelSegments:
    """Compute the rules of one model in the segments of a column.

    Raises
    ------
    EngineError
        Where payoffs or priors of a segment cannot be used.
    PayoffCellError
        Where a cell of a segment cannot be computed.
    Cancelled
        Where `progress` was cancelled.
    """
    from costcurve_gui.engine.segments.uncertainty import rule_intervals, segment_uncertainty

    model = snapshot.curve_set.model(key)
    column, bands = choices.column, snapshot.settings.bands
    limit = share_limit(snapshot)
    cases = cases_in_segments(snapshot, dataset, model.info.column, choices)
    curves, whole = segment_curves(cases), whole_curve(cases)
    rules = segment_rules(curves, whole, limit)
    bound = choices.bound
    found = None
    if bound is not None:
        found = gap_bounded_rule(curves, rules, bound.rate, bound.gap, limit)
    uncertainty = bounded_intervals = None
    if bands.shown:
        uncertainty = segment_uncertainty(cases, curves, rules, limit, bands.spec, progress)
        if found is not None:
            bounded_intervals = rule_intervals(cases, curves, [found.rows], bands.spec)[0]
    return ModelSegments(
        model.info,
        column.name,
        curves,
        limit,
        rules,
        tuple(price_at(one, row) for one, row in zip(curves, rules.common.rows, strict=True)),
        found,
        bounded_intervals,
        {rate: gap_prices(curves, rules, rate, limit) for rate in ("share", "tpr", "fpr")},
        uncertainty,
        choices.terms,
        float((cases.share * (cases.left + np.where(cases.y_true, cases.gain, 0.0))).sum()),
        bound,
    )


def cases_in_segments(
    snapshot: Snapshot, dataset: Dataset, scores: str, choices: SegmentChoices
) -> SegmentCases:
    """Return the cases that a model scored, in the segments of a column; as `model_segments`."""
    column, terms = choices.column, choices.terms
    return segment_cases(
        dataset.y_true,
        dataset.scores[scores],
        column.codes,
        column.values,
        _payoffs(snapshot, dataset, choices),
        snapshot.condition.prior,
        sample_weight=dataset.weight,
        priors={name: one.prior for name, one in terms.items() if one.prior is not None},
        limits={name: one.limits for name, one in terms.items() if one.limits != NO_LIMITS},
        groups=dataset.group,
    )


def share_limit(snapshot: Snapshot) -> float:
    """Return the largest share of the cases that the bounds in force let act on."""
    selection = snapshot.settings.selection
    bounds = selection.bounds.of(selection.population)
    return min((bound.limit for bound in bounds if bound.kind in OF_ACTS), default=inf)


def gap_prices(
    curves: tuple[SegmentCurve, ...], rules: SegmentRules, rate: str, limit: float
) -> tuple[float, ...]:
    """Return what a gap smaller by each of `POINTS_LESS` costs per case, NaN below a gap of 0."""
    now = gap_of(curves, rules.own.rows, rate)
    return tuple(_price(curves, rules, rate, now - less, limit) for less in POINTS_LESS)


def _price(
    curves: tuple[SegmentCurve, ...], rules: SegmentRules, rate: str, gap: float, limit: float
) -> float:
    found: SegmentRule | None = None
    if gap >= 0:
        found = gap_bounded_rule(curves, rules, rate, gap, limit)
    return np.nan if found is None else rules.own.gain - found.gain


def _payoffs(
    snapshot: Snapshot, dataset: Dataset, choices: SegmentChoices
) -> dict[str, NDArray[np.float64]]:
    """Return what each cell pays for each case, by the terms of its segment."""
    found = cell_payoffs(snapshot, dataset)
    if not any(terms.cells for terms in choices.terms.values()):
        return found
    found = {cell: np.array(values) for cell, values in found.items()}
    for name, terms in choices.terms.items():
        inside = choices.column.codes == choices.column.values.index(name)
        payoff = snapshot.settings.payoff.with_cells(terms.cells)
        own_settings = replace(snapshot.settings, payoff=payoff)
        own = cell_payoffs(replace(snapshot, settings=own_settings), dataset)
        for cell, values in own.items():
            found[cell][inside] = values[inside]
    error_costs(PayoffMatrix(**{cell: found[cell] for cell in CELLS}), dataset.y_true)
    return found


def segment_column(snapshot: Snapshot) -> str:
    """Return the column of segments in force; empty where there is none to choose."""
    columns = snapshot.curve_set.dataset.segment_columns
    chosen = snapshot.settings.views.segment
    if chosen in columns:
        return chosen
    return columns[0] if len(columns) == 1 else ""


def segments_key(snapshot: Snapshot) -> SegmentsKey | None:
    """Return what the segments on show hang on; None where there are none."""
    column, model = segment_column(snapshot), snapshot.selected
    if not column or model is None:
        return None
    views = snapshot.settings.views
    bound = None
    if views.segment_gap is not None:
        bound = GapBound(views.segment_gap_rate, views.segment_gap)
    return SegmentsKey(
        column,
        model,
        snapshot.condition.prior,
        snapshot.miss_factor,
        share_limit(snapshot),
        snapshot.settings.bands,
        bound,
        views.segment_terms,
    )


def known_segments(snapshot: Snapshot) -> SegmentsResult | None:
    """Return what was found of the segments on show; None before that."""
    known = snapshot.results.segments
    return known if known is not None and known.key == segments_key(snapshot) else None


def terms_fault(snapshot: Snapshot) -> str:
    """Return why segments with terms of their own cannot be computed; nothing where they are.

    Terms that were fine may fail with other payoffs, or other data.
    """
    known = known_segments(snapshot)
    if known is None or known.fault in ("", CANCELLED):
        return ""
    names = set(segment_names(snapshot))
    return known.fault if names & snapshot.settings.views.segment_terms.keys() else ""


def segment_names(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the segments of the column in force; none where there is no such column."""
    source = snapshot.curve_set.source
    column = segment_column(snapshot)
    if not column or not isinstance(source, ScoredSource):
        return ()
    found = source.segments(column)
    return () if found is None else found.values


def check_terms(snapshot: Snapshot, terms: Mapping[str, SegmentTerms]) -> None:
    """Raise `DataError`, `EngineError` or `PayoffCellError` where terms cannot be used."""
    source, cases = snapshot.curve_set.source, snapshot.curve_set.cases
    if isinstance(source, ScoredSource) and cases is not None:
        column = source.segments(segment_column(snapshot))
        if column is not None:
            SegmentChoices(column, terms).check(snapshot, cases.cache.dataset)


def find_segments(
    snapshot: Snapshot, key: SegmentsKey, *, progress: Progress = NO_PROGRESS
) -> SegmentsResult:
    """Compute the segments of a snapshot, in a job of the window.

    Raises
    ------
    DataError, EngineError
        Where the column makes no segments, or they have no cases of a class.
    """
    source, cases = snapshot.curve_set.source, snapshot.curve_set.cases
    column = source.segments(key.column) if isinstance(source, ScoredSource) else None
    if cases is None or column is None:
        return SegmentsResult(key, fault=tr("The file has no segments of its cases."))
    dataset = cases.cache.dataset
    # Terms of another column stay as they are until they are wanted again.
    terms = {name: one for name, one in key.terms.items() if name in column.values}
    choices = SegmentChoices(column, terms, key.bound)
    if terms:
        choices.check(snapshot, dataset)
    found = model_segments(snapshot, dataset, key.model, choices, progress)
    return SegmentsResult(key, found)
