"""Which model comes next to another one, by the criterion in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.selection.merit import merit

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame


def runner_up(frame: Frame, key: str) -> str | None:
    """Return the best of the other models by the criterion; those that meet it come first."""
    others = [name for name in frame.models if name != key]
    return max(
        others,
        key=lambda name: (frame.models[name].met, merit(frame.models[name].policy)),
        default=None,
    )
