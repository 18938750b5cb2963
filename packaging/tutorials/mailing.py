"""800 of 4,000 by mail: there are only so many letters."""

from __future__ import annotations

from tutorials.tutorial import Picture, Step, Tutorial, bound

MAILING = Tutorial(
    key="tutorial_mailing",
    title="Tutorial: 800 of 4000 by mail",
    example="mailing_4000",
    lead=(
        "An insurer has 4&nbsp;000 customers and 800 letters. A letter costs 1 EUR; a customer who "
        "buys earns 20. Who gets one? The customers are simulated, in the manner of the CoIL "
        "Challenge of 2000, where 800 of 4&nbsp;000 had to be chosen."
    ),
    steps=(
        Step(
            "See what mailing pays",
            "<i>Profit</i> begins at the left with no letter and ends at the right with a letter "
            "for all. The curve of a good model rises first. <b>{answer}</b> Without a limit that "
            "would be {cases} letters.",
            Picture("mailing_profit", "profit", "Profit over the share mailed"),
        ),
        Step(
            "Limit the letters",
            "In <i>Decision</i> tick <i>Cases mailed</i> and type 800, of 4&nbsp;000. "
            "<b>{answer}</b> The letters reach {found} of {there} buyers; sent to customers drawn "
            "by chance they would reach {by_chance}.",
            Picture("mailing_decision", "decision", "Decision with 800 cases"),
            bound(cases=800),
        ),
        Step(
            "Read the gain",
            "<i>Gain</i>, behind Profit (Ctrl+K, G), shows the share of the buyers found over the "
            "share mailed: {tpr} of them by {share} of the letters. The limit is an upright line "
            "with a grip: drag it to see what more letters would bring. The dotted line is chance.",
            Picture("mailing_gain", "gain", "Cumulative gain with the capacity"),
        ),
    ),
    more=(
        "The list to mail: in the report, <code>--capacity 800 --population 4000</code> writes the "
        'same choice without a window. <a href="profit.html">Profit</a> and '
        '<a href="gain.html">Gain</a> say how to read the views, <a '
        'href="decision.html">Decision</a> '
        'how bounds work. <a href="tutorial_screening.html">The next tutorial</a> looks for '
        "what is "
        "rare."
    ),
)
