"""The German credit example with ten folds, loaded as the window loads it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis import curves as source
from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.loading import Loaded, load_example
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.view_results import ViewResults, build_view_result
from costcurve_gui.analysis.view_settings import ViewChoices
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import CaseInput
    from costcurve_gui.analysis.fold_curves import FoldResults
    from costcurve_gui.analysis.snapshot import Snapshot

FOREST = "folds/score_random_forest"


@lru_cache(maxsize=1)
def loaded_folds() -> Loaded:
    example = example_of("german_credit_cv10")
    assert example is not None
    return load_example("folds", example)


@lru_cache(maxsize=1)
def fold_results() -> FoldResults:
    return folds_of(view_input(loaded_folds()))


def folds_of(given: CaseInput, progress: Progress = NO_PROGRESS) -> FoldResults:
    """Compute the curves of the folds of any cases."""
    found = build_view_result("folds", given, progress=progress).folds
    assert found is not None
    return found


def view_input(loaded: Loaded) -> CaseInput:
    given = source.view_input(loaded.curve_set, loaded.source, loaded.settings.payoff)
    assert isinstance(given, source.CaseInput)
    return given


def fold_snapshot(**choices: Any) -> Snapshot:
    """Return a snapshot with the averages computed, and with choices of the view."""
    loaded = loaded_folds()
    settings = replace(loaded.settings, views=ViewChoices(**choices))
    return replace(
        build_snapshot(loaded.curve_set, settings), results=ViewResults(folds=fold_results())
    )
