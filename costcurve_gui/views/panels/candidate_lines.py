"""What the headline of the decision does not say of its candidates: those left out."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from costcurve_gui.analysis import model_ranking
from costcurve_gui.analysis.common_case_requests import common_policies
from costcurve_gui.analysis.snapshot import ranking
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import new_cases_text, numbers, vocabulary
from costcurve_gui.views.widgets.figures import LinkedLine

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot


class CandidateLines(QWidget):
    """Says what leaving models out costs.

    Emits `let_in_requested(keys)`.
    """

    let_in_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._better: str | None = None
        small = fonts.small()
        self.left_out = LinkedLine(
            "left_out",
            tr("Let it in"),
            tr("Let the model into the decision"),
            font=small,
            tone="warning",
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.left_out)
        self.left_out.link_clicked.connect(lambda: self.let_in_requested.emit([self._better]))

    def show_snapshot(self, snapshot: Snapshot, key: str) -> None:
        """Show what is to be said of a decision."""
        found = _left_out(snapshot, key)
        self._better, said = found if found is not None else (None, "")
        self.left_out.show_text(said)
        if self.isHidden() == bool(said):
            self.setVisible(bool(said))


def _left_out(snapshot: Snapshot, key: str) -> tuple[str, str] | None:
    """Return the model to be let in, and why: it is on show, or would do better than the best."""
    candidates = snapshot.candidates
    if key not in candidates:
        return key, tr("{name} is left out of the decision.", name=snapshot.models[key].info.name)
    left_out = [one for one in ranking(snapshot) if one not in candidates]
    best = snapshot.best
    if not left_out or best is None:
        return None
    first = left_out[0]
    said = _would_do(snapshot, first, best)
    many = numbers.count(len(left_out))
    name = snapshot.models[first].info.name
    return (
        (first, tr("{many} left out; {name}{said}.", many=many, name=name, said=said))
        if said
        else None
    )


def _would_do(snapshot: Snapshot, key: str, best: str) -> str:
    """Say how much better a model would do than the best candidate, on the cases of both."""
    one, other = snapshot.models[key], snapshot.models[best]
    if one.met and not other.met:
        return tr(" can do it")
    same = common_policies(snapshot, (key, best)) if snapshot.compares(key) else None
    if same is None or model_ranking.as_good(snapshot, key, best):
        return ""
    more = model_ranking.gain(snapshot, *same)
    if math.isnan(more) or more <= 0:
        return ""
    measure = snapshot.settings.selection.criterion.measure
    terms = vocabulary.vocabulary_of(snapshot)
    if measure is not None:
        exceeds = vocabulary.in_measure(measure.exceeds, more)
        return tr("{exceeds} on this sample", exceeds=exceeds)
    if model_ranking.compares_money(snapshot):
        here = tr(" on this sample") if new_cases_text.is_estimated(snapshot) else ""
        return tr(" would earn {more} more{here}", more=terms.money(more, signed=False), here=here)
    return tr(
        " would find {more} more of the positives on this sample",
        more=numbers.percent(more),
    )
