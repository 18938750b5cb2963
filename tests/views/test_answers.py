"""Answers to questions: their figures are those of the tables, pending ones have none."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from costcurve_gui.analysis.belief_results import pairs_cases_needed
from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.criteria import PER_CASE
from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.estimator import Estimator
from costcurve_gui.analysis.intervals.jobs import resample
from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.new_cases import (
    decision_lead_on_new_cases,
    decision_on_new_cases_request,
)
from costcurve_gui.analysis.intervals.requests import (
    decision_intervals,
    known_difference,
    winners_request,
)
from costcurve_gui.analysis.loading import load_example
from costcurve_gui.analysis.questions import (
    ANSWERS,
    OF_EXPERIMENT,
    QUESTIONS,
    at_doubled_prior,
    requests_with_answers,
)
from costcurve_gui.analysis.selection_settings import SelectionSpec
from costcurve_gui.analysis.snapshot import runner_up
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.registry import TABLES
from costcurve_gui.analysis.view_results import ViewResults
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure
from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.views.text import decision_summary, numbers
from costcurve_gui.views.text.answers import answer_to, answers, copied
from costcurve_gui.views.text.vocabulary import vocabulary_of
from tests.helpers.band_snapshots import banded, knowing, resampled
from tests.helpers.choices import Choice, selected_by
from tests.helpers.family_snapshots import family_snapshot
from tests.helpers.fold_snapshots import FOREST, fold_results, fold_snapshot
from tests.helpers.snapshots import german_credit, german_credit_snapshot

SPEC = BootstrapSpec(200, seed=1)
BAYES, BOOSTING = "g/score_naive_bayes", "g/score_gradient_boosting"
RESAMPLED = ("which", "threshold", "earns", "sure", "doubled", "costs", "difference", "interval")
AWAITED = "(Estimating|Computing|Averaging) .*\u2026|being (estimated|computed)"


def asked(snapshot, *keys):
    views = replace(snapshot.settings.views, questions=keys or tuple(QUESTIONS))
    return replace(snapshot, settings=replace(snapshot.settings, views=views))


def said(snapshot, key):
    return answer_to(QUESTIONS[key], snapshot).text


def figures(text):
    """Return every number of a text as it would be typed."""
    found = re.findall(r"[+−]?\d[\d\u202f]*(?:\.\d+)?", text)
    return [numbers.parse_number(one) for one in found]


PENDING = asked(german_credit_snapshot())


def table(snapshot, name, **options):
    spec = next(spec for spec in TABLES if spec.name == name)
    made = spec.make(snapshot, TableOptions(payoffs_given=True, **options))
    columns = [column.tolist() for column in made.columns]
    return [dict(zip(made.header, row, strict=True)) for row in zip(*columns, strict=True)]


@cache
def known_snapshot():
    """The credit file with every question asked, and all that answers and two tables need."""
    loaded, snapshot = german_credit(), banded(PENDING, spec=SPEC)
    options = TableOptions(payoffs_given=True, models=frozenset({BAYES, BOOSTING}))
    needs = [
        one
        for spec in TABLES
        if spec.name in ("selection", "optimum")
        for one in spec.needs(snapshot, options)
    ]
    wanted = dict.fromkeys((*requests_with_answers(snapshot, {ANSWERS}), *needs))
    source = resampling_input(loaded.curve_set, loaded.source, loaded.settings.payoff)
    bands = snapshot.settings.bands
    return knowing(snapshot, resample(source, list(wanted), bands, SPEC))


def selection_row(model="naive_bayes"):
    rows = table(known_snapshot(), "selection", models=frozenset({BAYES, BOOSTING}))
    return next(row for row in rows if (row["criterion"], row["model"]) == ("min_cost", model))


def test_that_the_earnings_are_those_of_the_selection_table():
    row, text = selection_row(), said(known_snapshot(), "earns")
    new, level, low, high, here, cases, total, least, most, *trivial = figures(text)
    ends = [row[f"new_cases_profit{end}"] for end in ("", "_low", "_high")]
    assert [new, low, high] == [round(end) for end in ends]
    assert (level, cases) == (90, 10_000)
    assert here == pytest.approx(row["expected_profit"], abs=0.005)
    assert [total, least, most] == pytest.approx([1e4 * end for end in ends], abs=1e4)
    assert trivial == [0, -50.64]
    assert "on new cases" in text
    assert "on this sample" in text


def test_that_the_cost_and_its_interval_are_those_of_the_selection_table():
    row, snapshot = selection_row(), known_snapshot()
    new = [row[f"new_cases_normalized_cost{end}"] for end in ("", "_low", "_high")]
    money = [row[f"new_cases_cost{end}"] for end in ("", "_low", "_high")]
    found = figures(said(snapshot, "costs"))
    assert found[0] == pytest.approx(new[0], abs=0.0005)
    assert found[2:4] == pytest.approx(new[1:], abs=0.0005)
    assert found[4] == pytest.approx(row["normalized_expected_cost"], abs=0.0005)
    assert found[5] == pytest.approx(snapshot.condition.probability_cost, abs=0.0005)
    assert found[6:] == [round(end) for end in money]
    _, low, high, fixed_low, fixed_high, level = figures(said(snapshot, "interval"))
    assert [low, high] == pytest.approx(new[1:], abs=0.0005)
    fixed = [row[f"normalized_expected_cost{end}"] for end in ("_low", "_high")]
    assert [fixed_low, fixed_high] == pytest.approx(fixed, abs=0.0005)
    assert level == 90


def test_that_the_threshold_and_its_interval_are_those_of_the_tables():
    (row,) = (one for one in table(known_snapshot(), "optimum") if one["model"] == "naive_bayes")
    threshold, low, high, _ = figures(said(known_snapshot(), "threshold"))
    assert threshold == pytest.approx(selection_row()["threshold"], abs=5e-5)
    found = [row["threshold_low"], row["threshold_high"]]
    assert [low, high] == pytest.approx(found, abs=5e-5)


def test_that_the_lead_is_that_of_the_table_of_best_thresholds():
    (row,) = (one for one in table(known_snapshot(), "optimum") if one["model"] == "naive_bayes")
    ends = [row[f"new_cases_lead_over_next_best{end}"] for end in ("", "_low", "_high")]
    text = said(known_snapshot(), "which")
    lead, _, low, high, *_ = figures(text)
    assert [lead, low, high] == [round(end) for end in ends]
    assert low < 0 < high
    assert "more than gradient_boosting (90 %:" in text
    assert "), not significant." in text


def test_that_conditions_of_the_cheapest_model_are_those_of_the_envelopes():
    curves = {one.info.key: one.evaluation.envelope for one in PENDING.curve_set.models}
    text = said(PENDING, "which")
    low, high = figures(text.partition("PC(+) from ")[2])[:2]
    for pc_plus in (low + 0.002, high - 0.002):
        costs = {key: float(one.value_at(pc_plus)) for key, one in curves.items()}
        assert min(costs, key=costs.get) == BAYES
    for pc_plus in (low - 0.002, high + 0.002):
        costs = {key: float(one.value_at(pc_plus)) for key, one in curves.items()}
        assert min(costs, key=costs.get) != BAYES
    means = PENDING.condition.means
    priors = [
        100 * at * means.fp_cost / (at * means.fp_cost + (1 - at) * means.fn_cost)
        for at in (low, high)
    ]
    assert figures(text.partition("p(bad) from ")[2])[:2] == pytest.approx(priors, abs=0.06)


def test_that_sureness_is_the_confidence_of_the_lead_and_the_share_of_the_replicates():
    snapshot = known_snapshot()
    lead = decision_lead_on_new_cases(snapshot)
    text = said(snapshot, "sure")
    assert text.startswith(
        "Confidence that naive_bayes beats gradient_boosting here: "
        f"{100 * lead.confidence:.0f} %; "
        "not significant. "
    )
    won = known(snapshot, winners_request(snapshot))
    share = won.share_at(list(snapshot.models).index(BAYES), snapshot.condition.probability_cost)
    assert f"the cheapest of all six models in {100 * share:.0f} % of the replicates" in text


def test_that_the_size_of_a_test_follows_from_the_interval_of_the_lead():
    snapshot = known_snapshot()
    found = re.search(
        r"A test that shows that naive_bayes earns more than gradient_boosting takes about (.+) "
        r"cases at 80 % power \((.+) to no end\), judging by the lead on this sample, whose rules "
        r"were chosen on the same cases\.",
        said(snapshot, "sure"),
    )
    assert found is not None
    assert (
        "Cases needed: normal approximation from the interval of the lead on this sample, "
        "thresholds held fixed, bootstrap, percentile, 200 replicates, seed 1."
    ) in answer_to(QUESTIONS["sure"], snapshot).method
    other = next(key for key in snapshot.models if key.endswith("gradient_boosting"))
    ((_, _, exact),) = pairs_cases_needed(snapshot, (BAYES, other))
    about, low = (float(one.replace("\u202f", "")) for one in found.groups())
    assert about == pytest.approx(exact.cases, rel=0.3)
    assert low == pytest.approx(exact.cases_low, rel=0.3)  # of few replicates


def test_that_the_other_one_is_named_where_it_is_ahead():
    lead = decision_lead_on_new_cases(known_snapshot())
    assert lead.reversed.confidence == pytest.approx(1 - lead.confidence)
    snapshot = known_snapshot()
    results = dict(snapshot.intervals.results)
    wanted = next(one for one in results if results[one] is lead)
    turned = knowing(snapshot, {**results, wanted: lead.reversed})
    text = said(turned, "sure")
    share = f"{100 * lead.confidence:.0f} %"
    assert f"Confidence that gradient_boosting beats naive_bayes here: {share}" in text
    assert "naive_bayes earns" in text
    assert "less than gradient_boosting" in text


def test_that_nothing_is_quite_sure():
    snapshot, results = known_snapshot(), dict(known_snapshot().intervals.results)
    lead = decision_lead_on_new_cases(snapshot)
    wanted = next(one for one in results if results[one] is lead)
    sure = knowing(snapshot, {**results, wanted: replace(lead, confidence=0.9999)})
    assert said(sure, "sure").startswith(
        "Confidence that naive_bayes beats gradient_boosting here: over 99 %"
    )


def test_that_a_doubled_prior_is_answered_from_a_snapshot_at_that_prior():
    snapshot = known_snapshot()
    settings = replace(snapshot.settings, condition=replace(snapshot.settings.condition, prior=0.1))
    there = build_snapshot(snapshot.curve_set, settings)
    assert at_doubled_prior(snapshot).best == there.best == "g/score_random_forest"
    text = said(snapshot, "doubled")
    assert text.startswith(
        "At a prior of 10 % random_forest would be cheaper on this sample: refuse where"
    )
    profit = there.models[there.best].policy.expected_profit
    assert f"{profit:+.2f} on this sample" in text
    assert "On new cases it would earn" in text
    assert "more than naive_bayes (90 %:" in text


def test_that_a_rule_worse_than_a_trivial_one_at_the_doubled_prior_is_said_to_be_so():
    snapshot = known_snapshot()
    doubled = at_doubled_prior(snapshot)
    results = dict(snapshot.intervals.results)
    wanted = decision_on_new_cases_request(doubled)
    lead = NewCasesFigure(5.2, -1.3, -7.3, 4.5)
    results[wanted] = replace(results[wanted], lead=lead, trivial="all")
    text = said(knowing(snapshot, results), "doubled")
    assert text.endswith(" No better than refusing all on new cases.")
    assert "No better" not in said(snapshot, "doubled")


def test_that_another_model_than_the_selected_one_is_recommended_with_the_interval_of_its_lead():
    given = german_credit_snapshot(Choice.MANUAL, threshold=0.1)
    other = runner_up(given, given.selected)
    snapshot = resampled(snapshot=replace(given, best=other))
    lead = decision_intervals(snapshot).lead
    low, high = (vocabulary_of(snapshot).amount(-end) for end in (lead.high, lead.low))
    text = said(snapshot, "which")
    assert text.startswith(f"Use {snapshot.models[other].info.name}. On this sample it earns ")
    assert f"(90 %: {low} to {high}), not significant." in text


def by_case(prior):
    loaded = german_credit()
    condition = replace(loaded.settings.condition, prior=prior)
    settings = replace(
        loaded.settings,
        selection=SelectionSpec(PER_CASE, known_when_deciding=("amount",)),
        condition=condition,
    )
    return build_snapshot(loaded.curve_set, settings)


def test_that_answers_on_a_rule_of_each_case_have_the_intervals_of_its_row():
    snapshot = banded(by_case(0.05))
    only = TableOptions(payoffs_given=True, models=frozenset({snapshot.selected}))
    made = next(spec for spec in TABLES if spec.name == "selection").make(snapshot, only)
    columns = [column.tolist() for column in made.columns]
    rows = [dict(zip(made.header, row, strict=True)) for row in zip(*columns, strict=True)]
    row = next(row for row in rows if row["criterion"] == "per_case")
    low, high = (row[f"expected_profit_{end}"] for end in ("low", "high"))
    assert f"per applicant out of fold (90 %: {low:.2f} to {high:.2f})" in decision_summary.answer(
        snapshot
    )
    low, high = (row[f"normalized_expected_cost_{end}"] for end in ("low", "high"))
    text = said(snapshot, "interval")
    assert text.endswith(f" at PC(+) 0.576 lies within {low:.3f} to {high:.3f} (90 %).")
    plain = banded(by_case(0.05), shown=False)
    assert "90 %" not in decision_summary.answer(plain)


def test_that_the_lead_of_a_rule_of_each_case_is_said_to_have_no_interval():
    snapshot = banded(by_case(0.05))
    other = snapshot.models[runner_up(snapshot, snapshot.selected)].info.name
    end = f" than {other} out of fold (no interval)."
    assert end in decision_summary.answer(snapshot)
    assert "no interval" not in decision_summary.answer(banded(snapshot, shown=False))


def test_that_a_rule_of_each_case_is_doubted_like_any_other():
    doubt = "Not significantly better than granting all (+"
    assert doubt in decision_summary.answer(banded(by_case(0.012)))
    assert doubt not in decision_summary.answer(banded(by_case(0.05)))
    assert doubt not in decision_summary.answer(banded(by_case(0.012), shown=False))


def test_that_a_prior_above_one_half_cannot_double():
    assert said(german_credit_snapshot(prior=0.6), "doubled") == "A prior of 60 % cannot double."


def test_that_a_doubled_prior_at_which_no_model_is_worth_using_is_said():
    text = said(german_credit_snapshot(prior=0.002, only="naive_bayes"), "doubled")
    assert text == "At a prior of 0.4 % no model would be cheaper than granting all."


def test_that_those_to_act_on_are_counted_as_in_the_confusion_matrix():
    snapshot = known_snapshot()
    row, text = selection_row(), said(snapshot, "act_on")
    assert answer_to(QUESTIONS["act_on"], snapshot).title == "Whom to refuse?"
    caught, acted = 500 * row["tpr"], 10_000 * row["fraction_targeted"]
    assert f"That refuses {numbers.count(acted)} of 10\u202f000 applicants" in text
    assert f"{caught:.0f} of 500 positives (bad) ({100 * row['tpr']:.1f} %; 90 %: " in text
    assert f"and {numbers.count(acted - caught)} others" in text
    assert [row["tpr_low"], row["tpr_high"]] == pytest.approx(
        [one / 100 for one in figures(text.partition("; 90 %: ")[2])[:2]], abs=0.0006
    )


def test_that_where_a_model_is_worth_using_is_where_its_envelope_is_below_both_trivial_ones():
    text = said(known_snapshot(), "worth_using")
    low, high = figures(text.partition("for PC(+) from ")[2])[:2]
    envelope = known_snapshot().curve_set.model(BAYES).evaluation.envelope
    at = np.linspace(0, 1, 2001)
    below = at[envelope.value_at(at) < np.minimum(at, 1 - at) - 1e-12]
    assert [low, high] == pytest.approx([below.min(), below.max()], abs=0.001)
    assert figures(text)[0] == round(selection_row()["new_cases_lead_over_trivial"])
    assert "more than refusing all on new cases (90 %: " in text
    assert "), significant. On this sample naive_bayes beats refusing all and granting all" in text


def test_that_a_comparison_names_the_stretches_of_the_crossovers():
    snapshot = known_snapshot()
    text = said(snapshot, "better")
    for one in cost_comparisons(snapshot).comparison.stretches:
        if one.better in "ab":
            assert numbers.interval(one.low, one.high) in text
    assert text.endswith("Nowhere is the difference significant (90 %, simultaneous).")


def test_that_a_difference_is_that_of_the_envelopes_with_its_band():
    snapshot, at = known_snapshot(), known_snapshot().condition.probability_cost
    curves = {one.info.key: one.evaluation.envelope for one in snapshot.curve_set.models}
    less = float(curves[BAYES].value_at(at) - curves[BOOSTING].value_at(at))
    band = known_difference(snapshot).band
    ends = [float(np.interp(at, band.x, end)) for end in (band.lower, band.upper)]
    text = said(snapshot, "difference").partition("On this sample ")[2]
    found, level, low, high, there = figures(text)
    assert [found, low, high, there] == pytest.approx([less, *ends, at], abs=0.0005)
    assert level == 90


def test_that_significance_is_named_over_all_conditions_and_at_this_one():
    text = said(known_snapshot(), "significant")
    assert text.startswith(
        "Nowhere is the difference significant (90 %, simultaneous). "
        "On new cases naive_bayes earns "
    )


def test_that_the_mean_over_folds_is_that_of_their_envelopes():
    snapshot = fold_snapshot()
    snapshot = replace(snapshot, selected=FOREST)
    at = snapshot.condition.probability_cost
    curves = fold_results().curves[FOREST].cost
    costs = [float(np.interp(at, curve.x, curve.y)) for curve in curves]
    mean, spread = np.mean(costs), np.std(costs, ddof=1)
    text = said(snapshot, "folds")
    assert ", on the rows used to choose the thresholds (standard deviation " in text
    folds, found, there, scatter, level, low, high = figures(text)
    assert (folds, level) == (10, 90)
    margin = 1.8331129 * spread / np.sqrt(10)  # Student's t with 9 degrees of freedom
    assert [found, there, scatter] == pytest.approx([mean, at, spread], abs=0.0005)
    assert [low, high] == pytest.approx([mean - margin, mean + margin], abs=0.0005)
    assert "optimistic" in answer_to(QUESTIONS["folds"], snapshot).method


def test_that_files_without_folds_say_where_to_choose_them():
    assert said(PENDING, "folds") == "Averaging the folds …"
    empty = type(fold_results())()
    none = replace(PENDING, results=ViewResults(folds=empty))
    assert said(none, "folds") == (
        "No fold column. Choose one in Data and models to average folds."
    )


@pytest.mark.parametrize("key", RESAMPLED)
def test_that_a_pending_interval_is_named_and_no_figure_of_it_is_shown(key):
    text = said(PENDING, key)
    assert re.search(AWAITED, text)
    assert "90 %:" not in text
    assert answer_to(QUESTIONS[key], known_snapshot()).method
    assert not re.search(AWAITED, said(known_snapshot(), key))


def test_that_intervals_of_another_condition_are_never_shown():
    snapshot = known_snapshot()
    settings = replace(
        snapshot.settings, condition=replace(snapshot.settings.condition, prior=0.051)
    )
    moved = build_snapshot(snapshot.curve_set, settings, snapshot)
    for key in ("which", "earns", "sure", "costs", "interval", "doubled"):
        assert re.search(AWAITED, said(moved, key)), key
        assert "(90 %:" not in said(moved, key), key


def test_that_given_thresholds_have_plain_intervals_and_wait_for_nothing():
    manual = asked(german_credit_snapshot(Choice.MANUAL, threshold=0.1))
    for key in ("earns", "costs"):
        text = said(manual, key)
        assert "new cases" not in text
    assert said(manual, "threshold").startswith("With ")


def test_that_without_bands_nothing_is_awaited():
    hidden = banded(PENDING, shown=False)
    for key in QUESTIONS:
        if key != "folds":
            assert not re.search(AWAITED, said(hidden, key)), key


def test_that_where_no_model_is_worth_using_that_is_the_answer():
    trivial = german_credit_snapshot(prior=0.002, only="naive_bayes")
    assert said(trivial, "which") == "Grant all. At p(bad) = 0.2 % no model is cheaper."
    assert not answer_to(QUESTIONS["which"], trivial).method


def test_that_bounds_that_exclude_all_are_named_in_place_of_a_rule():
    selection = selected_by(Choice.NEYMAN_PEARSON, max_fpr=0.001)
    bounds = selection.bounds.with_limit(BoundKind.TPR, 0.999)
    chosen = replace(PENDING.settings, selection=replace(selection, bounds=bounds))
    nothing = build_snapshot(PENDING.curve_set, chosen)
    for key in ("which", "threshold", "earns", "act_on"):
        assert said(nothing, key).startswith("No threshold keeps both bounds.")


def test_that_one_model_alone_is_not_compared():
    alone = asked(german_credit_snapshot(only="naive_bayes"))
    for question in OF_EXPERIMENT:
        if question.of_pair:
            assert said(alone, question.key) == "One model only. A comparison needs two."
    assert said(alone, "sure") == "One model only. A comparison needs two."
    assert said(alone, "which").startswith("Use naive_bayes.")


def test_that_counts_are_answered_too():
    family = asked(family_snapshot(selected_by(Choice.MIN_COST), 0.4))
    for one in answers(family):
        assert one.text, one.key
    assert said(family, "folds").startswith("This file has counts only")


def test_that_answers_are_copied_under_their_questions():
    snapshot = asked(known_snapshot(), "which", "earns")
    first, second = answers(snapshot)
    assert copied((first, second)) == (
        f"Which model, and where?\n{first.text} {first.method}\n\n"
        f"What does it earn?\n{second.text} {second.method}"
    )


def test_that_families_that_cannot_be_compared_say_why_nothing_is_sure():
    loaded = load_example("f", example_of("breast_cancer_family"))
    bands = replace(loaded.settings.bands, shown=True, spec=SPEC)
    built = build_snapshot(loaded.curve_set, replace(loaded.settings, bands=bands))
    snapshot = asked(built, "sure", "better", "which")
    source = resampling_input(loaded.curve_set, loaded.source, loaded.settings.payoff)
    wanted = requests_with_answers(snapshot, {ANSWERS})
    snapshot = replace(snapshot, intervals=Estimator(source, bands).estimate(wanted))
    for key in ("sure", "better"):
        text = said(snapshot, key)
        assert "No interval: Two classifiers cannot be compared: the counts do not say" in text
        assert not text.endswith("..")
    assert said(snapshot, "sure").startswith("On this sample it earns 0.014 per tumour more than")
    assert "No better than treating all on new cases." in said(snapshot, "which")
    assert " more than stump on this sample (no interval)." in decision_summary.answer(snapshot)


@pytest.mark.parametrize("choice", [Choice.NEYMAN_PEARSON, Choice.YOUDEN])
def test_that_a_rule_that_compares_no_money_says_what_it_attains(choice):
    snapshot = german_credit_snapshot(choice)
    assert said(snapshot, "which") == decision_summary.answer(snapshot)
    assert "PC(+) from" not in said(snapshot, "which")
    other = next(key for key in snapshot.models if key != snapshot.best)
    worse = german_credit_snapshot(choice, selected=other)
    name = worse.models[worse.best].info.name
    assert said(worse, "which").startswith(f"Use {name}.")
