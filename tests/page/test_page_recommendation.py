"""The recommendation: three sentences with the figures of the program."""

import re
from dataclasses import replace

import pytest

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.estimator import Estimator
from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.new_cases import decision_lead_request, new_cases_request
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.questions import OF_DECISION, with_questions
from costcurve_gui.analysis.selection_settings import BoundsSpec
from costcurve_gui.analysis.settings import ConditionSpec
from costcurve_gui.analysis.snapshot import ranking
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure
from costcurve_gui.engine.selection.bounds import BoundKind
from costcurve_gui.page.amounts import total
from costcurve_gui.page.content import Facts, content, content_requests, told_snapshot
from costcurve_gui.page.details import ANSWERED
from costcurve_gui.page.recommendation import caveat, recommendation
from costcurve_gui.views.text.answers import answers
from tests.helpers.choices import Choice
from tests.helpers.samples import dataset, loaded
from tests.helpers.snapshots import german_credit, german_credit_snapshot


def said(snapshot):
    return ["".join(piece.text for piece in sentence) for sentence in recommendation(snapshot)]


@pytest.fixture(scope="module")
def resampled():
    return estimated(with_all_common_cases(german_credit_snapshot()))


def estimated(snapshot):
    """Return a snapshot of German credit with all that its page says, of 2,000 replicates."""
    bands = replace(snapshot.settings.bands, shown=True, spec=BootstrapSpec(2000, 0.9, 0))
    snapshot = replace(snapshot, settings=replace(snapshot.settings, bands=bands))
    source = german_credit().source
    given = resampling_input(snapshot.curve_set, source, snapshot.settings.payoff)
    return replace(snapshot, intervals=Estimator(given, bands).estimate(content_requests(snapshot)))


def test_that_rule_volume_and_doubt_are_said_with_their_intervals(resampled):
    rule, volume, sure = said(resampled)
    assert rule == "Use naive_bayes and refuse applicants whose score is 0.0325 or more."
    start = "For 10\u202f000 applicants this earns about +"
    assert volume.startswith(start)
    assert volume.endswith(
        " on new cases (+601\u202f531 DM on this sample); refusing all would earn 0 DM. "
        "By the rates of this sample it refuses 3\u202f359 (33.6 %) and catches 373 of 500 "
        "positives (bad)."
    )
    found = known(resampled, new_cases_request(resampled, resampled.best)).profit
    figures = [written(value) for value in (found.estimate, found.low, found.high)]
    assert volume[len(start) :].startswith("{} DM (90 %: {} to {})".format(*figures))
    lead = known(resampled, decision_lead_request(resampled)).profit
    assert lead.low < 0 < lead.high
    assert sure.startswith(
        f"On new cases the lead over gradient_boosting, {written(lead.estimate)} DM, "
        "is not significant (90 %: "
    )


def written(per_case):
    """Write a sum over 10,000 applicants whose interval is some hundred thousands wide."""
    return f"{10_000 * round(per_case):,}".replace(",", "\u202f")


def test_that_a_rule_that_was_given_has_the_interval_of_this_sample():
    best = german_credit_snapshot(Choice.MANUAL)
    given = {key: model.policy.threshold for key, model in best.models.items()}
    selection = replace(best.settings.selection, thresholds=given)
    settings = replace(best.settings, selection=selection)
    snapshot = estimated(with_all_common_cases(build_snapshot(best.curve_set, settings)))
    _, volume, sure = said(snapshot)
    assert "earns +601\u202f531 DM (90 %: 467\u202f759 to 727\u202f895) on this sample" in volume
    assert sure.startswith(
        "On this sample the lead over gradient_boosting, 70\u202f163 DM, is not significant (90 %: "
    )
    found = content(snapshot, Facts())
    assert [row.interval for row in found.rows[:2]] == [
        "467\u202f759 to 727\u202f895",
        "405\u202f091 to 662\u202f303",
    ]
    assert found.headings[-2:] == ("Profit, DM", "90 %")


def test_that_where_bounds_exclude_all_it_is_said_what_is_shown():
    start = german_credit_snapshot()
    bounds = BoundsSpec().with_limit(BoundKind.FPR, 0.001).with_limit(BoundKind.TPR, 0.999)
    selection = replace(start.settings.selection, bounds=bounds)
    settings = replace(start.settings, selection=selection)
    nothing = with_all_common_cases(build_snapshot(start.curve_set, settings))
    chosen = {one.title: one for one in content(nothing, Facts()).details}[
        "How the threshold was chosen"
    ]
    assert chosen.lines[0] == (
        "No threshold of naive_bayes keeps both bounds. Shown is the least cost: refuse where "
        "score ≥ 0.0325."
    )


