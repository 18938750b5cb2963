"""Say how uncertain the figures of the decision are, and how intervals were found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from costcurve_gui.analysis.common_case_requests import number_in_common
from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.requests import (
    SHOWN_INTERVALS,
    decision_failure,
    decision_intervals,
    decision_request,
    lacks_results,
)
from costcurve_gui.translation import tr
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.text import inflection, numbers, uncertainty_text
from costcurve_gui.views.text.comparison_text import over, that_both_scored
from costcurve_gui.views.text.uncertainty_text import bands_summary, drawn, drawn_spec, level

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from costcurve_gui.analysis.intervals.results import DecisionIntervals
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.figure_interval import FigureInterval
    from costcurve_gui.views.view_spec import ViewSpec

    Write = Callable[[float], str]


LEAD = "lead"  # the figure over the runner-up; all others go by their names in a policy
COST = "normalized_expected_cost"  # the figure with an interval of two binomials too
LEAD_OVER = {"all": "lead_over_all", "none": "lead_over_none"}
_DRAWN_FROM_COUNTS = "Wilson"
_BY_CASE = tr("rules that decide case by case are not resampled")


class FigureUncertainty(NamedTuple):
    """An interval as a note beside its figure, with its level, and with all there is to say."""

    note: str = ""
    brief: str = ""
    hint: str = ""


NOT_KNOWN = FigureUncertainty()


def expects_intervals(snapshot: Snapshot) -> bool:
    """Whether intervals are there or on their way."""
    return snapshot.settings.bands.shown


def intervals_note(snapshot: Snapshot) -> str:
    """Say once how all intervals of the decision were found; nothing where there is none."""
    found = decision_intervals(snapshot)
    if found is None:
        return ""
    sure = tr("{level} intervals", level=uncertainty_text.level(found.spec))
    return f"{sure}, {uncertainty_text.drawn(found.spec)}" if is_resampled(found) else sure


def is_resampled(found: DecisionIntervals | None) -> TypeGuard[DecisionIntervals]:
    """Whether there are intervals that were drawn, not found from counts."""
    return found is not None and found.policy.expected_profit.method not in (
        "",
        _DRAWN_FROM_COUNTS,
    )


def uncertainty_note(
    snapshot: Snapshot, figure: str, write: Write = numbers.rate
) -> FigureUncertainty:
    """Return the interval of a figure of the selected model's policy, once it is known."""
    known = decision_intervals(snapshot)
    found = interval_of(snapshot, figure)
    if known is None:
        by_case = figure == LEAD and _decides_by_case(snapshot)
        return _none(_BY_CASE if by_case else decision_failure(snapshot))
    if found is None:
        return NOT_KNOWN
    if found.low is None or found.high is None:
        return _none(found.reason)
    note = numbers.interval(found.low, found.high, write)
    brief = f"{uncertainty_text.level(known.spec)}: {note}"
    how = method(found, known.spec)
    if figure == LEAD:
        spec = replace(known.spec, independent=snapshot.settings.bands.independent_samples)
        how = method(found, spec) + over(lead_cases(snapshot))
    if figure == COST:
        how = f"{how}\n{_by_binomials(known.policy.exact_cost, write)}"
    hint = "\n".join(filter(None, (brief, how, inflection.sentence_case(found.caution))))
    return FigureUncertainty(note, brief, hint)


def _decides_by_case(snapshot: Snapshot) -> bool:
    """Whether the decision has intervals, but none that replicates tell of two models."""
    key = snapshot.selected
    by_case = key is not None and snapshot.models[key].policy.is_per_case
    return by_case and expects_intervals(snapshot)


def _by_binomials(found: FigureInterval, write: Write) -> str:
    """Say what the interval is without resampling, or why it is not known."""
    if found.low is None or found.high is None:
        return tr("No interval by two binomials ({reason})", reason=found.reason)
    said = f" ({found.caution})" if found.caution else ""
    return f"{numbers.interval(found.low, found.high, write)}: {found.method}{said}"


