"""A hint that rows may belong together, where a column repeats that names customers or cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.icons import ThemedIcon
from costcurve_gui.views.widgets.labels import WrappedLabel, name_widget, text_label

if TYPE_CHECKING:
    from costcurve_gui.analysis.settings import AnalysisState
    from costcurve_gui.dataio.roles.groups import RowGroups

_CONSEQUENCE = tr(
    "Intervals treat rows as independent. Where rows with the same value belong together, they "
    "are too narrow."
)
_SHORT = 16  # letters of a column that fit beside the other link


class GroupHint(QFrame):
    """Says which column repeats, until the user has said what that means.

    Emits `resample_requested(column)` and `dismissed()`.
    """

    resample_requested = Signal(str)
    dismissed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._suspected: RowGroups | None = None
        name_widget(self, "group_hint", tr("Rows may belong together"))
        self.setProperty("soft", "warning")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def text(self) -> str:
        """What is said; nothing before there was something to say."""
        if self.layout() is None:
            return ""
        return f"{self._title.full_text} {_CONSEQUENCE}"

    def show_state(self, state: AnalysisState) -> None:
        """Show what the file of another state lets one suspect."""
        info = state.dataset
        open_question = info is not None and info.group is None and state.current.group is None
        suspected = info.suspected if info is not None and open_question else None
        if suspected == self._suspected:
            return
        self._suspected = suspected
        if suspected is not None:
            self._show(suspected)
        self.setVisible(suspected is not None)

    def _show(self, suspected: RowGroups) -> None:
        if self.layout() is None:
            self._build()  # few files need it
        values, rows = numbers.count(suspected.values), numbers.count(suspected.rows)
        self._title.set_full_text(
            tr(
                "{column} has {values} values in {rows} rows.",
                column=suspected.column,
                values=values,
                rows=rows,
            )
        )
        short = len(suspected.column) <= _SHORT
        self.resample.setText(
            tr("Resample by {column}", column=suspected.column)
            if short
            else tr("Resample by this column")
        )
        self.resample.setToolTip(tr("Resample by {column}", column=suspected.column))
        self.resample.setAccessibleName(tr("Resample by {column}", column=suspected.column))
        self.setAccessibleDescription(self.text)

    def _build(self) -> None:
        self._title = WrappedLabel(font=fonts.small(fonts.SEMIBOLD), tone="warning")
        words = text_label(
            _CONSEQUENCE, font=fonts.small(), tone="warning", wrap=True, name="group_hint_text"
        )
        self.resample, self.keep = (
            LinkButton(tr("Resample"), small=True),
            LinkButton(tr("Dismiss"), small=True, quiet=True),
        )
        name_widget(self.resample, "group_hint_resample", tr("Resample by the column"))
        name_widget(self.keep, "group_hint_dismiss", tr("Rows are independent: do not ask again"))
        self.resample.clicked.connect(self._ask_to_resample)
        self.keep.clicked.connect(self.dismissed)
        links = QHBoxLayout()
        links.setSpacing(10)
        links.addWidget(self.resample)
        links.addWidget(self.keep)
        links.addStretch(1)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self._title)
        texts.addWidget(words)
        texts.addLayout(links)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 12, 6)
        layout.setSpacing(8)
        layout.addWidget(ThemedIcon("info", "warning", 16), 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(texts, 1)

    def _ask_to_resample(self) -> None:
        if self._suspected is not None:
            self.resample_requested.emit(self._suspected.column)
