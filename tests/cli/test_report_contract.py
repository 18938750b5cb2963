import hashlib
from itertools import combinations

import numpy as np
import pytest

from costcurve_gui import __version__
from tests.cli.conftest import SAMPLES

FILE = "german_credit_half.csv"
WORDS = (
    *("--label", "label", "--positive", "bad"),
    *("--max-fpr", "0.2", "--capacity", "100", "--population", "1000", "--threshold", "0.5"),
)
MODELS = (
    "logistic_regression",
    "naive_bayes",
    "mlp",
    "decision_tree",
    "random_forest",
    "gradient_boosting",
)
HEADERS = {
    "models.csv": "model,n,positives,negatives,missing,auc,auc_low,auc_high,gini,auciv,"
    "cost_curve_area,operating_range_low,operating_range_high,h_measure,brier,"
    "average_precision,hull_auc",
    "roc.csv": "model,threshold,fpr,tpr,fp,tp,on_hull",
    "rates.csv": "model,threshold,tp,fp,fn,tn,tpr,fpr,precision,npv,accuracy,specificity",
    "rociv.csv": "model,threshold,fp_cost_rate,tp_benefit_rate,on_hull",
    "cost_curve.csv": "model,pc_plus,normalized_expected_cost,threshold",
    "cost_band.csv": "model,pc_plus,estimate,lower,upper,method,replicates,level,seed",
    "bands.csv": "model,band,x,estimate,lower,upper,threshold,method,replicates,level,seed",
    "threshold_band.csv": "model,threshold,fpr,fpr_lower,fpr_upper,tpr,tpr_lower,tpr_upper,"
    "method,replicates,level,seed",
    "winners.csv": "pc_plus,model,share,method,replicates,level,seed",
    "verdicts.csv": "pc_low,pc_high,best,threshold_high,threshold_low,cost_low,cost_high,"
    "runner_up,margin_low,margin_high,verdict,method,replicates,level,seed,reference,reference_verdict,tied",
    "comparisons.csv": "model_a,model_b,measure,difference,lower,upper,p_value,p_holm,"
    "method,replicates,level,seed,new_cases_difference",
    "optimum.csv": "model,threshold,threshold_low,threshold_high,"
    "apparent_cost,corrected_cost,out_of_bag_cost,"
    "apparent_profit,corrected_profit,out_of_bag_profit,"
    "plateau_low,plateau_high,plateau_tolerance,method,replicates,level,seed",
    "thresholds.csv": "model,threshold,share_of_replicates,method,replicates,level,seed",
    "crossovers.csv": "model_a,model_b,pc_low,pc_high,better",
    "difference.csv": "model_a,model_b,pc_plus,difference,lower,upper,significant",
    "joint_hull.csv": "space,fpr,tpr,model,threshold,pc_low,pc_high",
    "tangents.csv": "model_a,model_b,space,pc_plus,normalized_expected_cost,slope,"
    "tpr_intercept,fpr_a,tpr_a,fpr_b,tpr_b",
    "hybrid.csv": "model,space,x,y,kind,area_between",
    "superiority.csv": "model,pc_low,pc_high",
    "regret.csv": "model,prior,expected_cost",
    "error_rate.csv": "model,prior,error_rate",
    "cost_ratio.csv": "model,cost_ratio,normalized_expected_cost",
    "loss_difference.csv": "model_a,model_b,prior,loss_difference",
    "build_up.csv": "model,cell,rate,prior,payoff,profit",
    "instance_costs.csv": "model,start,benefit,cost,positives,negatives",
    "ties.csv": "model,threshold,optimistic_fpr,optimistic_tpr,pessimistic_fpr,pessimistic_tpr",
    "constructions.csv": "model,construction,pc_plus,fpr,tpr,normalized_expected_cost",
    "bound_points.csv": "model,bound,point_pc_plus,point_cost,parallel_slope",
    "payoff_matrix.csv": "positive,baseline,cell,payoff,mean",
    "profit.csv": "model,threshold,fraction_targeted,expected_profit",
    "selection.csv": "criterion,model,threshold,threshold_2,mixing,fpr,tpr,fraction_targeted,"
    "normalized_expected_cost,expected_cost,expected_profit,best",
    "cases_needed.csv": "model_a,model_b,delta,low,high,cases,cases_low,cases_high",
    "auc_comparison.csv": "model_a,model_b,difference,lower,upper,p_value",
    "expected_cost.csv": "model,belief,expected_normalized_cost",
    "lc_index.csv": "model_a,model_b,lo,mode,hi,lc_index",
    "pr.csv": "model,threshold,recall,precision",
    "det.csv": "model,threshold,fpr,fnr,probit_fpr,probit_fnr",
    "gain.csv": "model,threshold,fraction_targeted,gain,lift",
    "calibration.csv": "model,strategy,bin,count,mean_score,fraction_positive,lower,upper",
    "net_benefit.csv": "model,threshold_probability,net_benefit",
    "isotonic.csv": "model,score,calibrated",
    "concavities.csv": "model,first_threshold,deepest_threshold,last_threshold,"
    "fpr_low,tpr_low,deepest_fpr,deepest_tpr,fpr_high,tpr_high,depth,area,repair_gain",
}
CRITERIA = (
    "min_cost",
    "neyman_pearson",
    "neyman_pearson_single",
    "workforce",
    "workforce_single",
    "constrained",
    "constrained_single",
    "performance_independent",
    "youden",
    "manual",
)


