"""What a snapshot wants resampled, and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from costcurve_gui.analysis.interval_settings import BandsOf, Verdicts
from costcurve_gui.analysis.intervals.known_results import failure, intervals_of, known
from costcurve_gui.analysis.intervals.new_cases import (
    curve_request,
    decision_lead_request,
    decision_on_new_cases_request,
    ranked_requests,
)
from costcurve_gui.analysis.intervals.results import (
    DecisionIntervals,
    DecisionOptimism,
    IntervalRequest,
    resampled_part,
)
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.review_effect import band_gain_request, one_more_request
from costcurve_gui.analysis.snapshot import competitor_of, condition_of, runner_up
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.validation import are_probabilities

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from costcurve_gui.analysis.interval_settings import BandChoices
    from costcurve_gui.analysis.intervals.results import JudgedDifference, PairDifference
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.resampling.band import Band, ThresholdBand
    from costcurve_gui.engine.resampling.difference_band import DifferenceBand
    from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure
    from costcurve_gui.engine.selection.policy import Policy


Requests = tuple[IntervalRequest | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ShownIntervals:
    """What a view shows that is resampled; the entries are in `SHOWN_INTERVALS`.

    Attributes
    ----------
    key : str
        What `ViewSpec.intervals` calls it; of bands the kind of their requests.
    requests : callable
        Returns what is to be resampled for a snapshot; None where it has no such thing.
    banded : bool
        Whether these are bands of curves: asked for only while bands are on.
    at_condition : bool
        Whether bands belong to one condition.
    whole : bool
        Whether the view shows nothing else.
    of_pair : bool
        Whether it is one band, of the difference of the selected model and its competitor.
    method : callable
        Returns the choice of the user by which bands are found, where there is one.
    """

    key: str
    requests: Callable[[Snapshot], Requests]
    banded: bool = False
    at_condition: bool = False
    whole: bool = False
    of_pair: bool = False
    method: Callable[[BandChoices], object] = lambda _: None


def bands_of(snapshot: Snapshot, view: str) -> dict[str, Band | ThresholdBand]:
    """Return the bands of a view that are there, by model; all of the same kind."""
    if not snapshot.settings.bands.shown:
        return {}
    found = {
        key: known(snapshot, band_request(snapshot, view, key)) for key in banded_models(snapshot)
    }
    return {key: band for key, band in found.items() if band is not None}


@once
def banded_models(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the keys of the models that have bands, the selected one last: drawn on top."""
    chosen, selected = snapshot.settings.bands.of, snapshot.selected
    if selected is None:
        return ()
    competitor = competitor_of(snapshot) if chosen is BandsOf.PAIR else None
    keys = snapshot.shown if chosen is BandsOf.ALL else (competitor, selected)
    drawn = [key for key in keys if key in snapshot.shown and key != selected]
    return (*drawn, selected) if selected in snapshot.shown else tuple(drawn)


def band_request(snapshot: Snapshot, kind: str, key: str) -> IntervalRequest:
    """Return the request for a band of a model."""
    condition = condition_of(snapshot, key) if has_condition(kind) else None
    return IntervalRequest(kind, (key,), condition)


def has_condition(kind: str) -> bool:
    """Whether a kind of band belongs to one condition."""
    return kind in SHOWN_INTERVALS and SHOWN_INTERVALS[kind].at_condition


