"""The German credit example with ten folds, loaded as the window loads it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from costcurve_gui.controllers import view_extras
from costcurve_gui.controllers.examples import example_of
from costcurve_gui.controllers.frames import build_frame
from costcurve_gui.controllers.loading import Loaded, load_example
from costcurve_gui.controllers.view_extras import build_extra
from costcurve_gui.models.state import ViewChoices

if TYPE_CHECKING:
    from costcurve_gui.controllers.view_extras import ViewInput
    from costcurve_gui.models.fold_curves import FoldResults
    from costcurve_gui.models.results import Frame

FOREST = "folds/score_random_forest"


@lru_cache(maxsize=1)
def loaded_folds() -> Loaded:
    example = example_of("german_credit_cv10")
    assert example is not None
    return load_example("folds", example)


@lru_cache(maxsize=1)
def fold_results() -> FoldResults:
    return build_extra("folds", view_input(loaded_folds()))  # type: ignore[return-value]


def view_input(loaded: Loaded) -> ViewInput:
    given = view_extras.view_input(loaded.scene, loaded.source, loaded.settings.payoff)
    assert isinstance(given, view_extras.ViewInput)
    return given


def fold_frame(**choices: Any) -> Frame:
    """Return a frame with the averages computed, and with choices of the view."""
    loaded = loaded_folds()
    settings = replace(loaded.settings, views=ViewChoices(**choices))
    return replace(build_frame(loaded.scene, settings), extras={"folds": fold_results()})
