"""How sure the cells of the expected confusion matrix are."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.models.uncertainty import decision_intervals
from costcurve_gui.views import band_words, numbers
from costcurve_gui.views.figure_intervals import interval_of, method

if TYPE_CHECKING:
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import Frame

SUMS = ("acted", "left")


class _Share(NamedTuple):
    """A cell or a sum as a share of a class or of all cases; `rest` is one less the figure."""

    name: str
    figure: str
    rest: bool
    of_class: str


_SHARES = {
    "tp": _Share("True positive rate", "tpr", False, "positive"),
    "fn": _Share("False negative rate", "tpr", True, "positive"),
    "fp": _Share("False positive rate", "fpr", False, "negative"),
    "tn": _Share("True negative rate", "fpr", True, "negative"),
    "acted": _Share("Share of all cases", "fraction_targeted", False, "all"),
    "left": _Share("Share of all cases", "fraction_targeted", True, "all"),
}


def confusion_hints(frame: Frame, policy: Policy) -> dict[str, str]:
    """Return, by cell and sum, its rate, the interval of that, and what it means in cases.

    Empty texts where nothing is known of the policy.
    """
    model = None if frame.selected is None else frame.models.get(frame.selected)
    known = model is not None and model.policy is policy
    return {cell: _hint(frame, policy, _SHARES[cell]) if known else "" for cell in _SHARES}


def _hint(frame: Frame, policy: Policy, share: _Share) -> str:
    known, found = decision_intervals(frame), interval_of(frame, share.figure)
    if known is None or found is None:
        return ""
    value = _turned(getattr(policy, share.figure), share)
    title = f"{share.name} {numbers.rate(value)}"
    if found.low is None or found.high is None:
        return f"{title}, no interval ({found.reason})"
    low, high = sorted((_turned(found.low, share), _turned(found.high, share)))
    cases = _cases(frame, share.of_class)
    counted = numbers.interval(low * cases, high * cases, numbers.count)
    level = band_words.level(known.spec)
    return "\n".join(
        (
            title,
            f"{level}: {numbers.interval(low, high)}",
            f"{counted} of {numbers.count(cases)}",
            method(found, known.spec),
        )
    )


def _turned(value: float, share: _Share) -> float:
    return 1 - value if share.rest else value


def _cases(frame: Frame, of_class: str) -> float:
    prior, population = frame.condition.prior, frame.settings.selection.population
    return population * {"positive": prior, "negative": 1 - prior, "all": 1.0}[of_class]
