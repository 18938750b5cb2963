"""The payoff matrix beside the one relative to a baseline decision (Fawcett 2006, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from costcurve_gui.analysis.payoffs import CELLS
from costcurve_gui.analysis.tables.cases import matrix_in_force, relative_to
from costcurve_gui.dataio.expressions.rewriting import negated
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import formulas, inflection, numbers, vocabulary
from costcurve_gui.views.widgets.buttons import SegmentedControl, plain_button
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.cases import Baseline, MatrixCells

_PLACES = {"tp": (0, 0), "fp": (0, 1), "fn": (1, 0), "tn": (1, 1)}
_TRIVIAL = {"N": "none", "Y": "all"}
_RIGHT = Qt.AlignmentFlag.AlignRight
_SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse


@dataclass(frozen=True, slots=True)
class ShownMatrix:
    """Expression and mean of each cell, with the sign on show."""

    title: str
    texts: Mapping[str, str]
    means: Mapping[str, float]


def original_matrix(snapshot: Snapshot) -> ShownMatrix:
    """Return the matrix in force."""
    title = tr("As typed")
    if snapshot.miss_factor != 1:
        title = tr("In force, misses {factor}", factor=numbers.factor(snapshot.miss_factor))
    return _with_sign(snapshot, title, matrix_in_force(snapshot))


def relative_matrix(snapshot: Snapshot, baseline: Baseline) -> ShownMatrix:
    """Return the matrix in which the row of the baseline is 0."""
    doing = vocabulary.vocabulary_of(snapshot).doing_all(_TRIVIAL[baseline])
    return _with_sign(
        snapshot, tr("Relative to {doing}", doing=doing), relative_to(snapshot, baseline)
    )


def _with_sign(snapshot: Snapshot, title: str, matrix: MatrixCells) -> ShownMatrix:
    if not snapshot.settings.payoff.typed_as_costs:
        texts = {cell: formulas.shown(text) for cell, text in matrix.texts.items()}
        return ShownMatrix(title, texts, matrix.means)
    return ShownMatrix(
        title,
        {cell: formulas.shown(negated(text)) for cell, text in matrix.texts.items()},
        {cell: -mean for cell, mean in matrix.means.items()},
    )


class BaselineDialog(PlainDialog):
    """Two matrices side by side; the baseline is chosen above the second."""

    help_page = "payoffs"

    def __init__(self, snapshot: Snapshot, parent: QWidget | None = None) -> None:
        super().__init__("baseline", tr("Compare with doing nothing"), parent)
        self._snapshot = snapshot
        doing = vocabulary.vocabulary_of(snapshot).doing_all
        self.baseline = SegmentedControl(
            [(row, inflection.sentence_case(doing(name))) for row, name in _TRIVIAL.items()],
            "baseline_choice",
            tr("Baseline decision"),
        )
        self._left = MatrixView("baseline_original", snapshot)
        self._right = MatrixView("baseline_relative", snapshot)
        self._build()
        self.baseline.chosen.connect(self._show)
        self._show()

    def text(self) -> str:
        """Return both matrices for a spreadsheet or a letter."""
        return "\n\n".join(view.text() for view in (self._left, self._right))

    def _show(self, _baseline: object = None) -> None:
        self._left.show_matrix(original_matrix(self._snapshot))
        baseline: Baseline = "Y" if self.baseline.value == "Y" else "N"
        self._right.show_matrix(relative_matrix(self._snapshot, baseline))

    def _build(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(text_label(tr("Baseline"), tone="muted"))
        first.addWidget(self.baseline)
        first.addStretch()
        self.contents.addLayout(first)
        both = QHBoxLayout()
        both.setSpacing(36)
        both.addWidget(self._left, 1)
        both.addWidget(self._right, 1)
        self.contents.addLayout(both)
        note = tr("Every curve and decision is the same under both: only differences count.")
        self.contents.addWidget(text_label(note, font=fonts.small(), tone="muted", wrap=True))
        self.contents.addStretch()
        copy = plain_button(tr("Copy"), "baseline_copy", tr("Copy both matrices"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text()))
        self.foot.insertWidget(0, copy)


class MatrixView(QWidget):
    """One matrix: actual across, decision down, in each cell the expression over its mean."""

    def __init__(self, name: str, snapshot: Snapshot) -> None:
        super().__init__()
        self._said = vocabulary.vocabulary_of(snapshot)
        self._signed = not snapshot.settings.payoff.typed_as_costs
        self._matrix: ShownMatrix | None = None
        self._title = text_label(font=fonts.body(fonts.SEMIBOLD), name=f"{name}_title")
        self._texts = {cell: self._figure(f"{name}_{cell}") for cell in CELLS}
        self._means = {cell: self._figure(f"{name}_{cell}_mean", small=True) for cell in CELLS}
        self._build(name)

    def show_matrix(self, matrix: ShownMatrix) -> None:
        """Show another matrix."""
        self._matrix = matrix
        self._title.setText(matrix.title)
        for cell in CELLS:
            self._texts[cell].setText(matrix.texts[cell])
            self._means[cell].setText(tr("mean {means}", means=self._money(matrix.means[cell])))

    def text(self) -> str:
        """Return the matrix as lines separated by tabs."""
        if self._matrix is None:
            return ""
        said, shown = self._said, self._matrix
        lines: list[tuple[str, ...]] = [
            (
                shown.title,
                tr("actual {positive}", positive=said.positive),
                tr("actual {negative}", negative=said.negative),
            )
        ]
        for action, row in ((said.act, ("tp", "fp")), (said.leave, ("fn", "tn"))):
            lines.append((action, *(shown.texts[cell] for cell in row)))
            lines.append(("mean", *(f"{shown.means[cell]:.10g}" for cell in row)))
        return "\n".join("\t".join(line) for line in lines)

    def _money(self, mean: float) -> str:
        return numbers.money(mean, self._said.unit, signed=self._signed)

    def _figure(self, name: str, *, small: bool = False) -> QLabel:
        font = fonts.small() if small else fonts.body(fonts.SEMIBOLD)
        label = text_label(font=font, tone="muted" if small else "", name=name)
        label.setAlignment(_RIGHT)
        label.setTextInteractionFlags(_SELECTABLE)
        return label

    def _build(self, name: str) -> None:
        name_widget(self, name, tr("Payoff matrix"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(6)
        grid.addWidget(self._title, 0, 0, 1, 3)
        for column, class_name in enumerate((self._said.positive, self._said.negative)):
            heading = text_label(
                tr("actual {class_name}", class_name=class_name), font=fonts.small(), tone="muted"
            )
            grid.addWidget(heading, 1, column + 1, _RIGHT)
            grid.setColumnStretch(column + 1, 1)
        for row, action in enumerate((self._said.act, self._said.leave)):
            heading = text_label(action, font=fonts.body(fonts.SEMIBOLD))
            grid.addWidget(heading, row + 2, 0, Qt.AlignmentFlag.AlignTop)
        for cell, (row, column) in _PLACES.items():
            pair = QVBoxLayout()
            pair.setSpacing(1)
            pair.addWidget(self._texts[cell])
            pair.addWidget(self._means[cell])
            grid.addLayout(pair, row + 2, column + 1)
