"""Which comparisons over common cases a snapshot needs, and those known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.common_cases import Common, CommonCases, CommonCasesRequest
from costcurve_gui.analysis.conditions import condition_over
from costcurve_gui.analysis.snapshot import competitor_of, runner_up
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.cost.cost_curve import CostCurve
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy


def common_cases(
    curve_set: CurveSet, common: Common, keys: Collection[str], *, independent_samples: bool
) -> CommonCases:
    """Return models of a curve set over the cases they are compared on, as far as it is known.

    Those are the ones that all of them scored; with `independent_samples` those of each model.
    """
    models = {model.info.key: model for model in curve_set.models if model.info.key in keys}
    gaps = any(model.info.missing for model in models.values())
    if independent_samples or curve_set.common_cases is None or not gaps or len(models) == 1:
        return CommonCases(None, *_own(models.values()))
    return common.found.get(frozenset(keys)) or CommonCases(reason=common.fault)


def _own(
    models: Iterable[ModelCurves],
) -> tuple[Mapping[str, CostCurve], Mapping[str, ModelEvaluation]]:
    evaluations = {model.info.key: model.evaluation for model in models}
    return {key: one.envelope for key, one in evaluations.items()}, evaluations


def common_in(snapshot: Snapshot, keys: Collection[str]) -> CommonCases:
    """Return models of a snapshot over the cases they are compared on, as far as it is known."""
    independent_samples = snapshot.settings.bands.independent_samples
    return common_cases(
        snapshot.curve_set, snapshot.common, keys, independent_samples=independent_samples
    )


def number_in_common(snapshot: Snapshot, keys: Collection[str]) -> int | None:
    """Return how many cases some models have in common.

    None where all scored every case, and where it is not known yet.
    """
    gaps = any(snapshot.models[key].info.missing for key in keys)
    return common_in(snapshot, keys).cases if gaps else None


def common_policies(snapshot: Snapshot, keys: tuple[str, str]) -> tuple[Policy, Policy] | None:
    """Return what the decisions of two models come to on the cases that both scored.

    None where that is not known, or there are no such cases.
    """
    one, other = (snapshot.models[key] for key in keys)
    if not (one.info.missing or other.info.missing):
        return one.policy, other.policy
    same = common_in(snapshot, keys)
    if same.cases is None and same.evaluations:
        return one.policy, other.policy
    if not same.evaluations or one.policy.is_per_case:
        return None
    from costcurve_gui.engine.selection.policy_evaluation import policy_on

    means = same.evaluations[keys[0]].means
    condition = condition_over(snapshot.condition.prior, means, snapshot.miss_factor)
    first, second = (
        policy_on(snapshot.models[key].policy, same.evaluations[key], condition) for key in keys
    )
    return first, second


def missing_common_cases(snapshot: Snapshot) -> tuple[CommonCasesRequest, ...]:
    """Return what has to be redrawn for a snapshot and is not known yet."""
    return tuple(one for one in common_case_requests(snapshot) if not snapshot.common.has(one))


def common_case_requests(snapshot: Snapshot) -> tuple[CommonCasesRequest, ...]:
    """Return what has to be redrawn for a snapshot, the most wanted first; often nothing.

    Those are the selected model with its competitor and with its runner-up, all models
    compared, and the selected model with each of the others.
    """
    selected, models = snapshot.selected, snapshot.models
    gaps = {key for key, model in models.items() if model.info.missing}
    if (
        snapshot.settings.bands.independent_samples
        or snapshot.curve_set.common_cases is None
        or not gaps
    ):
        return ()
    if selected is None or len(models) < 2:
        return ()
    first = (competitor_of(snapshot), runner_up(snapshot, selected))
    groups = {
        **{frozenset({selected, key}): True for key in first if key is not None},
    }
    groups.setdefault(frozenset(snapshot.compared), False)
    for key in models:
        if key != selected:
            groups.setdefault(frozenset({selected, key}), False)
    return tuple(CommonCasesRequest(keys, whole) for keys, whole in groups.items() if keys & gaps)


def find_common(
    snapshot: Snapshot, wanted: Collection[CommonCasesRequest], *, progress: Progress = NO_PROGRESS
) -> dict[frozenset[str], CommonCases]:
    """Return what is wanted of a snapshot, in a job of the window."""
    source, found = snapshot.curve_set.common_cases, {}
    if source is None:
        return {}
    for one in wanted:
        cases = source.evaluate(one.keys, progress=progress)
        found[one.keys] = cases if one.whole else cases.without_evaluations()
    return found


def with_common(snapshot: Snapshot, found: dict[frozenset[str], CommonCases]) -> Common:
    """Return what is known of a snapshot with more found, without what it has no use for."""
    wanted = {one.keys for one in common_case_requests(snapshot)}
    both = {**snapshot.common.found, **found}
    return Common({keys: cases for keys, cases in both.items() if keys in wanted})


def with_all_common_cases(snapshot: Snapshot, progress: Progress = NO_PROGRESS) -> Snapshot:
    """Return a snapshot that knows all it wants of common cases: for reports and exports."""
    missing = missing_common_cases(snapshot)
    if not missing:
        return snapshot
    found = find_common(snapshot, missing, progress=progress)
    return replace(snapshot, common=with_common(snapshot, found))
