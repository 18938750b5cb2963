"""The recommendation in three sentences: which rule, what it brings, how sure that is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.analysis.intervals.requests import known_optimism
from costcurve_gui.analysis.model_ranking import caught_of, lead, winning_trivial
from costcurve_gui.analysis.snapshot import runner_up
from costcurve_gui.page.amounts import interval_total, total
from costcurve_gui.views.text import inflection, numbers, optimism, policy_text
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


class Piece(NamedTuple):
    """A part of a sentence; what matters most in it is strong."""

    text: str
    strong: bool = False


Sentence = tuple[Piece, ...]


def recommendation(snapshot: Snapshot, *, of_new_cases: bool = True) -> tuple[Sentence, ...]:
    """Return the sentences that the page begins with, up to three."""
    key = recommended(snapshot)
    if key is None:
        return (_plain("There is no model."),)
    trivial = winning_trivial(snapshot)
    if trivial is not None:
        return (_plain(trivial_answer(snapshot, trivial)),)
    if bounds_exclude_all(snapshot):
        return (_plain("{}. {}".format(*policy_text.empty_set(snapshot))),)
    sentences = _rule(snapshot, key), _volume(snapshot, key), _how_sure(snapshot, key, of_new_cases)
    return tuple(sentence for sentence in sentences if sentence)


def recommended(snapshot: Snapshot) -> str | None:
    """Return the key of the model that the page recommends."""
    return snapshot.selected or snapshot.best


def caveat(snapshot: Snapshot) -> str:
    """Say what the figures were estimated on."""
    said = optimism.estimate(snapshot).text
    if said.startswith(optimism.SAME_SAMPLE) or not said.startswith("Set "):
        said = optimism.SAME_SAMPLE
    dataset = snapshot.curve_set.dataset
    cases = f"{numbers.count(dataset.rows)} {vocabulary_of(snapshot).nouns}"
    of_them = f" of {cases}" if said == optimism.SAME_SAMPLE else f", {cases}"
    return f"{said}{of_them}. Not yet validated on fresh cases."


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
        why = f"{policy_text.shortfall(snapshot, key)} {policy_text.rule(snapshot, key)}."
        return Piece(name, strong=True), Piece(f": {why}")
    if policy.classifiers or policy_text.is_mixed(policy) or _is_trivial(policy.fpr, policy.tpr):
        rule = policy_text.rule_sentence(snapshot, key)
        return Piece("Use "), Piece(name, strong=True), Piece(f". {rule}")
    act = f"{inflection.transitive(said.act)} {said.nouns} whose score is "
    curves = model_curves_of(snapshot.curve_set, key)
    beyond = "or less" if model.info.lower_is_positive else "or more"
    score = f"{threshold_text(curves, policy.index, policy.threshold)} {beyond}"
    return (
        Piece("Use "),
        Piece(name, strong=True),
        Piece(f" and {act}"),
        Piece(score, strong=True),
        Piece("."),
    )


def _is_trivial(fpr: float, tpr: float) -> bool:
    return (fpr, tpr) in ((0.0, 0.0), (1.0, 1.0))


def _volume(snapshot: Snapshot, key: str) -> Sentence:
    """Say how many are acted on and caught, and what that earns on this sample."""
    said, policy = vocabulary_of(snapshot), snapshot.models[key].policy
    population = snapshot.settings.selection.population
    acts = inflection.third_person(said.act)
    caught, positives = (numbers.count(value) for value in caught_of(snapshot, policy))
    acted = numbers.count(policy.fraction_targeted * population)
    share = numbers.percent(policy.fraction_targeted)
    profit = policy.expected_profit * population
    text = f"Of {numbers.count(population)} {said.nouns} this {acts} {acted} ({share}), "
    text += f"catches {caught} of {positives} {said.positives} and "
    otherwise = snapshot.trivial["none"].expected_profit * population
    between = _interval(snapshot, "expected_profit", loss=profit < 0)
    rest = f"{between} on this sample; {said.doing_all('none')} would "
    return (
        Piece(f"{text}{'loses' if profit < 0 else 'earns'} "),
        Piece(total(abs(profit), said.unit, signed=profit > 0), strong=True),
        Piece(f"{rest}{_earn(otherwise, said.unit)}."),
    )


def _earn(amount: float, unit: str) -> str:
    return f"{'lose' if amount < 0 else 'earn'} {total(abs(amount), unit, signed=False)}"


def _interval(snapshot: Snapshot, figure: str, *, loss: bool = False) -> str:
    """Write the interval of a figure over all cases, or of its loss: (90 %: 467 759 to 727 895)."""
    found = interval_of(snapshot, figure)
    if found is None or found.low is None or found.high is None:
        return ""
    population = snapshot.settings.selection.population
    low, high = (-found.high, -found.low) if loss else (found.low, found.high)
    between = interval_total(low * population, high * population)
    return f" ({level(snapshot.settings.bands.spec)}: {between})"


def _how_sure(snapshot: Snapshot, key: str, of_new_cases: bool) -> Sentence:
    """Say whether the lead is more than chance, and what new cases will bring."""
    found = _lead(snapshot, key), _new_cases(snapshot) if of_new_cases else ""
    parts = [part for part in found if part]
    return _plain(f"{inflection.sentence_case('; '.join(parts))}.") if parts else ()


def _lead(snapshot: Snapshot, key: str) -> str:
    other = runner_up(snapshot, key)
    more = math.nan if other is None else lead(snapshot, key, other)
    if other is None or math.isnan(more):
        return ""
    said, population = vocabulary_of(snapshot), snapshot.settings.selection.population
    name = snapshot.models[other].info.name
    if more == 0:
        return f"{name} earns the same"
    amount = total(abs(more) * population, said.unit, signed=False)
    what = f"the lead over {name}, {amount}," if more > 0 else f"{name} earns {amount} more; that"
    found = interval_of(snapshot, LEAD)
    if found is None or found.low is None or found.high is None:
        return f"the lead over {name} is {amount}" if more > 0 else f"{name} earns {amount} more"
    beyond_chance = found.low > 0 or found.high < 0
    verdict = "is" if beyond_chance else "is not"
    return f"{what} {verdict} significant{_interval(snapshot, LEAD)}"


def _new_cases(snapshot: Snapshot) -> str:
    """Say what to expect on cases that did not choose the threshold."""
    found = known_optimism(snapshot) if snapshot.settings.chooses_least_cost else None
    if found is None:
        return ""
    said, population = vocabulary_of(snapshot), snapshot.settings.selection.population
    values = (found.optimum.out_of_bag_profit, found.optimum.corrected_profit)
    low, *high = sorted({value * population for value in values if value is not None})
    ends = [total(value, said.unit) for value in (low, *high)]
    first = ends[0].removesuffix(f" {said.unit}") if len(ends) > 1 else ends[0]
    return "on new cases expect " + " to ".join([first, *ends[1:]])
