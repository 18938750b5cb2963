"""Priors, payoffs and bounds that differ in some segments, typed or loaded from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.segments import limits_to_json, segment_terms
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import PlainDialog
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import formulas, numbers
from costcurve_gui.views.widgets.buttons import main_button, plain_button
from costcurve_gui.views.widgets.frames import scrolling
from costcurve_gui.views.widgets.labels import name_widget, set_tone, text_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.dataio.segments import SegmentTerms

_HINT = tr(
    "What differs in a segment: its share of positives, what a decision pays, and "
    "bounds on its rates, from 0 to 1. An empty field takes the common value."
)
_PRIOR, _WIDTH, _SIZE = "prior", 92, (920, 420)
_LIMITS = {
    "max_share": tr("Share, at most"),
    "min_tpr": tr("TPR, at least"),
    "max_fpr": tr("FPR, at most"),
}


class SegmentTermsDialog(PlainDialog):
    """A row for each segment, a field for its prior, each payoff and each bound.

    Emits `terms_typed(mapping)` of what was entered, and `file_wanted()`. `columns` has a key and a
    title for each payoff, `common` what it is for all.
    """

    help_page = "segments"
    terms_typed = Signal(object)
    file_wanted = Signal()

    def __init__(
        self,
        names: Sequence[str],
        columns: Mapping[str, str],
        common: Mapping[str, str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("segment_terms", tr("Own terms of segments"), parent)
        self._names, self._columns = tuple(names), {_PRIOR: tr("Prior, %"), **columns, **_LIMITS}
        self._fields: dict[tuple[str, str], QLineEdit] = {}
        self.fault = text_label(wrap=True, name="segment_terms_fault")
        set_tone(self.fault, "danger")
        self._build(common)

    def show_terms(self, terms: Mapping[str, SegmentTerms]) -> None:
        """Show other terms; those of segments that there are not are left out."""
        self.show_fault("")
        for (name, key), field in self._fields.items():
            field.setText(_shown(terms[name], key) if name in terms else "")

    def show_fault(self, message: str) -> None:
        """Say why the terms cannot be used; nothing takes it back."""
        self.fault.setText(formulas.fault(message))
        self.fault.setVisible(bool(message))

    def _take(self) -> None:
        try:
            self.terms_typed.emit(self._typed())
        except DataError as error:
            self.show_fault(error.message)

    def _typed(self) -> dict[str, SegmentTerms]:
        found: dict[str, dict[str, object]] = {}
        for (name, key), field in self._fields.items():
            text = field.text().strip()
            if text:
                found.setdefault(name, {})[key] = _read(name, key, text)
        return segment_terms(found, self.windowTitle())

    def _build(self, common: Mapping[str, str]) -> None:
        self.resize(*_SIZE)
        self.contents.addWidget(text_label(_HINT, tone="muted", wrap=True))
        rows = QWidget()
        grid = QGridLayout(rows)
        grid.setContentsMargins(10, 8, 10, 8)
        for at, (key, title) in enumerate(self._columns.items(), 1):
            grid.addWidget(text_label(title, font=fonts.small(), tone="muted", wrap=True), 0, at)
            for row, name in enumerate(self._names, 1):
                field = self._fields[name, key] = QLineEdit()
                name_widget(field, f"segment_{key}_{row}", f"{name}: {title}")
                field.setPlaceholderText(formulas.shown(common.get(key, "")))
                field.setMinimumWidth(fonts.scaled(_WIDTH))
                grid.addWidget(field, row, at)
        for row, name in enumerate(self._names, 1):
            label = text_label(name)
            label.setTextFormat(Qt.TextFormat.PlainText)
            grid.addWidget(label, row, 0)
        grid.setRowStretch(len(self._names) + 1, 1)
        self.contents.addWidget(scrolling(rows, "segment_terms_rows"), 1)
        self.contents.addWidget(self.fault)
        self.show_fault("")
        load = plain_button(tr("Load file\u2026"), "segment_terms_load")
        clear = plain_button(tr("Clear all"), "segment_terms_clear")
        self._close.setDefault(False)  # Enter takes what is typed
        self._close.setProperty("main", False)
        self._close.setFont(fonts.body())
        use = main_button(tr("Use"), "segment_terms_use", tr("Use these payoffs and bounds"))
        load.clicked.connect(self.file_wanted)
        clear.clicked.connect(lambda: self.show_terms({}))
        use.clicked.connect(self._take)
        for at, button in enumerate((load, clear)):
            self.foot.insertWidget(at, button)
        self.foot.addWidget(use)


def _shown(terms: SegmentTerms, key: str) -> str:
    if key == _PRIOR:
        return "" if terms.prior is None else numbers.plain(100 * terms.prior)
    if key in _LIMITS:
        own = limits_to_json(terms.limits)
        return numbers.plain(own[key]) if key in own else ""
    return formulas.shown(terms.cells.get(key, ""))


def _read(name: str, key: str, text: str) -> object:
    """Return a number where the field has one; what is not is refused by `segment_terms`."""
    if key == _PRIOR:
        return _share(name, text)
    if key not in _LIMITS:
        return formulas.typed(text)
    value = numbers.parse_number(text)
    if value is None or not 0 <= value <= 1:
        raise DataError(
            tr("{limits} of {name} must be a number from 0 to 1.", limits=_LIMITS[key], name=name)
        )
    return value


def _share(name: str, text: str) -> float:
    percent = numbers.parse_number(text.removesuffix("%").strip())
    if percent is None or not 0 < percent < 100:
        raise DataError(
            tr("The prior of {name} must be more than 0 and less than 100 %.", name=name)
        )
    return percent / 100
