from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from costcurve_gui.analysis.intervals import pair_tests
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.results import ComparedFigure
from costcurve_gui.engine import (
    BootstrapSpec,
    IndependentResampler,
    compare_auc,
    compare_expected_cost,
    holm,
)
from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.progress import NO_PROGRESS, Cancelled, Progress
from costcurve_gui.engine.resampling.auc_comparison import compare_independent_groups
from tests.helpers.samples import dataset, loaded

SPEC = BootstrapSpec(replicates=200, level=0.8)
DATA = dataset()


def source_of(data):
    made = loaded(data)
    return resampling_input(made.curve_set, made.source, made.settings.payoff)


SOURCE = source_of(DATA)
KEYS = tuple(model.info.key for model in SOURCE.curve_set.models)


def compared(source=SOURCE, progress=NO_PROGRESS):
    found = pair_tests.tests_of_pairs(source, KEYS, source.resampler(SPEC), progress)
    return {one.figure: one for one in found}


def test_that_aucs_are_compared_by_delong_at_the_level_in_force():
    found = compared()[ComparedFigure.AUC]
    assert found.models == KEYS
    columns = [DATA.scores[f"score_{letter}"] for letter in "abc"]
    for pair, (a, b) in zip(found.pairs, combinations(range(3), 2), strict=True):
        expected = compare_auc(DATA.y_true, columns[a], columns[b], level=0.8).of_student
        assert (pair.a, pair.b) == (a, b)
        assert pair.test.method == "DeLong, Student"
        assert (pair.test.low, pair.test.high) == (expected.low, expected.high)
        assert pair.test.p_value == expected.p_value


def test_that_aucs_of_groups_are_compared_by_groups():
    groups = np.arange(DATA.y_true.size) // 3
    source = source_of(replace(DATA, group=groups))
    found = compared(source)
    first = found[ComparedFigure.AUC].pairs[0].test
    columns = [DATA.scores[f"score_{letter}"] for letter in "ab"]
    expected = compare_auc(DATA.y_true, *columns, level=0.8, groups=groups)
    assert (first.low, first.high) == (expected.low, expected.high)
    assert first.p_value == expected.p_value
    assert first.method.startswith("DeLong, Student, by groups")
    assert not first.resampled
    assert list(found) == [ComparedFigure.AUC, ComparedFigure.AUCIV, ComparedFigure.AREA]


def test_that_aucs_of_groups_of_their_own_are_compared_by_both_intervals():
    """The table of the report and this test have one method."""
    source = source_of(replace(DATA, group=np.arange(DATA.y_true.size) // 3))
    models = [source.model(key) for key in KEYS]
    drawn = [source.resampler(SPEC, [key]) for key in KEYS]
    drawing = IndependentResampler(models, drawn)
    found = pair_tests.tests_of_pairs(source, KEYS, drawing, NO_PROGRESS)[0].pairs[0].test
    areas = [source.cache.auc_interval(f"score_{letter}").at(0.8) for letter in "ab"]
    expected = compare_independent_groups(*areas)
    assert (found.low, found.high, found.p_value) == (
        *(expected.low, expected.high),
        expected.p_value,
    )


def test_that_delong_draws_no_replicates():
    assert not compared()[ComparedFigure.AUC].pairs[0].test.resampled
    assert compared()[ComparedFigure.AUCIV].pairs[0].test.resampled


def test_that_every_figure_is_corrected_by_itself():
    for found in compared().values():
        raw = np.array([pair.test.p_value for pair in found.pairs])
        assert [pair.corrected for pair in found.pairs] == holm(raw).tolist()


def test_that_the_uniform_belief_compares_areas_under_cost_curves():
    drawing, models = SOURCE.resampler(SPEC), [SOURCE.model(key) for key in KEYS]
    found = pair_tests.tests_under_belief(SOURCE, KEYS, drawing, UNIFORM, NO_PROGRESS)
    assert found.figure is ComparedFigure.BELIEF
    assert found.pairs == compared()[ComparedFigure.AREA].pairs
    assert found.pairs[0].test == compare_expected_cost(drawing, models[0], models[1])


def test_that_models_without_a_case_in_common_have_no_auc_test():
    scores = {name: column.copy() for name, column in DATA.scores.items()}
    scores["score_a"][::2] = np.nan
    scores["score_b"][1::2] = np.nan
    found = compared(source_of(replace(DATA, scores=scores)))[ComparedFigure.AUC]
    assert found.pairs[0].test.reason == (
        "no cases of both classes that both models scored; say that they were tested on different "
        "cases to compare them"
    )
    assert found.pairs[0].corrected is None
    assert found.pairs[1].test.p_value is not None


def test_that_progress_runs_once_from_pair_to_pair_and_stops():
    told = []
    compared(progress=Progress(lambda done, total, _: told.append(done / total)))
    assert told == sorted(told)
    assert told[-1] == 1
    cancelled = Progress()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        compared(progress=cancelled)
