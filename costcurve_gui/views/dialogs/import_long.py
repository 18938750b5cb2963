"""Whether each row of a file is a case, or one model's score of a case: wide or long format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from costcurve_gui.dataio.columns import Kind
from costcurve_gui.dataio.roles.column_names import is_identifier, names_score
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.widgets.buttons import SegmentedControl
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.labels import name_widget, text_label

if TYPE_CHECKING:
    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.source import Source

_WIDE, _LONG = "wide", "long"
_PARTS = (("model", tr("Model")), ("case", tr("Case")), ("score", tr("Score")))
_SHOWN = ("case", "model", "score")
_MOST_MODELS = 250


class LongFormatBar(QWidget):
    """The columns of a long format, and a `switch` between wide and long.

    Emits `long_chosen(columns)`: model, case and score, or nothing where each row is a case.
    """

    long_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        words = ((_WIDE, tr("Wide")), (_LONG, tr("Long")))
        self.switch = SegmentedControl(words, "import_shape", tr("Shape of the file"))
        self.switch.button(_WIDE).setToolTip(tr("Each row is a case, with a column a model"))
        self.switch.button(_LONG).setToolTip(tr("Each row is one model and case, with one score"))
        self._boxes = {name: _box(name, words) for name, words in _PARTS}
        self._source: Source | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(14)
        for name in _SHOWN:
            part = QVBoxLayout()
            part.setSpacing(4)
            part.addWidget(text_label(dict(_PARTS)[name], font=fonts.body(fonts.SEMIBOLD)))
            part.addWidget(self._boxes[name])
            row.addLayout(part)
        row.addStretch(1)
        self.switch.chosen.connect(self._take_shape)
        for box in self._boxes.values():
            box.activated.connect(lambda _: self.long_chosen.emit(self._columns))

    @property
    def _columns(self) -> tuple[str, ...]:
        return tuple(box.currentText() for box in self._boxes.values())

    def show_source(self, source: Source) -> None:
        """Show in what format a file is read, and by which columns."""
        self._source = source
        is_long = source.unpivoted is not None
        self.switch.setVisible(not source.joined)
        self.switch.set_value(_LONG if is_long else _WIDE)
        self.setVisible(is_long)
        if is_long:
            self._offer(source.options.long or ())

    def _take_shape(self, shape: object) -> None:
        if self._source is None:
            return
        if shape == _WIDE:
            self.setVisible(False)
            self.long_chosen.emit(())
            return
        self._offer(likely_long((self._source.unpivoted or self._source).columns))
        self.setVisible(True)
        self.long_chosen.emit(self._columns)

    def _offer(self, chosen: tuple[str, ...]) -> None:
        if self._source is None:
            return
        names = [column.name for column in (self._source.unpivoted or self._source).columns]
        for box, name in zip(self._boxes.values(), chosen, strict=False):
            box.clear()
            box.addItems(names)
            box.setCurrentText(name)


def _box(name: str, words: str) -> QComboBox:
    box = ChoiceBox()
    box.setMinimumWidth(fonts.scaled(150))
    name_widget(box, f"import_long_{name}", tr("{words} column", words=words))
    return box


def likely_long(columns: tuple[ColumnInfo, ...]) -> tuple[str, str, str]:
    """Return the columns that most likely name models, cases and scores, to begin with."""

    def best(rank: dict[str, float], taken: tuple[str, ...] = ()) -> str:
        free = {name: value for name, value in rank.items() if name not in taken}
        return max(free or rank, key=lambda name: (free or rank)[name])

    texts = {
        one.name: (one.kind is Kind.TEXT) * 4 + (2 < one.distinct <= _MOST_MODELS)
        for one in columns
    }
    model = best({name: float(value) for name, value in texts.items()})
    scores = {
        one.name: one.kind.is_numeric * (1 + 2 * names_score(one.name) + (one.kind is Kind.NUMBER))
        for one in columns
    }
    score = best({name: float(value) for name, value in scores.items()}, (model,))
    cases = {one.name: one.distinct + 1e6 * is_identifier(one) for one in columns}
    return model, best(cases, (model, score)), score
