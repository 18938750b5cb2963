"""Say which bounds there are, that no threshold keeps them, and what they cost."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.analysis.bound_effects import RATE_STEP, price_of_unit
from costcurve_gui.analysis.model_ranking import broken_bounds, caught_of
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.translation import tr
from costcurve_gui.views.text import inflection, numbers
from costcurve_gui.views.text.vocabulary import (
    vocabulary_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from costcurve_gui.analysis.snapshot import Snapshot

    Strong = Callable[[str], str]


_CASES_AT_ONCE = 10  # one more positive decision seldom catches a whole positive


_HERE = tr(" on this sample")


AT_LEAST = "\u2265"
_LOWER = (BoundKind.TPR, BoundKind.PRECISION)


def bound_name(snapshot: Snapshot, kind: BoundKind) -> str:
    """Name what is bounded: Cases refused."""
    if kind in (BoundKind.CASES, BoundKind.SHARE):
        return f"{_NAMES[kind]} {inflection.participle(vocabulary_of(snapshot).act)}"
    return _NAMES[kind]


def sign(kind: BoundKind) -> str:
    """Return how a quantity relates to its limit."""
    return AT_LEAST if kind in _LOWER else "\u2264"


def limit_text(kind: BoundKind, limit: float) -> str:
    """Write a limit as its field shows it."""
    if kind in (BoundKind.CASES, BoundKind.BUDGET):
        return numbers.count(limit)
    in_percent = kind in (BoundKind.PRECISION, BoundKind.SHARE)
    return numbers.percent(limit) if in_percent else numbers.rate(limit)


def phrase(snapshot: Snapshot, kind: BoundKind, limit: float) -> str:
    """Say a bound in a sentence: at most 1 500 cases refused."""
    text, said = limit_text(kind, limit), vocabulary_of(snapshot)
    if kind is BoundKind.BUDGET:
        each = said.money(snapshot.settings.selection.bounds.price, signed=False)
        return tr(
            "a budget of {limit} at {each} per {noun}",
            limit=said.money(limit, signed=False),
            each=each,
            noun=said.noun,
        )
    if kind in (BoundKind.CASES, BoundKind.SHARE):
        of = tr("of the ") if kind is BoundKind.SHARE else ""
        return tr(
            "at most {text} {of}{nouns} {act}",
            text=text,
            of=of,
            nouns=said.nouns,
            act=inflection.participle(said.act),
        )
    least = tr("at least") if kind in _LOWER else tr("at most")
    return tr("a {names} of {least} {text}", names=_NAMES[kind].lower(), least=least, text=text)


def phrases(snapshot: Snapshot) -> str:
    """Say all bounds in force."""
    return _enumerated(snapshot, snapshot.settings.selection.bounds.limits)


def _enumerated(snapshot: Snapshot, limits: Mapping[BoundKind, float]) -> str:
    *first, last = (phrase(snapshot, kind, limit) for kind, limit in limits.items())
    return tr("{first} and {last}", first=", ".join(first), last=last) if first else last


def within(snapshot: Snapshot) -> str:
    """Go on with the bounds that a comparison keeps: ", with at most 300 persons mailed,"."""
    if not snapshot.settings.selection.engine_bounds:
        return ""
    return tr(", with {phrases},", phrases=phrases(snapshot))


def of_curves(snapshot: Snapshot, text: str) -> str:
    """Say first that a sentence about whole curves keeps no bound, where there is one."""
    if not text or not snapshot.settings.selection.engine_bounds:
        return text
    return tr("Without a bound: {text}", text=inflection.decapitalised(text))


def binding(snapshot: Snapshot) -> str:
    """Say which bounds stand in the way of the decision, and what one more unit would bring."""
    effect, limits = snapshot.bounded, snapshot.settings.selection.bounds.limits
    if effect is None:
        return ""
    found = {kind: limit for kind, limit in limits.items() if kind in effect.binding}
    if not found:
        return tr("The bound does not bind.") if len(limits) == 1 else tr("No bound binds.")
    text = tr("What binds is {phrases}.", phrases=_enumerated(snapshot, found))
    return f"{text} {price(snapshot)}".strip()


def broken_bound(snapshot: Snapshot, trivial: str) -> str:
    """Say which bound a trivial classifier breaks: breaks the bound of 300; else nothing."""
    limits = snapshot.settings.selection.bounds.limits
    broken = broken_bounds(snapshot, snapshot.trivial[trivial])
    if not broken:
        return ""
    if len(broken) > 1:
        return tr("breaks {number} bounds", number=numbers.in_words(len(broken)))
    limit = limit_text(broken[0], limits[broken[0]])
    return tr("breaks the bound of {limit}", limit=limit)


def trivial_earnings(
    snapshot: Snapshot, names: Iterable[str], write: Callable[[float], str]
) -> list[str]:
    """Say what trivial classifiers would earn, or that they break a bound: mailing all ..."""
    terms, said = vocabulary_of(snapshot), []
    for name in names:
        earned = tr("would {earn}", earn=write(snapshot.trivial[name].expected_profit))
        said.append(f"{terms.doing_all(name)} {broken_bound(snapshot, name) or earned}")
    return said


def kept_bounds(snapshot: Snapshot) -> str:
    """Say how many bounds there are to be kept: the bound, both bounds, all three bounds."""
    number = len(snapshot.settings.selection.bounds.limits)
    if number <= 2:
        return tr("the bound") if number == 1 else tr("both bounds")
    return tr("all {number} bounds", number=numbers.in_words(number))


def conflict(snapshot: Snapshot, key: str) -> str:
    """Say that no threshold of a model keeps the bounds, and why."""
    name = snapshot.models[key].info.name
    limits = snapshot.settings.selection.bounds.limits
    if limits.keys() == {BoundKind.PRECISION}:
        wanted = numbers.percent(limits[BoundKind.PRECISION])
        most = numbers.percent(snapshot.models[key].policy.precision)
        return tr(
            "No threshold of {name} has a precision of {wanted}; the highest is {most}.",
            name=name,
            wanted=wanted,
            most=most,
        )
    return tr(
        "No threshold of {name} keeps {kept_bounds}.", name=name, kept_bounds=kept_bounds(snapshot)
    )


def rounded_down(value: float, decimals: int) -> float:
    """Round down; a value that rounding put just below a round one is that one."""
    scale = 10**decimals
    return math.floor(value * scale + 1e-11) / scale


def price(snapshot: Snapshot, kind: BoundKind | None = None) -> str:
    """Say what one more unit of a binding bound would bring; nothing where that is 0.

    Without a kind it is said of the first one that has a price.
    """
    effect = snapshot.bounded
    if effect is None or not effect.prices:
        return ""
    kinds = [one for one in effect.prices if one in effect.binding and kind in (None, one)]
    if not kinds:
        return ""
    said = _PRICES[snapshot.settings.objective is Objective.TPR]
    return said(snapshot, kinds[0], effect.prices[kinds[0]])


def price_in_short(snapshot: Snapshot, kind: BoundKind) -> str:
    """Say what one more of a binding bound brings, beside its name: One more earns 78.26 DM."""
    if not price(snapshot, kind) or snapshot.bounded is None:
        return ""
    said, gained = (
        vocabulary_of(snapshot),
        _unit_price(snapshot, kind, snapshot.bounded.prices[kind]),
    )
    by_tpr = snapshot.settings.objective is Objective.TPR
    earned = said.money(gained, signed=False)
    if kind is BoundKind.CASES and by_tpr:
        more = numbers.significant(_CASES_AT_ONCE * gained, 1)
        return tr("{cases} more catch {more}", cases=_CASES_AT_ONCE, more=more)
    if kind is BoundKind.CASES:
        return tr("One more earns {earned}", earned=earned)
    if kind is BoundKind.BUDGET:
        one = said.money(1.0, signed=False)
        return tr("{one} more earns {earned}", one=one, earned=earned)
    step = tr("{rate_step} lower") if kind is BoundKind.TPR else tr("{rate_step} higher")
    what = step.format(rate_step=RATE_STEP)
    if by_tpr:
        return tr("{what} catches {share} more", what=what, share=numbers.percent(gained))
    return tr("{what} earns {earned}", what=what, earned=earned)


def _unit_price(snapshot: Snapshot, kind: BoundKind, value: float) -> float:
    settings = snapshot.settings
    return price_of_unit(
        kind, value, settings.selection, snapshot.condition.prior, settings.objective
    ).gain


def _price_in_money(snapshot: Snapshot, kind: BoundKind, value: float) -> str:
    said = vocabulary_of(snapshot)
    if kind is BoundKind.CASES:
        earned = said.money(value, signed=False)
        return tr(
            "One more {noun} {act} earns {earned}{here}.",
            noun=said.noun,
            act=inflection.participle(said.act),
            earned=earned,
            here=_HERE,
        )
    unit = _unit_price(snapshot, kind, value)
    if kind is BoundKind.BUDGET:
        one, earned = said.money(1.0, signed=False), said.money(unit, signed=False)
        return tr("{one} more of budget earns {earned}{here}.", one=one, earned=earned, here=_HERE)
    if kind is BoundKind.PRECISION:
        return ""
    earned = said.money(unit, signed=False)
    more = tr("lower") if kind is BoundKind.TPR else tr("higher")
    what = tr("A share") if kind is BoundKind.SHARE else tr("A rate")
    return tr(
        "{what} {rate_step} {more} earns {earned} per {noun}{here}.",
        what=what,
        rate_step=RATE_STEP,
        more=more,
        earned=earned,
        noun=said.noun,
        here=_HERE,
    )


def _price_in_positives(snapshot: Snapshot, kind: BoundKind, value: float) -> str:
    said = vocabulary_of(snapshot)
    if kind is BoundKind.CASES:
        caught = numbers.significant(_CASES_AT_ONCE * _unit_price(snapshot, kind, value), 1)
        acted = f"{said.nouns} {inflection.participle(said.act)}"
        return tr(
            "{cases_at_once} more {acted} catch {caught} more {positives}{here}.",
            cases_at_once=_CASES_AT_ONCE,
            acted=acted,
            caught=caught,
            positives=said.positives,
            here=_HERE,
        )
    if kind in (BoundKind.FPR, BoundKind.SHARE):
        what = tr("A share") if kind is BoundKind.SHARE else tr("A rate")
        return tr(
            "{what} {rate_step} higher catches {gained} more{here}.",
            what=what,
            rate_step=RATE_STEP,
            gained=numbers.percent(_unit_price(snapshot, kind, value)),
            here=_HERE,
        )
    return ""


_PRICES = {False: _price_in_money, True: _price_in_positives}


def price_of_counting(snapshot: Snapshot) -> str:
    """Say what counts instead of money cost: 3 more than at highest profit, 1.55 DM less."""
    effect, said = snapshot.bounded, vocabulary_of(snapshot)
    if effect is None or effect.at_profit is None:
        return ""
    more = caught_of(snapshot, effect.single)[0] - caught_of(snapshot, effect.at_profit)[0]
    less = effect.at_profit.expected_profit - effect.single.expected_profit
    if not less > 0:
        return ""
    lost = tr(
        "{less} less per {noun} on this sample", less=said.money(less, signed=False), noun=said.noun
    )
    return tr("{more} more than at highest profit, {lost}.", more=numbers.count(more), lost=lost)


_NAMES = {
    BoundKind.FPR: tr("False positive rate"),
    BoundKind.TPR: tr("True positive rate"),
    BoundKind.PRECISION: tr("Precision"),
    BoundKind.CASES: tr("Cases"),
    BoundKind.SHARE: tr("Share"),
    BoundKind.BUDGET: tr("Budget"),
}
