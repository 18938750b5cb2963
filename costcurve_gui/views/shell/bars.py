"""The tool bar with the field that finds every command; the status bar with the work under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStatusBar,
    QToolBar,
    QToolButton,
    QWidget,
)

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.shell.scenario_switch import ScenarioSwitch
from costcurve_gui.views.shell.theme import tokens_in_use
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.icons import ThemedIcon, is_theme_change, token_icon
from costcurve_gui.views.widgets.labels import name_widget, set_hint, text_label

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QAction, QPaintEvent, QResizeEvent

    from costcurve_gui.views.shell.actions import Actions


STATUS_BAR_HEIGHT = 25
_GAP = 18
_MARGIN = 14
_LINK_EDGE = 4  # beside the words of a link
_BAR_WIDTH = 110
_STEPS = 1000
_DOT, _DOT_ROOM = 7, 8
NOTICE_MS = 4000
_SEARCH_NARROW, _SEARCH_WIDTH = 160, 260
_ROOM = 1140  # of the window, in which the tool bar has all its words and a long name
TOOL_BAR_HEIGHT = 44


class ReadingLine(QWidget):
    """Parts of a reading side by side, the first one bold; painted, so that nothing is laid out."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: tuple[str, ...] = ()
        self._quiet = False
        name_widget(self, "reading", tr("Under the cursor"))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        """All parts as one text."""
        return "  ".join(self._parts)

    def show_parts(self, parts: tuple[str, ...], *, quiet: bool = False) -> None:
        """Show other parts; `quiet` ones are muted."""
        if (parts, quiet) != (self._parts, self._quiet):
            self._parts, self._quiet = parts, quiet
            self.setAccessibleDescription(self.text)
            self.update()

    def sizeHint(self) -> QSize:
        """Return the height of one line."""
        return QSize(100, STATUS_BAR_HEIGHT - 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the parts from the left."""
        del event
        painter = QPainter(self)
        tokens = tokens_in_use()
        painter.setPen(QColor(tokens.muted if self._quiet else tokens.text))
        left = _MARGIN
        for position, part in enumerate(self._parts):
            font = fonts.small(fonts.NORMAL if position or self._quiet else fonts.SEMIBOLD)
            painter.setFont(font)
            metrics = QFontMetrics(font)
            baseline = (self.height() + metrics.ascent() - metrics.descent()) // 2
            painter.drawText(left, baseline, part)
            left += metrics.horizontalAdvance(part) + _GAP
        painter.end()


class JobLine(QWidget):
    """Name and count of the work under way, a bar, and Cancel; emits `cancel_requested()`."""

    cancel_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._label = text_label(font=fonts.small(), tone="muted", name="job_label")
        self.time = text_label(font=fonts.small(), tone="muted", name="job_time")
        self._bar = QProgressBar()
        self._cancel = LinkButton(tr("Cancel"), small=True)
        self._build()
        self._cancel.clicked.connect(self.cancel_requested)
        self.hide()

    @property
    def text(self) -> str:
        """What the work is, and how far."""
        return self._label.text()

    def show_job(self, message: str, done: int, total: int) -> None:
        """Show work; a total of 0 is work of unknown length."""
        self._label.setText(f"{message}{numbers.progress(done, total)}")
        self._bar.setRange(0, _STEPS if total else 0)
        if total:
            self._bar.setValue(round(_STEPS * done / total))
        self._bar.setAccessibleName(message)
        self.show()

    def show_time(self, seconds: int) -> None:
        """Show how long the work takes, from the first second on."""
        self.time.setText(f"{numbers.count(seconds)} s" if seconds else "")
        self.time.setVisible(seconds > 0)

    def _build(self) -> None:
        name_widget(self, "job", tr("Work under way"))
        name_widget(self._bar, "job_progress", tr("Progress"))
        name_widget(self._cancel, "job_cancel", tr("Cancel the work"))
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(_BAR_WIDTH)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        for widget in (self._label, self._bar, self.time, self._cancel):
            layout.addWidget(widget)


class StatusBar(QStatusBar):
    """Left the reading, or a notice for a while; right the work, or how bands were found."""

    cancel_requested = Signal()
    method_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        name_widget(self, "status_bar", tr("Status"))
        self.reading = ReadingLine()
        self.job = JobLine()
        self.method = LinkButton("", quiet=True, small=True)
        self.method.setObjectName("method")
        self._parts: tuple[str, ...] = ()
        self._idle = ""
        self._notice = QTimer(self, singleShot=True, interval=NOTICE_MS)
        self.setSizeGripEnabled(False)
        self.setFixedHeight(STATUS_BAR_HEIGHT)
        self.setContentsMargins(0, 0, _MARGIN - _LINK_EDGE, 0)
        self.addWidget(self.reading, 1)
        self.addPermanentWidget(self.method)
        self.method.clicked.connect(self.method_clicked)
        self.method.hide()
        self.addPermanentWidget(self.job)
        self.job.cancel_requested.connect(self.cancel_requested)
        self._notice.timeout.connect(self._end_notice)

    def show_reading(self, parts: tuple[str, ...]) -> None:
        """Show what stands under the cursor; nothing empties the line."""
        self._parts = parts
        if parts or not self._notice.isActive():
            self._notice.stop()
            self._show_parts()

    def show_idle(self, text: str) -> None:
        """Say something that stands there while the cursor reads nothing."""
        self._idle = text
        if not self._notice.isActive():
            self._show_parts()

    def notify(self, text: str) -> None:
        """Say something for a few seconds, unless the cursor reads something meanwhile."""
        self.reading.show_parts((text,))
        self._notice.start()

    def show_method(self, text: str, hint: str) -> None:
        """Say how bands were found, while no work is under way; a click leads to the choices."""
        set_hint(self.method, hint)
        if text == self.method.text():
            return
        self.method.setText(text)
        self.method.setAccessibleName(tr("Intervals: {text}", text=text))
        self.method.updateGeometry()
        self.method.setVisible(bool(text) and self.job.isHidden())

    def show_job(self, message: str, done: int = 0, total: int = 0) -> None:
        """Show the work under way."""
        self.method.hide()
        self.job.show_job(message, done, total)

    def end_job(self) -> None:
        """Take the work away."""
        self.job.hide()
        self.method.setVisible(bool(self.method.text()))

    def _end_notice(self) -> None:
        self._show_parts()

    def _show_parts(self) -> None:
        if self._parts or not self._idle:
            self.reading.show_parts(self._parts)
        else:
            self.reading.show_parts((self._idle,), quiet=True)


class SearchButton(QPushButton):
    """Looks like a search field; it opens the list of commands."""

    def __init__(self, action: QAction) -> None:
        super().__init__()
        name_widget(self, "search_commands", tr("Search commands"))
        self.setProperty("search", True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(action.toolTip())
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 0)
        layout.setSpacing(10)
        layout.addWidget(ThemedIcon("search", "muted", 18))
        layout.addWidget(text_label(action.text(), tone="muted"), 1)
        self._keys = text_label(keys, font=fonts.small())
        layout.addWidget(self._keys)
        self.set_narrow(False)
        self.clicked.connect(action.trigger)

    def set_narrow(self, narrow: bool) -> None:
        """Do without the keys where the bar has little room; the tooltip has them."""
        self._keys.setHidden(narrow)
        self.setFixedSize(fonts.scaled(_SEARCH_NARROW if narrow else _SEARCH_WIDTH), 28)


class SaveButton(QToolButton):
    """Saves the project; a dot says that there is something to save."""

    def __init__(self) -> None:
        super().__init__()
        _set_up(self, "save_button", tr("Save"))
        self._dotted = False

    def set_action(self, action: QAction) -> None:
        """Do what a command does, while that can be done."""
        self.clicked.connect(action.trigger)
        action.changed.connect(lambda: self._follow(action))
        self._follow(action)

    def set_dotted(self, dotted: bool) -> None:
        """Show the dot, or none."""
        if dotted != self._dotted:
            self._dotted = dotted
            self.setAccessibleDescription(tr("There are changes to save") if dotted else "")
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of a button with room for the dot, so that nothing moves."""
        return super().sizeHint() + QSize(_DOT_ROOM, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button as any other, then the dot."""
        super().paintEvent(event)
        if self._dotted and self.isEnabled():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens_in_use().accent))
            left = self.width() - _DOT - 3
            painter.drawEllipse(left, (self.height() - _DOT) // 2, _DOT, _DOT)
            painter.end()

    def _follow(self, action: QAction) -> None:
        self.setIcon(action.icon())
        self.setEnabled(action.isEnabled())
        self.setToolTip(action.toolTip())


class ToolBar(QToolBar):
    """Buttons for the commands that are wanted most."""

    def __init__(self, actions: Actions, export_menu: QMenu) -> None:
        super().__init__(tr("Tools"))
        name_widget(self, "tool_bar", tr("Tools"))
        self.setMovable(False)
        self.setFloatable(False)
        self.setFixedHeight(TOOL_BAR_HEIGHT)
        self.setIconSize(QSize(20, 20))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._export = _button("export_button", tr("Export"))
        self._narrow = False
        self.save_button = SaveButton()
        self.scenarios = ScenarioSwitch(actions["scenarios"])
        self._build(actions, export_menu)
        self.set_file_open(False)

    def changeEvent(self, event: QEvent) -> None:
        """Take the colour of the export icon from the new theme."""
        super().changeEvent(event)
        if is_theme_change(event) and hasattr(self, "_export"):
            self._export.setIcon(token_icon("export", "text", 20))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use fewer words in a narrow window, so that no button is lost."""
        super().resizeEvent(event)
        narrow = self.width() < fonts.scaled(_ROOM)
        if narrow is not self._narrow:
            self._narrow = narrow
            self.search.set_narrow(narrow)
            self.scenarios.set_narrow(narrow)

    def set_file_open(self, is_open: bool) -> None:
        """Enable the export button and show the scenarios while a file is open."""
        self._export.setEnabled(is_open)
        for part in self._of_file:
            part.setVisible(is_open)

    def _build(self, actions: Actions, export_menu: QMenu) -> None:
        opener = _button("open_button", tr("Open"))
        opener.setToolTip(actions["open"].toolTip())
        opener.setIcon(actions["open"].icon())
        opener.clicked.connect(actions["open"].trigger)
        actions["open"].changed.connect(lambda: opener.setIcon(actions["open"].icon()))
        self.addWidget(opener)
        self.save_button.set_action(actions["save"])
        self.addWidget(self.save_button)
        self.addSeparator()
        for key in ("undo", "redo"):
            self.addAction(actions[key])
            button = self.widgetForAction(actions[key])
            name_widget(button, f"{key}_button", actions[key].text())
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.addSeparator()
        self._of_file = (self.addWidget(self.scenarios), self.addSeparator())
        self._export.setMenu(export_menu)
        self._export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._export.setIcon(token_icon("export", "text", 20))
        self.addWidget(self._export)
        gap = QWidget()
        gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(gap)
        self.search = SearchButton(actions["commands"])
        self.addWidget(self.search)


def _button(name: str, text: str) -> QToolButton:
    button = QToolButton()
    _set_up(button, name, text)
    return button


def _set_up(button: QToolButton, name: str, text: str) -> None:
    name_widget(button, name, text)
    button.setText(text)
    button.setFont(fonts.body(fonts.MEDIUM))
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
