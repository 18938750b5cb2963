"""What is known of thresholds that take a job of the window to find: see `threshold_finders`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from costcurve_gui.analysis.found_criteria import UNIT_PROFIT
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.selection_settings import FoundThreshold
    from costcurve_gui.analysis.snapshot import Snapshot

NOTHING_UNCERTAIN: Final = tr("No range or belief is set.")
NO_UNITS: Final = tr("No column of units is chosen.")
NO_MEANS: Final = tr("Ranges have no probabilities, so there is no expected cost.")
_KEPT = 4  # of a curve set: while the condition is dragged each is of one moment


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What was found for each model by its key, or why there is nothing."""

    of: Mapping[str, FoundThreshold] = field(default_factory=dict)
    fault: str = ""


_FOUND: WeakKeyDictionary[CurveSet, dict[object, Thresholds]] = WeakKeyDictionary()


def keep_thresholds(snapshot: Snapshot, criterion: str, found: Thresholds) -> None:
    """Remember what was found for a snapshot by a criterion."""
    kept = _FOUND.setdefault(snapshot.curve_set, {})
    while len(kept) >= _KEPT:
        kept.pop(next(iter(kept)), None)
    kept[_depends_on(snapshot, criterion)] = found


def known_thresholds(snapshot: Snapshot, criterion: str) -> Thresholds | None:
    """Return what was found for a snapshot by a criterion; None before that."""
    return _FOUND.get(snapshot.curve_set, {}).get(_depends_on(snapshot, criterion))


def _depends_on(snapshot: Snapshot, criterion: str) -> object:
    settings, data = snapshot.settings, snapshot.curve_set.dataset
    condition, views, payoff = settings.condition, settings.views, settings.payoff
    at = criterion, snapshot.condition.prior, snapshot.miss_factor
    if criterion == UNIT_PROFIT:
        return *at, views.unit, views.unit_horizon, views.day, data.unit_columns, data.day_columns
    beliefs = condition.prior_belief, condition.ratio_belief, condition.cost_ratio
    seed = settings.bands.spec.seed
    return *at, *beliefs, payoff.typed_cells, payoff.parameters, seed, settings.left_out
