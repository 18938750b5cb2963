"""All of PC(+) as a table: which model is best, by how much, and whether that is shown."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.cost.crossovers import cheapest
from costcurve_gui.engine.cost.difference import cost_difference
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID
from costcurve_gui.engine.resampling.difference_band import DifferenceBand, difference_band
from costcurve_gui.engine.resampling.out_of_bag import out_of_bag_excess
from costcurve_gui.engine.resampling.stretch_outlook import StretchOutlook, StretchOutlooks

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from costcurve_gui.engine.arrays import Bools, Floats
    from costcurve_gui.engine.cost.cost_curve import CostCurve
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.sample import RankedModel


def interval_table(
    resampler: JointResampler,
    models: Sequence[RankedModel],
    *,
    reference: int | None = None,
    simultaneous: bool = True,
    progress: Progress = NO_PROGRESS,
) -> tuple[IntervalRow, ...]:
    """Split [0, 1] by the cheapest model and by what is shown of it.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled, how often, and how sure to be.
    models : sequence of RankedModel
        At least two.
    reference : int, optional
        Position of a model that has verdicts of its own; rows are split where they change.
    simultaneous : bool, default True
        Whether the level holds for all PC(+) at once, or at each by itself: then two equal models
        are nearly always told apart somewhere.
    progress : Progress, optional
        Advanced after each batch of replicates of each pair.

    Returns
    -------
    tuple of IntervalRow
        Ascending, without gaps.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 4.3 and 4.7.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> from costcurve_gui.engine.counts.cost_table import rank_order
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> from costcurve_gui.engine.resampling.resampler import resampler
    >>> from costcurve_gui.engine.resampling.sample import RankedModel, resampled_sample
    >>> y_true = np.arange(600) % 2 == 0
    >>> def model(name, y_score):
    ...     return RankedModel(evaluate_scores(name, y_true, y_score), rank_order(y_true, y_score))
    >>> a = model("a", np.arange(600) % 7 + 3 * y_true)
    >>> b = model("b", np.arange(600) % 11 + 3 * y_true)
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> for row in interval_table(resampler(sample, BootstrapSpec()), [a, b]):
    ...     print(round(row.pc_low, 2), round(row.pc_high, 2), row.best, row.verdict)
    0.0 0.07 0 not significant
    0.07 0.93 0 better
    0.93 1.0 0 not significant
    """
    return _compared(resampler, models, simultaneous, progress).rows(reference)


def interval_tables(
    resampler: JointResampler,
    models: Sequence[RankedModel],
    *,
    simultaneous: bool = True,
    progress: Progress = NO_PROGRESS,
) -> tuple[tuple[IntervalRow, ...], ...]:
    """Return `interval_table` with each of the models as reference, from the same replicates."""
    compared = _compared(resampler, models, simultaneous, progress)
    return tuple(compared.rows(reference) for reference in range(len(models)))


@dataclass(frozen=True, slots=True, eq=False)
class _Compared:
    """The models at some PC(+), ascending, among them each of the stretches between `cuts`.

    `lowest` are the positions of the cheapest models of each stretch, none where no model beats
    the trivial classifiers; `dearer` says of each model where it is shown to be dearer than the
    first of them, shape (models, places), and `outlooks` what to expect of new cases.
    """

    curves: Sequence[CostCurve]
    cuts: Floats
    places: Floats
    lowest: Sequence[tuple[int, ...]]
    dearer: Bools
    outlooks: StretchOutlooks

    def rows(self, reference: int | None) -> tuple[IntervalRow, ...]:
        """Return a row a stretch in which no verdict changes."""
        shown = self.dearer.sum(axis=0) == len(self.curves) - 1
        worse = shown if reference is None else self.dearer[reference]
        found = []
        for (low, high), lowest in zip(pairwise(self.cuts.tolist()), self.lowest, strict=True):
            for start, end, (is_shown, is_worse) in _split(low, high, self.places, shown, worse):
                others = set(range(len(self.curves))) - set(lowest)
                kept = is_shown and self._lead(lowest, others, start, end)
                verdict = _verdict(lowest, is_shown=kept)
                worse_too = is_worse and self._lead(lowest, others & {reference}, start, end)
                own = _verdict_of_reference(reference, lowest, verdict, is_worse=worse_too)
                found.append(_Part(start, end, lowest, verdict, own))
        return tuple(self._row(part) for part in _merged(found))

    def _lead(
        self, lowest: tuple[int, ...], others: Collection[int | None], low: float, high: float
    ) -> bool:
        """Whether the first of the cheapest is shown to cost less than others on new cases."""
        known = (other for other in others if other is not None)
        return bool(lowest) and all(
            self.outlooks.leads(lowest[0], other, low, high) for other in known
        )

    def _row(self, part: _Part) -> IntervalRow:
        row = interval_row(self.curves, *part)
        if not part.lowest:
            return row._replace(new_cases=self.outlooks.of_trivial(part.low, part.high))
        new_cases = self.outlooks.of(part.lowest[0], row.runner_up, part.low, part.high)
        return row._replace(new_cases=new_cases)


class _Part(NamedTuple):
    """A stretch with its cheapest models and its verdicts."""

    low: float
    high: float
    lowest: tuple[int, ...]
    verdict: Verdict
    of_reference: Verdict | None


def _merged(parts: Sequence[_Part]) -> list[_Part]:
    """Join neighbours of which the same is said: new cases may not show what the sample does."""
    found: list[_Part] = []
    for part in parts:
        if found and found[-1][2:] == part[2:]:
            found[-1] = found[-1]._replace(high=part.high)
        else:
            found.append(part)
    return found


def _verdict(lowest: Sequence[int], *, is_shown: bool) -> Verdict:
    if len(lowest) != 1:
        return "tied" if lowest else "equal"
    return "better" if is_shown else "not significant"


def _verdict_of_reference(
    reference: int | None, lowest: Sequence[int], verdict: Verdict, *, is_worse: bool
) -> Verdict | None:
    if reference is None:
        return None
    if not lowest or reference in lowest:
        return verdict
    return "worse" if is_worse else "not significant"


def _compared(
    resampler: JointResampler,
    models: Sequence[RankedModel],
    simultaneous: bool,
    progress: Progress,
) -> _Compared:
    curves = [model.evaluation.envelope for model in models]
    stretches = cheapest(curves)
    cuts = np.array([*(one.low for one in stretches), 1.0])
    places = distinct(PC_GRID, (cuts[1:] + cuts[:-1]) / 2)
    lowest = [one.cheapest for one in stretches]
    compared = np.array([_compared_with_others(tied, len(models)) for tied in lowest])
    best = compared[np.searchsorted(cuts[1:-1], places)]
    pairs = _Pairs(resampler, models, places, simultaneous, progress)
    dearer = np.zeros((len(models), places.size), np.bool_)
    for position in distinct(best[best >= 0]).tolist():
        here = best == position
        for other in range(len(models)):
            if other != position:
                dearer[other, here] = pairs.cheaper(position, other)[here]
    outlooks = StretchOutlooks(resampler, models, progress=progress)
    return _Compared(curves, cuts, places, lowest, dearer, outlooks)


def _compared_with_others(lowest: Sequence[int], models: int) -> int:
    """Return the position of the earliest of the cheapest models; -1 where no other is dearer."""
    return lowest[0] if 0 < len(lowest) < models else -1


class _Pairs:
    """Bands of the difference of each two models over all places, found when they are asked for."""

    def __init__(
        self,
        resampler: JointResampler,
        models: Sequence[RankedModel],
        places: Floats,
        simultaneous: bool,
        progress: Progress,
    ) -> None:
        self._resampler, self._models, self._places = resampler, models, places
        self._simultaneous, self._progress = simultaneous, progress
        self._excess: dict[int, Floats] = {}
        self._bands: dict[tuple[int, int], DifferenceBand] = {}

    def cheaper(self, one: int, other: int) -> Bools:
        """Tell where one model is shown to be cheaper than another."""
        if (one, other) not in self._bands:
            found = self._band(one, other)
            self._bands[one, other] = found
            self._bands[other, one] = found.reversed()
        shown: Bools = self._bands[one, other].band.upper < 0
        return shown

    def _band(self, a: int, b: int) -> DifferenceBand:
        found = difference_band(
            self._resampler,
            self._models[a],
            self._models[b],
            pc_plus=self._places,
            excess=(self._excess_of(a), self._excess_of(b)),
            progress=self._progress,
        )
        return found.simultaneous if self._simultaneous and found.simultaneous else found

    def _excess_of(self, position: int) -> Floats:
        if position not in self._excess:
            model = self._models[position]
            drawn = self._resampler.part(model)
            self._excess[position] = out_of_bag_excess(
                drawn, model, self._places, progress=self._progress
            )
        return self._excess[position]


def _split(
    low: float, high: float, places: Floats, *shown: Bools
) -> Iterator[tuple[float, float, list[bool]]]:
    """Split a stretch of one best model where one of some verdicts changes."""
    inside = np.flatnonzero((low < places) & (places < high))
    parts = [list(_stretches(low, high, places[inside], one[inside])) for one in shown]
    ends = sorted({end for part in parts for _, end, _ in part})
    for start, end in pairwise((low, *ends)):
        yield start, end, [next(state for _, to, state in part if end <= to) for part in parts]


def _stretches(
    low: float, high: float, places: Floats, shown: Bools
) -> Iterator[tuple[float, float, bool]]:
    """Split a stretch where a verdict changes."""
    states, start = _without_lone(shown), low
    for change in (np.flatnonzero(states[1:] != states[:-1]) + 1).tolist():
        was_shown = bool(states[change - 1])
        # What is shown reaches from the first to the last PC(+) at which it is.
        end = float(places[change - was_shown])
        yield start, end, was_shown
        start = end
    yield start, high, bool(states[-1])


def _without_lone(shown: Bools) -> Bools:
    """Drop what is shown at one PC(+) between two others alone: it has no width."""
    lone = shown.copy()
    lone[1:] &= ~shown[:-1]
    lone[:-1] &= ~shown[1:]
    lone[[0, -1]] = False
    return shown & ~lone


Verdict = Literal["better", "not significant", "worse", "tied", "equal"]


class IntervalRow(NamedTuple):
    """A stretch of PC(+) in which the same model, or the same models, are the cheapest.

    Attributes
    ----------
    pc_low, pc_high : float
        Its ends: exact where the best model changes, of `PC_GRID` where only the verdict does.
    best : int or None
        Position of the cheapest model; None where several tie or all cost the same.
    thresholds : tuple of two float
        Of the best model, the earliest of several, at both ends, descending.
    costs : tuple of two float
        Least and largest normalized expected cost of the best model.
    runner_up : int or None
        Position of the other model whose mean cost in this stretch is nearest; None where no
        other is left.
    margin : tuple of two float
        Least and largest lead of the best model over it, in normalized expected cost.
    verdict : str
        "better" where the best model is significantly cheaper than every other, and its mean lead
        over each is so on new cases, else "not significant";
        "tied" where several have the lowest cost, below that of the trivial classifiers;
        "equal" where no model beats the trivial classifiers, so that all cost the same.
    of_reference : str or None
        The same of the reference: "worse" where it is shown to be dearer than the best model,
        and where it is among the best itself, that of `verdict`; None where there is no reference.
    tied : tuple of int
        Positions of the models that tie, ascending; empty where none do.
    new_cases : StretchOutlook or None
        What to expect of the best model, the earliest of several, and of its lead.
    """

    pc_low: float
    pc_high: float
    best: int | None
    thresholds: tuple[float, float]
    costs: tuple[float, float]
    runner_up: int | None
    margin: tuple[float, float]
    verdict: Verdict
    of_reference: Verdict | None = None
    tied: tuple[int, ...] = ()
    new_cases: StretchOutlook | None = None


def interval_row(
    curves: Sequence[CostCurve],
    low: float,
    high: float,
    lowest: tuple[int, ...],
    verdict: Verdict,
    of_reference: Verdict | None,
) -> IntervalRow:
    """Return the row of a stretch with the `lowest` curves; with none, all are alike there."""
    curve = curves[lowest[0] if lowest else 0]
    costs = curve.value_at(_vertices(curve.pc_plus, low, high))
    figures = _thresholds(curve, low, high), (float(costs.min()), float(costs.max()))
    best, tied = (lowest[0], ()) if len(lowest) == 1 else (None, lowest)
    others = [other for other in range(len(curves)) if other not in lowest] if lowest else []
    if not others:
        alone = None, (0.0, 0.0)
        return IntervalRow(low, high, best, *figures, *alone, verdict, of_reference, tied)
    leads = [cost_difference(curves[other], curve) for other in others]
    nearest = int(np.argmin([_mean(lead.pc_plus, lead.difference, low, high) for lead in leads]))
    margin = leads[nearest].value_at(_vertices(leads[nearest].pc_plus, low, high))
    ends = float(margin.min()), float(margin.max())
    runner_up = others[nearest]
    return IntervalRow(low, high, best, *figures, runner_up, ends, verdict, of_reference, tied)


def _vertices(pc_plus: Floats, low: float, high: float) -> Floats:
    return np.array([low, *pc_plus[(low < pc_plus) & (pc_plus < high)], high])


def _thresholds(curve: CostCurve, low: float, high: float) -> tuple[float, float]:
    first = int(np.searchsorted(curve.pc_plus, low, side="right")) - 1
    return float(curve.thresholds[first]), float(curve.thresholds[curve.segment_at(high)])


def _mean(pc_plus: Floats, values: Floats, low: float, high: float) -> float:
    places = _vertices(pc_plus, low, high)
    return float(np.trapezoid(np.interp(places, pc_plus, values), places)) / (high - low)
