"""What the shipped files open with, and the figures of the papers among them."""

from __future__ import annotations

import pytest

from costcurve_gui.analysis.criteria import MANUAL
from costcurve_gui.analysis.examples import example_keys, example_of, examples, paper_examples
from costcurve_gui.analysis.loading import load_example
from costcurve_gui.analysis.settings import MixBy
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.view_settings import FoldAverage, FoldBars, RegretReading
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.resources import resource_path


def snapshot(key):
    example = example_of(key)
    assert example is not None
    loaded = load_example("d", example)
    return build_snapshot(loaded.curve_set, loaded.settings)


def test_that_keys_are_of_one_example_each_and_found_by_their_beginning():
    assert len(set(example_keys())) == len(example_keys())
    assert example_of("f04-1").key == "f04-10"  # the first that begins so
    assert example_of("dh06-1").path.stem == "drummond_holte2006_figure_1"
    assert example_of("german").key == "german_credit_half"
    assert example_of("") is example_of("titanic") is None


def test_that_every_file_of_the_papers_is_offered():
    offered = {one.path for one in paper_examples()}
    folder = resource_path("sample_data", "papers")
    assert set(folder.glob("*.csv")) == {path for path in offered if path.parent == folder}
    assert {path for path in offered if path.parent != folder} == {examples()[0].path}


@pytest.mark.parametrize("key", [one.key for one in paper_examples()])
def test_that_a_figure_opens_with_all_that_it_asks_for(key):
    example = example_of(key)
    shown = snapshot(key)
    assert shown.models
    if example.prior is not None:
        assert shown.condition.prior == example.prior
    for cell, text in example.payoff.items():
        assert getattr(shown.settings.payoff, cell) == text
    wanted = example.choices.get("selected")
    assert wanted is None or shown.models[shown.selected].info.name == wanted


def test_that_the_clients_are_mixed_at_their_capacity():
    shown = snapshot("f04-10")
    assert shown.settings.selection.bounds.cases == 800
    assert shown.settings.selection.population == 4000
    assert shown.settings.objective is Objective.TPR
    assert shown.mix.spec.by is MixBy.CASES
    assert shown.mix.found.mixing == pytest.approx(94 / 165)
    assert shown.mix.found.found == pytest.approx(102.69, abs=0.005)


def test_that_both_combinations_are_derived_as_the_file_opens():
    shown = snapshot("f04-12")
    names = [model.info.name for model in shown.curve_set.models]
    assert names == ["c1", "c2", "c1 and c2", "c1 or c2"]
    assert [model.info.slot for model in shown.curve_set.models] == [1, 2, 3, 4]
    assert len(shown.curve_set.models[2].combination.expected) == 1


def test_that_thresholds_bounds_and_choices_of_views_are_taken():
    manual = snapshot("f04-4")
    assert manual.settings.selection.criterion is MANUAL
    assert manual.models[manual.selected].policy.threshold == 0.5
    assert snapshot("dh06-23").settings.selection.bounds.fpr == 0.27
    assert snapshot("dh06-3").settings.views.regret is RegretReading.ERROR_RATE
    folds = snapshot("dh06-15").settings.views
    assert (folds.fold_average, folds.fold_bars) == (FoldAverage.COST_SPACE, FoldBars.NONE)
    turned = snapshot("f06-8").curve_set
    assert turned.dataset.positive_label == "good"
    assert all(model.info.lower_is_positive for model in turned.models)
