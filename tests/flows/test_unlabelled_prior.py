"""The prior of a file without labels is estimated, offered or refused, used and undone."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import beta

from costcurve_gui.analysis.tables.options import TableOptions, UnlabelledScores
from costcurve_gui.analysis.tables.unlabelled import unlabelled_table
from tests.cli.conftest import SAMPLES
from tests.flows.driver import dialog, snapshot_of, visible_windows

FILE = pd.read_csv(SAMPLES / "german_credit_half.csv")
SCORE = "score_naive_bayes"


def drawn(share: float, size: int = 2000) -> pd.DataFrame:
    """Return scores of cases with a share of bad ones, without their labels."""
    random = np.random.default_rng(3)
    bad = random.random(size) < share
    pools = (FILE[FILE.label != "bad"], FILE[FILE.label == "bad"])
    scores = [random.choice(pools[int(one)][SCORE]) for one in bad]
    return pd.DataFrame({"id": range(size), SCORE: scores})


@pytest.fixture
def shown(qtbot, german_credit):
    german_credit.window.commands["unlabelled_prior"].trigger()
    opened = dialog(qtbot, german_credit, "prior_dialog")
    yield opened
    if opened in visible_windows():
        opened.reject()


def read(program, opened, table, path, monkeypatch):
    table.to_csv(path, index=False)
    monkeypatch.setattr(program.prompts, "choose_data_files", lambda _, take: take([path]))
    opened.file_wanted.emit()


def test_that_the_prior_of_unlabelled_cases_is_used_and_undone(
    qtbot, german_credit, shown, tmp_path, monkeypatch
):
    table = drawn(0.15)
    read(german_credit, shown, table, tmp_path / "may.csv", monkeypatch)
    use = shown.buttons["confusion"]
    qtbot.waitUntil(use.isEnabled, timeout=30_000)
    assert shown.badge.text == "The two agree within their intervals."
    assert "000 cases. The scores differ from the nearest mixture" in shown.fit.text()
    snapshot = snapshot_of(german_credit)
    second = UnlabelledScores("may.csv", {SCORE: table[SCORE].to_numpy()})
    rows = unlabelled_table(snapshot, TableOptions(unlabelled=second))
    of_model = np.flatnonzero((rows.columns[0] == "naive_bayes") & ~pd.isna(rows.columns[2]))
    wanted = float(rows.columns[2][of_model[1]])
    assert wanted == pytest.approx(0.15, abs=0.04)
    before = snapshot.condition.prior
    use.click()
    qtbot.waitUntil(lambda: snapshot_of(german_credit).condition.prior == wanted)
    text = german_credit.session.state.current.condition.prior_belief
    low, high = (float(rows.columns[at][of_model[1]]) for at in (3, 4))
    believed = beta(*map(float, text.removeprefix("beta:").split(",")))
    assert believed.mean() == pytest.approx(wanted, rel=0.01)
    assert np.ptp(believed.interval(0.9)) == pytest.approx(high - low, rel=0.05)
    german_credit.session.undo()
    assert german_credit.session.state.current.condition.prior_belief == ""
    assert snapshot_of(german_credit).condition.prior == before


def test_that_scores_that_are_no_mixture_are_refused_in_words(
    qtbot, german_credit, shown, tmp_path, monkeypatch
):
    table = drawn(0.15)
    table[SCORE] = 0.5 + 0.01 * table[SCORE]
    read(german_credit, shown, table, tmp_path / "moved.csv", monkeypatch)
    said = "Not offered: the scores do not look like a mixture of the two classes."
    qtbot.waitUntil(lambda: shown.badge.text == said, timeout=30_000)
    assert not any(button.isEnabled() for button in shown.buttons.values())
    other = table.rename(columns={SCORE: "p"})
    read(german_credit, shown, other, tmp_path / "other.csv", monkeypatch)
    qtbot.waitUntil(lambda: SCORE in shown.badge.text)
