"""Every figure that sums a model up in one number, together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.h_measure import h_measure
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.counts.probabilities import are_probabilities
from costcurve_gui.engine.roc.area import gini
from costcurve_gui.engine.views.brier import brier_decomposition, brier_score
from costcurve_gui.engine.views.precision_recall import average_precision

if TYPE_CHECKING:
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.roc.hull import RocHull
    from costcurve_gui.engine.views.brier import BrierDecomposition


@dataclass(frozen=True, slots=True, eq=False)
class ModelMeasures:
    """What a model is worth over all thresholds.

    Attributes
    ----------
    auc, gini, auciv, hull_auc : float
        Areas under ROC, between it and the diagonal (doubled), under ROCIV and under the hull.
    cost_curve_area : float
        Area under the lower envelope: the expected cost where every PC(+) is as likely.
    operating_range : tuple of float or None
        PC(+) between which the model beats both trivial classifiers; None where it never does.
    h_measure : float
        Hand's H at the prior of the sample.
    brier : float or None
        Brier score of the sample; None where the scores are no probabilities.
    brier_parts : BrierDecomposition or None
        Its parts over ten bins of equally many cases; None where there is no score.
    average_precision : float or None
        At the prior that was asked for; None for several classifiers, which rank no cases.
    """

    auc: float
    gini: float
    auciv: float
    hull_auc: float
    cost_curve_area: float
    operating_range: tuple[float, float] | None
    h_measure: float
    brier: float | None
    brier_parts: BrierDecomposition | None
    average_precision: float | None


def model_measures(
    evaluation: ModelEvaluation, prior: float, *, turned: bool = False
) -> ModelMeasures:
    """Return the measures of one model.

    Parameters
    ----------
    evaluation : ModelEvaluation
        The model under its payoffs.
    prior : float
        p(+) at which the average precision is taken, 0-1.
    turned : bool, optional
        Whether the scores carry the other sign in the file: then they are no probabilities.

    Examples
    --------
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> model = evaluate_scores("logistic", [True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> found = model_measures(model, prior=0.5)
    >>> found.auc, found.gini, found.hull_auc
    (0.75, 0.5, 0.875)
    """
    table = evaluation.table
    probabilities = are_probabilities(table) and not turned
    return ModelMeasures(
        auc=evaluation.auc,
        gini=gini(table),
        auciv=evaluation.auciv,
        hull_auc=hull_area(evaluation.roc_hull),
        cost_curve_area=evaluation.envelope.area,
        operating_range=evaluation.envelope.operating_range,
        h_measure=h_measure(evaluation.roc_hull, evaluation.prevalence),
        brier=brier_score(table) if probabilities else None,
        brier_parts=brier_decomposition(table, "quantile") if probabilities else None,
        average_precision=None if _are_several(table) else average_precision(table, prior),
    )


def hull_area(hull: RocHull) -> float:
    """Return the area under a ROC convex hull."""
    return float(np.trapezoid(hull.tpr, hull.fpr))


def _are_several(table: object) -> bool:
    return isinstance(table, FamilyTable) and len(table.members) > 1
