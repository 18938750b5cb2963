"""What the window says of rows that are resampled in groups."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.views.tables.verdicts_table import verdicts_content
from costcurve_gui.views.text import uncertainty_text
from costcurve_gui.views.text.answer_parts import held_fixed
from tests.helpers.band_snapshots import resampled
from tests.helpers.samples import dataset, loaded

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        (None, "200 replicates, seed 0"),
        ("", "by groups, 200 replicates, seed 0"),
        ("customer", "by groups of customer, 200 replicates, seed 0"),
    ],
)
def test_that_it_is_said_whether_groups_were_drawn(groups: str | None, said: str) -> None:
    spec = BootstrapSpec(replicates=200, groups=groups)
    assert uncertainty_text.drawn(spec) == said


def test_that_rows_of_one_pair_are_groups() -> None:
    data = loaded(replace(dataset(200), group=np.arange(200) // 2, group_column="pair"))
    assert data.info.group == "pair"
    assert loaded(dataset(200)).info.group is None


def in_groups(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot of rows that belong to customers."""
    described = replace(snapshot.curve_set.dataset, group="customer")
    return replace(snapshot, curve_set=replace(snapshot.curve_set, dataset=described))


def test_that_answers_and_verdicts_name_the_groups() -> None:
    snapshot = in_groups(resampled("verdicts"))
    said = "by groups of customer, 400 replicates, seed 0"
    assert held_fixed(snapshot, "normalized_expected_cost").endswith(f"percentile, {said}.")
    hints = [row.hint for row in verdicts_content(snapshot).rows]
    assert hints
    assert all(hint.endswith(f"paired, {said}") for hint in hints)
