"""What models come to when parameters or the prior are believed, and what knowing is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.analysis.case_lists import shares_of
from costcurve_gui.analysis.payoffs import CELLS, payoff_matrix
from costcurve_gui.analysis.snapshot_builder import deciding_curves
from costcurve_gui.dataio.expressions.terms import factor_values, part_values, separated
from costcurve_gui.engine.distributions.uncertain_numbers import parse_uncertain_number
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.uncertainty.payoff_draws import (
    PayoffFactors,
    PayoffTerms,
    best_profits,
    perfect_features,
    rule_features,
    sound_draws,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.dataio.expressions.nodes import Node
    from costcurve_gui.engine.arrays import Bools, Floats
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.engine.uncertainty.payoff_draws import Column

PRIOR: Final = "prior"
DRAWS: Final = 20_000
_SEVERAL_DRAWS: Final = 200
_MOST_CELLS: Final = 10_000_000
"""Where an expression cannot be separated, each draw computes its cells: so many rows of them."""


@dataclass(frozen=True, slots=True)
class Uncertain:
    """What is believed: names with the texts of their beliefs, and all values in force."""

    beliefs: Mapping[str, str]
    values: Mapping[str, float]

    @property
    def names(self) -> tuple[str, ...]:
        """What is believed, in order; the prior last."""
        return tuple(self.beliefs)


def uncertain_of(settings: DatasetSettings, prior: float) -> Uncertain:
    """Return what is believed of the parameters that cells use, and of the prior."""
    from costcurve_gui.analysis.parameters import unused_parameters

    payoff, unused = settings.payoff, unused_parameters(settings.payoff)
    used = [one for one in payoff.parameters if one.name not in unused]
    beliefs = {one.name: one.belief for one in used if one.belief}
    if settings.condition.prior_belief:
        beliefs[PRIOR] = settings.condition.prior_belief
    return Uncertain(beliefs, {**{one.name: one.value for one in used}, PRIOR: prior})


def is_uncertain(settings: DatasetSettings) -> bool:
    """Whether anything is believed of the conditions rather than known."""
    return bool(uncertain_of(settings, 0.5).beliefs)


@dataclass(frozen=True, eq=False)
class Conditions:
    """The payoffs of a snapshot as terms, and draws of what is believed.

    `factors_in` is None where an expression mixes parameters and columns in one function: then
    the columns of `terms` are those of the draws, one each, and no other draw can be made.
    """

    uncertain: Uncertain
    draws: Floats
    terms: PayoffTerms
    nodes: Mapping[str, Sequence[Node]] | None
    miss_factor: float
    labels: Bools

    def factors(self, theta: Floats) -> PayoffFactors:
        """Return the factors of the terms at other values, shape (draws, believed)."""
        if self.nodes is None:
            raise ConstraintError(
                "An expression takes a parameter and a column in one function, such as max(): "
                "its draws cannot be told apart."
            )
        size = len(theta)
        values = {name: np.full(size, one) for name, one in self.uncertain.values.items()}
        values |= dict(zip(self.uncertain.names, theta.T, strict=True))
        cells = {
            cell: np.stack([factor_values(node, values) for node in nodes], axis=1)
            for cell, nodes in self.nodes.items()
        }
        return _scaled(PayoffFactors(**cells, prior=values[PRIOR]), self.miss_factor)

    @cached_property
    def drawn(self) -> PayoffFactors:
        """The factors of the draws."""
        if self.nodes is not None:
            return self.factors(self.draws)
        size, names = len(self.draws), self.uncertain.names
        own = dict.fromkeys(CELLS, np.eye(size))
        prior = np.full(size, self.uncertain.values[PRIOR])
        if PRIOR in names:
            prior = self.draws[:, names.index(PRIOR)]
        return _scaled(PayoffFactors(**own, prior=prior), self.miss_factor)

    @cached_property
    def sound(self) -> Bools:
        """Which draws keep the rules of payoffs."""
        return sound_draws(self.terms, self.drawn, self.labels)


def _scaled(factors: PayoffFactors, miss: float) -> PayoffFactors:
    """Let misses cost `miss` times as much; the terms of fn are then followed by those of tp."""
    if miss == 1:
        return factors
    return replace(factors, fn=np.hstack([miss * factors.fn, (1 - miss) * factors.tp]))


def conditions_of(snapshot: Snapshot, seed: int) -> Conditions:
    """Draw what is believed, and separate the payoffs from it.

    Raises
    ------
    ExpressionError
        Where a cell is none.
    """
    settings, cases = snapshot.settings, snapshot.curve_set.cases
    uncertain = uncertain_of(settings, snapshot.condition.prior)
    dataset = None if cases is None else cases.dataset
    columns = {} if dataset is None else dataset.numeric
    labels = np.array([True, False]) if dataset is None else dataset.y_true
    names = frozenset(settings.payoff.parameter_names)
    parts = [separated(text, names) for text in settings.payoff.typed_cells]
    known = [one for one in parts if one is not None]
    draws = _draws(uncertain, seed)
    factor = snapshot.miss_factor
    if len(known) < len(parts):
        draws = draws[: max(min(_SEVERAL_DRAWS, _MOST_CELLS // labels.size), 20)]
        terms = _terms_of_draws(settings.payoff, uncertain, draws, snapshot)
        return Conditions(uncertain, draws, _with_miss(terms, factor), None, factor, labels)
    computed = {part: part_values(part, columns) for one in known for part in one}
    terms = PayoffTerms(
        **{
            cell: tuple(computed[part] for part in one)
            for cell, one in zip(CELLS, known, strict=True)
        }
    )
    nodes = {cell: tuple(one.values()) for cell, one in zip(CELLS, known, strict=True)}
    return Conditions(uncertain, draws, _with_miss(terms, factor), nodes, factor, labels)


def _with_miss(terms: PayoffTerms, factor: float) -> PayoffTerms:
    return terms if factor == 1 else replace(terms, fn=(*terms.fn, *terms.tp))


def _draws(uncertain: Uncertain, seed: int) -> Floats:
    """Return independent draws, shape (draws, believed); a prior stays within 0-1."""
    rngs = [np.random.default_rng([seed, at]) for at in range(len(uncertain.names))]
    found = [
        parse_uncertain_number(text).sample(rng, DRAWS)
        for rng, text in zip(rngs, uncertain.beliefs.values(), strict=True)
    ]
    return np.stack(found, axis=1) if found else np.zeros((1, 0))


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
            raise ConstraintError("Counts have no columns.")
        matrix = payoff_matrix(drawn, cases.dataset)
        for cell in CELLS:
            cells[cell].append(getattr(matrix, cell))
    return PayoffTerms(**{cell: tuple(columns) for cell, columns in cells.items()})


@dataclass(frozen=True, slots=True, eq=False)
class ModelProfits:
    """Profits of the models in the sound draws, per case, shape (draws, models).

    `fixed` are those of the rules in force, `best` of the best threshold of each draw, `perfect`
    of perfect decisions. `rules` are the features of the rules in force, shape (models, features).
    """

    keys: tuple[str, ...]
    fixed: Floats
    best: Floats
    perfect: Floats
    rules: Floats


def model_profits(
    snapshot: Snapshot, conditions: Conditions, progress: Progress = NO_PROGRESS
) -> ModelProfits:
    """Return what each candidate earns in each draw, by its rule in force and by the best one.

    Raises
    ------
    ConstraintError
        Where no draw is sound.
    """
    sound = conditions.sound
    if not sound.any():
        raise ConstraintError("No draw of the beliefs leaves both kinds of error a cost.")
    weights = conditions.drawn.weights[sound]
    models = deciding_curves(snapshot.curve_set, snapshot.settings)
    fixed, best, perfect, rules = [], [], [], []
    for done, model in enumerate(models):
        progress.advance(done, len(models), model.info.name)
        features = _features(snapshot, model, conditions.terms)
        policy = snapshot.models[model.info.key].policy
        if policy.is_per_case:
            rule = _features_by_case(snapshot, model, policy, conditions.terms)
        else:
            rule = _policy_features(policy, features, conditions.terms)
        fixed.append(weights @ rule - _review_cost(policy))
        best.append(np.maximum(best_profits(weights, features), fixed[-1]))
        perfect.append(weights @ perfect_features(conditions.terms, features))
        rules.append(rule)
    keys = tuple(model.info.key for model in models)
    by_draw = [np.stack(one, axis=1) for one in (fixed, best, perfect)]
    return ModelProfits(keys, by_draw[0], by_draw[1], by_draw[2], np.stack(rules))


def _features(snapshot: Snapshot, model: ModelCurves, terms: PayoffTerms) -> Floats:
    cases, table = snapshot.curve_set.cases, model.evaluation.table
    if cases is None or model.info.column not in cases.cache.dataset.scores:
        return rule_features(terms, table, None, slice(None))
    varies = any(
        isinstance(column, np.ndarray) for cell in CELLS for column in getattr(terms, cell)
    )
    order = cases.cache.order(model.info.column) if varies else None
    return rule_features(terms, table, order, slice(None), cases.dataset.weight)


def _features_by_case(
    snapshot: Snapshot, model: ModelCurves, policy: Policy, terms: PayoffTerms
) -> Floats:
    """Return the features of a rule that has no threshold, from the cases that it acts on."""
    cases = snapshot.curve_set.cases
    if cases is None:
        raise ConstraintError("Counts have no cases to decide one by one.")
    data = cases.cache.dataset
    shares = shares_of(snapshot, model.info.key, policy)
    counted = np.where(np.isnan(shares), 0.0, 1.0 if data.weight is None else data.weight)
    acts = np.nan_to_num(shares)
    found = []
    for cell, taken in (("tp", acts), ("fn", 1 - acts), ("fp", acts), ("tn", 1 - acts)):
        of_class = counted * (data.y_true == (cell in ("tp", "fn")))
        for column in getattr(terms, cell):
            values = np.where(of_class > 0, column, 0.0)
            found.append(float(of_class @ (taken * values) / of_class.sum()))
    return np.array(found)


def _review_cost(policy: Policy) -> float:
    return 0.0 if policy.review is None else policy.review.cost * policy.review.referred


def _policy_features(policy: Policy, features: Floats, terms: PayoffTerms) -> Floats:
    """Return the features of a rule: mixed and reviewed cases count in their shares."""
    found: Floats = features[policy.index]
    if policy.index_2 is not None:
        mixed: Floats = (1 - policy.mixing) * found + policy.mixing * features[policy.index_2]
        return mixed
    if policy.review is None:
        return found
    of_positives = np.arange(terms.count) < len(terms.tp) + len(terms.fn)
    acts = np.where(of_positives, policy.review.tpr, policy.review.fpr)
    reviewed: Floats = (1 - acts) * found + acts * features[policy.review.index]
    return reviewed
