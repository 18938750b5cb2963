"""The strip of tabs below a dock: what does not fit is offered in a menu at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QMenu, QTabBar, QToolButton, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

TAB_HEIGHT = 24


def tabs_that_fit(widths: Sequence[int], room: int, current: int, button: int) -> frozenset[int]:
    """Return which tabs to show: from the left as many as fit, the current one always.

    `button` is the width of the menu of those left out, needed only where some are.
    """
    if sum(widths) <= room:
        return frozenset(range(len(widths)))
    shown = {current}
    left = room - button - widths[current]
    for at, width in enumerate(widths):
        if at != current:
            left -= width
            if left < 0:
                break
            shown.add(at)
    return frozenset(shown)


class _Bar(QTabBar):
    """Tells how wide a tab is, shown or not."""

    def widths(self) -> list[int]:
        return [self.tabSizeHint(at).width() for at in range(self.count())]


class TabStrip(QWidget):
    """Tabs that never scroll and are never cut. Emits `chosen(int)` when another is current.

    A tab that is not offered is shown while it is current only.
    """

    chosen = Signal(int)

    def __init__(self, name: str, words: str) -> None:
        super().__init__()
        self._withheld: set[int] = set()
        self.bar = _Bar(self)
        self._others = QToolButton(self)
        self._menu = QMenu(self._others)
        self._build(name, words)
        self.bar.currentChanged.connect(self._choose)
        self._menu.aboutToShow.connect(self._fill_menu)

    def add_tab(self, text: str) -> None:
        """Add a tab at the end."""
        self.bar.addTab(text)

    def offer(self, index: int, offered: bool) -> None:
        """Offer a tab, or show it no longer than it is current."""
        (self._withheld.discard if offered else self._withheld.add)(index)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many tabs as fit."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Measure again under another font or style."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _choose(self, index: int) -> None:
        self._fit()
        self.chosen.emit(index)

    def _fit(self) -> None:
        if not self.bar.count():
            return
        offered = self.offered()
        widths = self.bar.widths()
        # Never narrower than all tabs: Qt would scroll them, and not back once some are hidden.
        self.bar.setGeometry(0, 0, max(sum(widths), self.width()), TAB_HEIGHT)
        fit = tabs_that_fit(
            [widths[at] for at in offered],
            self.width(),
            offered.index(self.bar.currentIndex()),
            self._others.sizeHint().width(),
        )
        shown = {offered[at] for at in fit}
        for at in range(self.bar.count()):
            # A call that changes nothing makes Qt forget that the tabs are to be laid out again.
            if self.bar.isTabVisible(at) != (at in shown):
                self.bar.setTabVisible(at, at in shown)
        self._name_others([at for at in offered if at not in shown])

    def offered(self) -> list[int]:
        """Return the tabs that are offered, the current one among them."""
        current = self.bar.currentIndex()
        return [at for at in range(self.bar.count()) if at == current or at not in self._withheld]

    def _name_others(self, others: Sequence[int]) -> None:
        names = ", ".join(self.bar.tabText(at) for at in others)
        self._others.setVisible(bool(others))
        self._others.setText(tr("{others} more", others=len(others)))
        size = self._others.sizeHint()
        self._others.setGeometry(self.width() - size.width(), 0, size.width(), TAB_HEIGHT)
        self._others.setToolTip(names)
        self._others.setAccessibleName(tr("More views: {names}", names=names))

    def _fill_menu(self) -> None:
        self._menu.clear()
        for at in self.offered():
            if not self.bar.isTabVisible(at):
                action = self._menu.addAction(self.bar.tabText(at))
                action.triggered.connect(lambda _=False, at=at: self.bar.setCurrentIndex(at))

    def _build(self, name: str, words: str) -> None:
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("strip", True)
        self.setFixedHeight(TAB_HEIGHT)
        self.setFont(fonts.small())
        self._build_bar(name, words)
        name_widget(self._others, f"{name}_others", tr("More views"))
        self._others.setFont(fonts.small())
        self._others.setText(tr("9 more"))
        self._others.setAutoRaise(True)
        self._others.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._others.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._others.setMenu(self._menu)
        self._menu.setObjectName(f"{name}_others_menu")

    def _build_bar(self, name: str, words: str) -> None:
        name_widget(self.bar, name, words)
        self.bar.setShape(QTabBar.Shape.RoundedSouth)
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        self.bar.setUsesScrollButtons(False)
        self.bar.setFixedHeight(TAB_HEIGHT)
        self.bar.setFont(fonts.small())
        self.bar.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
