"""Say how the decision was chosen, and where replicates would have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.analysis import model_ranking
from costcurve_gui.analysis.intervals.known_results import failure, known
from costcurve_gui.analysis.intervals.requests import (
    known_optimism,
    optimism_request,
    reselected_threshold_request,
)
from costcurve_gui.analysis.selection_settings import Kind
from costcurve_gui.analysis.snapshot import validation_in_force
from costcurve_gui.translation import tr
from costcurve_gui.views.text import (
    inflection,
    new_cases_text,
    numbers,
    uncertainty_text,
    vocabulary,
)
from costcurve_gui.views.text.decision_uncertainty import expects_intervals

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.intervals.results import DecisionOptimism, Figure, IntervalRequest
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.chosen_thresholds import ChosenThresholds
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate

SAME_SAMPLE = tr("Selected and estimated on the same sample")
_NO_ESTIMATE = tr("no estimate for new cases")
_ELSEWHERE = tr("Out-of-bag threshold: ")
_RESELECTED = tr("Threshold of least cost in bootstrap replicates.")
_BY_RULE = tr("Threshold of this rule in bootstrap replicates.")
_BY_CASE = tr("Every case is decided by probabilities that were fitted without it.")
_NOT_CHOSEN = {
    Kind.MANUAL: (
        tr("Set by hand, estimated on this sample"),
        tr("Expect less on new cases if this sample led to the choice."),
    ),
    Kind.CONDITION: (
        tr("Set by the condition, estimated on this sample"),
        tr(
            "The threshold follows from the costs and the prior, so choosing it did not bias "
            "this estimate."
        ),
    ),
}
"""What is no choice of the program's, and what that means."""


class OptimismText(NamedTuple):
    """A line, and what else there is to say."""

    text: str = ""
    hint: str = ""


def remark(snapshot: Snapshot) -> OptimismText:
    """Say what the figures are of, and what would mislead in them."""
    said, warning = mark(snapshot), new_cases_text.warning(snapshot)
    if warning:
        said = said._replace(text=f"{said.text}; {inflection.decapitalised(warning)}")
    reason = new_cases_text.no_estimate(snapshot)
    return OptimismText(f"{said.text}; {_NO_ESTIMATE}", reason) if reason else said


def mark(snapshot: Snapshot) -> OptimismText:
    """Say where the decision was validated, or else what its threshold was chosen on."""
    found = validation_in_force(snapshot)
    if found is None:
        return chosen_on(snapshot)
    by_cost, terms = found.figure == "normalized_expected_cost", vocabulary.vocabulary_of(snapshot)

    def written(figure: Figure, *, between: bool) -> str:
        value = numbers.rate(figure.value)
        if not by_cost:
            value = tr("{money} per {noun}", money=terms.money(figure.value), noun=terms.noun)
        if figure.interval is None or not between:
            return value
        ends = numbers.interval(*figure.interval, numbers.rate if by_cost else terms.amount)
        return f"{value} ({ends})"

    figure = written(found.observed, between=True)
    said = tr("Validated on {label}: {figure}", label=found.label, figure=figure)
    if found.consistent is False:
        said = tr("{said}, not as expected", said=said)
    figures = found.figures[found.figure]
    cases = f"{numbers.count(found.sizes[0])} {terms.nouns}"
    chosen = written(figures.chosen, between=False)
    hint = tr("On the {cases} that chose: {chosen}.", cases=cases, chosen=chosen)
    if figures.expected is not None:
        expected = written(figures.expected, between=True)
        hint = tr("Expected on new cases: {expected}. {hint}", expected=expected, hint=hint)
    return OptimismText(said, hint)


def holds(snapshot: Snapshot) -> bool:
    """Whether the decision was validated and did as expected, and nothing in it misleads."""
    found = validation_in_force(snapshot)
    as_expected = found is not None and found.consistent is not False
    return as_expected and not new_cases_text.warning(snapshot)


