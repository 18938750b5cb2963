"""Columns that look like payoffs: proposed for cells, used when the user accepts them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.dataio.expressions.rewriting import negated
from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import formulas
from costcurve_gui.views.widgets.buttons import LinkButton, plain_button
from costcurve_gui.views.widgets.icons import ThemedIcon
from costcurve_gui.views.widgets.labels import WrappedLabel, name_widget, rule, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.dataio.roles.column_names import PayoffColumn
    from costcurve_gui.views.panels.payoff_cell import PayoffCell

STILL_IN_FORCE = tr("Proposed, not used yet. The cells keep what is in force until you say so.")
_UNTOUCHED = PayoffSpec()
_COUNTS = (tr("No"), tr("One"), tr("Two"), tr("Three"), tr("Four"))


class PayoffProposals(QWidget):
    """Emits `used(cells)`, a mapping of cells to their new texts.

    Only a cell that still holds what every new file begins with has a proposal. What was put off
    stays so for the file as long as the program runs.
    """

    used = Signal(object)

    def __init__(self, cells: Mapping[str, PayoffCell]) -> None:
        super().__init__()
        self._cells = cells
        self._built = False
        self._put_off: set[str] = set()
        self._dataset: DatasetInfo | None = None
        self._spec: PayoffSpec | None = None
        self._proposed: tuple[PayoffColumn, ...] = ()
        self._shown: object = None
        name_widget(self, "payoff_proposals", tr("Columns that look like payoffs"))
        self.hide()

    def show_state(self, spec: PayoffSpec, dataset: DatasetInfo) -> None:
        """Show what another file proposes beyond the matrix in force."""
        self._spec, self._dataset = spec, dataset
        put_off = (dataset.path or dataset.id) in self._put_off
        self._proposed = tuple(
            one
            for one in dataset.payoff_columns
            if not put_off and getattr(spec, one.cell) == getattr(_UNTOUCHED, one.cell)
        )
        words = (self._proposed, self._line_words())
        if words == self._shown:
            return
        self._shown = words
        self._show()

    def _show(self) -> None:
        count = len(self._proposed)
        if not self._built:
            if not count:
                return
            self._build()  # few files propose something
        looks = tr("column looks like a payoff") if count == 1 else tr("columns look like payoffs")
        self._title.setText(f"{_COUNTS[count]} {looks}")
        self._all.setText(tr("Use all {counts}", counts=_COUNTS[count].lower()))
        self._all.setAccessibleName(self._all.text())
        self._all.setVisible(count > 1)
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for one, words in zip(self._proposed, self._line_words(), strict=True):
            self._lines.addWidget(self._line(one, words))
        self.setVisible(count > 0)

    def _signed(self, gain: str) -> str:
        as_costs = self._spec is not None and self._spec.typed_as_costs
        return formulas.shown(negated(gain) if as_costs else gain)

    def _line_words(self) -> list[str]:
        spec, dataset = self._spec, self._dataset
        if spec is None or dataset is None:
            return []
        actions = {"t": spec.positive_action, "f": spec.negative_action}
        positive, negative = (
            class_name(dataset.positive_called),
            class_name(dataset.negative_called),
        )
        words = []
        for one in self._proposed:
            acted = one.cell in ("tp", "fp")
            actual = positive if one.cell in ("tp", "fn") else negative
            action = actions["t" if acted else "f"]
            words.append(
                tr(
                    "{action}, actual {actual}: {expression}",
                    action=action,
                    actual=actual,
                    expression=self._signed(one.expression),
                )
            )
        return words

    def _line(self, one: PayoffColumn, words: str) -> QWidget:
        line = QWidget()
        layout = QHBoxLayout(line)
        layout.setContentsMargins(0, 3, 0, 3)
        texts = QVBoxLayout()
        texts.setSpacing(0)
        name = WrappedLabel(font=fonts.body(fonts.SEMIBOLD))
        name.set_full_text(words)
        reason = WrappedLabel(font=fonts.small(), tone="muted")
        reason.set_full_text(f"{one.column}: {one.reason}{self._range(one.column)}")
        texts.addWidget(name)
        texts.addWidget(reason)
        use = LinkButton(tr("Use"))
        name_widget(use, f"payoff_use_{one.cell}", tr("Use {words}", words=words))
        use.clicked.connect(partial(self._use, {one.cell: one.expression}))
        layout.addLayout(texts, 1)
        layout.addWidget(use, 0, Qt.AlignmentFlag.AlignTop)
        return line

    def _range(self, column: str) -> str:
        completions = () if self._dataset is None else self._dataset.completions
        hints = {text: hint for text, _, hint in completions}
        hint = hints.get(column, "").removeprefix("column").removeprefix(", ")
        return f"; {hint.replace(' – ', ' to ')}" if hint else ""

    def _use(self, cells: dict[str, str]) -> None:
        """Fill cells, and give the first of them the focus: the button goes."""
        self.used.emit(cells)
        self._cells[next(iter(cells))].field.setFocus()

    def _use_all(self) -> None:
        self._use({one.cell: one.expression for one in self._proposed})

    def _put_it_off(self) -> None:
        if self._dataset is not None and self._spec is not None:
            self._put_off.add(self._dataset.path or self._dataset.id)
            self.show_state(self._spec, self._dataset)

    def _build(self) -> None:
        self._built = True
        self._title = text_label(font=fonts.body(fonts.SEMIBOLD), name="payoff_proposals_title")
        self._lines = QVBoxLayout()
        self._all = plain_button(tr("Use all"), "payoff_use_all")
        self._all.clicked.connect(self._use_all)
        later = plain_button(tr("Not now"), "payoff_not_now")
        later.clicked.connect(self._put_it_off)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(5)
        first = QHBoxLayout()
        first.setSpacing(7)
        first.addWidget(ThemedIcon("info", "accent", 14))
        first.addWidget(self._title, 1)
        layout.addWidget(rule())
        layout.addLayout(first)
        layout.addWidget(
            text_label(STILL_IN_FORCE, font=fonts.small(), tone="muted", wrap=True, name="")
        )
        layout.addLayout(self._lines)
        buttons = QHBoxLayout()
        buttons.addWidget(self._all)
        buttons.addWidget(later)
        buttons.addStretch(1)
        layout.addLayout(buttons)
