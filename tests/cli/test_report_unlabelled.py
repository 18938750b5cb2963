"""unlabelled_prior.csv of a report: the prior of a second file without labels."""

import pandas as pd
import pytest

from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES

GERMAN = SAMPLES / "german_credit_half.csv"
WORDS = ("--positive", "bad", "--scores", "naive_bayes", "--bootstrap", "200", "--format", "csv")


@pytest.fixture(scope="module")
def halves(tmp_path_factory):
    """One half of a file, and the scores of the other: one case in six is bad there."""
    cases = pd.read_csv(GERMAN)
    folder = tmp_path_factory.mktemp("halves")
    score = next(name for name in cases.columns if "naive_bayes" in name)
    cases[::2].to_csv(folder / "labelled.csv", index=False)
    rest = cases[1::2]
    bad, good = rest[rest["label"] == "bad"], rest[rest["label"] == "good"]
    new = pd.concat([bad[: len(good) // 5], good])
    new[[score]].to_csv(folder / "new.csv", index=False)
    new[[score]].assign(**{score: -new[score]}).to_csv(folder / "turned.csv", index=False)
    cases[::2].assign(**{score: -cases[score]}).to_csv(folder / "labelled_turned.csv", index=False)
    return folder, score


def report(folder, out, *words, labelled="labelled.csv"):
    return run([str(folder / labelled), "--label", "label", *WORDS, *words, "--out", str(out)])


def test_that_the_prior_of_a_second_file_is_estimated(halves, tmp_path):
    folder, score = halves
    words = ("--scores", score, "--unlabelled", str(folder / "new.csv"))
    assert report(folder, tmp_path / "out", *words) == 0
    table = pd.read_csv(tmp_path / "out" / "unlabelled_prior.csv")
    assert [*table["method"]] == ["expectation maximisation", "confusion matrix"]
    assert (table["low"] <= 1 / 6).all()
    assert (table["high"] >= 1 / 6).all()
    assert (table["high"] < table["labelled_prior"] + 0.15).all()
    assert [*table["offered"].astype(str).str.lower()] == ["false", "true"]
    assert "fewer than 100" in table["reason"][0]


def test_that_low_scores_that_mean_positive_say_the_same(halves, tmp_path):
    folder, score = halves
    words = ("--scores", score)
    report(folder, tmp_path / "a", *words, "--unlabelled", str(folder / "new.csv"))
    turned = ("--lower-is-positive", score, "--unlabelled", str(folder / "turned.csv"))
    report(folder, tmp_path / "b", *words, *turned, labelled="labelled_turned.csv")
    one, other = (pd.read_csv(tmp_path / out / "unlabelled_prior.csv") for out in "ab")
    pd.testing.assert_frame_equal(one, other)


def test_that_whole_groups_are_resampled_in_both_files(halves, tmp_path):
    folder, score = halves
    for name in ("labelled", "new"):
        cases = pd.read_csv(folder / f"{name}.csv").drop(columns="id", errors="ignore")
        cases = cases.loc[cases.index.repeat(3)].assign(household=lambda one: one.index)
        cases.to_csv(tmp_path / f"{name}.csv", index=False)
    alone, new = folder / "new.csv", (str(tmp_path / "new.csv"),)
    words = ("--scores", score, "--long", "none", "--unlabelled")
    assert report(tmp_path, tmp_path / "cases", *words, *new, "--group", "none") == 0
    grouped = (*words, *new, "--group", "household")
    assert report(tmp_path, tmp_path / "groups", *grouped) == 0
    assert report(tmp_path, tmp_path / "mixed", *words, str(alone), "--group", "household") == 0
    said, width = {}, {}
    for name in ("cases", "groups", "mixed"):
        table = pd.read_csv(tmp_path / name / "unlabelled_prior.csv")
        said[name] = set(table["resampled"])
        width[name] = (table["high"] - table["low"])[1]
    assert said["cases"] == {"cases"}
    assert said["groups"] == {"groups"}
    assert said["mixed"] == {"groups, single unlabelled cases"}
    assert width["groups"] > 1.3 * width["cases"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--unlabelled", "{folder}/new.csv", "--bootstrap", "0"), "--bootstrap above 0"),
        (("--unlabelled", "{folder}/new.csv", "--weight", "amount"), "leave --weight out"),
        (("--unlabelled", "{folder}/gone.csv"), "gone.csv"),
    ],
)
def test_that_what_cannot_be_estimated_is_refused(halves, tmp_path, capsys, words, message):
    folder, score = halves
    given = [word.format(folder=folder) for word in words]
    assert report(folder, tmp_path / "out", "--scores", score, *given) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
