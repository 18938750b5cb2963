"""What models earn in draws of uncertain conditions, by their rules in force and by the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.case_lists import shares_of
from costcurve_gui.analysis.payoffs import CELLS
from costcurve_gui.analysis.snapshot import deciding_curves
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.uncertainty.payoff_draws import (
    PayoffTerms,
    RuleFeatures,
    best_profits,
)
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.uncertain_conditions import Conditions
    from costcurve_gui.engine.arrays import Bools, Floats
    from costcurve_gui.engine.selection.policy import Policy


@dataclass(frozen=True, slots=True, eq=False)
class ModelProfits:
    """Profits of the models in the sound draws, per case, shape (draws, models).

    `fixed` are those of the rules in force, `best` of the best threshold of each draw, `perfect`
    of perfect decisions. `varied` and `likely` tell which of the draws go over ranges, and which
    have probabilities. `rules` are the features of the rules in force, shape (models, features),
    `ideal` those of perfect decisions, and `reviews` what each rule pays for reviews.
    """

    keys: tuple[str, ...]
    fixed: Floats
    best: Floats
    perfect: Floats
    varied: Bools
    likely: Bools
    rules: Floats
    ideal: Floats
    reviews: Floats

    def at(self, weights: Floats) -> Floats:
        """Return what the rules in force earn with other weights of the features, (..., models)."""
        found: Floats = weights @ self.rules.T - self.reviews
        return found


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
    if not sound[: conditions.size].any():
        raise ConstraintError(
            tr("In no draw of the uncertain numbers do both kinds of error have a cost.")
        )
    weights = conditions.drawn.weights[sound]
    models = deciding_curves(snapshot.curve_set, snapshot.settings)
    fixed, best, perfect, rules, ideal = [], [], [], [], []
    reviews = [_review_cost(snapshot.models[model.info.key].policy) for model in models]
    for done, model in enumerate(models):
        progress.advance(done, len(models), model.info.name)
        features = rule_features(snapshot, model, conditions.terms)
        policy = snapshot.models[model.info.key].policy
        if policy.is_per_case:
            rule = _features_by_case(snapshot, model, policy, conditions.terms)
        else:
            rule = _policy_features(policy, features, conditions.terms)
        fixed.append(weights @ rule - reviews[done])
        best.append(np.maximum(best_profits(weights, features), fixed[-1]))
        perfect.append(weights @ features.perfect)
        rules.append(rule)
        ideal.append(features.perfect)
    keys = tuple(model.info.key for model in models)
    return ModelProfits(
        keys,
        fixed=np.stack(fixed, axis=1),
        best=np.stack(best, axis=1),
        perfect=np.stack(perfect, axis=1),
        varied=conditions.varied[sound],
        likely=conditions.likely[sound],
        rules=np.stack(rules),
        ideal=np.stack(ideal),
        reviews=np.array(reviews),
    )


def rule_features(snapshot: Snapshot, model: ModelCurves, terms: PayoffTerms) -> RuleFeatures:
    """Return what rules of a model get of each term of the payoffs."""
    cases, table = snapshot.curve_set.cases, model.evaluation.table
    if cases is None or model.info.column not in cases.cache.dataset.scores:
        return RuleFeatures(terms, table)
    varies = any(
        isinstance(column, np.ndarray) for cell in CELLS for column in getattr(terms, cell)
    )
    order = cases.cache.order(model.info.column) if varies else None
    return RuleFeatures(terms, table, order, cases.dataset.weight)


def _features_by_case(
    snapshot: Snapshot, model: ModelCurves, policy: Policy, terms: PayoffTerms
) -> Floats:
    """Return the features of a rule that has no threshold, from the cases that it acts on."""
    cases = snapshot.curve_set.cases
    if cases is None:
        raise ConstraintError(tr("A file of counts has no single cases to decide about."))
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


def _policy_features(policy: Policy, features: RuleFeatures, terms: PayoffTerms) -> Floats:
    """Return the features of a rule: mixed and reviewed cases count in their shares."""

    def at(index: int) -> Floats:
        found: Floats = features.at(np.array([index % features.rules]))[0]
        return found

    found = at(policy.index)
    if policy.index_2 is not None:
        return (1 - policy.mixing) * found + policy.mixing * at(policy.index_2)
    if policy.review is None:
        return found
    of_positives = np.arange(terms.count) < len(terms.tp) + len(terms.fn)
    acts = np.where(of_positives, policy.review.tpr, policy.review.fpr)
    reviewed: Floats = (1 - acts) * found + acts * at(policy.review.index)
    return reviewed
