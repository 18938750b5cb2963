"""A validation of the decision: both figures on one axis, the rates, and what follows."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.views.shell import fonts
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow
from costcurve_gui.views.tables.table_rows import NOTHING
from costcurve_gui.views.tables.table_view import TableView
from costcurve_gui.views.text import validation_text
from costcurve_gui.views.widgets.cards import Badge
from costcurve_gui.views.widgets.figures import ParagraphLabel
from costcurve_gui.views.widgets.interval_rows import IntervalRow, IntervalRows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.decision_validation import SplitFigures
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.validated_decision import ValidatedDecision


class ValidationCard(QWidget):
    """Shows one validation; emits `link_clicked()` for the link beside the verdict."""

    link_clicked = Signal()

    def __init__(self, name: str, link: str) -> None:
        super().__init__()
        self.rule = ParagraphLabel(f"{name}_rule", fonts.lead())
        self.picture = IntervalRows(f"{name}_picture")
        self.expected = ParagraphLabel(f"{name}_expected", fonts.small())
        self.table = TableView(name, "Validation", lambda _snapshot: NOTHING)
        self.verdict = Badge(f"{name}_verdict", link=link, wraps=True)
        self.splits = ParagraphLabel(f"{name}_splits", fonts.small())
        self._build()

    def show_validation(self, snapshot: Snapshot, found: ValidatedDecision) -> None:
        """Show both figures of the decision of a snapshot."""
        slot = snapshot.models[snapshot.selected or next(iter(snapshot.models))].info.slot
        first, second, gap = validation_text.lines(snapshot, found)
        expected = found.figures[found.figure].expected
        self.picture.show_rows(
            [
                _row(first, slot, tick=None if expected is None else expected.value),
                _row(second, slot, hollow=True),
                _row(gap, 0, ruled=True),
            ],
            validation_text.axis_title(snapshot, found),
        )
        self.rule.show_sentence(validation_text.rule_html(snapshot, found))
        self.table.show_content(content_of(snapshot, found))
        verdict = validation_text.verdict(snapshot, found)
        self.say(verdict.text, verdict.tone)
        self.expected.show_sentence(escape(first.expected))

    def say(self, text: str, tone: str) -> None:
        """Say something in place of the verdict."""
        self.verdict.show_remark(text, tone)
        if (layout := self.layout()) is not None:
            layout.activate()

    def show_splits(
        self, snapshot: Snapshot, found: ValidatedDecision, splits: Sequence[SplitFigures]
    ) -> None:
        """Say what several splits come to."""
        said = validation_text.of_splits(snapshot, found.figure, splits)
        self.splits.show_sentence(escape(said))
        self.splits.show()

    def as_text(self) -> str:
        """Return verdict, splits and table for the clipboard."""
        rows = self.table.rows.content.as_text()
        return "\n\n".join(filter(None, (self.verdict.text, self.splits.text(), rows)))

    def _build(self) -> None:
        self.verdict.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.verdict.link_clicked.connect(self.link_clicked)
        self.splits.hide()
        self.expected.setProperty("tone", "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (self.rule, self.picture, self.expected):
            layout.addWidget(widget)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.verdict)
        layout.addWidget(self.splits)


def content_of(snapshot: Snapshot, found: ValidatedDecision) -> TableContent:
    """Return the rates on the cases that chose, on the others, and the gap."""
    rates = validation_text.rates(snapshot, found)
    rows = (TableRow(title, tuple(cells)) for title, *cells in rates)
    titles = ("chosen on", "validated", "gap")
    return TableContent("gap in points", tuple(map(TableColumn, titles)), tuple(rows))


def _row(
    line: validation_text.Line,
    slot: int,
    *,
    hollow: bool = False,
    ruled: bool = False,
    tick: float | None = None,
) -> IntervalRow:
    return IntervalRow(
        *(line.title, line.note, line.figure.value, line.figure.interval, line.value),
        *(line.interval, slot, hollow, ruled, tick),
    )
