"""Everything that the page says, before it is HTML, paper or a document."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.new_cases import new_cases_request
from costcurve_gui.analysis.intervals.requests import (
    band_request,
    policies_request,
)
from costcurve_gui.analysis.model_edits import left_out_notes
from costcurve_gui.analysis.questions import ANSWERS, requests_with_answers, with_questions
from costcurve_gui.analysis.snapshot import condition_of, deciding_curves, names_left_out
from costcurve_gui.analysis.threshold_finders import with_recommended_model
from costcurve_gui.page.amounts import Amounts, Matrix, Row, interval_total, policy_threshold, total
from costcurve_gui.page.details import Detail, details
from costcurve_gui.page.disclosure import told
from costcurve_gui.page.recommendation import (
    caveat,
    expected_profit,
    page_order,
    recommendation,
    recommended,
    rival,
)
from costcurve_gui.page.scene import against, decides_by, line_style, points_a_model, scene
from costcurve_gui.translation import tr
from costcurve_gui.views.text import inflection, numbers, policy_text
from costcurve_gui.views.text.bounds_text import broken_bound
from costcurve_gui.views.text.uncertainty_text import level
from costcurve_gui.views.text.vocabulary import vocabulary_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.page.recommendation import KnownFigure, Sentence


TRIVIAL = "trivial"
PROFIT, INTERVAL = "profit", "interval"
"""Columns whose order depends on which of them is about new cases."""


class TableRow(NamedTuple):
    """A row of the table: a model, or a trivial classifier; `style` is that of its line."""

    name: str
    style: str
    figures: Row
    interval: str = ""
    chosen: bool = False

    @property
    def is_trivial(self) -> bool:
        """Whether it decides without looking."""
        return self.style == TRIVIAL


@dataclass(frozen=True, slots=True)
class Facts:
    """What the page says that no snapshot knows.

    `warnings` are to be known before a number is trusted. Counts above 0 and under `minimum` are
    not told; `left_out` are the models whose best threshold is not for that reason. `date` is empty
    where the same input has to give the same bytes.
    """

    warnings: Sequence[str] = ()
    minimum: float = 0
    left_out: Sequence[str] = ()
    date: str = ""


@dataclass(frozen=True, slots=True)
class Content:
    """The page in words and figures; `scene` is what its script computes from."""

    subtitle: str
    title: str
    source: tuple[str, ...]
    recommendation: tuple[Sentence, ...]
    caveat: str
    expected: str
    band_note: str
    cost_note: str
    headings: tuple[str, ...]
    rows: tuple[TableRow, ...]
    matrix_title: str
    matrix_headings: tuple[str, str, str, str]
    matrix: Matrix | None
    sums: tuple[tuple[str, str], ...]
    details: tuple[Detail, ...]
    scene: dict[str, Any]
    of_new_cases: bool = False

    def amounts(self, row: TableRow) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return profit and interval, each with its column; what new cases bring comes first."""
        profit, interval = (row.figures.profit, PROFIT), (row.interval, INTERVAL)
        return (interval, profit) if self.of_new_cases else (profit, interval)


def content_requests(snapshot: Snapshot) -> tuple[IntervalRequest, ...]:
    """Return what is to be resampled for the page."""
    wanted = requests_with_answers(with_questions(snapshot), {ANSWERS})
    key = recommended(snapshot)
    if key is None or not snapshot.settings.bands.shown:
        return wanted
    bands = tuple(band_request(snapshot, view, key) for view in ("profit", "cost"))
    rows = (_row_request(snapshot, one) for one in snapshot.models)
    new = (new_cases_request(snapshot, one) for one in snapshot.models)
    return (*wanted, *bands, *rows, *(one for one in new if one is not None))


def told_snapshot(snapshot: Snapshot, facts: Facts) -> tuple[Snapshot, Facts]:
    """Return the snapshot that a page may tell of, and what it says beside.

    The page is about the decision: models that are left out of that are not on it.

    Raises
    ------
    DataError
        Where a rule cannot be told.
    """
    warnings = (*left_out_notes(names_left_out(snapshot)), *facts.warnings)
    snapshot, facts = _of_candidates(snapshot), replace(facts, warnings=warnings)
    found, left_out = told(snapshot, facts.minimum, points_a_model(snapshot))
    return found, replace(facts, left_out=left_out)


def _of_candidates(snapshot: Snapshot) -> Snapshot:
    snapshot = with_recommended_model(snapshot)
    candidates = snapshot.candidates
    if len(candidates) == len(snapshot.models):
        return snapshot
    curves = deciding_curves(snapshot.curve_set, snapshot.settings)
    curve_set = replace(snapshot.curve_set, models=curves)
    return replace(snapshot, curve_set=curve_set, models=candidates)


def _row_request(snapshot: Snapshot, key: str) -> IntervalRequest:
    policy = snapshot.models[key].policy
    return policies_request((key,), condition_of(snapshot, key), policy)


