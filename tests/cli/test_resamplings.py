"""How often a whole report resamples anything: once, tables and pictures together."""

from collections import Counter

import pytest

from costcurve_gui.analysis.intervals import cases as counts
from costcurve_gui.analysis.intervals import jobs
from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES

SCORES = ("--positive", "bad", "--fn=-amount", "--scores", "naive_bayes,random_forest,mlp")
BRIEF = ("--format", "csv,svg", "--bootstrap", "8")


@pytest.fixture
def resampled(monkeypatch):
    """Count what is resampled: by kind, the models whichever comes first, and rows that decide."""
    calls = Counter()

    def counting(build):
        def build_counted(task):
            wanted = task.wanted
            rows = tuple((one.index, one.index_2, one.mixing) for one in wanted.policies)
            calls[wanted.kind, frozenset(wanted.models), wanted.condition, rows] += 1
            return build(task)

        return build_counted

    for builders in (jobs._BUILDERS, counts._OF_LEAVES, counts._OF_FAMILIES):
        for kind, build in builders.items():
            monkeypatch.setitem(builders, kind, counting(build))
    return calls


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("german_credit_half.csv", SCORES),
        ("german_credit_half.csv", (*SCORES, "--max-fpr", "0.1", "--samples", "different")),
        ("breast_cancer_family.csv", ()),
        ("breast_cancer_leaves.csv", ("--positive", "malignant", "--threshold", "0.5")),
    ],
)
def test_that_a_report_with_pictures_resamples_everything_once(
    resampled, qapp, tmp_path, file, words
):
    assert run([str(SAMPLES / file), *words, *BRIEF, "--out", str(tmp_path / "out")]) == 0
    assert list((tmp_path / "out").glob("*.svg"))
    twice = {wanted: count for wanted, count in resampled.items() if count > 1}
    assert resampled
    assert not twice
