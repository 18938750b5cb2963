"""Areas over several classes: each against all others, all together, and every pair."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from costcurve_gui.translation import tr
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow, TableSource
from costcurve_gui.views.text import numbers
from costcurve_gui.views.view import EmptyState

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.multiclass.areas import MulticlassAreas

    Areas = Mapping[str, MulticlassAreas]

_TOTAL = tr("AUC of each class, weighted by its prevalence (Provost and Domingos)")
_M = tr("mean of A(i,j) over all pairs, whatever the prevalences (Hand and Till)")
_CLASS = tr("AUC of the class against all others; prevalence in brackets")
_PAIR = tr("[A(i|j) + A(j|i)] / 2, from the cases of the two classes alone")
_ONE_WAY = tr("chance that a random case of {0} scores higher for {0} than a random case of {1}")


class MulticlassTable(TableSource):
    """The areas under the curves of every class."""

    name = "multiclass"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown."""
        del snapshot
        return tr("areas under curves")

    def content(self, snapshot: Snapshot) -> TableContent:
        """Return the table."""
        return multiclass_content(snapshot)

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that a file has two classes only."""
        if snapshot.curve_set.dataset.classes:
            return None
        return EmptyState(
            tr("Two classes"),
            tr("This view needs three or more."),
            tr("Open another file\u2026"),
            "open",
        )


def multiclass_content(snapshot: Snapshot) -> TableContent:
    """Return the areas of the models switched on, side by side."""
    areas = snapshot.results.multiclass or {}
    shown = [model.info for key, model in snapshot.models.items() if key in areas]
    if not shown:
        return TableContent("", (), ())
    of_models = [areas[info.key] for info in shown]
    return TableContent(
        "area",
        tuple(TableColumn(info.name, info, info.key == snapshot.selected) for info in shown),
        (
            TableRow(tr("Class against all others")),
            *_of_classes(of_models),
            TableRow(tr("All classes")),
            _row(tr("AUC total"), [one.auc_total for one in of_models], _TOTAL),
            _row("Hand-Till M", [one.hand_till_m for one in of_models], _M),
            TableRow(tr("Pairs, A(i,j)")),
            *_of_pairs(of_models),
            TableRow(tr("Each way, A(i|j)")),
            *_each_way(of_models),
        ),
    )


def _of_classes(models: list[MulticlassAreas]) -> Iterator[TableRow]:
    for at, name in enumerate(models[0].classes):
        share = numbers.percent(float(models[0].prevalence[at]))
        yield _row(f"{name} ({share})", [one.class_auc[at] for one in models], _CLASS)


def _of_pairs(models: list[MulticlassAreas]) -> Iterator[TableRow]:
    for (i, first), (j, second) in combinations(enumerate(models[0].classes), 2):
        yield _row(f"{first}, {second}", [one.pair_means[i, j] for one in models], _PAIR)


def _each_way(models: list[MulticlassAreas]) -> Iterator[TableRow]:
    """Yield both directions of every pair, one below the other."""
    for pair in combinations(enumerate(models[0].classes), 2):
        for (i, first), (j, second) in (pair, pair[::-1]):
            areas = [one.pairwise[i, j] for one in models]
            yield _row(f"{first} | {second}", areas, _ONE_WAY.format(first, second))


def _row(title: str, areas: Sequence[float], hint: str) -> TableRow:
    return TableRow(title, tuple(map(numbers.rate, areas)), hint)
