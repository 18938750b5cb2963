"""Say what a review band does with a case, who waits, and what one more reviewer would earn."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.analysis.review_effect import review_effect
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.vocabulary import model_curves_of, threshold_text, vocabulary_of

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot

_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    "tenth",
)


class BandLimit(NamedTuple):
    """What is done with a part of the cases: which scores, and the share of the cases."""

    action: str
    where: str
    share: float
    strong: str

    @property
    def text(self) -> str:
        """Say it: refuse, score at least 0.0585, 24.0 %."""
        return f"{self.action}, {self.where}, {numbers.percent(self.share)}"

    @property
    def html(self) -> str:
        """Return action and scores, the limit bold."""
        where = escape(self.where).replace(escape(self.strong), f"<b>{escape(self.strong)}</b>", 1)
        return f"<b>{escape(self.action)}</b>&nbsp; {where if self.strong else escape(self.where)}"


def band_limits(snapshot: Snapshot, key: str) -> tuple[BandLimit, BandLimit, BandLimit]:
    """Return what is acted on, referred and left alone, by the scores of a model."""
    policy, said = snapshot.models[key].policy, vocabulary_of(snapshot)
    review, curves = policy.review, model_curves_of(snapshot.curve_set, key)
    if review is None:
        raise ValueError("the policy refers nothing")
    at = np.array([policy.index, review.index])
    table, prior = curves.evaluation.table, policy.prior
    upper, lower = prior * table.tpr_at(at) + (1 - prior) * table.fpr_at(at)
    low_first = curves.info.lower_is_positive
    first = _threshold(snapshot, key, policy.index, policy.threshold)
    second = _threshold(snapshot, key, review.index, review.threshold)
    beyond, under = ("\u2264", "above") if low_first else ("\u2265", "below")
    acted = f"score {beyond} {first}" if math.isfinite(policy.threshold) else "no score"
    return (
        BandLimit(said.act, acted, float(upper), first),
        BandLimit("refer", f"from {second} to {first}", float(lower - upper), second),
        BandLimit(said.leave, f"{under} {second}", float(1 - lower), ""),
    )


def _threshold(snapshot: Snapshot, key: str, index: int, value: float) -> str:
    curves = model_curves_of(snapshot.curve_set, key)
    return threshold_text(curves, index, value) if math.isfinite(value) else "the top"


def queue(snapshot: Snapshot) -> tuple[str, str] | None:
    """Say how many wait for a person of how many can be seen: 959 of 1 000, 95.9 % full."""
    effect = review_effect(snapshot)
    if effect is None:
        return None
    referred = numbers.count(effect.referred)
    if effect.capacity is None:
        return referred, ""
    full = numbers.percent(effect.referred / effect.capacity) if effect.capacity else ""
    return f"{referred} of {numbers.count(effect.capacity)}", f"{full} full" if full else ""


def one_more_reviewer(snapshot: Snapshot) -> str:
    """Say what one more reviewer would earn: A seventh reviewer would earn 9 370 DM, price paid."""
    effect = review_effect(snapshot)
    if effect is None or effect.one_more is None:
        return ""
    unit, at = vocabulary_of(snapshot).unit, round(effect.reviewers)
    whole = at == effect.reviewers and at < len(_ORDINALS)
    which = f"A {_ORDINALS[at]}" if whole else "One more"
    which = which.replace("A eighth", "An eighth")
    if not effect.one_more > 0:
        return f"{which} reviewer would earn nothing more."
    earned = numbers.money_total(effect.one_more, unit, signed=False)
    return f"{which} reviewer would earn {earned}, price paid."
