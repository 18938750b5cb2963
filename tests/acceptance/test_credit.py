"""German credit with a review band: chosen on one half, checked and used on the other."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from costcurve_gui.cli import deciding, report, verifying
from costcurve_gui.resources import resource_path

CREDIT = resource_path("sample_data", "german_credit_half.csv")
PRIOR, PRICE, HIT, ALARM = 0.05, 25.0, 0.8, 0.1
POPULATION, REVIEWERS, SEEN = 10_000, 6, 1_000
WORDS = (
    *("--positive", "bad", "--fn=-amount", "--fp", "0", "--tn", "0.05*amount"),
    *("--prior", str(PRIOR), "--population", str(POPULATION), "--review-cost", str(PRICE)),
    *("--review-tpr", str(HIT), "--review-fpr", str(ALARM), "--format", "csv"),
)


def earned(row: pd.Series, high: float, low: float, score: str) -> float:
    """Pay one applicant for what happens to him: DEFINITIONS.md 11."""
    bad, amount = row["label"] == "bad", row["amount"]
    granted = -amount if bad else 0.05 * amount
    if row[score] >= high:
        return 0.0
    if row[score] < low:
        return granted
    return (1 - (HIT if bad else ALARM)) * granted - PRICE


def profit(rows: pd.DataFrame, high: float, low: float, score: str) -> float:
    """Return the mean at the prior, applicant by applicant."""
    paid = {"bad": [], "good": []}
    for _, row in rows.iterrows():
        paid[row["label"]].append(earned(row, high, low, score))
    return PRIOR * sum(paid["bad"]) / len(paid["bad"]) + (1 - PRIOR) * sum(paid["good"]) / len(
        paid["good"]
    )


def best_band(rows: pd.DataFrame, score: str, seen: float) -> tuple[float, float, float]:
    """Return the most that two thresholds earn, and both, by trying all pairs of them."""
    bad, values = (rows["label"] == "bad").to_numpy(), rows[score].to_numpy()
    weight = np.where(bad, PRIOR / bad.sum(), (1 - PRIOR) / (~bad).sum())
    granted = np.where(bad, -1.0, 0.05) * rows["amount"].to_numpy()
    reviewed = (1 - np.where(bad, HIT, ALARM)) * granted - PRICE
    found = [(float(weight @ granted), np.inf, np.inf)]
    for high in [np.inf, *np.unique(values)]:
        acts = values >= high
        for low in np.unique(values[~acts]):
            referred = (values >= low) & ~acts
            if weight[referred].sum() * POPULATION <= seen:
                paid = np.where(acts, 0.0, np.where(referred, reviewed, granted))
                found.append((float(weight @ paid), high, low))
    return max(found)


def reported(folder, rows: pd.DataFrame, seen: float, *more: str) -> pd.DataFrame:
    folder.mkdir()
    rows.to_csv(folder / "credit.csv", index=False)
    words = (str(folder / "credit.csv"), *WORDS, "--review-capacity", str(seen), *more)
    assert report.run([*words, "--out", str(folder / "report")]) == 0
    table = pd.read_csv(folder / "report" / "selection.csv")
    return table[table["criterion"] == "review_band"].set_index("model")


def test_that_a_band_is_chosen_on_one_half_checked_on_the_other_and_applied(tmp_path):
    credit = pd.read_csv(CREDIT)
    here, there = credit[::2], credit[1::2]
    two = ("--scores", "score_naive_bayes,score_random_forest")
    chosen = reported(tmp_path / "here", here, SEEN, *two, "--bootstrap", "50")
    for model, row in chosen.iterrows():
        most, high, low = best_band(here, f"score_{model}", SEEN)
        assert row["expected_profit"] == pytest.approx(most)
        assert profit(here, high, low, f"score_{model}") == pytest.approx(most)
        score = here[f"score_{model}"]
        assert (score >= row["threshold"]).tolist() == (score >= high).tolist()
        assert (score >= row["threshold_review"]).tolist() == (score >= low).tolist()
        assert row["fraction_referred"] * POPULATION <= SEEN
        assert row["new_cases_profit_low"] < row["new_cases_profit"] < row["new_cases_profit_high"]
        assert row["new_cases_profit"] < most  # it was chosen on these applicants
    (model,) = chosen.index[chosen["best"]]
    assert chosen["expected_profit"].idxmax() == model
    score, band = f"score_{model}", chosen.loc[model]

    more = SEEN * (REVIEWERS + 1) / REVIEWERS
    seventh = reported(tmp_path / "seventh", here, more, *two, "--bootstrap", "0").loc[model]
    earns = POPULATION * (seventh["expected_profit"] - band["expected_profit"])
    by_hand = best_band(here, score, more)[0] - best_band(here, score, SEEN)[0]
    assert earns == pytest.approx(POPULATION * by_hand, abs=1e-6)
    assert earns >= 0

    there.to_csv(tmp_path / "there.csv", index=False)
    policy = ("--policy", str(tmp_path / "here/report/policy.json"), "--criterion", "review_band")
    checked, decided = tmp_path / "checked.csv", tmp_path / "decided.csv"
    words = (str(tmp_path / "there.csv"), *policy)
    assert verifying.run([*words, "--bootstrap", "50", "--out", str(checked)]) == 0
    figures = pd.read_csv(checked).set_index("quantity").loc["expected_profit"]
    at = band["threshold"], band["threshold_review"]
    assert figures["planned"] == pytest.approx(band["expected_profit"])
    assert figures["new_cases"] == pytest.approx(band["new_cases_profit"])
    assert figures["observed"] == pytest.approx(profit(there, *at, score))

    there.drop(columns="label").to_csv(tmp_path / "new.csv", index=False)
    new = (str(tmp_path / "new.csv"), *policy, "--id", "id", "--out", str(decided))
    assert deciding.run([*new]) == 0
    decisions = pd.read_csv(decided)
    assert decisions["id"].tolist() == there["id"].tolist()
    expected = [1 if one >= at[0] else 2 if one >= at[1] else 0 for one in there[score]]
    assert decisions["decision"].tolist() == expected
    assert set(expected) == {0, 1, 2}
