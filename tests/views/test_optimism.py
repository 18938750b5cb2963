"""What the decision is worth on new cases, in the panel and in the profit view."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel

from costcurve_gui.analysis.criteria import CRITERIA
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.jobs import resample
from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.requests import (
    interval_requests,
    known_optimism,
    optimism_request,
    reselected_threshold_request,
)
from costcurve_gui.analysis.intervals.results import Intervals
from costcurve_gui.controllers.export_controller import write_curves
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.views.catalogue import plot_view
from costcurve_gui.views.panels.decision_panel import DecisionPanel
from costcurve_gui.views.plots.profit_marks import chosen_marks, plateau_marks
from costcurve_gui.views.shell.theme import LIGHT
from costcurve_gui.views.text import optimism
from tests.helpers.band_snapshots import banded, resampled
from tests.helpers.choices import Choice
from tests.helpers.snapshots import german_credit, german_credit_snapshot


@cache
def known_snapshot(criterion=Choice.MIN_COST, change=lambda found: found):
    """The credit file's snapshot, and what 300 replicates say of its best threshold."""
    snapshot = german_credit_snapshot(criterion, selected="g/score_naive_bayes")
    wanted, choices = optimism_request(snapshot), snapshot.settings.bands
    source = resampling_input(snapshot.curve_set, german_credit().source, snapshot.settings.payoff)
    spec = replace(choices.spec, replicates=300)
    results = resample(source, [wanted], choices, spec)
    results = {wanted: change(results[wanted])}
    return replace(snapshot, intervals=Intervals(choices, results, {wanted: 300}))


def test_that_the_job_is_wanted_for_the_condition_in_force() -> None:
    snapshot = german_credit_snapshot(selected="g/score_naive_bayes")
    assert optimism_request(snapshot) in interval_requests(snapshot, ())
    assert optimism_request(snapshot).condition == snapshot.condition
    hidden = replace(snapshot.settings, bands=replace(snapshot.settings.bands, shown=False))
    assert optimism_request(snapshot) not in interval_requests(
        replace(snapshot, settings=hidden), ()
    )


def test_that_the_panel_says_which_thresholds_replicates_choose(qtbot) -> None:
    panel = DecisionPanel()
    qtbot.addWidget(panel)
    snapshot = german_credit_snapshot(selected="g/score_naive_bayes")
    panel.show_snapshot(snapshot)
    assert panel.rule.toolTip() == "Out-of-bag threshold: \u2026"
    panel.show_snapshot(known_snapshot())
    known_now = "Out-of-bag threshold: 0.0255 to 0.0555 (90 %)"
    assert panel.rule.toolTip().startswith(f"{known_now}\n")


def test_that_the_threshold_has_its_interval_and_its_plateau() -> None:
    said = optimism.reselected(known_snapshot())
    assert said.text == "Out-of-bag threshold: 0.0255 to 0.0555 (90 %)"
    assert said.hint == (
        "Threshold of least cost in bootstrap replicates.\n"
        "Thresholds from 0.0324 to 0.0327 earn within 1 % of the best.\n"
        "Bootstrap, 300 replicates, seed 0"
    )


def test_that_the_interval_of_the_threshold_names_the_groups_that_were_drawn() -> None:
    def grouped(found):
        spec = replace(found.optimum.spec, groups="customer")
        return replace(found, optimum=replace(found.optimum, spec=spec))

    said = optimism.reselected(known_snapshot(change=grouped))
    assert said.hint.endswith("\nBootstrap, by groups of customer, 300 replicates, seed 0")


def test_that_a_threshold_that_alone_is_so_good_is_no_range() -> None:
    def alone(found):
        flat = found.plateau
        return replace(found, plateau=replace(flat, first=flat.last, high=flat.low))

    said = optimism.reselected(known_snapshot(change=alone))
    assert "\nNo other threshold earns within 1 % of the best.\n" in said.hint


def without(**figures):
    return lambda found: replace(found, optimum=replace(found.optimum, **figures))


def test_that_a_threshold_of_few_errors_is_warned_of() -> None:
    few = "few errors: this interval is known to be too short"
    said = optimism.reselected(known_snapshot(change=without(caution=few)))
    assert said.hint.endswith(f"\nF{few[1:]}")


def test_that_agreeing_replicates_are_named() -> None:
    agreeing = known_snapshot(change=without(low=None, high=None))
    assert optimism.reselected(agreeing).text == (
        "Out-of-bag threshold: no interval (all replicates agree)"
    )


BY_COST = {Choice.MIN_COST, Choice.MAX_PROFIT}
SET_BY_HAND = "Set by hand, estimated on this sample"
NOT_CHOSEN = {
    Choice.PERFORMANCE_INDEPENDENT: "Set by the condition, estimated on this sample",
}


@pytest.mark.parametrize("criterion", sorted(set(Choice) - BY_COST))
def test_that_what_is_not_the_cheapest_threshold_has_none_of_its_figures(criterion) -> None:
    snapshot = known_snapshot(criterion)
    shown = SET_BY_HAND if criterion == Choice.MANUAL else optimism.SAME_SAMPLE
    for one in (snapshot, banded(snapshot, shown=False)):
        assert optimism.remark(one).text == NOT_CHOSEN.get(criterion, shown)
    computing = ("Out-of-bag threshold: \u2026", "") if CRITERIA[criterion].reselected else ("", "")
    assert optimism.reselected(snapshot) == computing


