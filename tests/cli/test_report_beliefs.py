"""H measure, expected cost and LC index, computed again from the other files of the report."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

WORDS = ("--positive", "bad", "--fn", "-amount", "--fp", "-0.2*amount")
FILE = "german_credit_half.csv"
FINE = np.linspace(0, 1, 400_001)
DENSITIES = {
    "uniform": stats.uniform(),
    "beta:2,5": stats.beta(2, 5),
    "triangular:0.1,0.25,0.6": stats.triang(0.3, 0.1, 0.5),
}


def height(report, model, at):
    pc = report.column("cost_curve.csv", "pc_plus", model=model)
    cost = report.column("cost_curve.csv", "normalized_expected_cost", model=model)
    return np.interp(at, pc, cost)


@pytest.mark.parametrize("belief", DENSITIES)
def test_that_the_expected_cost_is_the_mean_of_the_written_curve(report, belief):
    written = report(FILE, *WORDS, "--belief", belief)
    models = [row["model"] for row in written.rows("models.csv")]
    rows = written.rows("expected_cost.csv")
    assert [(row["model"], row["belief"]) for row in rows] == [(m, belief) for m in models]
    for row in rows:
        integrand = height(written, row["model"], FINE) * DENSITIES[belief].pdf(FINE)
        mean = np.trapezoid(integrand, FINE)
        assert float(row["expected_normalized_cost"]) == pytest.approx(mean, abs=1e-9)


def test_that_without_a_belief_the_expected_cost_is_the_area(report):
    written = report(FILE, *WORDS)
    for row in written.rows("expected_cost.csv"):
        area = float(written.row("models.csv", model=row["model"])["cost_curve_area"])
        assert row["belief"] == "uniform"
        assert float(row["expected_normalized_cost"]) == pytest.approx(area, abs=1e-15)


def test_that_the_lc_index_weighs_the_crossovers_by_the_triangle(report):
    belief = "triangular:0.1,0.25,0.6"
    written = report(FILE, *WORDS, "--belief", belief)
    models = [row["model"] for row in written.rows("models.csv")]
    rows = written.rows("lc_index.csv")
    assert [(row["model_a"], row["model_b"]) for row in rows] == list(combinations(models, 2))
    for row in rows:
        a, b = row["model_a"], row["model_b"]
        assert (row["lo"], row["mode"], row["hi"]) == ("0.1", "0.25", "0.6")
        index = 0.0
        for stretch in written.rows("crossovers.csv", model_a=a, model_b=b):
            ends = float(stretch["pc_low"]), float(stretch["pc_high"])
            probability = np.diff(DENSITIES[belief].cdf(ends)).item()
            index += {a: 1, b: -1, "": 0}[stretch["better"]] * probability
        assert float(row["lc_index"]) == pytest.approx(index, abs=1e-12)


def pair_of(row):
    return {"model_a": row["model_a"], "model_b": row["model_b"]}


@pytest.mark.parametrize("belief", ["uniform", "beta:2,5"])
def test_that_a_belief_without_corners_has_an_lc_index_too(report, belief):
    written = report(FILE, *WORDS, *(() if belief == "uniform" else ("--belief", belief)))
    for row in written.rows("lc_index.csv"):
        assert (row["lo"], row["mode"], row["hi"], row["belief"]) == ("", "", "", belief)
        index = 0.0
        for stretch in written.rows(
            "crossovers.csv", model_a=row["model_a"], model_b=row["model_b"]
        ):
            ends = float(stretch["pc_low"]), float(stretch["pc_high"])
            probability = np.diff(DENSITIES[belief].cdf(ends)).item()
            index += {row["model_a"]: 1, row["model_b"]: -1, "": 0}[stretch["better"]] * probability
        assert float(row["lc_index"]) == pytest.approx(index, abs=1e-12)


CONDITIONS = {
    "prior beta:4,16": ("--prior-belief", "beta:4,16"),
    "cost ratio uniform:2,8": ("--cost-ratio-belief", "uniform:2,8", "--prior", "0.2"),
    "prior beta:4,16, cost ratio triangular:1,4,9": (
        *("--prior-belief", "beta:4,16", "--cost-ratio-belief", "triangular:1,4,9"),
    ),
}


@pytest.mark.parametrize("said", CONDITIONS)
def test_that_the_belief_of_the_condition_is_that_of_the_expected_cost(report, said):
    """By 400,000 stratified draws of prior and cost ratio, each made a PC(+)."""
    words = ("--positive", "bad", "--fn", "-4", *CONDITIONS[said])
    written = report(FILE, *words)
    steps = (np.arange(400_000) + 0.5) / 400_000
    prior = stats.beta(4, 16).ppf(steps) if "prior" in said else np.full(steps.size, 0.2)
    ratio = np.full(steps.size, 4.0)
    mixed = np.random.default_rng(1).permutation(steps)
    if "uniform" in said:
        ratio = 2 + 6 * mixed
    elif "triangular" in said:
        ratio = stats.triang(3 / 8, 1, 8).ppf(mixed)
    pc = prior * ratio / (prior * ratio + 1 - prior)
    for row in written.rows("expected_cost.csv"):
        assert row["belief"] == written.manifest["options"]["belief"] == said
        mean = height(written, row["model"], pc).mean()
        assert float(row["expected_normalized_cost"]) == pytest.approx(mean, abs=1e-4)
    for row in written.rows("lc_index.csv"):
        index = 0.0
        for stretch in written.rows(
            "crossovers.csv", model_a=row["model_a"], model_b=row["model_b"]
        ):
            inside = (pc > float(stretch["pc_low"])) & (pc <= float(stretch["pc_high"]))
            sign = {row["model_a"]: 1, row["model_b"]: -1, "": 0}[stretch["better"]]
            index += sign * inside.mean()
        assert float(row["lc_index"]) == pytest.approx(index, abs=5e-3)


def test_that_a_belief_that_is_typed_and_a_range_say_what_they_say(report):
    words = ("--positive", "bad", "--fn", "-4")
    typed = report(FILE, *words, "--prior-belief", "beta:4,16", "--belief", "beta:2,5")
    assert {row["belief"] for row in typed.rows("expected_cost.csv")} == {"beta:2,5"}
    ranged = report(FILE, *words, "--prior-belief", "range:0.1,0.3")
    assert {row["belief"] for row in ranged.rows("expected_cost.csv")} == {"uniform"}


def test_that_the_manifest_has_the_belief(report):
    assert report(FILE, *WORDS, "--belief", "beta:2,5").manifest["options"]["belief"] == "beta:2,5"


def test_that_the_picture_of_superiority_shows_the_belief(report):
    belief = "triangular:0.1,0.25,0.6"
    written = report(FILE, *WORDS, "--belief", belief, "--format", "svg")
    drawn = (written.folder / "superiority.svg").read_text(encoding="utf-8")
    for said in ("lo 0.100", "mode 0.250", "hi 0.600"):
        assert said in drawn


def test_that_h_is_what_integrating_over_the_written_roc_points_gives(report):
    written = report(FILE, *WORDS)
    c = np.linspace(0, 1, 20_001)
    for row in written.rows("models.csv"):
        n, p = float(row["n"]), float(row["positives"])
        counts = (written.column("roc.csv", name, model=row["model"]) for name in ("fp", "tp"))
        points = list(zip(*counts, strict=True))
        density = stats.beta(1 + p / n, 2 - p / n).pdf(c)
        loss = np.min([c * f / n + (1 - c) * (p - t) / n for f, t in points], axis=0)
        guess = np.minimum(c * (n - p) / n, (1 - c) * p / n)
        expected = 1 - np.trapezoid(loss * density, c) / np.trapezoid(guess * density, c)
        assert float(row["h_measure"]) == pytest.approx(expected, abs=1e-6)


def test_that_h_does_not_depend_on_the_payoffs(report):
    plain, loans = report(FILE, "--positive", "bad"), report(FILE, *WORDS)
    assert plain.column("models.csv", "h_measure") == loans.column("models.csv", "h_measure")
