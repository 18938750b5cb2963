"""How sure the curves and figures of a frame are: what is asked for, and what is known so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.validation import are_probabilities
from costcurve_gui.models.band_choices import BandsOf
from costcurve_gui.models.conditions import condition_of
from costcurve_gui.models.rivals import runner_up
from costcurve_gui.models.state import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.resampling.auc_interval import AucInterval, AucivInterval
    from costcurve_gui.engine.resampling.band import Band, ThresholdBand
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.chosen_thresholds import Plateau
    from costcurve_gui.engine.resampling.figure_interval import FigureInterval
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate
    from costcurve_gui.engine.resampling.policy_intervals import PolicyIntervals
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.band_choices import BandChoices
    from costcurve_gui.models.results import Frame

UNCERTAINTY = "uncertainty"  # extra of the frame

SCENE_BANDS = ("cost", "roc", "rociv")
"""Views whose bands the condition does not change."""
CONDITION_BANDS = ("pr", "profit", "gain", "net_benefit")
"""Views whose bands belong to one condition."""
BAND_VIEWS = (*SCENE_BANDS, *CONDITION_BANDS)
CHOSEN_ANEW = (Rule.YOUDEN.value, Rule.CLOSEST_TO_CORNER.value)
"""Rules but that of least cost whose threshold is chosen anew in replicates."""


class Wanted(NamedTuple):
    """One thing to resample.

    `kind` is a view whose curve gets a band, or "difference", "winners", "verdicts", "tests",
    "belief_tests", "areas", "decision", "honest" or one of `CHOSEN_ANEW`. `models` are keys: of one
    model, of a pair, or of all that take part. `condition`, that of the first model, `policies` and
    `belief` are empty where the result does not depend on them.
    """

    kind: str
    models: tuple[str, ...]
    condition: OperatingCondition | None = None
    policies: tuple[Policy, ...] = ()
    belief: Belief | None = None

    def is_of(self, frame: Frame) -> bool:
        """Whether the result does not belong to another condition or belief."""
        condition = self.condition is None or self.condition == condition_of(frame, self.models[0])
        return condition and self.belief in (None, frame.settings.belief)


@dataclass(frozen=True, slots=True)
class DecisionIntervals:
    """How sure the figures of the decision are; `lead` is that over the runner-up, if any."""

    policy: PolicyIntervals
    lead: FigureInterval | None
    spec: BootstrapSpec


@dataclass(frozen=True, slots=True, eq=False)
class Honest:
    """How much of the best threshold of a model is luck, and how far it can be moved."""

    optimum: OptimismEstimate
    plateau: Plateau


@dataclass(frozen=True, slots=True)
class AreaIntervals:
    """How sure the areas of a model are; `auc` is DeLong's interval taken of the logit."""

    auc: AucInterval
    auciv: AucivInterval
    cost_curve_area: FigureInterval
    spec: BootstrapSpec


@dataclass(frozen=True, slots=True)
class Failed:
    """What stands in place of a result that cannot be computed, and why."""

    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Uncertainty:
    """What was resampled of one scene under one choice of method, level and seed.

    `results` holds for each thing the newest result, of few replicates at first; `replicates`
    says of how many.
    """

    choices: BandChoices
    results: Mapping[Wanted, Any] = field(default_factory=dict)
    replicates: Mapping[Wanted, int] = field(default_factory=dict)


def uncertainty_of(frame: Frame) -> Uncertainty | None:
    """Return what is known of a frame; None where nothing is, or under other choices."""
    found = frame.extras.get(UNCERTAINTY)
    if not isinstance(found, Uncertainty) or found.choices != frame.settings.bands:
        return None
    return found


def known(frame: Frame, wanted: Wanted | None) -> Any:
    """Return one result; None until it is there, and where it cannot be computed."""
    found = known_or_failed(frame, wanted)
    return None if isinstance(found, Failed) else found


def failure(frame: Frame, wanted: Wanted | None) -> str:
    """Return why something cannot be computed; nothing where it can, or nobody knows yet."""
    found = known_or_failed(frame, wanted)
    return found.reason if isinstance(found, Failed) else ""


def known_or_failed(frame: Frame, wanted: Wanted | None) -> Any:
    """Return one result, or why it cannot be computed; None until either is there."""
    found = uncertainty_of(frame)
    return None if found is None or wanted is None else found.results.get(wanted)


def bands_of(frame: Frame, view: str) -> dict[str, Band | ThresholdBand]:
    """Return the bands of a view that are there, by model; all of the same kind."""
    if not frame.settings.bands.shown:
        return {}
    found = {key: known(frame, band_wanted(frame, view, key)) for key in banded_models(frame)}
    return {key: band for key, band in found.items() if band is not None}


def banded_models(frame: Frame) -> tuple[str, ...]:
    """Return the keys of the models that have bands, the selected one last: drawn on top."""
    chosen, selected = frame.settings.bands.of, frame.selected
    if selected is None:
        return ()
    rival = frame.cost_answers.rival() if chosen is BandsOf.PAIR else None
    keys = frame.shown if chosen is BandsOf.ALL else (rival, selected)
    drawn = [key for key in keys if key in frame.shown and key != selected]
    return (*drawn, selected) if selected in frame.shown else tuple(drawn)


def _with_curve(frame: Frame, view: str) -> tuple[str, ...]:
    """Return the keys of the models that have bands and a curve in a view."""
    keys = banded_models(frame)
    if view != "net_benefit":
        return keys
    tables = {model.info.key: model.evaluation.table for model in frame.scene.models}
    return tuple(key for key in keys if are_probabilities(tables[key]))


