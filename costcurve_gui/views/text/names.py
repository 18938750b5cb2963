"""Name measures, the figure that models are ranked by, and what derived models were made from."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.derived_models import only_classifier
from costcurve_gui.analysis.view_curves import partial_auc_of
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.cost.belief import UNIFORM, ConditionBelief
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.translation import tr
from costcurve_gui.views.text import known_digits, numbers, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.derivation import DerivedModel
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure


TRIVIAL = ("all", "none")
_WHOLE, _POWERS = 99_999.995, 9_999_999.5


def partial_auc(snapshot: Snapshot, key: str) -> str:
    """Say the area over the range in force: partial AUC 0.093, standardised 0.712; or nothing."""
    found = partial_auc_of(snapshot.curve_set.model(key), snapshot.settings.views)
    if found is None:
        return ""
    area, standardised = numbers.rate(found.area), numbers.rate(found.standardized)
    return tr(
        "partial AUC {area}, standardised {standardised}", area=area, standardised=standardised
    )


def partial_auc_over(snapshot: Snapshot, key: str) -> str:
    """Say the partial AUC and its range: Partial AUC 0.093, ..., for fpr 0.000 to 0.200."""
    said, choices = partial_auc(snapshot, key), snapshot.settings.views
    if not said:
        return ""
    written = numbers.interval(*choices.partial_range)
    return tr(
        "{initial}{rest}, for {partial_axis} {written}",
        initial=said[0].upper(),
        rest=said[1:],
        partial_axis=choices.partial_axis,
        written=written,
    )


def belief_name(belief: Belief) -> str:
    """Name a belief: uniform belief, Beta(2, 5), triangular 0.100 to 0.600, mode 0.200 ..."""
    if belief == UNIFORM:
        return tr("uniform belief")
    if isinstance(belief, ConditionBelief):
        return tr("belief of the condition")
    if isinstance(belief, BetaBelief):
        return f"Beta({numbers.plain(belief.a)}, {numbers.plain(belief.b)})"
    stretch, mode = numbers.interval(belief.lo, belief.hi), numbers.rate(belief.mode)
    return tr("triangular {stretch}, mode {mode}", stretch=stretch, mode=mode)


def origin(info: ModelInfo, curve_set: CurveSet) -> str:
    """Say what a derived model was made from; nothing for a model of the file."""
    model = info.derived
    if model is None:
        return ""
    kind, parts = model.kind, list(_sources(model, curve_set))
    return f"{kind.label}: {parts[0]}" if kind.origin is None else kind.origin(parts, model.payoffs)


def _sources(model: DerivedModel, curve_set: CurveSet) -> Iterator[str]:
    infos = {one.column: one for one in curve_set.dataset.models}
    thresholds = model.thresholds or (None,) * len(model.sources)
    for column, threshold in zip(model.sources, thresholds, strict=True):
        info = infos[column]
        if threshold is None:
            yield info.name
        elif curve_set.dataset.kind is TableKind.CONFUSION:
            yield _classifier(curve_set.model(info.key), int(threshold))
        elif info.lower_is_positive:
            yield f"{info.name} \u2264 {numbers.plain(-threshold)}"
        else:
            yield f"{info.name} \u2265 {numbers.plain(threshold)}"


def _classifier(model: ModelCurves, place: int) -> str:
    """Name one of several classifiers of a model; where there is one the model is that."""
    family = vocabulary.family_of(model)
    if family is None or only_classifier(family) is not None:
        return model.info.name
    return f"{model.info.name} {vocabulary.classifier_text(family.name_at(place))}"


@dataclass(frozen=True, slots=True)
class Column:
    """The title of the column, what it means, and how its figures are written.

    `decimals` are those of money; None writes a rate.
    """

    title: str = tr("Profit")
    note: str = ""
    decimals: int | None = 2

    def short(self, value: float) -> str:
        """Write a figure for the narrow column."""
        return numbers.rate(value) if self.decimals is None else short_profit(value, self.decimals)

    def whole(self, value: float) -> str:
        """Write a figure with all digits that it deserves."""
        if self.decimals is None:
            return numbers.rate(value)
        return numbers.fixed(value, self.decimals, signed=True)

    def end(self, value: float) -> str:
        """Write an end of the interval of a figure."""
        return numbers.rate(value) if self.decimals is None else numbers.fixed(value, self.decimals)


PROFIT_COLUMN = Column()
_AT = tr("at the present condition")
_ON_NEW = tr(", expected on new cases")
_BY_OBJECTIVE = {
    Objective.COST: Column(tr("Cost"), tr("Normalized expected cost {at}", at=_AT), None),
    Objective.TPR: Column("tpr", tr("True positive rate {at}", at=_AT), None),
}


def ranked_column(
    snapshot: Snapshot,
    profits: Iterable[float | None],
    on_new_cases: Mapping[str, NewCasesFigure] | None = None,
) -> Column:
    """Return the column that the best model leads, no finer than its figures are known."""
    measure = snapshot.settings.selection.criterion.measure
    if measure is not None:
        return Column(measure.symbol, measure.meaning, None)
    objective = snapshot.settings.objective
    if objective is not Objective.PROFIT:
        column = _BY_OBJECTIVE[objective]
        return replace(column, note=f"{column.note}{_ON_NEW}") if on_new_cases else column
    unit = vocabulary.vocabulary_of(snapshot).unit
    if on_new_cases:
        return Column(
            tr("Profit"),
            tr("Profit per case {at}{on_new}", at=_AT, on_new=_ON_NEW),
            _decimals(on_new_cases, unit),
        )
    return Column(tr("Profit"), tr("Profit per case {at}", at=_AT), profit_decimals(profits, unit))


def _decimals(found: Mapping[str, NewCasesFigure], unit: str) -> int:
    """Return the decimals that are known of every figure."""
    known = (
        known_digits.decimals_known(one.estimate, (one.high - one.low) / 2, unit)
        for one in found.values()
        if one.estimate is not None and one.low is not None and one.high is not None
    )
    return min(known, default=2)


def short_profit(value: float, decimals: int = 2) -> str:
    """Write a profit for a narrow column: no decimals beyond five digits, powers beyond seven."""
    if not math.isfinite(value) or abs(value) < _WHOLE:
        return numbers.fixed(value, decimals, signed=True)
    if abs(value) < _POWERS:
        return numbers.fixed(value, 0, signed=True)
    mantissa, exponent = f"{abs(value):.2e}".split("e")
    sign = numbers.MINUS if value < 0 else "+"
    return numbers.marked(f"{sign}{mantissa}e{int(exponent)}")


def profit_decimals(profits: Iterable[float | None], unit: str) -> int:
    """Return three where no profit reaches 1 and none is money, as in the decision; else two."""
    small = all(profit is None or abs(profit) < 1 for profit in profits)
    return 3 if small and not unit else 2