def difference_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for the difference of the selected model and its competitor."""
    competitor = competitor_of(snapshot)
    if snapshot.selected is None or competitor is None:
        return None
    return pair_difference_request(snapshot, snapshot.selected, competitor)


@once
def known_difference(snapshot: Snapshot) -> JudgedDifference | None:
    """Return the cost of the selected model less its competitor's; None where it is unknown.

    Simultaneous or pointwise, as was chosen.
    """
    competitor = competitor_of(snapshot)
    if not snapshot.settings.bands.shown or snapshot.selected is None or competitor is None:
        return None
    found = _known_pair(snapshot, snapshot.selected, competitor)
    simultaneous = snapshot.settings.bands.verdicts is Verdicts.SIMULTANEOUS
    return None if found is None else found.judged(simultaneous=simultaneous)


def pair_difference_request(snapshot: Snapshot, a: str, b: str) -> IntervalRequest:
    """Return the request for the difference of two models, in file order.

    Either sign is read from the same replicates.
    """
    return IntervalRequest("difference", tuple(key for key in snapshot.models if key in (a, b)))


def known_pair_difference(snapshot: Snapshot, a: str, b: str) -> DifferenceBand | None:
    """Return the cost of a less that of b, once it is known: pointwise, the other band in it."""
    found = _known_pair(snapshot, a, b)
    return None if found is None else found.curve


def _known_pair(snapshot: Snapshot, a: str, b: str) -> PairDifference | None:
    wanted = pair_difference_request(snapshot, a, b)
    found: PairDifference | None = known(snapshot, wanted)
    return found if found is None or wanted.models == (a, b) else found.reversed()


def areas_request(key: str) -> IntervalRequest:
    """Return the request for the intervals of the areas of a model."""
    return IntervalRequest("areas", (key,))


def expected_cost_request(snapshot: Snapshot, key: str) -> IntervalRequest:
    """Return the request for the expected cost of a model under the belief."""
    return IntervalRequest("expected_cost", (key,), belief=snapshot.belief)


def belief_requests(snapshot: Snapshot) -> dict[str, IntervalRequest]:
    """Return the request for what each model costs on new cases under the belief.

    None where intervals are off, or a model lacks scores: all are compared on the same cases.
    """
    gaps = any(model.info.missing for model in snapshot.models.values())
    if gaps or not snapshot.settings.bands.shown:
        return {}
    return {key: curve_request(key, snapshot.belief) for key in snapshot.models}


@once
def costs_under_belief(snapshot: Snapshot) -> dict[str, NewCasesFigure]:
    """Return what the models cost on new cases under the belief; nothing until it is known of all.

    Costs on new cases and on this sample are not to be compared.
    """
    wanted = belief_requests(snapshot)
    found = {key: known(snapshot, one) for key, one in wanted.items()}
    figures = {
        key: one.expected_cost
        for key, one in found.items()
        if one is not None and one.expected_cost.estimate is not None
    }
    return figures if len(figures) == len(wanted) else {}


def caution_under_belief(snapshot: Snapshot) -> str:
    """Return why the interval of such a cost is too short, where one is."""
    found = [known(snapshot, one) for one in belief_requests(snapshot).values()]
    return next((one.caution for one in found if one is not None and one.caution), "")


def winners_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for how often each model that is `compared` is the cheapest."""
    return _of_some(snapshot.compared, "winners")


def verdicts_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for where which of the models `compared` is significantly best."""
    return _of_some(snapshot.compared, "verdicts")


def selected_position(snapshot: Snapshot) -> int:
    """Return where among the models that are `compared` the selected one stands."""
    return list(snapshot.compared).index(snapshot.selected or "")


def tests_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for the tests of all pairs over all thresholds."""
    return _of_some(snapshot.models, "tests")


def belief_tests_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for the tests of all pairs under the belief."""
    wanted = _of_some(snapshot.models, "belief_tests")
    return None if wanted is None else wanted._replace(belief=snapshot.belief)


def _of_some(keys: Collection[str], kind: str) -> IntervalRequest | None:
    return IntervalRequest(kind, tuple(keys)) if len(keys) > 1 else None


@once
def decision_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for the intervals of the decision: the model, its runner-up."""
    if snapshot.selected is None:
        return None
    other = runner_up(snapshot, snapshot.selected)
    keys = (snapshot.selected,) if other is None else (snapshot.selected, other)
    policies = tuple(snapshot.models[key].policy for key in keys)
    if any(policy.is_per_case for policy in policies):
        return None  # no threshold to resample; its intervals are in closed form
    return policies_request(keys, condition_of(snapshot, snapshot.selected), *policies)


def policies_request(
    keys: tuple[str, ...], condition: OperatingCondition, *policies: Policy
) -> IntervalRequest:
    """Return the request for the intervals of a policy, and its lead over a second one.

    Policies that decide alike have the same intervals, whatever criterion chose them.
    """
    return IntervalRequest("decision", keys, condition, tuple(map(resampled_part, policies)))


def decision_intervals(snapshot: Snapshot) -> DecisionIntervals | None:
    """Return how sure the decision is, once it is known; None where bands are off."""
    return known(snapshot, decision_request(snapshot)) if snapshot.settings.bands.shown else None


def decision_failure(snapshot: Snapshot) -> str:
    """Return why the decision has no intervals; nothing where it has, or until it is known."""
    return failure(snapshot, decision_request(snapshot)) if snapshot.settings.bands.shown else ""


@once
def optimism_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for the reselected best threshold of the selected model.

    Classifiers without a score have none.
    """
    key = snapshot.selected
    if key is None or snapshot.curve_set.dataset.kind is TableKind.CONFUSION:
        return None
    return IntervalRequest("optimism", (key,), condition_of(snapshot, key))


def reselected_threshold_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for the threshold that the criterion reselects, if it does."""
    key, criterion = snapshot.selected, snapshot.settings.selection.criterion
    if key is None or snapshot.curve_set.dataset.kind is TableKind.CONFUSION:
        return None
    return IntervalRequest(criterion.key, (key,)) if criterion.reselected else None


