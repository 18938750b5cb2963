"""What the program shows when the file of a figure is opened from the help page or the menu."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.curves import CaseInput, view_input
from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.estimator import Estimator
from costcurve_gui.analysis.intervals.requests import interval_requests
from costcurve_gui.analysis.loading import load_example
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.view_results import build_view_result
from costcurve_gui.resources import resource_path

if TYPE_CHECKING:
    from costcurve_gui.analysis.loading import Loaded
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.evaluation import ModelEvaluation

PAPERS = resource_path("sample_data", "papers")


def figure_snapshot(key: str, *resampled: str, **changes: Any) -> Snapshot:
    """Return the snapshot of a figure with the choices that it opens with.

    `resampled` are views of which the intervals are known too. `changes` of the `Example` make
    another one of the same file, for a picture or a number beside it.
    """
    loaded = loaded_figure(key, **changes)
    snapshot = build_snapshot(loaded.curve_set, loaded.settings)
    if resampled:
        payoff = loaded.settings.payoff
        estimator = Estimator(
            resampling_input(loaded.curve_set, loaded.source, payoff), loaded.settings.bands
        )
        requests = [one for one in interval_requests(snapshot, resampled) if one is not None]
        snapshot = replace(snapshot, intervals=estimator.estimate(requests))
    given = view_input(loaded.curve_set, loaded.source, loaded.settings.payoff)
    if not isinstance(given, CaseInput) or given.dataset.fold is None:
        return snapshot
    return replace(snapshot, results=build_view_result("folds", given))


def loaded_figure(key: str, **changes: Any) -> Loaded:
    """Return the file of a figure as the window loads it."""
    example = example_of(key)
    if example is None:
        raise LookupError(f"no figure {key} in papers.json")
    return load_example("papers", replace(example, **changes))


def model(snapshot: Snapshot, name: str) -> ModelEvaluation:
    """Return the curves of one model by its name."""
    return next(one.evaluation for one in snapshot.curve_set.models if one.info.name == name)
