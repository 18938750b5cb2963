"""The expected confusion matrix of the chosen policy, with counts, money and intervals."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QSizePolicy, QWidget

from costcurve_gui.analysis.intervals.requests import decision_intervals
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.engine.selection.policy import ConfusionCounts
from costcurve_gui.engine.selection.policy_evaluation import row_policy
from costcurve_gui.translation import tr
from costcurve_gui.views.panels.payoff_matrix import CELLS
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import new_cases_text, numbers, uncertainty_text
from costcurve_gui.views.text.decision_uncertainty import interval_of, method
from costcurve_gui.views.text.numbers import parse_number
from costcurve_gui.views.text.vocabulary import model_curves_of, vocabulary_of
from costcurve_gui.views.widgets.figures import FigureLabel, class_heading, column_header
from costcurve_gui.views.widgets.labels import ElidedLabel, name_widget, set_hint, text_label

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.policy import Policy, Review
    from costcurve_gui.views.text.vocabulary import Vocabulary


_MOST = 72
_LONG = 9  # characters of a sum that leaves no room for its share
_HEIGHT = 26
_ACTION_WIDTHS = (46, 76)
_HERE = tr("The cells have the rates of this sample; the total above them is for new cases")
_ACTION_GAP = 7  # to the cells, beside the one pixel between all columns
_ROWS = (("tp", "fp"), ("fn", "tn"))
_REFERRED = ("refer_p", "refer_n")


class _Expected(NamedTuple):
    """Texts of the cells, of both sums with their shares, and of the row of a review band."""

    figures: dict[str, str]
    sums: list[tuple[str, str]]
    referred: tuple[list[str], tuple[str, str]] | None


class ConfusionCell(QFrame):
    """A count or money; beside that of a sum its share. A double click emits `opened()`."""

    opened = Signal()

    def __init__(self, name: str, *, plain: bool = False) -> None:
        super().__init__()
        weight = fonts.NORMAL if plain else fonts.SEMIBOLD
        self.count = FigureLabel(fonts.lead(weight), "10 000", name=f"{name}_count", most=_MOST)
        self.beside = FigureLabel(fonts.small(), tone="muted", name=f"{name}_share", most=_MOST)
        self.setObjectName(name)
        self.setProperty("cell", not plain)
        self.setFixedHeight(fonts.scaled(_HEIGHT))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0 if plain else 4, 0, 0 if plain else 8, 0)
        layout.setSpacing(4)
        layout.addStretch(1)
        layout.addWidget(self.count)
        layout.addWidget(self.beside)
        self.beside.hide()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for the cases of the cell."""
        del event
        self.opened.emit()

    def show_figures(self, figure: str, accessible: str, share: str = "") -> None:
        """Show another figure, and beside it a share."""
        self.count.show_figure(figure)
        self.beside.show_figure(share)
        fits = bool(share) and len(figure) <= _LONG
        if self.beside.isHidden() is fits:
            self.beside.setVisible(fits)
        said = f"{accessible}: {', '.join(filter(None, (figure, share)))}"
        if said != self.accessibleName():
            self.setAccessibleName(said)

    def give_back(self) -> None:
        """Take no more room than the present figures need."""
        self.count.give_back()
        self.beside.give_back()


