"""`--points`: which thresholds a report lists, and what its manifest says of the others."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.options import parse_options

FILE = "german_credit_half.csv"
WORDS = ("--label", "label", "--positive", "bad", "--fn", "-amount", "--bootstrap", "0")
BY_THRESHOLD = ("roc", "rates", "rociv", "profit", "pr", "det", "gain", "isotonic")


@pytest.fixture(scope="module")
def whole(report):
    return report(FILE, *WORDS)


@pytest.fixture(scope="module")
def few(report):
    return report(FILE, *WORDS, "--points", "60")


def test_that_every_threshold_of_a_small_file_is_listed(whole, report):
    points = whole.manifest["points"]
    assert points["limit"] is None
    for one in points["models"]:
        assert one["listed"] == one["thresholds"] == len(whole.rows("roc.csv", model=one["model"]))
        assert set(one["errors"].values()) == {0.0}
    assert whole.manifest["options"]["points"] == "all"
    spoken = report(FILE, *WORDS, "--points", "all")
    for name in BY_THRESHOLD:
        file = f"{name}.csv"
        assert (spoken.folder / file).read_bytes() == (whole.folder / file).read_bytes()


@pytest.mark.parametrize("name", BY_THRESHOLD)
def test_that_no_more_thresholds_a_model_are_listed_than_asked_for(few, whole, name):
    file = f"{name}.csv"
    every = [tuple(row.items()) for row in whole.rows(file)]
    listed = [tuple(row.items()) for row in few.rows(file)]
    kept = set(listed)
    assert listed == [row for row in every if row in kept]  # the same cells in the same order
    for one in few.manifest["points"]["models"]:
        rows = few.rows(file, model=one["model"])
        assert len(rows) == one["listed"] - (name == "isotonic") <= 60


def test_that_the_manifest_has_the_limit_and_the_errors(few):
    points = few.manifest["points"]
    assert points["limit"] == few.manifest["options"]["points"] == 60
    for one in points["models"]:
        every = np.array(list(one["errors"].values()))
        assert (every >= 0).all()
        if one["listed"] < one["thresholds"]:
            assert every.max() > 0


def test_that_hybrid_curves_stay_within_the_error_of_the_manifest(few, whole):
    for one in few.manifest["points"]["models"]:
        chosen = {"model": one["model"], "kind": "performance_independent", "space": "roc"}
        every, listed = points(whole, "hybrid.csv", chosen), points(few, "hybrid.csv", chosen)
        roc = np.array([few.column("roc.csv", rate, model=one["model"]) for rate in ("fpr", "tpr")])
        np.testing.assert_array_equal(listed, roc.T)
        farthest = float(max(distance(point, listed) for point in every))
        assert farthest <= one["errors"]["roc"]
        assert (farthest > 0) is (one["listed"] < one["thresholds"])


def test_that_hybrid_curves_in_cost_space_hang_on_no_points(few, whole):
    for space, kind in (("cost", "performance_independent"), ("cost", "cost_minimising")):
        chosen = {"space": space, "kind": kind}
        assert few.rows("hybrid.csv", **chosen) == whole.rows("hybrid.csv", **chosen)
    areas = [{row["area_between"] for row in one.rows("hybrid.csv")} for one in (few, whole)]
    assert areas[0] == areas[1]


def points(found, file, where):
    return np.column_stack([found.column(file, name, **where) for name in ("x", "y")])


def distance(point, line):
    """Return how far a point is from a line of straight pieces."""
    starts, ways = line[:-1], np.diff(line, axis=0)
    along = np.sum((point - starts) * ways, axis=1) / np.sum(ways * ways, axis=1)
    nearest = starts + np.clip(along, 0, 1)[:, None] * ways
    return np.hypot(*(point - nearest).T).min()


def test_that_large_files_list_ten_thousand_thresholds_a_model(report, tmp_path):
    path = tmp_path / "large.csv"
    rng = np.random.default_rng(0)
    positive = rng.random(100_001) < 0.2
    scores = rng.normal(size=100_001) + positive
    lines = (f"{int(y)},{s!r}\n" for y, s in zip(positive, scores.tolist(), strict=True))
    path.write_text("label,score_a\n" + "".join(lines))
    words = ("--label", "label", "--bootstrap", "0")
    found = report(path, *words)
    (one,) = found.manifest["points"]["models"]
    assert one["thresholds"] == 100_002
    assert 8_000 < one["listed"] <= 10_000
    assert one["errors"]["roc"] < 0.001
    for name in BY_THRESHOLD:
        assert len(found.rows(f"{name}.csv")) == one["listed"] - (name == "isotonic")


def test_that_hybrid_curves_list_every_threshold_where_all_are_asked_for(report, tmp_path):
    path = tmp_path / "many.csv"
    rng = np.random.default_rng(0)
    positive, scores = rng.random(20_000) < 0.2, rng.random(20_000)
    lines = (f"{int(y)},{s!r}\n" for y, s in zip(positive, scores.tolist(), strict=True))
    path.write_text("label,score_a\n" + "".join(lines))
    found = report(path, "--label", "label", "--points", "all")
    chosen = {"kind": "performance_independent", "space": "roc"}
    roc = zip(*(found.column("roc.csv", rate) for rate in ("fpr", "tpr")), strict=True)
    assert points(found, "hybrid.csv", chosen).tolist() == list(map(list, roc))


@pytest.mark.parametrize("text", ["1", "0", "-5", "many", "2.5", ""])
def test_that_points_are_a_number_from_two_on_or_all(text):
    with pytest.raises(OptionError, match="--points"):
        parse_options(["data.csv", "--out", "out", "--points", text])
