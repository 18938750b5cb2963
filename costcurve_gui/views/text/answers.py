"""Answer the questions that were asked, in sentences with their numbers, intervals and methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.questions import asked
from costcurve_gui.analysis.snapshot import competitor_of
from costcurve_gui.translation import tr
from costcurve_gui.views.text import (
    bounds_conflict,
    decision_answers,
    experiment_answers,
    inflection,
    policy_text,
)
from costcurve_gui.views.text.answer_parts import Answer, Said, name_of, subject_of
from costcurve_gui.views.text.decision_summary import bounds_exclude_all
from costcurve_gui.views.text.empty_states import one_model_only
from costcurve_gui.views.text.uncertainty_text import level
from costcurve_gui.views.text.vocabulary import vocabulary_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from costcurve_gui.analysis.questions import Question
    from costcurve_gui.analysis.snapshot import Snapshot


def answers(snapshot: Snapshot) -> tuple[Answer, ...]:
    """Return the answers to all questions that were asked, the last one first."""
    return tuple(answer_to(question, snapshot) for question in asked(snapshot))


def answer_to(question: Question, snapshot: Snapshot) -> Answer:
    """Answer one question about what a snapshot shows."""
    return Answer(question.key, title(question, snapshot), *_said(question, snapshot))


def copied(found: Iterable[Answer]) -> str:
    """Return answers as plain text, each under its question."""
    return "\n\n".join(f"{one.title}\n{one.sentences}" for one in found)


def title(question: Question, snapshot: Snapshot) -> str:
    """Return a question with the names of the models and the words of the file."""
    key, other = subject_of(snapshot), competitor_of(snapshot)
    name = "" if key is None else name_of(snapshot, key)
    wanted: dict[str, str] = {
        "act_on": tr("Whom to {act}?", act=inflection.transitive(vocabulary_of(snapshot).act)),
        "costs": tr("What does {name} cost here?", name=name) if name else "",
        "worth_using": tr("When is {name} worth using?", name=name) if name else "",
        "interval": (
            tr(
                "What is the {level} interval of the cost of {name}?",
                level=level(snapshot.settings.bands.spec),
                name=name,
            )
            if name
            else ""
        ),
    }
    if other is not None:
        rival = name_of(snapshot, other)
        wanted |= {
            "better": tr("Is {name} better than {rival}?", name=name, rival=rival),
            "difference": tr(
                "How much better than {rival} is {name} here?", rival=rival, name=name
            ),
            "significant": tr("Where is the difference to {rival} significant?", rival=rival),
        }
    return wanted.get(question.key) or question.text


def _said(question: Question, snapshot: Snapshot) -> Said:
    key = subject_of(snapshot)
    if key is None:
        return Said(tr("There is no model."))
    alone = one_model_only(snapshot) if question.of_pair else None
    if alone is not None:
        return Said(f"{alone.headline}. {alone.sentence}")
    if question.key in decision_answers.OF_RULE:
        refused = _no_rule(snapshot, key)
        if refused:
            return Said(refused)
    return _ANSWERS[question.key](snapshot, key)


def _no_rule(snapshot: Snapshot, key: str) -> str:
    """Say why there is no rule to tell of: bounds exclude it; nothing where there is one."""
    if bounds_exclude_all(snapshot):
        return bounds_conflict.said(snapshot)
    return policy_text.shortfall(snapshot, key)


_ANSWERS: Mapping[str, Callable[[Snapshot, str], Said]] = {
    **decision_answers.ANSWERS,
    **experiment_answers.ANSWERS,
}
