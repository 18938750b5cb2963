"""Which way of resampling suits a sample, and that of classifiers known by their counts alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.resampling.bootstrap import generators
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.error_rates import cases_of
from costcurve_gui.engine.resampling.resampled_rates import ClassColumns, ResampledRates
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from costcurve_gui.engine.resampling.sample import Sample

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.payoff import PayoffMeans
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.sample import RankedModel


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


NOT_JOINT = "the counts do not say on which cases both err"
CLASSIFIERS_NOT_JOINT = "the counts do not say on which cases the members of one family err"


def sample_from_counts(table: ThresholdTable, means: PayoffMeans) -> Sample:
    """Return what resampling needs of cases of which only the counts are known.

    Parameters
    ----------
    table : ThresholdTable
        The counts, unweighted.
    means : PayoffMeans
        Payoffs and costs of errors, the same for all cases of a class.
    """
    return Sample(
        ClassColumns(round(table.positives), None, means.fn_cost, means.tp_payoff),
        ClassColumns(round(table.negatives), None, means.fp_cost, means.tn_payoff),
        np.zeros(0, np.int64),
    )


class ClassifierResampler(CountResampler):
    """Draws the errors of each classifier of a family: two independent binomials.

    No two rules that are drawn belong together. Which cases two of them decide alike is not known.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.6.
    """

    def rates(self, model: RankedModel, rows: Indices) -> Iterator[ResampledRates]:
        """Yield the rates of the classifiers of some rows of a family, batch after batch."""
        table, positives, negatives = model.table, self.sample.positives, self.sample.negatives
        payoffs = (positives.payoffs, negatives.payoffs, positives.costs, negatives.costs)
        cases = cases_of(table, rows)
        for size, rng in generators(self.spec, self._stream):
            tpr = _drawn(table.tpr_at(rows), cases[0], size, rng)
            fpr = _drawn(table.fpr_at(rows), cases[1], size, rng)
            means = (np.full((size, 1), mean) for mean in payoffs)
            yield ResampledRates(fpr, tpr, fpr, tpr, *means)

    def joint_rates(
        self, models: Sequence[RankedModel], rows: Sequence[Indices]
    ) -> Iterator[tuple[ResampledRates, ...]]:
        """Refuse: raises `EngineError`."""
        del models, rows
        raise EngineError(f"Two classifiers cannot be compared: {NOT_JOINT}.")


def _drawn(rates: Floats, cases: Floats, size: int, rng: np.random.Generator) -> Floats:
    counts = np.rint(cases).astype(np.int64)
    drawn: Floats = rng.binomial(counts, rates, (size, rates.size)) / cases
    return drawn
