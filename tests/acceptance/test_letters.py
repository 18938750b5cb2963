"""300 of 2,000 letters by profit, from the file of last year to the list of ids to write to."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from costcurve_gui.cli import deciding, report
from costcurve_gui.resources import resource_path

DONORS = resource_path("sample_data", "donors_2000.csv")
LETTERS, POPULATION = 300, 2000
WORDS = ("--positive", "donated", "--tp", "gift-1", "--fp", "-1", "--fn", "0", "--tn", "0")
BOUND = ("--capacity", str(LETTERS), "--population", str(POPULATION))


def earned(donors: pd.DataFrame, acted: np.ndarray) -> float:
    return float((donors["gift"] - 1.0)[acted].sum())


def best_threshold(donors: pd.DataFrame, model: str) -> tuple[float, float]:
    """Return what the best threshold of at most 300 letters earns, by trying all of them."""
    scores = donors[f"score_{model}"].to_numpy()
    found = [(0.0, np.inf)]
    for threshold in np.unique(scores):
        acted = scores >= threshold
        if acted.sum() <= LETTERS:
            found.append((earned(donors, acted), threshold))
    return max(found)


def test_that_the_letters_go_to_those_who_earn_most(tmp_path):
    donors, out = pd.read_csv(DONORS), tmp_path / "report"
    options = ("--bootstrap", "0", "--format", "csv", "--out", str(out))
    assert report.run([str(DONORS), *WORDS, *BOUND, *options]) == 0
    selection = pd.read_csv(out / "selection.csv")
    rows = selection[selection["criterion"] == "workforce_profit_single"].set_index("model")
    for model in ("response", "expected_gift"):
        most, threshold = best_threshold(donors, model)
        assert rows.loc[model, "threshold"] == threshold
        assert rows.loc[model, "expected_profit"] * POPULATION == pytest.approx(most)
    assert rows["best"].to_dict() == {"response": False, "expected_gift": True}
    caught = selection[selection["criterion"] == "workforce_single"].set_index("model")
    assert caught["best"].to_dict() == {"response": True, "expected_gift": False}

    new_cases, decisions = tmp_path / "donors.csv", tmp_path / "letters.csv"
    donors.drop(columns=["label", "gift"]).to_csv(new_cases, index=False)
    policy = ("--policy", str(out / "policy.json"), "--criterion", "workforce_profit_single")
    words = (str(new_cases), *policy, "--id", "id", "--out", str(decisions))
    assert deciding.run([*words]) == 0
    decided = pd.read_csv(decisions)
    assert set(decided["model"]) == {"expected_gift"}
    acted = (decided["decision"] == 1).to_numpy()
    assert (decided["id"] == donors["id"]).all()
    assert acted.sum() <= LETTERS
    assert earned(donors, acted) == pytest.approx(best_threshold(donors, "expected_gift")[0])
