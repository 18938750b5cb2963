"""Two policies on the same cases: who is swapped in and out, the money, and the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout

from costcurve_gui.analysis.tables.swap import IN_FORCE
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.values_dialog import ValuesDialog
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow
from costcurve_gui.views.tables.table_rows import NOTHING
from costcurve_gui.views.tables.table_view import TableView
from costcurve_gui.views.text import inflection, numbers, uncertainty_text
from costcurve_gui.views.text.validation_text import about_swap
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.labels import text_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from costcurve_gui.analysis.case_lists import SwapSet
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.swap import OfferedPolicy

_SUMMARY_HEIGHT = 112
_SIDES: Final = (("from", tr("From")), ("to", tr("To")))
_LABELS: Final = {
    IN_FORCE: tr("Rule in force"),
    "min_cost": tr("Least expected cost"),
    "neyman_pearson": tr("Highest recall within the fpr, mixed"),
    "neyman_pearson_single": tr("Highest recall within the fpr"),
    "neyman_pearson_profit": tr("Highest profit within the fpr, mixed"),
    "neyman_pearson_profit_single": tr("Highest profit within the fpr"),
    "workforce": tr("Highest recall within the cases, mixed"),
    "workforce_single": tr("Highest recall within the cases"),
    "workforce_profit": tr("Highest profit within the cases, mixed"),
    "workforce_profit_single": tr("Highest profit within the cases"),
    "constrained": tr("All bounds together, mixed"),
    "constrained_single": tr("All bounds together"),
}
"""What criteria are called that have no name in the list of rules."""


class SwapDialog(ValuesDialog):
    """Asks for two policies, each a criterion and a model; shows what the second changes.

    Emits `pair_chosen(OfferedPolicy, OfferedPolicy)`. `first` and `second` are the keys of the
    models to begin with, by the rule in force.
    """

    pair_chosen = Signal(object, object)

    def __init__(
        self,
        offered: Sequence[OfferedPolicy],
        first: str,
        second: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            tr("Swap set"), Table((), ()), "decision", parent, said=tr("Comparing\u2026")
        )
        self._offered = {(one.criterion, one.model): one for one in offered}
        self.boxes: dict[str, tuple[ChoiceBox, ChoiceBox]] = {}
        self.summary = TableView("swap", tr("Swap set"), lambda _snapshot: NOTHING)
        self.summary.setFixedHeight(fonts.scaled(_SUMMARY_HEIGHT))
        self._build(dict(zip(("from", "to"), (first, second), strict=True)))

    @property
    def pair(self) -> tuple[OfferedPolicy | None, OfferedPolicy | None]:
        """The two policies chosen; None where no threshold does what its criterion asks."""
        first, second = (
            self._offered.get((criterion.currentData(), model.currentData()))
            for criterion, model in self.boxes.values()
        )
        return first, second

    def start(self) -> None:
        """Ask for the first comparison."""
        self._ask()

    def show_swap(self, snapshot: Snapshot, found: SwapSet) -> None:
        """Show who is swapped, what that earns, and the cases."""
        self.summary.show_content(content_of(snapshot, found))
        self.summary.show()
        self.show_table(found.table, about_swap(snapshot, found))

    def show_fault(self, reason: str) -> None:
        """Say why two policies cannot be compared."""
        self.summary.hide()
        self.show_table(Table((), ()), reason)

    def _ask(self) -> None:
        first, second = self.pair
        if first is None or second is None:
            criterion, model = self.boxes["from" if first is None else "to"]
            self.show_fault(
                tr(
                    "{criterion}: no threshold of {model} does this.",
                    criterion=criterion.currentText(),
                    model=model.currentText(),
                )
            )
        elif first.model == second.model and first.policy == second.policy:
            self.show_fault(tr("Both make the same decision on every case."))
        else:
            self.pair_chosen.emit(first, second)

    def _build(self, models: dict[str, str]) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setColumnStretch(3, 1)
        criteria = {one.criterion: _LABELS.get(one.criterion, one.label) for one in self.offered}
        names = {one.model: one.name for one in self.offered}
        for row, (side, title) in enumerate(_SIDES):
            criterion = ChoiceBox(f"swap_{side}_rule", tr("{title}: rule", title=title))
            criterion.offer((label, key, "") for key, label in criteria.items())
            model = ChoiceBox(f"swap_{side}_model", tr("{title}: model", title=title))
            model.offer((name, key, "") for key, name in names.items())
            model.setCurrentIndex(model.findData(models[side]))
            self.boxes[side] = criterion, model
            grid.addWidget(text_label(title), row, 0)
            for column, box in ((1, criterion), (2, model)):
                grid.addWidget(box, row, column)
                box.activated.connect(lambda _: self._ask())
        self.contents.insertLayout(1, grid)
        self.contents.insertWidget(2, self.summary)
        self.summary.hide()
        self.boxes["to"][0].setFocus()

    @property
    def offered(self) -> tuple[OfferedPolicy, ...]:
        """All policies that can be compared."""
        return tuple(self._offered.values())


def content_of(snapshot: Snapshot, found: SwapSet) -> TableContent:
    """Return counts by class and money of those swapped in, swapped out, and both together."""
    terms, spec = vocabulary_of(snapshot), snapshot.settings.bands.comparison_spec
    columns = (terms.nouns, terms.positive, terms.negative, "money", uncertainty_text.level(spec))

    def row(title: str, counts: Sequence[float], money: float, interval: str = "") -> TableRow:
        figures = (sum(counts), *counts)
        cells = (*map(numbers.count, figures), numbers.money_total(money, terms.unit), interval)
        return TableRow(title, cells)

    ends = found.total.interval
    sure = "" if ends is None else " to ".join(numbers.money_total(end, "") for end in ends)
    act = inflection.participle(terms.act)
    both = tuple(np.add(found.only_a, found.only_b).tolist())
    rows = (
        row(tr("Swapped in: newly {act}", act=act), found.only_a, found.money[0]),
        row(tr("Swapped out: no longer {act}", act=act), found.only_b, found.money[1]),
        row(tr("Sum"), both, found.total.value, sure or numbers.MISSING),
    )
    return TableContent(tr("of this sample"), tuple(map(TableColumn, columns)), rows)
