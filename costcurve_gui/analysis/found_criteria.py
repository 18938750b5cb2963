"""Criteria whose threshold is found from beliefs or units, beyond the curve of a model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from costcurve_gui.analysis.selection_settings import Criterion, Kind
from costcurve_gui.engine.selection.policy_evaluation import row_policy
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from costcurve_gui.analysis.selection_settings import (
        ChoiceInput,
        Choose,
        FoundThreshold,
        Rechoose,
    )
    from costcurve_gui.engine.resampling.replicate_rules import ReplicateRule
    from costcurve_gui.engine.selection.policy import Policy

EXPECTED_COST: Final = "least_expected_cost"
WORST_REGRET: Final = "least_worst_regret"
UNIT_PROFIT: Final = "unit_profit"


def _found(given: ChoiceInput, key: str) -> FoundThreshold | None:
    return None if given.found is None else given.found(key)


def _by(key: str) -> Choose:
    """Return a choice of the threshold that was found."""

    def choose(given: ChoiceInput) -> Policy | None:
        found = _found(given, key)
        if found is None:
            return None
        policy = row_policy(key, given.evaluation, given.condition, found.row)
        return replace(policy, own_merit=found.merit)

    return choose


def _rechosen_like(key: str) -> Rechoose:
    """Return how replicates choose: as was found with the threshold, else by what stands in."""

    def rechoose(given: ChoiceInput) -> ReplicateRule | None:
        from costcurve_gui.engine.resampling.uncertain_rules import CheapestThere

        found = _found(given, key)
        if found is None or found.rule is not None:
            return None if found is None else found.rule
        return CheapestThere.of(given.evaluation, given.condition, found.row)

    return rechoose


LEAST_EXPECTED_COST = Criterion(
    EXPECTED_COST,
    Kind.PROFIT,
    _by(EXPECTED_COST),
    label=tr("Least expected cost"),
    hint=tr("The lowest mean cost under what is believed of payoffs, prior and cost ratio"),
    shortcut="Ctrl+T, X",
    applies=lambda _, asked: asked.uncertain,
    rechoose=_rechosen_like(EXPECTED_COST),
    found=True,
)
LEAST_WORST_REGRET = Criterion(
    WORST_REGRET,
    Kind.PROFIT,
    _by(WORST_REGRET),
    label=tr("Least worst regret"),
    hint=tr("The smallest loss, in the worst case, against the best threshold of any model"),
    shortcut="Ctrl+T, W",
    applies=lambda _, asked: asked.uncertain,
    rechoose=_rechosen_like(WORST_REGRET),
    found=True,
)
BEST_UNIT_PROFIT = Criterion(
    UNIT_PROFIT,
    Kind.PROFIT,
    _by(UNIT_PROFIT),
    label=tr("Profit per unit"),
    hint=tr("The highest profit per card, customer or machine, with one alarm each"),
    shortcut="Ctrl+T, U",
    applies=lambda _, asked: asked.units,
    rechoose=_rechosen_like(UNIT_PROFIT),
    found=True,
)
