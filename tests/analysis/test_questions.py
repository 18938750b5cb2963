"""Questions: what asking one changes, what its answer needs resampled, and what a report asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from costcurve_gui.analysis.questions import (
    ANSWERS,
    OF_DECISION,
    QUESTIONS,
    asked,
    asking,
    at_doubled_prior,
    lead_over_present,
    requests_with_answers,
    with_questions,
)
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.view_settings import FoldAverage
from tests.helpers.band_snapshots import banded
from tests.helpers.snapshots import german_credit_snapshot

BAYES, BOOSTING = "g/score_naive_bayes", "g/score_gradient_boosting"


def asked_of(snapshot, *keys):
    views = replace(snapshot.settings.views, questions=keys or tuple(QUESTIONS))
    return replace(snapshot, settings=replace(snapshot.settings, views=views))


PENDING = asked_of(german_credit_snapshot())


def test_that_asking_shows_what_the_answer_needs_and_puts_it_first():
    hidden = replace(
        banded(PENDING, shown=False).settings, hidden=frozenset({BAYES, BOOSTING, "g/score_mlp"})
    )
    snapshot = replace(asked_of(PENDING, "which", "better"), settings=hidden)
    snapshot = asked_of(snapshot, "which", "better")
    changes = asking(snapshot, QUESTIONS["better"])
    assert changes["views"].questions == ("better", "which")
    assert changes["bands"].shown
    assert changes["hidden"] == {"g/score_mlp"}
    folds = asking(snapshot, QUESTIONS["folds"])
    assert folds["views"].fold_average is FoldAverage.COST_SPACE
    assert folds["hidden"] == {BOOSTING, "g/score_mlp"}


def test_that_only_questions_that_were_asked_are_resampled_for():
    few = {one.kind for one in requests_with_answers(asked_of(PENDING, "which"), {ANSWERS})}
    assert not few & {"difference", "winners"}
    plain = set(requests_with_answers(PENDING, ()))
    more = set(requests_with_answers(PENDING, {ANSWERS})) - plain
    assert {one.kind for one in more} == {"difference", "winners", "new_cases", "new_cases_lead"}
    assert requests_with_answers(banded(PENDING, shown=False), {ANSWERS}) == ()


def test_that_a_report_answers_what_was_asked_and_else_who_decides():
    assert with_questions(asked_of(PENDING, "folds", "sure")).settings.views.questions == (
        "folds",
        "sure",
    )
    silent = with_questions(asked_of(PENDING, "of another version"))
    assert asked(silent) == OF_DECISION


def test_that_a_doubled_prior_is_that_of_a_snapshot_with_the_prior_typed():
    settings = PENDING.settings
    typed = replace(settings, condition=replace(settings.condition, prior=0.1))
    there = build_snapshot(PENDING.curve_set, typed)
    doubled = at_doubled_prior(PENDING)
    assert doubled.condition.prior == 2 * PENDING.condition.prior == pytest.approx(0.1)
    assert doubled.best == there.best
    assert doubled.models[doubled.best].policy == there.models[there.best].policy
    wanted = lead_over_present(PENDING, doubled)
    assert wanted.models == (there.best, PENDING.selected)
    assert at_doubled_prior(german_credit_snapshot(prior=0.6)) is None


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("sure", {"winners"}),
        ("doubled", {"new_cases", "new_cases_lead"}),
        ("better", {"difference"}),
        ("threshold", set()),
    ],
)
def test_that_an_answer_asks_for_its_own_intervals(key, kinds):
    plain = set(requests_with_answers(PENDING, ()))
    more = set(requests_with_answers(asked_of(PENDING, key), {ANSWERS})) - plain
    assert {one.kind for one in more} == kinds
