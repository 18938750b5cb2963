"""The recommendation: three sentences with the figures of the program."""

import re
from dataclasses import replace

import pytest

from costcurve_gui.analysis.common_case_requests import with_all_common_cases
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.estimator import Estimator
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.page.content import Facts, content, content_requests
from costcurve_gui.page.recommendation import caveat, recommendation
from tests.helpers.choices import Choice
from tests.helpers.samples import dataset, loaded
from tests.helpers.snapshots import german_credit, german_credit_snapshot


def said(snapshot):
    return ["".join(piece.text for piece in sentence) for sentence in recommendation(snapshot)]


@pytest.fixture(scope="module")
def resampled():
    """Return the snapshot of the pictures in the design with 2,000 replicates."""
    snapshot = with_all_common_cases(german_credit_snapshot())
    bands = replace(snapshot.settings.bands, shown=True, spec=BootstrapSpec(2000, 0.9, 0))
    snapshot = replace(snapshot, settings=replace(snapshot.settings, bands=bands))
    source = german_credit().source
    given = resampling_input(snapshot.curve_set, source, snapshot.settings.payoff)
    return replace(snapshot, intervals=Estimator(given, bands).estimate(content_requests(snapshot)))


def test_that_rule_volume_and_doubt_are_said_with_their_intervals(resampled):
    rule, volume, sure = said(resampled)
    assert rule == "Use naive_bayes and refuse applicants whose score is 0.0325 or more."
    assert volume == (
        "Of 10\u202f000 applicants this refuses 3\u202f359 (33.6 %), catches 373 of 500 bad ones "
        "and earns +601\u202f531 DM (90 %: 467\u202f759 to 727\u202f895) on this sample; granting "
        "all would lose 506\u202f352 DM."
    )
    assert sure.startswith(
        "The lead over gradient_boosting, 70\u202f163 DM, is not significant (90 %: "
    )
    assert "; on new cases expect +" in sure
    assert sure.endswith(" DM.")


def test_that_without_replicates_nothing_is_said_of_doubt():
    _, volume, sure = said(with_all_common_cases(german_credit_snapshot()))
    assert "%: " not in volume
    assert sure == "The lead over gradient_boosting is 70\u202f163 DM."


def test_that_the_table_has_the_interval_of_each_model(resampled):
    found = content(resampled, Facts())
    assert [row.interval for row in found.rows[:2]] == [
        "467\u202f759 to 727\u202f895",
        "405\u202f091 to 662\u202f303",
    ]
    assert all(row.interval for row in found.rows if not row.is_trivial)


def test_that_bands_of_profit_and_cost_are_of_the_recommended_model(resampled):
    found = content(resampled, Facts())
    assert found.band_note == "Shaded: 90 % band of naive_bayes."
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
    figures = re.search(rf"loses {figure} \(90 %: {figure} to {figure}\) on this sample", volume)
    loss, low, high = (int(text.replace("\u202f", "")) for text in figures.groups())
    assert low < loss < high


@pytest.mark.parametrize("choice", list(Choice))
def test_that_every_rule_has_a_page(choice):
    found = content(german_credit_snapshot(choice), Facts())
    assert found.recommendation
    assert [row.name for row in found.rows if row.chosen]
    assert [detail.title for detail in found.details][-1] == "Not assessed"
