"""The style of a picture: words, ranges and the place of the legend, each of one view."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from costcurve_gui.analysis.picture_style import LegendPlace, PictureStyle
from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.ticks import PLAIN, AxisStyle, place_of, shown_value
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.fields import ChoiceBox, CommitField, NumberField
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from costcurve_gui.analysis.picture_style import Range

_PLACES = (
    (LegendPlace.AUTOMATIC, tr("Where there is room")),
    (LegendPlace.BELOW, tr("Below the plot")),
    (LegendPlace.RIGHT, tr("Right of the plot")),
    (LegendPlace.ABOVE, tr("Above the plot")),
    (LegendPlace.INSIDE, tr("In the plot, if it fits")),
)
_WORDS = (
    ("title", tr("Title")),
    ("x_title", tr("Title of the horizontal axis")),
    ("y_title", tr("Title of the vertical axis")),
)
_LABELS = {"title": tr("Title"), "x_title": tr("x axis"), "y_title": tr("y axis")}


@dataclass(frozen=True, slots=True)
class Automatic:
    """What the program would draw: words and ranges, with how the axes are numbered."""

    title: str = ""
    x_title: str = ""
    y_title: str = ""
    x_range: Range = (0.0, 1.0)
    y_range: Range = (0.0, 1.0)
    x_axis: AxisStyle = PLAIN
    y_axis: AxisStyle = PLAIN


class StyleBox(QWidget):
    """Emits `edited(PictureStyle)` after every change by the user; an empty text is no text."""

    edited = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._style, self._automatic = PictureStyle(), Automatic()
        self._words = {field: CommitField(f"export_style_{field}", text) for field, text in _WORDS}
        self._ends = {
            (axis, end): NumberField(
                f"export_style_{axis}_{'low' if end == 0 else 'high'}",
                tr(
                    "{word} end of the {side} axis",
                    word=tr("Lower") if end == 0 else tr("Upper"),
                    side=side,
                ),
                check=partial(self._fault, axis, end),
            )
            for axis, side in (("x", "horizontal"), ("y", "vertical"))
            for end in (0, 1)
        }
        self._legend = ChoiceBox("export_style_legend", tr("Place of the legend"))
        self._legend.setFont(fonts.body())
        for place, text in _PLACES:
            self._legend.addItem(text, place)
        self._lay_out()
        self._connect()

    def show_style(self, style: PictureStyle, automatic: Automatic) -> None:
        """Show a style, and what the program would draw where nothing was chosen."""
        self._style, self._automatic = style, automatic
        for field, line in self._words.items():
            chosen = getattr(style, field)
            line.mark("")
            line.show_text(getattr(automatic, field) if chosen is None else chosen)
            if not line.hasFocus():
                line.setCursorPosition(0)  # a long text is read from its beginning
        for (axis, end), number in self._ends.items():
            low_high = self._range(axis)
            numbered = self._axis(axis)
            number.setEnabled(numbered.labelled and not numbered.panels)
            number.show_text(numbers.plain(shown_value(low_high[end], numbered)))
        self._legend.setCurrentIndex(self._legend.findData(style.legend))
        self._reset.setEnabled(style != PictureStyle())

    def _range(self, axis: str) -> Range:
        chosen = getattr(self._style, f"{axis}_range")
        return cast("Range", chosen or getattr(self._automatic, f"{axis}_range"))

    def _axis(self, axis: str) -> AxisStyle:
        return cast("AxisStyle", getattr(self._automatic, f"{axis}_axis"))

    def _fault(self, axis: str, end: int, value: float) -> str:
        """Say why a number cannot be an end of an axis."""
        try:
            placed = place_of(value, self._axis(axis))
        except ValueError:
            return tr("The axis has no such number.")
        low, high = self._range(axis)
        if (placed >= high) if end == 0 else (placed <= low):
            return tr("The lower end must be less than the upper one.")
        return ""

    def _lay_out(self) -> None:
        self._reset = LinkButton(tr("Reset"), quiet=True)
        name_widget(self._reset, "export_style_reset", tr("Reset the style of this view"))
        head = QHBoxLayout()
        head.addWidget(text_label(tr("Style of this view"), font=fonts.body(fonts.SEMIBOLD)))
        head.addStretch()
        head.addWidget(self._reset)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnMinimumWidth(0, 84)
        grid.setColumnStretch(1, 1)
        rows: list[tuple[str, QWidget]] = [
            (_LABELS[field], line) for field, line in self._words.items()
        ]
        rows += [
            (tr("{axis} range", axis=axis), _pair(self._ends[axis, 0], self._ends[axis, 1]))
            for axis in "xy"
        ]
        rows += [(tr("Legend"), self._legend)]
        for row, (text, widget) in enumerate(rows):
            grid.addWidget(text_label(text), row, 0)
            grid.addWidget(widget, row, 1)
        for line in self._words.values():
            line.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addLayout(grid)

    def _connect(self) -> None:
        for field, line in self._words.items():
            line.text_committed.connect(partial(self._take_words, field))
        for (axis, end), number in self._ends.items():
            number.committed.connect(partial(self._take_end, axis, end))
        self._legend.activated.connect(
            lambda _: self._change(legend=LegendPlace(self._legend.currentData()))
        )
        self._reset.clicked.connect(lambda: self._report(PictureStyle()))

    def _take_words(self, field: str, text: str) -> None:
        self._change(**{field: None if text == getattr(self._automatic, field) else text})

    def _take_end(self, axis: str, end: int, value: float) -> None:
        ends = list(self._range(axis))
        ends[end] = place_of(value, self._axis(axis))
        self._change(**{f"{axis}_range": (ends[0], ends[1])})

    def _change(self, **changes: Any) -> None:
        self._report(replace(self._style, **changes))

    def _report(self, style: PictureStyle) -> None:
        self._style = style
        self.edited.emit(style)


def _pair(low: QWidget, high: QWidget) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    row.addWidget(low)
    row.addWidget(text_label("to", tone="muted"))
    row.addWidget(high)
    return holder
