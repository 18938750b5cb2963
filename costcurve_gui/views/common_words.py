"""Over which cases models with missing scores are compared, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.models.common_cases import number_in_common
from costcurve_gui.models.rivals import runner_up
from costcurve_gui.views import numbers, words

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame


def that_both_scored(cases: int | None) -> str:
    """Write 32 cases that both scored; nothing where both scored every case."""
    return "" if cases is None else f"{numbers.count(cases)} cases that both scored"


def that_all_scored(frame: Frame) -> str:
    """Write 30 cases that all scored; nothing where all did score every case, or nobody knows."""
    cases = number_in_common(frame, frame.models)
    if len(frame.models) == 2:
        return that_both_scored(cases)
    return "" if cases is None else f"{numbers.count(cases)} cases that all scored"


def over(cases: str) -> str:
    """Go on with the cases of a comparison, or with nothing."""
    return f", over the {cases}" if cases else ""


def lead_note(frame: Frame, key: str) -> str:
    """Say of what cases the lead over the runner-up is, where it is not of all cases."""
    other = runner_up(frame, key)
    shown = words.compares_money(frame)
    if other is None or not shown or words.winning_trivial(frame) is not None:
        return ""
    both = that_both_scored(number_in_common(frame, (key, other)))
    if not both:
        return ""
    said = f"Lead over {frame.models[other].info.name}: over the {both}"
    own = own_cases(frame, key)
    return (
        f"{said}; over {words.vocabulary(frame).doing_all('none')}: {own}." if own else f"{said}."
    )


def own_cases(frame: Frame, key: str) -> str:
    """Write over the 192 cases that a scored; nothing where it scored every case."""
    info = frame.models[key].info
    if not info.missing:
        return ""
    scored = numbers.count(frame.scene.dataset.rows - info.missing)
    return f"over the {scored} cases that {info.name} scored"
