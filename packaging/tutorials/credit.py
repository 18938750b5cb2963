"""Credit with amounts: what an error costs depends on the loan."""

from __future__ import annotations

from tutorials.tutorial import Picture, Step, Tutorial, bound, prior

CREDIT = Tutorial(
    key="tutorial_credit",
    title="Tutorial: credit with amounts",
    example="german_credit_half",
    lead=(
        "Five hundred applicants for a loan, scored by six models. A bad one who is granted the "
        "loan loses the amount; a good one who is granted it earns 5&nbsp;% of it. Which model "
        "decides, and from which score on is an applicant refused?"
    ),
    steps=(
        Step(
            "Say what is at stake",
            "<i>Payoffs</i> has the true class across and the decision down. Granting a bad "
            "applicant pays <code>-amount</code>, granting a good one <code>0.05*amount</code>: "
            "the cells are worked out for each applicant, and below each stands its mean. Refusing "
            "pays nothing. So a missed bad applicant costs {cost_ratio} times what a good one "
            "refused costs.",
            Picture("credit_payoffs", "payoffs", "The panel Payoffs with four cells"),
        ),
        Step(
            "Read the decision",
            "<i>Decision</i> at the right names the model and its threshold. <b>{answer}</b> The "
            "confusion matrix counts what that means for {population} applicants at a prior of "
            "{prior}: {found} of {there} bad applicants are refused, and {false_alarms} good "
            "applicants with them.",
            Picture("credit_decision", "decision", "The panel Decision"),
        ),
        Step(
            "Look where the model stands",
            "The ring is this decision. In <i>ROCIV</i> every applicant counts by the amount: up "
            "goes the share of the losses avoided, across the share of the interest given up. The "
            "straight line touches the best point; its slope says what one costs against the "
            "other.",
            Picture("credit_rociv", "rociv", "ROCIV with the operating point"),
        ),
        Step(
            "Ask: what if more applicants are bad?",
            "Type a prior of 10&nbsp;% in <i>Payoffs and condition</i>, or drag the upright "
            "line in "
            "<i>Cost space</i> to the right. Every view follows. <b>{answer}</b> Another model is "
            "cheapest here: the curves cross in between, and the strip at the foot says where.",
            Picture("credit_cost", "cost", "Cost space at a prior of 10 %"),
            prior(0.10),
        ),
        Step(
            "Set a bound",
            "Back at 5&nbsp;%, the bank will not refuse more than one good applicant in five. Tick "
            "<i>False positive rate</i> and type 0.2. <b>{answer}</b> That is the price of the "
            "rule, "
            "in money for each applicant.",
            Picture("credit_bound", "decision", "Decision with a bound"),
            lambda settings: bound(fpr=0.2)(prior(0.05)(settings)),
        ),
    ),
    more=(
        'What an expression may hold is in <a href="payoffs.html">Payoffs and condition</a>. '
        "How far "
        'the figures may be off is in <a href="uncertainty.html">Uncertainty</a>: switch the bands '
        'on with Ctrl+U and open <a href="difference.html">Difference</a>. '
        '<a href="tutorial_review.html">The next tutorial</a> lets a person decide the doubtful.'
    ),
)
