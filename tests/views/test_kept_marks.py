"""Every view draws what an earlier commit drew: see `tests/acceptance/archive.py`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from costcurve_gui.cli.picture_snapshots import drawn_views
from tests.acceptance import archive
from tests.acceptance.cases import WITH_MARKS

ROOT = Path(__file__).resolve().parents[2]
kept = cache(archive.archived)


@pytest.mark.parametrize("case", WITH_MARKS)
def test_that_every_mark_is_that_of_the_commit_before(case, monkeypatch):
    monkeypatch.chdir(ROOT)
    before = {name: text for name, text in kept()[case].items() if name.startswith("marks")}
    assert before
    changed = archive.changed(before, archive.drawn(case))
    assert {name: (len(found), found[:3]) for name, found in changed.items()} == {}


def test_that_the_cases_draw_every_view():
    import json

    texts = [kept()[case] for case in WITH_MARKS]
    marks = [json.loads(text) for one in texts for name, text in one.items() if "marks" in name]
    drawn = {stem for pictures in marks for stem in pictures}
    assert {view.stem for view in drawn_views() if not view.of_classes} <= drawn
