"""How bands and intervals are found, and whose bands are drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from costcurve_gui.analysis.interval_settings import (
    BandChoices,
    BandPolicy,
    BandsOf,
    RocBand,
    Samples,
    Verdicts,
)
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import SegmentedControl
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.labels import text_label

if TYPE_CHECKING:
    from costcurve_gui.analysis.settings import AnalysisState

MOST_REPLICATES = 20_000
_GROUPS = {
    "of": (
        tr("Bands of"),
        (
            (BandsOf.SELECTED, tr("Selected")),
            (BandsOf.PAIR, tr("Selected and compared")),
            (BandsOf.ALL, tr("All")),
        ),
    ),
    "samples": (
        tr("Models were tested on"),
        (
            (Samples.SAME, tr("the same cases")),
            (Samples.DIFFERENT, tr("different cases")),
        ),
    ),
    "verdicts": (
        tr("A difference is judged"),
        (
            (Verdicts.SIMULTANEOUS, tr("at all PC(+) at once")),
            (Verdicts.POINTWISE, tr("at each by itself")),
        ),
    ),
    "policy": (
        tr("In cost space"),
        (
            (BandPolicy.FIXED, tr("Fixed policy")),
            (BandPolicy.REOPTIMISED, tr("Re-optimised")),
            (BandPolicy.CORRECTED, tr("Corrected")),
        ),
    ),
    "roc": (
        tr("In ROC and ROCIV"),
        (
            (RocBand.VERTICAL, tr("Vertical")),
            (RocBand.THRESHOLD, tr("By threshold")),
            (RocBand.SIMULTANEOUS, tr("Whole curve")),
        ),
    ),
}
_HINTS = {
    "samples": (
        tr(
            "The same cases: models are compared on the cases that both have, drawn once "
            "for both. Different cases: each has cases of its own and is drawn by itself, "
            "so a difference is less sure. Models known by counts alone can be compared in this "
            "way only."
        )
    ),
    "verdicts": (
        tr(
            "At all PC(+) at once: two models that are equally good are called different "
            "somewhere in at most one of ten samples (at 90 %). At each by itself: the "
            "level holds at one PC(+) that was chosen beforehand; a search along the axis nearly "
            "always finds some."
        )
    ),
    "policy": (
        tr(
            "Fixed policy: every replicate keeps the thresholds chosen on the whole "
            "sample. Re-optimised: every replicate chooses its own. Corrected: the same, with the "
            "optimism of judging on the choosing cases added back."
        )
    ),
    "roc": (
        tr(
            "Vertical: the true positive rate at each false positive rate. "
            "By threshold: both rates at thresholds along the curve. "
            "Whole curve: a band that holds the entire curve at the level."
        )
    ),
}
_NUMBERS = {
    "replicates": (tr("Replicates"), tr("A whole number from 100 to 20 000.")),
    "level": (tr("Level, %"), tr("More than 50 and less than 100.")),
    "seed": (tr("Seed"), tr("A whole number, 0 or above.")),
}


class UncertaintyDialog(PlainDialog):
    """Emits `choices_edited(BandChoices)` at every change."""

    help_page = "uncertainty"
    choices_edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("uncertainty", "Uncertainty", parent)
        self._choices = BandChoices()
        self._groups = {
            name: SegmentedControl(entries, f"bands_{name}", title)
            for name, (title, entries) in _GROUPS.items()
        }
        self._numbers = {
            name: NumberField(f"bands_{name}", title, check=NUMBER_CHECKS[name])
            for name, (title, _) in _NUMBERS.items()
        }
        self._fault = text_label(tone="danger", wrap=True, name="bands_fault")
        self._build()
        self._connect()

    def show_state(self, state: AnalysisState) -> None:
        """Show the choices of another state."""
        self.show_choices(state.current.bands)

    def show_choices(self, choices: BandChoices) -> None:
        """Show the choices in force."""
        self._choices = choices
        for name, control in self._groups.items():
            control.set_value(getattr(choices, name))
        spec = choices.spec
        shown = {"replicates": spec.replicates, "level": 100 * spec.level, "seed": spec.seed}
        for name, field in self._numbers.items():
            field.show_text(numbers.plain(shown[name]))

    def _build(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        titles = {name: group[0] for name, group in {**_GROUPS, **_NUMBERS}.items()}
        widgets: dict[str, QWidget] = {**self._groups, **self._numbers}
        for row, (name, widget) in enumerate(widgets.items()):
            label = text_label(titles[name])
            label.setBuddy(widget)
            widget.setToolTip(_HINTS.get(name, ""))
            grid.addWidget(label, row, 0)
            grid.addWidget(widget, row, 1)
        grid.setColumnStretch(1, 1)
        self._fault.hide()
        self._close.setDefault(False)  # Enter takes what is typed
        self._close.setAutoDefault(False)
        self.contents.addLayout(grid)
        self.contents.addWidget(self._fault)
        self.contents.addWidget(
            text_label(
                tr("Cases are resampled within each class. The same seed gives the same bands."),
                tone="muted",
                wrap=True,
            )
        )

    def _connect(self) -> None:
        for name, control in self._groups.items():
            control.chosen.connect(lambda value, name=name: self._edit(**{name: value}))
        for name, field in self._numbers.items():
            field.committed.connect(lambda value, name=name: self._edit_number(name, value))
            field.fault_changed.connect(self._show_fault)

    def _edit_number(self, name: str, value: float) -> None:
        changed = value / 100 if name == "level" else int(value)
        self._edit(spec=replace(self._choices.spec, **{name: changed}))  # type: ignore[arg-type]

    def _edit(self, **changes: object) -> None:
        choices = replace(self._choices, **changes)  # type: ignore[arg-type]
        if choices != self._choices:
            self.choices_edited.emit(choices)

    def _show_fault(self) -> None:
        text = next((field.fault for field in self._numbers.values() if field.fault), "")
        self._fault.setText(text)
        self._fault.setVisible(bool(text))
        self.adjustSize()  # else the line takes its room from the controls


def _whole(value: float, least: int, most: float) -> bool:
    return value == int(value) and least <= value <= most


NUMBER_CHECKS = {
    "replicates": lambda value: (
        "" if _whole(value, 100, MOST_REPLICATES) else _NUMBERS["replicates"][1]
    ),
    "level": lambda value: "" if 50 < value < 100 else _NUMBERS["level"][1],
    "seed": lambda value: "" if _whole(value, 0, 2**32) else _NUMBERS["seed"][1],
}
