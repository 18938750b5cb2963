"""Errors that the sample lacks, drawn for rules of several models that are compared.

A rule that makes no error of a class on the sample makes none in any replicate of it, and would
win for certain by what is unknown. So each replicate has as many as another sample of that size
might show: the rate has the beta distribution whose quantiles are the rule of three, and the number
is binomial, which is none in half of the replicates, 1 in a quarter and 4 or more in one of 16.

Where one rule lacks an error, the others may have hidden ones as well: were it alone in that, it
would be held for worse than one whose errors were seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.resampling.band import policy_rows
from costcurve_gui.engine.resampling.bootstrap import generators
from costcurve_gui.engine.resampling.difference_rules import same_ranking
from costcurve_gui.engine.resampling.error_rates import error_shares, hidden_share
from costcurve_gui.engine.resampling.independent_samples import are_independent_samples

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.sample import RankedModel

_STREAM = 11  # of random numbers, apart from those of replicates


@dataclass(frozen=True, slots=True, eq=False)
class UnseenErrors:
    """Which rules of m models may make errors that the sample lacks, at k values of PC(+).

    Attributes
    ----------
    exposed : ndarray of bool, shape (2, k, m)
        Of the positives and of the negatives: rules that look at the score, where one of them
        makes no error of the class.
    sizes : ndarray of float64, shape (2, m)
        How many instances each class is worth.
    alike : ndarray of int64, shape (m,)
        The first model that ranks every instance as each does: their errors are the same.
    """

    exposed: Bools
    sizes: Floats
    alike: Indices

    def drawn(self, spec: BootstrapSpec) -> Floats:
        """Draw which share of each class each model hides errors on, (replicates, 2, m)."""
        cases = np.rint(self.sizes).astype(np.int64)
        parts = []
        for number, rng in generators(spec, _STREAM):
            rates = hidden_share(self.sizes, rng.random((number, *self.sizes.shape)))
            parts.append(rng.binomial(cases, rates) / self.sizes)
        drawn: Floats = np.concatenate(parts)[:, :, self.alike].clip(max=1.0)
        return drawn

    def mean_cost(self, pc_plus: Floats) -> Floats:
        """Return what hidden errors cost each rule on average, shape (k, m)."""
        stakes = np.stack([pc_plus, 1 - pc_plus])[:, :, None]
        cost: Floats = (self.exposed * stakes / (self.sizes[:, None] + 1)).sum(axis=0)
        return cost

    def cost(
        self, at: slice, model: int, rates: ResampledRates, drawn: Floats, pc_plus: Floats
    ) -> Floats:
        """Return what the hidden errors of a model cost in some replicates, shape (b, k).

        Parameters
        ----------
        at : slice
            Positions of the PC(+).
        model : int
            Position of the model.
        rates : ResampledRates
            Of its rules, one at each PC(+).
        drawn : ndarray of float64, shape (b, 2, m)
            Part of `drawn`.
        pc_plus : ndarray of float64, shape (k,)
            The PC(+).
        """
        missed, accepted = self.exposed[:, at, model]
        of_positives, of_negatives = drawn[:, 0, model, None], drawn[:, 1, model, None]
        of_misses = of_positives * missed * rates.tp_benefit_rate
        of_alarms = of_negatives * accepted * (1 - rates.fp_cost_rate)
        cost: Floats = of_misses * pc_plus + of_alarms * (1 - pc_plus)
        return cost


def unseen_errors(
    resampler: JointResampler, models: Sequence[RankedModel], pc_plus: Floats
) -> UnseenErrors:
    """Find where rules that are cheapest on the whole sample lack errors.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled.
    models : sequence of m RankedModel
        The models.
    pc_plus : ndarray of float64, shape (k,)
        Within 0-1.

    References
    ----------
    .. [1] Hanley & Lippman-Hand (1983), If nothing goes wrong, is everything all right?, JAMA 249.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine import (
    ...     BootstrapSpec, PayoffMatrix, RankedModel, error_costs, evaluate_scores, rank_order,
    ...     resampled_sample, resampler,
    ... )
    >>> y_true, y_score = np.arange(100) < 40, -np.arange(100.0)
    >>> model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> drawing = resampler(sample, BootstrapSpec(20_000))
    >>> unseen = unseen_errors(drawing, [model], np.array([0.5]))
    >>> unseen.exposed[:, 0, 0].tolist()
    [True, True]
    >>> drawn = unseen.drawn(drawing.spec)[:, 0, 0]
    >>> np.bincount(np.rint(40 * drawn).astype(int))[:3].round(-3).tolist()
    [10000, 5000, 3000]
    """
    rules = [
        error_shares(resampler.part(model).sample, model, policy_rows(model.evaluation, pc_plus))
        for model in models
    ]
    looks = ~np.stack([rule.trivial for rule in rules], axis=1)
    errors = np.stack([np.stack([rule.fnr, rule.fpr]) for rule in rules], axis=2)
    lacks = looks & (errors == 0)
    return UnseenErrors(
        read_only(looks & lacks.any(axis=2, keepdims=True)),
        read_only(np.array([[rule.positives[0], rule.negatives[0]] for rule in rules]).T),
        read_only(_alike(resampler, models)),
    )


def _alike(resampler: JointResampler, models: Sequence[RankedModel]) -> Indices:
    alike = np.arange(len(models))
    for later, model in enumerate(models):
        for earlier in range(later):
            other = models[earlier]
            if are_independent_samples(resampler, (other, model)):
                continue
            # Areas are at hand, and nearly always differ where rankings do.
            if other.evaluation.auc == model.evaluation.auc and same_ranking(other, model):
                alike[later] = earlier
                break
    return alike
