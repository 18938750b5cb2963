"""segments.csv, segment_gaps.csv and segment_leads.csv: one common rule against own thresholds."""

from __future__ import annotations

from itertools import combinations
from math import isfinite, isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.intervals.known_results import spec_in_force
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.segments import (
    SegmentChoices,
    known_segments,
    model_segments,
)
from costcurve_gui.analysis.tables.methods import METHOD, method_cells, no_interval
from costcurve_gui.analysis.tables.options import TableOptions, models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.segments.curves import RATES
from costcurve_gui.engine.segments.own_limits import binding_limit, broken_limits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.segment_results import ModelSegments
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.segments.curves import SegmentCurve
    from costcurve_gui.engine.segments.rates import Interval
    from costcurve_gui.engine.segments.rules import MixedRule, SegmentRule
    from costcurve_gui.engine.segments.uncertainty import RuleIntervals

SEGMENTS_HEADER = (
    *("model", "segment", "rule", "threshold", "cases", "share", "share_low", "share_high"),
    *("fpr", "fpr_low", "fpr_high", "tpr", "tpr_low", "tpr_high"),
    *("profit", "profit_low", "profit_high", "shadow_price", "kind", "rows", "size"),
    *("threshold_2", "mixing", "note", *METHOD, "rates_method"),
)
GAPS_HEADER = (
    *("model", "rule", "rate", "kind", "segment_a", "segment_b", "gap", "gap_low", "gap_high"),
    *("one_point_less_costs", "two_points_less_cost", *METHOD),
)
LEADS_HEADER = (
    *("model", "common_profit", "own_profit", "mixed_profit", "bounded_profit", "lead"),
    *("lead_low", "lead_high", "new_cases_lead", "new_cases_lead_low", "new_cases_lead_high"),
    *("significant", "max_share", "shadow_price", "population", *METHOD, "new_cases_method"),
)
ONE_CLASS = "only one class here: keeps the common threshold"
_PERCENTILE = "percentile, thresholds held fixed"
_RATES = "wider of Wilson and percentile, thresholds held fixed"
_GAPS = {
    "largest": "sup-t over pairs of segments, thresholds held fixed",
    "pair": "Newcombe, of Wilson intervals, thresholds held fixed",
}
_NEW_CASES = "both rules chosen anew, judged on cases left out"
_NO_MIXTURE = "mixtures are not resampled"
_TOO_FEW = "too few cases of a class"
COMMON, OWN, MIXED, BOUNDED = "common", "own", "own_mixed", "own_bounded"


