"""How models and trivial classifiers compare, against the figures of their policies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.compromises import nearest_bounds
from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.criteria import OFFERED
from costcurve_gui.analysis.intervals.requests import (
    selected_position,
    verdicts_request,
    winners_request,
)
from costcurve_gui.analysis.model_ranking import (
    allowed_trivials,
    as_good,
    caught_of,
    compared_figure,
    compares_money,
    cost_of_bounds,
    figure_of,
    gain,
    ranks_by,
    winning_trivial,
)
from costcurve_gui.analysis.selection_settings import BoundsSpec, ReviewSpec, SelectionSpec
from costcurve_gui.analysis.snapshot import competitor_of, names_left_out, ranking, runner_up
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables import verdicts
from costcurve_gui.analysis.tables.decisions import decisions
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.engine.selection.policy import Reviewer
from tests.helpers.choices import Choice
from tests.helpers.snapshots import german_credit, german_credit_snapshot

if TYPE_CHECKING:
    from costcurve_gui.analysis.selection_settings import Criterion
    from costcurve_gui.analysis.snapshot import Snapshot

REVIEW = ReviewSpec(Reviewer(0.05, 0.9, 0.1))


def snapshot_of(selection: SelectionSpec) -> Snapshot:
    settings = replace(german_credit_snapshot().settings, selection=selection)
    return build_snapshot(german_credit().curve_set, settings)


@pytest.mark.parametrize("criterion", OFFERED, ids=lambda one: one.key)
def test_that_no_model_gains_on_the_best_one(criterion: Criterion) -> None:
    spec = SelectionSpec(criterion, review=REVIEW, known_when_deciding=("amount",))
    snapshot = snapshot_of(spec)
    best = snapshot.models[ranking(snapshot)[0]].policy
    able = [model.policy for model in snapshot.models.values() if model.met]
    gains = [gain(snapshot, best, policy) for policy in able]
    assert min(gains) == 0
    assert max(gains) > 0


@pytest.mark.parametrize(
    ("choice", "figure", "by"),
    [
        (Choice.MAX_PROFIT, "expected_profit", Objective.PROFIT),
        (Choice.MIN_COST, "normalized_expected_cost", Objective.COST),
        (Choice.NEYMAN_PEARSON, "tpr", Objective.TPR),
        (Choice.TARGET_RECALL, "fpr", None),
        (Choice.TARGET_PRECISION, "tpr", None),
    ],
)
def test_that_each_choice_compares_its_figure(
    choice: Choice, figure: str, by: Objective | None
) -> None:
    snapshot = german_credit_snapshot(choice, prior=0.3)
    assert ranks_by(snapshot) is by
    assert compares_money(snapshot) == (by in (Objective.PROFIT, Objective.COST))
    for key, model in snapshot.models.items():
        assert compared_figure(snapshot, model.policy) == getattr(model.policy, figure)
        assert figure_of(snapshot, key) == (getattr(model.policy, figure) if model.met else None)


def test_that_a_trivial_classifier_has_a_figure_where_it_does_what_is_asked() -> None:
    by_recall = german_credit_snapshot(Choice.TARGET_RECALL)
    assert figure_of(by_recall, "all") == 1  # its fpr
    assert figure_of(by_recall, "none") is None
    by_precision = german_credit_snapshot(Choice.TARGET_PRECISION)
    assert figure_of(by_precision, "all") is None
    assert figure_of(by_precision, "none") is None
    within = german_credit_snapshot(Choice.NEYMAN_PEARSON)
    assert figure_of(within, "all") is None
    assert figure_of(within, "none") == 0
    assert figure_of(within, "no such model") is None


def test_that_bounds_shut_trivial_classifiers_out() -> None:
    free = snapshot_of(SelectionSpec())
    bounded = snapshot_of(SelectionSpec(bounds=BoundsSpec(fpr=0.2)))
    assert free.best is not None
    assert set(allowed_trivials(free, free.best)) == {"all", "none"}
    assert set(allowed_trivials(bounded, free.best)) == {"none"}


def test_that_a_trivial_classifier_wins_where_no_model_earns_more() -> None:
    def winner(prior: float, choice: Choice = Choice.MAX_PROFIT) -> str | None:
        return winning_trivial(german_credit_snapshot(choice, prior=prior, only="decision_tree"))

    assert [winner(prior) for prior in (0.001, 0.05, 0.5)] == ["none", None, "all"]
    assert winner(0.001, Choice.YOUDEN) is None  # which is not about money


def test_that_bounds_cost_what_the_best_threshold_earns_more_without_them() -> None:
    bounded = snapshot_of(SelectionSpec(objective=Objective.PROFIT, bounds=BoundsSpec(fpr=0.05)))
    free = snapshot_of(SelectionSpec(objective=Objective.PROFIT))
    less = cost_of_bounds(bounded)
    assert less is not None
    assert bounded.best is not None
    assert free.best is not None
    profits = [one.models[one.best or ""].policy.expected_profit for one in (bounded, free)]
    assert less == pytest.approx(profits[0] - profits[1])
    assert less < 0
    assert cost_of_bounds(free) is None


def test_that_a_model_is_as_good_as_itself_and_not_as_a_better_one() -> None:
    snapshot = german_credit_snapshot()
    best, second, *_ = ranking(snapshot)
    assert as_good(snapshot, best, best)
    assert not as_good(snapshot, second, best)


def test_that_positives_caught_are_those_of_the_population() -> None:
    snapshot = german_credit_snapshot(prior=0.1)
    policy = next(iter(snapshot.models.values())).policy
    caught, total = caught_of(snapshot, policy)
    assert total == pytest.approx(1000)
    assert caught == pytest.approx(policy.confusion(10_000, 0.1).tp)


@pytest.mark.parametrize(
    "selection",
    [
        *(SelectionSpec(criterion) for criterion in OFFERED),
        SelectionSpec(bounds=BoundsSpec(fpr=0.1, cases=900)),
        SelectionSpec(objective=Objective.TPR, bounds=BoundsSpec(cases=1000), mixed=True),
        SelectionSpec(bounds=BoundsSpec(fpr=0.01, tpr=0.99)),
    ],
)
def test_that_models_left_out_decide_nothing_as_if_the_file_lacked_them(
    selection: SelectionSpec,
) -> None:
    whole = snapshot_of(selection)
    left_out = frozenset(ranking(whole)[:2])
    settings = replace(whole.settings, left_out=left_out)
    found = build_snapshot(whole.curve_set, settings)
    kept = tuple(one for one in whole.curve_set.models if one.info.key not in left_out)
    lacking = build_snapshot(replace(whole.curve_set, models=kept), whole.settings)
    assert list(found.models) == list(whole.models)
    assert (found.best, found.selected, found.met) == (
        lacking.best,
        lacking.selected,
        lacking.met,
    )
    assert found.best not in left_out
    assert ranking(found)[: len(kept)] == ranking(lacking)
    assert runner_up(found, found.best or "") == runner_up(lacking, lacking.best or "")
    assert competitor_of(found) == competitor_of(lacking)
    assert (found.mixture is None) == (lacking.mixture is None)
    assert names_left_out(found) == tuple(
        one.info.name for key, one in whole.models.items() if key in left_out
    )
    for request in (winners_request, verdicts_request):
        assert request(found) == request(lacking)
    bounds = [None if one.bounded is None else one.bounded.free for one in (found, lacking)]
    assert bounds[0] == bounds[1]
    assert nearest_bounds(found) == nearest_bounds(lacking)
    chosen, wanted = (
        [(one, model.key, best) for one, model, _, best in decisions(each, TableOptions()) if best]
        for each in (found, lacking)
    )
    assert chosen == wanted
    assert cost_comparisons(found).winners == cost_comparisons(lacking).winners
    assert verdicts._reference(found) == verdicts._reference(lacking)


def test_that_all_decide_where_none_would_be_left_and_a_selected_one_is_compared() -> None:
    whole = snapshot_of(SelectionSpec())
    first, second, *_ = ranking(whole)
    nobody = build_snapshot(
        whole.curve_set, replace(whole.settings, left_out=frozenset(whole.models))
    )
    assert nobody.best == first
    assert names_left_out(nobody) == ()
    looked_at = replace(whole.settings, left_out=frozenset({first}), selected=first)
    found = build_snapshot(whole.curve_set, looked_at)
    assert (found.selected, found.best) == (first, second)
    assert list(found.compared) == list(whole.models)
    assert runner_up(found, first) == second
    assert selected_position(found) == list(whole.models).index(first)
