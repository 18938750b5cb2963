"""Figures that sum a model up in one number: the H-measure of Hand, and all of them together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.belief import expectation_of_lines
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.curves.brier import brier_decomposition, brier_score
from costcurve_gui.engine.curves.ranking import average_precision
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.roc.area import gini
from costcurve_gui.engine.validation import are_probabilities

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.curves.brier import BrierDecomposition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.roc.hull import RocHull


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
    return isinstance(table, FamilyTable) and len(table.classifiers) > 1


def hand_weight(prevalence: float) -> BetaBelief:
    """Return the weight of cost ratios that H takes unless told otherwise.

    Parameters
    ----------
    prevalence : float
        Share of positives in the sample, P/n, above 0 and below 1.

    Returns
    -------
    BetaBelief
        Beta(1 + P/n, 1 + N/n): its mode is c = P/n, where an error of the rarer class costs more
        by just as much as that class is rarer.

    Raises
    ------
    ConstraintError
        Where the prevalence is not above 0 and below 1.

    References
    ----------
    .. [1] Hand & Anagnostopoulos (2014), A better Beta for the H measure of classification
       performance.

    Examples
    --------
    >>> hand_weight(0.25)
    BetaBelief(a=1.25, b=1.75)
    """
    _require_both_classes(prevalence)
    return BetaBelief(1 + prevalence, 1 + (1 - prevalence))


def h_measure(hull: RocHull, prevalence: float, weight: BetaBelief | None = None) -> float:
    """Return H = 1 - L / L_ref.

    L is the loss of the best threshold, averaged over the cost ratio
    c = C(+|-) / (C(+|-) + C(-|+)); L_ref is that of the best trivial classifier.

    Parameters
    ----------
    hull : RocHull
        Hull of the ROC points; that of ROCIV has its own mean costs and will not do.
    prevalence : float
        Share of positives in the sample, P/n, by weight where rows have weights.
    weight : BetaBelief, optional
        Density of c; `hand_weight` of the prevalence where None.

    Returns
    -------
    float
        Within 0-1: 0 where no threshold beats guessing, 1 for perfect separation.

    Raises
    ------
    ConstraintError
        Where the prevalence is not above 0 and below 1.

    Notes
    -----
    With c the weight of an error on a negative, the loss of a threshold is
    c (N/n) fpr + (1 - c) (P/n) fnr, a straight line over c, so every vertex of the hull has a
    stretch of c in which it is best and its loss there is integrated in closed form.

    References
    ----------
    .. [1] Hand (2009), Measuring classifier performance: a coherent alternative to the area under
       the ROC curve, with the weight of Hand & Anagnostopoulos (2014).

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> round(h_measure(convex_hull(table), prevalence=0.5), 12)
    0.5
    """
    _require_both_classes(prevalence)
    weight = hand_weight(prevalence) if weight is None else weight
    guess = np.array([0.0, 1.0])
    best = _mean_loss(hull.fpr, hull.tpr, prevalence, weight)
    # Rounding could put a useless model below 0 by one bit.
    return max(1 - best / _mean_loss(guess, guess, prevalence, weight), 0.0)


def _mean_loss(fpr: Floats, tpr: Floats, prevalence: float, weight: BetaBelief) -> float:
    """Return the mean over c of the least loss that hull vertices reach."""
    # From high c to low: the first vertex raises no alarm, the last one misses nothing.
    benefit, cost = prevalence * np.diff(tpr), (1 - prevalence) * np.diff(fpr)
    crossing = np.minimum.accumulate(benefit / (benefit + cost))
    knots = np.concatenate(([0.0], crossing[::-1], [1.0]))
    on_positives, on_negatives = prevalence * (1 - tpr[::-1]), (1 - prevalence) * fpr[::-1]
    return expectation_of_lines(weight, knots, on_positives, on_negatives)


def _require_both_classes(prevalence: float) -> None:
    if not 0 < prevalence < 1:
        raise ConstraintError(
            f"H needs positives and negatives; the share of positives is {prevalence:g}."
        )
