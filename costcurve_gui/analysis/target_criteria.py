"""Criteria that the user gives a target: a recall, or a precision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.selection_settings import (
    ChoiceInput,
    Criterion,
    Kind,
    Measure,
    Target,
    most_precise,
    rechosen_within,
)
from costcurve_gui.engine.selection import rate_criteria
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from costcurve_gui.engine.resampling.replicate_rules import ReplicateRule


# What replicates choose by is imported when something is resampled, not at every start.
def _least_recall(recall: float) -> ReplicateRule:
    from costcurve_gui.engine.resampling.replicate_rules import TargetRecall

    return TargetRecall(recall)


def _highest_precision(_given: ChoiceInput) -> ReplicateRule:
    from costcurve_gui.engine.resampling.replicate_rules import HighestPrecision

    return HighestPrecision()


_PRECISION = Measure(lambda policy: policy.tpr / policy.fraction_targeted)  # times the one prior
TARGET_RECALL: Criterion = Criterion(
    "target_recall",
    Kind.TARGET,
    lambda given: rate_criteria.target_recall(
        given.evaluation, given.condition, given.selection.target(TARGET_RECALL)
    ),
    label=tr("Target recall"),
    hint=tr("The highest threshold that finds the wanted share of positives"),
    shortcut="Ctrl+T, R",
    measure=Measure(
        lambda policy: policy.fpr,
        name=tr("false positive rate"),
        symbol="fpr",
        meaning=tr("False positive rate at the target recall"),
        lower_is_better=True,
        reaches=tr("has a false positive rate of {rate} there"),
        exceeds=": fpr \u2212{rate}",
    ),
    target=Target(
        lambda policy: policy.tpr,
        default=0.8,
        noun="recall",
        hint=tr("The least share of positives acted on, in percent or as a share of 1"),
    ),
    in_report=False,  # the command line has no target
    rechoose=lambda given: _least_recall(given.selection.target(TARGET_RECALL)),
)
TARGET_PRECISION: Criterion = Criterion(
    "target_precision",
    Kind.TARGET,
    lambda given: rate_criteria.target_precision(
        given.evaluation, given.condition, given.selection.target(TARGET_PRECISION)
    ),
    label=tr("Target precision"),
    hint=tr("Most positives found at the wanted precision"),
    shortcut="Ctrl+T, P",
    measure=Measure(
        lambda policy: policy.tpr,
        name=tr("true positive rate"),
        symbol="tpr",
        meaning=tr("True positive rate at the target precision"),
        reaches=tr("reaches {rate} at the same precision"),
        exceeds=tr(" finds {percent} more of the positives"),
    ),
    stand_in=most_precise,
    target=Target(
        lambda policy: policy.precision,
        default=0.5,
        noun="precision",
        hint=tr("The least share of positives among those acted on: 50 %"),
        as_percent=True,
        unmet=tr("No threshold has a precision of {wanted}; the highest is {most}."),
        nearer=tr(" is more precise"),
    ),
    in_report=False,  # the command line has no target
    rechoose=lambda given: rechosen_within(
        (Bound(BoundKind.PRECISION, given.selection.target(TARGET_PRECISION)),),
        Objective.TPR,
        mixed=False,
    ),
)
HIGHEST_PRECISION = Criterion(
    "highest_precision",
    Kind.FIXED,
    most_precise,
    measure=_PRECISION,
    in_tables=False,
    rechoose=_highest_precision,
)
"""Stands in where no threshold has the precision wanted."""
