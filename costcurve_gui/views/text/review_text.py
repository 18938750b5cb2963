"""Say what a review band does with a case, who waits, and what one more reviewer would earn."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.analysis.review_effect import known_lead, one_more_request, review_effect
from costcurve_gui.translation import tr
from costcurve_gui.views.text import new_cases_text, numbers
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
    acted = (
        tr("score {beyond} {first}", beyond=beyond, first=first)
        if math.isfinite(policy.threshold)
        else tr("no score")
    )
    return (
        BandLimit(said.act, acted, float(upper), first),
        BandLimit(
            tr("refer"),
            tr("from {second} to {first}", second=second, first=first),
            float(lower - upper),
            second,
        ),
        BandLimit(said.leave, f"{under} {second}", float(1 - lower), ""),
    )


def _threshold(snapshot: Snapshot, key: str, index: int, value: float) -> str:
    curves = model_curves_of(snapshot.curve_set, key)
    return threshold_text(curves, index, value) if math.isfinite(value) else tr("the top")


class Remark(NamedTuple):
    """A sentence, and what the hint of its label says."""

    text: str
    hint: str


def queue(snapshot: Snapshot) -> tuple[str, str] | None:
    """Say how many wait for a person of how many can be seen: 959 of 1 000, 95.9 % full."""
    effect = review_effect(snapshot)
    if effect is None:
        return None
    referred = numbers.count(effect.referred)
    if effect.capacity is None:
        return referred, ""
    full = numbers.percent(effect.referred / effect.capacity) if effect.capacity else ""
    return tr(
        "{referred} of {capacity}", referred=referred, capacity=numbers.count(effect.capacity)
    ), tr("{full} full", full=full) if full else ""


def one_more_reviewer(snapshot: Snapshot) -> Remark:
    """Say what one more reviewer would earn on new cases, and beside it on this sample.

    A seventh reviewer would earn about 8 400 DM on new cases, price paid; 9 370 DM on this sample.
    The hint has the interval.
    """
    effect = review_effect(snapshot)
    if effect is None or effect.one_more is None:
        return Remark("", "")
    unit, at = vocabulary_of(snapshot).unit, round(effect.reviewers)
    whole = at == effect.reviewers and at < len(_ORDINALS)
    which = f"A {_ORDINALS[at]}" if whole else tr("One more")
    which = which.replace("A eighth", "An eighth")
    if not effect.one_more > 0:
        return Remark(tr("{which} reviewer would earn nothing more.", which=which), "")
    here = numbers.money_total(effect.one_more, unit, signed=False)
    found = known_lead(snapshot, one_more_request(snapshot))
    told = None
    if found is not None:
        cases = snapshot.settings.selection.population
        told = new_cases_text.of_all(found.profit, cases, unit, signed=False)
    if found is None or told is None:
        sample = tr(" on this sample") if new_cases_text.is_estimated(snapshot) else ""
        return Remark(
            tr(
                "{which} reviewer would earn {here}{sample}, price paid.",
                which=which,
                here=here,
                sample=sample,
            ),
            "",
        )
    hint = tr(
        "On new cases about {value}, {interval}\n{how}",
        value=told.value,
        interval=told.interval,
        how=new_cases_text.how(found),
    )
    if not new_cases_text.is_significant(found.profit):
        text = tr("{here} on this sample, price paid; on new cases not significantly", here=here)
    else:
        text = tr(
            "about {value} on new cases, price paid; {here} on this sample",
            value=told.value,
            here=here,
        )
    return Remark(tr("{which} reviewer would earn {text}.", which=which, text=text), hint)
