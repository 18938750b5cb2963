"""Frames of the sample files, built by what the window and `report` build theirs with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.controllers.counted_scenes import build_counted_scene, describe_counted
from costcurve_gui.controllers.counts_cache import CountsCache
from costcurve_gui.controllers.frames import build_frame
from costcurve_gui.controllers.loading import Origin, describe
from costcurve_gui.controllers.scenes import build_scene
from costcurve_gui.controllers.view_extras import ViewInput, build_extra
from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.dataset_from_counts import load_counted
from costcurve_gui.dataio.roles.proposal import propose_roles
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.models.state import ConditionSpec, DatasetSettings, PayoffSpec, ViewChoices

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.models.results import Frame, Scene
    from costcurve_gui.models.state import SelectionSpec

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "sample_data"
PAPERS = SAMPLES / "papers"
EQUAL = PayoffSpec()
DEFAULT_VIEWS = ViewChoices()


def counted_frame(name: str, payoff: PayoffSpec = EQUAL, **settings: object) -> Frame:
    """Return the frame of a file of confusion matrices of the papers."""
    counted = load_counted(Origin.of(PAPERS / name).open(None, NO_PROGRESS))
    info = describe_counted("papers", counted)
    return _frame(build_counted_scene(info, counted, payoff), payoff, **settings)


def scored_frame(
    path: Path,
    payoff: PayoffSpec = EQUAL,
    roles: Mapping[str, object] | None = None,
    **settings: object,
) -> Frame:
    """Return the frame of a file of scored cases; `roles` changes what the columns seem to be."""
    source = Origin.of(path).open(None, NO_PROGRESS)
    dataset = load_dataset(source, replace(propose_roles(source).roles, **(roles or {})))
    cache = CountsCache(dataset)
    scene = build_scene(describe("papers", dataset, cache), dataset, payoff, cache)
    frame = _frame(scene, payoff, **settings)
    if dataset.fold is None:
        return frame
    given = ViewInput(scene, dataset, payoff, cache)
    return replace(frame, extras={"folds": build_extra("folds", given)})


def _frame(
    scene: Scene,
    payoff: PayoffSpec,
    prior: float | None = None,
    selection: SelectionSpec | None = None,
    selected: str | None = None,
    views: ViewChoices = DEFAULT_VIEWS,
) -> Frame:
    given = DatasetSettings(
        payoff=payoff,
        condition=ConditionSpec(prior=prior),
        selected=f"papers/{selected}" if selected else None,
        views=views,
    )
    return build_frame(scene, given if selection is None else replace(given, selection=selection))


def model(frame: Frame, name: str) -> ModelEvaluation:
    """Return the curves of one model by its name."""
    return next(one.evaluation for one in frame.scene.models if one.info.name == name)
