"""Reports on shipped samples, in few cells: together they write every CSV there is."""

from __future__ import annotations

SAMPLES = "resources/sample_data/"
CREDIT = ["--label", "label", "--positive", "bad", "--fn=-amount", "--tn", "0.05*amount"]
KNOWN = ["--known-when-deciding", "amount"]
CREDIT += ["--prior", "0.05", *KNOWN]
BOUNDS = ["--max-fpr", "0.1", "--capacity", "60", "--population", "1000"]
THREE = ["--scores", "score_mlp,score_random_forest,score_naive_bayes"]
TWO = ["--scores", "score_mlp,score_naive_bayes"]
FEW = ["--where", "amount < 1500"]

CASES: dict[str, list[str]] = {
    "derived": [
        *(SAMPLES + "german_credit_half.csv", *CREDIT, *BOUNDS, *TWO, *FEW, "--bootstrap", "100"),
        *("--belief", "triangular:0.02,0.1,0.4", "--partial-auc", "0,0.2", "--threshold", "0.4"),
        *("--derive", "calibrated:mlp", "--derive", "reversed:mlp", "--derive", "weighted:mlp"),
        *("--derive", "repaired:naive_bayes", "--derive", "and:mlp@0.3,naive_bayes@0.2"),
        *("--derive", "or:mlp,naive_bayes", "--derive", "chain:mlp@0.3,naive_bayes@0.2"),
        *("--mix", "mlp@0.5,naive_bayes@0.5"),
    ],
    "corrected": [
        *(SAMPLES + "german_credit_half.csv", *CREDIT, *TWO, *FEW),
        *("--bootstrap", "60", "--band-policy", "corrected"),
    ],
    "independent": [
        *(SAMPLES + "german_credit_half.csv", *CREDIT, *THREE, *FEW, "--bootstrap", "60"),
        *("--samples", "different", "--confidence", "0.95", "--seed", "7"),
    ],
    "validated": [
        *(SAMPLES + "german_credit_half.csv", *CREDIT, *TWO, *FEW),
        *("--bootstrap", "50", "--validate-split", "0.4"),
    ],
    "not_resampled": [
        *(SAMPLES + "german_credit_half.csv", *CREDIT, *THREE, "--where", "amount < 1000"),
        *("--bootstrap", "0", "--lower-is-positive", "score_mlp"),
    ],
    "folds": [
        *(SAMPLES + "german_credit_cv10.csv", "--label", "label", "--positive", "bad", "--fn=-5"),
        *("--fold", "fold", "--bootstrap", "60", "--band-policy", "reoptimised"),
        *(*TWO, *FEW, *BOUNDS),
    ],
    "groups": [
        *(SAMPLES + "german_credit_cv10.csv", "--label", "label", "--positive", "bad"),
        *("--fn=-amount/1000", "--group", "fold", "--bootstrap", "60", *TWO, *FEW),
    ],
    "weights": [
        *(SAMPLES + "german_credit_half.csv", "--label", "label", "--positive", "bad"),
        *("--weight", "amount", "--bootstrap", "50", *TWO, *FEW),
    ],
    "classes": [
        *(SAMPLES + "wine_cv10.csv", "--label", "label", "--proba", "proba_naive_bayes_*"),
        *("--bootstrap", "50", "--fold", "fold"),
    ],
    "family": [
        *(SAMPLES + "breast_cancer_family.csv", "--bootstrap", "100", "--fn=-5", "--prior", "0.2"),
        *(*BOUNDS, "--belief", "beta:2,5"),
    ],
    "leaves": [
        *(SAMPLES + "breast_cancer_leaves.csv", "--bootstrap", "100", "--positive", "malignant"),
        *("--threshold", "0.5"),
    ],
    "operations": [
        *(SAMPLES + "cases_by_day.csv", "--positive", "fault", "--tp", "amount-visit"),
        *("--fp=-visit", "--fn", "0", "--tn", "0", "--param", "visit=uniform:20,30", *KNOWN),
        *("--bootstrap", "40", "--day", "received", "--capacity-per-day", "12"),
        *("--delay-cost", "3%", "--swap", "youden,min_cost", "--where", "id <= 600"),
        *("--review-cost", "2", "--review-capacity", "40", "--population", "600"),
        *("--table", "days,day_capacity,swap_set,swap_cases,selection,belief_costs,information"),
    ],
    "cards": [
        *(
            SAMPLES + "cards_june.csv",
            "--positive",
            "fraud",
            "--fn=-amount",
            "--where",
            "id <= 900",
        ),
        *(*KNOWN, "--group", "none"),
        *("--bootstrap", "30", "--unit", "card", "--day", "time", "--horizon", "7"),
        *("--table", "units,selection"),
    ],
    "segments": [
        *(SAMPLES + "donors_2000.csv", "--positive", "donated", "--tp", "gift-0.5", "--fp=-0.5"),
        *("--fn", "0", "--tn", "0", "--bootstrap", "30", "--segment", "region"),
        *("--capacity", "300", "--population", "2000", "--segment-gap", "share=0.05"),
        *("--table", "segments,segment_gaps,segment_leads"),
    ],
    "few_cases": [
        *(SAMPLES + "papers/fawcett2006_figure_3.csv", "--bootstrap", "50", "--fn=-amount/100"),
        *KNOWN,
        *("--max-fpr", "0.2", "--capacity", "3", "--population", "10"),
    ],
}

WITH_MARKS = ("derived", "folds", "classes", "family", "operations", "cards")
"""Cases of which the marks of every picture are kept: together they draw every view."""
