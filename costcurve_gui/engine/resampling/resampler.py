"""Which way of resampling suits a sample."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.row_resampling import RowResampler

if TYPE_CHECKING:
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.sample import Sample

Resampler: TypeAlias = RowResampler | CountResampler

_ROWS = 5_000
"""Up to here drawing instances is quick enough, and all that is drawn belongs together."""
_VARYING_ROWS = 20_000
"""Likewise where instances differ in cost or weight, so that counts alone do not say all."""


def resampler(sample: Sample, spec: BootstrapSpec) -> Resampler:
    """Return how to resample: instances of small samples and of groups, counts of large ones.

    Parameters
    ----------
    sample : Sample
        What is resampled.
    spec : BootstrapSpec
        How often, and from which seed.
    """
    limit = _VARYING_ROWS if sample.varies else _ROWS
    if sample.groups is not None or sample.places.size <= limit:
        return RowResampler(sample, spec)
    return CountResampler(sample, spec)
