"""What can be chosen in the "more" menu of single views, beside export and grid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QActionGroup

from costcurve_gui.models.state import (
    CostAxis,
    CostConstruction,
    DetAxes,
    FoldAverage,
    FoldBars,
    GainMeasure,
    PartialAxis,
    RegretReading,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtWidgets import QMenu

    from costcurve_gui.models.results import Frame

    Choose = Callable[[str, object], object]


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Entries of which one is ticked, under a heading: (value, words).

    `field` is the field of `ViewChoices` that they set. Where `rest` says why, they rest.
    """

    field: str
    title: str
    entries: tuple[tuple[object, str], ...]
    rest: str = ""


def choice_groups(view: str, frame: Frame) -> tuple[ChoiceGroup, ...]:
    """Return what can be chosen for a view."""
    make = _GROUPS.get(view)
    return () if make is None else make(frame)


def add_choices(menu: QMenu, view: str, frame: Frame, choose: Choose) -> None:
    """Add the choices of a view to its menu, the present ones ticked."""
    menu.setToolTipsVisible(True)
    for group in choice_groups(view, frame):
        menu.addSeparator()
        # The title of a section of Qt's own is not drawn under a style sheet.
        menu.addAction(group.title).setEnabled(False)
        exclusive = QActionGroup(menu)
        present = getattr(frame.settings.views, group.field)
        for value, words in group.entries:
            action = menu.addAction(words.replace("&", "&&"), partial(choose, group.field, value))
            action.setObjectName(f"{view}_{group.field}_{value}")
            action.setCheckable(True)
            action.setChecked(value == present)
            action.setEnabled(not group.rest)
            action.setToolTip(group.rest)
            exclusive.addAction(action)


def _det(_frame: Frame) -> tuple[ChoiceGroup, ...]:
    entries = ((DetAxes.PROBIT, "Normal deviates"), (DetAxes.LOG, "Logarithms"))
    return (ChoiceGroup("det_axes", "Axes", entries),)


def _gain(_frame: Frame) -> tuple[ChoiceGroup, ...]:
    entries = ((GainMeasure.GAIN, "Gain"), (GainMeasure.LIFT, "Lift"))
    return (ChoiceGroup("gain", "Show", entries),)


def _cost(_frame: Frame) -> tuple[ChoiceGroup, ...]:
    entries = (
        (CostAxis.HALF, "0 to 0.5"),
        (CostAxis.ONE, "0 to 1"),
        (CostAxis.FITTED, "Fitted to the curves"),
    )
    return (ChoiceGroup("cost_axis", "Cost axis", entries),)


def _rival(frame: Frame) -> tuple[ChoiceGroup, ...]:
    others = ((key, one.info.name) for key, one in frame.models.items() if key != frame.selected)
    return (ChoiceGroup("rival", "Compare with", ((None, "The runner-up"), *others)),)


def _regret(frame: Frame) -> tuple[ChoiceGroup, ...]:
    entries = (
        (RegretReading.MONEY, "Expected cost over the prior"),
        (RegretReading.ERROR_RATE, "Error rate over the prior"),
        (RegretReading.COST_RATIO, "Normalized cost over the cost ratio"),
        (RegretReading.LOSS_DIFFERENCE, "Loss difference of two models"),
    )
    groups = (ChoiceGroup("regret", "Show", entries),)
    differs = frame.settings.views.regret is RegretReading.LOSS_DIFFERENCE
    return (*groups, *_rival(frame)) if differs else groups


def _rociv(frame: Frame) -> tuple[ChoiceGroup, ...]:
    constructions = (
        (CostConstruction.NONE, "Not shown"),
        (CostConstruction.PERPENDICULAR, "Perpendicular to the line"),
        (CostConstruction.HORIZONTAL, "Level, to the diagonal"),
    )
    tangents = ((False, "Not shown"), (True, "Where the two cost the same"))
    return (
        ChoiceGroup("construction", "How cost is read off", constructions),
        ChoiceGroup("common_tangents", "Common tangents with the rival", tangents),
        *_rival(frame),
    )


def _roc(frame: Frame) -> tuple[ChoiceGroup, ...]:
    shown = ((True, "Shown, where scores are probabilities"), (False, "Not shown"))
    regions = ((True, "Shaded"), (False, "Not shown"))
    ties = ((True, "Corners of equal scores"), (False, "No corners of equal scores"))
    own = (
        ChoiceGroup("absolute_point", "Point at threshold 0.5", shown),
        ChoiceGroup("roc_regions", "Screening and diagnostic regions", regions),
        ChoiceGroup("tie_corners", "Equal scores", ties),
        ChoiceGroup("partial_axis", "Partial AUC", _PARTIAL),
    )
    groups = _rociv(frame)
    if not frame.scene.costs_vary:
        return (*own, *groups)
    why = "Costs differ from case to case: see ROCIV, where lengths are costs"
    return (*own, *(replace(group, rest=why) for group in groups[:2]))


def _folds(_frame: Frame) -> tuple[ChoiceGroup, ...]:
    return (
        ChoiceGroup("fold_average", "Average", _AVERAGES),
        ChoiceGroup("fold_bars", "Bars", _BARS),
        ChoiceGroup(
            "fold_curves", "Folds", ((True, "Curve of every fold"), (False, "No curves of folds"))
        ),
    )


_PARTIAL = (
    (PartialAxis.OFF, "No partial AUC"),
    (PartialAxis.FPR, "Partial AUC over the false positive rate"),
    (PartialAxis.TPR, "Partial AUC over the true positive rate"),
)
_AVERAGES = (
    (FoldAverage.POOLED, "Pooled scores"),
    (FoldAverage.VERTICAL, "Vertical average"),
    (FoldAverage.HORIZONTAL, "Horizontal average"),
    (FoldAverage.THRESHOLD, "Threshold average"),
    (FoldAverage.COST_SPACE, "Average in cost space"),
    (FoldAverage.COMPARED, "Compare averages"),
)
_BARS = (
    (FoldBars.INTERVAL, "Bars of the interval of the mean"),
    (FoldBars.STD, "Bars of the standard deviation"),
    (FoldBars.NONE, "No bars"),
)
_GROUPS: Mapping[str, Callable[[Frame], tuple[ChoiceGroup, ...]]] = {
    "roc": _roc,
    "det": _det,
    "gain": _gain,
    "cost": _cost,
    "rociv": _rociv,
    "difference": _rival,
    "superiority": _rival,
    "regret": _regret,
    "folds": _folds,
}
