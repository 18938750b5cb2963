"""A bound of a decision: its box, its limit and what is read of it, and what it costs."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import bounds_text, numbers
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.icons import ToolIcon
from costcurve_gui.views.widgets.labels import name_widget, set_hint, set_tone, text_label

if TYPE_CHECKING:
    from collections.abc import Callable


_HEIGHT, _UPPER = 44, 24
_BOX = 22  # where the name of a box begins
_FIELD, _STATE, _APART = 56, 66, 3


FIELDS = {
    BoundKind.FPR: (
        "max_fpr",
        tr("Largest false positive rate"),
        tr("at most, in percent or as a share of 1"),
    ),
    BoundKind.TPR: (
        "min_tpr",
        tr("Least true positive rate"),
        tr("at least, in percent or as a share of 1"),
    ),
    BoundKind.PRECISION: ("min_precision", tr("Least precision"), tr("at least: 50 %")),
    BoundKind.CASES: ("capacity", tr("Most cases"), tr("at most, of those expected below")),
    BoundKind.BUDGET: ("budget", tr("Largest budget"), tr("for the cases expected below")),
}


def read_rate(text: str) -> float | None:
    """Read 0.2 or 20 %."""
    value = numbers.parse_number(text.removesuffix("%"))
    return value / 100 if value is not None and text.endswith("%") else value


def check_rate(value: float) -> str:
    """Say what is wrong with a rate."""
    return "" if 0 <= value <= 1 else tr("A rate lies between 0 and 1.")


def _check_share(value: float) -> str:
    """Say what is wrong with a precision."""
    return "" if 0 <= value <= 1 else tr("A precision lies between 0 and 100 %.")


def _check_cases(value: float) -> str:
    if value < 0:
        return tr("A number of cases is 0 or more.")
    return "" if value == int(value) else tr("A number of cases is whole.")


def _check_budget(value: float) -> str:
    return tr("A budget is 0 or more.") if value < 0 else ""


def _check_price(value: float) -> str:
    return "" if value > 0 else tr("A price is above 0.")


RATE_ACCEPTED = tr("a number from 0 to 1, or a percentage")


_READ: dict[BoundKind, tuple[Callable[[str], float | None], Callable[[float], str], str]] = {
    BoundKind.FPR: (read_rate, check_rate, RATE_ACCEPTED),
    BoundKind.TPR: (read_rate, check_rate, RATE_ACCEPTED),
    BoundKind.PRECISION: (numbers.parse_share, _check_share, RATE_ACCEPTED),
    BoundKind.CASES: (numbers.parse_count, _check_cases, tr("a whole number, 0 or more")),
    BoundKind.BUDGET: (numbers.parse_number, _check_budget, tr("an amount, 0 or more")),
}


class BoundRow(QWidget):
    """A box, the name of a quantity, its limit; below what the policy has or what one more earns.

    It has two lines whatever is said, so that nothing moves where a bound begins to bind. Emits
    `limit_chosen(limit or None)`, `price_chosen(price)` and `removed()`.
    """

    limit_chosen = Signal(object)
    price_chosen = Signal(object)
    removed = Signal()

    def __init__(self, kind: BoundKind) -> None:
        super().__init__()
        self.kind = kind
        self.present = 0.0
        self._last: float | None = None  # limit in force before the box was cleared
        field, accessible, hint = FIELDS[kind]
        read, check, accepted = _READ[kind]
        self.box = QCheckBox()
        self.field = NumberField(
            field, accessible, read=read, check=check, accepted=accepted, dense=True
        )
        self.field.set_hint(hint)
        self.state = text_label(font=fonts.small(), tone="warning", name=f"{kind}_state")
        self.cross = ToolIcon("close", f"{kind}_remove", tr("Remove the bound"))
        self.now = text_label(font=fonts.small(), tone="muted", name=f"{kind}_now")
        self.now.setTextFormat(Qt.TextFormat.RichText)
        self.now.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.each = _price_field() if kind is BoundKind.BUDGET else None
        self.box.setObjectName(f"{kind}_bound")
        self.box.setToolTip(hint)
        self._build()
        self.box.clicked.connect(self._tick)
        self.field.committed.connect(self.limit_chosen)
        self.cross.clicked.connect(self.removed)
        if self.each is not None:
            self.each.committed.connect(self.price_chosen)

    def begin(self) -> None:
        """Bound by what the policy has now, so that nothing changes, and wait for a number."""
        self._last = None
        self.show()
        self._tick(True)

    def show_bound(self, name: str, limit: float | None) -> None:
        """Show another name and limit; None is no bound."""
        held = limit is not None
        if held:
            self._last = limit
        if self.box.text() != name:
            self.box.setText(name)
        if self.box.isChecked() != held:
            self.box.setChecked(held)
        if self.field.isEnabled() != held:
            self.field.setEnabled(held)
            self.field.mark("")
        shown = self._last if limit is None else limit
        self.field.show_text("" if shown is None else bounds_text.limit_text(self.kind, shown))

    def show_state(self, text: str, tone: str = "warning") -> None:
        """Say that the bound binds, or is in conflict; nothing else."""
        if text != self.state.text():
            self.state.setText(text)
        set_tone(self.state, tone)

    def show_now(self, text: str, strong: str = "", hint: str = "") -> None:
        """Show below what the policy has, or `strong` words and what follows them."""
        said = f"<b>{escape(strong)}</b>{escape(text)}" if strong else escape(text)
        plain = f"{strong}{text}"
        if self.now.text() != said:
            self.now.setText(said)
            self.now.setAccessibleName(plain)
        set_tone(self.now, "" if strong else "muted")
        set_hint(self.now, hint or plain)

    def read_aloud(self, limit: str) -> None:
        """Say the whole line: Cases refused, at most 1 500, on, binding."""
        parts = (
            *(self.box.text(), limit, tr("on") if limit else tr("off")),
            *(self.state.text(), self.now.accessibleName()),
        )
        self.box.setAccessibleName(", ".join(part for part in parts if part))

    def _tick(self, held: bool) -> None:
        limit = self.present if self._last is None else self._last
        self.limit_chosen.emit(limit if held else None)
        if held:
            self.field.setEnabled(True)  # the new snapshot may take a moment
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.field.selectAll()

    def _build(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(_APART)
        first.addWidget(self.box, 1)
        first.addWidget(text_label(bounds_text.sign(self.kind), tone="muted"))
        self.field.setFixedWidth(fonts.scaled(_FIELD))
        first.addWidget(self.field)
        self.state.setFixedWidth(fonts.scaled(_STATE))
        self.state.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        first.addWidget(self.state)
        first.addSpacing(-_APART)  # the cross has room of its own
        first.addWidget(self.cross)
        second = QHBoxLayout()
        second.setContentsMargins(fonts.scaled(_BOX), 0, 0, 0)
        second.setSpacing(4)
        if self.each is not None:
            second.addWidget(text_label(tr("at"), font=fonts.small(), tone="muted"))
            second.addWidget(self.each)
            each = text_label(tr("each;"), font=fonts.small(), tone="muted")
            second.addWidget(each)
        second.addWidget(self.now, 1)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        for line, height in ((first, _UPPER), (second, _HEIGHT - _UPPER)):
            holder = QWidget()
            holder.setFixedHeight(fonts.scaled(height))
            left = line.contentsMargins().left()
            holder.setLayout(line)
            line.setContentsMargins(left, 0, 0, 0)
            lines.addWidget(holder)
        name_widget(self, f"{self.kind}_row", tr("Bound"))


def _price_field() -> NumberField:
    """Return the field of what acting on one case takes of a budget."""
    field = NumberField(
        "price_per_act",
        tr("Price per act"),
        check=_check_price,
        accepted=tr("an amount above 0"),
        dense=True,
    )
    field.set_hint(tr("What each case that is acted on takes of the budget"))
    field.setFixedWidth(fonts.scaled(62))
    return field
