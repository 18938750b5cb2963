"""What is not known exactly of payoffs, prior and cost ratio: its draws, and payoffs in them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.analysis.conditions import ratio_of_cells
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.parameters import PRIOR, unused_parameters
from costcurve_gui.analysis.payoffs import CELLS, Parameter, payoff_matrix
from costcurve_gui.dataio.expressions.terms import factor_values, part_values, separated
from costcurve_gui.engine.cost.belief import ConditionBelief
from costcurve_gui.engine.distributions.uncertain_numbers import (
    BetaBelief,
    NumberRange,
    parse_uncertain_number,
)
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.uncertainty.payoff_draws import (
    DrawCheck,
    PayoffFactors,
    PayoffTerms,
)
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.dataio.expressions.nodes import Node
    from costcurve_gui.engine.arrays import Bools, Floats
    from costcurve_gui.engine.distributions.uncertain_numbers import NumberBelief, UncertainNumber
    from costcurve_gui.engine.uncertainty.payoff_draws import Column

COST_RATIO: Final = "cost ratio"
DRAWS: Final = 20_000
_SEVERAL_DRAWS: Final = 200
_MOST_CELLS: Final = 10_000_000
"""Where an expression cannot be separated, each draw computes its cells: so many rows of them."""
_CONTEXTS: Final = 8
_STEPS: Final = np.linspace(0, 1, 17)
"""At so many values of a number, beside so many draws of the others, it is seen to be linear."""
_FINE, _TAILS, _LEAST = 4_001, (0.05, 0.95), 1e-9
_MOST_CORNERS: Final = 10
"""Of so many ranges all combinations of ends are among the draws."""


@dataclass(frozen=True, slots=True)
class Uncertain:
    """What is not known exactly: texts of ranges and beliefs by name, and all values in force."""

    beliefs: Mapping[str, str]
    values: Mapping[str, float]

    @property
    def names(self) -> tuple[str, ...]:
        """What is uncertain, in order; the prior and the cost ratio last."""
        return tuple(self.beliefs)

    @property
    def numbers(self) -> tuple[UncertainNumber, ...]:
        """What is said of each."""
        return tuple(map(parse_uncertain_number, self.beliefs.values()))

    @property
    def ranges(self) -> tuple[int, ...]:
        """The places of those that have ends and no probabilities."""
        return tuple(at for at, one in enumerate(self.numbers) if isinstance(one, NumberRange))

    @property
    def believed(self) -> tuple[str, ...]:
        """Those that have probabilities."""
        return tuple(name for at, name in enumerate(self.names) if at not in self.ranges)

    @property
    def means(self) -> Floats:
        """What is expected of each; one with a range keeps its value in force."""
        named = zip(self.names, self.numbers, strict=True)
        return np.array(
            [self.values[name] if isinstance(one, NumberRange) else one.mean for name, one in named]
        )


def uncertain_of(snapshot: Snapshot) -> Uncertain:
    """Return what is uncertain of the parameters that cells use, of the prior and the ratio."""
    settings = snapshot.settings
    values = {one.name: one.value for one in _used(settings)} | {PRIOR: snapshot.condition.prior}
    if settings.condition.ratio_belief:
        typed = settings.condition.cost_ratio
        of_cells = ratio_of_cells(snapshot.curve_set.payoff_means)
        values[COST_RATIO] = of_cells if typed is None else typed
    return Uncertain(_beliefs(settings), values)


def _used(settings: DatasetSettings) -> list[Parameter]:
    unused = unused_parameters(settings.payoff)
    return [one for one in settings.payoff.parameters if one.name not in unused]


def _beliefs(settings: DatasetSettings) -> dict[str, str]:
    beliefs = {one.name: one.belief for one in _used(settings)}
    beliefs[PRIOR] = settings.condition.prior_belief
    beliefs[COST_RATIO] = settings.condition.ratio_belief
    return {name: text for name, text in beliefs.items() if text}


def condition_numbers(snapshot: Snapshot) -> tuple[Parameter, ...]:
    """Return the prior and the cost ratio, where they are not known exactly."""
    spec, condition = snapshot.settings.condition, snapshot.condition
    numbers = (
        Parameter(PRIOR, condition.prior, spec.prior_belief),
        Parameter(COST_RATIO, condition.cost_ratio, spec.ratio_belief),
    )
    return tuple(one for one in numbers if one.belief)


@once
def condition_ends(snapshot: Snapshot) -> tuple[Snapshot, Snapshot] | None:
    """Return the selected model at the lowest and at the highest PC(+) that are to be expected.

    They are the ends of a range, and those of nine tenths of a belief; None where prior and cost
    ratio are known, and nothing is believed of PC(+).
    """
    settings, condition = snapshot.settings, snapshot.condition
    typed, spec = settings.belief, settings.condition
    if typed is not None:
        costs = condition.means.fn_cost, condition.means.fp_cost
        low, high = (_prior_at(pc, *costs) for pc in _nine_tenths(typed))
        return _at(snapshot, low, None), _at(snapshot, high, None)
    if not (spec.prior_belief or spec.ratio_belief):
        return None
    priors = _ends_of(spec.prior_belief) or (condition.prior, condition.prior)
    ratios = _ends_of(spec.ratio_belief) or (None, None)
    return _at(snapshot, priors[0], ratios[0]), _at(snapshot, priors[1], ratios[1])


def _prior_at(pc: float, fn_cost: float, fp_cost: float) -> float:
    return pc * fp_cost / (pc * fp_cost + (1 - pc) * fn_cost)


def _ends_of(text: str) -> tuple[float, float] | None:
    if not text:
        return None
    found = parse_uncertain_number(text)
    return found.ends if isinstance(found, NumberRange) else _nine_tenths(found)


def _nine_tenths(belief: NumberBelief) -> tuple[float, float]:
    if isinstance(belief, BetaBelief):  # much of it may lie within a thousandth
        return ConditionBelief(belief, 1.0).ends
    values = np.linspace(*belief.ends, _FINE)
    low, high = np.interp(_TAILS, belief.cdf(values), values)
    return float(low), float(high)


def _at(snapshot: Snapshot, prior: float, ratio: float | None) -> Snapshot:
    """Return the selected model under another prior and, unless it stays, another cost ratio."""
    settings, condition = snapshot.settings, snapshot.condition
    prior = min(max(prior, _LEAST), 1 - _LEAST)
    spec, there = replace(settings.condition, prior=prior), replace(condition, prior=prior)
    if ratio is not None:
        ratio = max(ratio, _LEAST)
        spec = replace(spec, cost_ratio=ratio)
        there = there.with_fn_cost(ratio * condition.means.fp_cost)
    others = frozenset(snapshot.models) - {snapshot.selected}
    settings = replace(settings, condition=spec, hidden=others)
    models = {key: replace(one) for key, one in snapshot.models.items()}  # curves are kept by them
    return replace(snapshot, condition=there, settings=settings, models=models)


def is_uncertain(settings: DatasetSettings) -> bool:
    """Whether any of the conditions is not known exactly."""
    return bool(_beliefs(settings))


@dataclass(frozen=True, eq=False)
class Conditions:
    """The payoffs of a snapshot as terms, and draws of what is uncertain.

    The first `size` draws go over ranges and beliefs. Where there are both, as many follow in which
    the numbers with a range keep their value in force: a range has no probabilities.

    `nodes` is None where an expression mixes parameters and columns in one function: then the
    columns of `terms` are those of the draws, one each, and no other draw can be made.
    """

    uncertain: Uncertain
    draws: Floats
    size: int
    terms: PayoffTerms
    nodes: Mapping[str, Sequence[Node]] | None
    miss_factor: float
    labels: Bools
    weight: Floats | None

    def factors(self, theta: Floats) -> PayoffFactors:
        """Return the factors of the terms at other values, shape (draws, uncertain)."""
        if self.nodes is None:
            raise ConstraintError(
                tr(
                    "A parameter and a column stand in one function, such as max(): such an "
                    "expression cannot be computed for every draw."
                )
            )
        values = self._values(theta)
        cells = {
            cell: np.stack([factor_values(node, values) for node in nodes], axis=1)
            for cell, nodes in self.nodes.items()
        }
        return self._scaled(PayoffFactors(**cells, prior=values[PRIOR]), values)

    @cached_property
    def drawn(self) -> PayoffFactors:
        """The factors of the draws."""
        if self.nodes is not None:
            return self.factors(self.draws)
        own, values = dict.fromkeys(CELLS, np.eye(len(self.draws))), self._values(self.draws)
        return self._scaled(PayoffFactors(**own, prior=values[PRIOR]), values)

    @cached_property
    def sound(self) -> Bools:
        """Which draws keep the rules of payoffs."""
        return self.check.sound(self.drawn)

    @cached_property
    def check(self) -> DrawCheck:
        """What tells whether a draw keeps the rules of payoffs."""
        return DrawCheck(self.terms, self.labels)

    @cached_property
    def is_linear(self) -> bool:
        """Whether profits are linear in each number that is believed, and no draw is left out.

        What is expected of them is then what they are at the means: draws are independent.
        """
        likely = self.draws[self.likely]
        if self.nodes is None or not len(likely) or not self.sound[self.likely].all():
            return False
        some = likely[np.linspace(0, len(likely) - 1, _CONTEXTS).astype(np.int64)]
        names = self.uncertain.names
        return all(self._linear_in(names.index(one), some) for one in self.uncertain.believed)

    def _linear_in(self, at: int, some: Floats) -> bool:
        low, high = self.draws[:, at].min(), self.draws[:, at].max()
        theta = np.repeat(some, _STEPS.size, axis=0)
        theta[:, at] = np.tile(low + _STEPS * (high - low), len(some))
        weights = self.factors(theta).weights.reshape(len(some), _STEPS.size, -1)
        ends = weights[:, :1], weights[:, -1:]
        line = ends[0] + _STEPS[:, None] * (ends[1] - ends[0])
        return bool(np.allclose(weights, line, rtol=1e-9, atol=1e-12 * np.abs(weights).max()))

    @property
    def varied(self) -> Bools:
        """Which of the draws go over ranges too."""
        found: Bools = np.arange(len(self.draws)) < self.size
        return found

    @property
    def likely(self) -> Bools:
        """Which of the draws have probabilities; none where there are ranges alone."""
        return ~self.varied if self.uncertain.ranges else self.varied

    def _values(self, theta: Floats) -> dict[str, Floats]:
        size = len(theta)
        values = {name: np.full(size, one) for name, one in self.uncertain.values.items()}
        return values | dict(zip(self.uncertain.names, theta.T, strict=True))

    def _scaled(self, factors: PayoffFactors, values: Mapping[str, Floats]) -> PayoffFactors:
        """Let misses cost what the ratio wants: the terms of fn are followed by those of tp."""
        if COST_RATIO not in values:
            miss = np.full(1, self.miss_factor)
            return factors if self.miss_factor == 1 else _with_misses(factors, miss)
        own = {cell: getattr(factors, cell) @ self._means[cell] for cell in CELLS}
        misses, alarms = own["tp"] - own["fn"], own["tn"] - own["fp"]
        usable = (misses > 0) & (alarms > 0) & (values[COST_RATIO] > 0)
        miss = np.full(len(misses), np.nan)  # of which no draw is sound
        miss[usable] = (values[COST_RATIO] * alarms)[usable] / misses[usable]
        return _with_misses(factors, miss)

    @cached_property
    def _means(self) -> dict[str, Floats]:
        """The mean of each term over its class, before misses are scaled."""
        found = {}
        terms = replace(self.terms, fn=self.terms.fn[: -len(self.terms.tp)])
        for cell in CELLS:
            members = self.labels if cell in ("tp", "fn") else ~self.labels
            weight = None if self.weight is None else self.weight[members]
            found[cell] = np.array(
                [
                    np.average(one[members], weights=weight) if isinstance(one, np.ndarray) else one
                    for one in getattr(terms, cell)
                ]
            )
        return found


def _with_misses(factors: PayoffFactors, miss: Floats) -> PayoffFactors:
    miss = miss[:, None]
    return replace(factors, fn=np.hstack([miss * factors.fn, (1 - miss) * factors.tp]))


def conditions_of(snapshot: Snapshot, seed: int) -> Conditions:
    """Draw what is uncertain, and separate the payoffs from it.

    Raises
    ------
    ExpressionError
        Where a cell is none.
    """
    settings, cases = snapshot.settings, snapshot.curve_set.cases
    uncertain = uncertain_of(snapshot)
    dataset = None if cases is None else cases.dataset
    columns = {} if dataset is None else dataset.numeric
    labels = np.array([True, False]) if dataset is None else dataset.y_true
    weight = None if dataset is None else dataset.weight
    names = frozenset(settings.payoff.parameter_names)
    parts = [separated(text, names) for text in settings.payoff.typed_cells]
    known = [one for one in parts if one is not None]
    factor, size = snapshot.miss_factor, DRAWS
    nodes = None
    if len(known) < len(parts):
        size = min(size, max(min(_SEVERAL_DRAWS, _MOST_CELLS // labels.size), 20))
        draws, size = _draws(uncertain, seed, size)
        terms = _terms_of_draws(settings.payoff, uncertain, draws, snapshot)
    else:
        draws, size = _draws(uncertain, seed, size)
        computed = {part: part_values(part, columns) for one in known for part in one}
        terms = PayoffTerms(
            **{
                cell: tuple(computed[part] for part in one)
                for cell, one in zip(CELLS, known, strict=True)
            }
        )
        nodes = {cell: tuple(one.values()) for cell, one in zip(CELLS, known, strict=True)}
    if factor != 1 or COST_RATIO in uncertain.values:
        terms = replace(terms, fn=(*terms.fn, *terms.tp))
    return Conditions(uncertain, draws, size, terms, nodes, factor, labels, weight)


def _draws(uncertain: Uncertain, seed: int, size: int) -> tuple[Floats, int]:
    """Return draws, shape (draws, uncertain), and how many of them go over ranges.

    Every second one of these has its ranges at their ends, in all combinations: what is linear in
    each number is worst there.
    """
    if not uncertain.names:
        return np.zeros((1, 0)), 1
    columns = []
    for at, number in enumerate(uncertain.numbers):
        rng = np.random.default_rng([seed, at])
        if isinstance(number, NumberRange):
            columns.append(rng.uniform(*number.ends, DRAWS))
        else:
            columns.append(number.sample(rng, DRAWS))
    draws, ranges = np.stack(columns, axis=1)[:size], uncertain.ranges
    size = len(draws)
    if not ranges:
        return draws, size
    likely = draws.copy()
    rows = np.arange(0, size, 2)
    for bit, at in enumerate(ranges):
        ends = np.array(uncertain.numbers[at].ends)
        draws[rows, at] = ends[(rows // 2 >> bit % _MOST_CORNERS) & 1]
        likely[:, at] = uncertain.values[uncertain.names[at]]
    return (draws, size) if len(ranges) == len(columns) else (np.vstack([draws, likely]), size)


def _terms_of_draws(
    payoff: PayoffSpec, uncertain: Uncertain, draws: Floats, snapshot: Snapshot
) -> PayoffTerms:
    """Compute the cells of every draw over the columns: a term each."""
    cases = snapshot.curve_set.cases
    cells: dict[str, list[Column]] = {cell: [] for cell in CELLS}
    for row in draws.tolist():
        values = dict(zip(uncertain.names, row, strict=True))
        parameters = tuple(
            replace(one, value=values.get(one.name, one.value)) for one in payoff.parameters
        )
        drawn = replace(payoff, parameters=parameters)
        if cases is None:
            raise ConstraintError(tr("A file of counts has no columns."))
        matrix = payoff_matrix(drawn, cases.dataset)
        for cell in CELLS:
            cells[cell].append(getattr(matrix, cell))
    return PayoffTerms(**{cell: tuple(columns) for cell, columns in cells.items()})
