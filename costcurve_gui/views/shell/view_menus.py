"""What can be chosen in the "more" menu of single views, beside export and grid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtGui import QActionGroup

from costcurve_gui.analysis.view_settings import (
    CostAxis,
    CostConstruction,
    DetAxes,
    FoldAverage,
    FoldBars,
    GainMeasure,
    PartialAxis,
    RegretReading,
)
from costcurve_gui.views.shell.command_search import KEYWORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMenu

    from costcurve_gui.analysis.snapshot import Snapshot

    Choose = Callable[[str, object], object]


MOST_ENTRIES = 12
"""A menu with more entries does not fit a small screen."""


class Entry(NamedTuple):
    """One value to choose, in words; `keywords` find it in the command palette as well."""

    value: object
    text: str
    keywords: str = ""


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Entries of which one is ticked, in a submenu.

    `field` is the field of `ViewChoices` that they set. They are disabled where `rest` says why.
    """

    field: str
    title: str
    entries: tuple[Entry, ...]
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    """An entry that is ticked or not; `field` and `rest` as in `ChoiceGroup`."""

    field: str
    text: str
    keywords: str = ""
    rest: str = ""


def choice_groups(view: str, snapshot: Snapshot) -> tuple[ChoiceGroup | Switch, ...]:
    """Return what can be chosen for a view."""
    make = _GROUPS.get(view)
    return () if make is None else make(snapshot)


def views_with_choices() -> tuple[str, ...]:
    """Return the keys of the views that have choices."""
    return tuple(_GROUPS)


def add_choices(
    menu: QMenu,
    view: str,
    snapshot: Snapshot,
    choose: Choose,
    more: Mapping[str, Sequence[QAction]] | None = None,
) -> None:
    """Add the choices of a view to its menu, the present ones ticked.

    `more` are commands that go into the submenu of a field; those of "show" are switches too.
    """
    more, groups = more or {}, choice_groups(view, snapshot)
    menu.setToolTipsVisible(True)
    switches = [one for one in groups if isinstance(one, Switch)]
    if switches:
        shown = _submenu(menu, "Show", f"{view}_show_menu")
        shown.addActions(more.get("show", ()))
        for switch in switches:
            _add_switch(shown, view, switch, snapshot, choose)
    for group in groups:
        if isinstance(group, ChoiceGroup):
            inner = _submenu(menu, group.title, f"{view}_{group.field}_menu")
            _add_group(inner, view, group, snapshot, choose)
            if group.field in more:
                inner.addSeparator()
                inner.addActions(more[group.field])


def _submenu(menu: QMenu, title: str, name: str) -> QMenu:
    inner = menu.addMenu(title.replace("&", "&&"))
    inner.setObjectName(name)
    inner.setToolTipsVisible(True)
    return inner


def _add_switch(menu: QMenu, view: str, switch: Switch, snapshot: Snapshot, choose: Choose) -> None:
    action = menu.addAction(switch.text)
    action.triggered.connect(lambda shown: choose(switch.field, shown))
    present = bool(getattr(snapshot.settings.views, switch.field))
    _dress(action, f"{view}_{switch.field}", switch.keywords, switch.rest, ticked=present)


def _add_group(
    menu: QMenu, view: str, group: ChoiceGroup, snapshot: Snapshot, choose: Choose
) -> None:
    """Add the entries of a group; those that are too many for one menu go into another."""
    exclusive, present = QActionGroup(menu), getattr(snapshot.settings.views, group.field)
    for position, (value, text, keywords) in enumerate(group.entries):
        if position and position % (MOST_ENTRIES - 1) == 0:
            menu = _submenu(menu, "More", f"{view}_{group.field}_more_menu")
        action = menu.addAction(text.replace("&", "&&"), partial(choose, group.field, value))
        name = f"{view}_{group.field}_{value}"
        _dress(action, name, keywords, group.rest, ticked=value == present)
        exclusive.addAction(action)


def _dress(action: QAction, name: str, keywords: str, rest: str, *, ticked: bool) -> None:
    action.setObjectName(name)
    action.setProperty(KEYWORDS, keywords)
    action.setCheckable(True)
    action.setChecked(ticked)
    action.setEnabled(not rest)
    action.setToolTip(rest)


def _det(_snapshot: Snapshot) -> tuple[ChoiceGroup, ...]:
    entries = (
        Entry(DetAxes.PROBIT, "Normal-deviate axes", "probit DET"),
        Entry(DetAxes.LOG, "Logarithmic axes", "log axis axes DET"),
    )
    return (ChoiceGroup("det_axes", "Axes", entries),)


