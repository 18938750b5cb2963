"""Deciding case by case: what has to be known, how good the probabilities are, a better rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.analysis.criteria import PER_CASE
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import per_case_text
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.views.widgets.cards import Badge
from costcurve_gui.views.widgets.figures import LinkedLine, ParagraphLabel
from costcurve_gui.views.widgets.labels import name_widget, text_label
from costcurve_gui.views.widgets.reliability_chart import ReliabilityChart

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot


class KnownColumns(QWidget):
    """A box for each column of the payoffs, ticked where it is known when deciding.

    Hidden under other rules. Emits `known_edited(columns)`.
    """

    known_edited = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.boxes: list[QCheckBox] = []
        self._columns: tuple[str, ...] = ()
        self._row = QHBoxLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        head = QHBoxLayout()
        head.addWidget(text_label(tr("Known when deciding"), font=fonts.body(fonts.SEMIBOLD)), 1)
        head.addWidget(text_label(tr("from the payoffs"), font=fonts.small(), tone="muted"))
        layout.addLayout(head)
        self._row.setSpacing(10)
        self._row.addStretch(1)
        layout.addLayout(self._row)
        name_widget(self, "known_columns", tr("Known when deciding"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the columns of another snapshot's payoffs."""
        shown = snapshot.settings.selection.criterion is PER_CASE
        if self.isHidden() is shown:
            self.setVisible(shown)
        if not shown:
            return
        self._columns = per_case_text.columns(snapshot)
        known = snapshot.settings.selection.known_when_deciding
        while len(self.boxes) < len(self._columns):
            self._add_box()
        for at, box in enumerate(self.boxes):
            used = at < len(self._columns)
            box.setVisible(used)
            if used:
                name = self._columns[at]
                box.setText(name)
                box.setAccessibleName(tr("{name} is known when deciding", name=name))
                box.setChecked(name in known)

    def _add_box(self) -> None:
        box = QCheckBox()
        box.setObjectName(f"known_{len(self.boxes)}")
        box.setToolTip(tr("Whether this is known when a case is decided"))
        box.clicked.connect(self._report)
        self._row.insertWidget(len(self.boxes), box)
        self.boxes.append(box)

    def _report(self) -> None:
        pairs = zip(self._columns, self.boxes, strict=False)
        self.known_edited.emit(tuple(name for name, box in pairs if box.isChecked()))


class PerCaseResult(QWidget):
    """Hidden where nothing is decided case by case.

    Emits `details_requested()` and `threshold_requested()`.
    """

    details_requested = Signal()
    threshold_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.limits = ParagraphLabel("case_limits", fonts.small())
        self.reliability = Badge("reliability", tone="warning", link=tr("Details"), wraps=True)
        self.reliability.name_link(tr("Show how good the probabilities are"))
        self.chart = ReliabilityChart("reliability_chart")
        self.calibrated = ParagraphLabel("recalibrated", fonts.small())
        self.calibrated.setProperty("tone", "muted")
        self.more = LinkedLine(
            "one_threshold_more", tr("Use"), tr("Use one threshold"), font=fonts.small()
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (self.limits, self.reliability, self.chart, self.calibrated, self.more):
            layout.addWidget(widget)
        self.reliability.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.reliability.link_clicked.connect(self.details_requested)
        self.more.link_clicked.connect(self.threshold_requested)
        self.hide()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the rule of another snapshot's selected model."""
        said = per_case_text.said(snapshot)
        if self.isHidden() is (said is not None):
            self.setVisible(said is not None)
        if said is None:
            return
        self.limits.show_sentence(said.limits)
        self.limits.setVisible(bool(said.limits))
        self.reliability.show_remark(said.warning)
        self.calibrated.show_sentence(said.calibrated)
        model = snapshot.models[snapshot.selected or ""].info
        self.chart.show_curves(*said.curves, model.slot, vocabulary_of(snapshot).positive)
        self.more.show_text(said.more)
