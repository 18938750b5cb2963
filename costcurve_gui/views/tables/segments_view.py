"""The widget of the segments: a column to choose, charts, the table, and gaps between groups."""

from __future__ import annotations

from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING, cast

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from costcurve_gui.analysis.segments import known_segments, segment_column, terms_fault
from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.segments.rules import gap_of
from costcurve_gui.translation import tr
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.tables.charted_view import ChartedView
from costcurve_gui.views.tables.segment_controls import GapField, RuleLinks
from costcurve_gui.views.tables.segments_table import segments_content
from costcurve_gui.views.tables.table_rows import NOTHING
from costcurve_gui.views.tables.table_view import TableView
from costcurve_gui.views.text import numbers, segments_text
from costcurve_gui.views.text.vocabulary import vocabulary_of
from costcurve_gui.views.widgets.buttons import LinkButton, SegmentedControl
from costcurve_gui.views.widgets.fields import ChoiceBox
from costcurve_gui.views.widgets.figures import ParagraphLabel
from costcurve_gui.views.widgets.interval_rows import IntervalRow, IntervalRows
from costcurve_gui.views.widgets.labels import name_widget, set_tone, text_label
from costcurve_gui.views.widgets.segment_charts import SegmentChart, SegmentCharts

if TYPE_CHECKING:
    from costcurve_gui.analysis.segment_results import ModelSegments
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.segments.rates import Interval
    from costcurve_gui.engine.segments.uncertainty import RuleIntervals
    from costcurve_gui.views.shell.theme import Tokens

CHOOSE = tr("Choose a column of regions, products or groups.")
CHANGE_TERMS = tr("Change or clear what differs under Own terms\u2026")
OF_SAMPLE = tr("Profits, gains and prices are those on this sample, which chose the thresholds.")
_LARGEST = None
_ROOMY = 640
_LEAST_GAPS, _LEAST_CHOICE = 280, 112
_DRAWN = 240
_MOST_PAIRS = 66
"""All pairs of a dozen segments."""