def chosen_on(snapshot: Snapshot) -> OptimismText:
    """Say what the threshold was chosen on, and what that means for its figures."""
    key = snapshot.selected
    if key is not None and snapshot.models[key].policy.is_per_case:
        return OptimismText(tr("Estimated on this sample, out of fold"), _BY_CASE)
    kind = snapshot.settings.selection.criterion.kind
    return OptimismText(*_NOT_CHOSEN.get(kind, (SAME_SAMPLE,)))


def reselected(snapshot: Snapshot) -> OptimismText:
    """Say between which thresholds replicates choose; until it is known its line is kept."""
    if not expects_intervals(snapshot):
        return OptimismText()
    if not _applies(snapshot):
        return _by_another_rule(snapshot)
    found = _of_decision(snapshot)
    if found is None:
        return _not_known(snapshot, optimism_request(snapshot))
    drawn = tr("Bootstrap, {drawn}", drawn=uncertainty_text.drawn(found.optimum.spec))
    hint = f"{_RESELECTED}\n{_flat(snapshot, found)}\n{drawn}"
    return OptimismText(_elsewhere(snapshot, found.optimum), _with_caution(hint, found.optimum))


def _by_another_rule(snapshot: Snapshot) -> OptimismText:
    wanted = reselected_threshold_request(snapshot)
    if wanted is None:
        return OptimismText()
    found = known(snapshot, wanted)
    if found is None:
        return _not_known(snapshot, wanted)
    drawn = uncertainty_text.drawn(found.spec)
    hint = _with_caution(f"{_BY_RULE}\n{tr('Bootstrap, {drawn}', drawn=drawn)}", found)
    return OptimismText(_elsewhere(snapshot, found), hint)


def _with_caution(hint: str, found: OptimismEstimate | ChosenThresholds) -> str:
    return "\n".join(filter(None, (hint, inflection.sentence_case(found.caution))))


def _not_known(snapshot: Snapshot, wanted: IntervalRequest | None) -> OptimismText:
    reason = failure(snapshot, wanted)
    return OptimismText(_ELSEWHERE + (tr("no interval") if reason else "\u2026"), reason)


def _elsewhere(snapshot: Snapshot, found: OptimismEstimate | ChosenThresholds) -> str:
    between = _interval(snapshot, found)
    return f"{_ELSEWHERE}{between} ({uncertainty_text.level(found.spec)})" if between else _agree()


def _agree() -> str:
    return tr("{elsewhere}no interval (all replicates agree)", elsewhere=_ELSEWHERE)


def _applies(snapshot: Snapshot) -> bool:
    """Whether the decision is the threshold of least cost of the selected model."""
    by_cost = snapshot.settings.chooses_least_cost
    has_threshold = optimism_request(snapshot) is not None
    return by_cost and has_threshold and model_ranking.winning_trivial(snapshot) is None


def _of_decision(snapshot: Snapshot) -> DecisionOptimism | None:
    return known_optimism(snapshot) if _applies(snapshot) else None


def _interval(snapshot: Snapshot, found: OptimismEstimate | ChosenThresholds) -> str:
    low, high = found.low, found.high
    if low is None or high is None:
        return ""
    return _between(snapshot, low, high)


def _flat(snapshot: Snapshot, found: DecisionOptimism) -> str:
    """Say which thresholds do nearly as well as the best."""
    flat = found.plateau
    share = uncertainty_text.share(flat.share)
    if flat.low == flat.high:
        return tr("No other threshold earns within {share} of the best.", share=share)
    between = _between(snapshot, flat.low, flat.high)
    return tr(
        "Thresholds from {between} earn within {share} of the best.",
        between=between,
        share=share,
    )


def _between(snapshot: Snapshot, low: float, high: float) -> str:
    """Write two thresholds as in the file, the lower one first."""
    curves = vocabulary.model_curves_of(snapshot.curve_set, snapshot.selected or "")
    ends = (low, high) if vocabulary.score_sign(curves) > 0 else (high, low)
    return " to ".join(_threshold(curves, *pair) for pair in (ends, ends[::-1]))


def _threshold(curves: ModelCurves, value: float, other: float) -> str:
    row = int(curves.evaluation.table.rows_at_thresholds(np.array([value]))[0])
    return vocabulary.threshold_text(curves, row, value, other)
