"""Which model comes next to another one, by rule and objective."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.selection.policy import merit

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame


def ranking(frame: Frame) -> list[str]:
    """Return all models, the best first; those that can do what is asked for come before others."""

    def quality(key: str) -> tuple[bool, tuple[float, float]]:
        model = frame.models[key]
        return model.met, merit(model.policy, frame.settings.objective)

    return sorted(frame.models, key=quality, reverse=True)


def runner_up(frame: Frame, key: str) -> str | None:
    """Return the best of the other models."""
    return next((name for name in ranking(frame) if name != key), None)
