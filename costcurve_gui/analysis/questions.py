"""The questions that can be asked of a comparison: where each is answered, and what that needs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.analysis.intervals.new_cases import (
    decision_on_new_cases_request,
    lead_request,
)
from costcurve_gui.analysis.intervals.requests import (
    decision_request,
    difference_request,
    interval_requests,
    winners_request,
)
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.snapshot import competitor_of
from costcurve_gui.analysis.view_settings import FoldAverage
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Collection

    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.snapshot import Snapshot

    Requests = tuple[IntervalRequest | None, ...]

ANSWERS = "answers"
"""What the panel of answers shows, beside the keys of what views show."""


class Question(NamedTuple):
    """One question.

    `text` is what a menu calls it, `letter` the key that ends its shortcut. `view` is where the
    answer is seen, or `otherwise` where a file does not suit that view. `of_pair` says that it is
    about the selected model and its competitor. `keywords` are more words by which it is found.
    """

    key: str
    text: str
    letter: str
    view: str
    otherwise: str = ""
    of_pair: bool = False
    keywords: str = ""


OF_DECISION = (
    Question("which", tr("Which model, and where?"), "W", "cost", keywords="best cheapest"),
    Question("threshold", tr("Which threshold?"), "T", "profit", keywords="cut-off rule"),
    Question("earns", tr("What does it earn?"), "E", "profit", keywords="profit money"),
    Question(
        "sure", tr("How sure is that?"), "S", "winners", "cost", keywords="probability chance"
    ),
    Question("doubled", tr("What if the prior doubles?"), "D", "cost", keywords="more positives"),
    Question("act_on", tr("Whom to act on?"), "A", "gain", "rates", keywords="target cases"),
)
"""What the person who decides asks."""
OF_EXPERIMENT = (
    Question("costs", tr("What does a model cost here?"), "C", "cost", keywords="performance"),
    Question(
        "worth_using", tr("When is a model worth using?"), "U", "cost", keywords="trivial range"
    ),
    Question("better", tr("Where is it better than another?"), "B", "difference", of_pair=True),
    Question("difference", tr("How much better is it here?"), "H", "difference", of_pair=True),
    Question("folds", tr("What is the average over folds?"), "F", "folds", keywords="mean"),
    Question("interval", tr("How wide is the interval of its cost?"), "I", "cost"),
    Question("significant", tr("Where is it significant?"), "G", "difference", of_pair=True),
)
"""The seven questions of an experimenter (Drummond & Holte 2006, introduction), in their order."""
QUESTIONS = {one.key: one for one in (*OF_DECISION, *OF_EXPERIMENT)}


def asked(snapshot: Snapshot) -> tuple[Question, ...]:
    """Return the questions whose answers are on show, the one asked last first."""
    return tuple(QUESTIONS[key] for key in snapshot.settings.views.questions if key in QUESTIONS)


def with_questions(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot whose questions a report answers: those asked, else of who decides."""
    keys = [one.key for one in asked(snapshot) or OF_DECISION]
    views = replace(snapshot.settings.views, questions=tuple(keys))
    return replace(snapshot, settings=replace(snapshot.settings, views=views))


def asking(snapshot: Snapshot, question: Question) -> dict[str, object]:
    """Return what of the settings changes when a question is asked.

    Intervals are shown, the curves that it is about are, and folds are averaged in cost space.
    """
    settings, key = snapshot.settings, question.key
    views = settings.views
    others = tuple(one for one in views.questions if one != key)
    views = replace(views, questions=(key, *others))
    if key == "folds":
        views = replace(views, fold_average=FoldAverage.COST_SPACE)
    about = {snapshot.selected, competitor_of(snapshot) if question.of_pair else None}
    return {
        "views": views,
        "bands": replace(settings.bands, shown=True),
        "hidden": settings.hidden and settings.hidden - {one for one in about if one is not None},
    }


@once
def at_doubled_prior(snapshot: Snapshot) -> Snapshot | None:
    """Return what would be if the prior doubled, the best model selected; None above one half."""
    from costcurve_gui.analysis.snapshot_builder import build_snapshot

    prior = 2 * snapshot.condition.prior
    if prior >= 1:
        return None
    settings = snapshot.settings
    doubled = replace(settings.condition, prior=prior)
    changed = replace(settings, condition=doubled, selected=None)
    return build_snapshot(snapshot.curve_set, changed, snapshot)


def requests_with_answers(
    snapshot: Snapshot, shown: Collection[str]
) -> tuple[IntervalRequest, ...]:
    """Return what is to be resampled: `interval_requests`, and with `ANSWERS` what those want."""
    wanted: Requests = interval_requests(snapshot, shown)
    if ANSWERS in shown and snapshot.settings.bands.shown:
        wanted += tuple(request for one in asked(snapshot) for request in _requests(snapshot, one))
    return tuple(dict.fromkeys(request for request in wanted if request is not None))


def _requests(snapshot: Snapshot, question: Question) -> Requests:
    if question.of_pair:
        return difference_request(snapshot), pair_lead_request(snapshot)
    if question.key == "sure":
        return (winners_request(snapshot),)
    doubled = at_doubled_prior(snapshot) if question.key == "doubled" else None
    if doubled is None:
        return ()
    worth = decision_on_new_cases_request(doubled) or decision_request(doubled)
    return worth, lead_over_present(snapshot, doubled)


def pair_lead_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for the lead of the selected model over its competitor on new cases."""
    key, other = snapshot.selected, competitor_of(snapshot)
    return None if key is None or other is None else lead_request(snapshot, key, other)


def lead_over_present(snapshot: Snapshot, doubled: Snapshot) -> IntervalRequest | None:
    """Return the request for the lead, were the prior doubled, over the model of now."""
    now, then = snapshot.selected, doubled.best
    return None if now is None or then in (now, None) else lead_request(doubled, then or "", now)
