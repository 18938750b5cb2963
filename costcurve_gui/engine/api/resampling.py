"""Public names: samples, bands, intervals and tests."""

from __future__ import annotations

from costcurve_gui.engine.resampling.area_tests import compare_auciv, compare_expected_cost
from costcurve_gui.engine.resampling.auc_comparison import (
    AucComparison,
    compare_auc,
    compare_independent_aucs,
)
from costcurve_gui.engine.resampling.auc_interval import (
    AucInterval,
    AucivInterval,
    auc_interval,
    auciv_interval,
    logit_auc_interval,
)
from costcurve_gui.engine.resampling.band import PC_GRID, Band, ThresholdBand
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.resampling.cheapest_probability import (
    CheapestProbability,
    cheapest_probability,
)
from costcurve_gui.engine.resampling.chosen_thresholds import Plateau, plateau
from costcurve_gui.engine.resampling.classifier_bands import (
    classifier_band,
    classifier_intervals,
    classifier_profit_band,
    family_band,
)
from costcurve_gui.engine.resampling.cost_bands import cost_band, policy_band
from costcurve_gui.engine.resampling.curve_bands import (
    RuleBand,
    gain_band,
    net_benefit_band,
    precision_recall_band,
    profit_band,
)
from costcurve_gui.engine.resampling.difference_band import DifferenceBand, Stretch, difference_band
from costcurve_gui.engine.resampling.figure_interval import (
    FigureInterval,
    expected_cost_interval,
    lead_interval,
)
from costcurve_gui.engine.resampling.independent_samples import IndependentResampler
from costcurve_gui.engine.resampling.interval_table import IntervalRow, interval_table
from costcurve_gui.engine.resampling.new_cases import (
    NewCasesEstimate,
    new_cases_estimate,
    new_cases_estimates,
)
from costcurve_gui.engine.resampling.new_cases_curve import (
    NewCasesCurve,
    new_cases_curve,
    new_cases_curve_lead,
)
from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure
from costcurve_gui.engine.resampling.new_cases_lead import NewCasesLead, new_cases_lead
from costcurve_gui.engine.resampling.optimism import OptimismEstimate, optimism_estimate
from costcurve_gui.engine.resampling.paired_tests import (
    PairComparison,
    PairedTest,
    compare_all,
    holm,
)
from costcurve_gui.engine.resampling.policy_intervals import PolicyIntervals, policy_intervals
from costcurve_gui.engine.resampling.replicate_rules import (
    BestMixture,
    BestMixtureOfSeveral,
    BestPoint,
    BestThreshold,
    ChosenPolicy,
)
from costcurve_gui.engine.resampling.resampler import (
    ClassifierResampler,
    Resampler,
    resampler,
    sample_from_counts,
)
from costcurve_gui.engine.resampling.roc_bands import roc_band, rociv_band, threshold_band
from costcurve_gui.engine.resampling.sample import (
    RankedModel,
    Sample,
    resampled_sample,
    scored_sample,
    share_instances,
)
from costcurve_gui.engine.resampling.two_binomials import exact_cost_interval

__all__ = [
    "PC_GRID",
    "AucComparison",
    "AucInterval",
    "AucivInterval",
    "Band",
    "BestMixture",
    "BestMixtureOfSeveral",
    "BestPoint",
    "BestThreshold",
    "BootstrapSpec",
    "CheapestProbability",
    "ChosenPolicy",
    "ClassifierResampler",
    "DifferenceBand",
    "FigureInterval",
    "IndependentResampler",
    "IntervalRow",
    "NewCasesCurve",
    "NewCasesEstimate",
    "NewCasesFigure",
    "NewCasesLead",
    "OptimismEstimate",
    "PairComparison",
    "PairedTest",
    "Plateau",
    "PolicyIntervals",
    "RankedModel",
    "Resampler",
    "RuleBand",
    "Sample",
    "Stretch",
    "ThresholdBand",
    "auc_interval",
    "auciv_interval",
    "cheapest_probability",
    "classifier_band",
    "classifier_intervals",
    "classifier_profit_band",
    "compare_all",
    "compare_auc",
    "compare_auciv",
    "compare_expected_cost",
    "compare_independent_aucs",
    "cost_band",
    "difference_band",
    "exact_cost_interval",
    "expected_cost_interval",
    "family_band",
    "gain_band",
    "holm",
    "interval_table",
    "lead_interval",
    "logit_auc_interval",
    "net_benefit_band",
    "new_cases_curve",
    "new_cases_curve_lead",
    "new_cases_estimate",
    "new_cases_estimates",
    "new_cases_lead",
    "optimism_estimate",
    "plateau",
    "policy_band",
    "policy_intervals",
    "precision_recall_band",
    "profit_band",
    "resampled_sample",
    "resampler",
    "roc_band",
    "rociv_band",
    "sample_from_counts",
    "scored_sample",
    "share_instances",
    "threshold_band",
]
