"""A validation of the decision: both figures on one axis, the rates, and what follows."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.translation import tr
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
    from costcurve_gui.engine.cost.cost_stability import CostStability


SPLITS: Final = tr("20 splits\u2026")


class ValidationCard(QWidget):
    """Shows one validation. Beside the verdict stands what comes next.

    Emits `report_requested()` where the figure holds, `splits_requested()` where it does not.
    """

    report_requested = Signal()
    splits_requested = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self._holds = False
        self.rule = ParagraphLabel(f"{name}_rule", fonts.lead())
        self.picture = IntervalRows(f"{name}_picture")
        self.expected = ParagraphLabel(f"{name}_expected", fonts.small())
        self.table = TableView(name, tr("Validation"), lambda _snapshot: NOTHING)
        self.verdict = Badge(f"{name}_verdict", link=SPLITS, wraps=True)
        self.costs = ParagraphLabel(f"{name}_costs", fonts.small())
        self.split_picture = IntervalRows(f"{name}_split_picture")
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
        self._holds = not verdict.doubtful
        self.verdict.offer_link(tr("Report") if self._holds else SPLITS)
        self.say(verdict.text, verdict.tone)
        self.expected.show_sentence(escape(first.expected))

    def say(self, text: str, tone: str) -> None:
        """Say something in place of the verdict."""
        self.verdict.show_remark(text, tone)
        if (layout := self.layout()) is not None:
            layout.activate()

    def show_costs(self, snapshot: Snapshot, found: CostStability) -> None:
        """Say whether errors cost the same on the cases that chose and on the others."""
        self.costs.show_sentence(escape(validation_text.of_costs(snapshot, found)))
        self.costs.show()

    def show_splits(
        self, snapshot: Snapshot, found: ValidatedDecision, splits: Sequence[SplitFigures]
    ) -> None:
        """Show the figures of several splits, in the place of the rates."""
        slot = snapshot.models[snapshot.selected or next(iter(snapshot.models))].info.slot
        rows = []
        for at, (line, values) in enumerate(
            validation_text.split_lines(snapshot, found.figure, splits)
        ):
            row = _row(line, 0 if at == 2 else slot, hollow=at == 1, ruled=at == 2)
            rows.append(replace(row, dots=values))
        self.split_picture.show_rows(rows, validation_text.axis_title(snapshot, found))
        said = (
            validation_text.of_splits(snapshot, found.figure, splits),
            validation_text.of_split_costs(splits, found.level),
        )
        self.splits.show_sentence(escape(" ".join(said)))
        self._set_split(True)

    def leave_splits(self) -> None:
        """Go back to the rates."""
        self.costs.hide()
        self._set_split(False)

    def _follow_link(self) -> None:
        if self._holds:
            self.report_requested.emit()
        else:
            self.splits_requested.emit()

    def _set_split(self, shown: bool) -> None:
        for widget in (self.splits, self.split_picture):
            widget.setVisible(shown)
        self.table.setVisible(not shown)

    def as_text(self) -> str:
        """Return verdict, costs, splits and table for the clipboard."""
        rows = self.table.rows.content.as_text()
        said = (self.verdict.text, self.costs.text(), self.splits.text(), rows)
        return "\n\n".join(filter(None, said))

    def _build(self) -> None:
        self.verdict.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.verdict.link_clicked.connect(self._follow_link)
        for widget in (self.costs, self.splits, self.split_picture):
            widget.hide()
        self.expected.setProperty("tone", "muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (self.rule, self.picture, self.expected):
            layout.addWidget(widget)
        # No more than its rows: what scrolls is the card, and the verdict stands below them.
        self.table.setSizeAdjustPolicy(TableView.SizeAdjustPolicy.AdjustToContents)
        layout.addWidget(self.table, 1)
        for below in (self.costs, self.verdict, self.split_picture, self.splits):
            layout.addWidget(below)


def content_of(snapshot: Snapshot, found: ValidatedDecision) -> TableContent:
    """Return the rates on the cases that chose, on the others, and the gap."""
    rates = validation_text.rates(snapshot, found)
    rows = (TableRow(title, tuple(cells)) for title, *cells in rates)
    titles = (tr("chosen on"), "re-estimated", "gap")
    return TableContent(tr("gap in points"), tuple(map(TableColumn, titles)), tuple(rows))


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
