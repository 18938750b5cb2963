"""The newest validation of the decision as a view; one of another decision is not shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from costcurve_gui.analysis.snapshot import validation_in_force
from costcurve_gui.analysis.validated_decision import Split
from costcurve_gui.translation import tr
from costcurve_gui.views.panels.validation_card import ValidationCard, content_of
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.tables.content import TableContent, TableSource
from costcurve_gui.views.tables.table_rows import NOTHING
from costcurve_gui.views.view import EmptyState
from costcurve_gui.views.widgets.frames import scrolling
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.decision_validation import SplitFigures
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.validated_decision import ValidatedDecision
    from costcurve_gui.views.shell.theme import Tokens
    from costcurve_gui.views.tables.segments_view import SegmentsView
    from costcurve_gui.views.tables.table_rows import TableRows
    from costcurve_gui.views.tables.table_view import TableView

    TableWidget: TypeAlias = "TableView | ValidationView | SegmentsView"

_TABLE_HEIGHT = 124
_VALIDATE = tr("Validate\u2026")
_NONE = tr(
    "Selected and estimated on the same sample. Choose again on some cases and estimate on the "
    "others."
)


class ValidationSource(TableSource):
    """Both figures of a decision that was validated, and the gap."""

    name = "validation"
    commands = ("validate",)

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say which cases judged."""
        found = validation_in_force(snapshot)
        return "" if found is None else tr("on {label}", label=found.label)

    def content(self, snapshot: Snapshot) -> TableContent:
        """Return the rates."""
        found = validation_in_force(snapshot)
        return NOTHING if found is None else content_of(snapshot, found)

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that there is no validation, or that it is of another decision."""
        if validation_in_force(snapshot) is not None:
            return None
        if snapshot.validation is None:
            return EmptyState(tr("Not validated yet"), _NONE, _VALIDATE, "validate")
        said = tr(
            "It was made on {label}, before the decision was changed.",
            label=snapshot.validation.label,
        )
        return EmptyState(
            tr("This validation belongs to another decision"), said, _VALIDATE, "validate"
        )

    def widget(self) -> ValidationView:
        """Return the picture above the table."""
        return ValidationView()


class ValidationView(QWidget):
    """Shows the validation in force; answers the same orders as a table.

    Emits `report_requested()` where the figure holds, else `splits_requested(share held out)`.
    """

    model_clicked = Signal(object)
    splits_requested = Signal(float)
    report_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._newest: Snapshot | None = None
        self._shown: ValidatedDecision | None = None
        self._resting = False
        self.card = ValidationCard("kept_validation")
        self.card.expected.hide()  # a dock is low; the line itself stays in the picture
        self.card.table.setMinimumHeight(fonts.scaled(_TABLE_HEIGHT))
        self.card.report_requested.connect(self.report_requested)
        self.card.splits_requested.connect(self._ask_for_splits)
        self.copy_action = QAction(tr("Copy the validation"), self)
        self.copy_action.setObjectName("copy_validation")
        self.copy_action.triggered.connect(self.copy)
        self.addAction(self.copy_action)
        name_widget(self, "validation_table", tr("Validation"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 6, 8)
        layout.addWidget(scrolling(self.card, "validation"), 1)
        layout.addWidget(self.card.verdict)  # which is always seen
        self.setFocusProxy(self.card.table)

    @property
    def rows(self) -> TableRows:
        """The rows of the table below the picture."""
        return self.card.table.rows

    def show_curves(self, curve_set: CurveSet | None) -> None:
        """Leave what is of a file that is closed."""
        if curve_set is None:
            self.show_snapshot(None)

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Show the validation of another snapshot, if it has one in force."""
        self._newest = snapshot
        found = None if snapshot is None else validation_in_force(snapshot)
        if snapshot is not None and found is not None and not self._resting:
            self.card.show_validation(snapshot, found)
            if found is not self._shown:
                self._shown = found
                self.card.leave_splits()
                if found.costs is not None:
                    self.card.show_costs(snapshot, found.costs)

    def show_splits(self, splits: Sequence[SplitFigures]) -> None:
        """Show the figures of several splits, where the decision is still the one shown."""
        found = None if self._newest is None else validation_in_force(self._newest)
        if self._newest is not None and found is not None and found is self._shown:
            self.card.show_splits(self._newest, found, splits)

    def _ask_for_splits(self) -> None:
        holdout = None if self._shown is None else self._shown.holdout
        self.splits_requested.emit(holdout.share if isinstance(holdout, Split) else Split().share)

    def rest(self) -> None:
        """Compute nothing while another view stands in front."""
        self._resting = True

    def wake(self) -> None:
        """Catch up with what was told meanwhile."""
        self._resting = False
        self.show_snapshot(self._newest)

    def set_tokens(self, tokens: Tokens) -> None:
        """Apply another theme."""
        self.card.table.set_tokens(tokens)
        self.card.picture.update()

    def copy(self) -> None:
        """Put verdict and table on the clipboard."""
        QGuiApplication.clipboard().setText(self.card.as_text())
