"""Frames of discrete classifiers with constant costs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.analysis.hybrid_curves import build_hybrids
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.sources.counts import CountSource, dataset_info_from_counts
from costcurve_gui.analysis.view_results import ViewResults
from costcurve_gui.dataio.dataset_from_counts import CountedDataset, TableKind
from costcurve_gui.dataio.source import Fingerprint
from costcurve_gui.engine.counts.family import ConfusionMatrix, family_table
from costcurve_gui.engine.progress import NO_PROGRESS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.selection_settings import SelectionSpec
    from costcurve_gui.analysis.snapshot import Snapshot

KEY = "f/clients"
# Points (.1, .2) and (.25, .6): Fawcett (2004), section 7.4.1.
COIL = (
    ConfusionMatrix("A", tp=20, fn=80, fp=10, tn=90, train_pc=0.25),
    ConfusionMatrix("B", tp=60, fn=40, fp=25, tn=75, train_pc=0.75),
)


def family_snapshot(
    selection: SelectionSpec, prior: float, classifiers: Sequence[ConfusionMatrix] = COIL
) -> Snapshot:
    """Return the snapshot of one family, with its hybrid curve where it has one."""
    counted = CountedDataset(
        info_name="clients.csv",
        path=Path("clients.csv"),
        fingerprint=Fingerprint(None, "0" * 64),
        kind=TableKind.CONFUSION,
        tables={"clients": family_table(list(classifiers))},
        positive_label="responders",
        negative_label="others",
        file_rows=len(classifiers),
        warnings=(),
    )
    payoff = PayoffSpec(positive_action="contact", negative_action="skip", case_noun="client")
    curve_set = CountSource(counted).build_curves(dataset_info_from_counts("f", counted), payoff)
    settings = DatasetSettings(payoff, ConditionSpec(prior), selection)
    results = ViewResults(hybrids=build_hybrids(curve_set, NO_PROGRESS))
    return replace(build_snapshot(curve_set, settings), results=results)
