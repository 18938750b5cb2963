"""What views say about bands and intervals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.requests import (
    SHOWN_INTERVALS,
    bands_of,
    known_difference,
    winners_request,
)
from costcurve_gui.analysis.memo import once
from costcurve_gui.translation import tr
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.inflection import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.band import Band, ThresholdBand
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec

    _Bands = Mapping[str, Band | ThresholdBand]

_NOT_DRAWN = (tr("two binomials"), "Wilson")  # methods that need no replicates
_MOST_NAMED = 2  # models: more are all that have one
_NO_INTERVAL = tr("no interval")
_PARTS = re.compile("[,;] ")  # before what widens a band
_BRIEF = {"corrected for optimism": "corrected"}
_SEEN: WeakKeyDictionary[Snapshot, dict[str, _Bands]] = WeakKeyDictionary()
"""The bands of each snapshot that is in use, by view: every title asks for them several times."""


def level(spec: BootstrapSpec) -> str:
    """Write the level: 90 %."""
    return share(spec.level)


def share(value: float) -> str:
    """Write a share that was chosen: 1 %."""
    return f"{numbers.plain(round(100 * value, 6))} %"


def band_note(snapshot: Snapshot, view: str) -> str:
    """Say in a title that a view has bands: 90 % bands; nothing where none is there yet.

    Single points have intervals.
    """
    bands = _drawn_bands(snapshot, view)
    if not bands:
        return tr("no interval") if _reason(snapshot, view) else ""
    return f"{level(_spec(bands))} {_noun(bands)}"


def bands_summary(snapshot: Snapshot, view: str) -> str:
    """Say how bands were found: 90 % bands: fixed policy, 2 000 replicates, seed 0."""
    shown = SHOWN_INTERVALS.get(view)
    of_pair = shown is not None and shown.of_pair
    bands = _of_pair(snapshot) if of_pair else _drawn_bands(snapshot, view)
    if not bands:
        return ""
    spec = _spec(bands)
    said = _brief(bands) if _is_computed(bands) else f"{_brief(bands)}, {drawn(spec)}"
    return f"{level(spec)} {_noun(bands)}: {said}"


def drawn_spec(snapshot: Snapshot, view: str) -> BootstrapSpec | None:
    """Return what the bands of a view were drawn by; None where nothing was drawn."""
    bands = _drawn_bands(snapshot, view)
    return _spec(bands) if bands and not _is_computed(bands) else None


def _of_pair(snapshot: Snapshot) -> _Bands:
    band = _difference_band(snapshot)
    return {} if band is None else {"": band}


@once
def is_of_points(band: Band | ThresholdBand) -> bool:
    """Whether single thresholds or classifiers of a family have intervals, and nothing between."""
    from costcurve_gui.engine.resampling.band import ThresholdBand  # not before there are bands
    from costcurve_gui.engine.resampling.curve_bands import RuleBand

    if isinstance(band, RuleBand):
        return bool(np.isnan(band.thresholds).any())  # classifiers have none
    return isinstance(band, ThresholdBand)


def band_method(snapshot: Snapshot, view: str) -> str:
    """Say how the bands of a view were found: fixed policy, 2 000 replicates, seed 0."""
    bands = _drawn_bands(snapshot, view)
    if not bands:
        return ""
    method = _methods(snapshot, bands)
    return method if _is_computed(bands) else f"{method}, {drawn(_spec(bands))}"


def uncertainty_note(snapshot: Snapshot, view: str) -> str:
    """Return level and method of the bands: 90 % bands: fixed policy, 2 000 replicates, seed 0."""
    method = band_method(snapshot, view)
    return f"{band_note(snapshot, view)}: {method}" if method else _reason(snapshot, view)


def uncertainty_of_models(snapshot: Snapshot, view: str) -> str:
    """Return the note of a view's bands with the models that have one, where not all do."""
    note, method = bands_of_models(snapshot, view), band_method(snapshot, view)
    return f"{note}: {method}" if method else _reason(snapshot, view)


def bands_of_models(snapshot: Snapshot, view: str) -> str:
    """Say whose bands are drawn: 90 % bands of a and b, or 90 % bands of all that are shown."""
    note, bands = band_note(snapshot, view), _drawn_bands(snapshot, view)
    if not bands or len(bands) == len(snapshot.models) or len(bands) > _MOST_NAMED:
        return note
    names = " and ".join(snapshot.models[key].info.name for key in reversed(list(bands)))
    return tr("{note} of {names}", note=note, names=names)


