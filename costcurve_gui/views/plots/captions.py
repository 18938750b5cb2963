"""What a picture says about itself: title, condition and source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views import numbers, words

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.plots.description import Description

_SUBJECTS = {
    "roc": "ROC curves",
    "rociv": "ROC curves in shares of cost",
    "cost": "Lower envelopes",
    "profit": "Expected profit",
}


def title(frame: Frame, description: Description) -> str:
    """Say what is shown, and of which data."""
    data, nouns = frame.scene.dataset, words.vocabulary(frame).nouns
    return f"{description.title}: {data.name}, {numbers.count(data.rows)} {nouns}"


def condition(frame: Frame, description: Description) -> str:
    """Say how many models are shown, and the condition in words."""
    many = "1 model" if len(frame.models) == 1 else f"{len(frame.models)} models"
    prior = words.prior_name(words.vocabulary(frame))
    prior += f" {numbers.prior_percent(frame.condition.prior)}"
    pc_plus = numbers.rate(frame.condition.probability_cost)
    return f"{_SUBJECTS[description.name]} of {many}; {prior}, PC(+) {pc_plus}"


def source(frame: Frame, date: str) -> str:
    """Say which file it was, by name and hash, and the date where there is one."""
    data = frame.scene.dataset
    parts = [data.name, f"sha-256 {data.sha256[:4]}\u2026{data.sha256[-4:]}", date]
    return " \u00b7 ".join(part for part in parts if part)
