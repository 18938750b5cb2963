"""The recommendation in three sentences: which rule, what it brings, how sure that is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.new_cases import decision_lead_request, new_cases_request
from costcurve_gui.analysis.model_ranking import caught_of, kept_bounds, lead, winning_trivial
from costcurve_gui.analysis.recommended import recommended as recommended_rule
from costcurve_gui.analysis.snapshot import ranking, runner_up, validation_in_force
from costcurve_gui.page.amounts import interval_total, no_finer, total
from costcurve_gui.translation import tr
from costcurve_gui.views.text import (
    bounds_conflict,
    bounds_text,
    inflection,
    known_digits,
    new_cases_text,
    numbers,
    optimism,
    policy_text,
)
from costcurve_gui.views.text.better_model import not_applied
from costcurve_gui.views.text.decision_summary import bounds_exclude_all
from costcurve_gui.views.text.decision_uncertainty import LEAD, interval_of
from costcurve_gui.views.text.uncertainty_text import level
from costcurve_gui.views.text.vocabulary import (
    model_curves_of,
    threshold_text,
    trivial_answer,
    vocabulary_of,
)

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure


class Piece(NamedTuple):
    """A part of a sentence; what matters most in it is strong."""

    text: str
    strong: bool = False


Sentence = tuple[Piece, ...]


class KnownFigure(NamedTuple):
    """A figure per case with its interval."""

    estimate: float
    low: float
    high: float


def recommendation(snapshot: Snapshot, *, of_new_cases: bool = True) -> tuple[Sentence, ...]:
    """Return the sentences that the page begins with, up to three."""
    key = recommended(snapshot)
    if key is None:
        return (_plain(tr("There is no model.")),)
    trivial = winning_trivial(snapshot)
    if trivial is not None:
        return (_plain(trivial_answer(snapshot, trivial)),)
    if bounds_exclude_all(snapshot):
        return (_plain(bounds_conflict.said(snapshot)),)
    sentences = (
        (*_rule(snapshot, key), *_beside_the_rule(snapshot, key)),
        _volume(snapshot, key, of_new_cases),
        _how_sure(snapshot, key, of_new_cases),
    )
    return tuple(sentence for sentence in sentences if sentence)


def _beside_the_rule(snapshot: Snapshot, key: str) -> Sentence:
    """Say which bound binds, at what price, and which model cannot be applied to rows."""
    said = bounds_text.binding(snapshot), not_applied(snapshot, key)
    return tuple(Piece(f" {text}") for text in said if text)


def recommended(snapshot: Snapshot) -> str | None:
    """Return the key of the model that the page recommends, or shows where no rule will do."""
    found = recommended_rule(snapshot)
    return snapshot.selected or snapshot.best if found is None else found.key


def rival(snapshot: Snapshot) -> str:
    """Return the cheaper of "all" and "none" that keeps the bounds; empty where neither does."""
    from costcurve_gui.engine.resampling.new_cases import better_trivial  # not at the start

    return better_trivial(snapshot.condition, kept_bounds(snapshot.settings.selection))


def caveat(snapshot: Snapshot) -> str:
    """Say what the figures were estimated on."""
    if validation_in_force(snapshot) is not None:
        text, hint = optimism.mark(snapshot)
        return tr(
            "{text}. {hint} All other figures are of the sample that chose.", text=text, hint=hint
        )
    said = optimism.chosen_on(snapshot).text
    if said.startswith(optimism.SAME_SAMPLE) or not said.startswith("Set "):
        said = optimism.SAME_SAMPLE
    dataset = snapshot.curve_set.dataset
    cases = f"{numbers.count(dataset.rows)} {vocabulary_of(snapshot).nouns}"
    of_them = tr(" of {cases}", cases=cases) if said == optimism.SAME_SAMPLE else f", {cases}"
    text = tr("{said}{of_them}. Not yet validated on fresh cases.", said=said, of_them=of_them)
    few = new_cases_text.few_cases(snapshot)
    return f"{text} {few}." if few else text


def _plain(text: str) -> Sentence:
    return (Piece(text),)


def _rule(snapshot: Snapshot, key: str) -> Sentence:
    said, model, name = (
        vocabulary_of(snapshot),
        snapshot.models[key],
        snapshot.models[key].info.name,
    )
    policy = model.policy
    if not model.met:
        return Piece(name, strong=True), Piece(f": {policy_text.stand_in(snapshot, key)}")
    if policy.classifiers or policy_text.is_mixed(policy) or _is_trivial(policy.fpr, policy.tpr):
        rule = policy_text.rule_sentence(snapshot, key)
        return Piece("Use "), Piece(name, strong=True), Piece(f". {rule}")
    act = tr("{act} {nouns} whose score is ", act=inflection.transitive(said.act), nouns=said.nouns)
    curves = model_curves_of(snapshot.curve_set, key)
    beyond = tr("or less") if model.info.lower_is_positive else tr("or more")
    score = f"{threshold_text(curves, policy.index, policy.threshold)} {beyond}"
    return (
        Piece("Use "),
        Piece(name, strong=True),
        Piece(tr(" and {act}", act=act)),
        Piece(score, strong=True),
        Piece("."),
    )


def _is_trivial(fpr: float, tpr: float) -> bool:
    return (fpr, tpr) in ((0.0, 0.0), (1.0, 1.0))


def _volume(snapshot: Snapshot, key: str, of_new_cases: bool) -> Sentence:
    """Say how many are acted on and caught, and what that earns on new cases and this sample."""
    said, policy = vocabulary_of(snapshot), snapshot.models[key].policy
    population = snapshot.settings.selection.population
    acts = inflection.third_person(said.act)
    caught, positives = (numbers.count(value) for value in caught_of(snapshot, policy))
    acted = numbers.count(policy.fraction_targeted * population)
    share = numbers.percent(policy.fraction_targeted)
    profit = policy.expected_profit * population
    caught_of_all = tr(
        "catches {caught} of {positives} {noun}",
        caught=caught,
        positives=positives,
        noun=said.positives,
    )
    new = expected_profit(snapshot, key) if of_new_cases else None
    rule = rival(snapshot)
    broken = (name for name in snapshot.trivial if bounds_text.broken_bound(snapshot, name))
    others = bounds_text.trivial_earnings(
        snapshot,
        (*((rule,) if rule else ()), *broken),
        lambda profit: _earn(profit * population, said.unit),
    )
    rest = f"; {' and '.join(others)}."
    here = tr(
        "{interval} on this sample",
        interval=_interval(snapshot, "expected_profit", loss=profit < 0),
    )
    if new is None:
        text = tr(
            "Of {population} {nouns} this {acts} {acted} ({share}), ",
            population=numbers.count(population),
            nouns=said.nouns,
            acts=acts,
            acted=acted,
            share=share,
        )
        return _money(
            tr("{text}{caught_of_all} and ", text=text, caught_of_all=caught_of_all),
            profit,
            said.unit,
            f"{here}{rest}",
        )
    between = _between(snapshot, new, loss=new.estimate < 0)
    lead = tr(
        "{between} on new cases ({profit} on this sample){rest}",
        between=between,
        profit=total(profit, said.unit),
        rest=rest,
    )
    rates = tr(
        " By the rates of this sample it {acts} {acted} ({share}) and {caught_of_all}.",
        acts=acts,
        acted=acted,
        share=share,
        caught_of_all=caught_of_all,
    )
    text = tr(
        "For {population} {nouns} this ", population=numbers.count(population), nouns=said.nouns
    )
    return _money(text, new.estimate * population, said.unit, f"{lead}{rates}", about="about ")


def _money(before: str, profit: float, unit: str, after: str, about: str = "") -> Sentence:
    return (
        Piece(f"{before}{'loses' if profit < 0 else 'earns'} {about}"),
        Piece(total(abs(profit), unit, signed=profit > 0), strong=True),
        Piece(after),
    )


def expected_profit(snapshot: Snapshot, key: str) -> KnownFigure | None:
    """Return what the rule of a model earns per case on cases that did not choose it, if known."""
    found = known(snapshot, new_cases_request(snapshot, key))
    return None if found is None else _known(snapshot, found.profit)


def page_order(snapshot: Snapshot) -> tuple[str, ...]:
    """Return all models as the page lists them: the recommended one, then by what leads there.

    That is what each earns on new cases; where that of a model is unknown, the ranking stays.
    """
    ranked, first = ranking(snapshot), recommended(snapshot)
    found = {key: expected_profit(snapshot, key) for key in ranked}
    profits = {key: one.estimate for key, one in found.items() if one is not None}
    if len(profits) < len(ranked):
        return ranked

    def quality(key: str) -> tuple[bool, bool, float]:
        return key == first, snapshot.models[key].met, profits[key]

    return tuple(sorted(ranked, key=quality, reverse=True))


def _known(snapshot: Snapshot, figure: NewCasesFigure) -> KnownFigure | None:
    """Return an estimate that reads, over all cases, no finer than its interval allows."""
    if figure.estimate is None or figure.low is None or figure.high is None:
        return None
    population = snapshot.settings.selection.population
    step = known_digits.step_of(figure.low * population, figure.high * population)
    values = (figure.estimate, figure.low, figure.high)
    return KnownFigure(*(no_finer(one * population, step) / population for one in values))


def _earn(amount: float, unit: str) -> str:
    return f"{'lose' if amount < 0 else 'earn'} {total(abs(amount), unit, signed=False)}"


def earnings(snapshot: Snapshot, key: str) -> str:
    """Say what a model earns on new cases: about +459 000 DM (90 %: 380 000 to 530 000)."""
    new, unit = expected_profit(snapshot, key), vocabulary_of(snapshot).unit
    if new is None:
        return ""
    amount = new.estimate * snapshot.settings.selection.population
    between = _between(snapshot, new, loss=amount < 0)
    about = total(abs(amount), unit, signed=amount > 0)
    return tr(
        "{word} about {about}{between} on new cases",
        word=tr("loses") if amount < 0 else tr("earns"),
        about=about,
        between=between,
    )


def _interval(snapshot: Snapshot, figure: str, *, loss: bool = False) -> str:
    """Write the interval of a figure over all cases, or of its loss: (90 %: 467 759 to 727 895)."""
    found = interval_of(snapshot, figure)
    if found is None or found.low is None or found.high is None:
        return ""
    return _between(snapshot, KnownFigure(math.nan, found.low, found.high), loss=loss)


def _between(snapshot: Snapshot, found: KnownFigure, *, loss: bool = False) -> str:
    """Write an interval in brackets; nothing where the figure is certain."""
    if found.low == found.high:
        return ""
    population = snapshot.settings.selection.population
    low, high = (-found.high, -found.low) if loss else (found.low, found.high)
    between = interval_total(low * population, high * population)
    return f" ({level(snapshot.settings.bands.spec)}: {between})"


def _how_sure(snapshot: Snapshot, key: str, of_new_cases: bool) -> Sentence:
    """Say whether the leads are more than chance, on new cases where that is known."""
    doubt = new_cases_text.doubt(snapshot) if of_new_cases else ""
    parts = _lead_sentence(snapshot, key, of_new_cases), f"{doubt}." if doubt else ""
    said = " ".join(filter(None, parts))
    return _plain(said) if said else ()


def _lead_sentence(snapshot: Snapshot, key: str, of_new_cases: bool) -> str:
    other = runner_up(snapshot, key)
    if other is None:
        return ""
    found = known(snapshot, decision_lead_request(snapshot)) if of_new_cases else None
    new = None if found is None else _known(snapshot, found.profit)
    if new is not None:
        said = _said_lead(snapshot, other, new.estimate, new)
        return tr("On new cases {said}.", said=said)
    more = lead(snapshot, key, other)
    if math.isnan(more):
        return ""
    here = interval_of(snapshot, LEAD)
    ends = None if here is None or here.low is None or here.high is None else (here.low, here.high)
    between = None if ends is None else KnownFigure(more, *ends)
    return tr("On this sample {said_lead}.", said_lead=_said_lead(snapshot, other, more, between))


def _said_lead(snapshot: Snapshot, other: str, more: float, between: KnownFigure | None) -> str:
    said, population = vocabulary_of(snapshot), snapshot.settings.selection.population
    name = snapshot.models[other].info.name
    if more == 0:
        return tr("{name} earns the same", name=name)
    amount = total(abs(more) * population, said.unit, signed=False)
    ahead = (
        tr("the lead over {name}", name=name) if more > 0 else tr("the lead of {name}", name=name)
    )
    if between is None:
        return tr("{ahead} is {amount}", ahead=ahead, amount=amount)
    leaves_out_0 = known_digits.leaves_out_0(between.low, between.high)
    verdict = tr("is") if leaves_out_0 else tr("is not")
    sure = _between(snapshot, between, loss=more < 0)
    return tr(
        "{ahead}, {amount}, {verdict} significant{sure}",
        ahead=ahead,
        amount=amount,
        verdict=verdict,
        sure=sure,
    )
