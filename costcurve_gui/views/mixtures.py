"""Words on two operating points that are mixed at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.dataio.roles.column_roles import cases_of
from costcurve_gui.models.mixing import MixBy
from costcurve_gui.views import numbers
from costcurve_gui.views.words import model_scene, policy_text, vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.mixing import MixedPoints
    from costcurve_gui.models.results import Frame

_FIGURES = ("fpr", "tpr", "fraction_targeted", "normalized_expected_cost", "expected_profit")


def instruction(frame: Frame, mix: MixedPoints) -> str:
    """Say how the mixture is carried out, or why there is none."""
    if mix.found is None:
        return _shortfall(frame, mix)
    share = numbers.rate(1 - mix.found.mixing)
    first, second = ends(frame, mix)
    noun = vocabulary(frame).noun
    return f"For each {noun}, follow {first} with probability {share}, else {second}."


def outcome(frame: Frame, mix: MixedPoints) -> str:
    """Say what to expect of the mixture; nothing where there is none."""
    if mix.found is None:
        return ""
    words, population = vocabulary(frame), frame.settings.selection.population
    cases, found, total = (
        numbers.count(value)
        for value in (mix.found.cases, mix.found.found, population * frame.condition.prior)
    )
    return (
        f"That picks {cases} of {numbers.count(population)} {words.nouns}, "
        f"with {found} of {cases_of(total, words.positive_label)} among them."
    )


def ends(frame: Frame, mix: MixedPoints) -> tuple[str, str]:
    """Name both points: naive_bayes at 0.1200."""
    first, second = (
        _at(frame, point.key, policy)
        for point, policy in ((mix.spec.first, mix.first), (mix.spec.second, mix.second))
    )
    return first, second


def figures(frame: Frame, mix: MixedPoints) -> list[tuple[str, ...]]:
    """Return a row of figures for each point and for the mixture, its name first."""
    names = ends(frame, mix)
    rows = [
        _row(frame, name, [getattr(policy, figure) for figure in _FIGURES])
        for name, policy in zip(names, (mix.first, mix.second), strict=True)
    ]
    means = [value for value in map(mix.mean, _FIGURES) if value is not None]
    return [*rows, _row(frame, "Mixture", means)] if means else rows


def _row(frame: Frame, name: str, values: Sequence[float]) -> tuple[str, ...]:
    fpr, tpr, share, cost, profit = values
    cases = numbers.count(frame.settings.selection.population * share)
    money = vocabulary(frame).money(profit)
    return name, numbers.rate(fpr), numbers.rate(tpr), cases, numbers.rate(cost), money


def _at(frame: Frame, key: str, policy: Policy) -> str:
    model = model_scene(frame.scene, key)
    return f"{model.info.name} at {policy_text(model, policy)}"


def _shortfall(frame: Frame, mix: MixedPoints) -> str:
    policies, nouns = (mix.first, mix.second), vocabulary(frame).nouns
    if mix.spec.by is MixBy.FPR:
        one, other = (numbers.rate(policy.fpr) for policy in policies)
        wanted = f"has a false positive rate of {numbers.rate(mix.spec.wanted)}"
        return f"No mixture {wanted}: the two have {one} and {other}."
    if mix.spec.by is MixBy.SHARE:
        return "A share lies between 0 and 1."
    population = frame.settings.selection.population
    one, other = (numbers.count(population * policy.fraction_targeted) for policy in policies)
    wanted = f"{numbers.count(mix.spec.wanted)} of {numbers.count(population)} {nouns}"
    return f"No mixture picks {wanted}: the two pick {one} and {other}."
