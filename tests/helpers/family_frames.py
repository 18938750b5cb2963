"""Frames of discrete classifiers with constant costs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.controllers.counted_scenes import build_counted_scene, describe_counted
from costcurve_gui.controllers.frames import build_frame
from costcurve_gui.controllers.hybrids import build_hybrids
from costcurve_gui.dataio.dataset_from_counts import CountedDataset, TableKind
from costcurve_gui.dataio.source import Fingerprint
from costcurve_gui.engine.counts.family import ConfusionMatrix, family_table
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.models.results import HYBRID
from costcurve_gui.models.state import ConditionSpec, DatasetSettings, PayoffSpec, SelectionSpec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.models.results import Frame

KEY = "f/clients"
# Points (.1, .2) and (.25, .6): Fawcett (2004), section 7.4.1.
COIL = (
    ConfusionMatrix("A", tp=20, fn=80, fp=10, tn=90, train_pc=0.25),
    ConfusionMatrix("B", tp=60, fn=40, fp=25, tn=75, train_pc=0.75),
)


def family_frame(
    selection: SelectionSpec, prior: float, members: Sequence[ConfusionMatrix] = COIL
) -> Frame:
    """Return the frame of one family, with its hybrid curve where it has one."""
    counted = CountedDataset(
        info_name="clients.csv",
        path=Path("clients.csv"),
        fingerprint=Fingerprint(None, "0" * 64),
        kind=TableKind.CONFUSION,
        tables={"clients": family_table(list(members))},
        positive_label="responders",
        negative_label="others",
        file_rows=len(members),
        warnings=(),
    )
    payoff = PayoffSpec(positive_action="contact", negative_action="skip", case_noun="client")
    scene = build_counted_scene(describe_counted("f", counted), counted, payoff)
    settings = DatasetSettings(payoff, ConditionSpec(prior), selection)
    frame = build_frame(scene, settings)
    frame.extras[HYBRID] = build_hybrids(scene, NO_PROGRESS)  # type: ignore[index]
    return frame