class ConfusionView(QWidget):
    """Shows how many cases fall into each cell, and the sums of the decisions.

    Emits `cases_requested(cell)` where a cell is clicked twice.
    """

    cases_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.cells = {cell: ConfusionCell(f"confusion_{cell}") for cell in CELLS}
        self.sums = [ConfusionCell(f"confusion_sum_{row}", plain=True) for row in range(2)]
        self.referred = [
            *(ConfusionCell(f"confusion_refer_{side}") for side in "pn"),
            ConfusionCell("confusion_sum_refer", plain=True),
        ]
        self._refer = text_label(tr("refer"), font=fonts.body(fonts.SEMIBOLD))
        self._hinted = {**self.cells, **dict(zip(SUMS, self.sums, strict=True))}
        self.headings = [class_heading(f"confusion_actual_{side}") for side in "pn"]
        self._actions = [ElidedLabel(font=fonts.body(fonts.SEMIBOLD)) for _ in range(2)]
        self.here = column_header(tr("sample"))
        self._vocabulary: Vocabulary | None = None
        self._build()
        for cell, view in self.cells.items():
            view.opened.connect(partial(self.cases_requested.emit, cell))

    def show_policy(
        self, snapshot: Snapshot, policy: Policy, *, money: bool, beside_new_cases: bool
    ) -> None:
        """Show the expected counts of a policy in the snapshot's population, or its money.

        They are of the rates of this sample, which is said beside a total for new cases.
        """
        if self.here.isHidden() is beside_new_cases:
            self.here.setVisible(beside_new_cases)
        self._show_vocabulary(vocabulary_of(snapshot))
        expected = self._expected(snapshot, policy, money=money)
        for cell, view in self.cells.items():
            view.show_figures(expected.figures[cell], self._reading(cell))
        for view, (figure, share) in zip(self.sums, expected.sums, strict=True):
            view.show_figures(figure, tr("Sum"), share)
        self._show_referred(expected.referred)
        for cell, hint in confusion_hints(snapshot, policy).items():
            set_hint(self._hinted[cell], hint)

    def _expected(self, snapshot: Snapshot, policy: Policy, *, money: bool) -> _Expected:
        """Return the texts of all cells, as counts or as money."""
        population, prior = snapshot.settings.selection.population, snapshot.condition.prior
        band = None if policy.review is None else band_cells(snapshot, policy, policy.review)
        counts = policy.confusion(population, prior) if band is None else band.counts
        values: dict[str, float | None] = {cell: getattr(counts, cell) for cell in CELLS}
        if band is not None:
            values |= {f"refer_{side}": cases for side, cases in band.referred.items()}
        shares = [
            (values[one] or 0) + (values[other] or 0)
            for one, other in (*_ROWS, *((_REFERRED,) if band is not None else ()))
        ]
        if money:
            values = dict(cell_money(snapshot, policy) if band is None else band.money)
        write = numbers.money_total if money else numbers.count
        texts = {cell: "\u2013" if v is None else write(v) for cell, v in values.items()}
        sums = []
        for pair, cases in zip((*_ROWS, _REFERRED), shares, strict=False):
            parts = [values[cell] for cell in pair]
            known = [part for part in parts if part is not None]
            total = write(sum(known)) if len(known) == len(parts) else "\u2013"
            share = numbers.percent(cases / population) if population and not money else ""
            sums.append((total, share))
        referred = None if band is None else ([texts[cell] for cell in _REFERRED], sums[2])
        return _Expected(texts, sums[:2], referred)

    def _show_referred(self, found: tuple[list[str], tuple[str, str]] | None) -> None:
        """Show what is left to a person; without a band there is no such row."""
        for widget in (*self.referred, self._refer):
            if widget.isHidden() is (found is not None):
                widget.setVisible(found is not None)
        if found is None:
            return
        texts, (total, share) = found
        for cell, text, heading in zip(self.referred, texts, self.headings, strict=False):
            cell.show_figures(text, tr("refer, {heading}", heading=heading.full_text))
        self.referred[2].show_figures(total, tr("Sum"), share)

    def _reading(self, cell: str) -> str:
        row, column = CELLS[cell]
        return f"{self._actions[row].full_text}, {self.headings[column].full_text}"

    def _show_vocabulary(self, vocabulary: Vocabulary) -> None:
        if vocabulary == self._vocabulary:
            return
        self._vocabulary = vocabulary
        for cell in (*self.cells.values(), *self.sums):
            cell.give_back()
        for heading, label in zip(
            self.headings, (vocabulary.positive_label, vocabulary.negative_label), strict=True
        ):
            heading.show_name(class_name(label).removesuffix(label) or tr("actual "), label)
        for row_label, action in zip(
            self._actions, (vocabulary.act, vocabulary.leave), strict=True
        ):
            row_label.set_full_text(action)
        widths = [label.fontMetrics().horizontalAdvance(label.full_text) for label in self._actions]
        least, most = _ACTION_WIDTHS
        corner = self.here.sizeHint().width()  # its room is kept while it is not shown
        width = max(min(max(least, *widths), most), corner)
        self._grid.setColumnMinimumWidth(0, width + _ACTION_GAP)

    def _build(self) -> None:
        named = tr("Expected confusion matrix, by the rates of this sample")
        name_widget(self, "confusion_matrix", named)
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(1)
        grid.setVerticalSpacing(2)
        for column, heading in enumerate((*self.headings, column_header(tr("sum")))):
            heading.setContentsMargins(0, 0, 8 if column < len(self.headings) else 0, 4)
            grid.addWidget(heading, 0, column + 1)
            grid.setColumnStretch(column + 1, 1)
        name_widget(self.here, "confusion_here", _HERE)
        set_hint(self.here, _HERE)
        self.here.setContentsMargins(0, 0, 0, 3)
        self.here.hide()
        grid.addWidget(self.here, 0, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        # Between both decisions of the rule there is room for those that are left to a person.
        for row, label in enumerate(self._actions):
            grid.addWidget(label, 2 * row + 1, 0)
            grid.addWidget(self.sums[row], 2 * row + 1, 3)
        for cell, (row, column) in CELLS.items():
            grid.addWidget(self.cells[cell], 2 * row + 1, column + 1)
        for column, widget in enumerate((self._refer, *self.referred)):
            grid.addWidget(widget, 2, column)
            widget.hide()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)


