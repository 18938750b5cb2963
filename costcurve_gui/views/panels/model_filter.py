"""The order of the lines in the list of models, and the field that keeps some of them."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QPushButton, QWidget

from costcurve_gui.translation import tr
from costcurve_gui.views.panels.model_row import AUC, FIGURE, MODEL
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.labels import name_widget

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtGui import QKeyEvent, QResizeEvent
    from PySide6.QtWidgets import QTableView

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.panels.model_row import ModelRow
    from costcurve_gui.views.panels.model_rows import ModelRows

SORTED_BY = {MODEL: "name", AUC: "AUC", FIGURE: tr("the figure of the last column")}


def order_of(
    rows: Sequence[ModelRow], column: int | None, *, backwards: bool, grouped: bool = False
) -> list[int]:
    """Return the positions of the rows: the largest figure first, names from A; none last.

    Without a column it is the user's own order. Rows that are `grouped` stand by their files,
    derived models behind these. Trivial classifiers keep their place at the end.
    """
    models = [at for at, row in enumerate(rows) if row.slot]
    trivial = [at for at, row in enumerate(rows) if not row.slot]
    if column == MODEL:
        models.sort(key=lambda at: rows[at].name.casefold(), reverse=backwards)
    elif column is not None:
        figures = {at: rows[at].auc if column == AUC else rows[at].figure for at in models}
        known = [at for at in models if figures[at] is not None]
        known.sort(key=lambda at: figures[at] or 0.0, reverse=not backwards)
        models = [*known, *(at for at in models if figures[at] is None)]
    if grouped:
        files = file_names(rows)
        models.sort(key=lambda at: files.index(rows[at].file) if rows[at].file else len(files))
    return [*models, *trivial]


def file_names(rows: Sequence[ModelRow]) -> list[str]:
    """Return the files that models are from, where several were joined."""
    return list(dict.fromkeys(row.file for row in rows if row.file))


def headings_of(rows: Sequence[ModelRow], seen: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Return what stands over the first line of each group: its file, and how many are seen."""
    groups: dict[str, list[int]] = {}
    for at in seen:
        groups.setdefault(rows[at].file, []).append(at)
    totals = Counter(row.file for row in rows if row.slot)
    return {
        members[0]: (file or tr("Derived models"), _count(len(members), totals[file]))
        for file, members in groups.items()
    }


def _count(seen: int, total: int) -> str:
    models = tr("1 model") if total == 1 else tr("{total} models", total=total)
    return models if seen == total else tr("{seen} of {models}", seen=seen, models=models)


def is_kept(row: ModelRow, words: Sequence[str]) -> bool:
    """Whether a line has all words in its name, column or file, or in what it was made from."""
    said = f"{row.name} {row.origin} {row.file_column} {row.file}".casefold()
    return all(word in said for word in words)


class Subset(StrEnum):
    """Which models the list keeps beside those that the typed words leave out."""

    ALL = "all"
    SHOWN = "shown"
    HULL = "hull"
    LEFT_OUT = "left_out"


_SUBSETS = {
    Subset.ALL: (tr("All"), tr("all models")),
    Subset.SHOWN: (tr("Shown"), tr("the models whose curves are shown")),
    Subset.HULL: (
        tr("On the hull"),
        tr("the models on the joint hull, the best under some condition"),
    ),
    Subset.LEFT_OUT: (tr("Left out"), tr("the models left out of the decision")),
}


class SubsetFilter:
    """Finds the models of each subset; the joint hull once for a curve set."""

    def __init__(self, rows: ModelRows) -> None:
        self.chosen = Subset.ALL
        self._rows = rows
        self._hull: tuple[CurveSet | None, frozenset[str]] = (None, frozenset())

    def counts(self) -> dict[Subset, int]:
        """Return how many models each subset keeps."""
        models = sum(bool(row.slot) for row in self._rows.rows)
        return {
            Subset.ALL: models,
            Subset.SHOWN: len(self._shown()),
            Subset.HULL: len(self._on_hull()),
            Subset.LEFT_OUT: len(self._left_out()),
        }

    def keys(self) -> frozenset[str] | None:
        """Return the models to be listed; None where nothing is left out."""
        if self.chosen is Subset.HULL:
            return self._on_hull()
        if self.chosen is Subset.LEFT_OUT:
            return self._left_out()
        return self._shown() if self.chosen is Subset.SHOWN else None

    def _shown(self) -> frozenset[str]:
        return frozenset(row.key for row in self._rows.rows if row.slot and row.shown)

    def _left_out(self) -> frozenset[str]:
        return frozenset(row.key for row in self._rows.rows if row.left_out)

    def _on_hull(self) -> frozenset[str]:
        snapshot = self._rows.snapshot
        curve_set = None if snapshot is None else snapshot.curve_set
        if self._hull[0] is not curve_set:
            self._hull = curve_set, joint_hull_models(snapshot)
        return self._hull[1]