def has_segments(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether a column of segments was asked for."""
    del snapshot
    return options.segments is not None


def segments_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per model, rule and segment, and one for all segments together.

    Cases and profit are those of the population, or of as many cases as the sample has. The window
    has those of one model, which a job has found.
    """
    known = known_segments(snapshot)
    if options.segments is None and known is not None and known.found is not None:
        computed, population = [known.found], snapshot.settings.selection.population
    else:
        computed = list(computed_segments(snapshot, options))
        population = population_of(snapshot, options)
    spec = spec_in_force(snapshot)
    rows = (
        (found.info.name, *row, *_methods_of_rule(found, row, spec))
        for found in computed
        for row in segment_rows(found, population)
    )
    return Table.of_rows(SEGMENTS_HEADER, rows)


def gaps_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per model, rule and rate for the largest gap, and for each pair of segments."""
    spec = spec_in_force(snapshot)
    rows = (
        (found.info.name, *row, *_method(found, _GAPS[row[2]], row[6], spec))
        for found in computed_segments(snapshot, options)
        for row in gap_rows(found, population_of(snapshot, options))
    )
    return Table.of_rows(GAPS_HEADER, rows)


def leads_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per model: what own thresholds earn more than a common one."""
    population, spec = population_of(snapshot, options), spec_in_force(snapshot)
    rows = (
        (*_lead_row(found, population), *_methods_of_leads(found, spec))
        for found in computed_segments(snapshot, options)
    )
    return Table.of_rows(LEADS_HEADER, rows)


def _methods_of_rule(
    found: ModelSegments, row: tuple[Any, ...], spec: BootstrapSpec
) -> tuple[Any, ...]:
    """Return the cells under `METHOD`, of the profit, and the method of the rates beside it."""
    named = dict(zip(SEGMENTS_HEADER[1:], row, strict=False))
    if named["rule"] == MIXED and found.uncertainty is not None:
        said = no_interval(_NO_MIXTURE)
        return *method_cells(said, spec), said if named["segment"] else None
    profit = _method(found, _PERCENTILE, named["profit_low"], spec)
    if named["kind"] == "all":
        return *profit, None
    return *profit, _method(found, _RATES, named["share_low"], spec)[0]


def _methods_of_leads(found: ModelSegments, spec: BootstrapSpec) -> tuple[Any, ...]:
    known = found.uncertainty
    if known is None:
        return (None,) * (len(METHOD) + 1)
    (_, low, _), (_, new_low, _) = _interval(known.lead), _interval(known.new_cases)
    of_new_cases = _method(found, _NEW_CASES, new_low, spec)[0]
    return *_method(found, _PERCENTILE, low, spec), of_new_cases


def _method(
    found: ModelSegments, method: str, low: float | None, spec: BootstrapSpec
) -> tuple[Any, ...]:
    """Return the cells under `METHOD` of an interval; empty where nothing was resampled."""
    if found.uncertainty is None:
        return (None,) * len(METHOD)
    return method_cells(no_interval(_TOO_FEW) if low is None else method, spec)


def population_of(snapshot: Snapshot, options: TableOptions) -> float:
    """Return for how many cases figures of segments are counted."""
    rows = float(snapshot.curve_set.dataset.rows)
    return options.population if options.population > 1 else rows


def computed_segments(snapshot: Snapshot, options: TableOptions) -> Iterator[ModelSegments]:
    """Yield each model, computed once for the tables of a report."""
    curve_set, choices = snapshot.curve_set, options.segments
    if curve_set.cases is None or choices is None:
        return
    known = _known(choices)
    for model in models_of(snapshot, options):
        at = model.key, curve_set
        if at not in known:
            dataset = curve_set.cases.cache.dataset
            known[at] = model_segments(snapshot, dataset, model.key, choices)
        yield known[at]


@once
def _known(choices: SegmentChoices) -> dict[tuple[str, CurveSet], ModelSegments]:
    del choices
    return {}


def segment_rows(found: ModelSegments, population: float) -> Iterator[tuple[Any, ...]]:
    """Return the rows of one model, without its name."""
    rules = found.rules
    own_prices = (rules.own.price,) * len(found.curves)
    for name, rule, known in rules_of(found):
        prices = found.common_prices if name == COMMON else own_prices
        yield from _rule_rows(found, name, rule, known, prices, population)
    if rules.mixed.segment is not None:
        yield from _mixed_rows(found, rules.mixed, population)
    if found.bounded is not None:
        prices = (found.bounded.price,) * len(found.curves)
        known = found.bounded_intervals
        yield from _rule_rows(found, BOUNDED, found.bounded, known, prices, population)


def _rule_rows(
    found: ModelSegments,
    name: str,
    rule: SegmentRule,
    known: RuleIntervals | None,
    prices: Sequence[float],
    population: float,
) -> Iterator[tuple[Any, ...]]:
    thresholds = thresholds_of(found, name, rule)
    for at, (curve, row, price) in enumerate(zip(found.curves, rule.rows, prices, strict=True)):
        rates = [
            part
            for rate in _IN_ORDER
            for part in (
                _figure(float(curve.rate(rate, row)))
                if known is None
                else _interval(known.rates[rate][at])
            )
        ]
        profit = curve.gain[row] + curve.left
        ends = (None, None) if known is None else _interval(known.profit[at])[1:]
        yield (
            *(curve.name, name, thresholds[at]),
            *(population * curve.share[row], *rates),
            *_money((profit, *ends), population),
            *(price, "segment", curve.rows, curve.size, None, None, _note(name, curve, row, price)),
        )
    ends = (None, None) if known is None else _interval(known.total)[1:]
    yield (
        *("", name, None, population * rule.share, rule.share, *_NO_RATES),
        *_money((rule.gain + found.left, *ends), population),
        *_of_all(found, rule.price),
    )


_IN_ORDER = ("share", "fpr", "tpr")
"""The rates as their columns follow each other."""


def _mixed_rows(
    found: ModelSegments, rule: MixedRule, population: float
) -> Iterator[tuple[Any, ...]]:
    """Return the segment that decides at random, the others with one threshold, and their sum."""
    total = 0.0
    for at, (curve, row) in enumerate(zip(found.curves, rule.rows, strict=True)):
        second = rule.row_2 if at == rule.segment else None
        other, mixing = (row, 0.0) if second is None else (second, rule.mixing)
        share, gain = (
            (1 - mixing) * float(one[row]) + mixing * float(one[other])
            for one in (curve.share, curve.gain)
        )
        total += share
        yield (
            *(curve.name, MIXED, float(curve.thresholds[row]), population * share),
            *(share / curve.size, *_NO_RATES),
            *_money((gain + curve.left, None, None), population),
            *(rule.price, "segment", curve.rows, curve.size),
            *((None, None) if second is None else (float(curve.thresholds[second]), mixing)),
            _note(MIXED, curve, row, rule.price),
        )
    yield (
        *("", MIXED, None, population * total, total, *_NO_RATES),
        *_money((rule.gain + found.left, None, None), population),
        *_of_all(found, rule.price),
    )


_NO_RATES = (None,) * 8
"""The interval of a share, and both rates with theirs."""


def _of_all(found: ModelSegments, price: float) -> tuple[Any, ...]:
    """Return the last cells of a row about all segments."""
    return price, "all", sum(curve.rows for curve in found.curves), 1.0, None, None, ""


def thresholds_of(found: ModelSegments, name: str, rule: SegmentRule) -> list[float]:
    """Return the threshold of each segment; inf acts on nobody."""
    return [
        float(curve.thresholds[row])
        if name != COMMON and curve.has_both_classes
        else found.rules.threshold
        for curve, row in zip(found.curves, rule.rows, strict=True)
    ]


def _note(rule: str, curve: SegmentCurve, row: int, price: float) -> str:
    """Say what else decided about the row of a segment."""
    if rule != COMMON and not curve.has_both_classes:
        return ONE_CLASS
    if broken_limits([curve], [row]):
        return "breaks the bounds of its own: no common threshold keeps them all"
    binding = binding_limit(curve, price) if rule in (OWN, MIXED) else ""
    return f"{binding} of its own binds: {getattr(curve.limits, binding):g}" if binding else ""


def _figure(value: float) -> tuple[float | None, None, None]:
    return None if isnan(value) else value, None, None


def _interval(found: Interval) -> tuple[float | None, float | None, float | None]:
    value, low, high = (None if isnan(one) else one for one in found)
    return value, low, high


def _money(figures: Sequence[float | None], population: float) -> tuple[float | None, ...]:
    return tuple(None if one is None else population * one for one in figures)


def rules_of(found: ModelSegments) -> list[tuple[str, SegmentRule, RuleIntervals | None]]:
    """Return the common rule and the own one, with their intervals."""
    known = found.uncertainty
    return [
        (COMMON, found.rules.common, None if known is None else known.common),
        (OWN, found.rules.own, None if known is None else known.own),
    ]


def gap_rows(found: ModelSegments, population: float) -> Iterator[tuple[Any, ...]]:
    """Return the rows of one model, without its name; gaps need intervals."""
    for name, rule, known in rules_of(found):
        for rate in RATES:
            pairs = zip(found.curves, rule.rows, strict=True)
            values = np.array([float(curve.rate(rate, row)) for curve, row in pairs])
            yield (
                *(name, rate, "largest", *_extremes(found, values)),
                *(_figure(_spread(values)) if known is None else _interval(known.gaps[rate])),
                *(_prices(found, rate, population) if name == OWN else (None, None)),
            )
            for a, b in combinations(range(len(found.curves)), 2):
                difference = _figure(float(values[a] - values[b]))
                yield (
                    *(name, rate, "pair", found.curves[a].name, found.curves[b].name),
                    *(difference if known is None else _interval(known.differences[rate, (a, b)])),
                    *(None, None),
                )


def _spread(values: Floats) -> float:
    known = values[~np.isnan(values)]
    return float(np.ptp(known)) if known.size > 1 else np.nan


def _extremes(found: ModelSegments, values: Floats) -> tuple[str, str]:
    if np.isnan(values).all():
        return "", ""
    highest, lowest = int(np.nanargmax(values)), int(np.nanargmin(values))
    return found.curves[highest].name, found.curves[lowest].name


def _prices(found: ModelSegments, rate: str, population: float) -> tuple[float | None, ...]:
    return _money([None if isnan(one) else one for one in found.gap_prices[rate]], population)


def _lead_row(found: ModelSegments, population: float) -> tuple[Any, ...]:
    rules, known = found.rules, found.uncertainty
    lead: tuple[float | None, ...] = (rules.own.gain - rules.common.gain, None, None)
    new_cases: tuple[float | None, ...] = (None, None, None)
    if known is not None:
        lead, new_cases = _interval(known.lead), _interval(known.new_cases)
    profits = [
        None if rule is None else rule.gain + found.left
        for rule in (rules.common, rules.own, rules.mixed, found.bounded)
    ]
    return (
        found.info.name,
        *_money(profits, population),
        *_money(lead, population),
        *_money(new_cases, population),
        None if known is None else known.significant,
        found.limit if isfinite(found.limit) else None,
        rules.own.price,
        population,
    )
