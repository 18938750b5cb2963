"""What is said of segments: what own thresholds earn, how groups differ, what less costs."""

from __future__ import annotations

from html import escape
from math import isfinite, isnan
from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import all_of
from costcurve_gui.engine.segments.own_limits import binding_limit
from costcurve_gui.views.text import inflection, numbers
from costcurve_gui.views.text.vocabulary import vocabulary_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.segment_results import ModelSegments
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.segments.rates import Interval

_MOST_CHARTS = 12
_LIMIT_WORDS = {"max_share": "share at most", "min_tpr": "TPR at least", "max_fpr": "FPR at most"}


def rate_names(snapshot: Snapshot) -> dict[str, str]:
    """Return what the rates are called in the words of the file."""
    said = vocabulary_of(snapshot)
    acted = _capital(inflection.participle(said.act))
    return {rate: f"{acted}, of {which}" for rate, which in _classes(snapshot).items()}


def _classes(snapshot: Snapshot) -> dict[str, str]:
    """Return the cases that each rate is a share of."""
    said = vocabulary_of(snapshot)
    return {"share": "all", "tpr": said.positive, "fpr": said.negative}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def lead_sentence(snapshot: Snapshot, found: ModelSegments) -> str:
    """Say what own thresholds earn more, on new cases where that is known; HTML."""
    population, unit = snapshot.settings.selection.population, vocabulary_of(snapshot).unit
    here = numbers.money_total(population * (found.own.gain - found.rules.common.gain), unit)
    if found.bound is not None:
        return _bounded_sentence(snapshot, found, here)
    known = found.uncertainty
    if known is None or isnan(known.new_cases.low):
        return (
            f"<b>Own thresholds earn {escape(here)} on this sample</b>, which chose them."
            f"{_broken(found)}"
        )
    lead = known.new_cases
    verb = "more" if lead.value >= 0 else "less"
    amount = numbers.money_total(population * abs(lead.value), unit, signed=False)
    ends = interval_words(lead, population)
    verdict = "" if known.significant else "; not significant"
    return (
        f"<b>On new cases own thresholds earn about {escape(amount)} {verb}{verdict}</b> "
        f"({escape(ends)}). {escape(here)} on this sample, which chose them.{_broken(found)}"
    )


def _broken(found: ModelSegments) -> str:
    """Say where the common threshold does not do what a segment asks for."""
    if not found.broken:
        return ""
    names = escape(all_of(found.broken))
    return f" No common threshold keeps all bounds: this one breaks those of {names}."


def _bounded_sentence(snapshot: Snapshot, found: ModelSegments, here: str) -> str:
    """Say what own thresholds within a bound on a gap earn, and what the bound costs; HTML."""
    bound = found.bound
    if bound is None or found.bounded is None:
        return "<b>No thresholds keep this bound on the gap.</b>"
    population, unit = snapshot.settings.selection.population, vocabulary_of(snapshot).unit
    lost = population * (found.rules.own.gain - found.bounded.gain)
    price = numbers.money_total(lost, unit, signed=False)
    points = f"{numbers.plain(100 * bound.gap)} points"
    return (
        f"<b>Own thresholds within {escape(points)} of gap earn {escape(here)} on this sample</b>, "
        f"which chose them. The bound costs {escape(price)}.{_broken(found)}"
    )


def cell_titles(snapshot: Snapshot) -> dict[str, str]:
    """Return what each payoff is called: a decision, and the class of the case."""
    said = vocabulary_of(snapshot)
    act, leave = (_capital(said.act), _capital(said.leave))
    return {
        "tp": f"{act}, {said.positive}",
        "fp": f"{act}, {said.negative}",
        "fn": f"{leave}, {said.positive}",
        "tn": f"{leave}, {said.negative}",
    }


def interval_words(interval: Interval, factor: float) -> str:
    """Write both ends of an interval of money."""
    low, high = (numbers.money_total(factor * end) for end in (interval.low, interval.high))
    return f"{low} to {high}"


