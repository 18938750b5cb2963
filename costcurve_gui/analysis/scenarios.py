"""What the rule of each scenario is: payoffs, condition and bounds that were saved under a name.

And what it is worth on new cases, where it was chosen on the sample.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.estimator import Estimator
from costcurve_gui.analysis.intervals.known_results import known_or_failed
from costcurve_gui.analysis.intervals.new_cases import decision_on_new_cases_request
from costcurve_gui.analysis.intervals.requests import decision_request
from costcurve_gui.analysis.settings import Scenario
from costcurve_gui.analysis.threshold_finders import settled_snapshot
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot


@dataclass(frozen=True, slots=True, eq=False)
class ScenarioResult:
    """A scenario and the decision under it; `snapshot` is None where `fault` says why."""

    scenario: Scenario
    snapshot: Snapshot | None
    fault: str = ""


def present(settings: DatasetSettings, name: str) -> Scenario:
    """Return what is chosen now as a scenario."""
    return Scenario(name, settings.payoff, settings.condition, settings.selection)


def in_force(settings: DatasetSettings) -> str:
    """Return the name of the scenario that is what is chosen now; empty where none is."""
    now = present(settings, "").parts
    return next((one.name for one in settings.scenarios if one.parts == now), "")


def with_scenario(scenarios: tuple[Scenario, ...], added: Scenario) -> tuple[Scenario, ...]:
    """Return the scenarios with another one, which takes the place of one of its name."""
    if any(one.name == added.name for one in scenarios):
        return tuple(added if one.name == added.name else one for one in scenarios)
    return (*scenarios, added)


def without_scenario(scenarios: tuple[Scenario, ...], name: str) -> tuple[Scenario, ...]:
    """Return the scenarios without one."""
    return tuple(one for one in scenarios if one.name != name)


def scenario_results(
    snapshot: Snapshot, *, progress: Progress = NO_PROGRESS
) -> tuple[ScenarioResult, ...]:
    """Return the decision on screen and that of every scenario, each by the best of its models.

    The first has an empty name. Scores are not sorted again: only costs differ.
    """
    settings = snapshot.settings
    here = ScenarioResult(present(settings, ""), snapshot)
    found = [here]
    for done, one in enumerate(settings.scenarios):
        progress.advance(done, len(settings.scenarios), one.name)
        found.append(_result(snapshot, one))
    return tuple(found)


def worth_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for what a decision is worth on new cases.

    Of a threshold that was given it is that for its plain intervals. None without intervals, and
    of rules that none are resampled of.
    """
    if not snapshot.settings.bands.shown or snapshot.selected is None:
        return None
    return decision_on_new_cases_request(snapshot) or decision_request(snapshot)


def with_new_cases(
    results: Sequence[ScenarioResult], *, progress: Progress = NO_PROGRESS
) -> tuple[ScenarioResult, ...]:
    """Return results whose snapshots know what their decisions are worth on new cases.

    Scenarios under the same payoffs are resampled from one source.
    """
    estimators: dict[CurveSet, Estimator] = {}
    found = []
    for done, one in enumerate(results):
        progress.advance(done, len(results), one.scenario.name)
        found.append(_estimated(one, estimators, progress.part(done, len(results))))
    return tuple(found)


def _estimated(
    one: ScenarioResult, estimators: dict[CurveSet, Estimator], progress: Progress
) -> ScenarioResult:
    snapshot = one.snapshot
    wanted = None if snapshot is None else worth_request(snapshot)
    if snapshot is None or wanted is None or known_or_failed(snapshot, wanted) is not None:
        return one
    curve_set, settings = snapshot.curve_set, snapshot.settings
    if curve_set.source is None:
        return one
    if curve_set not in estimators:
        given = resampling_input(curve_set, curve_set.source, settings.payoff)
        estimators[curve_set] = Estimator(given, settings.bands)
    intervals = estimators[curve_set].estimate([wanted], progress=progress)
    return replace(one, snapshot=replace(snapshot, intervals=intervals))


def _result(snapshot: Snapshot, one: Scenario) -> ScenarioResult:
    settings = replace(snapshot.settings, **one.parts, selected=None, mix=None)
    curve_set, source = snapshot.curve_set, snapshot.curve_set.source
    if one.payoff != snapshot.settings.payoff:
        if source is None:
            return ScenarioResult(one, None, tr("its payoffs cannot be computed again"))
        models = tuple(info for info in curve_set.dataset.models if info.derived is None)
        info = replace(curve_set.dataset, models=models)
        try:
            built = source.build_curves(info, one.payoff, settings.derived)
        except EngineError as error:
            return ScenarioResult(one, None, str(error))
        curve_set = built.at(settings.bands.spec.level)
    return ScenarioResult(one, settled_snapshot(curve_set, settings))
