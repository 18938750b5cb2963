"""The page says where its decision was validated."""

from __future__ import annotations

from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES

WORDS = [str(SAMPLES / "german_credit_half.csv"), "--positive", "bad", "--scores"]
WORDS += ["score_naive_bayes", "--fn", "-amount", "--bootstrap", "50", "--format", "html"]


def test_that_a_validated_page_has_no_mark(tmp_path):
    assert run([*WORDS, "--validate-split", "0.5", "--out", str(tmp_path)]) == 0
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Validated on 0.5 of the cases, seed 0: " in page
    assert "Not yet validated" not in page