def gap_sentence(snapshot: Snapshot, found: ModelSegments) -> str:
    """Say what a smaller gap between the own thresholds costs, a line for each rate; HTML."""
    population, unit = snapshot.settings.selection.population, vocabulary_of(snapshot).unit
    lines = []
    for rate, which in _classes(snapshot).items():
        one, two = (population * price for price in found.gap_prices[rate])
        if isnan(one):
            continue
        costs = numbers.money_total(one, unit, signed=False)
        more = "" if isnan(two) else f", two {numbers.money_total(two, unit, signed=False)}"
        lines.append(f"One point less of gap among {escape(which)} costs {escape(costs + more)}.")
    return "<br>".join(lines)


def budget_words(snapshot: Snapshot, found: ModelSegments) -> str:
    """Say what both rules share: 300 cases in all, or that there is no bound on cases."""
    population, nouns = snapshot.settings.selection.population, vocabulary_of(snapshot).nouns
    if not isfinite(found.limit):
        return f"no bound on {nouns}"
    return f"{numbers.count(population * min(found.limit, 1.0))} {nouns} in all"


def price_words(found: ModelSegments, at: int) -> tuple[str, str]:
    """Return what one more case earns in a segment under own thresholds, and the common one."""
    if not found.curves[at].has_both_classes:
        return "only one class here:", "common threshold"
    binding = binding_limit(found.curves[at], found.own.price)
    if binding:
        bound = numbers.plain(getattr(found.curves[at].limits, binding))
        return f"{_LIMIT_WORDS[binding]} {bound}", "bound of its own"
    own, common = found.own.price, found.common_prices[at]
    if not (own > 0 or common > 0):
        return "", ""
    if found.bound is not None:  # the gap keeps segments from one slope
        return f"one more earns {numbers.money(common, signed=False)}", "common threshold"
    earns, other = (numbers.money(price, signed=False) for price in (own, common))
    return f"one more earns {earns}", f"common {other}"


def has_common_slope(found: ModelSegments, at: int) -> bool:
    """Whether one more case earns in a segment what it does in others under own thresholds."""
    curve = found.curves[at]
    if found.bound is not None or not curve.has_both_classes:
        return False
    return found.own.price > 0 and not binding_limit(curve, found.own.price)


def drawn_segments(found: ModelSegments) -> list[int]:
    """Return the segments that have a chart: the largest ones of very many."""
    sizes = [curve.size for curve in found.curves]
    largest = sorted(range(len(sizes)), key=lambda at: -sizes[at])
    return sorted(largest[:_MOST_CHARTS])


def legend_words(snapshot: Snapshot, found: ModelSegments) -> str:
    """Say what the marks in the charts are, and which charts there are where some have none."""
    said, price, segments = vocabulary_of(snapshot), found.own.price, len(found.curves)
    marks = "\u25cb common   \u25c9 own"
    if segments > _MOST_CHARTS:
        marks = f"The {_MOST_CHARTS} largest of {segments}:   {marks}"
    if found.bound is not None or not price > 0:
        return marks
    return f"{marks}   \u2504 same slope: {said.money(price, signed=False)} a {said.noun}"


def points(value: float) -> str:
    """Write a difference of rates in points: −3.5."""
    return numbers.fixed(100 * value, 1, signed=True)


def accessible_summary(snapshot: Snapshot, found: ModelSegments) -> str:
    """Say both rules of every segment for those who do not see the curves."""
    population, said = snapshot.settings.selection.population, vocabulary_of(snapshot)
    parts = []
    for at, curve in enumerate(found.curves):
        common, own = (
            numbers.count(population * float(curve.share[rule.rows[at]]))
            for rule in (found.rules.common, found.own)
        )
        parts.append(f"{curve.name}: {common} {said.nouns} common, {own} own")
    return "; ".join(parts)