def test_that_without_replicates_nothing_is_said_of_doubt():
    _, volume, sure = said(with_all_common_cases(german_credit_snapshot()))
    assert "%: " not in volume
    assert sure == "On this sample the lead over gradient_boosting is 70\u202f163 DM."


@pytest.mark.parametrize(
    ("prior", "better", "doing"), [(0.03, "none", "granting"), (0.1, "all", "refusing")]
)
def test_that_the_decision_is_compared_with_the_better_trivial_classifier(prior, better, doing):
    start = german_credit()
    settings = replace(start.settings, condition=ConditionSpec(prior))
    snapshot = with_all_common_cases(build_snapshot(start.curve_set, settings))
    profits = {name: policy.expected_profit for name, policy in snapshot.trivial.items()}
    assert profits[better] == max(profits.values())
    _, volume, _ = said(snapshot)
    word, amount = ("lose", -profits[better]) if profits[better] < 0 else ("earn", profits[better])
    assert volume.endswith(
        f"; {doing} all would {word} {total(10_000 * amount, 'DM', signed=False)}."
    )
    over = snapshot.models[snapshot.best].policy.expected_profit - profits[better]
    assert content(snapshot, Facts()).sums[1] == (
        f"against {doing} all",
        total(10_000 * over, "DM"),
    )


def test_that_the_table_says_what_each_model_earns_on_new_cases(resampled):
    found = content(resampled, Facts())
    assert found.headings[-2:] == ("Profit on new cases, DM, 90 %", "On this sample")
    assert [part for _, part in found.amounts(found.rows[0])] == ["interval", "profit"]
    figure = r"[+\u2212][\d\u202f]+ \([\d\u202f\u2212]+ to [\d\u202f]+\)"
    models = [row for row in found.rows if not row.is_trivial]
    assert all(re.fullmatch(figure, row.interval) for row in models)


def test_that_counts_are_said_to_follow_the_rates_of_this_sample(resampled):
    assert content(resampled, Facts()).expected == (
        "Expected for 10\u202f000 applicants, counts by the rates of this sample"
    )


def test_that_it_is_said_how_new_cases_were_estimated(resampled):
    lines = {one.title: one for one in content(resampled, Facts()).details}["How sure"].lines
    assert any(line.startswith("Estimate for new cases, out of bag, ") for line in lines)


def test_that_other_models_are_ordered_by_what_they_earn_on_new_cases(resampled):
    order = ranking(resampled)
    results = dict(resampled.intervals.results)
    for place, key in enumerate(order):  # the worst on this sample earns most on new cases
        wanted = new_cases_request(resampled, key)
        profit = NewCasesFigure(place, place, place, place)
        results[wanted] = replace(results[wanted], profit=profit)
    snapshot = replace(resampled, intervals=replace(resampled.intervals, results=results))
    named = [resampled.models[key].info.name for key in (order[0], *reversed(order[1:]))]
    found = content(snapshot, Facts())
    assert [row.name for row in found.rows if not row.is_trivial] == named
    assert [one["name"] for one in found.scene["models"]] == named
    assert found.scene["selected"] == 0
    lines = {one.title: one for one in found.details}["Other models"].lines
    assert [line.partition(":")[0] for line in lines[: len(named) - 1]] == named[1:]


def test_that_what_another_model_earns_on_this_sample_is_against_the_recommended_one(resampled):
    lines = {one.title: one for one in content(resampled, Facts()).details}["Other models"].lines
    line = next(line for line in lines if line.startswith("gradient_boosting: earns about +"))
    assert line.endswith(" on new cases; earns 70\u202f163 DM less than naive_bayes on this sample")


def test_that_a_rule_whose_profit_is_certain_has_no_interval(resampled):
    key = "g/score_gradient_boosting"
    wanted = new_cases_request(resampled, key)
    results = dict(resampled.intervals.results)
    results[wanted] = replace(results[wanted], profit=NewCasesFigure(-5.0, -5.0, -5.0, -5.0))
    snapshot = replace(resampled, intervals=replace(resampled.intervals, results=results))
    found = content(snapshot, Facts())
    assert "\u221250\u202f000" in [row.interval for row in found.rows]
    lines = {one.title: one for one in found.details}["Other models"].lines
    assert any("loses about 50\u202f000 DM on new cases" in line for line in lines)


def test_that_bands_of_profit_and_cost_are_of_the_recommended_model(resampled):
    found = content(resampled, Facts())
    assert found.band_note == "Shaded: 90 % band of naive_bayes."
    assert found.cost_note == f"Lower envelopes on this sample. {found.band_note}"
    assert {name: bool(band) for name, band in found.scene["bands"].items()} == {
        "profit": True,
        "cost": True,
    }


