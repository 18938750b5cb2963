"""What can be switched off in a picture, its models, and the sizes that it is made for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.translation import tr
from costcurve_gui.views.plotting.picture_options import MM_PER_UNIT, ExportOptions
from costcurve_gui.views.plotting.picture_presets import CUSTOM
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent

    from costcurve_gui.views.plotting.picture_presets import Preset

PARTS = (
    ("title", tr("Title")),
    ("condition", tr("Subtitle")),
    ("axis_titles", tr("Axis titles")),
    ("axis_numbers", tr("Axis numbers")),
    ("names", tr("Names at curves")),
    ("legend", tr("Legend")),
    ("points", tr("Operating points")),
    ("bands", tr("Bands")),
    ("lines", tr("Condition, bounds")),
    ("values", tr("Their values")),
    ("trivial", tr("Trivial models")),
    ("words", tr("Words in the plot")),
    ("cost_lines", tr("Cost lines")),
    ("strip", tr("Strip at the foot")),
    ("grid", tr("Grid")),
    ("source_line", tr("Source line")),
    ("handles", tr("Grips")),
    ("equal_axes", tr("Equal axes in ROC")),
)
_NAMES = frozenset({"equal_axes", "handles"})  # neither a label nor a part of what is shown


class PartBoxes(QWidget):
    """Emits `changed(dict)` with the fields of `ExportOptions` that the user switched."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._boxes: dict[str, QCheckBox] = {}
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        for place, (field, text) in enumerate(PARTS):
            box = self._boxes[field] = QCheckBox(text)
            name_widget(box, f"export_{field}", text)
            box.toggled.connect(partial(self._report, field))
            grid.addWidget(box, place // 2, place % 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(self._head())
        layout.addLayout(grid)

    def show_options(self, options: ExportOptions) -> None:
        """Show what is on a picture."""
        for field, box in self._boxes.items():
            box.blockSignals(True)
            box.setChecked(bool(getattr(options, field)))
            box.blockSignals(False)

    def _head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.addWidget(text_label(tr("On the picture"), font=fonts.body(fonts.SEMIBOLD)))
        head.addStretch()
        for text, shown in ((tr("All"), True), (tr("None"), False)):
            link = LinkButton(text, quiet=True)
            name_widget(
                link,
                f"export_parts_{text.lower()}",
                tr("{text} of what is on the picture", text=text),
            )
            link.clicked.connect(partial(self._set_all, shown))
            head.addWidget(link)
        return head

    def _set_all(self, shown: bool) -> None:
        self.changed.emit({field: shown for field, _ in PARTS if field not in _NAMES})

    def _report(self, field: str, shown: bool) -> None:
        self.changed.emit({field: shown})


class _TickMenu(QMenu):
    """A menu that stays open while entries are ticked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick what is clicked."""
        if not self._ticks(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick the current entry with Space or Enter."""
        ticks = event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (ticks and self._ticks(self.activeAction())):
            super().keyPressEvent(event)

    @staticmethod
    def _ticks(action: QAction | None) -> bool:
        if action is None or not action.isCheckable():
            return False
        if action.isEnabled():
            action.trigger()
        return True


class ModelMenu(QPushButton):
    """Says which models are drawn, and lets others be chosen; emits `chosen(hidden | None)`.

    None follows the window. The `always` drawn model stays ticked.
    """

    chosen = Signal(object)

    def __init__(
        self, models: Mapping[str, str], hidden: frozenset[str], always: str | None = None
    ) -> None:
        super().__init__()
        self._always = always
        self._models = models
        self._in_window = hidden & models.keys()
        self._hidden: frozenset[str] | None = None
        self.setAutoDefault(False)
        self.setMenu(_TickMenu(self))
        self.menu().aboutToShow.connect(self._fill)
        name_widget(self, "export_models", tr("Models"))
        self.show_hidden(None)

    def show_hidden(self, hidden: frozenset[str] | None) -> None:
        """Show which models are left out."""
        self._hidden = hidden
        shown = len(self._models) - len(self._now)
        if hidden is None:
            text = (
                tr("The one shown")
                if shown == 1
                else tr("The {number} shown", number=numbers.in_words(shown))
            )
        else:
            text = (
                tr("{shown} of {models}", shown=shown, models=len(self._models))
                if hidden
                else tr("All")
            )
        self.setText(text)

    @property
    def _now(self) -> frozenset[str]:
        hidden = self._in_window if self._hidden is None else self._hidden
        return hidden - {self._always}

    def _fill(self) -> None:
        menu = self.menu()
        menu.clear()
        menu.addAction(tr("As shown in the window"), partial(self.chosen.emit, None))
        menu.addAction(tr("All"), partial(self.chosen.emit, frozenset()))
        menu.addSeparator()
        for key, name in self._models.items():
            action = menu.addAction(name.replace("&", "&&"))
            action.setData(key)
            action.setCheckable(True)
            action.setChecked(key not in self._now)
            action.setEnabled(key != self._always)
            action.toggled.connect(partial(self._switch, key))

    def _switch(self, key: str, shown: bool) -> None:
        hidden = self._now - {key} if shown else self._now | {key}
        if len(hidden) < len(self._models):
            self.chosen.emit(frozenset(hidden))
        for action in self.menu().actions():  # of an open menu: the last one cannot be unticked
            blocked = action.blockSignals(True)
            action.setChecked(action.isCheckable() and action.data() not in self._now)
            action.blockSignals(blocked)


class PresetBar(QWidget):
    """Buttons side by side, a size each; emits `chosen(key)`."""

    chosen = Signal(str)

    def __init__(self, presets: Sequence[Preset]) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QPushButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        for place, preset in enumerate(presets):
            button = self._buttons[preset.key] = QPushButton()
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setProperty("preset", True)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            name_widget(button, f"export_preset_{preset.key}", preset.title)
            button.setToolTip(f"Ctrl+{place + 1}")
            button.setShortcut(f"Ctrl+{place + 1}")
            button.clicked.connect(partial(self.chosen.emit, preset.key))
            self._group.addButton(button)
            row.addWidget(button)
            self.describe(preset)

    def describe(self, preset: Preset) -> None:
        """Say the size of a preset: that of the screen is another view's, a custom one is typed."""
        options = preset.applied(ExportOptions())
        size = size_text(options)
        if preset.key == CUSTOM:
            size = tr("{size}, {dpi} dpi", size=size, dpi=options.dpi)
        self._buttons[preset.key].setText(f"{preset.title}\n{size}")

    def show_chosen(self, key: str) -> None:
        """Put another button down, or none where there is no such preset."""
        self._group.setExclusive(False)
        for own, button in self._buttons.items():
            button.setChecked(own == key)
        self._group.setExclusive(True)


def size_text(options: ExportOptions) -> str:
    """Say the size of a picture: 1 920 × 1 080 px, or 85 × 64 mm, or 8.5 × 6.4 cm."""
    if options.unit == "px":
        width, height = options.pixel_size
        return f"{numbers.count(width)} × {numbers.count(height)} px"
    unit = MM_PER_UNIT[options.unit]
    lengths = (round(one, 1) / unit for one in (options.width_mm, options.height_mm))
    return f"{' × '.join(map(numbers.plain, lengths))} {options.unit}"
