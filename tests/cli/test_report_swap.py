"""The swap set of a report, against the columns of its file and a bootstrap of its cases."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES

FILE = SAMPLES / "german_credit_half.csv"
WORDS = [str(FILE), "--positive", "bad", "--fn", "-amount", "--fp", "-0.2*amount"]
WORDS += ["--scores", "score_naive_bayes,score_mlp", "--format", "csv"]


def written(tmp_path, *words) -> tuple[pd.DataFrame, ...]:
    out = tmp_path / "out"
    assert run([*WORDS, *words, "--out", str(out)]) == 0
    names = ("swap_set", "swap_cases", "selection")
    return tuple(pd.read_csv(out / f"{name}.csv", dtype={"id": str}) for name in names)


def test_that_a_swap_set_counts_the_cases_that_two_policies_decide_otherwise(tmp_path):
    table = pd.read_csv(FILE)
    table["id"] = [f"C-{number:04d}" for number in range(len(table))]
    table.to_csv(tmp_path / "named.csv", index=False)
    words = [str(tmp_path / "named.csv"), *WORDS[1:], "--swap", "youden:mlp,naive_bayes"]
    words += ["--id", "id", "--bootstrap", "400", "--out", str(tmp_path / "out")]
    assert run(words) == 0
    read = {
        name: pd.read_csv(tmp_path / "out" / f"{name}.csv") for name in ("swap_set", "swap_cases")
    }
    selection = pd.read_csv(tmp_path / "out" / "selection.csv").set_index(["criterion", "model"])
    at = [selection.threshold[one] for one in (("youden", "mlp"), ("min_cost", "naive_bayes"))]
    a, b = table.score_mlp >= at[0], table.score_naive_bayes >= at[1]
    bad, amount = table.label == "bad", table.amount
    gain = np.where(bad, amount, -0.2 * amount)
    swap = read["swap_set"].set_index("swap")
    for side, rows, sign in (("in", b & ~a, 1), ("out", a & ~b, -1)):
        found = swap.loc[side]
        assert (found.positives, found.negatives) == ((rows & bad).sum(), (rows & ~bad).sum())
        assert found.money == pytest.approx(sign * gain[rows].sum())
    total = swap.loc["sum"]
    change = (b.astype(int) - a.astype(int)) * gain
    assert total.money == pytest.approx(change.sum())
    assert total.profit_per_case == pytest.approx(change.sum() / len(table))
    drawn = np.random.default_rng(5)
    sums = [
        sum(drawn.choice(change[side], side.sum()).sum() for side in (bad, ~bad))
        for _ in range(2000)
    ]
    spread = total.money_high - total.money_low
    low, high = np.quantile(sums, (0.05, 0.95))
    assert spread == pytest.approx(high - low, rel=0.15)
    assert total.money_low == pytest.approx(low, abs=0.2 * spread)
    cases = read["swap_cases"]
    assert list(cases.columns[:4]) == ["row", "id", "class", "money"]
    assert set(cases.id) == set(table.id[a != b])
    assert cases.money.abs().is_monotonic_decreasing
    assert cases.money.sum() == pytest.approx(change.sum())


def test_that_the_best_of_two_criteria_are_compared(tmp_path):
    swap, cases, selection = written(tmp_path, "--swap", "min_cost,youden", "--bootstrap", "0")
    best = selection[selection.best].set_index("criterion").model
    assert set(swap.model_a) == {best["min_cost"]}
    assert set(swap.model_b) == {best["youden"]}
    assert swap.money_low.isna().all()
    assert len(cases) == swap.set_index("swap").cases["sum"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--swap", "mlp"], "is not A,B: name two policies"),
        (["--swap", "mlp,svm"], "svm is no policy here: name a criterion (min_cost"),
        (["--swap", "mlp,min_cost:mlp"], "both are the same policy"),
        (["--swap", "mlp,naive_bayes", "--id", "key"], "key"),
    ],
)
def test_that_policies_that_are_not_there_are_refused(tmp_path, capsys, words, said):
    assert run([*WORDS, "--bootstrap", "0", *words, "--out", str(tmp_path / "out")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
