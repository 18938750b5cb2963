"""The person who decides about referred cases: price, rates, and how many can be seen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import inflection, numbers
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.views.widgets.fields import NumberField
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel

    from costcurve_gui.analysis.snapshot import Snapshot

_AMOUNT = tr("an amount, 0 or more")
_WIDTHS = {"cost": 62, "tpr": 46, "fpr": 46, "reviewers": 46, "capacity": 62}


class ReviewEditor(QWidget):
    """Emits `review_edited(name, value)`; names are those of `SelectionController.set_review`."""

    review_edited = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.fields = _fields()
        self._labels: dict[str, QLabel] = {
            name: text_label(tone="muted") for name in ("acts", "unit", "of_positive", "of_all")
        }
        self._of_negative = text_label(tone="muted")
        self._fault = text_label(font=fonts.small(), tone="danger", wrap=True, name="review_fault")
        self._build()
        for name, field in self.fields.items():
            field.committed.connect(partial(self.review_edited.emit, name))
            field.fault_changed.connect(self._show_fault)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the person of another snapshot; hidden where nothing is referred."""
        selection = snapshot.settings.selection
        spec, shown = selection.review, selection.criterion.key == "review_band"
        if self.isHidden() == (shown and spec is not None):
            self.setVisible(shown and spec is not None)
        if not shown or spec is None:
            return
        said = vocabulary_of(snapshot)
        texts = {
            "cost": numbers.significant(spec.reviewer.cost, 6, strip=True),
            "tpr": numbers.significant(100 * spec.reviewer.tpr, 4, strip=True),
            "fpr": numbers.significant(100 * spec.reviewer.fpr, 4, strip=True),
            "reviewers": numbers.significant(spec.reviewers, 4, strip=True),
            "capacity": numbers.count(
                selection.population if spec.capacity is None else spec.capacity
            ),
        }
        for name, text in texts.items():
            self.fields[name].show_text(text)
        acts = inflection.third_person(said.act)
        words = {
            "acts": tr("Reviewer {acts}", acts=acts),
            "unit": f"{said.unit} per {said.noun}".strip(),
            "of_positive": tr("% of {positive}", positive=said.positive),
            "of_all": tr("of {population}", population=numbers.count(selection.population)),
        }
        for name, text in words.items():
            if self._labels[name].text() != text:
                self._labels[name].setText(text)
        if self._of_negative.text() != f"% of {said.negative}":
            self._of_negative.setText(tr("% of {negative}", negative=said.negative))

    def _build(self) -> None:
        name_widget(self, "review_editor", tr("Review"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(text_label(tr("Review"), font=fonts.body(fonts.SEMIBOLD)))
        about = tr("a person decides the referred ones")
        head.addWidget(text_label(about, font=fonts.small(), tone="muted"), 1)
        grid.addLayout(head, 0, 0, 1, 2)
        muted = partial(text_label, tone="muted")
        rows = (
            (muted(tr("Price of a review")), ("cost", self._labels["unit"])),
            (self._labels["acts"], ("tpr", self._labels["of_positive"])),
            (muted(), ("fpr", self._of_negative)),
            (muted(tr("Reviewers")), ("reviewers",)),
            (muted(tr("seeing")), ("capacity", self._labels["of_all"])),
        )
        for at, (label, parts) in enumerate(rows, start=1):
            grid.addWidget(label, at, 0)
            line = QHBoxLayout()
            line.setSpacing(5)
            for part in parts:
                line.addWidget(self.fields[part] if isinstance(part, str) else part)
            line.addStretch(1)
            grid.addLayout(line, at, 1)
        self._fault.hide()
        grid.addWidget(self._fault, len(rows) + 1, 0, 1, 2)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    def _show_fault(self) -> None:
        fault = next((field.fault for field in self.fields.values() if field.fault), "")
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))


def _fields() -> dict[str, NumberField]:
    made = {
        "cost": NumberField(
            "review_cost", tr("Price of a review"), check=_check_cost, accepted=_AMOUNT, dense=True
        ),
        "reviewers": NumberField(
            "reviewers",
            tr("Reviewers"),
            check=_check_above,
            accepted=tr("a number above 0"),
            dense=True,
        ),
        "capacity": NumberField(
            "review_capacity",
            tr("Cases that reviewers can see"),
            read=numbers.parse_count,
            check=_check_cost,
            accepted=tr("a number of cases, 0 or more"),
            dense=True,
        ),
    }
    for name, accessible in (
        ("tpr", tr("Share of positives that a reviewer acts on")),
        ("fpr", tr("Share of negatives that a reviewer acts on")),
    ):
        made[name] = NumberField(
            f"review_{name}",
            accessible,
            read=_read_percent,
            check=_check_percent,
            accepted=tr("a percentage from 0 to 100"),
            dense=True,
        )
    for name, width in _WIDTHS.items():
        made[name].setFixedWidth(fonts.scaled(width))
    made["tpr"].set_hint(tr("In percent: how often the person acts on a positive"))
    made["fpr"].set_hint(tr("In percent: how often the person acts on a negative"))
    made["capacity"].set_hint(tr("How many referred cases all of them can see"))
    made["reviewers"].set_hint(tr("Changing it keeps how many each of them can see"))
    return made


def _read_percent(text: str) -> float | None:
    value = numbers.parse_number(text.removesuffix("%"))
    return None if value is None else value / 100


def _check_percent(value: float) -> str:
    return "" if 0 <= value <= 1 else tr("A percentage lies between 0 and 100.")


def _check_cost(value: float) -> str:
    return "" if value >= 0 else tr("It must be 0 or more.")


def _check_above(value: float) -> str:
    return "" if value > 0 else tr("It must be above 0.")