def _gain(_snapshot: Snapshot) -> tuple[ChoiceGroup, ...]:
    entries = (
        Entry(GainMeasure.GAIN, "Gain", "cumulative gains CAP"),
        Entry(GainMeasure.LIFT, "Lift", "lift curve"),
    )
    return (ChoiceGroup("gain", "Gain or lift", entries),)


def _cost(_snapshot: Snapshot) -> tuple[ChoiceGroup, ...]:
    entries = (
        Entry(CostAxis.HALF, "0 to 0.5"),
        Entry(CostAxis.ONE, "0 to 1", "rescaled y"),
        Entry(CostAxis.FITTED, "Fitted to the curves"),
    )
    return (ChoiceGroup("cost_axis", "Cost axis", entries),)


def _rival(snapshot: Snapshot) -> tuple[ChoiceGroup, ...]:
    others = (
        Entry(key, one.info.name)
        for key, one in snapshot.models.items()
        if key != snapshot.selected
    )
    entries = (Entry(None, "The runner-up"), *others)
    return (ChoiceGroup("rival", "Compare with", entries),)


def _regret(snapshot: Snapshot) -> tuple[ChoiceGroup, ...]:
    entries = (
        Entry(
            RegretReading.MONEY,
            "Expected cost over the prior",
            "regret graph tent graph Hilden Glasziou money",
        ),
        Entry(RegretReading.ERROR_RATE, "Error rate over the prior", "p(+)"),
        Entry(
            RegretReading.COST_RATIO,
            "Normalized cost over the cost ratio",
            "Turney performance graph standard cost log axis",
        ),
        Entry(
            RegretReading.LOSS_DIFFERENCE,
            "Loss difference of two models",
            "loss difference plot Adams Hand",
        ),
    )
    groups = (ChoiceGroup("regret", "Axes", entries),)
    differs = snapshot.settings.views.regret is RegretReading.LOSS_DIFFERENCE
    return (*groups, *_rival(snapshot)) if differs else groups


def _rociv(snapshot: Snapshot) -> tuple[ChoiceGroup | Switch, ...]:
    constructions = (
        Entry(CostConstruction.NONE, "Not shown"),
        Entry(CostConstruction.PERPENDICULAR, "Perpendicular to the line", "iso-performance"),
        Entry(CostConstruction.HORIZONTAL, "Level, to the diagonal", "Flach horizontal"),
    )
    return (
        Switch(
            "common_tangents",
            "Common tangents with the rival",
            "tangent iso-performance line crossover same cost",
        ),
        ChoiceGroup("construction", "How cost is read off", constructions),
        *_rival(snapshot),
    )


def _roc(snapshot: Snapshot) -> tuple[ChoiceGroup | Switch, ...]:
    own = (
        Switch("absolute_point", "Point at threshold 0.5", "probabilities"),
        Switch("roc_regions", "Screening and diagnostic regions", "screening diagnostic tests"),
        Switch("tie_corners", "Corners of equal scores", "tie corners ties optimistic pessimistic"),
        ChoiceGroup("partial_axis", "Partial AUC", _PARTIAL),
    )
    groups = _rociv(snapshot)
    if not snapshot.curve_set.costs_vary:
        return (*own, *groups)
    why = "Costs differ from case to case: see ROCIV, where lengths are costs"
    return (*own, *(replace(group, rest=why) for group in groups[:2]))


def _folds(_snapshot: Snapshot) -> tuple[ChoiceGroup | Switch, ...]:
    return (
        ChoiceGroup("fold_average", "Average", _AVERAGES),
        ChoiceGroup("fold_bars", "Bars", _BARS),
        Switch("fold_curves", "Curve of every fold", "folds"),
    )


_PARTIAL = (
    Entry(PartialAxis.OFF, "No partial AUC"),
    Entry(PartialAxis.FPR, "Partial AUC over the false positive rate"),
    Entry(PartialAxis.TPR, "Partial AUC over the true positive rate"),
)
_AVERAGES = (
    Entry(FoldAverage.POOLED, "Pooled scores"),
    Entry(FoldAverage.VERTICAL, "Vertical average"),
    Entry(FoldAverage.HORIZONTAL, "Horizontal average"),
    Entry(FoldAverage.THRESHOLD, "Threshold average"),
    Entry(FoldAverage.COST_SPACE, "Average in cost space"),
    Entry(FoldAverage.COMPARED, "Compare averages"),
)
_BARS = (
    Entry(FoldBars.INTERVAL, "Bars of the interval of the mean"),
    Entry(FoldBars.STD, "Bars of the standard deviation"),
    Entry(FoldBars.NONE, "No bars"),
)
_GROUPS: Mapping[str, Callable[[Snapshot], tuple[ChoiceGroup | Switch, ...]]] = {
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
