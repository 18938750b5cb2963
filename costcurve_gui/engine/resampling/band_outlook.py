"""What a review band leads one to expect of new cases: what it decides wrongly, what it refers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.distributions.normal import students_deviate
from costcurve_gui.engine.resampling.class_errors import band_errors, correlation
from costcurve_gui.engine.resampling.new_cases_interval import (
    ClassOutlook,
    Margins,
    together,
    with_amounts,
)
from costcurve_gui.engine.resampling.outlook import Outlook
from costcurve_gui.engine.selection.policy import Reviewer

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.class_errors import ClassErrors
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.rule_choice import RuleChooser
    from costcurve_gui.engine.resampling.sample import RankedModel

_RATE, _COST_RATE, _COST = range(3)
_CASES_A_GROUP, _MANY = 2.0, 1 / 3
"""Of a class. With fewer intervals of groups of few cases held in 90 to 94 of 100, with more in 95
to 97."""
_MOST = 3 / 4
"""Of the cases. With half of them intervals of good scores held in 98 of 100."""


@dataclass(frozen=True, slots=True)
class BandOfClass:
    """What to expect of one class of new cases where a person decides about some; see `OfClass`.

    Attributes
    ----------
    decided_wrongly, referred, not_right : ClassOutlook
        The cases that the rule itself decides wrongly, those that it refers, and both, as if each
        were an error that nobody reviews.
    errors : ClassErrors
        The class; its errors are the cases that lose anything.
    errs : float
        How often the person errs on the class.
    price : float
        Of a review.
    mean_cost : float
        Of an error on a case of the class.
    alike : tuple of float, optional
        Where groups are drawn, the correlation of what the rule itself decides wrongly with what
        reviews cost, and of what it decides rightly with what reviews save. None of independent
        cases, whose parts are those of a multinomial distribution.
    """

    decided_wrongly: ClassOutlook
    referred: ClassOutlook
    not_right: ClassOutlook
    errors: ClassErrors
    errs: float
    price: float
    mean_cost: float
    alike: tuple[float, float] | None = None

    @property
    def own_errors(self) -> ClassErrors:
        """What the rule itself decides wrongly on the sample."""
        return self.decided_wrongly.errors

    @property
    def certain(self) -> bool:
        """Whether the rule refers, or acts on, all or none without looking."""
        return self.decided_wrongly.certain

    @property
    def all_referred(self) -> float:
        """Mean loss where every case is referred."""
        return self.errs * self.mean_cost + self.price

    @property
    def rate(self) -> float:
        """Error rate to expect once persons have decided."""
        return self.decided_wrongly.rate + self.errs * self.referred.rate

    @property
    def wrong(self) -> float:
        """Mean loss, the price of the reviews in it."""
        reviews = self.errs * self.referred.wrong + self.price * self.referred.rate
        return self.decided_wrongly.wrong + reviews

    @property
    def right(self) -> float:
        """What errors on all of the class would cost less what is lost."""
        return self.mean_cost - self.wrong

    @property
    def cost_rate(self) -> float:
        """The loss as a share of what errors on all of the class would cost."""
        reviews = self.errs * self.referred.cost_rate + self._price_rate * self.referred.rate
        return self.decided_wrongly.cost_rate + reviews

    def rate_margins(self, level: float) -> Margins:
        """Return those of `rate`."""
        return self._with_reviews(
            self.decided_wrongly.rate_margins(level),
            self.referred.rate_margins(level).times(self.errs),
        )

    def wrong_margins(self, level: float) -> Margins:
        """Return those of `wrong`."""
        wrong, referred = self.decided_wrongly, self.referred
        rate = self._with_reviews(
            wrong.rate_margins(level).times(wrong.amount),
            referred.rate_margins(level).times(self.errs * referred.amount + self.price),
        )
        reviewed = self.errs * referred.wrong, referred.unlike(level)
        return with_amounts(rate, (wrong.wrong, wrong.unlike(level)), reviewed)

    def right_margins(self, level: float) -> Margins:
        """Return those of `right`: of what the rule itself and what persons decide rightly.

        Where errors cost alike they are those of what is lost.
        """
        if not self.errors.right.variance:
            return self.wrong_margins(level).reversed
        rest, referred, hits = self.not_right, self.referred, 1 - self.errs
        saved = hits * referred.amount - self.price
        parts = (
            rest.rate_margins(level).times(-rest.right_amount),
            referred.rate_margins(level).times(saved),
        )
        alike = _of_disjoint(1 - rest.rate, referred.rate) * (1 if saved >= 0 else -1)
        rate = together(parts, alike if self.alike is None else self.alike[1])
        reviewed = hits * referred.wrong, referred.unlike(level)
        return with_amounts(rate, (rest.right, rest.right_unlike(level)), reviewed)

    def cost_rate_margins(self, level: float) -> Margins:
        """Return those of `cost_rate`."""
        share = self.referred.rate_margins(level).times(self._price_rate)
        errors = self.referred.cost_rate_margins(level).times(self.errs)
        reviews = Margins(share.down + errors.down, share.up + errors.up)
        margins = self._with_reviews(self.decided_wrongly.cost_rate_margins(level), reviews)
        priced = self._price_rate * self.referred.rate
        return with_amounts(margins, (priced, self._unlike_class(level)))

    @property
    def _price_rate(self) -> float:
        return self.price / self.mean_cost

    def _with_reviews(self, wrong: Margins, reviews: Margins) -> Margins:
        alike = _of_disjoint(self.decided_wrongly.rate, self.referred.rate)
        return together((wrong, reviews), alike if self.alike is None else self.alike[0])

    def _unlike_class(self, level: float) -> float:
        """Return the margin of the logarithm of the mean cost."""
        worth, cases = self.errors.worth, self.errors.cases
        deviate = students_deviate(max(worth - 1, 1.0), level)
        return deviate * sqrt(max(cases / worth - 1, 0.0) / cases)


def _of_disjoint(first: float, second: float) -> float:
    """Return the correlation of how many cases fall in either of two parts of a class."""
    odds = [min(share / (1 - share), 1e9) if share < 1 else 1e9 for share in (first, second)]
    return -min(sqrt(odds[0] * odds[1]), 1.0)


def band_outlook(
    resampler: Resampler,
    model: RankedModel,
    chooser: RuleChooser,
    expected: Floats,
    fixed: Floats | None = None,
) -> Outlook:
    """Return what a review band leads one to expect.

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    chooser : RuleChooser
        What chose the band on the sample.
    expected : ndarray of float64, shape (12,)
        Errors to expect of its upper and its lower threshold, as `ResampledRates.errors` has them.
    fixed : ndarray of float64, shape (b, 12), optional
        The same of the band that the sample chose, in each replicate. None where the rule decides
        without looking.
    """
    apparent = chooser.fixed.rates(chooser.on_sample())
    level, grouped = resampler.spec.level, fixed is not None and resampler.spec.grouped
    sides = [
        _of_class(resampler, model, chooser, expected, at, certain=fixed is None) for at in range(2)
    ]
    alike = 0.0
    if fixed is not None and grouped:
        sides = [
            _grouped(side, band_parts(fixed, at), resampler.sample.units[at], level)
            for at, side in enumerate(sides)
        ]
        lost = []
        for at, side in enumerate(sides):
            parts = band_parts(fixed, at)
            lost.append(parts[:, 0, _COST] + _reviews(side, parts, side.errs))
        alike = correlation(lost[0], lost[1], np.ones(len(fixed)))
    source = "" if fixed is None else "out of bag"
    return Outlook(sides[0], sides[1], apparent, alike, level, source)


def refers_in_vain(outlook: Outlook, prior: float) -> bool:
    """Whether a band that refers most cases is expected to cost no less than referring all.

    Replicates then decide about more or fewer cases than the sample did, all of them by noise, and
    the very band may cost as little as if it referred all.
    """
    sides = outlook.positives, outlook.negatives
    referred = of_all = 0.0
    for side, share in zip(sides, (prior, 1 - prior), strict=True):
        if isinstance(side, BandOfClass):
            referred += share * side.referred.rate
            of_all += share * side.all_referred
    cost = outlook.cost(prior).estimate
    return referred > _MOST and cost is not None and cost >= of_all


def refers_few_of_each_group(outlook: Outlook) -> bool:
    """Whether a band refers many cases of groups that have few cases of a class."""
    return any(
        isinstance(side, BandOfClass)
        and side.referred.rate >= _MANY
        and side.errors.worth < _CASES_A_GROUP * side.errors.units < np.inf
        for side in (outlook.positives, outlook.negatives)
    )


def band_parts(errors: Floats, at: int) -> Floats:
    """Return what of a class a band decides wrongly, refers, and both, shape (..., 3, 3).

    Each as a rate by count, a rate by cost, and what errors on it cost.

    Parameters
    ----------
    errors : ndarray of float64, shape (..., 12)
        Of its upper and its lower threshold.
    at : {0, 1}
        Positives, or negatives.
    """
    ends = errors.reshape(*errors.shape[:-1], 6, 2)[..., [at, at + 2, at + 4], :]
    wrong, not_right = ends[..., 1 - at], ends[..., at]
    parts = [wrong, (not_right - wrong).clip(0.0), not_right]
    found: Floats = np.stack(parts, axis=-2)
    return found


def _of_class(
    resampler: Resampler,
    model: RankedModel,
    chooser: RuleChooser,
    expected: Floats,
    at: int,
    *,
    certain: bool,
) -> BandOfClass:
    on_sample = chooser.fixed.at_ends(chooser.on_sample())
    mean_cost = float((on_sample.fn_cost, on_sample.fp_cost)[at][0, 0])
    reviewer = chooser.reviewer or Reviewer(0.0)
    errs = (1 - reviewer.tpr, reviewer.fpr)[at]
    refers_none = chooser.policy_rows[0] == chooser.policy_rows[1]
    found = band_errors(
        resampler.sample,
        model,
        chooser.policy_rows,
        mean_cost,
        (errs, reviewer.cost),
        of_positives=at == 0,
    )
    expected_parts = band_parts(expected, at)
    referred = float(expected_parts[1, _RATE])
    parts = [
        ClassOutlook(
            errors=replace(errors, referred=referred),
            rate=float(part[_RATE]),
            cost_rate=float(part[_COST_RATE]),
            wrong=float(part[_COST]),
            right=max(mean_cost - float(part[_COST]), 0.0),
            certain=certain or (refers_none and number == 1),
        )
        for number, (errors, part) in enumerate(zip(found[:3], expected_parts, strict=True))
    ]
    return BandOfClass(parts[0], parts[1], parts[2], found.whole, errs, reviewer.cost, mean_cost)


def _reviews(side: BandOfClass, parts: Floats, share: float) -> Floats:
    """Return a share of what errors on referred cases cost, and the price, in each replicate."""
    reviews: Floats = share * parts[:, 1, _COST] + side.price * parts[:, 1, _RATE]
    return reviews


def _grouped(side: BandOfClass, parts: Floats, units: int, level: float) -> BandOfClass:
    """Return the outlook where whole groups are drawn, of which the parts differ in replicates."""
    outlooks = side.decided_wrongly, side.referred, side.not_right
    found = [
        replace(one, errors=one.errors.of_groups(parts[:, part, _COST], units, level))
        for part, one in enumerate(outlooks)
    ]
    wrong, reviews = parts[:, 0, _COST], _reviews(side, parts, side.errs)
    spared, equal = _reviews(side, parts, side.errs - 1), np.ones(len(parts))
    return replace(
        side,
        decided_wrongly=found[0],
        referred=found[1],
        not_right=found[2],
        errors=side.errors.of_groups(wrong + reviews, units, level),
        alike=(correlation(wrong, reviews, equal), correlation(parts[:, 2, _COST], spared, equal)),
    )
