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


def resampler(sample: Sample, spec: BootstrapSpec) -> Resampler:
    """Return how to resample: instances of small samples and of groups, counts of large ones.

    Parameters
    ----------
    sample : Sample
        What is resampled.
    spec : BootstrapSpec
        How often, and from which seed.
    """
    return CountResampler(sample, spec) if by_counts(sample) else RowResampler(sample, spec)


def by_counts(sample: Sample) -> bool:
    """Tell whether counts are drawn rather than instances."""
    return sample.groups is None and sample.places.size > _ROWS
