"""300 of 2,000 letters: who gives most is not who answers most."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.engine.selection.bounds import Objective
from tutorials.tutorial import Picture, Step, Tutorial, bound

if TYPE_CHECKING:
    from costcurve_gui.analysis.settings import DatasetSettings


def _most_donors(settings: DatasetSettings) -> DatasetSettings:
    return replace(settings, selection=replace(settings.selection, objective=Objective.TPR))


DONORS = Tutorial(
    key="tutorial_donors",
    title="Tutorial: 300 letters by profit",
    example="donors_2000",
    lead=(
        "A charity knows 2&nbsp;000 donors and has 300 letters. A letter costs 1 EUR; what a donor "
        "gives differs. One model says how likely somebody answers, the other multiplies that by a "
        "guess of the gift. The donors are simulated, so that the truth is known."
    ),
    steps=(
        Step(
            "See what letters earn",
            "The cell for a donor who is mailed is <i>gift-1</i>: each pays what he gave, less the "
            "letter. <i>Profit</i> shows both models over the share mailed. <b>{answer}</b> "
            "Without a limit that would be {cases} letters.",
            Picture("donors_profit", "profit", "Profit over the share mailed, in EUR"),
        ),
        Step(
            "Limit the letters",
            "In <i>Decision</i> tick <i>Cases mailed</i> and type 300, of 2&nbsp;000. "
            "<b>{answer}</b> The letters reach {found} of {there} who would give.",
            Picture("donors_decision", "decision", "Decision with 300 letters, by profit", 430),
            bound(cases=300),
        ),
        Step(
            "Ask for donors instead of money",
            "Choose <i>Most donated caught</i> as objective: now the other model wins. "
            "<b>{answer}</b> It reaches {found} of them: more people give, and less. Go back with "
            "Ctrl+Z.",
            Picture("donors_most", "decision", "Decision with 300 letters, by donors found", 430),
            _most_donors,
        ),
    ),
    more=(
        "The list to mail: <i>Apply to file</i> writes the ids of the 300. In the report, "
        "<code>--capacity 300 --population 2000 --tp gift-1</code> writes the same choice as the "
        'criterion <i>workforce_profit</i>. <a href="profit.html">Profit</a> says how to read the '
        'view, <a href="decision.html">Decision</a> how bounds and objectives work.'
    ),
)