def band_wanted(frame: Frame, view: str, key: str) -> Wanted:
    """Return what the band of a model in a view is filed under."""
    return Wanted(view, (key,), condition_of(frame, key) if view in CONDITION_BANDS else None)


def difference_wanted(frame: Frame) -> Wanted | None:
    """Return what the difference of the selected model and its rival is filed under."""
    rival = frame.cost_answers.rival()
    if frame.selected is None or rival is None:
        return None
    return Wanted("difference", (frame.selected, rival))


def areas_wanted(key: str) -> Wanted:
    """Return what the intervals of the areas of a model are filed under."""
    return Wanted("areas", (key,))


def winners_wanted(frame: Frame) -> Wanted | None:
    """Return what the shares of wins of all models on show are filed under."""
    return _of_all(frame, "winners")


def verdicts_wanted(frame: Frame) -> Wanted | None:
    """Return what the tables of who is shown to be best are filed under, one a reference."""
    return _of_all(frame, "verdicts")


def selected_position(frame: Frame) -> int:
    """Return where among all models on show the selected one stands."""
    return list(frame.models).index(frame.selected or "")


def tests_wanted(frame: Frame) -> Wanted | None:
    """Return what the tests of all pairs over all thresholds are filed under."""
    return _of_all(frame, "tests")


def belief_tests_wanted(frame: Frame) -> Wanted | None:
    """Return what the tests of all pairs under the belief are filed under."""
    wanted = _of_all(frame, "belief_tests")
    return None if wanted is None else wanted._replace(belief=frame.settings.belief)


def _of_all(frame: Frame, kind: str) -> Wanted | None:
    return Wanted(kind, tuple(frame.models)) if len(frame.models) > 1 else None


def decision_wanted(frame: Frame) -> Wanted | None:
    """Return what the intervals of the decision are filed under: the model, its runner-up."""
    if frame.selected is None:
        return None
    other = runner_up(frame, frame.selected)
    keys = (frame.selected,) if other is None else (frame.selected, other)
    policies = tuple(frame.models[key].policy for key in keys)
    return Wanted("decision", keys, condition_of(frame, frame.selected), policies)


def decision_intervals(frame: Frame) -> DecisionIntervals | None:
    """Return how sure the decision is, once it is known; None where bands are off."""
    return known(frame, decision_wanted(frame)) if frame.settings.bands.shown else None


def decision_failure(frame: Frame) -> str:
    """Return why the decision has no intervals; nothing where it has, or nobody knows yet."""
    return failure(frame, decision_wanted(frame)) if frame.settings.bands.shown else ""


def honest_wanted(frame: Frame) -> Wanted | None:
    """Return what the best threshold of the selected model, chosen anew, is filed under.

    Classifiers without a score have none.
    """
    key = frame.selected
    if key is None or frame.scene.dataset.kind is TableKind.CONFUSION:
        return None
    return Wanted("honest", (key,), condition_of(frame, key))


def chosen_wanted(frame: Frame) -> Wanted | None:
    """Return what the threshold that the criterion chooses anew is filed under, if it does."""
    key, rule = frame.selected, frame.settings.selection.rule.value
    if key is None or frame.scene.dataset.kind is TableKind.CONFUSION:
        return None
    return Wanted(rule, (key,)) if rule in CHOSEN_ANEW else None


def honest_known(frame: Frame) -> Honest | None:
    """Return what the best threshold is worth elsewhere, once known; None where bands are off."""
    return known(frame, honest_wanted(frame)) if frame.settings.bands.shown else None


def lacks_results(frame: Frame, view: str) -> bool:
    """Whether a view has nothing to show but what is resampled, and some of it is not there."""
    wanted_of = _WHOLE_VIEWS.get(view)
    return wanted_of is not None and any(known(frame, one) is None for one in wanted_of(frame))


def whole_view_failures(frame: Frame, view: str) -> tuple[str, ...] | None:
    """Return why a view that shows only what is resampled has nothing to show.

    No reason is there while it is computed; None where there is something to show.
    """
    wanted = _WHOLE_VIEWS[view](frame)
    if any(known(frame, one) is not None for one in wanted):
        return None
    return tuple(dict.fromkeys(reason for one in wanted if (reason := failure(frame, one))))


def wanted_by(frame: Frame, views: Collection[str]) -> tuple[Wanted, ...]:
    """Return what the decision and the views on show want to know of a frame."""
    wanted: list[Wanted | None] = []
    if frame.settings.bands.shown:
        wanted.append(decision_wanted(frame))
        banded = (view for view in BAND_VIEWS if view in views)
        wanted += [
            band_wanted(frame, view, key) for view in banded for key in _with_curve(frame, view)
        ]
        wanted += [honest_wanted(frame), chosen_wanted(frame)]
    if "measures" in views:
        wanted += [areas_wanted(key) for key in frame.models]
    if "difference" in views:
        wanted.append(difference_wanted(frame))
    for view, wanted_of in _WHOLE_VIEWS.items():
        if view in views:
            wanted += wanted_of(frame)
    return tuple(one for one in wanted if one is not None)


_WHOLE_VIEWS: Mapping[str, Callable[[Frame], tuple[Wanted | None, ...]]] = {
    "winners": lambda frame: (winners_wanted(frame),),
    "verdicts": lambda frame: (verdicts_wanted(frame),),
    "tests": lambda frame: (tests_wanted(frame), belief_tests_wanted(frame)),
}
"""Views that show nothing but what is resampled."""
