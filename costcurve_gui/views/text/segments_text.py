"""What is said of segments: what own thresholds earn, how groups differ, what less costs."""

from __future__ import annotations

from html import escape
from math import isnan
from typing import TYPE_CHECKING

from costcurve_gui.analysis.intervals.known_results import spec_in_force
from costcurve_gui.dataio.errors import all_of
from costcurve_gui.engine.segments.own_limits import binding_limit
from costcurve_gui.translation import tr
from costcurve_gui.views.text import inflection, known_digits, numbers, uncertainty_text
from costcurve_gui.views.text.vocabulary import vocabulary_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.segment_results import ModelSegments
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.segments.rates import Interval

_MOST_CHARTS = 12
_LIMIT_WORDS = {
    "max_share": tr("share at most"),
    "min_tpr": tr("TPR at least"),
    "max_fpr": tr("FPR at most"),
}


def rate_names(snapshot: Snapshot) -> dict[str, str]:
    """Return what the rates are called in the words of the file."""
    said = vocabulary_of(snapshot)
    acted = _capital(inflection.participle(said.act))
    return {
        rate: tr("{acted}, of {which}", acted=acted, which=which)
        for rate, which in _classes(snapshot).items()
    }


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
        return tr(
            "<b>Own thresholds earn {here} on this sample</b>, which chose them.{broken}",
            here=escape(here),
            broken=_broken(found),
        )
    lead = known.new_cases
    verb = tr("more") if lead.value >= 0 else tr("less")
    amount, ends = _known(lead, population, unit)
    spec = spec_in_force(snapshot)
    sure = inflection.listed(uncertainty_text.level(spec), spec.by_groups)
    verdict = "" if known.significant else tr("; not significant")
    return tr(
        "<b>On new cases own thresholds earn about {amount} {verb}{verdict}</b> "
        "({sure}: {ends}). {here} on this sample, which chose them.{broken}",
        amount=escape(amount),
        verb=verb,
        verdict=verdict,
        sure=escape(sure),
        ends=escape(ends),
        here=escape(here),
        broken=_broken(found),
    )


def _broken(found: ModelSegments) -> str:
    """Say where the common threshold does not do what a segment asks for."""
    if not found.broken:
        return ""
    names = escape(all_of(found.broken))
    return tr(
        " No common threshold keeps all bounds: this one breaks those of {names}.", names=names
    )


def _bounded_sentence(snapshot: Snapshot, found: ModelSegments, here: str) -> str:
    """Say what own thresholds within a bound on a gap earn, and what the bound costs; HTML."""
    bound = found.bound
    if bound is None or found.bounded is None:
        return tr("<b>No thresholds keep this bound on the gap.</b>")
    population, unit = snapshot.settings.selection.population, vocabulary_of(snapshot).unit
    lost = population * (found.rules.own.gain - found.bounded.gain)
    price = numbers.money_total(lost, unit, signed=False)
    points = tr("{gap} points", gap=numbers.plain(100 * bound.gap))
    return tr(
        "<b>Own thresholds within {points} of gap earn {here} on this sample</b>, "
        "which chose them. On it the bound costs {price}.{broken}",
        points=escape(points),
        here=escape(here),
        price=escape(price),
        broken=_broken(found),
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


def _known(lead: Interval, population: float, unit: str) -> tuple[str, str]:
    """Write what a lead comes to for all cases and its interval, no finer than it is known."""
    step = known_digits.step_of(population * lead.low, population * lead.high)
    value, low, high = (known_digits.to_step(population * one, step) for one in lead)
    between = tr("{low} to {high}", low=numbers.money_total(low), high=numbers.money_total(high))
    return numbers.money_total(abs(value), unit, signed=False), between


def gap_sentence(snapshot: Snapshot, found: ModelSegments) -> str:
    """Say what a smaller gap between the own thresholds costs, a line for each rate; HTML."""
    population, unit = snapshot.settings.selection.population, vocabulary_of(snapshot).unit
    lines = []
    for rate, which in _classes(snapshot).items():
        one, two = (population * price for price in found.gap_prices[rate])
        if isnan(one):
            continue
        costs = numbers.money_total(one, unit, signed=False)
        more = (
            ""
            if isnan(two)
            else tr(", two {money_total}", money_total=numbers.money_total(two, unit, signed=False))
        )
        lines.append(
            tr(
                "Narrowing the gap among {which} by one point costs {costs} on this sample.",
                which=escape(which),
                costs=escape(costs + more),
            )
        )
    return "<br>".join(lines)


def price_words(found: ModelSegments, at: int) -> tuple[str, str]:
    """Return what one more case earns in a segment under own thresholds, and the common one."""
    if not found.curves[at].has_both_classes:
        return tr("only one class here:"), tr("common threshold")
    binding = binding_limit(found.curves[at], found.own.price)
    if binding:
        bound = numbers.plain(getattr(found.curves[at].limits, binding))
        return f"{_LIMIT_WORDS[binding]} {bound}", tr("bound of its own")
    own, common = found.own.price, found.common_prices[at]
    if not (own > 0 or common > 0):
        return "", ""
    if found.bound is not None:  # the gap keeps segments from one slope
        return tr("one more earns {common}", common=numbers.money(common, signed=False)), tr(
            "common threshold"
        )
    earns, other = (numbers.money(price, signed=False) for price in (own, common))
    return tr("one more earns {earns}", earns=earns), tr("common {other}", other=other)


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
    marks = tr("\u25cb common   \u25c9 own")
    if segments > _MOST_CHARTS:
        marks = tr(
            "The {most_charts} largest of {segments}:   {marks}",
            most_charts=_MOST_CHARTS,
            segments=segments,
            marks=marks,
        )
    if found.bound is not None or not price > 0:
        return marks
    return tr(
        "{marks}   \u2504 same slope: {price} a {noun}",
        marks=marks,
        price=said.money(price, signed=False),
        noun=said.noun,
    )


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
        parts.append(
            tr(
                "{name}: {common} {nouns} common, {own} own",
                name=curve.name,
                common=common,
                nouns=said.nouns,
                own=own,
            )
        )
    return "; ".join(parts)
