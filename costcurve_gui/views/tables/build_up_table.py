"""The expected profit put together: rates times priors times payoffs, and what they add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.tables.cases import build_up_of
from costcurve_gui.translation import tr
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow, TableSource
from costcurve_gui.views.text import inflection, numbers, vocabulary

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.curves.profit_build_up import CellProfit

_NOTHING = TableContent(tr("cell"), (), ())
_COLUMNS = (  # the product first: a narrow dock shows the money and scrolls to where it is from
    TableColumn(tr("product"), chosen=True),
    *map(TableColumn, (tr("rate"), tr("prior"), tr("payoff"))),
)


class BuildUpTable(TableSource):
    """What each cell of the confusion matrix adds to the profit of the selected model."""

    name = "build_up"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in what profit is counted, and which cases it is of."""
        per = tr("per {noun}", noun=vocabulary.vocabulary_of(snapshot).noun)
        first = vocabulary.scaled_note(snapshot) or per
        return inflection.listed(first, tr("this sample"))

    def content(self, snapshot: Snapshot) -> TableContent:
        """Return the table."""
        return build_up_content(snapshot)


def build_up_content(snapshot: Snapshot) -> TableContent:
    """Return the four products of the selected model and their sums, in money per case."""
    model = None if snapshot.selected is None else snapshot.models.get(snapshot.selected)
    found = None if model is None else build_up_of(snapshot, model)
    if found is None:
        return _NOTHING
    said = vocabulary.vocabulary_of(snapshot)
    acted, left = inflection.participle(said.act), inflection.participle(said.leave)
    return TableContent(
        tr("cell"),
        _COLUMNS,
        (
            _cell(f"{said.positive}, {acted}", "tpr", said.positive, found.tp),
            _cell(f"{said.positive}, {left}", "fnr", said.positive, found.fn),
            _sum(tr("actual: {positive}", positive=said.positive), found.of_positives),
            _cell(f"{said.negative}, {acted}", "fpr", said.negative, found.fp),
            _cell(f"{said.negative}, {left}", "tnr", said.negative, found.tn),
            _sum(tr("actual: {negative}", negative=said.negative), found.of_negatives),
            _sum(tr("profit"), found.total),
        ),
    )


def _cell(title: str, rate: str, class_name: str, cell: CellProfit) -> TableRow:
    figures = (
        numbers.money(cell.profit),
        numbers.rate(cell.rate),
        numbers.prior_percent(cell.prior),
        numbers.money(cell.payoff),
    )
    hint = tr(
        "{rate} \u00d7 p({class_name}) \u00d7 mean payoff of these cases",
        rate=rate,
        class_name=class_name,
    )
    return TableRow(title, figures, hint)


def _sum(title: str, profit: float) -> TableRow:
    return TableRow(title, (numbers.money(profit), "", "", ""))