def test_that_a_threshold_set_by_hand_is_said_to_be() -> None:
    snapshot = german_credit_snapshot(Choice.MANUAL, threshold=0.1)
    assert optimism.remark(snapshot).text == SET_BY_HAND
    assert optimism.reselected(snapshot) == ("", "")


@pytest.mark.parametrize("criterion", [Choice.YOUDEN, Choice.CLOSEST_TO_CORNER])
def test_that_other_criteria_choose_their_threshold_again(qtbot, criterion) -> None:
    snapshot = resampled(snapshot=german_credit_snapshot(criterion))
    found = known(snapshot, reselected_threshold_request(snapshot))
    said = optimism.reselected(snapshot)
    assert said.text == f"Out-of-bag threshold: {found.low:.4f} to {found.high:.4f} (90 %)"
    assert said.hint.endswith("Bootstrap, 400 replicates, seed 0")
    panel = DecisionPanel()
    qtbot.addWidget(panel)
    panel.show_snapshot(snapshot)
    assert said.text in panel.rule.toolTip()
    also = panel.findChild(QLabel, "also_reaches").text()
    assert also.startswith("gradient_boosting ")


@pytest.mark.parametrize("criterion", sorted(BY_COST))
def test_that_the_cheapest_threshold_has_its_own_figures(criterion) -> None:
    snapshot = known_snapshot(criterion)
    optimum = known_optimism(snapshot).optimum
    assert optimum.threshold == snapshot.models[snapshot.selected].policy.threshold


def test_that_low_scores_that_mean_positive_are_written_as_in_the_file() -> None:
    snapshot = known_snapshot()
    curve_set = replace(
        snapshot.curve_set,
        models=tuple(
            replace(model, info=replace(model.info, lower_is_positive=True))
            for model in snapshot.curve_set.models
        ),
    )
    turned = optimism.reselected(replace(snapshot, curve_set=curve_set)).text
    assert turned == "Out-of-bag threshold: \u22120.05548 to \u22120.02548 (90 %)"


@pytest.mark.parametrize("share", [0.01, 0.3])
def test_that_the_plateau_is_drawn_where_profit_is_nearly_the_best(share: float) -> None:
    from costcurve_gui.engine.resampling.chosen_thresholds import plateau

    snapshot = german_credit_snapshot(selected="g/score_naive_bayes")
    assert plateau_marks(snapshot, LIGHT) == []
    model = next(m for m in snapshot.curve_set.models if m.info.key == snapshot.selected)
    flat = plateau(model.evaluation, snapshot.condition, share)
    shown = known_snapshot(change=lambda found: replace(found, plateau=flat))
    line, strip = plateau_marks(shown, LIGHT)
    best = snapshot.models[snapshot.selected].profit.y.max()
    assert (line.y >= best - share * abs(best) - 1e-9).all()
    assert best in line.y
    assert (strip.low, strip.high) == (line.x[0], line.x[-1])
    assert strip.short == f"within {100 * share:.0f} % of the best"
    ends = f"{100 * line.x[0]:.1f} to {100 * line.x[-1]:.1f} %"
    assert strip.text == f"{strip.short}: {ends}"
    assert (np.diff(line.x) >= 0).all()


def test_that_the_profit_view_shows_where_the_replicates_thresholds_lie() -> None:
    assert chosen_marks(german_credit_snapshot(selected="g/score_naive_bayes"), LIGHT) == []
    snapshot = known_snapshot()
    (bars,) = chosen_marks(snapshot, LIGHT)
    assert bars.color == LIGHT.model_color(snapshot.models[snapshot.selected].info.slot)
    assert bars.shares.sum() == pytest.approx(1)
    # Brute force: the share of the cases at or above each threshold, at 5 % bad.
    data = german_credit().source.cases(snapshot.curve_set.dataset).cache.dataset
    scores = data.scores["score_naive_bayes"]
    acted_on = [
        0.05 * (scores[data.y_true] >= t).mean() + 0.95 * (scores[~data.y_true] >= t).mean()
        for t in known_optimism(snapshot).optimum.chosen
    ]
    expected, _ = np.histogram(acted_on, 40, (0, 1))
    assert np.abs(bars.shares * 300 - expected).sum() <= 2  # a threshold at the edge of two bars


def test_that_the_spread_is_written_beside_the_profit(tmp_path) -> None:
    path, snapshot = tmp_path / "profit.csv", known_snapshot()
    written = write_curves("profit", snapshot, path, progress=NO_PROGRESS)
    assert written == "profit.csv and profit_thresholds.csv"
    header, *rows = (tmp_path / "profit_thresholds.csv").read_text(encoding="utf-8").splitlines()
    assert header == "model,threshold,share_of_replicates,method,replicates,level,seed"
    assert sum(float(row.split(",")[2]) for row in rows) == pytest.approx(1)
    assert rows[0].startswith("naive_bayes,")


def test_that_bars_and_the_extent_of_the_profit_view_are_switched_on() -> None:
    view = plot_view("profit")
    shown = known_snapshot()
    named = {"SpreadBars": "chosen_thresholds", "Extent": "near_best"}
    assert not named.keys() & {type(one).__name__ for one in view.static_items(shown, LIGHT)}
    for kind, switch in named.items():
        views = replace(shown.settings.views, **{switch: True})
        on = replace(shown, settings=replace(shown.settings, views=views))
        assert kind in {type(one).__name__ for one in view.static_items(on, LIGHT)}
