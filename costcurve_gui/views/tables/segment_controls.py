"""Controls of the segments: a bound on a gap, and what is taken away of the rule on show."""

from __future__ import annotations

from math import floor, isnan
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton
from costcurve_gui.views.widgets.fields import ChoiceBox, NumberField
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping

_FIELD = 64
_LANGUAGES = (("SQL", "sql"), ("Excel", "excel"), ("Python", "python"))


class GapField(QWidget):
    """Bounds the gap of a rate, in points; emits `bounded(share or None)`, `rate_chosen(str)`."""

    bounded = Signal(object)
    rate_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.box = QCheckBox(tr("Gap in"))
        name_widget(self.box, "bound_segment_gap", tr("Bound the gap of own thresholds"))
        self.rates = ChoiceBox("segment_gap_rate", tr("Rate whose gap is bounded"))
        self.field = NumberField(
            *("segment_gap", tr("Largest gap, in points")),
            check=_no_gap,
            accepted=tr("0 to 100 points"),
            dense=True,
        )
        self.field.setFixedWidth(fonts.scaled(_FIELD))
        self._now = text_label(font=fonts.small(), tone="muted")
        self._gap = float("nan")
        self._build()
        self.box.clicked.connect(lambda on: self.bounded.emit(self._first() if on else None))
        self.field.committed.connect(lambda points: self.bounded.emit(points / 100))
        self.rates.activated.connect(lambda at: self.rate_chosen.emit(self.rates.itemData(at)))

    def show_bound(
        self, rates: Mapping[str, str], rate: str, bound: float | None, now: float
    ) -> None:
        """Show what is bounded, and the gap `now` of the own thresholds without a bound."""
        texts = [*rates.values()]
        if [self.rates.itemText(at) for at in range(self.rates.count())] != texts:
            self.rates.offer((text, key, "") for key, text in rates.items())
        self.rates.setCurrentIndex(self.rates.findData(rate))
        self.box.setChecked(bound is not None)
        self.field.setEnabled(bound is not None)
        self.field.show_text("" if bound is None else numbers.plain(100 * bound))
        self._gap = now
        self._now.setText(
            "" if isnan(now) else tr("now {fixed}", fixed=numbers.fixed(100 * now, 1))
        )

    def _first(self) -> float:
        """Return a point less than the gap is now, in whole tenths."""
        now = 0.0 if isnan(self._gap) else self._gap
        return max(floor(1000 * now + 1e-9) / 1000 - 0.01, 0.0)

    def _build(self) -> None:
        first, second = QHBoxLayout(), QHBoxLayout()
        first.addWidget(self.box)
        first.addWidget(self.rates, 1)
        for part in (text_label("\u2264"), self.field, text_label(tr("points"))):
            second.addWidget(part)
        second.addStretch(1)
        second.addWidget(self._now)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for row in (first, second):
            row.setSpacing(8)
            layout.addLayout(row)


def _no_gap(points: float) -> str:
    return "" if 0 <= points <= 100 else tr("A gap is 0 to 100 points.")


class RuleLinks(QWidget):
    """Takes the rule on show away; emits `save_wanted`, `apply_wanted` and `copy_wanted(str)`."""

    save_wanted = Signal()
    apply_wanted = Signal()
    copy_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._rule = text_label(font=fonts.small(fonts.SEMIBOLD))
        row, below = QHBoxLayout(), QHBoxLayout()  # a narrow dock has no room for one of them
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(2)
        rows.addWidget(self._rule)
        for one in (row, below):
            one.setSpacing(8)
            rows.addLayout(one)
        for text, name, signal in (
            (tr("Save policy\u2026"), "segment_save_policy", self.save_wanted),
            (tr("Apply to file\u2026"), "segment_apply", self.apply_wanted),
        ):
            link = _link(text, name, text.rstrip("\u2026"))
            link.clicked.connect(signal)
            row.addWidget(link)
        row.addStretch(1)
        below.addWidget(text_label(tr("Copy rule as"), font=fonts.small(), tone="muted"))
        for text, language in _LANGUAGES:
            link = _link(text, f"segment_copy_{language}", tr("Copy the rule as {text}", text=text))
            link.clicked.connect(lambda _=False, one=language: self.copy_wanted.emit(one))
            below.addWidget(link)
        below.addStretch(1)

    def show_rule(self, *, own: bool) -> None:
        """Say which rule is taken."""
        self._rule.setText(tr("Own thresholds:") if own else tr("Common threshold:"))


def _link(text: str, name: str, accessible: str) -> LinkButton:
    link = LinkButton(text, small=True)
    name_widget(link, name, accessible)
    return link
