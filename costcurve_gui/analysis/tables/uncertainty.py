"""belief_costs.csv, information.csv and cases_needed.csv: uncertain conditions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.intervals.known_results import spec_in_force
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.tables.methods import method_words, no_interval
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.analysis.uncertain_conditions import is_uncertain, uncertain_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.belief_results import BeliefResult, Knowing
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableOptions
    from costcurve_gui.engine.uncertainty.information import Worth

BELIEF_COSTS_HEADER = (
    *("model", "expected_cost", "worst_cost", "worst_regret", "probability_best", "picked_by"),
    *("policy", "expected_profit", "worst_profit", "expected_regret", "draws", "left_out", "seed"),
)
INFORMATION_HEADER = (
    *("parameter", "value_per_case", "population", "value_for_population"),
    *("in_force", "belief", "break_even_below", "best_below"),
    *("break_even_above", "best_above", "best", "value_error", "value_method"),
)
CASES_NEEDED_HEADER = (
    *("model_a", "model_b", "delta", "low", "high", "cases", "cases_low", "cases_high"),
    *("power", "level", "prior", "method"),
)
_EXACT, _SIMULATED = "closed form", "simulation with its standard error"
_SIZE_METHOD = "normal, paired, by class, rules held fixed"
TOGETHER, SAMPLE = "all parameters", "endless test cases"


def has_beliefs(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether anything is believed of the conditions."""
    del options
    return is_uncertain(snapshot.settings)


def has_pairs(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether there are two models to be told apart."""
    return len(models_of(snapshot, options)) > 1 and snapshot.curve_set.cases is not None


@once
def _result(snapshot: Snapshot) -> BeliefResult:
    from costcurve_gui.analysis.belief_results import belief_result

    return belief_result(snapshot)


def belief_costs_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return what each model costs under what is believed, by its rule and by the best ones."""
    return Table.of_rows(BELIEF_COSTS_HEADER, _risks(snapshot, options))


def _risks(snapshot: Snapshot, options: TableOptions) -> Iterator[tuple[Any, ...]]:
    found, seed = _result(snapshot), snapshot.settings.bands.spec.seed
    names = {model.key: model.name for model in models_of(snapshot, options)}
    for method, risk in found.risks.items():
        picks = found.picks(method).items()
        for at, key in enumerate(found.keys):
            if key in names:
                picked = " and ".join(name for name, chosen in picks if chosen == key)
                yield (
                    names[key],
                    *(risk.expected_cost[at], risk.worst_cost[at], risk.worst_regret[at]),
                    *(risk.probability_best[at], picked, method),
                    *(risk.expected_profit[at], risk.worst_profit[at], risk.expected_regret[at]),
                    *(found.draws, found.left_out, seed),
                )


def information_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return what it is worth to know each parameter, all of them, and endless test cases."""
    return Table.of_rows(INFORMATION_HEADER, _worths(snapshot, options))


def _worths(snapshot: Snapshot, options: TableOptions) -> Iterator[tuple[Any, ...]]:
    del options
    found = _result(snapshot)
    uncertain = uncertain_of(snapshot)
    population = snapshot.settings.selection.population

    def worth(found: Worth | None) -> tuple[Any, ...]:
        value = None if found is None else found.value
        return value, population, None if value is None else value * population

    def method(found: Worth | None) -> tuple[Any, ...]:
        if found is None:
            return None, ""
        return (0.0, _EXACT) if found.error is None else (found.error, _SIMULATED)

    for name, knowing in found.knowing.items():
        in_force = uncertain.values[name], uncertain.beliefs.get(name, "")
        changes = _changes(snapshot, found, knowing)
        yield name, *worth(knowing.value), *in_force, *changes, *method(knowing.value)
    for name, value in ((TOGETHER, found.together), (SAMPLE, found.sample)):
        if value is not None:
            yield name, *worth(value), None, "", None, "", None, "", "", *method(value)


def _changes(snapshot: Snapshot, found: BeliefResult, knowing: Knowing) -> tuple[Any, ...]:
    if knowing.break_even is None:
        return None, "", None, "", ""
    change = knowing.break_even
    best = [
        "" if at is None else snapshot.models[found.keys[at]].info.name
        for at in (change.best_below, change.best_above, change.best)
    ]
    return change.below, best[0], change.above, best[1], best[2]


def cases_needed_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return for each pair how many cases show that one of the rules in force is cheaper."""
    return Table.of_rows(CASES_NEEDED_HEADER, _sizes(snapshot, options))


def _sizes(snapshot: Snapshot, options: TableOptions) -> Iterator[tuple[Any, ...]]:
    from costcurve_gui.analysis.belief_results import POWER, pairs_cases_needed

    models = {model.key: model.name for model in models_of(snapshot, options)}
    spec, prior = spec_in_force(snapshot), snapshot.condition.prior
    for a, b, one in pairs_cases_needed(snapshot, tuple(models)):
        sizes = (one.cases, one.cases_low, one.cases_high)
        ends = (None if math.isinf(size) else size for size in sizes)
        method = no_interval(one.reason) if one.reason else method_words(_SIZE_METHOD, spec)
        found = one.difference, one.low, one.high, *ends
        yield models[a], models[b], *found, POWER, spec.level, prior, method
