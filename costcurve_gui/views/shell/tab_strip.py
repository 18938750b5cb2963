"""The strip of tabs below a dock: what does not fit is offered in a menu at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QMenu, QTabBar, QToolButton, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.icons import is_theme_change, token_icon
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

TAB_HEIGHT = 24
_ARROW = 12
_AROUND_MORE = 30  # px beside and between the word and its arrow
_MORE = tr("More views")


MOST_TABS = 5


def tabs_that_fit(
    widths: Sequence[int], room: int, current: int, button: int, *, others: bool = False
) -> frozenset[int]:
    """Return which tabs to show: from the left as many as fit, five at most, the current one too.

    `button` is the width of the menu of those left out, needed where some are or there are others.
    """
    if len(widths) <= MOST_TABS and sum(widths) + button * others <= room:
        return frozenset(range(len(widths)))
    shown = {current}
    left = room - button - widths[current]
    for at, width in enumerate(widths):
        if at != current:
            left -= width
            if left < 0 or len(shown) == MOST_TABS:
                break
            shown.add(at)
    return frozenset(shown)


class _Bar(QTabBar):
    """Tells how wide a tab is, shown or not."""

    def widths(self) -> list[int]:
        return [self.tabSizeHint(at).width() for at in range(self.count())]


class TabStrip(QWidget):
    """A few tabs that never scroll and are never cut. Emits `chosen(int)` when another is current.

    The others stand in the menu *More* at the right end. A tab of what the data cannot have is grey
    there, with the reason, and shown while it is current only.
    """

    chosen = Signal(int)

    def __init__(self, name: str, words: str) -> None:
        super().__init__()
        self._withheld: dict[int, str] = {}  # reasons by tab
        self.bar = _Bar(self)
        self._others = QToolButton(self)
        self._menu = QMenu(self._others)
        self._build(name, words)
        self.bar.currentChanged.connect(self._choose)
        self._menu.aboutToShow.connect(self._fill_menu)

    def add_tab(self, text: str) -> None:
        """Add a tab at the end."""
        self.bar.addTab(text)

    def offer(self, index: int, reason: str = "") -> None:
        """Offer a tab, or show it no longer than it is current, for a reason."""
        if reason != self._withheld.pop(index, ""):
            self._withheld |= {index: reason} if reason else {}
            self._fit()
        elif reason:
            self._withheld[index] = reason

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many tabs as fit."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Measure again under another font or style."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()
        if is_theme_change(event) and hasattr(self, "_others"):
            self._others.setIcon(token_icon("chevron_down", "muted", _ARROW))

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
            self._more_width,
            others=bool(self._withheld),
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

    @property
    def _more_width(self) -> int:
        return self._others.fontMetrics().horizontalAdvance(tr("More")) + _ARROW + _AROUND_MORE

    def _name_others(self, others: Sequence[int]) -> None:
        names = ", ".join(self.bar.tabText(at) for at in others)
        self._others.setVisible(bool(others or self._withheld))
        width = self._more_width
        self._others.setGeometry(self.width() - width, 0, width, TAB_HEIGHT)
        self._others.setToolTip(names)
        self._others.setAccessibleName(tr("More views: {names}", names=names) if names else _MORE)

    def _fill_menu(self) -> None:
        """List what has no tab: first what can be shown, then the rest with the reasons."""
        self._menu.clear()
        hidden = [at for at in range(self.bar.count()) if not self.bar.isTabVisible(at)]
        for at in sorted(hidden, key=self._withheld.__contains__):
            reason = self._withheld.get(at, "")
            text = self.bar.tabText(at)
            action = self._menu.addAction(f"{text}\t{reason}" if reason else text)
            action.setEnabled(not reason)
            action.triggered.connect(lambda _=False, at=at: self.bar.setCurrentIndex(at))

    def _build(self, name: str, words: str) -> None:
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("strip", True)
        self.setFixedHeight(TAB_HEIGHT)
        self.setFont(fonts.small())
        self._build_bar(name, words)
        name_widget(self._others, f"{name}_others", _MORE)
        self._others.setFont(fonts.small())
        self._others.setText(tr("More"))
        self._others.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._others.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow at the end
        self._others.setIconSize(QSize(_ARROW, _ARROW))
        self._others.setIcon(token_icon("chevron_down", "muted", _ARROW))
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
