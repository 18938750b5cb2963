"""How often a whole report evaluates a model: once for each set of rows it is compared on."""

import csv
import sys
from collections import Counter

import pytest

import costcurve_gui.cli.pictures  # noqa: F401 - what is imported later would keep the counting
from costcurve_gui.analysis import multiclass
from costcurve_gui.cli.report import run
from costcurve_gui.engine import evaluation
from tests.cli.conftest import SAMPLES

GERMAN = SAMPLES / "german_credit_cv10.csv"
MODELS = ("logistic_regression", "naive_bayes", "random_forest", "gradient_boosting")
SCORES = ("--positive", "bad", "--fn=-amount")
PICTURES = ("--format", "csv,svg")  # drawn from what is computed for any format


@pytest.fixture
def evaluated(monkeypatch):
    """Count evaluations by the counts and mean payoffs that they start from."""
    calls = Counter()
    original = evaluation.evaluate

    def counting(name, table, order, costs, means, *others, **named):
        calls[name, table.tps.tobytes(), table.fps.tobytes(), means] += 1
        return original(name, table, order, costs, means, *others, **named)

    for module in list(sys.modules.values()):
        if module.__name__.startswith("costcurve_gui") and (
            vars(module).get("evaluate") is original
        ):
            monkeypatch.setattr(module, "evaluate", counting)
    return calls


@pytest.fixture(scope="module")
def gaps_csv(tmp_path_factory):
    """Four models of which two lack scores, each in rows of its own."""
    with GERMAN.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for number, row in enumerate(rows):
        if number % 7 == 0:
            row["score_logistic_regression"] = ""
        if number % 5 == 0:
            row["score_naive_bayes"] = ""
    path = tmp_path_factory.mktemp("gaps") / "gaps.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return path


def write(path, tmp_path, *words):
    assert run([str(path), *words, *PICTURES, "--out", str(tmp_path / "out")]) == 0
    assert list((tmp_path / "out").glob("*.svg"))


def once(calls, models):
    return len(calls) == models and set(calls.values()) == {1}


def test_that_a_report_evaluates_every_model_once(evaluated, qapp, tmp_path):
    words = ("--bootstrap", "8", "--fold", "fold", "--derive", "calibrated:naive_bayes")
    write(GERMAN, tmp_path, *SCORES, *words)
    models = len(set(MODELS)) + 3
    assert once(evaluated, models), Counter(evaluated.values())


@pytest.mark.parametrize("replicates", ["0", "8"])
def test_that_models_with_gaps_are_evaluated_once_for_each_set_of_rows(
    evaluated, qapp, tmp_path, gaps_csv, replicates
):
    scores = ",".join(f"score_{name}" for name in MODELS)
    belief = ("--belief", "triangular:0.1,0.2,0.6")
    write(gaps_csv, tmp_path, *SCORES, "--scores", scores, "--bootstrap", replicates, *belief)
    # Each over its own rows, the two with gaps and the two without over those of the gaps of one
    # and of both: 4 + 2 * 2 + 4.
    assert once(evaluated, 12), Counter(evaluated.values())


def test_that_a_report_evaluates_counts_once(evaluated, qapp, tmp_path):
    write(SAMPLES / "breast_cancer_family.csv", tmp_path, "--bootstrap", "0")
    assert once(evaluated, 2), Counter(evaluated.values())


def test_that_a_report_measures_the_areas_over_all_classes_once(monkeypatch, qapp, tmp_path):
    measured = []
    original = multiclass.multiclass_areas

    def counting(sample, progress):
        measured.append(sample)
        return original(sample, progress)

    monkeypatch.setattr(multiclass, "multiclass_areas", counting)
    models = ("--proba", "proba_naive_bayes_*,proba_random_forest_*", "--bootstrap", "0")
    write(SAMPLES / "wine_cv10.csv", tmp_path, *models)
    assert len(measured) == 2
