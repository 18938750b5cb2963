"""Frames as the program computes them for the credit file that ships with it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.loading import Loaded, load_example
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from tests.helpers.choices import Choice, selected_by

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot


@cache
def german_credit() -> Loaded:
    """Return 500 applicants, six models; refusing costs 5 % of a good one's amount."""
    example = example_of("german_credit")
    assert example is not None
    return load_example("g", example)


def german_credit_snapshot(
    criterion: Choice = Choice.MAX_PROFIT,
    *,
    prior: float = 0.05,
    selected: str | None = None,
    only: str | None = None,
    capacity: float = 1500,
) -> Snapshot:
    """Return the snapshot of the pictures in the design: 5 % bad, at most 0.2 or 1500 of 10 000."""
    loaded = german_credit()
    settings = replace(
        loaded.settings,
        condition=replace(loaded.settings.condition, prior=prior),
        selection=selected_by(criterion, max_fpr=0.2, capacity=capacity),
        selected=selected,
    )
    models = [one for one in loaded.curve_set.models if only in (None, one.info.name)]
    return build_snapshot(replace(loaded.curve_set, models=tuple(models)), settings)
