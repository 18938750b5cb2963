"""The condition of single models: its means are those of the rows that a model scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.cost.condition import OperatingCondition

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.payoff import PayoffMeans
    from costcurve_gui.models.results import Frame, ModelScene
    from costcurve_gui.models.state import ConditionSpec


def model_condition(model: ModelScene, prior: float, spec: ConditionSpec) -> OperatingCondition:
    """Return a condition over the rows that a model scored."""
    return condition_over(prior, model.evaluation.means, spec)


def condition_of(frame: Frame, key: str) -> OperatingCondition:
    """Return the condition of a frame over the rows that a model of it scored."""
    (model,) = (model for model in frame.scene.models if model.info.key == key)
    return model_condition(model, frame.condition.prior, frame.settings.condition)


def condition_over(prior: float, means: PayoffMeans, spec: ConditionSpec) -> OperatingCondition:
    """Return a condition with these means, misses as much dearer as the user chose."""
    condition = OperatingCondition(prior, means)
    if spec.miss_factor == 1:
        return condition
    return condition.with_fn_cost(means.fn_cost * spec.miss_factor)
