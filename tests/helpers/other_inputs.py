"""Frames of the shipped files that are not scored cases of two classes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from costcurve_gui.controllers.examples import example_of
from costcurve_gui.controllers.frames import build_frame
from costcurve_gui.controllers.loading import Loaded, load_example
from costcurve_gui.controllers.view_extras import build_extra, view_input

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame


@cache
def example(name: str) -> Loaded:
    """Return a shipped file as a loading job hands it over."""
    found = example_of(name)
    assert found is not None
    return load_example(name, found)


def frame_of(name: str, **changes: Any) -> Frame:
    """Return the frame of a shipped file, with other settings."""
    loaded = example(name)
    return build_frame(loaded.scene, replace(loaded.settings, **changes))


def with_extra(name: str, view: str) -> Frame:
    """Return the frame of a shipped file, with what one view needs beyond it."""
    loaded, frame = example(name), frame_of(name)
    given = view_input(loaded.scene, loaded.source, frame.settings.payoff)
    return replace(frame, extras={view: build_extra(view, given)})