SUMS = ("acted", "left")


class _Share(NamedTuple):
    """A cell or a sum as a share of a class or of all cases; `rest` is one less the figure."""

    name: str
    figure: str
    rest: bool
    of_class: str


_SHARES = {
    "tp": _Share(tr("True positive rate"), "tpr", False, "positive"),
    "fn": _Share(tr("False negative rate"), "tpr", True, "positive"),
    "fp": _Share(tr("False positive rate"), "fpr", False, "negative"),
    "tn": _Share(tr("True negative rate"), "fpr", True, "negative"),
    "acted": _Share(tr("Share of all cases"), "fraction_targeted", False, "all"),
    "left": _Share(tr("Share of all cases"), "fraction_targeted", True, "all"),
}


def confusion_hints(snapshot: Snapshot, policy: Policy) -> dict[str, str]:
    """Return, by cell and sum, its rate, the interval of that, and what it means in cases.

    Empty texts where nothing is known of the policy.
    """
    model = None if snapshot.selected is None else snapshot.models.get(snapshot.selected)
    known = model is not None and model.policy is policy
    return {cell: _hint(snapshot, policy, _SHARES[cell]) if known else "" for cell in _SHARES}


def _hint(snapshot: Snapshot, policy: Policy, share: _Share) -> str:
    known, found = decision_intervals(snapshot), interval_of(snapshot, share.figure)
    if known is None or found is None:
        return ""
    value = _turned(getattr(policy, share.figure), share)
    title = f"{share.name} {numbers.rate(value)}"
    if found.low is None or found.high is None:
        return tr("{title}, no interval ({reason})", title=title, reason=found.reason)
    low, high = sorted((_turned(found.low, share), _turned(found.high, share)))
    cases = _cases(snapshot, share.of_class)
    counted = numbers.interval(low * cases, high * cases, numbers.count)
    level = uncertainty_text.level(known.spec)
    fixed = tr("Threshold held fixed") if new_cases_text.is_flattered(snapshot) else ""
    lines = (
        title,
        f"{level}: {numbers.interval(low, high)}",
        tr("{counted} of {cases}", counted=counted, cases=numbers.count(cases)),
        method(found, known.spec),
        fixed,
    )
    return "\n".join(filter(None, lines))


def _turned(value: float, share: _Share) -> float:
    return 1 - value if share.rest else value


