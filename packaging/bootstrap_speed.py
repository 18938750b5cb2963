"""Draw how long a bootstrap takes as rows grow: python3 packaging/dev.py bootstrap-speed."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402 (the path is set first)
import pyqtgraph as pg  # noqa: E402
from pyqtgraph.exporters import ImageExporter  # noqa: E402

from costcurve_gui.engine import (  # noqa: E402
    BootstrapSpec,
    PayoffMatrix,
    RankedModel,
    cost_band,
    error_costs,
    evaluate_scores,
    resampled_sample,
)
from costcurve_gui.engine.resampling.count_resampling import CountResampler  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

PICTURE = ROOT / "docs" / "screenshots" / "bootstrap_speed.png"
ROWS = (10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000)
ROUNDS = 7


def milliseconds(run: Callable[[], object]) -> float:
    """Return the time of the fastest round."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def band_and_sort(rows: int) -> tuple[float, float]:
    """Return how long a cost band of 2,000 replicates takes, and a sort of the scores."""
    rng = np.random.default_rng(1)
    y_true = rng.random(rows) < 0.3
    y_score = rng.normal(size=rows) + 1.2 * y_true
    payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    model = RankedModel(evaluate_scores("a", y_true, y_score))
    drawn = CountResampler(sample, BootstrapSpec(replicates=2000))
    return milliseconds(lambda: cost_band(drawn, model)), milliseconds(lambda: np.sort(y_score))


def main() -> None:
    """Measure and draw."""
    application = pg.mkQApp()
    pg.setConfigOptions(background="w", foreground="k", antialias=True)
    plot = pg.PlotWidget()
    plot.resize(520, 340)
    plot.setLogMode(x=True, y=True)
    plot.setLabel("bottom", "rows")
    plot.setLabel("left", "milliseconds")
    plot.getAxis("bottom").setTicks([[(np.log10(rows), f"{rows:,}") for rows in ROWS]])
    plot.getAxis("left").setTicks([[(power, f"{10.0**power:g}") for power in range(-2, 4)]])
    plot.setRange(xRange=(3.9, 6.7), yRange=(-2, 3))
    plot.addLegend(offset=(-20, -20))
    times = zip(*map(band_and_sort, ROWS), strict=True)
    names = ("cost band, 2,000 replicates", "one sort of the scores")
    for name, colour, series in zip(names, ("#0072b2", "#d55e00"), times, strict=True):
        pen = pg.mkPen(colour, width=2)
        plot.plot(ROWS, series, pen=pen, symbol="o", symbolBrush=colour, name=name)
        print(name, [round(value, 1) for value in series])
    application.processEvents()
    ImageExporter(plot.plotItem).export(str(PICTURE))
    print(PICTURE)


if __name__ == "__main__":
    main()
