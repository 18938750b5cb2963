"""What the program is like, and what a file begins with where nothing else is known of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from costcurve_gui.session.preferences import Defaults, Theme, ViewOptions
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.dialogs.uncertainty_dialog import NUMBER_CHECKS
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import SegmentedControl, plain_button
from costcurve_gui.views.widgets.fields import CommitField, NumberField
from costcurve_gui.views.widgets.labels import text_label

if TYPE_CHECKING:
    from collections.abc import Mapping

_THEMES = (
    (Theme.SYSTEM, tr("As the system")),
    (Theme.LIGHT, tr("Light")),
    (Theme.DARK, tr("Dark")),
)
_NUMBERS = ((False, "1.5"), (True, "1,5"))
_SAVED = (
    (0, tr("Never")),
    (1, tr("Each minute")),
    (5, tr("Each 5 minutes")),
    (15, tr("Each 15 minutes")),
)
_AS_IN_FILE = tr("as in the file")
_LONGEST_UNIT = 12
_HINTS = {
    "prior": tr("Share of positives where the models will work; empty is the share in the file."),
    "unit": tr("Written after every amount of money, such as DM or \u20ac; empty shows none."),
    "autosave": tr("Saves a changed project that has a file, at this interval."),
    "comma": tr("On the screen and in pictures; exported tables and reports have points."),
    "level": tr("Confidence of bands and intervals, for the open file too."),
    "replicates": tr("How often the cases are resampled, for the open file too."),
}


class PreferencesDialog(PlainDialog):
    """Emits `view_edited(ViewOptions)`, `defaults_edited(Defaults)` and `reset_requested()`."""

    help_page = "preferences"
    view_edited = Signal(object)
    defaults_edited = Signal(object)
    reset_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("preferences", tr("Preferences"), parent)
        self._view, self._defaults = ViewOptions(), Defaults()
        self._comma = SegmentedControl(_NUMBERS, "preferences_comma", tr("Decimals"))
        self._theme = SegmentedControl(_THEMES, "preferences_theme", tr("Theme"))
        self._autosave = SegmentedControl(
            _SAVED, "preferences_autosave", tr("Save projects by itself")
        )
        self._level = _number("level", tr("Level, %"))
        self._replicates = _number("replicates", tr("Replicates"))
        self._prior = CommitField("preferences_prior", tr("Prior, %"))
        self._unit = CommitField("preferences_unit", tr("Currency"))
        self._fault = text_label(tone="danger", wrap=True, name="preferences_fault")
        self._reset = plain_button(tr("Reset all"), "preferences_reset")
        self._build()
        self._connect()

    def show_options(self, view: ViewOptions) -> None:
        """Show the theme and the numbers in use."""
        self._view = view
        self._theme.set_value(view.theme)
        self._comma.set_value(view.decimal_comma)
        self.show_defaults(self._defaults)  # numbers may be written otherwise

    def show_defaults(self, defaults: Defaults) -> None:
        """Show what is kept."""
        self._defaults = defaults
        prior = "" if defaults.prior is None else numbers.plain(100 * defaults.prior)
        self._prior.show_text(prior)
        self._unit.show_text(defaults.unit)
        self._level.show_text(numbers.plain(100 * defaults.level))
        self._replicates.show_text(numbers.plain(defaults.replicates))
        self._autosave.set_value(defaults.autosave)

    def _build(self) -> None:
        self._prior.setPlaceholderText(_AS_IN_FILE)
        self._unit.setPlaceholderText(tr("none"))
        self._unit.setMaxLength(_LONGEST_UNIT)
        at_once: dict[str, QWidget] = {tr("Theme"): self._theme, tr("Decimals"): self._comma}
        at_once |= {tr("Level, %"): self._level, tr("Replicates"): self._replicates}
        at_once[tr("Save a project by itself")] = self._autosave
        later = {tr("Prior, %"): self._prior, tr("Currency"): self._unit}
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        _add_group(grid, tr("At once"), at_once)
        _add_group(grid, tr("For files opened from now on"), later)
        self.contents.addLayout(grid)
        for name, hint in _HINTS.items():
            getattr(self, f"_{name}").setToolTip(hint)
        for field in (self._level, self._replicates, self._prior, self._unit):
            field.set_hint(field.toolTip())
        self._fault.hide()
        self.contents.addWidget(self._fault)
        self.contents.addStretch(1)
        self.foot.insertWidget(0, self._reset)
        self._close.setDefault(False)  # Enter takes what is typed
        self._close.setAutoDefault(False)

    def _connect(self) -> None:
        self._theme.chosen.connect(lambda theme: self._edit_view(theme=theme))
        self._comma.chosen.connect(lambda comma: self._edit_view(decimal_comma=comma))
        self._autosave.chosen.connect(lambda minutes: self._edit(autosave=minutes))
        self._level.committed.connect(lambda level: self._edit(level=level / 100))
        self._replicates.committed.connect(lambda number: self._edit(replicates=int(number)))
        self._prior.text_committed.connect(self._take_prior)
        self._unit.text_committed.connect(lambda unit: self._edit(unit=unit))
        for field in (self._level, self._replicates, self._prior):
            field.fault_changed.connect(self._show_fault)
        self._reset.clicked.connect(self._reset_all)

    def _take_prior(self, text: str) -> None:
        share = numbers.parse_number(text.removesuffix("%"))
        good = not text or (share is not None and 0 <= share <= 100)
        self._prior.mark("" if good else tr("The prior is from 0 to 100 %, or empty."))
        if good:
            self._edit(prior=None if share is None else share / 100)

    def _edit_view(self, **changes: object) -> None:
        self.view_edited.emit(replace(self._view, **changes))  # type: ignore[arg-type]

    def _edit(self, **changes: object) -> None:
        defaults = replace(self._defaults, **changes)  # type: ignore[arg-type]
        if defaults != self._defaults:
            self.defaults_edited.emit(defaults)

    def _reset_all(self) -> None:
        for field in (self._level, self._replicates, self._prior, self._unit):
            field.restore()
        self.reset_requested.emit()

    def _show_fault(self) -> None:
        fields = (self._level, self._replicates, self._prior)
        text = next((field.fault for field in fields if field.fault), "")
        self._fault.setText(text)
        self._fault.setVisible(bool(text))
        self.adjustSize()  # else the line takes its room from the controls


def _number(name: str, words: str) -> NumberField:
    return NumberField(f"preferences_{name}", words, check=NUMBER_CHECKS[name])


def _add_group(grid: QGridLayout, title: str, widgets: Mapping[str, QWidget]) -> None:
    """Add a heading and the lines below it."""
    heading = text_label(title, font=fonts.body(fonts.SEMIBOLD))
    heading.setContentsMargins(0, 8 if grid.rowCount() > 1 else 0, 0, 0)
    grid.addWidget(heading, grid.rowCount(), 0, 1, 2)
    for words, widget in widgets.items():
        label = text_label(words)
        label.setBuddy(widget)
        row = grid.rowCount()
        grid.addWidget(label, row, 0)
        grid.addWidget(widget, row, 1)