def content(snapshot: Snapshot, facts: Facts) -> Content:
    """Return what the page says of a snapshot."""
    said, data = vocabulary_of(snapshot), snapshot.curve_set.dataset
    models = len(snapshot.models)
    act = inflection.transitive(said.act)
    key = recommended(snapshot)
    amounts = Amounts.of(snapshot, facts.minimum)
    hashed = f", {data.sha256[:4]}\u2026{data.sha256[-4:]}" if data.sha256 else ""
    title = tr("Which {nouns} to {act}, and what it earns", nouns=said.nouns, act=act)
    of_new_cases = any(_new_cases(snapshot, one, facts) for one in snapshot.models)
    rows = _model_rows(snapshot, amounts, facts, of_new_cases=of_new_cases)
    return Content(
        subtitle=f"{data.name}, {numbers.count(data.rows)} {said.nouns}, "
        f"{models} {'model' if models == 1 else 'models'}",
        title=title,
        source=tuple(filter(None, (facts.date, f"{data.name}{hashed}"))),
        recommendation=recommendation(snapshot, of_new_cases=not _is_left_out(snapshot, facts)),
        caveat=caveat(snapshot),
        expected=tr(
            "Expected for {population} {nouns}, counts by the rates of this sample",
            population=numbers.count(amounts.population),
            nouns=said.nouns,
        ),
        band_note="" if facts.minimum else _band_note(snapshot, "profit"),
        cost_note=tr(
            "Lower envelopes on this sample. {band_note}", band_note=_band_note(snapshot, "cost")
        ),
        headings=_headings(snapshot, of_new_cases=of_new_cases),
        rows=(*rows, *_trivial_rows(snapshot, amounts)),
        matrix_title="" if key is None else _matrix_title(snapshot, key),
        matrix_headings=(said.positive, said.negative, said.act, said.leave),
        matrix=None if key is None else amounts.matrix(snapshot.models[key].policy),
        sums=() if key is None else _sums(snapshot, key),
        details=details(snapshot, facts.warnings, facts.minimum, facts.left_out),
        scene=scene(snapshot, facts.minimum),
        of_new_cases=of_new_cases,
    )


def _is_left_out(snapshot: Snapshot, facts: Facts) -> bool:
    key = recommended(snapshot)
    return key is not None and snapshot.models[key].info.name in facts.left_out


def _band_note(snapshot: Snapshot, view: str) -> str:
    key = recommended(snapshot)
    if key is None or known(snapshot, band_request(snapshot, view, key)) is None:
        return ""
    sure = level(snapshot.settings.bands.spec)
    return tr("Shaded: {sure} band of {name}.", sure=sure, name=snapshot.models[key].info.name)


def _headings(snapshot: Snapshot, *, of_new_cases: bool) -> tuple[str, ...]:
    said = vocabulary_of(snapshot)
    acted = inflection.sentence_case(inflection.participle(said.act))
    caught = tr("Caught (actual: {positive})", positive=said.positive)
    sure = level(snapshot.settings.bands.spec)
    profit = inflection.listed(
        tr("Profit on new cases") if of_new_cases else tr("Profit"), said.unit
    )
    amounts = (f"{profit}, {sure}", tr("On this sample")) if of_new_cases else (profit, sure)
    return tr("Model"), decides_by(snapshot), acted, caught, *amounts


def _model_rows(
    snapshot: Snapshot, amounts: Amounts, facts: Facts, *, of_new_cases: bool
) -> list[TableRow]:
    chosen = recommended(snapshot)
    return [
        TableRow(
            one.info.name,
            line_style(one.info.slot),
            amounts.row(one.policy, policy_threshold(snapshot, key)),
            _expected(snapshot, key, facts)
            if of_new_cases
            else _interval(snapshot, key, amounts.population),
            key == chosen,
        )
        for key, one in ((key, snapshot.models[key]) for key in page_order(snapshot))
    ]


def _trivial_rows(snapshot: Snapshot, amounts: Amounts) -> list[TableRow]:
    said = vocabulary_of(snapshot)
    return [
        TableRow(said.all_of(name), TRIVIAL, _within_bounds(snapshot, name, amounts))
        for name in snapshot.trivial
    ]


def _within_bounds(snapshot: Snapshot, name: str, amounts: Amounts) -> Row:
    """Return the figures of a trivial classifier; for its profit, that it breaks a bound."""
    row, broken = amounts.row(snapshot.trivial[name], numbers.MISSING), broken_bound(snapshot, name)
    return replace(row, profit=broken) if broken else row


def _new_cases(snapshot: Snapshot, key: str, facts: Facts) -> KnownFigure | None:
    """Return what a model earns on new cases; a rule that had to change has no such figure."""
    told_as_chosen = snapshot.models[key].info.name not in facts.left_out
    return expected_profit(snapshot, key) if told_as_chosen else None


def _expected(snapshot: Snapshot, key: str, facts: Facts) -> str:
    """Write what a model earns on new cases: +529 433 (440 112 to 611 034), if it is not sure."""
    found, population = _new_cases(snapshot, key, facts), snapshot.settings.selection.population
    if found is None:
        return ""
    estimate = total(found.estimate * population)
    if found.low == found.high:
        return estimate
    return f"{estimate} ({interval_total(found.low * population, found.high * population)})"


def _interval(snapshot: Snapshot, key: str, population: float) -> str:
    if not snapshot.settings.bands.shown:
        return ""
    found = known(snapshot, _row_request(snapshot, key))
    profit = None if found is None else found.policy.expected_profit
    if profit is None or profit.low is None or profit.high is None:
        return ""
    return interval_total(profit.low * population, profit.high * population)


def _matrix_title(snapshot: Snapshot, key: str) -> str:
    name = snapshot.models[key].info.name
    return f"{name}: {inflection.decapitalised(policy_text.rule(snapshot, key))}"


def _sums(snapshot: Snapshot, key: str) -> tuple[tuple[str, str], ...]:
    """Return the profit, and how much more it is than that of the better trivial classifier."""
    said, population = vocabulary_of(snapshot), snapshot.settings.selection.population
    profit = snapshot.models[key].policy.expected_profit
    rule = rival(snapshot)
    over = profit - snapshot.trivial[rule].expected_profit if rule else None
    return (
        (tr("Profit on this sample"), total(population * profit, said.unit)),
        (
            against(snapshot, rule),
            numbers.MISSING if over is None else total(population * over, said.unit),
        ),
        (tr("against the recommended setting"), total(0.0, said.unit)),
    )
