"""Every interval and test that window or report shows, and what is wanted of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.coverage.bands import HARDLY_ANY
from tests.coverage.figures import HELD_FIXED, UNGROUPED
from tests.coverage.pairs import APART

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Wanted(NamedTuple):
    """Between which shares an interval or a test is to lie."""

    least: float
    most: float


COVERAGE, ALARMS, USELESS = Wanted(0.86, 0.94), Wanted(0.0, 0.12), Wanted(0.0, 0.10)


class Row(NamedTuple):
    """A row of the table.

    `columns` are those of the report's tables, as ``table.figure``, that end in ``_low``, ``lower``
    and so on; `kinds` the interval requests of the window that it is about. Nothing is `wanted`
    where the row shows why an interval is not to be used so.
    """

    columns: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    wanted: Wanted | None = COVERAGE


def _of(tables: Iterable[str], *figures: str) -> tuple[str, ...]:
    return tuple(f"{table}.{figure}" for table in tables for figure in figures)


_RULES = ("selection", "optimum")
_CRITERIA = ("closest_to_corner",)
NEW_CASES: Mapping[str, Row] = {
    "new cases: cost and profit": Row(
        _of(_RULES, "new_cases_cost", "new_cases_profit"), ("new_cases",)
    ),
    "new cases: cost and profit, Youden's index": Row(_of(_RULES[:1], "new_cases_cost")),
    "new cases: cost and profit, within a bound": Row(_of(_RULES[:1], "new_cases_cost")),
    "new cases: normalized cost": Row(_of(_RULES, "new_cases_normalized_cost")),
    "new cases: cost and profit, least expected cost": Row(_of(_RULES[:1], "new_cases_cost")),
    "new cases: cost and profit, least worst regret": Row(_of(_RULES[:1], "new_cases_cost")),
    "new cases: cost and profit, profit per unit": Row(_of(_RULES[:1], "new_cases_cost")),
    "new cases: review band": Row(_of(_RULES[:1], "new_cases_cost")),
    "new cases: review band, few reviewers": Row(_of(_RULES[:1], "new_cases_cost")),
    "new cases: normalized cost, review band": Row(_of(_RULES[:1], "new_cases_normalized_cost")),
    "new cases: lead of a review band over trivial": Row(
        _of(_RULES[:1], "new_cases_lead_over_trivial")
    ),
    "new cases: gain of a review band over one threshold": Row((), ("new_cases_lead",)),
    "new cases: net benefit": Row(_of(_RULES, "new_cases_net_benefit")),
    "new cases: lead over trivial": Row(_of(_RULES, "new_cases_lead_over_trivial")),
    "new cases: lead over the next best": Row(
        ("optimum.new_cases_lead_over_next_best",), ("new_cases_lead",)
    ),
    "new cases: cost curve area": Row(("models.cost_curve_area_new_cases",), ("new_cases_curve",)),
    "new cases: expected cost under a belief": Row(
        ("expected_cost.new_cases_expected_normalized_cost",)
    ),
    "new cases: cost and profit, classifiers of counts": Row(("selection.new_cases_cost",)),
    "new cases: cost curve area, classifiers of counts": Row(("models.cost_curve_area_new_cases",)),
    "new cases: cost over a stretch": Row(("verdicts.new_cases_cost",), ("verdicts",)),
    "new cases: lead over a stretch": Row(("verdicts.new_cases_lead",), ("verdicts",)),
}
GIVEN: Mapping[str, Row] = {
    "prior of unlabelled cases, expectation maximisation": Row(("unlabelled_prior",)),
    "prior of unlabelled cases, confusion matrix": Row(("unlabelled_prior",)),
    "AUC, DeLong": Row(("models.auc",)),
    "AUC, logit": Row(("models.auc_logit",), ("areas",)),
    "AUC, score": Row(("models.auc_score",), ("areas",)),
    "AUCIV": Row(("models.auciv",)),
    "cost and profit, threshold given": Row(
        ("selection.expected_cost", "selection.expected_profit"), ("decision",)
    ),
    "normalized cost, threshold given": Row(("selection.normalized_expected_cost",)),
    "normalized cost, two binomials": Row(("selection.exact_cost",)),
    "lead over none, threshold given": Row(("selection.new_cases_lead_over_trivial",)),
    "lead over all, threshold given": Row(("selection.new_cases_lead_over_trivial",)),
    "net benefit of a threshold": Row(("selection.new_cases_net_benefit",)),
    "lead over another model, thresholds given": Row((), ("decision",)),
    "fpr of a threshold": Row(("selection.fpr",)),
    "tpr of a threshold": Row(("selection.tpr",)),
    "fraction targeted of a threshold": Row(("selection.fraction_targeted",)),
    "precision of a threshold": Row(("selection.precision",)),
    "npv of a threshold": Row(),
    "accuracy of a threshold": Row(),
    "threshold of least cost": Row(_of(_RULES, "threshold"), ("optimism",)),
    "threshold of Youden's index": Row(("selection.threshold",), ("youden", *_CRITERIA)),
    "calibration": Row(("calibration",)),
    "classifier of counts, rates": Row(("threshold_band.fpr", "threshold_band.tpr")),
    "classifier of counts, profit": Row(("bands",)),
    "folds, vertical": Row(("folds",)),
    "folds, horizontal": Row(("folds_roc.fpr",)),
    "folds, rates at a threshold": Row(("folds", "folds.x")),
}
CURVES: Mapping[str, Row] = {
    "ROC, vertical": Row(("bands",), ("roc",)),
    "ROC, simultaneous": Row(("bands",), ("roc_simultaneous",)),
    "ROC, rates at a threshold": Row(
        ("threshold_band.fpr", "threshold_band.tpr"), ("threshold_band",)
    ),
    "ROCIV, vertical": Row(("bands",), ("rociv",)),
    "ROCIV, simultaneous": Row(("bands",), ("rociv_simultaneous",)),
    "ROCIV, rates at a threshold": Row((), ("rociv",)),
    "gain": Row(("bands",), ("gain",)),
    "precision over recall": Row(("bands",), ("pr",)),
    "net benefit": Row(("bands",), ("net_benefit",)),
    "profit at a threshold": Row(("bands",), ("profit",)),
    "cost curve, thresholds given": Row(("cost_band",), ("cost",)),
}
TESTS: Mapping[str, Row] = {
    "difference of costs, all PC(+) at once": Row(
        ("difference.simultaneous",), ("difference",), ALARMS
    ),
    "equal model called better in verdicts": Row(
        ("verdicts.verdict", "verdicts.reference_verdict"), ("verdicts",), ALARMS
    ),
    "difference of costs, all PC(+) at once, noise among ties": Row((), (), ALARMS),
    "difference of costs, at one PC(+)": Row(("difference",), (), ALARMS),
    "AUC": Row(("comparisons",), ("tests",), ALARMS),
    "AUC, DeLong's test": Row(("auc_comparison",), (), ALARMS),
    "AUCIV, test": Row(("comparisons",), (), ALARMS),
    "cost curve area": Row(("comparisons",), (), ALARMS),
    "expected cost under a belief": Row(("comparisons",), ("belief_tests",), ALARMS),
    "any of three AUCs, corrected by Holm": Row(("comparisons.p_holm",), (), ALARMS),
    "equal model called better: lead on new cases": Row((), ("new_cases_lead",), ALARMS),
    "score called better than its own threshold": Row((), ("new_cases_lead",), ALARMS),
    "useless called better than trivial": Row((), ("new_cases",), USELESS),
    f"difference of costs, all PC(+) at once{APART}": Row(("verdicts.verdict",), (), ALARMS),
    f"difference of costs, at one PC(+){APART}": Row(("difference",), (), ALARMS),
    f"AUC{APART}": Row(("comparisons", "auc_comparison"), (), ALARMS),
    f"AUCIV{APART}": Row(("comparisons",), (), ALARMS),
    f"cost curve area{APART}": Row(("comparisons",), (), ALARMS),
    f"equal model called better: lead on new cases{APART}": Row((), (), ALARMS),
    "verified cost called inconsistent": Row(
        (
            *("VERIFIED", "VERIFIED.planned", "VERIFIED.new_cases", "VERIFIED.consistent"),
            *_of(("validation",), "validated", "consistent", "chosen", "new_cases", "gap"),
        ),
        (),
        ALARMS,
    ),
    "costs of misses in two samples": Row(("cost_stability",), (), ALARMS),
}
CONTRAST: Mapping[str, Row] = {
    f"cost and profit, {HELD_FIXED}": Row(("selection.expected_cost",), (), None),
    f"cost curve area, {HELD_FIXED}": Row(("models.cost_curve_area",), (), None),
    f"expected cost under a belief, {HELD_FIXED}": Row(
        ("expected_cost",), ("expected_cost",), None
    ),
    f"cost curve, {HELD_FIXED}": Row(("cost_band",), (), None),
    "cost curve, re-optimised, of thresholds chosen here": Row(("cost_band",), (), None),
    "cost curve, corrected, of thresholds chosen here": Row(("cost_band",), (), None),
    "classifier of counts, cost chosen here": Row(("cost_band",), (), None),
    "folds, cost space": Row(("folds",), (), None),
    "pointwise band read along the whole axis": Row(("verdicts.verdict",), ("verdicts",), None),
    UNGROUPED: Row((), (), None),
    f"ROC, vertical{HARDLY_ANY}": Row(("bands",), (), None),
    f"ROCIV, vertical{HARDLY_ANY}": Row(("bands",), (), None),
    f"gain{HARDLY_ANY}": Row(("bands",), (), None),
    f"precision over recall{HARDLY_ANY}": Row(("bands",), (), None),
    f"ROC, rates at a threshold{HARDLY_ANY}": Row(("threshold_band.fpr",), (), None),
    f"ROCIV, rates at a threshold{HARDLY_ANY}": Row((), (), None),
}
SECTIONS: Mapping[str, Mapping[str, Row]] = {
    "Thresholds chosen on the sample, for new cases": NEW_CASES,
    "Thresholds given, areas and rates": GIVEN,
    "Curves": CURVES,
    "False alarms in 100": TESTS,
    "For contrast": CONTRAST,
}
ROWS: Mapping[str, Row] = {name: row for part in SECTIONS.values() for name, row in part.items()}


ALWAYS_NAMED = frozenset(name for name in GIVEN if name.startswith("folds"))
"""Intervals of which the program always says that they are too short."""

NO_INTERVALS: Mapping[str, str] = {
    "models.operating_range": "PC(+) where some threshold is better than none",
    "joint_hull.pc": "where a vertex is the cheapest",
    "crossovers.pc": "where a model is the cheaper one",
    "superiority.pc": "where a model is the cheapest",
    "verdicts.pc": "where a model is the best",
    "verdicts.threshold": "its thresholds there",
    "verdicts.cost": "its costs at both ends",
    "verdicts.margin": "its leads at both ends",
    "selection.gain_over_threshold": "paired, over a threshold that this sample chose",
    "optimum.plateau": "thresholds that are nearly as good on this sample",
    "concavities.fpr": "corners of a concavity",
    "concavities.tpr": "corners of a concavity",
    "ties.auc": "what the AUC is with ties broken for and against the model",
    "winners": "shares of replicates",
    **dict.fromkeys(
        (
            *_of(("segments",), "share", "fpr", "tpr", "profit"),
            *("segment_gaps.gap", "segment_leads.lead", "segment_leads.new_cases_lead"),
        ),
        "simulated in tests/engine/segments/test_coverage.py, where cases have segments",
    ),
    "day_capacity.difference": "of days drawn with replacement: tests/engine/operations",
    **dict.fromkeys(
        _of(("decision_validation",), "chosen", "validated", "gap", "consistent", "new_cases"),
        "those of validation.csv, of the decision on screen",
    ),
    **dict.fromkeys(
        _of(("swap_set",), "money", "profit_per_case"),
        "the paired interval of two given policies, as the lead of a decision over the next model",
    ),
    "cases_needed": "what the size of a test is planned for; the rules count as given",
    "cases_needed.cases": "the sizes that the ends of that interval imply",
}
"""What columns that look like intervals are, and the kinds of requests that are none."""
