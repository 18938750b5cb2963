"""CSV files with the curves of every model, with those of ranking and calibration."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from costcurve_gui.analysis.tables.curves import (
    CURVE_HEADERS,
    FAMILY_HEADERS,
    cost_columns,
    family_columns,
    profit_columns,
    roc_columns,
    rociv_columns,
)
from costcurve_gui.analysis.tables.ranking import (
    RANKING_HEADERS,
    calibration_columns,
    det_columns,
    gain_columns,
    isotonic_columns,
    net_benefit_columns,
    pr_columns,
)
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.curves.net_benefit import net_benefit_curve, treat_all, treat_none
from costcurve_gui.engine.validation import are_probabilities

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.conditions import AnalysedModel
    from costcurve_gui.cli.analysis import Evaluated
    from costcurve_gui.engine.curves.net_benefit import NetBenefitCurve


def roc_table(analysis: Evaluated) -> Table:
    """Return every ROC point of every model."""
    parts = ((model.name, roc_columns(model.evaluation)) for model in analysis.models)
    return Table.of_parts(CURVE_HEADERS["roc"], parts)


def rociv_table(analysis: Evaluated) -> Table:
    """Return every ROCIV point of every model."""
    parts = ((model.name, rociv_columns(model.evaluation)) for model in analysis.models)
    return Table.of_parts(CURVE_HEADERS["rociv"], parts)


def cost_curve_table(analysis: Evaluated) -> Table:
    """Return the vertices of every lower envelope."""
    parts = ((model.name, cost_columns(model.evaluation)) for model in analysis.models)
    return Table.of_parts(CURVE_HEADERS["cost"], parts)


def profit_table(analysis: Evaluated) -> Table:
    """Return every point of every profit curve at the deployment prior."""
    parts = (
        (model.name, profit_columns(model.evaluation, model.condition)) for model in analysis.models
    )
    return Table.of_parts(CURVE_HEADERS["profit"], parts)


def pr_table(analysis: Evaluated) -> Table:
    """Return every point of every precision-recall curve at the deployment prior."""
    parts = ((m.name, pr_columns(m.evaluation.table, m.condition.prior)) for m in analysis.models)
    return Table.of_parts(RANKING_HEADERS["pr"], parts)


def det_table(analysis: Evaluated) -> Table:
    """Return every point of every DET curve."""
    parts = ((model.name, det_columns(model.evaluation.table)) for model in analysis.models)
    return Table.of_parts(RANKING_HEADERS["det"], parts)


def gain_table(analysis: Evaluated) -> Table:
    """Return every point of every gain curve at the deployment prior."""
    parts = ((m.name, gain_columns(m.evaluation.table, m.condition.prior)) for m in analysis.models)
    return Table.of_parts(RANKING_HEADERS["gain"], parts)


def has_probabilities(model: AnalysedModel) -> bool:
    """Return whether the scores of a model can be probabilities of the positive class."""
    return not model.info.lower_is_positive and are_probabilities(model.evaluation.table)


def calibration_table(analysis: Evaluated) -> Table:
    """Return the bins of every model whose scores are probabilities."""
    level = analysis.options.confidence
    parts = (
        (model.name, calibration_columns(model.evaluation.table, level))
        for model in _of_probabilities(analysis)
    )
    return Table.of_parts(RANKING_HEADERS["calibration"], parts)


def net_benefit_table(analysis: Evaluated) -> Table:
    """Return the decision curve of every such model, then those of "all" and "none"."""
    parts = ((name, net_benefit_columns(curve)) for name, curve in _decision_curves(analysis))
    return Table.of_parts(RANKING_HEADERS["net_benefit"], parts)


def isotonic_table(analysis: Evaluated) -> Table:
    """Return the calibrated value of every distinct score of every model."""
    parts = ((model.name, isotonic_columns(model.evaluation)) for model in analysis.models)
    return Table.of_parts(RANKING_HEADERS["isotonic"], parts)


def _of_probabilities(analysis: Evaluated) -> Iterator[AnalysedModel]:
    return (model for model in analysis.models if has_probabilities(model))


def _decision_curves(analysis: Evaluated) -> Iterator[tuple[str, NetBenefitCurve]]:
    for model in _of_probabilities(analysis):
        yield model.name, net_benefit_curve(model.evaluation.table, model.condition.prior)
    yield "all", treat_all(analysis.prior)
    yield "none", treat_none()


def family_table(view: str, analysis: Evaluated) -> Table:
    """Return the members in the columns of a view, as `family_columns` has them."""
    parts = (
        (model.name, family_columns(view, model.evaluation, model.condition))
        for model in analysis.models
    )
    return Table.of_parts(FAMILY_HEADERS[view], parts)


family_roc_table = partial(family_table, "roc")
family_rociv_table = partial(family_table, "rociv")
family_cost_curve_table = partial(family_table, "cost")
family_profit_table = partial(family_table, "profit")
