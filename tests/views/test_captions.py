"""Captions of docks: two to four words, never cut, only what changes the reading."""

from __future__ import annotations

import re

import pytest

from costcurve_gui.views.catalogue import VIEWS, view_of
from costcurve_gui.views.text.decision_uncertainty import intervals_note
from tests.helpers.band_snapshots import SPEC, resampled
from tests.helpers.fold_snapshots import fold_snapshot
from tests.helpers.snapshots import german_credit_snapshot

FRAMES = {
    "plain": german_credit_snapshot(),
    "resampled": resampled("roc", "cost", "difference", "verdicts", "winners"),
    "folds": fold_snapshot(),
}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("frame", FRAMES)
def test_that_a_caption_has_at_most_four_words_and_no_level(view, frame):
    said = view_of(view).subtitle(FRAMES[frame])
    words = re.findall(r"[\w.()-]+", said)
    assert len(words) <= 4, said
    assert "90 %" not in said
    assert "replicates," not in said
    assert "seed" not in said


def test_that_the_page_names_the_groups_that_were_drawn():
    from dataclasses import replace

    snapshot = resampled("cost")
    found, spec = snapshot.intervals, replace(SPEC, groups="customer")
    results = {
        one: replace(known, spec=spec) if hasattr(known, "spec") else known
        for one, known in found.results.items()
    }
    snapshot = replace(snapshot, intervals=replace(found, results=results))
    drawn = "400 replicates, seed 0"
    assert intervals_note(snapshot) == f"90 % intervals, by groups of customer, {drawn}"
