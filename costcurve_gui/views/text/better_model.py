"""Say of other models that they do what is asked for, or do it better."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.analysis import model_ranking
from costcurve_gui.analysis.common_case_requests import common_policies
from costcurve_gui.analysis.recommended import passed_over, recommended
from costcurve_gui.analysis.snapshot import runner_up
from costcurve_gui.translation import tr
from costcurve_gui.views.text import new_cases_text, numbers, vocabulary

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot


def also_reaches(snapshot: Snapshot, key: str) -> str:
    """Say how far the runner-up comes within the same bound, and what cannot be applied."""
    return " ".join(filter(None, (_also_reaches(snapshot, key), not_applied(snapshot, key))))


def _also_reaches(snapshot: Snapshot, key: str) -> str:
    other = runner_up(snapshot, key)
    measure = snapshot.settings.selection.criterion.measure
    if other is None or model_ranking.compares_money(snapshot):
        return ""
    if not (snapshot.models[key].met and snapshot.models[other].met):
        return ""
    name, policy = snapshot.models[other].info.name, snapshot.models[other].policy
    if measure is None:
        caught, total = model_ranking.caught_of(snapshot, policy)
        same = (
            tr(" within the same bound")
            if len(snapshot.settings.selection.engine_bounds) == 1
            else ""
        )
        return tr(
            "{name} catches {caught} of {total}{same} on this sample.",
            name=name,
            caught=numbers.count(caught),
            total=numbers.count(total),
            same=same,
        )
    reaches = vocabulary.in_measure(measure.reaches, measure.value(policy))
    return tr("{name} {reaches} on this sample.", name=name, reaches=reaches)


def not_applied(snapshot: Snapshot, key: str) -> str:
    """Say that a model, or one that comes before it, has no score on new rows; else nothing."""
    found, before = recommended(snapshot), passed_over(snapshot, key)
    if found is not None and found.key != key and key in snapshot.candidates:
        return tr(
            "New rows have no score of {name}, which is derived: {other} is recommended.",
            name=snapshot.models[key].info.name,
            other=found.model,
        )
    if before is None:
        return ""
    return tr(
        "{name} comes first on this sample, but new rows have no score of it: it is derived.",
        name=snapshot.models[before[0]].info.name,
    )


def better_model(snapshot: Snapshot, key: str) -> tuple[str, str] | None:
    """Return the best model and how much better it is, where it beats the selected one."""
    best = snapshot.best
    if best is None or best == key or model_ranking.winning_trivial(snapshot) is not None:
        return None
    if model_ranking.as_good(snapshot, key, best):
        return None
    advantage = _advantage(snapshot, snapshot.models[best], snapshot.models[key])
    if not advantage:
        return None
    return best, snapshot.models[best].info.name + advantage


def _advantage(snapshot: Snapshot, best: ModelSnapshot, own: ModelSnapshot) -> str:
    """Say how much better the best model is than the selected one, in what counts.

    On the cases that both scored; nothing where it is not better there.
    """
    if best.met and not own.met:
        return tr(" can do it")
    if not snapshot.compares(best.info.key):
        target = snapshot.settings.selection.criterion.target
        return "" if target is None else target.nearer
    same = common_policies(snapshot, (best.info.key, own.info.key))
    more = math.nan if same is None else model_ranking.gain(snapshot, *same)
    if more <= 0 or ((best.info.missing or own.info.missing) and not more > 0):
        return ""
    return _gained(snapshot, more)


def _gained(snapshot: Snapshot, more: float) -> str:
    measure = snapshot.settings.selection.criterion.measure
    if measure is not None:
        exceeds = vocabulary.in_measure(measure.exceeds, more)
        return tr("{exceeds} on this sample", exceeds=exceeds)
    if model_ranking.compares_money(snapshot):
        return tr(
            " earns {more_than_selected}",
            more_than_selected=new_cases_text.more_than_selected(snapshot, more),
        )
    return tr(
        " finds {more} more of the positives on this sample",
        more=numbers.percent(more),
    )
