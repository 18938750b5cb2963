"""What bands are resampled from, in the window."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.cost_bands import cost_band
from tests.helpers.samples import BY_AMOUNT, dataset, loaded


def widths(group: np.ndarray | None) -> tuple[float, BootstrapSpec]:
    """Return the mean width of a band, and how it was drawn."""
    data = loaded(replace(dataset(2000), group=group))
    source = resampling_input(data.curve_set, data.source, BY_AMOUNT)
    band = cost_band(
        source.resampler(BootstrapSpec(replicates=200)), source.model("dataset1/score_a")
    )
    return float((band.upper - band.lower).mean()), band.spec


def test_that_groups_of_the_file_are_resampled_and_known_as_such() -> None:
    every_row = widths(np.arange(2000))
    alone, drawn = widths(None)
    assert not drawn.grouped
    assert every_row[1].grouped
    assert every_row[0] == alone
    cases = dataset(2000)
    ranks = np.argsort(np.lexsort((cases.scores["score_a"], cases.y_true)))
    assert widths(ranks // 20)[0] > 2 * alone
