"""Frames as the program computes them for the credit file that ships with it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from costcurve_gui.controllers.examples import example_of
from costcurve_gui.controllers.frames import build_frame
from costcurve_gui.controllers.loading import Loaded, load_example
from tests.helpers.choices import Choice, selected_by

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame


@cache
def german_credit() -> Loaded:
    """Return 500 applicants, six models; refusing costs 5 % of a good one's amount."""
    example = example_of("german_credit")
    assert example is not None
    return load_example("g", example)


def german_credit_frame(
    criterion: Choice = Choice.MAX_PROFIT,
    *,
    prior: float = 0.05,
    selected: str | None = None,
    only: str | None = None,
    capacity: float = 1500,
) -> Frame:
    """Return the frame of the pictures in the design: 5 % bad, at most 0.2 or 1500 of 10 000."""
    loaded = german_credit()
    settings = replace(
        loaded.settings,
        condition=replace(loaded.settings.condition, prior=prior),
        selection=selected_by(criterion, max_fpr=0.2, capacity=capacity),
        selected=selected,
    )
    models = [one for one in loaded.scene.models if only in (None, one.info.name)]
    return build_frame(replace(loaded.scene, models=tuple(models)), settings)
