"""What is said of a model that would do better by a rate: on which cases that is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.views.panels.candidate_lines import CandidateLines
from tests.helpers.choices import Choice
from tests.helpers.snapshots import german_credit_snapshot


@pytest.mark.parametrize("choice", [Choice.NEYMAN_PEARSON, Choice.YOUDEN, Choice.TARGET_RECALL])
def test_that_a_model_left_out_does_better_on_this_sample(qtbot, choice):
    whole = german_credit_snapshot(choice)
    settings = replace(whole.settings, left_out=frozenset({whole.best}), selected=None)
    without, lines = build_snapshot(whole.curve_set, settings), CandidateLines()
    qtbot.addWidget(lines)
    lines.show_snapshot(without, without.best)
    name = whole.models[whole.best].info.name
    assert lines.left_out.text.startswith(f"1 left out; {name}")
    assert lines.left_out.text.endswith(" on this sample.")
