"""The choices of the export dialog: its widgets show one `ExportOptions`, and change it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.analysis.picture_style import SIZE_LIMITS, PictureStyle
from costcurve_gui.dataio.table_files import TABLE_FORMATS
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.export_parts import ModelMenu, PartBoxes
from costcurve_gui.views.dialogs.export_style import Automatic, StyleBox
from costcurve_gui.views.plotting.picture_options import (
    LONGEST_MM,
    MM_PER_INCH,
    MM_PER_UNIT,
    ExportOptions,
    Format,
)
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import SegmentedControl
from costcurve_gui.views.widgets.fields import ChoiceBox, NumberField, WholeNumberBox
from costcurve_gui.views.widgets.labels import rule, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NOTE = tr("Always drawn in the light print style.")
_SHORTEST_MM = 10.0
_SWITCHED_ON = {"title": "title", "x_title": "axis_titles", "y_title": "axis_titles"}


@dataclass(frozen=True, slots=True)
class ExportView:
    """A view that can be written; `size` is its width and height on the screen, in pixels."""

    key: str
    title: str
    stem: str
    size: tuple[int, int] = (640, 480)


@dataclass(frozen=True, slots=True)
class ExportModels:
    """The models of the file by key, which of them the window hides, and the chosen one."""

    names: Mapping[str, str]
    hidden: frozenset[str] = frozenset()
    chosen: str | None = None


class ExportForm(QWidget):
    """Emits `options_changed(ExportOptions)` after every change by the user.

    `style_edited(PictureStyle)` tells of a change of the style, which is the session's to keep.
    """

    options_changed = Signal(object)
    style_edited = Signal(object)

    def __init__(
        self,
        views: Sequence[ExportView],
        models: ExportModels,
        formats: Sequence[Format],
        options: ExportOptions,
    ) -> None:
        super().__init__()
        self._options = options
        self._automatic = Automatic()
        self._build(views, models, formats)
        self.show_options(options)
        self._connect()

    @property
    def options(self) -> ExportOptions:
        """What was chosen."""
        return self._options

    def show_options(self, options: ExportOptions) -> None:
        """Set every widget."""
        self._options = options
        self._view.setCurrentIndex(max(0, self._view.findData(options.view)))
        self._models.show_hidden(options.hidden)
        self._format.set_value(options.format)
        self._unit.setCurrentIndex(self._unit.findData(options.unit))
        for field, length in (("width", options.width_mm), ("height", options.height_mm)):
            self._sizes[field].show_text(numbers.plain(_shown(length, options)))
        blocked = self._dpi.blockSignals(True)
        self._dpi.setValue(options.dpi)
        self._dpi.blockSignals(blocked)
        self._dpi.setEnabled(options.format == "png")  # the others are sharp at every size
        self._dpi.setToolTip("" if options.format == "png" else tr("Sharp at every resolution"))
        self._text.show_text(numbers.plain(options.text_size))
        self._line.show_text(numbers.plain(round(options.line_width, 2)))
        self._font.setCurrentIndex(max(0, self._font.findData(options.font)))
        self._ground.set_value(options.transparent)
        self._parts.show_options(options)
        self._style.show_style(options.style, self._automatic)
        self._table.setCurrentIndex(max(0, self._table.findData(options.table)))

    def show_style(self, style: PictureStyle, automatic: Automatic) -> None:
        """Show the style of the view, and what the program draws by itself."""
        self._automatic = automatic
        self.show_options(replace(self._options, style=style))

    def begin_to_type_size(self) -> None:
        """Turn to the fields of the size, with the width ready to be typed over."""
        self._page.set_value("picture")
        self._pages.setCurrentIndex(0)
        self._sizes["width"].setFocus()
        self._sizes["width"].selectAll()

    # --- building -----------------------------------------------------------------------------

    def _build(
        self, views: Sequence[ExportView], models: ExportModels, formats: Sequence[Format]
    ) -> None:
        self._view = _combo("export_view", tr("View"), [(view.title, view.key) for view in views])
        self._models = ModelMenu(models.names, models.hidden, models.chosen)
        choices = [(name, name.upper()) for name in formats]
        self._format = SegmentedControl(choices, "export_format", tr("Format"))
        self._unit = _combo(
            "export_unit", tr("Unit"), [(unit, unit) for unit in ("px", "mm", "cm")]
        )
        self._sizes = {
            field: NumberField(f"export_{field}", field.capitalize(), check=self._length_fault)
            for field in ("width", "height")
        }
        self._dpi = WholeNumberBox("export_dpi", tr("Resolution in dots per inch"), 36, 1200)
        self._text = _points("text", tr("Size of the words in points"), *SIZE_LIMITS["text_pt"])
        self._line = _points("line", tr("Width of a thin line in points"), *SIZE_LIMITS["line_pt"])
        for field in (*self._sizes.values(), self._dpi, self._text, self._line):
            field.setFixedWidth(fonts.scaled(62))
        families = [(tr("As in the window"), ""), *((name, name) for name in _families())]
        self._font = _combo("export_font", tr("Font"), families)
        grounds = [(False, tr("White")), (True, tr("Transparent"))]
        self._ground = SegmentedControl(grounds, "export_background", tr("Background"))
        self._parts, self._style = PartBoxes(), StyleBox()
        tables = [(tr("None"), ""), *((name, ending) for ending, name in TABLE_FORMATS.items())]
        self._table = _combo("export_table", tr("Table of the curves beside the picture"), tables)
        self._lay_out()

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, 84)
        grid.setColumnStretch(1, 1)
        sizes = [self._sizes["width"], text_label("×"), self._sizes["height"]]
        rows: tuple[tuple[str, QWidget], ...] = (
            (tr("View"), self._view),
            (tr("Models"), self._models),
            (tr("Format"), _left(self._format)),
            (tr("Size"), _left(*sizes, self._unit)),
            (tr("Resolution"), _left(self._dpi, _note("dpi"))),
            (tr("Text"), _left(self._text, _note(tr("pt, lines with it")))),
            (tr("Lines"), _left(self._line, _note(tr("pt, the selected twice")))),
            (tr("Font"), self._font),
            (tr("Ground"), _left(self._ground)),
            (tr("Table too"), self._table),
        )
        for row, (text, widget) in enumerate(rows):
            grid.addWidget(text_label(text), row, 0)
            grid.addWidget(widget, row, 1)
        picture, note = QWidget(), text_label(_NOTE, font=fonts.small(), tone="muted", wrap=True)
        picture.setLayout(_column(grid, note))
        content = QWidget()
        content.setLayout(_column(self._parts, rule(), self._style))
        pages = [("picture", tr("Picture")), ("content", tr("What is on it"))]
        self._page = SegmentedControl(pages, "export_page", tr("Page of choices"))
        self._pages = QStackedWidget()
        for page in (picture, content):
            self._pages.addWidget(page)
            page.setProperty("ground", "window")
        layout = _column(_left(self._page), self._pages)
        layout.setSpacing(12)
        self.setLayout(layout)

    def _connect(self) -> None:
        self._page.chosen.connect(lambda page: self._pages.setCurrentIndex(page == "content"))
        self._view.activated.connect(lambda _: self._change(view=self._view.currentData()))
        self._models.chosen.connect(lambda hidden: self._change(hidden=hidden))
        self._format.chosen.connect(lambda name: self._change(format=name))
        self._unit.activated.connect(lambda _: self._change(unit=self._unit.currentData()))
        self._sizes["width"].committed.connect(lambda value: self._resize("width_mm", value))
        self._sizes["height"].committed.connect(lambda value: self._resize("height_mm", value))
        self._dpi.valueChanged.connect(lambda dpi: self._change(dpi=dpi))
        self._text.committed.connect(self._take_text_size)
        self._line.committed.connect(
            lambda value: self._edit_style(replace(self._options.style, line_pt=value))
        )
        self._font.activated.connect(lambda _: self._change(font=self._font.currentData()))
        self._ground.chosen.connect(lambda value: self._change(transparent=value))
        self._parts.changed.connect(lambda changes: self._change(**changes))
        self._style.edited.connect(self._edit_style)
        self._table.activated.connect(lambda _: self._change(table=self._table.currentData()))

    # --- changes ------------------------------------------------------------------------------

    def _change(self, **changes: Any) -> None:
        self.show_options(replace(self._options, **changes))
        self.options_changed.emit(self._options)

    def _edit_style(self, style: PictureStyle) -> None:
        """Take another style; words that are typed are switched on, or they would not be seen."""
        before = self._options.style
        changes: dict[str, Any] = {"style": style}
        for field, part in _SWITCHED_ON.items():
            if getattr(style, field) not in (getattr(before, field), None, ""):
                changes[part] = True
        self._change(**changes)
        self.style_edited.emit(style)

    def _resize(self, field: str, value: float) -> None:
        self._change(**{field: _millimetres(value, self._options)})

    def _take_text_size(self, points: float) -> None:
        """Change the size of text, and the width of lines in proportion."""
        low, high = SIZE_LIMITS["line_pt"]
        line = self._options.line_width * points / self._options.text_size
        style = replace(self._options.style, text_pt=points, line_pt=min(max(line, low), high))
        self._edit_style(style)

    def _length_fault(self, value: float) -> str:
        low, high = (_shown(end, self._options) for end in (_SHORTEST_MM, LONGEST_MM))
        if low <= value <= high:
            return ""
        return tr(
            "From {low} to {high} {unit}.",
            low=numbers.plain(low),
            high=numbers.plain(high),
            unit=self._options.unit,
        )


def _shown(millimetres: float, options: ExportOptions) -> float:
    """Return a length in the unit of options, as it is typed."""
    if options.unit == "px":
        return float(round(millimetres / MM_PER_INCH * options.dpi))
    return round(millimetres / MM_PER_UNIT[options.unit], 3)


def _millimetres(value: float, options: ExportOptions) -> float:
    if options.unit == "px":
        return round(value) / options.dpi * MM_PER_INCH
    return value * MM_PER_UNIT[options.unit]


def _families() -> list[str]:
    return [name for name in QFontDatabase.families() if not QFontDatabase.isPrivateFamily(name)]


def _points(name: str, accessible: str, low: float, high: float) -> NumberField:
    def fault(value: float) -> str:
        return (
            ""
            if low <= value <= high
            else tr("From {low} to {high} pt.", low=numbers.plain(low), high=numbers.plain(high))
        )

    return NumberField(f"export_{name}", accessible, check=fault)


def _combo(name: str, accessible: str, entries: Sequence[tuple[str, object]]) -> ChoiceBox:
    box = ChoiceBox(name, accessible)
    box.setFont(fonts.body())
    for text, value in entries:
        box.addItem(text, value)
    return box


def _column(*parts: QWidget | QLayout) -> QVBoxLayout:
    layout = QVBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    for part in parts:
        if isinstance(part, QLayout):
            layout.addLayout(part)
        else:
            layout.addWidget(part)
    layout.addStretch()
    return layout


def _note(text: str) -> QWidget:
    return text_label(text, tone="muted")


def _left(*widgets: QWidget) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch()
    return holder