def known_optimism(snapshot: Snapshot) -> DecisionOptimism | None:
    """Return the out-of-bag worth of the best threshold, once known; None where bands are off."""
    return known(snapshot, optimism_request(snapshot)) if snapshot.settings.bands.shown else None


def lacks_results(snapshot: Snapshot, key: str) -> bool:
    """Whether a view has nothing to show but these intervals, and some of them are not there.

    `key` is that of the intervals; a view that shows none has an empty one.
    """
    shown = SHOWN_INTERVALS.get(key)
    return (
        shown is not None
        and shown.whole
        and any(known(snapshot, one) is None for one in shown.requests(snapshot))
    )


def whole_view_failures(snapshot: Snapshot, key: str) -> tuple[str, ...] | None:
    """Return why a view that shows these intervals alone has nothing to show.

    No reason is there while it is computed; None where there is something to show.
    """
    wanted = SHOWN_INTERVALS[key].requests(snapshot)
    if any(known(snapshot, one) is not None for one in wanted):
        return None
    return tuple(dict.fromkeys(reason for one in wanted if (reason := failure(snapshot, one))))


def failed_job(snapshot: Snapshot, key: str) -> str:
    """Return why the job for these intervals of a view ended early; nothing where none did."""
    found = intervals_of(snapshot)
    if key not in SHOWN_INTERVALS or found is None or not found.failed_jobs:
        return ""
    wanted = view_requests(snapshot, {key})
    return next((found.failed_jobs[one] for one in wanted if one in found.failed_jobs), "")


def interval_requests(snapshot: Snapshot, shown: Collection[str]) -> tuple[IntervalRequest, ...]:
    """Return what the decision and views want to know; `shown` are the keys of their intervals."""
    of_views = view_requests(snapshot, shown)
    if not snapshot.settings.bands.shown:
        return of_views
    wanted = (
        decision_request(snapshot),
        *of_views,
        optimism_request(snapshot),
        reselected_threshold_request(snapshot),
        decision_on_new_cases_request(snapshot),
        decision_lead_request(snapshot),
        *ranked_requests(snapshot).values(),
        band_gain_request(snapshot),
        one_more_request(snapshot),
    )
    return tuple(dict.fromkeys(one for one in wanted if one is not None))


def view_requests(snapshot: Snapshot, shown: Collection[str]) -> tuple[IntervalRequest, ...]:
    """Return what views want to know of a snapshot; `shown` are the keys of their intervals."""
    bands = snapshot.settings.bands.shown
    return tuple(
        request
        for key, one in SHOWN_INTERVALS.items()
        if key in shown and (bands or not one.banded)
        for request in one.requests(snapshot)
        if request is not None
    )


def _band(
    key: str,
    *,
    at_condition: bool = False,
    takes: Callable[[RateSource], bool] | None = None,
    beside: Callable[[Snapshot], Requests] = lambda _: (),
    method: Callable[[BandChoices], object] = lambda _: None,
) -> ShownIntervals:
    """Return a band round the curve of every model that has one, and what is shown beside it."""

    def requests(snapshot: Snapshot) -> Requests:
        models: Iterable[str] = banded_models(snapshot)
        if takes is not None:
            model = snapshot.curve_set.model
            models = (one for one in models if takes(model(one).evaluation.table))
        return *(band_request(snapshot, key, one) for one in models), *beside(snapshot)

    return ShownIntervals(key, requests, banded=True, at_condition=at_condition, method=method)


_ENTRIES = (
    _band("cost", method=attrgetter("policy")),
    _band("roc", method=attrgetter("roc")),
    _band("rociv", method=attrgetter("roc")),
    _band("pr", at_condition=True),
    _band("gain", at_condition=True),
    _band("net_benefit", at_condition=True, takes=are_probabilities),
    _band("profit", at_condition=True, beside=lambda snapshot: (optimism_request(snapshot),)),
    ShownIntervals(
        "areas",
        lambda snapshot: (
            *map(areas_request, snapshot.models),
            *map(curve_request, snapshot.models),
        ),
    ),
    ShownIntervals("superiority", lambda snapshot: tuple(belief_requests(snapshot).values())),
    ShownIntervals("difference", lambda snapshot: (difference_request(snapshot),), of_pair=True),
    ShownIntervals("winners", lambda snapshot: (winners_request(snapshot),), whole=True),
    ShownIntervals("verdicts", lambda snapshot: (verdicts_request(snapshot),), whole=True),
    ShownIntervals(
        "tests",
        lambda snapshot: (tests_request(snapshot), belief_tests_request(snapshot)),
        whole=True,
    ),
)
SHOWN_INTERVALS: Mapping[str, ShownIntervals] = {one.key: one for one in _ENTRIES}
"""What views show that is resampled, by key, in the order in which it is computed."""