def winners_note(snapshot: Snapshot) -> str:
    """Say how the probabilities of being cheapest were found; nothing until they are known."""
    won = known(snapshot, winners_request(snapshot))
    return "" if won is None else f"bootstrap{paired(won.spec)}: {won.method}, {drawn(won.spec)}"


def difference_note(snapshot: Snapshot) -> str:
    """Return level and method of the band of a difference; nothing until it is known."""
    band = _difference_band(snapshot)
    if band is None:
        return ""
    return f"{difference_band_level(snapshot)}: {band.method}, {drawn(band.spec)}"


def difference_band_level(snapshot: Snapshot) -> str:
    """Name the band of a difference by its level: 90 % band; nothing until it is known."""
    band = _difference_band(snapshot)
    return "" if band is None else tr("{level} band", level=level(band.spec))


def _difference_band(snapshot: Snapshot) -> Band | None:
    found = known_difference(snapshot)
    return None if found is None else found.band


def _drawn_bands(snapshot: Snapshot, view: str) -> _Bands:
    """Return the bands that are seen: a curve that is certain has one without width."""
    seen = _SEEN.setdefault(snapshot, {})
    if view not in seen:
        found = bands_of(snapshot, view)
        seen[view] = {key: band for key, band in found.items() if _has_width(band)}
    return seen[view]


@once
def _has_width(band: Band | ThresholdBand) -> bool:
    from costcurve_gui.engine.resampling.band import ThresholdBand  # not before there are bands

    if isinstance(band, ThresholdBand):
        wide = (band.tpr_upper > band.tpr_lower) | (band.fpr_upper > band.fpr_lower)
    else:
        wide = band.upper > band.lower
    return bool(wide.any())


def _reason(snapshot: Snapshot, view: str) -> str:
    """Say why no band is seen; nothing where one is, or until it is known."""
    if _drawn_bands(snapshot, view):
        return ""
    methods = (band.method for band in bands_of(snapshot, view).values())
    return ", ".join(dict.fromkeys(one for one in methods if one.startswith(_NO_INTERVAL)))


def _spec(bands: _Bands) -> BootstrapSpec:
    return next(iter(bands.values())).spec


def _noun(bands: _Bands) -> str:
    if is_of_points(next(iter(bands.values()))):
        return tr("intervals")
    return tr("bands") if len(bands) > 1 else tr("band")


def _is_computed(bands: _Bands) -> bool:
    return all(band.method.startswith(_NOT_DRAWN) for band in bands.values())


def _brief(bands: _Bands) -> str:
    """Name the methods without what widens them."""
    kinds = dict.fromkeys(_PARTS.split(band.method)[0] for band in bands.values())
    return " and ".join(_BRIEF.get(kind, kind) for kind in kinds)


def _methods(snapshot: Snapshot, bands: _Bands) -> str:
    return _together({snapshot.models[key].info.name: band.method for key, band in bands.items()})


def _together(methods: Mapping[str, str]) -> str:
    """Name the methods of several models once, and where they differ, whose they are."""
    if len(set(methods.values())) == 1:
        return next(iter(methods.values()))
    parts = {name: _PARTS.split(method) for name, method in methods.items()}
    said = []
    for part in dict.fromkeys(part for each in parts.values() for part in each):
        names = [name for name, each in parts.items() if part in each]
        said.append(part if len(names) == len(parts) else f"{part} ({', '.join(names)})")
    return ", ".join(said)


def paired(spec: BootstrapSpec) -> str:
    """Say that models were drawn together; nothing where each was drawn by itself."""
    return "" if spec.independent else tr(", paired")


def drawn(spec: BootstrapSpec) -> str:
    """Say what was drawn: by groups of customer, 2 000 replicates, seed 0."""
    return listed(samples(spec), *_replicates(spec))


def samples(spec: BootstrapSpec) -> str:
    """Say what was drawn, where it is not the usual: independent samples, by groups of customer."""
    apart = tr("independent samples") if spec.independent else ""
    return listed(apart, spec.by_groups)


def _replicates(spec: BootstrapSpec) -> tuple[str, str]:
    """Say how often was drawn, and from which seed: 2 000 replicates, seed 0."""
    return tr("{replicates} replicates", replicates=numbers.count(spec.replicates)), tr(
        "seed {seed}", seed=spec.seed
    )