class SegmentsView(ChartedView):
    """Shows segments as tables show theirs, and takes the same orders.

    Emits `column_chosen(str)`, `own_chosen(bool)` and `terms_wanted()`; its `gap` and `links` have
    signals of their own.
    """

    column_chosen = Signal(str)
    own_chosen = Signal(bool)
    terms_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("segments_view", tr("Segments"), _ROOMY)
        self._column = ChoiceBox("segment_column", tr("Column of the segments"))
        self._column.setPlaceholderText(tr("Choose a column"))
        self._rule = SegmentedControl(
            ((False, tr("One common")), (True, tr("Own, one budget"))),
            "segment_rule",
            tr("Threshold"),
            dense=True,
        )
        self._rule.set_words(False, tr("One common"), tr("One common threshold"))
        self._rule.set_words(True, tr("Own, one budget"), tr("Own thresholds, one budget"))
        self._hint = text_label(CHOOSE, tone="muted", wrap=True, name="segments_hint")
        self._legend = text_label(font=fonts.small(), tone="muted")
        self.charts = SegmentCharts()
        self.table = TableView("segments", tr("Segments"), lambda _: NOTHING)
        self._of_sample = text_label(OF_SAMPLE, font=fonts.small(), tone="muted", wrap=True)
        self._pair = ChoiceBox("segment_pair", tr("Groups compared"))
        self.gaps = IntervalRows("segment_gaps")
        self.lead = ParagraphLabel("segment_lead", fonts.body())
        self._pair.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        self.gap, self.links = GapField(), RuleLinks()
        self.terms = LinkButton(tr("Own terms\u2026"), small=True)
        name_widget(self.terms, "segment_terms", tr("Priors, payoffs and bounds of some segments"))
        self._prices = ParagraphLabel("segment_gap_prices", fonts.small())
        self._found = QWidget()
        self._build()
        self._column.activated.connect(
            lambda at: self.column_chosen.emit(self._column.itemData(at))
        )
        self._rule.chosen.connect(lambda own: self.own_chosen.emit(bool(own)))
        self.terms.clicked.connect(self.terms_wanted)
        self._pair.activated.connect(lambda _: self._show_gaps())

    def set_tokens(self, tokens: Tokens) -> None:
        """Apply another theme."""
        self.table.set_tokens(tokens)
        self.charts.update()
        self.gaps.update()

    @property
    def _results(self) -> ModelSegments | None:
        known = None if self._newest is None else self._newest.results.segments
        return None if known is None else known.found

    def _show(self) -> None:
        snapshot, found = self._newest, self._results
        self._show_choices()
        chosen = snapshot is not None and bool(segment_column(snapshot))
        fault = "" if snapshot is None else terms_fault(snapshot)
        self._hint.setText(f"{fault}\n{CHANGE_TERMS}" if fault else CHOOSE)
        set_tone(self._hint, "danger" if fault else "muted")
        self._hint.setVisible(not chosen or bool(fault))
        self._found.setVisible(chosen and found is not None)
        if snapshot is None or found is None or not chosen:
            self.table.show_content(NOTHING)
            return
        self._found.setEnabled(known_segments(snapshot) is not None)
        self._show_charts(snapshot, found)
        self.table.show_content(segments_content(snapshot, found))
        self._fit_table()
        self._offer_pairs(found)
        self._show_gaps()
        self.lead.show_sentence(segments_text.lead_sentence(snapshot, found))
        self._prices.show_sentence(segments_text.gap_sentence(snapshot, found))
        self._show_controls(snapshot, found)

    def _show_controls(self, snapshot: Snapshot, found: ModelSegments) -> None:
        views = snapshot.settings.views
        rate = views.segment_gap_rate
        now = gap_of(found.curves, found.rules.own.rows, rate)
        self.gap.show_bound(segments_text.rate_names(snapshot), rate, views.segment_gap, now)
        self.links.show_rule(own=views.own_thresholds)
        names = {curve.name for curve in found.curves}
        count = len(names & views.segment_terms.keys())
        changed = f" ({count})" if count else ""
        self.terms.setText(tr("Own terms{changed}\u2026", changed=changed))

    def _show_choices(self) -> None:
        snapshot = self._newest
        columns = () if snapshot is None else snapshot.curve_set.dataset.segment_columns
        if [self._column.itemText(at) for at in range(self._column.count())] != [*columns]:
            self._column.offer((column, column, "") for column in columns)
        column = "" if snapshot is None else segment_column(snapshot)
        self._column.setCurrentIndex(self._column.findData(column) if column else -1)
        self._rule.set_value(snapshot is not None and snapshot.settings.views.own_thresholds)

    def _show_charts(self, snapshot: Snapshot, found: ModelSegments) -> None:
        said, population = vocabulary_of(snapshot), snapshot.settings.selection.population
        unit = tr("Profit, {unit}", unit=said.unit) if said.unit else tr("Profit")
        self.charts.show_charts(
            [_chart(snapshot, found, at) for at in segments_text.drawn_segments(found)],
            found.info.slot,
            (said.nouns.capitalize(), unit),
            own=snapshot.settings.views.own_thresholds,
        )
        self._legend.setText(segments_text.legend_words(snapshot, found))
        summary = segments_text.accessible_summary(snapshot, found)
        self.charts.setAccessibleDescription(
            tr("{summary}; of {population}", summary=summary, population=numbers.count(population))
        )

    def _fit_table(self) -> None:
        """Make the table as high as its rows: the whole view scrolls."""
        rows = sum(self.table.rowHeight(at) for at in range(self.table.rows.rowCount()))
        header = self.table.horizontalHeader().height()
        bar = self.table.horizontalScrollBar()
        self.table.setFixedHeight(rows + header + bar.sizeHint().height() + 4)

    def _offer_pairs(self, found: ModelSegments) -> None:
        names = [curve.name for curve in found.curves]
        pairs = _offered_pairs(found)
        texts = [
            tr("Largest gap"),
            *(tr("{first} and {second}", first=names[a], second=names[b]) for a, b in pairs),
        ]
        if [self._pair.itemText(at) for at in range(self._pair.count())] != texts:
            self._pair.offer(zip(texts, (_LARGEST, *pairs), [""] * len(texts), strict=True))
            self._pair.setCurrentIndex(0)

    def _show_gaps(self) -> None:
        snapshot, found = self._newest, self._results
        if snapshot is None or found is None or found.uncertainty is None:
            self.gaps.setVisible(False)
            return
        pair, known = self._pair.currentData(), found.uncertainty
        rows = [
            _gap_row(name, one, title)
            for rate, name in segments_text.rate_names(snapshot).items()
            for title, rule in (("common", known.common), ("own", found.own_intervals or known.own))
            if not isnan((one := _gap(rule, rate, pair)).value)
        ]
        level = numbers.fixed(100 * snapshot.settings.bands.spec.level, 0)
        what = tr("Largest minus smallest")
        if pair is not None:
            a, b = cast("tuple[int, int]", tuple(pair))
            what = tr("{name} minus {other}", name=found.curves[a].name, other=found.curves[b].name)
        self.gaps.setVisible(bool(rows))
        self.gaps.show_rows(rows, tr("{what}, points ({level} %)", what=what, level=level))

    def _build(self) -> None:
        by = QHBoxLayout()
        by.setSpacing(8)
        by.addWidget(text_label(tr("Segments by")))
        by.addWidget(self._column)
        by.addWidget(self.terms)
        by.addStretch(1)
        self._column.setMinimumWidth(fonts.scaled(_LEAST_CHOICE))
        self._head = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._head.setSpacing(8)
        self._head.addLayout(by)
        self._head.addWidget(self._rule)
        self.gaps.setMinimumWidth(fonts.scaled(_LEAST_GAPS))
        left, right = QVBoxLayout(), QVBoxLayout()
        for widget in (self.lead, self.links, self._legend, self.charts, self.table):
            left.addWidget(widget)
        left.addWidget(self._of_sample)
        left.addStretch(1)
        title = QHBoxLayout()
        title.addWidget(text_label(tr("Gaps between groups"), font=fonts.body(fonts.SEMIBOLD)), 1)
        title.addWidget(self._pair)
        right.addLayout(title)
        right.addWidget(self.gaps)
        right.addWidget(self.gap)
        right.addWidget(self._prices)
        right.addStretch(1)
        self._parts = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._found)
        self._parts.setContentsMargins(0, 0, 0, 0)
        self._parts.setSpacing(12)
        self._parts.addLayout(left, 3)
        self._parts.addLayout(right, 2)
        inside = QWidget()
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.addLayout(self._head)
        layout.addWidget(self._hint)
        layout.addWidget(self._found)
        layout.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusProxy(self._column)