@pytest.fixture(scope="module")
def german(report):
    return report(FILE, *WORDS)


@pytest.mark.parametrize("name", HEADERS)
def test_that_the_columns_begin_as_the_contract_says(german, name):
    assert german.header(name)[: HEADERS[name].count(",") + 1] == HEADERS[name].split(",")


def test_that_csv_alone_writes_tables_policies_and_manifest_and_nothing_else(german):
    written = {path.name for path in german.folder.iterdir()}
    assert written == {*HEADERS, "policy.json", "manifest.json"}


def test_that_models_stand_in_file_order_without_the_prefix(german):
    assert tuple(row["model"] for row in german.rows("models.csv")) == MODELS


def test_that_files_are_utf_8_with_unix_line_ends(german):
    for name in HEADERS:
        content = (german.folder / name).read_bytes()
        assert b"\r" not in content
        assert content.endswith(b"\n")


def test_that_every_curve_begins_at_infinity_with_nothing_positive(german):
    for model in MODELS:
        first = german.rows("roc.csv", model=model)[0]
        assert (first["threshold"], first["fpr"], first["tpr"]) == ("inf", "0", "0")
        first = german.rows("rociv.csv", model=model)[0]
        assert (first["threshold"], first["fp_cost_rate"]) == ("inf", "0")


def test_that_a_selection_has_a_row_per_criterion_and_model_and_one_winner(german):
    rows = german.rows("selection.csv")
    assert [(row["criterion"], row["model"]) for row in rows] == [
        (criterion, model) for criterion in CRITERIA for model in MODELS
    ]
    for criterion in CRITERIA:
        flags = [row["best"] for row in rows if row["criterion"] == criterion]
        assert sorted(flags) == ["false"] * 5 + ["true"]


def test_that_criteria_that_nobody_asked_for_are_left_out(report):
    rows = report(FILE, "--positive", "bad").rows("selection.csv")
    assert {row["criterion"] for row in rows} == {"min_cost", "performance_independent", "youden"}


def test_that_crossovers_cover_zero_to_one_without_gaps_for_every_pair(german):
    pairs = [(a, b) for i, a in enumerate(MODELS) for b in MODELS[i + 1 :]]
    rows = german.rows("crossovers.csv")
    assert list(dict.fromkeys((row["model_a"], row["model_b"]) for row in rows)) == pairs
    for a, b in pairs:
        stretch = german.rows("crossovers.csv", model_a=a, model_b=b)
        assert (stretch[0]["pc_low"], stretch[-1]["pc_high"]) == ("0", "1")
        assert [row["pc_low"] for row in stretch[1:]] == [row["pc_high"] for row in stretch[:-1]]
        assert {row["better"] for row in stretch} <= {a, b, ""}


