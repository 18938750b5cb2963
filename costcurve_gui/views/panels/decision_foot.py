"""The foot of the decision panel: what is done with the decision. It stays in view."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.widgets.buttons import main_button, make_main, plain_button
from costcurve_gui.views.widgets.labels import rule

_HEIGHT = 46


class DecisionFoot(QWidget):
    """Emits `apply_requested()`, `validation_requested()` and `save_requested()`."""

    apply_requested = Signal()
    validation_requested = Signal()
    save_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.apply = main_button(tr("Apply to file\u2026"), "apply_decision", tr("Apply to a file"))
        self.validate = plain_button(
            tr("Validate\u2026"), "validate_decision", tr("Validate the decision")
        )
        self.save = plain_button(tr("Save policy\u2026"), "save_decision", tr("Save the policy"))
        self.edge = rule()  # below what scrolls
        self._build()

    def show_decided(self, *, decided: bool, has_cases: bool, doubtful: bool = False) -> None:
        """Offer what can be done; a doubtful decision is to be validated first."""
        for button, able in (
            (self.apply, decided and has_cases),
            (self.validate, decided and has_cases),
            (self.save, decided),
        ):
            if button.isEnabled() is not able:
                button.setEnabled(able)
        make_main(self.apply, not doubtful)
        make_main(self.validate, doubtful)

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(8)
        for button in (self.apply, self.validate, self.save):
            button.setProperty("snug", True)
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.edge)
        layout.addLayout(row)
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.apply.clicked.connect(self.apply_requested)
        self.validate.clicked.connect(self.validation_requested)
        self.save.clicked.connect(self.save_requested)
