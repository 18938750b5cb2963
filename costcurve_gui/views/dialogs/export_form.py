"""The choices of the export dialog: every widget shows one field of `ExportOptions`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.views.plotting.picture_options import ExportOptions, Format
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.buttons import SegmentedControl
from costcurve_gui.views.widgets.fields import ChoiceBox, WholeNumberBox
from costcurve_gui.views.widgets.labels import name_widget, rule, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_TEXT_SIZES = (8, 9, 9.5, 10, 11, 12, 14, 16, 18, 20, 24)
_CUSTOM = "custom"
_SCREEN = "screen"
_PRESETS = (
    ("document", "Document, 4 : 3", (160, 120)),
    ("slide", "Slide, 16 : 9", (240, 135)),
)
_CHECKS = (
    ("title", "Title"),
    ("condition", "Condition, in words"),
    ("legend", "Legend"),
    ("handles", "Handles and hover marks"),
    ("source_line", "Source line: file, hash, date"),
)
_NOTE = "Always drawn in the light print style, with the models shown now."


@dataclass(frozen=True, slots=True)
class ExportView:
    """A view that can be written; `size_mm` is its width and height on the screen."""

    key: str
    title: str
    stem: str
    size_mm: tuple[float, float] = (160.0, 120.0)


class ExportForm(QWidget):
    """Emits `options_changed(ExportOptions)` after every change by the user."""

    options_changed = Signal(object)

    def __init__(
        self, views: Sequence[ExportView], formats: Sequence[Format], options: ExportOptions
    ) -> None:
        super().__init__()
        self._views: Mapping[str, ExportView] = {view.key: view for view in views}
        self._checks: dict[str, QCheckBox] = {}
        self._build(formats)
        self.show_options(options)
        self._connect()

    @property
    def options(self) -> ExportOptions:
        """What the widgets say."""
        checked: dict[str, Any] = {
            field: box.isChecked() for field, box in self._checks.items() if field != "table"
        }
        return ExportOptions(
            view=self._view.currentData(),
            format=cast("Format", self._format.value),
            width_mm=float(self._width.value()),
            height_mm=float(self._height.value()),
            dpi=self._dpi.value(),
            transparent=bool(self._ground.value),
            text_pt=float(self._text.currentData()),
            table="csv" if self._checks["table"].isChecked() else "",
            **checked,
        )

    def show_options(self, options: ExportOptions) -> None:
        """Set every widget."""
        self._view.setCurrentIndex(max(0, self._view.findData(options.view)))
        self._format.set_value(options.format)
        self._show_size(options.width_mm, options.height_mm)
        self._dpi.setValue(options.dpi)
        self._ground.set_value(options.transparent)
        self._show_text_size(options.text_pt)
        for field, box in self._checks.items():
            box.setChecked(bool(getattr(options, field)))
        self._follow_format()

    def _build(self, formats: Sequence[Format]) -> None:
        self._view = _combo("export_view", "View")
        for view in self._views.values():
            self._view.addItem(view.title, view.key)
        choices = [(name, name.upper()) for name in formats]
        self._format = SegmentedControl(choices, "export_format", "Format")
        self._size = _combo("export_size", "Size")
        for key, title, _ in _PRESETS:
            self._size.addItem(title, key)
        self._size.addItem("As on screen", _SCREEN)
        self._size.addItem("Custom", _CUSTOM)
        self._width = WholeNumberBox("export_width", "Width in millimetres", 20, 1000)
        self._height = WholeNumberBox("export_height", "Height in millimetres", 20, 1000)
        self._dpi = WholeNumberBox("export_dpi", "Resolution in dots per inch", 36, 1200)
        for field in (self._width, self._height, self._dpi):
            field.setFixedWidth(64)
        grounds = [(False, "White"), (True, "Transparent")]
        self._ground = SegmentedControl(grounds, "export_background", "Background")
        self._text = _combo("export_text", "Text size")
        for size in _TEXT_SIZES:
            self._text.addItem(f"{size:g} pt at final size", size)
        self._lay_out()

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, 84)
        grid.setColumnStretch(1, 1)
        rows: tuple[tuple[str, QWidget], ...] = (
            ("View", self._view),
            ("Format", _left(self._format)),
            ("Size", self._size),
            ("", _left(self._width, text_label("×"), self._height, _unit("mm"))),
            ("Resolution", _left(self._dpi, _unit("dpi"))),
            ("Background", _left(self._ground)),
            ("Text", self._text),
        )
        for row, (text, widget) in enumerate(rows):
            grid.addWidget(text_label(text), row, 0)
            grid.addWidget(widget, row, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(grid)
        layout.addWidget(rule())
        for field, text in _CHECKS:
            layout.addWidget(self._check(field, text))
        layout.addWidget(rule())
        layout.addWidget(self._check("table", "Also write the curves as CSV"))
        layout.addWidget(text_label(_NOTE, font=fonts.small(), tone="muted", wrap=True))
        layout.addStretch()

    def _check(self, field: str, text: str) -> QCheckBox:
        box = self._checks[field] = QCheckBox(text)
        name_widget(box, f"export_{field}", text)
        return box

    def _connect(self) -> None:
        self._view.activated.connect(self._change_view)
        self._format.chosen.connect(self._report)
        self._size.activated.connect(self._take_preset)
        for field in (self._width, self._height):
            field.valueChanged.connect(self._resize_by_hand)
        self._dpi.valueChanged.connect(self._report)
        self._ground.chosen.connect(self._report)
        self._text.activated.connect(self._report)
        for box in self._checks.values():
            box.toggled.connect(self._report)

    def _report(self) -> None:
        self._follow_format()
        self.options_changed.emit(self.options)

    def _follow_format(self) -> None:
        """Only pictures made of points have a resolution."""
        raster = self._format.value == "png"
        self._dpi.setEnabled(raster)
        self._dpi.setToolTip("" if raster else "Lines and text stay sharp at every size")

    def _change_view(self) -> None:
        if self._size.currentData() == _SCREEN:
            self._take_preset()
            return
        self._report()

    def _take_preset(self) -> None:
        size = self._preset_size(self._size.currentData())
        if size is not None:
            self._set_lengths(*size)
        self._report()

    def _preset_size(self, key: str) -> tuple[float, float] | None:
        if key == _SCREEN:
            return self._views[self._view.currentData()].size_mm
        return next((size for name, _, size in _PRESETS if name == key), None)

    def _resize_by_hand(self) -> None:
        self._name_size()
        self._report()

    def _show_size(self, width: float, height: float) -> None:
        self._set_lengths(width, height)
        self._name_size()

    def _set_lengths(self, width: float, height: float) -> None:
        for field, value in ((self._width, width), (self._height, height)):
            blocked = field.blockSignals(True)
            field.setValue(round(value))
            field.blockSignals(blocked)

    def _name_size(self) -> None:
        present = (self._width.value(), self._height.value())
        key = next((name for name, _, size in _PRESETS if size == present), _CUSTOM)
        self._size.setCurrentIndex(self._size.findData(key))

    def _show_text_size(self, points: float) -> None:
        nearest = min(_TEXT_SIZES, key=lambda size: abs(size - points))
        self._text.setCurrentIndex(self._text.findData(nearest))


def _combo(name: str, accessible: str) -> QComboBox:
    box = ChoiceBox()
    box.setFont(fonts.body())
    name_widget(box, name, accessible)
    return box


def _unit(text: str) -> QWidget:
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
