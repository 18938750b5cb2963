"""What is said of units: what one alarm a card means, and which threshold earns most by it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from costcurve_gui.analysis.operations import day_column
from costcurve_gui.analysis.unit_results import UnitFigures
from costcurve_gui.analysis.units import has_threshold, unit_column
from costcurve_gui.dataio.roles.column_names import name_words
from costcurve_gui.translation import tr
from costcurve_gui.views.text import inflection, numbers
from costcurve_gui.views.text.vocabulary import vocabulary_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.operations.unit_alarms import UnitCurve

_ENDS = frozenset({"id", "no", "nr", "num", "number", "key", "code", "ref"})


def unit_noun(snapshot: Snapshot) -> str:
    """Return what one unit is called: card_id names a card."""
    words = [word for word in name_words(unit_column(snapshot)) if word not in _ENDS]
    return words[0] if len(words) == 1 and words[0].isalpha() else "unit"


def subtitle(snapshot: Snapshot) -> str:
    """Say what counts as one alarm."""
    noun, horizon = unit_noun(snapshot), snapshot.settings.views.unit_horizon
    return tr(
        "one alarm per {noun}{horizon_words}",
        noun=noun,
        horizon_words=tr(" in {horizon_words}", horizon_words=horizon_words(snapshot))
        if horizon
        else "",
    )


def horizon_words(snapshot: Snapshot) -> str:
    """Write the horizon: 7 days, 20 rows."""
    horizon = snapshot.settings.views.unit_horizon
    what = horizon_measure(snapshot)
    return f"{numbers.plain(horizon)} {what.removesuffix('s') if horizon == 1 else what}"


def horizon_measure(snapshot: Snapshot) -> str:
    """Return what a horizon is counted in."""
    return tr("days") if day_column(snapshot) else tr("rows")


def lead_sentence(snapshot: Snapshot, curve: UnitCurve) -> str:
    """Say which threshold earns most per unit, and how much more than the one in force; HTML."""
    said, noun = vocabulary_of(snapshot), unit_noun(snapshot)
    best, lead = UnitFigures.best(curve), lead_of_best(snapshot, curve)
    earned = numbers.money(best.profit, said.unit)
    at = numbers.threshold(best.threshold)
    text = tr(
        "Threshold {at} earns most per {noun} on this sample, {earned}",
        at=at,
        noun=noun,
        earned=earned,
    )
    if lead is not None and lead <= 0:
        return f"<b>{escape(f'No threshold earns more per {noun} than that in force')}.</b>"
    if lead is not None:
        text += tr(
            ": {lead} more than that in force", lead=numbers.money(lead, said.unit, signed=False)
        )
    return tr("<b>{text}.</b> It was chosen and estimated on the same cases.", text=escape(text))


def lead_of_best(snapshot: Snapshot, curve: UnitCurve) -> float | None:
    """Return what the best threshold earns more per unit; None where no threshold is in force."""
    key = snapshot.selected
    if key is None or not has_threshold(snapshot, key):
        return None
    now = UnitFigures.at(curve, snapshot.models[key].policy.threshold)
    return UnitFigures.best(curve).profit - now.profit


def counted(snapshot: Snapshot, curve: UnitCurve) -> str:
    """Say how many units there are, and how many are positive."""
    nouns = inflection.plural(unit_noun(snapshot))
    total, positives = curve.positives + curve.negatives, curve.positives
    if snapshot.settings.views.unit_horizon:
        nouns = tr("stretches of {horizon_words}", horizon_words=horizon_words(snapshot))
    of_class = vocabulary_of(snapshot).positive
    return tr(
        "{total} {nouns}, {positives} with {of_class}",
        total=numbers.count(total),
        nouns=nouns,
        positives=numbers.count(positives),
        of_class=of_class,
    )


def accessible_summary(snapshot: Snapshot, curve: UnitCurve) -> str:
    """Say the curve for those who do not see it."""
    best = UnitFigures.best(curve)
    unit = vocabulary_of(snapshot).unit
    return tr(
        "Profit per {unit_noun} on this sample is highest at threshold {threshold}: {profit}",
        unit_noun=unit_noun(snapshot),
        threshold=numbers.threshold(best.threshold),
        profit=numbers.money(best.profit, unit),
    )