def test_that_where_no_model_pays_the_page_says_so():
    snapshot = german_credit_snapshot()
    as_good = snapshot.models[snapshot.best].policy.expected_profit
    refusing = replace(snapshot.trivial["all"], expected_profit=as_good)
    (only,) = said(replace(snapshot, trivial={**snapshot.trivial, "all": refusing}))
    assert only == "Refuse all. At p(bad) = 5 % no model is cheaper."


def test_that_a_mixture_is_said_with_both_thresholds():
    rule, *_ = said(german_credit_snapshot(Choice.NEYMAN_PEARSON))
    assert rule.startswith("Use ")
    assert "at random" in rule


def test_that_a_rule_no_better_than_a_trivial_one_is_said_to_be_so(resampled):
    wanted = new_cases_request(resampled, resampled.best)
    results = dict(resampled.intervals.results)
    lead = NewCasesFigure(5.2, 1.3, -7.3, 9.5)
    results[wanted] = replace(results[wanted], lead=lead, trivial="none")
    snapshot = replace(resampled, intervals=replace(resampled.intervals, results=results))
    assert said(snapshot)[2].endswith(
        "). Not significantly better than granting all on new cases (+1.3 DM, \u22127.3 to 9.5)."
    )
    given = recommendation(snapshot, of_new_cases=False)
    assert "granting all on new cases" not in "".join(one.text for part in given for one in part)


def test_that_the_caveat_names_the_sample():
    assert caveat(german_credit_snapshot()) == (
        "Selected and estimated on the same sample of 500 applicants. "
        "Not yet validated on fresh cases."
    )


def test_that_losses_have_intervals_of_losses():
    start = loaded(dataset(400, 2), PayoffSpec())
    bands = replace(start.settings.bands, shown=True, spec=BootstrapSpec(200, 0.9, 0))
    snapshot = build_snapshot(start.curve_set, replace(start.settings, bands=bands))
    given = resampling_input(snapshot.curve_set, start.source, start.settings.payoff)
    found = Estimator(given, bands).estimate(content_requests(snapshot))
    volume = said(replace(snapshot, intervals=found))[1]
    figure = r"([\d\u202f]+)"
    figures = re.search(
        rf"loses about {figure} \(90 %: {figure} to {figure}\) on new cases", volume
    )
    loss, low, high = (int(text.replace("\u202f", "")) for text in figures.groups())
    assert low < loss < high


@pytest.mark.parametrize("choice", list(Choice))
def test_that_every_rule_has_a_page(choice):
    found = content(german_credit_snapshot(choice), Facts())
    assert found.recommendation
    assert [row.name for row in found.rows if row.chosen]
    assert [detail.title for detail in found.details][-1] == "Not assessed"


def test_that_the_page_has_the_answers_of_the_window(resampled):
    answered = {one.title: one for one in content(resampled, Facts()).details}[ANSWERED]
    told = answers(with_questions(resampled))
    assert [one.key for one in told] == [one.key for one in OF_DECISION]
    assert answered.lines == tuple(f"{one.title} {one.text}" for one in told)
    assert answered.summary == "six answered"
    assert not any("being" in line for line in answered.lines)


def test_that_questions_that_were_asked_are_those_of_the_page(resampled):
    views = replace(resampled.settings.views, questions=("worth_using", "folds"))
    asked = replace(resampled, settings=replace(resampled.settings, views=views))
    (line,) = {one.title: one for one in content(asked, Facts()).details}[ANSWERED].lines
    assert line.startswith("When is naive_bayes worth using? Here naive_bayes earns ")


def test_that_without_intervals_nothing_is_awaited_and_few_cases_are_not_told():
    plain = german_credit_snapshot()
    lines = {one.title: one for one in content(plain, Facts()).details}[ANSWERED].lines
    assert not any("being" in line for line in lines)
    assert ANSWERED not in {one.title for one in content(plain, Facts(minimum=5)).details}


def test_that_the_page_tells_of_the_candidates_and_names_those_left_out():
    whole = german_credit_snapshot()
    best, second, *_ = ranking(whole)
    settings = replace(whole.settings, left_out=frozenset({best}), selected=best)
    looked_at = build_snapshot(whole.curve_set, settings)
    told, facts = told_snapshot(looked_at, Facts())
    assert (told.selected, told.best) == (second, second)
    assert list(told.models) == [key for key in whole.models if key != best]
    assert facts.warnings == (f"Left out of the decision: {whole.models[best].info.name}",)
    page = content(told, facts)
    assert len(page.scene["models"]) == len(whole.models) - 1
    same, nothing = told_snapshot(whole, Facts())
    assert same is whole
    assert nothing.warnings == ()
