"""A family of classifiers from the scores of a file, against counting its rows."""

from __future__ import annotations

import pytest

from costcurve_gui.analysis.score_family import load_score_family
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.engine.counts.family import FamilyTable
from tests.helpers.other_inputs import example, snapshot_of
from tests.helpers.samples import dataset, loaded


def family_of(name):
    opened = example(name)
    return load_score_family("family", opened.source.cases(opened.info), snapshot_of(name))


@pytest.fixture(scope="module")
def sonar():
    models = family_of("sonar_cv10").curve_set.models
    return {model.info.name: model.evaluation.table for model in models}


def test_that_classifiers_have_the_counts_of_their_scores_at_one_half(sonar) -> None:
    opened = example("sonar_cv10")
    data = opened.source.cases(opened.info).dataset
    for table in sonar.values():
        assert isinstance(table, FamilyTable)
        for classifier in table.classifiers:
            called = data.scores[f"score_{classifier.name}"] >= 0.5
            counted = (called & data.y_true).sum(), (called & ~data.y_true).sum()
            assert (classifier.tp, classifier.fp) == counted


def test_that_trees_know_the_class_ratio_they_were_trained_for(sonar) -> None:
    found = {classifier.name: classifier.train_pc for classifier in sonar["tree"].classifiers}
    assert sonar["tree"].trained
    assert len(found) == 9
    assert found["tree_m050_r100"] == pytest.approx(0.5 * 111 / (0.5 * 111 + 97))
    assert not sonar["other models"].trained


def test_that_scores_beyond_0_to_1_are_no_classifiers(sonar) -> None:
    classifiers = {classifier.name for table in sonar.values() for classifier in table.classifiers}
    assert "naive_bayes" in classifiers
    assert "svm" not in classifiers


def test_that_payoffs_of_columns_are_taken_over_as_means() -> None:
    family = family_of("german_credit_half")
    means, payoff = example("german_credit_half").curve_set.payoff_means, family.settings.payoff
    assert (payoff.tp, payoff.fp) == ("0", "0")
    assert float(payoff.fn) == pytest.approx(means["fn"])
    assert float(payoff.tn) == pytest.approx(means["tn"])
    assert (payoff.unit, payoff.case_noun) == ("DM", "applicant")
    assert family.settings.condition.prior == 0.05
    assert [model.info.name for model in family.curve_set.models] == ["all models"]


def test_that_scores_beyond_0_to_1_alone_are_no_family() -> None:
    opened = loaded(dataset())
    snapshot = build_snapshot(opened.curve_set, opened.settings)
    with pytest.raises(DataError, match="two or more models"):
        load_score_family("family", opened.source.cases(opened.info), snapshot)