_SHORT = {Subset.HULL: tr("Hull"), Subset.LEFT_OUT: tr("Out")}  # where there is little room


class SubsetSwitches(QWidget):
    """Counts of models that are switches: the list keeps those counted. Emits `chosen(Subset)`.

    They never ask for more room than the list has: titles are shortened before.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        name_widget(self, "model_subsets", tr("Models in the list"))
        self._group = QButtonGroup(self)
        self._counts: Mapping[Subset, int] = dict.fromkeys(_SUBSETS, 0)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 12, 6)
        layout.setSpacing(6)
        for at, subset in enumerate(_SUBSETS):
            button = QPushButton()
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.setFont(fonts.small())
            button.setProperty("count", True)
            button.setObjectName(f"model_subset_{subset}")
            self._group.addButton(button, at)
            layout.addWidget(button)
        layout.addStretch(1)
        self._group.button(0).setChecked(True)
        self._group.idClicked.connect(lambda at: self.chosen.emit(list(_SUBSETS)[at]))

    def reset(self) -> None:
        """Count all models as listed, without a signal."""
        self._group.button(0).setChecked(True)

    def show_counts(self, counts: Mapping[Subset, int]) -> None:
        """Say how many models each of them keeps."""
        self._counts = counts
        for at, (subset, (_, said)) in enumerate(_SUBSETS.items()):
            button = self._group.button(at)
            button.setAccessibleName(tr("List {said}: {counts}", said=said, counts=counts[subset]))
            button.setToolTip(tr("List {said}", said=said))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the titles that there is room for."""
        super().resizeEvent(event)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Return the least room, which leaves the width of the panel as it is."""
        return QSize(0, super().minimumSizeHint().height())

    def _fit(self) -> None:
        self._write({})
        if self.isVisible() and self.sizeHint().width() > self.width():
            self._write(_SHORT)

    def _write(self, short: Mapping[Subset, str]) -> None:
        for at, (subset, (title, _)) in enumerate(_SUBSETS.items()):
            text = f"{short.get(subset, title)} {self._counts[subset]}"
            if self._group.button(at).text() != text:
                self._group.button(at).setText(text)


def joint_hull_models(snapshot: Snapshot | None) -> frozenset[str]:
    """Return the models with a point on the hull of all models together."""
    if snapshot is None or not snapshot.curve_set.models:
        return frozenset()
    from costcurve_gui.engine.roc.joint_hull import joint_hull

    hulls = {model.info.key: model.evaluation.roc_hull for model in snapshot.curve_set.models}
    return frozenset(joint_hull(hulls).used)


class FilterField(QLineEdit):
    """Stands over the list while models are filtered, and always where they are many."""

    def __init__(self, models: QTableView) -> None:
        super().__init__(models)
        name_widget(self, "model_filter", tr("Filter models by their names"))
        self.setPlaceholderText(tr("Filter models, Esc shows all"))
        self.setClearButtonEnabled(True)
        self._models = models
        self._stays = False
        self.hide()

    @property
    def words(self) -> list[str]:
        """What is looked for."""
        return self.text().casefold().split()

    def begin(self) -> None:
        """Let words be typed."""
        self.show()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def finish(self) -> None:
        """Show all models again."""
        self.clear()
        self.setVisible(self._stays)

    def stay(self, stays: bool) -> None:
        """Stand over the list, or only while something is looked for."""
        self._stays = stays
        self.setVisible(stays or bool(self.text()) or self.hasFocus())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End with Esc; Down and Enter go on to the list."""
        if event.key() == Qt.Key.Key_Escape:
            self.finish()
            self._models.setFocus(Qt.FocusReason.OtherFocusReason)
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._models.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)
