"""cost_stability.csv of a report: the column and the file that are compared."""

import numpy as np
import pandas as pd
import pytest

from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES, Report

GERMAN = "german_credit_half.csv"
LOAN = ("--positive", "bad", "--fn", "-amount", "--fp", "-0.2*amount")


@pytest.fixture(scope="module")
def halves(tmp_path_factory):
    """The odd and the even rows of a file, as two files."""
    cases = pd.read_csv(SAMPLES / GERMAN)
    folder = tmp_path_factory.mktemp("halves")
    parts = cases[::2], cases[1::2]
    for name, part in zip(("first.csv", "second.csv"), parts, strict=True):
        part.to_csv(folder / name, index=False)
    return folder, parts


def test_that_another_file_is_the_second_sample(halves, tmp_path):
    folder, parts = halves
    words = ["--stability-file", str(folder / "second.csv"), "--bootstrap", "0", "--format", "csv"]
    out = tmp_path / "out"
    assert run([str(folder / "first.csv"), *LOAN, *words, "--out", str(out)]) == 0
    report = Report(out)
    row = report.row("cost_stability.csv", error="fn")
    means = [part.loc[part["label"] == "bad", "amount"].mean() for part in parts]
    np.testing.assert_allclose([float(row["first_mean"]), float(row["second_mean"])], means)
    assert row["second"] == "second.csv"
    assert report.manifest["options"]["stability_file"] == "second.csv"
    assert report.manifest["options"]["stability"] is None


def test_that_nothing_is_compared_unless_it_is_asked_for(report):
    assert "cost_stability.csv" not in report(GERMAN, *LOAN).manifest["files"]
    rows = report(GERMAN, *LOAN, "--stability", "rows").rows("cost_stability.csv")
    assert [row["error"] for row in rows] == ["fn", "fp"]


def test_that_a_column_that_there_is_not_is_refused(tmp_path, capsys):
    out = tmp_path / "out"
    words = [*LOAN, "--stability", "region", "--bootstrap", "0", "--format", "csv"]
    assert run([str(SAMPLES / GERMAN), *words, "--out", str(out)]) == 2
    assert "region" in capsys.readouterr().err.splitlines()[-1]
    assert not out.exists()
