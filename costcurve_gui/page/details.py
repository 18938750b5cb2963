"""What stands below the recommendation: data, payoffs, choice, doubts, other models, and gaps."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.intervals.known_results import intervals_of
from costcurve_gui.analysis.model_ranking import lead
from costcurve_gui.analysis.questions import with_questions
from costcurve_gui.analysis.snapshot import validation_in_force
from costcurve_gui.analysis.uncertain_conditions import condition_numbers
from costcurve_gui.engine.distributions.uncertain_numbers import (
    NumberRange,
    parse_uncertain_number,
)
from costcurve_gui.page.amounts import cases, total
from costcurve_gui.page.recommendation import earnings, page_order, recommended
from costcurve_gui.translation import tr
from costcurve_gui.views.text import (
    bounds_text,
    inflection,
    names,
    new_cases_text,
    numbers,
    optimism,
    policy_text,
)
from costcurve_gui.views.text.answers import answers
from costcurve_gui.views.text.decision_uncertainty import intervals_note
from costcurve_gui.views.text.vocabulary import (
    listed_names,
    prior_text,
    scaled_note,
    vocabulary_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.analysis.payoffs import Parameter
    from costcurve_gui.analysis.snapshot import Snapshot

NOT_ASSESSED = tr("not assessed")
ANSWERED = tr("Questions and answers")
GAPS = (
    tr("performance on fresh cases"),
    tr("stability over time"),
    tr("differences between groups of people"),
)


@dataclass(frozen=True, slots=True)
class Detail:
    """A topic: its title, what matters of it in a line, and the rest."""

    title: str
    summary: str
    lines: tuple[str, ...] = ()


def details(
    snapshot: Snapshot,
    warnings: Sequence[str],
    minimum: float = 0,
    left_out: Sequence[str] = (),
) -> tuple[Detail, ...]:
    """Return the topics of the page in their order."""
    gaps = GAPS if validation_in_force(snapshot) is None else GAPS[1:]
    return (
        _data(snapshot, warnings, minimum),
        _payoffs(snapshot),
        _choice(snapshot, minimum, left_out),
        _doubts(snapshot, left_out),
        _others(snapshot, minimum),
        *_answers(snapshot, minimum),
        Detail(
            tr("Not assessed"),
            ", ".join(gaps),
            (tr("This report says nothing about these; they need data of their own."),),
        ),
    )


def _data(snapshot: Snapshot, warnings: Sequence[str], minimum: float) -> Detail:
    data, said = snapshot.curve_set.dataset, vocabulary_of(snapshot)
    found = cases(data.positives, minimum), cases(data.negatives, minimum)
    weighted = tr(" by weight") if data.weighted else ""
    share = numbers.percent(data.prevalence)
    summary = tr(
        "{rows} rows: {found} {positive} ({share}{weighted}), ",
        rows=numbers.count(data.rows),
        found=found[0],
        positive=said.positive,
        share=share,
        weighted=weighted,
    )
    summary += f"{found[1]} {said.negative}"
    missing = {one.name: one.missing for one in data.models if one.missing}
    lines = [
        tr("File {name}", name=data.name)
        + (tr(", SHA-256 {sha256}", sha256=data.sha256) if data.sha256 else "")
    ]
    lines += [
        tr("{name} lacks {cases} scores", name=name, cases=cases(lacks, minimum))
        for name, lacks in missing.items()
    ]
    return Detail("Data", summary, (*lines, *warnings))


def _payoffs(snapshot: Snapshot) -> Detail:
    said, payoff = vocabulary_of(snapshot), snapshot.settings.payoff
    act, leave = inflection.transitive(said.act), inflection.transitive(said.leave)
    texts = (
        (act, said.positive, payoff.tp),
        (act, said.negative, payoff.fp),
        (leave, said.positive, payoff.fn),
        (leave, said.negative, payoff.tn),
    )
    ratio = numbers.ratio(snapshot.condition.cost_ratio)
    summary = inflection.listed(
        prior_text(snapshot), tr("cost ratio {ratio}", ratio=ratio), scaled_note(snapshot)
    )
    unit = tr(" (in {unit})", unit=said.unit) if said.unit else ""
    lines = [f"{verb} {label}: {text}{unit}" for verb, label, text in texts]
    lines += [_parameter(one) for one in (*payoff.parameters, *condition_numbers(snapshot))]
    return Detail(tr("Payoffs and condition"), summary, tuple(lines))


def _parameter(parameter: Parameter) -> str:
    known = f"{parameter.name} = {numbers.plain(parameter.value)}"
    if not parameter.belief:
        return known
    found = parse_uncertain_number(parameter.belief)
    if isinstance(found, NumberRange):
        return tr(
            "{known}, anything from {low} to {high}",
            known=known,
            low=numbers.plain(found.low),
            high=numbers.plain(found.high),
        )
    return tr("{known}, believed {belief}", known=known, belief=parameter.belief)


def _choice(snapshot: Snapshot, minimum: float, left_out: Sequence[str]) -> Detail:
    selection = snapshot.settings.selection
    criterion, limits = selection.criterion, selection.bounds.limits
    said = inflection.decapitalised(criterion.hint or criterion.label)
    bounds = (
        tr("with {phrases}", phrases=bounds_text.phrases(snapshot)) if limits else tr("no bounds")
    )
    if criterion.keeps_bounds:
        said = f"{_OBJECTIVES[snapshot.settings.objective.value]}, {bounds}"
    key = recommended(snapshot)
    rule = () if key is None else (_rule(snapshot, key),)
    return Detail(
        tr("How the threshold was chosen"),
        said or criterion.key,
        (*rule, *_left_out(minimum, left_out)),
    )


def _rule(snapshot: Snapshot, key: str) -> str:
    """Say the rule, or what is shown where none does what is asked for."""
    if snapshot.models[key].met:
        return policy_text.rule_sentence(snapshot, key)
    return policy_text.stand_in(snapshot, key)


def _left_out(minimum: float, names_left: Sequence[str]) -> Iterator[str]:
    if minimum:
        few = tr("fewer than {minimum} cases of a class", minimum=numbers.count(minimum))
        yield tr(
            "Thresholds with {few} on one side, or between two of them, are left out.", few=few
        )
    if names_left:
        models = listed_names(names_left, most=len(names_left))
        yield tr(
            "The best threshold of {models} is among those; the best of the others is shown.",
            models=models,
        )


_OBJECTIVES = {
    "profit": tr("highest profit"),
    "cost": tr("least cost"),
    "tpr": tr("most positives caught"),
}


def _doubts(snapshot: Snapshot, left_out: Sequence[str]) -> Detail:
    title, how = tr("How sure"), intervals_note(snapshot) or tr("no intervals")
    if left_out:
        return Detail(title, how)
    remark, chosen_again = optimism.remark(snapshot), optimism.reselected(snapshot).text
    estimated = new_cases_text.expectation_hint(snapshot).splitlines()
    lines = (remark.text, *remark.hint.splitlines(), *estimated, chosen_again)
    return Detail(title, how, tuple(line for line in lines if line and line[-1] != "\u2026"))


def _others(snapshot: Snapshot, minimum: float) -> Detail:
    key = recommended(snapshot)
    others = [one for one in page_order(snapshot) if one != key]
    if key is None or not others:
        return Detail(tr("Other models"), tr("there is no other"))
    of_new_cases = not minimum and all(earnings(snapshot, one) for one in (key, *others))
    lines = [_against(snapshot, key, other, of_new_cases) for other in others]
    many = numbers.in_words(len(others)) if len(others) > 1 else "one"
    return Detail(
        tr("Other models"),
        tr("{many} compared on the same cases", many=many),
        (*lines, *_areas(snapshot)),
    )


def _against(snapshot: Snapshot, key: str, other: str, of_new_cases: bool) -> str:
    said, name = vocabulary_of(snapshot), snapshot.models[other].info.name
    if not snapshot.models[other].met:
        return f"{name}: {policy_text.shortfall(snapshot, other)}"
    less = lead(snapshot, key, other)
    if math.isnan(less):
        return tr("{name}: not compared, no case was scored by both", name=name)
    amount = total(abs(less) * snapshot.settings.selection.population, said.unit, signed=False)
    here = tr(" on this sample") if new_cases_text.is_estimated(snapshot) else ""
    compared = f"{amount} {'less' if less > 0 else 'more'} than" if less else tr("the same as")
    if not of_new_cases:
        compared = compared.rpartition(" ")[0]
        return tr("{name}: earns {compared}{here}", name=name, compared=compared, here=here)
    return tr(
        "{name}: {expected}; earns {compared} {best}{here}",
        name=name,
        expected=earnings(snapshot, other),
        compared=compared,
        best=snapshot.models[key].info.name,
        here=here,
    )


def _answers(snapshot: Snapshot, minimum: float) -> Iterator[Detail]:
    """Yield the answers of the window, unless few cases are not to be told: they count cases."""
    if minimum:
        return
    bands = replace(snapshot.settings.bands, shown=intervals_of(snapshot) is not None)
    told = replace(snapshot, settings=replace(snapshot.settings, bands=bands))
    said = [
        f"{one.title} {one.text}"
        for one in answers(with_questions(told))
        if one.key != "folds" or snapshot.results.folds is not None
    ]
    if said:
        yield Detail(
            ANSWERED, tr("{number} answered", number=numbers.in_words(len(said))), tuple(said)
        )


def _areas(snapshot: Snapshot) -> Iterator[str]:
    """Yield the area under the ROC curve of each model, and what a derived one was made from."""
    curves = {model.info.key: model for model in snapshot.curve_set.models}
    for key in page_order(snapshot):
        model = curves[key]
        made = names.origin(model.info, snapshot.curve_set)
        area = tr("AUC {auc}", auc=numbers.rate(model.evaluation.auc))
        yield f"{model.info.name}: {inflection.listed(area, made)}"
