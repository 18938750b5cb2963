"""Credit with reviewers: the scores decide what is clear, and a person the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.criteria import REVIEW_BAND
from costcurve_gui.analysis.selection_settings import ReviewSpec
from costcurve_gui.analysis.validated_decision import Split
from costcurve_gui.engine.selection.policy import Reviewer
from tutorials.tutorial import APPLY, Picture, Step, Tutorial

if TYPE_CHECKING:
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.window.program import Program
    from tutorials.tutorial import Change

_PERSON = Reviewer(cost=25.0, tpr=0.8, fpr=0.1)
_POPULATION, _REVIEWERS, _SEEN = 10_000, 6, 1_000


def reviewers(number: int) -> Change:
    """Return the change to a review band with so many reviewers, each of whom sees as many."""

    def change(settings: DatasetSettings) -> DatasetSettings:
        review = ReviewSpec(_PERSON, _SEEN * number / _REVIEWERS, number)
        chosen = replace(
            settings.selection, criterion=REVIEW_BAND, review=review, population=_POPULATION
        )
        return replace(settings, selection=chosen)

    return change


def _validate(started: Program) -> None:
    started.decision_wiring.validation.validate(Split())


REVIEW = Tutorial(
    key="tutorial_review",
    title="Tutorial: credit with reviewers",
    example="german_credit_half",
    lead=(
        'The applicants of <a href="tutorial_credit.html">the first tutorial</a>, and six people'
        " who can look at some of them: what is clear the scores decide, the doubtful ones a "
        "person. Whom do they see, what is that worth, and would a seventh pay?"
    ),
    steps=(
        Step(
            "Say what a review takes",
            "In <i>Decision</i> choose the rule <i>Review band</i>. Type a price of 25&nbsp;DM "
            "for a review, that a reviewer refuses 80&nbsp;% of the bad and 10&nbsp;% of the "
            "good, and that 6 of them see 1&nbsp;000 of 10&nbsp;000. <b>{answer}</b> So "
            "{referred} are referred, and on this sample that earns {gain} more per applicant "
            "than one threshold. What it is worth on new applicants stands below.",
            Picture("review_decision", "decision", "Decision with a review band"),
            reviewers(_REVIEWERS),
        ),
        Step(
            "Look at both thresholds",
            "The two hollow rings of <i>ROC</i> are the thresholds: up to the lower one applicants "
            "are refused, from there to the upper one they are referred, the others granted. The "
            "filled ring is what comes of it, above the curve that one threshold runs through: a "
            "reviewer knows more than the score.",
            Picture("review_roc", "roc", "ROC with both thresholds"),
        ),
        Step(
            "Ask for a seventh",
            "The sentence below the three limits says what one more would earn. Type 7, and they "
            "see as many each: now {referred} are referred, and the gain over one threshold is "
            "{gain}. On new applicants such a difference is hard to tell from chance, and the "
            "sentence says so; its hint has the interval. Go back with Ctrl+Z.",
            Picture("review_seventh", "decision", "Decision with seven reviewers", 430),
            reviewers(_REVIEWERS + 1),
        ),
        Step(
            "See whether it holds",
            "Both thresholds were chosen on the applicants that judge them. <i>Validate</i> "
            "chooses them again on one half of the file, drawn by chance, and judges them on the"
            " other half; the view <i>Validation</i> keeps both figures and their gap, and says "
            "whether it is more than chance.",
            Picture("review_validation", "validation", "Validation on the other half"),
            reviewers(_REVIEWERS),
            _validate,
        ),
        Step(
            "Take the rule with you",
            "<i>Save policy</i> writes the rule to a file that <code>decide</code> reads. "
            "<i>Apply to file</i> uses it at once: it opens new applicants, compares their "
            "scores with those of the sample, and writes who is refused, who granted and who "
            "referred.",
            Picture("review_apply", APPLY, "Apply to file, with a preview"),
        ),
    ),
    more=(
        'What is worked out is in <a href="decision.html">Decision</a>. In the report, '
        "<code>--review-cost 25 --review-tpr 0.8 --review-fpr 0.1 --review-capacity 1000 "
        "--population 10000</code> writes the same band as the criterion <i>review_band</i>. "
        '<a href="tutorial_mailing.html">The next tutorial</a> has a budget of letters.'
    ),
)
