"""Two operating points mixed at random: which, how often each, and what comes of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout

from costcurve_gui.models.mixing import End, MixBy
from costcurve_gui.views import fonts, mixtures, numbers
from costcurve_gui.views.dialogs.plain_dialog import PlainDialog
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.figure_table import figure_row, figure_table
from costcurve_gui.views.widgets.link_button import LinkButton
from costcurve_gui.views.widgets.main_button import plain_button
from costcurve_gui.views.widgets.point_field import PointField
from costcurve_gui.views.widgets.segmented import SegmentedControl
from costcurve_gui.views.widgets.text import name_widget, set_tone, text_label

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from costcurve_gui.models.mixing import MixedPoints
    from costcurve_gui.models.results import Frame

_BY = (
    (MixBy.SHARE, "Share of the first"),
    (MixBy.FPR, "False positive rate"),
    (MixBy.CASES, "Cases"),
)
_COLUMNS = (
    ("Point", ""),
    ("fpr", "False positive rate"),
    ("tpr", "True positive rate"),
    ("Cases", "Cases picked"),
    ("Cost", "Normalized expected cost"),
    ("Profit", "Expected profit per case"),
)
_ENDS: tuple[tuple[End, str], ...] = (("first", "First"), ("second", "Second"))


class MixingDialog(PlainDialog):
    """Shows and edits the mixture of a frame.

    Emits `model_chosen(end, key)`, `dial_edited(end, float)`, `by_chosen(MixBy)`,
    `wanted_edited(float)`, `population_edited(int)` and `remove_requested()`.
    """

    model_chosen = Signal(str, str)
    dial_edited = Signal(str, object)
    by_chosen = Signal(object)
    wanted_edited = Signal(object)
    population_edited = Signal(object)
    remove_requested = Signal()
    help_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("mixing", "Mix two operating points", parent)
        self._points = {end: PointField(f"mixing_{end}", f"{name} point") for end, name in _ENDS}
        self._by = SegmentedControl(_BY, "mixing_by", "What is wanted of the mixture")
        self._wanted = NumberField("mixing_wanted", "Wanted")
        self._of = text_label("of", tone="muted")
        self._population = NumberField(
            "mixing_population", "Cases decided on", check=_check_population
        )
        self._instruction = text_label(wrap=True, name="mixing_instruction")
        self._outcome = text_label(tone="muted", wrap=True, name="mixing_outcome")
        self._table = figure_table(_COLUMNS, "mixing_table", "Both points and their mixture")
        self._build()
        self._connect()

    def show_frame(self, frame: Frame | None) -> None:
        """Show the mixture of another frame; without one there is nothing to show."""
        if frame is None or frame.mix is None:
            self.reject()
            return
        mix = frame.mix
        self._points["first"].show_point(frame, mix.spec.first.key, mix.first)
        self._points["second"].show_point(frame, mix.spec.second.key, mix.second)
        self._show_wanted(frame, mix)
        self._instruction.setText(mixtures.instruction(frame, mix))
        set_tone(self._instruction, "" if mix.found else "danger")
        self._outcome.setText(mixtures.outcome(frame, mix))
        self._table.clear()
        for row in mixtures.figures(frame, mix):
            self._table.addTopLevelItem(figure_row(row, bold=row[0] == "Mixture"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter finish a number; it would press Close as well."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (enter and isinstance(self.focusWidget(), NumberField)):
            super().keyPressEvent(event)

    def _show_wanted(self, frame: Frame, mix: MixedPoints) -> None:
        by, wanted = mix.spec.by, mix.spec.wanted
        self._by.set_value(by)
        counts = by is MixBy.CASES
        self._wanted.show_text(numbers.count(wanted) if counts else numbers.plain(wanted))
        self._population.show_text(numbers.count(frame.settings.selection.population))
        self._of.setVisible(counts)
        self._population.setVisible(counts)

    def _build(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        for row, (end, words) in enumerate(_ENDS):
            grid.addWidget(text_label(words, tone="muted"), row, 0)
            grid.addWidget(self._points[end], row, 1)
        grid.addWidget(text_label("Wanted", tone="muted"), len(_ENDS), 0)
        grid.addLayout(self._wanted_row(), len(_ENDS), 1)
        self.contents.addLayout(grid)
        self.contents.addWidget(self._instruction)
        self.contents.addWidget(self._outcome)
        self.contents.addWidget(self._table, 1)
        about = LinkButton("About mixtures", quiet=True)
        name_widget(about, "mixing_help", "Help on mixtures")
        about.clicked.connect(partial(self.help_requested.emit, "models"))
        remove = plain_button("Remove", "mixing_remove")
        remove.clicked.connect(self.remove_requested)
        self.foot.insertWidget(0, about)
        self.foot.insertWidget(self.foot.count() - 1, remove)
        self.resize(fonts.scaled(600), fonts.scaled(390))

    def _wanted_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._by)
        for field in (self._wanted, self._of, self._population):
            row.addWidget(field)
        for field in (self._wanted, self._population):
            field.setFixedWidth(fonts.scaled(84))
        row.addStretch()
        return row

    def _connect(self) -> None:
        for end, field in self._points.items():
            field.model_chosen.connect(partial(self.model_chosen.emit, end))
            field.dial_edited.connect(partial(self.dial_edited.emit, end))
        self._by.chosen.connect(self.by_chosen)
        self._wanted.committed.connect(self.wanted_edited)
        self._population.committed.connect(lambda cases: self.population_edited.emit(int(cases)))


def _check_population(cases: float) -> str:
    return "" if cases >= 1 and cases == int(cases) else "A whole number of cases, 1 or more."
