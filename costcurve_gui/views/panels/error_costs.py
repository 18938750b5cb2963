"""What errors cost under the matrix in force, and why that may differ from the cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.analysis.conditions import ratio_of_cells
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.figures import FigureLabel
from costcurve_gui.views.widgets.icons import ThemedIcon
from costcurve_gui.views.widgets.labels import WrappedLabel, name_widget, text_label

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot

_MOST = 120  # pixels of a figure
_MISS, _UNSCALED, _ALARM = range(3)


class ErrorCosts(QWidget):
    """The mean cost of a miss and of a false alarm; a scaled one also without its factor."""

    def __init__(self) -> None:
        super().__init__()
        self._names = [WrappedLabel(tone="muted") for _ in range(3)]
        self._figures = [
            FigureLabel(
                fonts.small() if row == _UNSCALED else fonts.body(fonts.SEMIBOLD),
                name=f"error_cost_{row}",
                most=_MOST,
            )
            for row in range(3)
        ]
        self._build()

    @property
    def text(self) -> str:
        """The rows on show, as one text."""
        rows = zip(self._names, self._figures, strict=True)
        shown = ((name.full_text, cost.full_text) for name, cost in rows if name.isVisibleTo(self))
        return "\n".join(map(" ".join, shown))

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show what errors cost in another snapshot."""
        said, means = vocabulary_of(snapshot), snapshot.condition.means
        unscaled = means.fn_cost / snapshot.miss_factor
        rows = (
            (tr("Miss (actual: {positive})", positive=said.positive), means.fn_cost),
            (tr("without the factor"), unscaled),
            (tr("False alarm (actual: {negative})", negative=said.negative), means.fp_cost),
        )
        for name, figure, (words, cost) in zip(self._names, self._figures, rows, strict=True):
            if name.full_text != words:
                name.set_full_text(words)
            figure.show_figure(said.money(cost, signed=False))
            figure.setAccessibleName(f"{words} {figure.full_text}")

    def show_factor(self, scaled: bool) -> None:
        """Show or hide what a miss costs without its factor."""
        for widget in (self._names[_UNSCALED], self._figures[_UNSCALED]):
            widget.setVisible(scaled)

    def _build(self) -> None:
        name_widget(self, "error_costs", tr("Costs of errors"))
        self._names[_UNSCALED].setFont(fonts.small())
        self._figures[_UNSCALED].setProperty("tone", "muted")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(0, 1)
        for row, (name, figure) in enumerate(zip(self._names, self._figures, strict=True)):
            grid.addWidget(name, row, 0)
            grid.addWidget(figure, row, 1, Qt.AlignmentFlag.AlignRight)
        self.show_factor(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)


class ScaledNotice(QFrame):
    """Says by what misses are scaled and why; emits `reset_requested` and `write_requested`."""

    reset_requested = Signal()
    write_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._brief = False
        name_widget(self, "scaled_notice", tr("Misses are scaled"))
        self.setProperty("soft", "warning")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def text(self) -> str:
        """Both sentences."""
        return f"{self._headline.text()} {self._cells.text()}"

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Say what another snapshot scales."""
        if snapshot.miss_factor == 1:
            return
        if self.layout() is None:
            self._build()
        ratio = numbers.ratio(ratio_of_cells(snapshot.curve_set.payoff_means))
        wanted = numbers.ratio(snapshot.condition.cost_ratio)
        factor = numbers.factor(snapshot.miss_factor)
        self._headline.setText(
            tr("Misses count {factor}, to reach {wanted}.", factor=factor, wanted=wanted)
        )
        self._cells.setText(tr("The cells alone give {ratio}.", ratio=ratio))
        self.reset.setText(tr("Reset to {ratio}", ratio=ratio))
        self.reset.updateGeometry()
        self.setAccessibleName(self.text)

    def set_brief(self, brief: bool) -> None:
        """Leave out what the link says too, where there is little height."""
        self._brief = brief
        if self.layout() is not None:
            self._cells.setVisible(not brief)

    def _build(self) -> None:
        """Make what is shown, once there is something to say."""
        self._headline = text_label(
            font=fonts.body(fonts.SEMIBOLD), tone="warning", wrap=True, name="scaled_headline"
        )
        self._cells = text_label(font=fonts.small(), tone="warning", wrap=True, name="scaled_cells")
        self.reset = LinkButton(tr("Reset"), small=True)
        self.write = LinkButton(tr("Write into the cells"), small=True)
        self.reset.clicked.connect(self.reset_requested)
        self.write.clicked.connect(self.write_requested)
        name_widget(self.reset, "scaled_reset", tr("Reset to the cost ratio of the cells"))
        name_widget(self.write, "scaled_write", tr("Write the factor into the cells"))
        links = QHBoxLayout()
        links.setSpacing(10)
        links.addWidget(self.reset)
        links.addWidget(self.write)
        links.addStretch()
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(self._headline)
        column.addWidget(self._cells)
        column.addLayout(links)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 7, 8, 6)
        layout.setSpacing(7)
        layout.addWidget(ThemedIcon("warning", "warning", 14), 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(column, 1)
        self._cells.setVisible(not self._brief)
