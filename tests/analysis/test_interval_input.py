"""What bands are resampled from, in the window."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.cost_bands import cost_band
from costcurve_gui.views.catalogue import view_of
from costcurve_gui.views.text import uncertainty_text
from tests.helpers.samples import BY_AMOUNT, dataset, loaded


def widths(group: np.ndarray | None) -> tuple[float, str]:
    """Return the mean width of a band, and what is said to have been drawn."""
    data = loaded(replace(dataset(2000), group=group))
    source = resampling_input(data.curve_set, data.source, BY_AMOUNT)
    band = cost_band(
        source.resampler(BootstrapSpec(replicates=200)), source.model("dataset1/score_a")
    )
    return float((band.upper - band.lower).mean()), uncertainty_text.drawn(band.spec)


def test_that_groups_of_the_file_are_resampled_and_named() -> None:
    every_row = widths(np.arange(2000))
    alone, said = widths(None)
    assert said == "200 replicates, seed 0"
    assert every_row[1] == "groups resampled, 200 replicates, seed 0"
    assert every_row[0] == alone
    cases = dataset(2000)
    ranks = np.argsort(np.lexsort((cases.scores["score_a"], cases.y_true)))
    assert widths(ranks // 20)[0] > 2 * alone


def test_that_views_made_of_replicates_alone_name_groups_before_they_are_there() -> None:
    data = loaded(replace(dataset(200), group=np.arange(200) // 2))
    assert data.info.grouped
    snapshot = build_snapshot(data.curve_set, data.settings)
    said = "groups resampled, 2\u202f000 replicates, seed 0"
    assert view_of("winners").subtitle(snapshot) == said
    alone = loaded(dataset(200))
    assert not alone.info.grouped
