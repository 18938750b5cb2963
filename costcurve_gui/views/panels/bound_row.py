"""A bound of a decision: its box, its limit and what is read of it, and what it costs."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox

from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import bounds_text, numbers
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.figures import FigureLabel, ParagraphLabel
from costcurve_gui.views.widgets.labels import set_tone, text_label

if TYPE_CHECKING:
    from collections.abc import Callable


_MOST_NOW = 104


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


class BoundRow:
    """A box with the name of a quantity, its limit, what the policy has, and what the bound costs.

    Where it is ticked, the field begins with what the policy has now, so that nothing moves.
    """

    def __init__(self, kind: BoundKind) -> None:
        self.kind = kind
        field, accessible, hint = FIELDS[kind]
        read, check, accepted = _READ[kind]
        self.box = QCheckBox()
        self.sign = text_label(bounds_text.sign(kind), tone="muted")
        self.field = NumberField(
            field, accessible, read=read, check=check, accepted=accepted, dense=True
        )
        self.field.set_hint(hint)
        self.now = FigureLabel(
            fonts.small(), tr("now 100.0 %"), tone="muted", name=f"{kind}_now", most=_MOST_NOW
        )
        self.price = ParagraphLabel(f"{kind}_price", fonts.small(fonts.SEMIBOLD))
        self.present = 0.0
        self.each = _price_field() if kind is BoundKind.BUDGET else None
        self.box.setObjectName(f"{kind}_bound")
        self.box.setToolTip(hint)
        self.price.hide()

    def show_bound(self, name: str, limit: float | None) -> None:
        """Show another name and limit; None is no bound."""
        held = limit is not None
        if self.box.text() != name:
            self.box.setText(name)
        if self.box.isChecked() != held:
            self.box.setChecked(held)
        if self.field.isEnabled() != held:
            self.field.setEnabled(held)
            self.field.mark("")
        self.field.show_text("" if limit is None else bounds_text.limit_text(self.kind, limit))

    def show_now(self, text: str, remark: str = "", tone: str = "warning") -> None:
        """Show what the policy has, or a remark on the bound; an empty text shows nothing."""
        self.now.show_figure(remark or text)
        set_tone(self.now, tone if remark else "muted")

    def show_price(self, text: str, used: str) -> None:
        """Show what one more of the bounded quantity would bring, and how many are used."""
        said = f' <span style="font-weight:normal">{escape(used)} used.</span>' if used else ""
        self.price.show_sentence(f"{escape(text)}{said}" if text else "")
        if self.price.isHidden() == bool(text):
            self.price.setVisible(bool(text))

    def read_aloud(self, limit: str, price: str) -> None:
        """Say the whole line: Cases refused, at most 1 500, on, binding."""
        remark = self.now.full_text
        parts = (self.box.text(), limit, tr("on") if limit else tr("off"), remark, price)
        self.box.setAccessibleName(", ".join(part for part in parts if part))


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
