"""Rows that DuckDB decides about, against the same rows decided about in memory."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats import text_reader
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.policies import deciding, per_case_stream
from costcurve_gui.policies.decide_request import DecideRequest
from costcurve_gui.policies.deciding import decide_file
from costcurve_gui.policies.saved import policies_of
from tests.policies.test_deciding import policy

ROWS = 125_000  # two row groups of Parquet, which two threads write
SEEN = {"edges": [0.25, 0.5, 0.75], "positives": [5] * 4, "negatives": [5] * 4}


def saved(**changes):
    seen = {"min": 0.0, "max": 1.0, "n": 40, "bins": SEEN}
    return policies_of(policy(score=seen, **changes)).policies[0]


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """Return a file whose scores are all above one threshold in whole stretches, some missing."""
    random = np.random.default_rng(1)
    scores = random.random(ROWS).round(6)
    scores[:123_000] = 0.9  # what a row group is known to hold must not decide about its NaN
    texts = scores.astype(str)
    texts[random.random(ROWS) < 0.01] = "NA"
    texts[[0, 7, 124_000]] = ["inf", "nan", "-inf"]
    path = tmp_path_factory.mktemp("stream") / "rows.csv"
    lines = (f"c{row},{text}" for row, text in enumerate(texts))
    path.write_text("key,s\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("key", [None, "key"])
def test_that_a_stream_writes_what_is_decided_in_memory(rows, tmp_path, monkeypatch, key):
    monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", 0)
    request = DecideRequest(saved(threshold_2=0.3, mixing=0.4), key, "empty")
    streamed, held = tmp_path / "streamed.csv", tmp_path / "held.csv"
    source = open_source(rows)
    found = decide_file(source, request, streamed)
    assert [one.name for one in tmp_path.iterdir()] == ["streamed.csv"]
    monkeypatch.setattr(deciding, "decided_in_stream", lambda *_: None)
    assert decide_file(source, request, held) == found
    assert streamed.read_bytes() == held.read_bytes()


def test_that_nothing_stays_where_a_score_is_missing(rows, tmp_path, monkeypatch):
    monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", 0)
    with pytest.raises(DataError, match=r"rows have no value in s \(row 8, "):
        decide_file(open_source(rows), DecideRequest(saved()), tmp_path / "out.csv")
    assert list(tmp_path.iterdir()) == []


CALIBRATION = {
    "kind": "logistic",
    "intercept": -1.2,
    "slope": 1.3,
    "of_logit": True,
    "odds_shift": 0.8,
    "miss_factor": 2.0,
    "columns": ["amount", "fee"],
    "payoff": {"tp": "0", "fp": "-fee", "fn": "-amount", "tn": "0.05*amount"},
    "least_gain": 1.5,
}


@pytest.fixture(scope="module")
def paid_rows(tmp_path_factory):
    """Return a file with what each row pays; some scores, amounts and fees are missing."""
    random = np.random.default_rng(2)
    columns = random.random(3_000), random.lognormal(6, 1, 3_000), random.integers(0, 90, 3_000)
    texts = [column.astype(str) for column in columns]
    for text in texts:
        text[random.random(3_000) < 0.01] = ""
    ids = [f"-{row}" if row % 3 else f"=c,{row}" for row in range(3_000)]
    lines = (f'"{key}",{",".join(cells)}' for key, *cells in zip(ids, *texts, strict=True))
    path = tmp_path_factory.mktemp("paid") / "rows.csv"
    path.write_text("key,s,amount,fee\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("missing", ["empty", "act", "leave"])
def test_that_a_rule_of_each_case_streams_what_it_decides_in_memory(
    paid_rows, tmp_path, monkeypatch, missing
):
    monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", 0)
    monkeypatch.setattr(per_case_stream, "BLOCK", 700)
    rule = saved(criterion="per_case", threshold=None, calibration=CALIBRATION)
    request = DecideRequest(rule, "key" if missing == "empty" else None, missing)
    streamed, held = tmp_path / "streamed.csv", tmp_path / "held.csv"
    source = open_source(paid_rows)
    found = decide_file(source, request, streamed)
    assert [one.name for one in tmp_path.iterdir()] == ["streamed.csv"]
    with monkeypatch.context() as patched:
        patched.setattr(deciding, "decided_by_case_in_stream", lambda *_: None)
        assert decide_file(source, request, held) == found
    assert streamed.read_bytes() == held.read_bytes()
    assert 0 < found.acted < found.rows == 3_000


def test_that_rows_of_a_stream_without_their_payoffs_are_named_as_in_memory(
    paid_rows, tmp_path, monkeypatch
):
    monkeypatch.setattr(text_reader, "SMALL_FILE_BYTES", 0)
    monkeypatch.setattr(per_case_stream, "BLOCK", 700)
    rule = saved(criterion="per_case", threshold=None, calibration=CALIBRATION)
    text = paid_rows.read_text(encoding="utf-8").replace("\n", "\nx,0.5,much,1\n", 1)
    bad, out = tmp_path / "bad.csv", tmp_path / "out.csv"
    bad.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="amount holds text"):
        decide_file(open_source(bad), DecideRequest(rule), out)
    said = []
    for memory in (False, True):
        if memory:
            monkeypatch.setattr(deciding, "decided_by_case_in_stream", lambda *_: None)
        with pytest.raises(DataError, match="rows lack a value in s, amount, fee") as fault:
            decide_file(open_source(paid_rows), DecideRequest(rule), out)
        said.append(str(fault.value))
    assert said[0] == said[1]
    assert [one.name for one in tmp_path.iterdir()] == ["bad.csv"]
