"""What every declared criterion promises, and by what its policies are compared."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.criteria import CRITERIA, OFFERED, best, criterion_of, tabled
from costcurve_gui.analysis.selection_settings import (
    Asked,
    BoundsSpec,
    ChoiceInput,
    FoundThreshold,
    Kind,
    ReviewSpec,
    SelectionSpec,
)
from costcurve_gui.engine.evaluation import evaluate_scores
from costcurve_gui.engine.resampling.chosen_thresholds import RESELECTABLE
from costcurve_gui.engine.selection import criteria
from costcurve_gui.engine.selection.policy import Reviewer
from costcurve_gui.engine.selection.rate_criteria import (
    closest_to_corner,
    highest_precision,
    target_precision,
    target_recall,
)
from costcurve_gui.resources import resource_path

if TYPE_CHECKING:
    from costcurve_gui.engine.selection.policy import Policy


def policy(criterion: str, **changes: float) -> Policy:
    model = evaluate_scores("m", [1, 0, 1, 0], [4, 3, 2, 1])
    made = replace(criteria.min_cost(model, model.condition()), criterion=criterion)
    return replace(made, **changes)


@pytest.mark.parametrize(
    ("criterion", "winner"),
    [
        ("min_cost", "profitable"),
        ("max_profit", "profitable"),
        ("manual", "profitable"),
        ("neyman_pearson", "sensitive"),
        ("neyman_pearson_single", "sensitive"),
        ("workforce", "sensitive"),
        ("workforce_single", "sensitive"),
        ("youden", "steep"),
    ],
)
def test_that_each_criterion_has_its_own_winner(criterion: str, winner: str) -> None:
    policies = {
        "profitable": policy(criterion, tpr=0.6, fpr=0.2, expected_profit=9.0),
        "sensitive": policy(criterion, tpr=0.9, fpr=0.8, expected_profit=1.0),
        "steep": policy(criterion, tpr=0.7, fpr=0.1, expected_profit=2.0),
    }
    assert best(policies) == winner


def test_that_the_best_model_is_found_by_what_the_target_leaves_open() -> None:
    labels = [True, True, False, False, False]
    early = evaluate_scores("early", labels, [5, 1, 4, 3, 2])
    late = evaluate_scores("late", labels, [4, 3, 5, 2, 1])
    both = {"early": early, "late": late}

    def winner(criterion, *bounds: float) -> str:
        return best({name: criterion(m, m.condition(), *bounds) for name, m in both.items()})

    assert winner(closest_to_corner) == "late"
    assert winner(target_recall, 0.5) == "early"
    assert winner(target_recall, 1.0) == "late"


def test_that_more_positives_at_one_precision_win_against_more_profit() -> None:
    labels = [True, True] + [False] * 5
    few = evaluate_scores("few", labels, [9, 1, 6, 5, 4, 3, 2])
    many = evaluate_scores("many", labels, [8, 7, 9, 5, 4, 3, 2])
    policies = {m.name: target_precision(m, m.condition(0.01), 0.02) for m in (few, many)}
    assert policies["few"].expected_profit > policies["many"].expected_profit
    assert best(policies) == "many"


def test_that_the_more_precise_of_two_models_is_the_better_one() -> None:
    y_true = [True, True, False, True, False, False, False]
    sharp = evaluate_scores("sharp", y_true, [7, 6, 5, 4, 3, 2, 1])
    blunt = evaluate_scores("blunt", y_true, [7, 3, 7, 2, 6, 5, 4])
    policies = {
        model.name: highest_precision(model, model.condition(0.01)) for model in (blunt, sharp)
    }
    assert best(policies) == "sharp"


def test_that_policies_bear_the_key_of_their_criterion() -> None:
    model = evaluate_scores("m", [1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.2, 0.1])
    selection = SelectionSpec(bounds=BoundsSpec(fpr=0.5, cases=500), population=1000)
    for criterion in tabled(selection, Asked(True, uncertain=True, units=True)):
        by_case = replace(criteria.min_cost(model, model.condition()), criterion=criterion.key)
        given = ChoiceInput(
            *(model, model.condition(), selection),
            threshold=0.7,
            per_case=lambda _, one=by_case: one,
            found=lambda _: FoundThreshold(2, 1.0),
        )
        chosen = criterion.choose(given)
        assert chosen is not None
        assert chosen.criterion == criterion.key


def test_that_a_review_refers_a_band() -> None:
    model = evaluate_scores("m", [1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.2, 0.1])
    free = ReviewSpec(Reviewer(0.0), capacity=500)
    selection = SelectionSpec(population=1000, review=free)
    given = ChoiceInput(model, model.condition(), selection)
    chosen = criterion_of("review_band").choose(given)
    assert chosen is not None
    assert chosen.review is not None
    assert 0 < chosen.review.referred <= 0.5
    plain = ChoiceInput(model, model.condition(), SelectionSpec())
    assert criterion_of("review_band").choose(plain) is None


def test_that_a_measure_has_words_wherever_a_rule_is_offered() -> None:
    for criterion in OFFERED:
        assert criterion.hint
        if criterion.measure is not None:
            measure = criterion.measure
            assert all((measure.name, measure.symbol, measure.meaning))
            assert criterion.measure.attains or criterion.kind is Kind.TARGET


def test_that_the_help_names_every_rule() -> None:
    page = resource_path("help", "decision.html").read_text(encoding="utf-8")
    said = " ".join(unescape(page).split())
    assert [one.label for one in OFFERED if one.label not in said] == []


def test_that_the_engine_chooses_again_in_replicates_what_says_so() -> None:
    assert {key for key, one in CRITERIA.items() if one.reselected} == set(RESELECTABLE)


def test_that_bounds_decide_which_criteria_the_tables_list() -> None:
    free, bounded = SelectionSpec(), SelectionSpec(bounds=BoundsSpec(fpr=0.1))
    keys = {one.key for one in tabled(bounded, Asked(False))}
    keys -= {one.key for one in tabled(free, Asked(False))}
    of_sources = {"neyman_pearson", "neyman_pearson_single"}
    assert keys == {*of_sources, "constrained", "constrained_single"}
    with_payoffs = {one.key for one in tabled(bounded, Asked(True))}
    assert {"neyman_pearson_profit", "neyman_pearson_profit_single"} <= with_payoffs
    in_report = {one.key for one in tabled(bounded, Asked(False), in_report=True)}
    assert {"constrained", "constrained_single"} <= in_report
