"""Frames of the sample files, built by what the window and `report` build theirs with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.analysis.counts_cache import CountsCache
from costcurve_gui.analysis.curves import CaseInput, build_curve_set
from costcurve_gui.analysis.loading import Origin
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.sources.cases import describe_cases
from costcurve_gui.analysis.sources.counts import CountSource, dataset_info_from_counts
from costcurve_gui.analysis.view_results import build_view_result
from costcurve_gui.analysis.view_settings import ViewChoices
from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.dataset_from_counts import load_counted
from costcurve_gui.dataio.roles.proposal import propose_roles
from costcurve_gui.engine.progress import NO_PROGRESS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.curves import CurveSet
    from costcurve_gui.analysis.selection_settings import SelectionSpec
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.evaluation import ModelEvaluation

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "sample_data"
PAPERS = SAMPLES / "papers"
EQUAL = PayoffSpec()
DEFAULT_VIEWS = ViewChoices()


def counted_snapshot(name: str, payoff: PayoffSpec = EQUAL, **settings: object) -> Snapshot:
    """Return the snapshot of a file of confusion matrices of the papers."""
    counted = load_counted(Origin.of(PAPERS / name).open(None, NO_PROGRESS))
    info = dataset_info_from_counts("papers", counted)
    return _snapshot(CountSource(counted).build_curves(info, payoff), payoff, **settings)


def scored_snapshot(
    path: Path,
    payoff: PayoffSpec = EQUAL,
    roles: Mapping[str, object] | None = None,
    **settings: object,
) -> Snapshot:
    """Return the snapshot of a file of scored cases; `roles` changes what the columns are."""
    source = Origin.of(path).open(None, NO_PROGRESS)
    dataset = load_dataset(source, replace(propose_roles(source).roles, **(roles or {})))
    cache = CountsCache(dataset)
    curve_set = build_curve_set(describe_cases("papers", dataset, cache), dataset, payoff, cache)
    snapshot = _snapshot(curve_set, payoff, **settings)
    if dataset.fold is None:
        return snapshot
    given = CaseInput(curve_set, dataset, payoff, cache)
    return replace(snapshot, results=build_view_result("folds", given))


def _snapshot(
    curve_set: CurveSet,
    payoff: PayoffSpec,
    prior: float | None = None,
    selection: SelectionSpec | None = None,
    selected: str | None = None,
    views: ViewChoices = DEFAULT_VIEWS,
) -> Snapshot:
    given = DatasetSettings(
        payoff=payoff,
        condition=ConditionSpec(prior=prior),
        selected=f"papers/{selected}" if selected else None,
        views=views,
    )
    return build_snapshot(
        curve_set, given if selection is None else replace(given, selection=selection)
    )


def model(snapshot: Snapshot, name: str) -> ModelEvaluation:
    """Return the curves of one model by its name."""
    return next(one.evaluation for one in snapshot.curve_set.models if one.info.name == name)
