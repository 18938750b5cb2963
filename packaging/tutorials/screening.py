"""A screening test: the disease is rare, and missing it is dear."""

from __future__ import annotations

from tutorials.tutorial import Picture, Step, Tutorial, bound

SCREENING = Tutorial(
    key="tutorial_screening",
    title="Tutorial: a screening test",
    example="breast_cancer_cv10",
    lead=(
        "Three models score tumours by four measurements. In the file more than a third are "
        "malignant; among the patients who are screened it will be 6 in 1&nbsp;000. To recall a "
        "patient costs 1, a malignant tumour that is missed costs 100."
    ),
    steps=(
        Step(
            "Take the prior of the screening",
            "The example opens with a prior of {prior}. ROC curves do not change with it, but the "
            "best point on them does. <b>{answer}</b> That point finds {tpr} of the malignant "
            "ones.",
            Picture("screening_roc", "roc", "ROC curves of three models"),
        ),
        Step(
            "Ask for more of them",
            "A screening test should miss few. Tick <i>True positive rate</i> in "
            "<i>Decision</i> and "
            "type 0.9. <b>{answer}</b> Of {population} patients {there} have the disease: {found} "
            "are found, {missed} missed.",
            Picture("screening_decision", "decision", "Decision with a bound on tpr"),
            bound(tpr=0.9),
        ),
        Step(
            "See what a recall means",
            "<i>Precision and recall</i> (Ctrl+K, P) is drawn at the prior of the screening, "
            "not at "
            "that of the file. Of {cases} patients recalled {found} have the disease: a "
            "precision of "
            "{precision}. That is no fault of the model; it is how rare the disease is.",
            Picture("screening_pr", "pr", "Precision and recall at a prior of 0.6 %"),
        ),
        Step(
            "Is the test worth it?",
            "<i>Cost space</i> has PC(+) across: the prior weighted by the costs, {pc_plus} "
            "here. A "
            "model is worth using where its curve lies below both dashed lines, recalling all and "
            "recalling none. Drag the line to the left, towards a rarer disease, and watch the "
            "curves "
            "meet the line of recalling none: there the test is not worth it any more.",
            Picture("screening_cost", "cost", "Cost space near its left end"),
        ),
    ),
    more=(
        "Whether the scores can be read as probabilities is in <a "
        'href="calibration.html">Calibration'
        '</a>; at another prior they cannot. <a href="net_benefit.html">Net benefit</a> is the '
        "view "
        "that physicians use, and the regions of a screening and a diagnostic test are in "
        '<a href="roc.html">ROC</a>.'
    ),
)
