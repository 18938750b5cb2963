"""Say what deciding case by case takes, how good its probabilities are, and what does better."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.analysis.conditions import model_condition
from costcurve_gui.analysis.criteria import share_in_force
from costcurve_gui.analysis.per_case_rules import (
    FOLDS,
    SEED,
    PerCaseError,
    UnmarkedError,
    best_fixed,
    payoff_columns,
    reliability,
    rule_in,
)
from costcurve_gui.translation import tr
from costcurve_gui.views.text import inflection, numbers, uncertainty_text
from costcurve_gui.views.text.vocabulary import vocabulary_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.per_case_rules import PerCaseRule
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.curves.calibration import CalibrationCurve
    from costcurve_gui.engine.selection.policy import Policy

INTERVAL = tr("Normal, by class, its map held fixed")
_AMOUNTS = (0.1, 0.5, 0.9)
"""Shares of the cases below the amounts that limits are said at."""
_SAME = 1e-9


class PerCaseWords(NamedTuple):
    """What the panel says of a rule that decides case by case; empty where it has nothing to.

    `curves` are the reliability of the scores, None where they are no probabilities, and of those
    recalibrated.
    """

    limits: str
    warning: str
    calibrated: str
    more: str
    curves: tuple[CalibrationCurve | None, CalibrationCurve]


def columns(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the columns that the payoffs of a snapshot take."""
    cases = snapshot.curve_set.cases
    if cases is None:
        return ()
    try:
        return payoff_columns(snapshot.settings.payoff, tuple(cases.dataset.numeric))
    except ValueError:  # a cell that is being typed
        return ()


def rule_of(snapshot: Snapshot, key: str) -> PerCaseRule | None:
    """Return the rule of a model that is in force; None where another one is."""
    if not snapshot.models[key].policy.is_per_case:
        return None
    return rule_in(snapshot, key)


def profit_interval(snapshot: Snapshot, key: str) -> str:
    """Write the interval of the profit with its level; nothing of other rules or without bands."""
    rule = rule_of(snapshot, key) if snapshot.settings.bands.shown else None
    if rule is None:
        return ""
    ends = rule.gain.profit_low, rule.gain.profit_high
    return f"{_level(snapshot)}: {numbers.interval(*ends, vocabulary_of(snapshot).amount)}"


def cost_interval(snapshot: Snapshot, key: str) -> str:
    """Write the interval of the normalized cost, as `profit_interval` does."""
    rule = rule_of(snapshot, key) if snapshot.settings.bands.shown else None
    if rule is None:
        return ""
    low, high = rule.cost.low / rule.worst_cost, rule.cost.high / rule.worst_cost
    return f"{numbers.interval(low, high)} ({_level(snapshot)})"


def _level(snapshot: Snapshot) -> str:
    return uncertainty_text.level(snapshot.settings.bands.spec)


def is_limited(snapshot: Snapshot, key: str) -> bool:
    """Whether the number of cases keeps the rule of a model from acting where that would pay."""
    rule = rule_of(snapshot, key)
    return rule is not None and rule.least_gain > 0


def _share(snapshot: Snapshot, policy: Policy) -> float:
    """Return the share of the cases that a rule acts on at most."""
    return share_in_force(policy.criterion, snapshot.settings.selection)


def reason(snapshot: Snapshot, key: str) -> str:
    """Say why a model cannot decide case by case."""
    try:
        rule_in(snapshot, key)
    except UnmarkedError as error:
        names, verb = ", ".join(error.columns), "is" if len(error.columns) == 1 else "are"
        return tr("{names} {verb} not ticked under Known when deciding", names=names, verb=verb)
    except PerCaseError as error:
        return str(error)
    return ""


def said(snapshot: Snapshot) -> PerCaseWords | None:
    """Return what to say of the selected model's rule; None where it does not decide by case."""
    key = snapshot.selected
    rule = None if key is None else rule_of(snapshot, key)
    if rule is None:
        return None
    prior = numbers.percent(snapshot.condition.prior)
    return PerCaseWords(
        _limits(snapshot, rule),
        _warning(rule),
        tr(
            "Recalibrated out of fold (logistic, {folds} folds, seed {seed}), moved to a "
            "prior of {prior}.",
            folds=FOLDS,
            seed=SEED,
            prior=prior,
        ),
        _more(snapshot, rule),
        reliability(rule.calibrated),
    )


def _warning(rule: PerCaseRule) -> str:
    fitted = rule.calibrated.map
    if fitted.are_probabilities:
        return ""
    if not fitted.of_logit:
        return tr("Not probabilities: scores outside 0 to 1")
    return tr("Not probabilities: slope {slope} instead of 1", slope=numbers.fixed(fitted.slope, 2))


def _more(snapshot: Snapshot, rule: PerCaseRule) -> str:
    """Name the model that earns more with one threshold; nothing where none does."""
    best, share = None, _share(snapshot, rule.policy)
    for model in snapshot.curve_set.models:
        if model.info.key in snapshot.settings.left_out:
            continue
        condition = model_condition(model, snapshot.condition.prior, snapshot.miss_factor)
        found = best_fixed(model.evaluation, condition, share)
        if best is None or found.expected_profit > best.expected_profit:
            best = found
    if best is None or best.expected_profit <= rule.policy.expected_profit:
        return ""
    money = vocabulary_of(snapshot).money(best.expected_profit)
    return tr(
        "More with one threshold, {model}: {money} on this sample", model=best.model, money=money
    )


def _limits(snapshot: Snapshot, rule: PerCaseRule) -> str:
    """Say from which probability on cases of three amounts are acted on, of one column."""
    cases, said = snapshot.curve_set.cases, vocabulary_of(snapshot)
    if cases is None or len(rule.columns) != 1 or rule.least_gain:
        return ""
    from costcurve_gui.analysis.payoffs import CELLS, compile_cell

    (column,) = rule.columns
    values = cases.dataset.numeric[column][rule.calibrated.rows]
    amounts = np.array([float(f"{one:.1g}") for one in np.quantile(values, _AMOUNTS)])
    pays = {
        cell: np.asarray(compile_cell(text, (column,)).evaluate({column: amounts}))
        for cell, text in zip(CELLS, snapshot.settings.payoff.cells, strict=True)
    }
    gain = rule.miss_factor * (pays["tp"] - pays["fn"]) + np.zeros(amounts.size)
    loss = pays["tn"] - pays["fp"] + np.zeros(amounts.size)
    if not ((gain >= 0) & (loss >= 0) & (gain + loss > 0)).all():
        return ""
    limits = loss / (gain + loss)
    first = tr(
        "{act} from p({positive})",
        act=inflection.sentence_case(said.act),
        positive=said.positive,
    )
    if np.ptp(limits) < _SAME:
        return tr(
            "{first} {share}, whatever the {column}",
            first=first,
            share=numbers.percent(float(limits[0])),
            column=column,
        )
    parts = (
        tr("{limit} at {amount}", limit=numbers.percent(limit), amount=numbers.count(amount))
        for amount, limit in zip(amounts.tolist(), limits.tolist(), strict=True)
    )
    return f"{first} {', '.join(parts)} ({column})"
