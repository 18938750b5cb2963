"""Every view: title, dock, shortcut, file name, and the kinds of data that it suits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from costcurve_gui.dataio.table_kind import TableKind


class Needs(IntEnum):
    """What a view is drawn from: any classifiers, those with a threshold, or the cases."""

    CLASSIFIERS = 0
    THRESHOLDS = 1
    CASES = 2


_NEEDS = {
    "roc": Needs.CLASSIFIERS,
    "cost": Needs.CLASSIFIERS,
    "rociv": Needs.CLASSIFIERS,
    "profit": Needs.CLASSIFIERS,
    "rates": Needs.CLASSIFIERS,
    "build_up": Needs.CLASSIFIERS,
    "measures": Needs.CLASSIFIERS,
    "superiority": Needs.CLASSIFIERS,
    "regret": Needs.CLASSIFIERS,
    "difference": Needs.CLASSIFIERS,
    "winners": Needs.CLASSIFIERS,
    "verdicts": Needs.CLASSIFIERS,
    "tests": Needs.CLASSIFIERS,
    "pr": Needs.THRESHOLDS,
    "calibration": Needs.THRESHOLDS,
    "det": Needs.THRESHOLDS,
    "gain": Needs.THRESHOLDS,
    "net_benefit": Needs.THRESHOLDS,
}
_OFFERED = {
    TableKind.CONFUSION: Needs.CLASSIFIERS,
    TableKind.LEAVES: Needs.THRESHOLDS,
    TableKind.SCORES: Needs.CASES,
}


@dataclass(frozen=True, slots=True)
class View:
    """One view. `family` is the view that opens its dock, `letter` ends its shortcuts.

    A table has neither axes nor a picture.
    """

    key: str
    tab: str
    title: str
    family: str
    stem: str
    letter: str
    is_table: bool = False

    @property
    def is_head(self) -> bool:
        """Whether it opens its dock: the others are made when they are first shown."""
        return self.key == self.family

    def suits(self, kind: TableKind) -> bool:
        """Whether a file of such rows has what the view is drawn from."""
        return _NEEDS.get(self.key, Needs.CASES) <= _OFFERED[kind]


VIEWS = {
    view.key: view
    for view in (
        View("roc", "ROC", "ROC", "roc", "roc", "R"),
        View("cost", "Cost space", "Cost space", "cost", "cost_space", "C"),
        View("rociv", "ROCIV", "ROCIV", "rociv", "rociv", "I"),
        View("profit", "Profit", "Profit", "profit", "profit", "E"),
        View("calibration", "Calibration", "Calibration", "rociv", "calibration", "B"),
        View("pr", "PR", "Precision and recall", "roc", "pr", "P"),
        View("det", "DET", "DET", "roc", "det", "D"),
        View("gain", "Gain", "Gain", "profit", "gain", "G"),
        View("net_benefit", "Net benefit", "Net benefit", "profit", "net_benefit", "N"),
        View("measures", "Measures", "Measures", "roc", "measures", "W", is_table=True),
        View("tests", "Tests", "Tests of pairs", "roc", "tests", "A", is_table=True),
        View("rates", "Rates", "Rates", "profit", "rates", "T", is_table=True),
        View("instance_costs", "Instance costs", "Instance costs", "rociv", "instance_costs", "J"),
        View(
            *("build_up", "Build-up", "Profit build-up", "profit", "profit_build_up", "U"),
            is_table=True,
        ),
        View("difference", "Difference", "Difference", "cost", "difference", "X"),
        View("winners", "Who wins", "Who wins", "cost", "winners", "V"),
        View("verdicts", "Verdicts", "Verdicts", "cost", "verdicts", "Y", is_table=True),
        View("superiority", "Superiority", "Superiority", "cost", "superiority", "S"),
        View("regret", "Regret", "Regret", "cost", "regret", "Q"),
        View("folds", "Folds", "Folds", "rociv", "folds", "F"),
        View("multiclass", "Multi-class", "Multi-class", "roc", "multiclass", "M", is_table=True),
    )
}


def family_of(head: str) -> tuple[View, ...]:
    """Return the views that share a dock, the head first."""
    return tuple(view for view in VIEWS.values() if view.family == head)


HEADS = tuple(view.key for view in VIEWS.values() if view.is_head)