def _offered_pairs(found: ModelSegments) -> list[tuple[int, int]]:
    """Return all pairs of segments; of very many those whose shares acted on differ most."""
    pairs = [*combinations(range(len(found.curves)), 2)]
    if len(pairs) <= _MOST_PAIRS:
        return pairs
    shares = [
        float(curve.rate("share", row))
        for curve, row in zip(found.curves, found.own.rows, strict=True)
    ]
    pairs.sort(key=lambda pair: -abs(shares[pair[0]] - shares[pair[1]]))
    return sorted(pairs[:_MOST_PAIRS])


def _gap(rule: RuleIntervals, rate: str, pair: object) -> Interval:
    if pair is None:
        return rule.gaps[rate]
    a, b = cast("tuple[int, int]", pair)
    return rule.differences[rate, (a, b)]


def _gap_row(title: str, found: Interval, rule: str) -> IntervalRow:
    value, low, high = (100 * end for end in found)
    known = not isnan(low)
    return IntervalRow(
        title if rule == "common" else "",
        rule,
        value,
        (low, high) if known else None,
        segments_text.points(found.value),
        tr(
            "{low} to {high}",
            low=segments_text.points(found.low),
            high=segments_text.points(found.high),
        )
        if known
        else "",
        hollow=rule == "common",
        ruled=rule == "common",
    )


def _chart(snapshot: Snapshot, found: ModelSegments, at: int) -> SegmentChart:
    """Return the chart of a segment, for the cases to decide about."""
    population, said = snapshot.settings.selection.population, vocabulary_of(snapshot)
    curve, rules = found.curves[at], found.rules
    places = np.linspace(0.0, float(curve.share[-1]), _DRAWN)
    near = [rules.common.rows[at], found.own.rows[at]]
    spread = np.searchsorted(curve.share, places).clip(max=curve.share.size - 1)
    # Most of what is seen lies near both points: there every step is drawn.
    end = min(3 * max(*near, 1), curve.share.size - 1)
    dense = np.linspace(0, end, _DRAWN).astype(np.int64)
    rows = distinct(spread, dense, np.array(near))
    return SegmentChart(
        curve.name,
        f"{numbers.count(population * curve.size)} {said.nouns}",
        segments_text.price_words(found, at),
        population * curve.share[rows],
        population * (curve.gain[rows] + curve.left),
        _point(found, rules.common.rows[at], at, population),
        _point(found, found.own.rows[at], at, population),
        found.own.price if segments_text.has_common_slope(found, at) else None,
    )


def _point(found: ModelSegments, row: int, at: int, population: float) -> tuple[float, float]:
    curve = found.curves[at]
    return population * float(curve.share[row]), population * float(curve.gain[row] + curve.left)
