"""Named parameters of the payoffs: a number each, or what is believed of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from costcurve_gui.analysis.parameters import PRIOR
from costcurve_gui.analysis.payoffs import Parameter
from costcurve_gui.analysis.uncertain_conditions import COST_RATIO
from costcurve_gui.engine.distributions.uncertain_numbers import (
    BetaBelief,
    NormalBelief,
    NumberRange,
    TriangularBelief,
    parse_uncertain_number,
)
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.text import formulas, numbers
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.fields import ChoiceBox, CommitField, NumberField, RenameLabel
from costcurve_gui.views.widgets.icons import ToolIcon
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS: Final = (
    (tr("Number"), "", tr("A number that is known")),
    (tr("Range"), "range", tr("Any number between two ends, and nothing about which is likely")),
    (tr("Uniform"), "uniform", tr("Any number between two ends, each as likely")),
    (tr("Triangular"), "triangular", tr("Two ends, and the number as the most likely one")),
    (tr("Beta"), "beta", tr("A share: two numbers above 0, which make its mean")),
    (tr("Normal"), "normal", tr("The number as the mean, and a standard deviation")),
)
_BEYOND_SHARES = KINDS[-1:]
"""The normal distribution reaches beyond 0-1."""
_BETWEEN = re.compile(r"\s*(?:\u2013|\u2014|;|\bto\b|\band\b)\s*|(?<=[0-9])\s*-\s*")
_POINTS = 41
OF_CONDITION: Final = {PRIOR: (tr("Prior, %"), 100.0), COST_RATIO: (tr("Cost ratio"), 1.0)}
"""What the numbers of the condition are called in their rows, and what they are shown times."""
_HINTS = {
    "range": tr("The ends, as in 25 \u2013 60"),
    "uniform": tr("The ends, as in 25 \u2013 60"),
    "triangular": tr("The ends, as in 0.35 \u2013 0.60"),
    "beta": tr("Both numbers, as in 2 and 38"),
    "normal": tr("The standard deviation"),
}


def believed(name: str, value: float, kind: str, ends: Sequence[float]) -> Parameter:
    """Return a parameter from what its row says.

    Raises
    ------
    ConstraintError
        Where that is no belief.
    """
    if not kind:
        return Parameter(name, value)
    if len(ends) != (1 if kind == "normal" else 2):
        raise ConstraintError(f"{_HINTS[kind]}.")
    parts = {
        "range": (*ends,),
        "uniform": (*ends,),
        "triangular": (ends[0], value, ends[-1]),
        "beta": (*ends,),
        "normal": (value, *ends),
    }[kind]
    belief = parse_uncertain_number(f"{kind}:{','.join(map(repr, parts))}")
    return Parameter(name, belief.mean if kind == "beta" else value, str(belief))


def first_ends(kind: str, value: float) -> tuple[float, ...]:
    """Return ends to begin with where another kind was chosen: a fifth to both sides."""
    width = round(abs(value) / 5, 12) or 1.0
    if kind == "beta":
        share = min(max(value, 0.05), 0.95)
        return round(20 * share, 2), round(20 * (1 - share), 2)
    return (width,) if kind == "normal" else (round(value - width, 12), round(value + width, 12))


def ends_of(parameter: Parameter) -> tuple[str, tuple[float, ...]]:
    """Return the kind of a parameter and the ends that its row shows."""
    if not parameter.belief:
        return "", ()
    match parse_uncertain_number(parameter.belief):
        case BetaBelief(a, b):
            return "beta", (a, b)
        case NormalBelief(_, deviation):
            return "normal", (deviation,)
        case TriangularBelief(lo, _, hi):
            return "triangular", (lo, hi)
        case found:
            return found.kind, found.ends


class DensityPicture(QWidget):
    """A small picture of what is believed."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._belief = ""
        name_widget(self, f"{name}_density", tr("Belief about {name}", name=name))
        self.setFixedSize(self.sizeHint())

    def show_belief(self, belief: str) -> None:
        """Show another belief."""
        if belief != self._belief:
            self._belief = belief
            self.setAccessibleDescription(formulas.shown(belief))
            self.update()

    def sizeHint(self) -> QSize:
        """Return the room of a word."""
        return QSize(fonts.scaled(52), fonts.scaled(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the density over its ends."""
        del event
        if not self._belief:
            return
        belief = parse_uncertain_number(self._belief)
        low, high = belief.ends
        inside = np.linspace(low, high, _POINTS + 2)[1:-1]
        if isinstance(belief, NumberRange):  # of which the ends alone are drawn
            heights, fill = np.ones(_POINTS), None
        else:
            heights, fill = belief.density(inside), QColor(tokens_in_use().border)
        tallest = float(heights.max())
        across = np.linspace(2, self.width() - 2, _POINTS)
        foot, top = self.height() - 3.0, self.height() - 6.0
        shape = [QPointF(2, foot)]
        shape += [
            QPointF(x, foot - top * height / tallest)
            for x, height in zip(across.tolist(), heights.tolist(), strict=True)
        ]
        shape.append(QPointF(self.width() - 2, foot))
        painter, tokens = QPainter(self), tokens_in_use()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(tokens.muted))
        painter.setBrush(fill or Qt.BrushStyle.NoBrush)
        painter.drawPolygon(QPolygonF(shape))


class ParameterRow(QWidget):
    """One parameter; emits `changed(Parameter)`, `renamed(str)`, `removed()` and `failed(str)`."""

    changed = Signal(object)
    renamed = Signal(str)
    removed = Signal()
    failed = Signal(str)

    def __init__(self, parameter: Parameter) -> None:
        super().__init__()
        self._parameter = parameter
        name, key = parameter.name, parameter.name.replace(" ", "_")
        title, self._scale = OF_CONDITION.get(name, ("", 1.0))
        self.name = RenameLabel(
            f"parameter_{key}", tr("Name of {name}", name=name), widths=(34, 90)
        )
        self.value = NumberField(f"{key}_value", tr("Value of {name}", name=name), dense=True)
        self.kind = ChoiceBox(f"{key}_kind", tr("What is known of {name}", name=name))
        self.kind.offer(entry for entry in KINDS if name != PRIOR or entry not in _BEYOND_SHARES)
        self.ends = CommitField(f"{key}_ends", tr("Ends of {name}", name=name), dense=True)
        self.picture = DensityPicture(key)
        words = (
            tr("Take the {name} as known", name=name)
            if title
            else tr("Write the value of {name} into the cells", name=name)
        )
        self.remove = ToolIcon("close", f"{key}_remove", words)
        self._title = text_label(title)
        (self.name if title else self._title).hide()
        self._build()
        self.show_parameter(parameter)
        self._connect()

    def show_parameter(self, parameter: Parameter) -> None:
        """Show another value or belief of the same name."""
        self._parameter = parameter
        kind, ends = self._shown_ends()
        self.name.show_word(parameter.name)
        shown = self._scale * parameter.value
        of_condition = parameter.name in OF_CONDITION  # which has as many digits as its own field
        self.value.show_text(numbers.ratio_figure(shown) if of_condition else numbers.plain(shown))
        self.value.setReadOnly(kind == "beta")
        self.kind.setCurrentIndex(self.kind.findData(kind))
        between = " and " if kind == "beta" else " \u2013 "
        self.ends.show_text(between.join(numbers.plain(end) for end in ends))
        self.ends.set_hint(_HINTS.get(kind, ""))
        self.picture.show_belief(parameter.belief)
        self._second.setVisible(bool(kind))

    def _build(self) -> None:
        self.value.setFixedWidth(fonts.scaled(68))
        self.ends.setFixedWidth(fonts.scaled(104))
        first, self._second = QHBoxLayout(), QWidget()
        second = QHBoxLayout(self._second)
        for line in (first, second):
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(8)
        for widget in (self._title, self.name, self.value, self.kind, self.remove):
            first.addWidget(widget, int(widget is self.kind))
        second.addStretch(1)
        second.addWidget(self.ends)
        second.addWidget(self.picture)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(first)
        layout.addWidget(self._second)

    def _connect(self) -> None:
        self.value.committed.connect(self._take_value)
        self.kind.activated.connect(self._take_kind)
        self.ends.text_committed.connect(self._take_ends)
        self.name.renamed.connect(self.renamed)
        self.remove.clicked.connect(lambda _: self.removed.emit())

    def _take_value(self, value: float) -> None:
        self._report(value / self._scale, *self._shown_ends())

    def _take_kind(self, index: int) -> None:
        kind = self.kind.itemData(index)
        before, ends = self._shown_ends()
        kept = {kind, before} <= {"range", "uniform", "triangular"} and len(ends) == 2
        scale = 1.0 if kind == "beta" else self._scale
        wanted = ends if kept else first_ends(kind, scale * self._parameter.value)
        self._report(self._parameter.value, kind, wanted)

    def _take_ends(self, text: str) -> None:
        found = [numbers.parse_number(part) for part in _BETWEEN.split(text.strip())]
        kind, _ = self._shown_ends()
        ends = [number for number in found if number is not None]
        if len(ends) < len(found):
            self.ends.mark(f"{_HINTS[kind]}.")
            self.failed.emit(f"{_HINTS[kind]}.")
            return
        self._report(self._parameter.value, kind, ends)

    def _shown_ends(self) -> tuple[str, tuple[float, ...]]:
        """Return the kind, and the ends as they are shown: those of a prior in percent."""
        kind, ends = ends_of(self._parameter)
        scale = 1.0 if kind == "beta" else self._scale
        return kind, tuple(round(scale * end, 12) for end in ends)

    def _report(self, value: float, kind: str, ends: Sequence[float]) -> None:
        """Report what the row says, of whose ends these are the ones shown."""
        scale = 1.0 if kind == "beta" else self._scale
        try:
            own = [round(end / scale, 15) for end in ends]
            found = believed(self._parameter.name, value, kind, own)
        except ConstraintError as error:
            self.ends.mark(str(error))
            self.failed.emit(str(error))
            self.show_parameter(self._parameter)
            return
        self.ends.mark("")
        self.failed.emit("")
        self.changed.emit(found)


class ParameterEditor(QWidget):
    """Emits `changed(Parameter)`, `renamed(old, new)`, `removed(name)` and `added()`.

    Below the named parameters stand prior and cost ratio, where these are not known exactly.
    """

    changed = Signal(object)
    renamed = Signal(str, str)
    removed = Signal(str)
    added = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, ParameterRow] = {}
        self.add = LinkButton(tr("Add"))
        self.fault = text_label(
            font=fonts.small(), tone="danger", wrap=True, name="parameter_fault"
        )
        self.condition_rows: dict[str, ParameterRow] = {}
        self._list, self._of_condition = QVBoxLayout(), QVBoxLayout()
        self._heads = (
            QWidget(),
            text_label(tr("Condition, not known exactly"), font=fonts.body(fonts.SEMIBOLD)),
        )
        self._build()

    def show_parameters(self, parameters: Sequence[Parameter]) -> None:
        """Show other parameters, in rows that stay where the names do."""
        self.rows = self._shown(parameters, self.rows, self._list)
        self._fold()

    def show_condition(self, numbers_of: Sequence[Parameter]) -> None:
        """Show what is said of prior and cost ratio, where something is."""
        self.condition_rows = self._shown(numbers_of, self.condition_rows, self._of_condition)
        self._fold()

    def _fold(self) -> None:
        for head, rows in zip(self._heads, (self.rows, self.condition_rows), strict=True):
            head.setVisible(bool(rows))
        self.setVisible(bool(self.rows or self.condition_rows))

    def show_fault(self, message: str) -> None:
        """Say what is wrong with what was typed; an empty text takes it away."""
        self.fault.setText(message)
        self.fault.setVisible(bool(message))

    def _shown(
        self, parameters: Sequence[Parameter], rows: dict[str, ParameterRow], layout: QVBoxLayout
    ) -> dict[str, ParameterRow]:
        """Return the rows of parameters in a layout, others only where the names are others."""
        if tuple(rows) != tuple(one.name for one in parameters):
            for row in rows.values():
                layout.removeWidget(row)
                row.hide()
                row.deleteLater()
            rows = {one.name: self._row(one) for one in parameters}
            self.show_fault("")
            for row in rows.values():
                layout.addWidget(row)
        for one in parameters:
            rows[one.name].show_parameter(one)
        return rows

    def _row(self, parameter: Parameter) -> ParameterRow:
        row, name = ParameterRow(parameter), parameter.name
        row.changed.connect(self.changed)
        row.renamed.connect(lambda word: self.renamed.emit(name, word))
        row.removed.connect(lambda: self.removed.emit(name))
        row.failed.connect(self.show_fault)
        return row

    def _build(self) -> None:
        name_widget(self, "parameter_editor", tr("Named parameters"))
        name_widget(self.add, "add_parameter", tr("Add a named parameter"))
        self.add.clicked.connect(lambda _: self.added.emit())
        self.fault.hide()
        head = QHBoxLayout(self._heads[0])
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(text_label(tr("Named parameters"), font=fonts.body(fonts.SEMIBOLD)), 1)
        head.addWidget(self.add, 0, Qt.AlignmentFlag.AlignRight)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._heads[0])
        layout.addLayout(self._list)
        layout.addWidget(self._heads[1])
        layout.addLayout(self._of_condition)
        layout.addWidget(self.fault)
