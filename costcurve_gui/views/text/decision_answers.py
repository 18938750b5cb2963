"""Answer what the person who decides asks: which model and threshold, what it earns, how sure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.analysis.common_case_requests import number_in_common
from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.intervals.known_results import failure, known, spec_in_force
from costcurve_gui.analysis.intervals.new_cases import decision_on_new_cases
from costcurve_gui.analysis.intervals.requests import winners_request
from costcurve_gui.analysis.model_ranking import caught_of, compares_money, winning_trivial
from costcurve_gui.analysis.questions import at_doubled_prior
from costcurve_gui.analysis.snapshot import runner_up
from costcurve_gui.translation import tr
from costcurve_gui.views.text import (
    decision_summary,
    decision_uncertainty,
    inflection,
    new_cases_text,
    numbers,
    optimism,
    policy_text,
    uncertainty_text,
)
from costcurve_gui.views.text.answer_parts import (
    Said,
    amount_against,
    held_fixed,
    how,
    how_leads,
    lead_on_new_cases,
    lead_sentence,
    name_of,
    over_conditions,
    verdict,
    why_not_sure,
)
from costcurve_gui.views.text.bounds_text import of_curves, trivial_earnings, within
from costcurve_gui.views.text.decision_summary import acted_on, profit_per_case
from costcurve_gui.views.text.decision_uncertainty import LEAD, interval_of, method
from costcurve_gui.views.text.empty_states import one_model_only
from costcurve_gui.views.text.vocabulary import trivial_answer, vocabulary_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.cheapest_probability import CheapestProbability
    from costcurve_gui.engine.resampling.new_cases_lead import NewCasesLead

_PENDING = tr("Estimating the result on new cases …")
_NEARLY_SURE = 0.995  # what would read 100 %
_MOST_CASES = 1e6  # a test of more is none that anybody makes


def _which(snapshot: Snapshot, key: str) -> Said:
    """Say which model is best, its lead on new cases, and over which conditions it is cheapest.

    Where no money is compared, what it attains, in the words of the decision.
    """
    trivial = winning_trivial(snapshot)
    if trivial is not None:
        return Said(trivial_answer(snapshot, trivial))
    best = snapshot.best or key
    name = name_of(snapshot, best)
    if best == key and not compares_money(snapshot):
        return Said(decision_summary.answer(snapshot), _how(snapshot), name)
    other = key if key != best else runner_up(snapshot, best)
    text, method = [tr("Use {name}.", name=name)], ""
    if other is not None:
        text.append(lead_sentence(snapshot, best, other))
        method = how_leads(snapshot, best, other)
    if best == snapshot.selected and (doubt := new_cases_text.doubt(snapshot)):
        text.append(f"{doubt}.")
    return Said(" ".join(filter(None, (*text, _where_cheapest(snapshot, best)))), method, name)


def _where_cheapest(snapshot: Snapshot, key: str) -> str:
    """Say round the condition where a model is the cheapest; nothing where other rules decide."""
    pc_plus = snapshot.condition.probability_cost
    here = next(
        (
            (low, high)
            for low, high, keys in cost_comparisons(snapshot).winners
            if key in keys and low <= pc_plus <= high
        ),
        None,
    )
    if here is None or not snapshot.settings.chooses_least_cost:
        return ""
    return tr(
        "On this sample it is the cheapest {over_conditions}.",
        over_conditions=over_conditions(snapshot, *here),
    )


def _how(snapshot: Snapshot) -> str:
    return how(new_cases_text.expectation_hint(snapshot))


def _threshold(snapshot: Snapshot, key: str) -> Said:
    """Say the rule, and between which thresholds replicates choose."""
    name = name_of(snapshot, key)
    rule = tr(
        "With {name}: {rule_sentence}",
        name=name,
        rule_sentence=inflection.decapitalised(policy_text.rule_sentence(snapshot, key)),
    )
    chosen_again = optimism.reselected(snapshot)
    if not chosen_again.text:
        return Said(rule, how(optimism.mark(snapshot).text))
    if chosen_again.text.endswith("\u2026"):
        return Said(tr("{rule} Computing which thresholds other samples would choose …", rule=rule))
    return Said(f"{rule} {chosen_again.text}.", how(chosen_again.hint))


def _earns(snapshot: Snapshot, key: str) -> Said:
    """Say what the decision earns per case and over all cases, against looking at no score."""
    told = inflection.sentence_case(profit_per_case(snapshot, key))
    sums, terms = new_cases_text.total_interval(snapshot), vocabulary_of(snapshot)
    cases = f"{numbers.count(snapshot.settings.selection.population)} {terms.nouns}"
    text = [f"{told}."]
    if sums is not None:
        text.append(
            tr(
                "For {cases} about {value} ({interval}).",
                cases=cases,
                value=sums.value,
                interval=sums.interval,
            )
        )
    elif new_cases_text.is_estimated(snapshot):
        text.append(_PENDING)
    others = trivial_earnings(
        snapshot, ("all", "none"), lambda profit: tr("earn {money}", money=terms.money(profit))
    )
    text.append(f"{inflection.sentence_case(', '.join(others))}.")
    return Said(" ".join(text), _how(snapshot))


def _sure(snapshot: Snapshot, key: str) -> Said:
    """Say how sure the lead over the next best model is, and how often the model is cheapest."""
    other = runner_up(snapshot, key)
    if other is None:
        alone = one_model_only(snapshot)
        return Said("" if alone is None else f"{alone.headline}. {alone.sentence}")
    found = lead_on_new_cases(snapshot, key, other)
    won, share = known(snapshot, winners_request(snapshot)), _share(snapshot, key)
    if found is None or found.confidence is None:
        why = why_not_sure(snapshot, key, other)
        said = f"{lead_sentence(snapshot, key, other)} {why}".strip()
    else:
        said = _confidence(snapshot, found, key, other)
    drawn = "" if won is None or not share else uncertainty_text.winners_note(snapshot)
    size, how_size = _size_of_a_test(snapshot, key, other)
    text = " ".join(filter(None, (said, size, share)))
    methods = how_leads(snapshot, key, other), how(how_size, inflection.sentence_case(drawn))
    return Said(text, " ".join(filter(None, methods)))


def _confidence(snapshot: Snapshot, found: NewCasesLead, key: str, other: str) -> str:
    """Say it as a share: Confidence that a beats b here: 74 %; not significant."""
    sure, leader, follower = found.confidence or 0.0, key, other
    if sure < 0.5:
        sure, leader, follower = 1 - sure, other, key
    share = tr("over 99 %") if sure >= _NEARLY_SURE else f"{numbers.fixed(100 * sure, 0)} %"
    verb = tr("beats") if compares_money(snapshot) else tr("earns more than")
    pair = f"{name_of(snapshot, leader)} {verb} {name_of(snapshot, follower)}"
    doubt = verdict(new_cases_text.is_significant(found.profit))
    amount = amount_against(snapshot, found, name_of(snapshot, other)).removesuffix(f", {doubt}")
    own = tr(
        "On new cases{within} {name} earns {amount}.",
        within=within(snapshot),
        name=name_of(snapshot, key),
        amount=amount,
    )
    return tr(
        "Confidence that {pair} here: {share}; {doubt}. {own}",
        share=share,
        pair=pair,
        doubt=doubt,
        own=own,
    )


def _size_of_a_test(snapshot: Snapshot, key: str, other: str) -> tuple[str, str]:
    """Say how many cases a test of both rules needs, from the interval of the lead here, and how.

    Both are empty where that cannot be told.
    """
    from costcurve_gui.engine.uncertainty.cases_needed import cases_from_interval

    found, spec = interval_of(snapshot, LEAD), snapshot.settings.bands.comparison_spec
    if found is None or found.low is None or found.high is None or key != snapshot.selected:
        return "", ""
    if spec.independent:
        return "", ""  # a test of both on the same cases is another one than was made here
    profits = [snapshot.models[one].policy.expected_profit for one in (key, other)]
    cases = number_in_common(snapshot, (key, other)) or snapshot.curve_set.dataset.rows
    lead = profits[0] - profits[1]
    needed = cases_from_interval(lead, found.low, found.high, cases, level=spec.level)
    if not math.isfinite(needed.cases):
        return "", ""
    first, second = (key, other) if lead > 0 else (other, key)
    low, about, high = map(_rounded, (needed.cases_low, needed.cases, needed.cases_high))
    chosen = (
        tr(", whose rules were chosen on the same cases")
        if new_cases_text.is_flattered(snapshot)
        else ""
    )
    if needed.cases > _MOST_CASES:
        return tr(
            "{name} and {other} are too close to tell apart: a test would need more than a "
            "million cases.",
            name=name_of(snapshot, first),
            other=name_of(snapshot, second),
        ), ""
    text = tr(
        "A test that shows that {name} earns more than {other} takes about {about} cases at 80 % "
        "power ({low} to {high}), judging by the lead on this sample{chosen}.",
        name=name_of(snapshot, first),
        other=name_of(snapshot, second),
        about=about,
        low=low,
        high=high,
        chosen=chosen,
    )
    interval = method(found, spec_in_force(snapshot, compared=True))
    return text, tr(
        "Cases needed: normal approximation from the interval of the lead on this sample, "
        "thresholds held fixed, {interval}",
        interval=inflection.decapitalised(interval),
    )


def _rounded(cases: float) -> str:
    """Write a number of cases with the two digits that such a plan deserves."""
    return numbers.count(float(f"{cases:.2g}")) if math.isfinite(cases) else tr("no end")


def _share(snapshot: Snapshot, key: str) -> str:
    """Say in how many replicates a model is the cheapest of all, where least cost decides."""
    wanted = winners_request(snapshot)
    if wanted is None or not snapshot.settings.bands.shown or failure(snapshot, wanted):
        return ""
    won: CheapestProbability | None = known(snapshot, wanted)
    if won is None:
        return tr("Computing how often it is the cheapest …")
    compared = list(snapshot.compared)
    at = compared.index(key)
    share = won.share_at(at, snapshot.condition.probability_cost)
    many = numbers.in_words(len(compared))
    of_all = tr("of all {many} models", many=many) if len(compared) > 2 else tr("of both")
    text = tr(
        "On this sample {name} is the cheapest {of_all} in {fixed} % of the replicates.",
        name=name_of(snapshot, key),
        of_all=of_all,
        fixed=numbers.fixed(100 * share, 0),
    )
    return of_curves(snapshot, text)


def _doubled(snapshot: Snapshot, key: str) -> Said:
    """Say which model would be best, what it would earn, and its lead over the present one."""
    doubled = at_doubled_prior(snapshot)
    if doubled is None:
        prior = numbers.prior_percent(snapshot.condition.prior)
        return Said(tr("A prior of {prior} cannot double.", prior=prior))
    at = tr(
        "At a prior of {prior_percent}",
        prior_percent=numbers.prior_percent(doubled.condition.prior),
    )
    trivial, best = winning_trivial(doubled), doubled.best
    if trivial is not None or best is None:
        doing = vocabulary_of(snapshot).doing_all(trivial or "none")
        return Said(tr("{at} no model would be cheaper than {doing}.", at=at, doing=doing))
    profit = profit_per_case(doubled, best)
    rule = inflection.decapitalised(policy_text.rule_sentence(doubled, best)).rstrip(".")
    if best == key:
        still = tr("would still be {best_word} on this sample", best_word=_best_word(snapshot))
        text = f"{at} {name_of(snapshot, best)} {still}: {rule}, {profit}."
    else:
        text = tr(
            "{at} {name} would be {better_word} on this sample: {rule}, {profit}. {lead_sentence}",
            at=at,
            name=name_of(snapshot, best),
            better_word=_better_word(snapshot),
            rule=rule,
            profit=profit,
            lead_sentence=lead_sentence(doubled, best, key).replace(" earns", " would earn"),
        )
    pending = new_cases_text.is_estimated(doubled) and decision_on_new_cases(doubled) is None
    if pending and best == key:
        text = f"{text} {_PENDING}"
    doubt = new_cases_text.doubt(doubled) if best == doubled.selected else ""
    return Said(f"{text} {doubt}." if doubt else text, _how(doubled))


def _best_word(snapshot: Snapshot) -> str:
    return tr("the cheapest") if compares_money(snapshot) else tr("the best")


def _better_word(snapshot: Snapshot) -> str:
    return "cheaper" if compares_money(snapshot) else "better"


def _act_on(snapshot: Snapshot, key: str) -> Said:
    """Say which cases the rule picks, how many, and how many of each class are among them."""
    terms, policy = vocabulary_of(snapshot), snapshot.models[key].policy
    caught, total = caught_of(snapshot, policy)
    acted = policy.fraction_targeted * snapshot.settings.selection.population
    rates = [numbers.percent(policy.tpr)]
    brief = decision_uncertainty.uncertainty_note(snapshot, "tpr", numbers.percent).brief
    if brief:
        rates.append(brief)
    rule = inflection.decapitalised(policy_text.rule_sentence(snapshot, key))
    acts = acted_on(snapshot, key).rstrip(".")
    text = tr(
        "With {name}: {rule} {acts}: {caught} of {total} {positives} ({rates}) and {acted} others.",
        name=name_of(snapshot, key),
        rule=rule,
        acts=acts,
        caught=numbers.count(caught),
        total=numbers.count(total),
        positives=terms.positives,
        rates="; ".join(rates),
        acted=numbers.count(acted - caught),
    )
    return Said(text, held_fixed(snapshot, "tpr") if brief else "")


OF_RULE = frozenset({"which", "threshold", "earns", "doubled", "act_on"})
"""Those that tell of a rule, of which there may be none."""
ANSWERS: Mapping[str, Callable[[Snapshot, str], Said]] = {
    "which": _which,
    "threshold": _threshold,
    "earns": _earns,
    "sure": _sure,
    "doubled": _doubled,
    "act_on": _act_on,
}