def _cases(snapshot: Snapshot, of_class: str) -> float:
    prior, population = snapshot.condition.prior, snapshot.settings.selection.population
    return population * {"positive": prior, "negative": 1 - prior, "all": 1.0}[of_class]


def cell_money(snapshot: Snapshot, policy: Policy) -> dict[str, float | None]:
    """Return the expected money in tp, fp, fn and tn for the snapshot's population.

    A class whose two payoffs both vary from case to case is known in total only: its cells
    are None.
    """
    means = snapshot.condition.means
    tp_text, fp_text, fn_text, tn_text = snapshot.settings.payoff.cells
    missed_payoff = fn_text if snapshot.miss_factor == 1 else ""  # scaled it follows that of tp
    population, prior = snapshot.settings.selection.population, snapshot.condition.prior
    positives, negatives = population * prior, population * (1 - prior)
    all_positive = means.tp_payoff - means.fn_cost * (1 - policy.tp_benefit_rate)
    all_negative = means.tn_payoff - means.fp_cost * policy.fp_cost_rate
    caught, missed = _split(policy.tpr, all_positive, tp_text, missed_payoff)
    alarms, spared = _split(policy.fpr, all_negative, fp_text, tn_text)
    return {
        "tp": _times(caught, positives),
        "fn": _times(missed, positives),
        "fp": _times(alarms, negatives),
        "tn": _times(spared, negatives),
    }


class BandCells(NamedTuple):
    """Expected counts and money of a review band: what the rule decides, and what a person does.

    `referred` has the cases of each class that a person decides about; their money, with the price
    of the reviews in it, is under refer_p and refer_n.
    """

    counts: ConfusionCounts
    referred: dict[str, float]
    money: dict[str, float | None]


def band_cells(snapshot: Snapshot, policy: Policy, review: Review) -> BandCells:
    """Return what to expect in the snapshot's population of each part of a review band."""
    key = snapshot.selected or ""
    ev, condition = model_curves_of(snapshot.curve_set, key).evaluation, condition_of(snapshot, key)
    upper, lower = (row_policy("", ev, condition, row) for row in (policy.index, review.index))
    population, prior = snapshot.settings.selection.population, snapshot.condition.prior
    acted, left = (one.confusion(population, prior) for one in (upper, lower))
    of_acted, of_left = cell_money(snapshot, upper), cell_money(snapshot, lower)
    total = dict(zip("pn", _class_money(snapshot, policy), strict=True))
    money = {cell: of_acted[cell] for cell in ("tp", "fp")}
    money |= {cell: of_left[cell] for cell in ("fn", "tn")}
    for side, (act, leave) in {"p": ("tp", "fn"), "n": ("fp", "tn")}.items():
        acting, leaving = money[act], money[leave]
        unknown = acting is None or leaving is None
        money[f"refer_{side}"] = None if unknown else total[side] - (acting or 0) - (leaving or 0)
    return BandCells(
        ConfusionCounts(tp=acted.tp, fp=acted.fp, fn=left.fn, tn=left.tn),
        {"p": left.tp - acted.tp, "n": left.fp - acted.fp},
        money,
    )


def _class_money(snapshot: Snapshot, policy: Policy) -> tuple[float, float]:
    """Return the expected money of positives and of negatives in the snapshot's population."""
    means = snapshot.condition.means
    population, prior = snapshot.settings.selection.population, policy.prior
    positive = means.tp_payoff - means.fn_cost * (1 - policy.tp_benefit_rate)
    negative = means.tn_payoff - means.fp_cost * policy.fp_cost_rate
    return positive * population * prior, negative * population * (1 - prior)


def _split(rate: float, total: float, acted: str, left: str) -> tuple[float | None, float | None]:
    """Split a class's mean payoff into that of cases acted on and of cases left."""
    acted_payoff, left_payoff = parse_number(acted), parse_number(left)
    if acted_payoff is not None:
        part = acted_payoff * rate
        return part, total - part
    if left_payoff is not None:
        part = left_payoff * (1 - rate)
        return total - part, part
    return None, None


def _times(share: float | None, cases: float) -> float | None:
    return None if share is None else share * cases
