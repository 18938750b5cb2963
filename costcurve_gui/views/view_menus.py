"""What can be chosen in the "more" menu of single views, beside export and grid."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QActionGroup

from costcurve_gui.models.state import DetAxes, GainMeasure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtWidgets import QMenu

    from costcurve_gui.models.results import Frame

    Choose = Callable[[str, object], object]


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """Entries of which one is ticked, under a heading: (value, words).

    `field` is the field of `ViewChoices` that they set.
    """

    field: str
    title: str
    entries: tuple[tuple[object, str], ...]


def choice_groups(view: str, frame: Frame) -> tuple[ChoiceGroup, ...]:
    """Return what can be chosen for a view."""
    make = _GROUPS.get(view)
    return () if make is None else make(frame)


def add_choices(menu: QMenu, view: str, frame: Frame, choose: Choose) -> None:
    """Add the choices of a view to its menu, the present ones ticked."""
    for group in choice_groups(view, frame):
        menu.addSection(group.title)
        exclusive = QActionGroup(menu)
        present = getattr(frame.settings.views, group.field)
        for value, words in group.entries:
            action = menu.addAction(words.replace("&", "&&"), partial(choose, group.field, value))
            action.setObjectName(f"{view}_{group.field}_{value}")
            action.setCheckable(True)
            action.setChecked(value == present)
            exclusive.addAction(action)


def _roc(_frame: Frame) -> tuple[ChoiceGroup, ...]:
    entries = ((True, "Shown, where scores are probabilities"), (False, "Not shown"))
    regions = ((True, "Shaded"), (False, "Not shown"))
    return (
        ChoiceGroup("absolute_point", "Point at threshold 0.5", entries),
        ChoiceGroup("roc_regions", "Screening and diagnostic regions", regions),
    )


def _det(_frame: Frame) -> tuple[ChoiceGroup, ...]:
    entries = ((DetAxes.PROBIT, "Normal deviates"), (DetAxes.LOG, "Logarithms"))
    return (ChoiceGroup("det_axes", "Axes", entries),)


def _gain(_frame: Frame) -> tuple[ChoiceGroup, ...]:
    entries = ((GainMeasure.GAIN, "Gain"), (GainMeasure.LIFT, "Lift"))
    return (ChoiceGroup("gain", "Show", entries),)


_GROUPS: Mapping[str, Callable[[Frame], tuple[ChoiceGroup, ...]]] = {
    "roc": _roc,
    "det": _det,
    "gain": _gain,
}