def test_that_differences_are_those_of_the_cost_curves(german):
    def cost_at(model, pc_plus):
        vertices = ("pc_plus", "normalized_expected_cost")
        return np.interp(
            pc_plus, *(german.column("cost_curve.csv", each, model=model) for each in vertices)
        )

    grid = [k / 100 for k in range(101)]
    for a, b in combinations(MODELS, 2):
        rows = german.rows("difference.csv", model_a=a, model_b=b)
        assert [float(row["pc_plus"]) for row in rows] == grid
        expected = [cost_at(a, x) - cost_at(b, x) for x in grid]
        found = [float(row["difference"]) for row in rows]
        assert found == pytest.approx(expected, abs=1e-15)
        assert {row[name] for row in rows for name in ("lower", "upper", "significant")} == {""}


def test_that_the_manifest_says_what_the_report_was_made_from(german):
    manifest = german.manifest
    assert manifest["program"] == {"name": "CostCurve", "version": __version__}
    content = (SAMPLES / FILE).read_bytes()
    assert manifest["input"]["sha256"] == hashlib.sha256(content).hexdigest()
    counts = [manifest["input"][key] for key in ("rows", "rows_used", "positives", "negatives")]
    assert counts == [500, 500, 150, 350]
    assert manifest["seed"] == 0
    assert manifest["warnings"] == []
    assert manifest["files"] == {
        name: hashlib.sha256((german.folder / name).read_bytes()).hexdigest()
        for name in sorted({*HEADERS, "policy.json"})
    }


def test_that_the_manifest_has_the_value_of_every_option(german):
    assert german.manifest["options"] == {
        "join": [],
        "id": None,
        "label": "label",
        "positive": "bad",
        "positive_from": None,
        "others": None,
        "scores": [f"score_{name}" for name in MODELS],
        "proba": None,
        "long": None,
        "lower_is_positive": [],
        "weight": None,
        "fold": None,
        "group": None,
        "where": "",
        "no_header": False,
        "columns": None,
        "skip": None,
        "sheet": None,
        "decimal": ".",
        "thousands": None,
        "missing_values": None,
        "derive": [],
        "mix": [],
        "tp": "0",
        "fp": "-1",
        "fn": "-1",
        "tn": "0",
        "payoff": None,
        "param": [],
        "prior": 0.3,
        "prior_belief": None,
        "cost_ratio": None,
        "cost_ratio_belief": None,
        "max_fpr": 0.2,
        "capacity": 100,
        "population": 1000,
        "min_tpr": None,
        "min_precision": None,
        "max_share": None,
        "budget": None,
        "price": None,
        "objective": None,
        "review_cost": None,
        "review_tpr": None,
        "review_fpr": None,
        "review_capacity": None,
        "known_when_deciding": None,
        "threshold": 0.5,
        "partial_auc": None,
        "partial_axis": "fpr",
        "stability": None,
        "stability_file": None,
        "validate": None,
        "validate_file": None,
        "validate_split": None,
        "swap": None,
        "unlabelled": None,
        "segment": None,
        "segment_terms": None,
        "segment_gap": None,
        "unit": None,
        "horizon": None,
        "day": None,
        "capacity_per_day": None,
        "delay_cost": None,
        "belief": "uniform",
        "bootstrap": 0,
        "band_policy": "fixed",
        "verdicts": "simultaneous",
        "samples": "same",
        "confidence": 0.9,
        "seed": 0,
        "format": ["csv"],
        "min_count": 0,
        "view": None,
        "table": None,
        "points": "all",
    }


def test_that_two_reports_of_the_same_file_have_the_same_bytes(german, report):
    again = report(FILE, *WORDS, "--seed", "0")
    for path in german.folder.iterdir():
        assert path.read_bytes() == (again.folder / path.name).read_bytes()
