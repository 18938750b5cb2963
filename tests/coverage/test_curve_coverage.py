"""The simulation of curve bands runs; its figures take minutes and are asked for by hand."""

from __future__ import annotations

from tests.coverage.curve_bands import curve_coverage


def test_that_every_interval_of_curves_is_simulated() -> None:
    found = curve_coverage(samples=1, replicates=40)
    assert len({held.interval for held in found}) == 34
    assert all(0 <= held.share <= 1 for held in found)
