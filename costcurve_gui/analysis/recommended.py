"""Which rule is recommended: that of which model, and why.

Page, pictures, record, notebook, policy file and window take it from here. The criterion is that of
`criteria.recommended_rule`, by which every model of a snapshot decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

from costcurve_gui.analysis.criteria import best, merit
from costcurve_gui.analysis.memo import once
from costcurve_gui.dataio.table_kind import TableKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.dataset_info import DatasetInfo, ModelInfo
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.engine.selection.bounds import Objective

_WHY: Final = {
    "min_cost": "least expected cost, which is the highest profit too: there is no bound",
    "neyman_pearson": "most positives within the false positive rate",
    "neyman_pearson_profit": "highest expected profit within the false positive rate",
    "workforce": "most positives within the number of cases",
    "workforce_profit": "highest expected profit within the number of cases",
    "constrained": "the objective as good as all bounds together allow",
}


class _Described(Protocol):
    @property
    def info(self) -> ModelInfo: ...


Of = TypeVar("Of", bound=_Described)


class Recommended(NamedTuple):
    """The rule of a model, by its key and by its name, and why it is that one."""

    criterion: str
    key: str
    model: str
    why: str


def not_applicable(data: DatasetInfo, model: ModelInfo) -> str:
    """Say why rules of a model cannot be applied to rows; nothing where they can."""
    if data.kind is not TableKind.SCORES:
        return "the file has counts, and no scores to apply a threshold to"
    if model.derived is not None:
        return "the model is derived from others, and new rows have no score of it"
    return ""


def applicable(models: Mapping[str, Of], data: DatasetInfo) -> Mapping[str, Of]:
    """Return the models whose rules can be applied to rows; all where none can, as of counts."""
    able = {key: one for key, one in models.items() if not not_applicable(data, one.info)}
    return able or models


def recommended_model(
    models: Mapping[str, ModelSnapshot], data: DatasetInfo, objective: Objective
) -> str | None:
    """Return the best model that does what is asked for and can be applied to rows.

    Where none does both, the best that does what is asked for; where none does that, of all.
    """
    met = {key: model for key, model in models.items() if model.met} or models
    policies = {key: model.policy for key, model in applicable(met, data).items()}
    return best(policies, objective) if policies else None


@once
def recommended(snapshot: Snapshot) -> Recommended | None:
    """Return the recommended rule; None where there is no model, or none keeps the bounds."""
    key = snapshot.selected
    if key not in applicable(snapshot.candidates, snapshot.curve_set.dataset):
        key = snapshot.best
    keeps = snapshot.settings.selection.criterion.keeps_bounds
    if key is None or (keeps and snapshot.settings.selection.bounds.limits and not snapshot.met):
        return None
    model = snapshot.models[key]
    return Recommended(model.policy.criterion, key, model.info.name, _why(snapshot, key))


def passed_over(snapshot: Snapshot, key: str) -> tuple[str, str] | None:
    """Return the model that would be taken before another if it could be applied, and why not."""
    data, objective = snapshot.curve_set.dataset, snapshot.settings.objective
    if not_applicable(data, snapshot.models[key].info):
        return None
    worth = {
        name: merit(model.policy, objective)
        for name, model in snapshot.candidates.items()
        if model.met or name == key
    }
    first = snapshot.settings.selected or max(worth, key=lambda name: worth[name], default=key)
    reason = "" if first not in worth else not_applicable(data, snapshot.models[first].info)
    return (first, reason) if reason else None


def _why(snapshot: Snapshot, key: str) -> str:
    model = snapshot.models[key]
    chosen = f"the rule that was chosen, {model.policy.criterion}"
    said = _WHY.get(model.policy.criterion.removesuffix("_single"), chosen)
    if not model.met:
        said = "no threshold does what was asked for; this stands in"
    elif snapshot.settings.selected == key and key != snapshot.best:
        said = f"{said}; the model was chosen"
    before = passed_over(snapshot, key)
    if before is None:
        return said
    name = snapshot.models[before[0]].info.name
    return f"{said}; {name} comes first, but cannot be applied to rows: {before[1]}"
