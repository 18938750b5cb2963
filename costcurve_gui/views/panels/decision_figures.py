"""Which figures stand under the choices, by rule and objective: lines of name, value and note.

The note is the interval of the figure, unless something else has to be said of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis import model_ranking
from costcurve_gui.analysis.criteria import PER_CASE, PERFORMANCE_INDEPENDENT, REVIEW_BAND
from costcurve_gui.analysis.intervals.new_cases import decision_on_new_cases
from costcurve_gui.analysis.review_effect import band_gain_request, known_lead, review_effect
from costcurve_gui.analysis.snapshot import runner_up
from costcurve_gui.analysis.target_criteria import TARGET_PRECISION, TARGET_RECALL
from costcurve_gui.translation import tr
from costcurve_gui.views.text import inflection, new_cases_text, numbers, vocabulary
from costcurve_gui.views.text.bounds_text import broken_bound
from costcurve_gui.views.text.comparison_text import lead_note, own_cases
from costcurve_gui.views.text.decision_uncertainty import (
    COST,
    LEAD,
    LEAD_OVER,
    expects_intervals,
    uncertainty_note,
)
from costcurve_gui.views.text.per_case_text import rule_of
from costcurve_gui.views.text.review_text import queue
from costcurve_gui.views.widgets.figures import FigureRow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.selection_settings import Criterion
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.selection.policy import Policy

    _Rows = Callable[[Snapshot, str], list[FigureRow]]

_RATES = {"tpr": tr("True positive rate"), "fpr": tr("False positive rate")}


def figures_title(snapshot: Snapshot, key: str) -> str:
    """Say what the lines are, and of which sample."""
    rows = _rows_of(snapshot, key)
    if rows in (_trivial_rows, _per_case_rows):
        return tr("Lead, this sample")
    if rows in (_money_rows, _review_rows):
        estimated = new_cases_text.is_estimated(snapshot)
        return tr("Lead, new cases") if estimated else tr("Lead, this sample")
    return tr("On this sample")


def figure_rows(snapshot: Snapshot, key: str) -> list[FigureRow]:
    """Return the lines for the selected model."""
    return _rows_of(snapshot, key)(snapshot, key)


def _rows_of(snapshot: Snapshot, key: str) -> _Rows:
    if model_ranking.winning_trivial(snapshot) is not None:
        return _trivial_rows
    criterion = snapshot.settings.selection.criterion
    if not snapshot.models[key].met:
        return _money_rows
    if criterion in _ROWS:
        return _ROWS[criterion]
    if criterion.measure is not None:
        return _measured_rows
    return _money_rows if model_ranking.compares_money(snapshot) else _caught_rows


def _money_rows(snapshot: Snapshot, key: str) -> list[FigureRow]:
    """Return the leads over what keeps the bounds, what does not, and what the bounds cost."""
    leads = _lead_on_new_cases if new_cases_text.is_estimated(snapshot) else _lead_rows
    return [*leads(snapshot, key), *_trivial_leads(snapshot, key), *_bound_rows(snapshot)]


def _trivial_leads(snapshot: Snapshot, key: str) -> list[FigureRow]:
    """Return the lead over the trivial classifier compared with, and those that break a bound."""
    doing, rows = vocabulary.vocabulary_of(snapshot).doing_all, []
    compared = new_cases_text.compared_trivial(snapshot, key)
    if compared:
        estimated = new_cases_text.is_estimated(snapshot)
        lead = _lead_over_trivial if estimated else _lead_over_trivial_here
        rows.append(lead(snapshot, key, compared))
    broken = {name: broken_bound(snapshot, name) for name in snapshot.trivial}
    return [*rows, *(FigureRow(doing(name), "", said) for name, said in broken.items() if said)]


def _lead_on_new_cases(snapshot: Snapshot, key: str) -> list[FigureRow]:
    other = runner_up(snapshot, key)
    if other is None:
        return []
    if not new_cases_text.has_lead(snapshot):  # given thresholds, or no cases in common
        row = _with_more(_lead_rows(snapshot, key)[0], tr("On this sample"))
        here = inflection.listed(tr("this sample"), row.note)
        return [row._replace(note=here)]
    terms = vocabulary.vocabulary_of(snapshot)
    here = terms.money(model_ranking.lead(snapshot, key, other))
    figure, found = new_cases_text.lead_over_runner_up(snapshot)
    told = new_cases_text.row(figure, found, here, terms.unit)
    name = _lead_over(snapshot.models[other].info.name)
    return [_with_more(FigureRow(name, *told), lead_note(snapshot, key))]


def _lead_over_trivial(snapshot: Snapshot, key: str, better: str) -> FigureRow:
    """Return the lead over one of the two that look at no score."""
    terms, policy = vocabulary.vocabulary_of(snapshot), snapshot.models[key].policy
    trivial = model_ranking.trivial_on(snapshot, key)[better]
    here = terms.money(policy.expected_profit - trivial.expected_profit)
    found = decision_on_new_cases(snapshot)
    told = new_cases_text.row(None if found is None else found.lead, found, here, terms.unit)
    row = FigureRow(_lead_over(terms.doing_all(better)), *told)
    return _with_more(row, inflection.sentence_case(own_cases(snapshot, key)))


def _with_more(row: FigureRow, more: str) -> FigureRow:
    return row._replace(hint="\n".join(filter(None, (row.hint, more))))


def _bound_rows(snapshot: Snapshot) -> list[FigureRow]:
    """Return what the bounds cost, where they bind."""
    less = model_ranking.cost_of_bounds(snapshot)
    if less is None:
        return []
    many = len(snapshot.settings.selection.bounds.limits) > 1
    name = tr("the bounds cost") if many else tr("the bound costs")
    money = vocabulary.vocabulary_of(snapshot).money(less)
    return [FigureRow(name, money, tr("this sample"), tr("Against no bound"))]


def _caught_rows(snapshot: Snapshot, key: str) -> list[FigureRow]:
    """Return the positives caught, and the money, which is never hidden."""
    policy, terms = snapshot.models[key].policy, vocabulary.vocabulary_of(snapshot)
    caught, total = model_ranking.caught_of(snapshot, policy)
    counted = tr("{caught} of {total}", caught=numbers.count(caught), total=numbers.count(total))
    name = tr("Caught (actual: {positive})", positive=terms.positive)
    caught_row = FigureRow(name, counted, numbers.percent(policy.tpr))
    return [_of_this_sample(snapshot, caught_row), _rate(snapshot, key, "tpr")]


def _lead_over(name: str) -> str:
    return tr("over {name}", name=name)


def _trivial_rows(snapshot: Snapshot, _key: str) -> list[FigureRow]:
    """Return the lead of the trivial classifier over the best model."""
    trivial = model_ranking.winning_trivial(snapshot)
    if trivial is None or snapshot.best is None:
        return []
    terms, best = vocabulary.vocabulary_of(snapshot), snapshot.models[snapshot.best]
    same = model_ranking.trivial_on(snapshot, snapshot.best)[trivial]
    more = same.expected_profit - best.policy.expected_profit
    cases = inflection.sentence_case(own_cases(snapshot, snapshot.best))
    return [_with_more(FigureRow(_lead_over(best.info.name), terms.money(more)), cases)]


def _sure(
    snapshot: Snapshot,
    name: str,
    value: str,
    figure: str,
    write: Callable[[float], str] = numbers.rate,
    note: str = "",
    held_fixed: bool = False,
) -> FigureRow:
    """Return a line with the interval of its figure, behind the note where there is one.

    `held_fixed` says that replicates do not choose the threshold again that was chosen.
    """
    known = uncertainty_note(snapshot, figure, write)
    row = FigureRow(name, value, note or known.note, known.hint, expects_intervals(snapshot))
    return _with_more(row, tr("Threshold held fixed")) if held_fixed and known.brief else row


def _cost_row(snapshot: Snapshot, key: str) -> FigureRow:
    cost = numbers.rate(snapshot.models[key].policy.normalized_expected_cost)
    here = new_cases_text.is_flattered(snapshot)
    return _sure(snapshot, tr("Normalized expected cost"), cost, COST, held_fixed=here)


def _lead_rows(snapshot: Snapshot, key: str) -> list[FigureRow]:
    terms, rows = vocabulary.vocabulary_of(snapshot), []
    other = runner_up(snapshot, key)
    if other is not None:
        name = _lead_over(snapshot.models[other].info.name)
        more = terms.money(model_ranking.lead(snapshot, key, other))
        row = _sure(snapshot, name, more, LEAD, vocabulary.vocabulary_of(snapshot).amount)
        rows.append(row if row.hint else row._replace(hint=lead_note(snapshot, key)))
    return rows


def _lead_over_trivial_here(snapshot: Snapshot, key: str, better: str) -> FigureRow:
    terms, policy = vocabulary.vocabulary_of(snapshot), snapshot.models[key].policy
    trivial = model_ranking.trivial_on(snapshot, key)[better]
    more = terms.money(policy.expected_profit - trivial.expected_profit)
    row = _sure(
        snapshot, _lead_over(terms.doing_all(better)), more, LEAD_OVER[better], terms.amount
    )
    return _with_more(row, inflection.sentence_case(own_cases(snapshot, key)))


def _target_recall_rows(snapshot: Snapshot, key: str) -> list[FigureRow]:
    return [_rate(snapshot, key, "fpr"), _rate(snapshot, key, "tpr")]


def _target_precision_rows(snapshot: Snapshot, key: str) -> list[FigureRow]:
    policy = snapshot.models[key].policy
    precision = numbers.percent(policy.precision)
    return [
        _rate(snapshot, key, "tpr"),
        _of_this_sample(
            snapshot,
            _sure(
                snapshot,
                tr("Precision"),
                precision,
                "precision",
                numbers.percent,
                held_fixed=new_cases_text.is_flattered(snapshot),
            ),
        ),
    ]


def _by_condition_rows(snapshot: Snapshot, key: str) -> list[FigureRow]:
    rows = [_cost_row(snapshot, key)]
    single = snapshot.models[key].cheapest
    if single is not None:
        name = tr("cheapest classifier") if single.classifiers else tr("cheapest threshold")
        cost = numbers.rate(single.normalized_expected_cost)
        rows.append(FigureRow(name, cost, _at(snapshot, key, single), tr("On this sample")))
    hybrid = (snapshot.results.hybrids or {}).get(key)
    if hybrid is not None:
        above = numbers.rate(hybrid.excess_area)
        rows.append(FigureRow(tr("Area above the cheapest"), above, tr("all PC(+)")))
    return rows


def _measured_rows(snapshot: Snapshot, key: str) -> list[FigureRow]:
    """Return the figure that the criterion compares, where it is no rate, and the rates."""
    measure, policy = snapshot.settings.selection.criterion.measure, snapshot.models[key].policy
    rates = _rate_rows(snapshot, key)
    if measure is None:
        return rates
    row = FigureRow(measure.name, numbers.rate(measure.value(policy)))
    return [_of_this_sample(snapshot, row), *rates]


def _rate_rows(snapshot: Snapshot, key: str) -> list[FigureRow]:
    return [_rate(snapshot, key, "tpr"), _rate(snapshot, key, "fpr")]


def _rate(snapshot: Snapshot, key: str, which: str, note: str = "") -> FigureRow:
    value = numbers.rate(getattr(snapshot.models[key].policy, which))
    here = new_cases_text.is_flattered(snapshot)
    row = _sure(snapshot, _RATES[which], value, which, note=note, held_fixed=here)
    return _of_this_sample(snapshot, row)


def _of_this_sample(snapshot: Snapshot, row: FigureRow) -> FigureRow:
    """Say of a rate, which has no estimate for new cases, that this sample chose the threshold."""
    if not new_cases_text.is_flattered(snapshot):
        return row
    return row._replace(hint="\n".join(filter(None, (tr("On this sample"), row.hint))))


def _at(snapshot: Snapshot, key: str, single: Policy) -> str:
    """Say where a single threshold lies, or which classifier of a family decides."""
    if single.classifiers:
        return vocabulary.classifier_text(single.classifiers[0])
    curves = vocabulary.model_curves_of(snapshot.curve_set, key)
    return tr(
        "at {threshold_text}",
        threshold_text=vocabulary.threshold_text(curves, single.index, single.threshold),
    )


def _review_rows(snapshot: Snapshot, key: str) -> list[FigureRow]:
    """Return what the band gains over one threshold, who waits for a person, and the money."""
    effect, waiting = review_effect(snapshot), queue(snapshot)
    if effect is None or waiting is None:
        return _money_rows(snapshot, key)
    terms, found = (
        vocabulary.vocabulary_of(snapshot),
        known_lead(snapshot, band_gain_request(snapshot)),
    )
    here = terms.money(effect.gain)
    told = new_cases_text.row(None if found is None else found.profit, found, here, terms.unit)
    gain = FigureRow(_lead_over(tr("one threshold")), *told)
    if not new_cases_text.is_estimated(snapshot):
        gain = gain._replace(note="", hint="")
    single = tr("The one threshold is {at}", at=_at(snapshot, key, effect.single))
    leads = _lead_on_new_cases(snapshot, key) if new_cases_text.is_estimated(snapshot) else []
    return [
        _with_more(gain, single),
        *leads,
        FigureRow(tr("Queue"), *waiting),
    ]


def _per_case_rows(snapshot: Snapshot, key: str) -> list[FigureRow]:
    """Return what the rule gains over one threshold of the same model."""
    rule, terms = rule_of(snapshot, key), vocabulary.vocabulary_of(snapshot)
    if rule is None:
        return _money_rows(snapshot, key)
    gain, fixed = rule.gain, _at(snapshot, key, rule.threshold)
    shown = snapshot.settings.bands.shown
    hint = f"{_PAIRED}, {tr('the one {fixed}', fixed=fixed)}\n{_CHOSEN_HERE}"
    return [
        FigureRow(
            _lead_over(tr("one threshold")),
            terms.money(gain.gain),
            numbers.interval(gain.low, gain.high, terms.amount) if shown else "",
            hint,
        )
    ]


_PAIRED = tr("Paired, on the same cases; both rules held fixed")
_CHOSEN_HERE = tr(
    "The threshold was chosen on these cases and looks better on them than it is: "
    "on new cases the gain is rather larger"
)
_ROWS: Mapping[Criterion, _Rows] = {
    TARGET_RECALL: _target_recall_rows,
    TARGET_PRECISION: _target_precision_rows,
    PERFORMANCE_INDEPENDENT: _by_condition_rows,
    REVIEW_BAND: _review_rows,
    PER_CASE: _per_case_rows,
}
