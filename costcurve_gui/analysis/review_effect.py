"""What a review band gains over one threshold, and what one more reviewer would.

Band, threshold and larger band are chosen on one sample: beside what they earn on it stands what
their difference is expected to be on new cases.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.criteria import MIN_COST, rechosen
from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.new_cases import (
    choice_input,
    chosen_on_sample,
    pair_request,
)
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.snapshot import condition_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.selection_settings import Criterion, ReviewSpec, SelectionSpec
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.new_cases_lead import NewCasesLead
    from costcurve_gui.engine.resampling.replicate_rules import ChosenPolicy
    from costcurve_gui.engine.selection.policy import Policy


@dataclass(frozen=True, slots=True)
class ReviewEffect:
    """What the band of the selected model does on this sample.

    `single` is its best one threshold, `gain` what the band earns more per case. `one_more` is what
    one more reviewer would earn among all cases of the population, the price of the reviews paid;
    None where nobody waits for one.
    """

    single: Policy
    gain: float
    referred: float
    capacity: float | None
    reviewers: float
    one_more: float | None


@once
def review_effect(snapshot: Snapshot) -> ReviewEffect | None:
    """Return what the review band in force does; None where there is none."""
    key, selection = snapshot.selected, snapshot.settings.selection
    policy = None if key is None else snapshot.models[key].policy
    spec = selection.review
    if key is None or policy is None or policy.review is None or spec is None:
        return None
    single, more = _single(snapshot, key), _with_one_more(snapshot, key, spec)
    one_more = None
    if more is not None and more.policy is not None:
        one_more = (more.policy.expected_profit - policy.expected_profit) * selection.population
    return ReviewEffect(
        single,
        policy.expected_profit - single.expected_profit,
        policy.review.referred * selection.population,
        spec.capacity,
        spec.reviewers,
        one_more,
    )


@once
def band_gain_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for what the band earns more per case than the best one threshold.

    The result is a `NewCasesLead`; None where there is no band.
    """
    key = snapshot.selected
    if key is None or review_effect(snapshot) is None:
        return None
    single = _rechosen(snapshot, key, snapshot.settings.selection, MIN_COST)
    return _lead_request(snapshot, key, chosen_on_sample(snapshot, key), single)


@once
def one_more_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for what a band with one more reviewer earns more per case.

    The result is a `NewCasesLead`; None where nobody waits for a reviewer.
    """
    key, spec = snapshot.selected, snapshot.settings.selection.review
    if key is None or spec is None or review_effect(snapshot) is None:
        return None
    more = _with_one_more(snapshot, key, spec)
    return _lead_request(snapshot, key, more, chosen_on_sample(snapshot, key))


def known_lead(snapshot: Snapshot, wanted: IntervalRequest | None) -> NewCasesLead | None:
    """Return a lead on new cases once it is known; None where bands are off, or there is none."""
    found: NewCasesLead | None = known(snapshot, wanted)
    return found if snapshot.settings.bands.shown and found and not found.reason else None


def _lead_request(
    snapshot: Snapshot, key: str, first: ChosenPolicy | None, second: ChosenPolicy | None
) -> IntervalRequest | None:
    return pair_request((key, key), condition_of(snapshot, key), first, second)


def _single(snapshot: Snapshot, key: str) -> Policy:
    from costcurve_gui.engine.selection.criteria import min_cost

    return min_cost(snapshot.curve_set.model(key).evaluation, condition_of(snapshot, key))


def _with_one_more(snapshot: Snapshot, key: str, spec: ReviewSpec) -> ChosenPolicy | None:
    """Return the band of one more reviewer, who sees as many; None where all can be seen."""
    selection = snapshot.settings.selection
    if spec.capacity is None:
        return None
    larger = replace(spec, capacity=spec.capacity * (1 + 1 / spec.reviewers))
    return _rechosen(snapshot, key, replace(selection, review=larger), selection.criterion)


def _rechosen(
    snapshot: Snapshot, key: str, selection: SelectionSpec, criterion: Criterion
) -> ChosenPolicy | None:
    given = choice_input(snapshot, key)._replace(selection=selection)
    policy = criterion.choose(given)
    return None if policy is None else rechosen(criterion, policy, given)
