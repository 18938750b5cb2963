"""What a comparison of models is about: the cases that all of them scored.

Models without gaps are compared by the curves of the scene. Of others the curves are drawn anew
over the common cases, in a job; what it found is an extra of the frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.models.conditions import condition_over
from costcurve_gui.models.rivals import runner_up

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from costcurve_gui.engine.cost.cost_curve import CostCurve
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import Frame, ModelScene, Scene

COMMON = "common cases"  # extra of the frame
WAY_OUT = "If they were tested on different cases, choose so in Analysis > Uncertainty."
NOTHING_IN_COMMON = f"No cases of both classes were scored by all of these models. {WAY_OUT}"


@dataclass(frozen=True, slots=True, eq=False)
class CommonCases:
    """Some models, by key, over the cases that all of them scored.

    `cases` is the number of these, None where no model has gaps. `evaluations` are there where the
    whole was asked for. Where there are no `curves` nothing can be compared: `reason` is a
    sentence that says why, empty while they are being computed.
    """

    cases: int | None = None
    curves: Mapping[str, CostCurve] = field(default_factory=dict)
    evaluations: Mapping[str, ModelEvaluation] = field(default_factory=dict)
    reason: str = ""

    def without_evaluations(self) -> CommonCases:
        """Return the curves alone, which take little memory."""
        return CommonCases(self.cases, self.curves, {}, self.reason)


class CommonWanted(NamedTuple):
    """Models to be compared; `whole` where more than their cost curves is needed."""

    keys: frozenset[str]
    whole: bool


@dataclass(frozen=True, slots=True, eq=False)
class Common:
    """What was found of one scene; `fault` is a sentence that says why the rest is not."""

    found: Mapping[frozenset[str], CommonCases] = field(default_factory=dict)
    fault: str = ""

    def has(self, wanted: CommonWanted) -> bool:
        """Whether enough is known of some models."""
        known = self.found.get(wanted.keys)
        if known is None:
            return False
        return bool(known.evaluations or known.reason) or not wanted.whole


class CommonSource(Protocol):
    """What draws curves anew over common cases."""

    def find(self, keys: Collection[str], *, progress: Progress = NO_PROGRESS) -> CommonCases:
        """Return models over the cases that all of them scored."""
        ...


def common_cases(
    scene: Scene, common: Common | None, keys: Collection[str], *, apart: bool
) -> CommonCases:
    """Return models of a scene over the cases they are compared on, as far as it is known.

    Those are the ones that all of them scored; its own for each model that was tested `apart`.
    """
    models = {model.info.key: model for model in scene.models if model.info.key in keys}
    gaps = any(model.info.missing for model in models.values())
    if apart or scene.common is None or not gaps or len(models) == 1:
        return CommonCases(None, *_own(models.values()))
    if common is None:
        return CommonCases()
    return common.found.get(frozenset(keys)) or CommonCases(reason=common.fault)


def _own(
    models: Iterable[ModelScene],
) -> tuple[Mapping[str, CostCurve], Mapping[str, ModelEvaluation]]:
    evaluations = {model.info.key: model.evaluation for model in models}
    return {key: one.envelope for key, one in evaluations.items()}, evaluations


def common_of(frame: Frame) -> Common | None:
    """Return what is known of the common cases of a frame."""
    found = frame.extras.get(COMMON)
    return found if isinstance(found, Common) else None


def common_in(frame: Frame, keys: Collection[str]) -> CommonCases:
    """Return models of a frame over the cases they are compared on, as far as it is known."""
    apart = frame.settings.bands.apart
    return common_cases(frame.scene, common_of(frame), keys, apart=apart)


def number_in_common(frame: Frame, keys: Collection[str]) -> int | None:
    """Return how many cases some models have in common.

    None where all scored every case, and where it is not known yet.
    """
    gaps = any(frame.models[key].info.missing for key in keys)
    return common_in(frame, keys).cases if gaps else None


def common_policies(frame: Frame, keys: tuple[str, str]) -> tuple[Policy, Policy] | None:
    """Return what the decisions of two models come to on the cases that both scored.

    None where that is not known, or there are no such cases.
    """
    one, other = (frame.models[key] for key in keys)
    if not (one.info.missing or other.info.missing):
        return one.policy, other.policy
    same = common_in(frame, keys)
    if same.cases is None and same.evaluations:
        return one.policy, other.policy
    if not same.evaluations:
        return None
    from costcurve_gui.engine.selection.policy_evaluation import policy_on

    means = same.evaluations[keys[0]].means
    condition = condition_over(frame.condition.prior, means, frame.miss_factor)
    first, second = (
        policy_on(frame.models[key].policy, same.evaluations[key], condition) for key in keys
    )
    return first, second


def common_missing(frame: Frame) -> tuple[CommonWanted, ...]:
    """Return what has to be drawn anew for a frame and is not known yet."""
    known = common_of(frame) or Common()
    return tuple(one for one in common_wanted(frame) if not known.has(one))


def common_wanted(frame: Frame) -> tuple[CommonWanted, ...]:
    """Return what has to be drawn anew for a frame, the most wanted first; often nothing.

    Those are the selected model with its rival and with its runner-up, all models on show, and the
    selected model with each of the others.
    """
    selected, models = frame.selected, frame.models
    gaps = {key for key, model in models.items() if model.info.missing}
    if frame.settings.bands.apart or frame.scene.common is None or not gaps:
        return ()
    if selected is None or len(models) < 2:
        return ()
    first = (frame.cost_answers.rival(), runner_up(frame, selected))
    groups = {
        **{frozenset({selected, key}): True for key in first if key is not None},
    }
    groups.setdefault(frozenset(models), False)
    for key in models:
        if key != selected:
            groups.setdefault(frozenset({selected, key}), False)
    return tuple(CommonWanted(keys, whole) for keys, whole in groups.items() if keys & gaps)
