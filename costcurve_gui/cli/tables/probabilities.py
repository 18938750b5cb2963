"""calibration.csv, net_benefit.csv and isotonic.csv: scores as probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.rate_columns import (
    HEADERS,
    calibration_columns,
    isotonic_columns,
    net_benefit_columns,
)
from costcurve_gui.engine.curves.net_benefit import net_benefit_curve, treat_all, treat_none
from costcurve_gui.engine.validation import are_probabilities

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.cli.analysis import AnalysedModel, Evaluated
    from costcurve_gui.engine.curves.net_benefit import NetBenefitCurve


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
    return Table.of_parts(HEADERS["calibration"], parts)


def net_benefit_table(analysis: Evaluated) -> Table:
    """Return the decision curve of every such model, then those of "all" and "none"."""
    parts = ((name, net_benefit_columns(curve)) for name, curve in _decision_curves(analysis))
    return Table.of_parts(HEADERS["net_benefit"], parts)


def isotonic_table(analysis: Evaluated) -> Table:
    """Return the calibrated value of every distinct score of every model."""
    parts = ((model.name, isotonic_columns(model.evaluation)) for model in analysis.models)
    return Table.of_parts(HEADERS["isotonic"], parts)


def _of_probabilities(analysis: Evaluated) -> Iterator[AnalysedModel]:
    return (model for model in analysis.models if has_probabilities(model))


def _decision_curves(analysis: Evaluated) -> Iterator[tuple[str, NetBenefitCurve]]:
    for model in _of_probabilities(analysis):
        yield model.name, net_benefit_curve(model.evaluation.table, model.condition.prior)
    yield "all", treat_all(analysis.prior)
    yield "none", treat_none()