def lead_cases(snapshot: Snapshot) -> str:
    """Say of which cases a lead is, where the two models did not score all."""
    wanted = decision_request(snapshot)
    keys = () if wanted is None else wanted.models
    return that_both_scored(number_in_common(snapshot, keys)) if len(keys) == 2 else ""


def _none(reason: str) -> FigureUncertainty:
    """Say that there is no interval, and why; nothing until it is known."""
    return (
        FigureUncertainty(tr("no interval"), hint=tr("no interval ({reason})", reason=reason))
        if reason
        else NOT_KNOWN
    )


def interval_of(snapshot: Snapshot, figure: str) -> FigureInterval | None:
    """Return the interval of a figure of the selected model's policy, once it is known."""
    known = decision_intervals(snapshot)
    if known is None:
        return None
    return known.lead if figure == LEAD else getattr(known.policy, figure)


def method(found: FigureInterval, spec: BootstrapSpec) -> str:
    """Say how an interval was found: Bootstrap, percentile, 2 000 replicates, seed 0."""
    if found.method == _DRAWN_FROM_COUNTS:
        return found.method
    return tr(
        "Bootstrap, {method}, {drawn}", method=found.method, drawn=uncertainty_text.drawn(spec)
    )


_FIXED = "fixed policy"  # the only one under which shares of wins are found
_VERDICTS = "verdicts"  # the view whose method is chosen


class Method(NamedTuple):
    """Level, replicates and seed of what is on show, and how each view was resampled."""

    text: str = ""
    hint: str = ""


def method_summary(snapshot: Snapshot | None, views: Mapping[str, str]) -> Method:
    """Say once how all that is in front was found; nothing where nothing was resampled.

    `views` holds the view in front of each family.
    """
    if snapshot is None:
        return Method()
    fronts = [VIEWS[view] for view in views.values() if view]
    said = [(one.title, _summary(snapshot, one)) for one in fronts]
    hint = "\n".join(f"{title}: {summary}" for title, summary in said if summary)
    spec = _resampled(snapshot, views.values())
    if spec is not None:
        return Method(f"{level(spec)}, {drawn(_of_file(snapshot, spec))}", hint)
    return Method(level(snapshot.settings.bands.spec) if hint else "", hint)


def _summary(snapshot: Snapshot, view: ViewSpec) -> str:
    return _over_all(snapshot, view) if view.compared else bands_summary(snapshot, view.key)


def _over_all(snapshot: Snapshot, view: ViewSpec) -> str:
    """Say how all models were compared; shares of wins have no level."""
    if lacks_results(snapshot, view.intervals):
        return ""
    spec = snapshot.settings.bands.spec
    method = snapshot.settings.bands.verdicts.value if view.key == _VERDICTS else _FIXED
    return f"{view.compared.format(level=level(spec))}: {method}, {drawn(_of_file(snapshot, spec))}"


def _resampled(snapshot: Snapshot, views: Collection[str]) -> BootstrapSpec | None:
    """Return what the decision or some view on show was drawn by."""
    if is_resampled(decision := decision_intervals(snapshot)):
        return decision.spec
    shown = [VIEWS[view].intervals for view in views]
    specs = (
        drawn_spec(snapshot, one.key)
        for one in SHOWN_INTERVALS.values()
        if one.banded and one.key in shown
    )
    found = next((spec for spec in specs if spec is not None), None)
    if found is None and any(_has_results(snapshot, key) for key in shown):
        return snapshot.settings.bands.spec
    return found


def _has_results(snapshot: Snapshot, key: str) -> bool:
    """Whether something is known of what a view shows alone."""
    one = SHOWN_INTERVALS.get(key)
    if one is None or not one.whole:
        return False
    return any(known(snapshot, request) is not None for request in one.requests(snapshot))


def _of_file(snapshot: Snapshot, spec: BootstrapSpec) -> BootstrapSpec:
    """Return what was drawn with the groups of the file, and how its models were tested."""
    independent_samples = snapshot.settings.bands.independent_samples and len(snapshot.models) > 1
    return replace(spec, groups=snapshot.curve_set.dataset.group, independent=independent_samples)
