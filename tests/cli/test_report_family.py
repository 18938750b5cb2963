"""family.csv: every model at one threshold, as a file that can be opened."""

import argparse

import pandas as pd
import pytest

from costcurve_gui.cli.derivations import derivation
from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES, Report

GERMAN = "german_credit_half.csv"


@pytest.mark.parametrize(("words", "threshold"), [("family", 0.5), ("family@0.3", 0.3)])
def test_that_each_model_is_counted_at_the_threshold(report, words, threshold):
    written = report(GERMAN, "--positive", "bad", "--derive", words)
    cases = pd.read_csv(SAMPLES / GERMAN)
    rows = written.rows("family.csv")
    assert len(rows) == 6
    for row in rows:
        acted_on, bad = cases[f"score_{row['classifier']}"] >= threshold, cases["label"] == "bad"
        counts = [int(row[cell]) for cell in ("tp", "fn", "fp", "tn")]
        wanted = (acted_on & bad, ~acted_on & bad, acted_on & ~bad, ~acted_on & ~bad)
        assert counts == [int(cell.sum()) for cell in wanted]
        assert float(row["threshold"]) == threshold
    assert written.manifest["options"]["derive"] == [words]


def test_that_a_report_of_the_family_has_these_classifiers(report, tmp_path):
    written = report(GERMAN, "--positive", "bad", "--derive", "family")
    words = ["--bootstrap", "0", "--format", "csv", "--out", str(tmp_path / "out")]
    assert run([str(written.folder / "family.csv"), *words]) == 0
    points = Report(tmp_path / "out").rows("roc.csv")
    found = {(row["fp"], row["tp"]) for row in points}
    assert {(row["fp"], row["tp"]) for row in written.rows("family.csv")} <= found


def test_that_a_threshold_of_no_probability_is_refused():
    with pytest.raises(argparse.ArgumentTypeError, match="family@2"):
        derivation("family@2")


def test_that_a_family_needs_two_models_with_probabilities(write_cases, tmp_path, capsys):
    file = write_cases("label,score_a\n1,7\n0,3\n1,5\n")
    words = ["--derive", "family", "--bootstrap", "0", "--format", "csv"]
    assert run([file, *words, "--out", str(tmp_path / "out")]) == 2
    assert "two or more models" in capsys.readouterr().err.splitlines()[-1]
