"""Which figures stand under the rule, by rule and objective: lines of name, value and note.

The note is the interval of the figure, unless something else has to be said of it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.engine.selection.policy import merit
from costcurve_gui.models.common_cases import common_policies
from costcurve_gui.models.results import hybrid_of
from costcurve_gui.models.rivals import runner_up
from costcurve_gui.models.state import Rule
from costcurve_gui.views.text import inflection, numbers, policy_text
from costcurve_gui.views.text import vocabulary as words
from costcurve_gui.views.text.comparison_text import lead_note, own_cases
from costcurve_gui.views.text.decision_uncertainty import (
    COST,
    LEAD,
    LEAD_OVER_NONE,
    expects_intervals,
    sureness,
)
from costcurve_gui.views.widgets.figures import FigureRow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import Frame, ModelFrame

_RATES = {"tpr": "True positive rate", "fpr": "False positive rate"}


def figure_rows(frame: Frame, key: str) -> list[FigureRow]:
    """Return the lines for the selected model."""
    trivial = words.winning_trivial(frame)
    if trivial is not None:
        return _trivial_rows(frame, trivial)
    if not frame.models[key].met:
        return _money_rows(frame, key)
    rows = _ROWS.get(frame.settings.selection.rule)
    if rows is None:
        rows = _money_rows if words.compares_money(frame) else _caught_rows
        return rows(frame, key)
    return [*rows(frame, key), _profit_row(frame, key)]


def _money_rows(frame: Frame, key: str) -> list[FigureRow]:
    """Return what the objective makes best, its lead, and what bounds cost or the other figure."""
    first, last = _profit_row(frame, key), _cost_row(frame, key)
    if frame.settings.objective is Objective.COST:
        first, last = last, first
    bounds = _bound_rows(frame)
    return [first, *_lead_rows(frame, key), *(bounds or [last])]


def _bound_rows(frame: Frame) -> list[FigureRow]:
    """Return what the bounds cost, where they bind."""
    less = policy_text.cost_of_bounds(frame)
    if less is None:
        return []
    many = len(frame.settings.selection.bounds.limits) > 1
    name = "the bounds cost" if many else "the bound costs"
    return [FigureRow(name, words.vocabulary(frame).money(less), hint="Against no bound")]


def _caught_rows(frame: Frame, key: str) -> list[FigureRow]:
    """Return the positives caught, and the money, which is never hidden."""
    policy, vocabulary = frame.models[key].policy, words.vocabulary(frame)
    caught, total = words.caught_of(frame, policy)
    counted = f"{numbers.count(caught)} of {numbers.count(total)}"
    name = f"{inflection.sentence_case(vocabulary.positives)} caught"
    caught_row = FigureRow(name, counted, numbers.percent(policy.tpr))
    return [caught_row, _rate(frame, key, "tpr"), _profit_row(frame, key)]


def also_reaches(frame: Frame, key: str) -> str:
    """Say how far the runner-up comes within the same bound, or nothing."""
    other = runner_up(frame, key)
    rule = frame.settings.selection.rule
    if other is None or words.compares_money(frame):
        return ""
    if not (frame.models[key].met and frame.models[other].met):
        return ""
    name, policy = frame.models[other].info.name, frame.models[other].policy
    if words.ranks_by(frame) is Objective.TPR:
        caught, total = words.caught_of(frame, policy)
        same = " within the same bound" if len(frame.settings.selection.engine_bounds) == 1 else ""
        return f"{name} catches {numbers.count(caught)} of {numbers.count(total)}{same}."
    if rule is Rule.TARGET_RECALL:
        return f"{name} has a false positive rate of {numbers.rate(policy.fpr)} there."
    if rule is Rule.YOUDEN:
        return f"{name} reaches {numbers.rate(_youden(policy))}."
    if rule is Rule.CLOSEST_TO_CORNER:
        return f"{name} comes as near as {numbers.rate(words.corner_distance(policy))}."
    return f"{name} reaches {numbers.rate(policy.tpr)} at the same precision."


def better_model(frame: Frame, key: str) -> tuple[str, str] | None:
    """Return the best model and how much better it is, where it beats the selected one."""
    best = frame.best
    if best is None or best == key or words.winning_trivial(frame) is not None:
        return None
    if _as_good(frame.models[key], frame.models[best], frame.settings.objective):
        return None
    advantage = _advantage(frame, frame.models[best], frame.models[key])
    if not advantage:
        return None
    return best, frame.models[best].info.name + advantage


def _as_good(own: ModelFrame, best: ModelFrame, objective: Objective) -> bool:
    """Whether there is no difference in what counts: profit may have settled a tie."""
    if own.met != best.met:
        return False
    reached, most = (merit(one.policy, objective)[0] for one in (own, best))
    return math.isclose(reached, most, rel_tol=1e-9, abs_tol=1e-12)


def _advantage(frame: Frame, best: ModelFrame, own: ModelFrame) -> str:
    """Say how much better the best model is than the selected one, in what counts.

    On the cases that both scored; nothing where it is not better there.
    """
    if best.met and not own.met:
        return " can do it"
    if not best.met:
        precise = frame.settings.selection.rule is Rule.TARGET_PRECISION
        return " is more precise" if precise else ""
    same = common_policies(frame, (best.info.key, own.info.key))
    more = math.nan if same is None else _gain(frame, *same)
    if (best.info.missing or own.info.missing) and not more > 0:
        return ""
    return _gained(frame, more)


def _gain(frame: Frame, best: Policy, own: Policy) -> float:
    rule = frame.settings.selection.rule
    if words.compares_money(frame):
        return best.expected_profit - own.expected_profit
    if rule is Rule.TARGET_RECALL:
        return own.fpr - best.fpr
    if rule is Rule.YOUDEN:
        return _youden(best) - _youden(own)
    if rule is Rule.CLOSEST_TO_CORNER:
        return words.corner_distance(own) - words.corner_distance(best)
    return best.tpr - own.tpr


def _gained(frame: Frame, more: float) -> str:
    rule, vocabulary = frame.settings.selection.rule, words.vocabulary(frame)
    if words.compares_money(frame):
        return f" earns {vocabulary.money(more, signed=False)} more"
    if rule is Rule.TARGET_RECALL:
        return f": fpr {numbers.difference(-more)}"
    if rule is Rule.YOUDEN:
        return f" has {numbers.rate(more)} more"
    if rule is Rule.CLOSEST_TO_CORNER:
        return f" is {numbers.rate(more)} nearer"
    return f" finds {numbers.percent(more)} more of the {vocabulary.most}"


def _lead_over(name: str) -> str:
    return f"lead over {name}"


def _trivial_rows(frame: Frame, trivial: str) -> list[FigureRow]:
    vocabulary, policy = words.vocabulary(frame), frame.trivial[trivial]
    profit = vocabulary.money(policy.expected_profit)
    rows = [FigureRow(f"Profit per {vocabulary.noun}", profit)]
    if frame.best is not None:
        best = frame.models[frame.best]
        same = words.trivial_on(frame, frame.best)[trivial]
        more = same.expected_profit - best.policy.expected_profit
        cases = inflection.sentence_case(own_cases(frame, frame.best))
        rows.append(FigureRow(_lead_over(best.info.name), vocabulary.money(more), hint=cases))
    cost = numbers.rate(policy.normalized_expected_cost)
    return [*rows, FigureRow("Normalized expected cost", cost)]


def _sure(
    frame: Frame,
    name: str,
    value: str,
    figure: str,
    write: Callable[[float], str] = numbers.rate,
    note: str = "",
) -> FigureRow:
    """Return a line with the interval of its figure, behind the note where there is one."""
    known = sureness(frame, figure, write)
    return FigureRow(name, value, note or known.note, known.hint, expects_intervals(frame))


def _profit_row(frame: Frame, key: str) -> FigureRow:
    vocabulary = words.vocabulary(frame)
    profit = vocabulary.money(frame.models[key].policy.expected_profit)
    name = f"Profit per {vocabulary.noun}"
    return _sure(frame, name, profit, "expected_profit", words.vocabulary(frame).amount)


def _cost_row(frame: Frame, key: str) -> FigureRow:
    cost = numbers.rate(frame.models[key].policy.normalized_expected_cost)
    return _sure(frame, "Normalized expected cost", cost, COST)


def _lead_rows(frame: Frame, key: str) -> list[FigureRow]:
    vocabulary, rows = words.vocabulary(frame), []
    other = runner_up(frame, key)
    if other is not None:
        name = _lead_over(frame.models[other].info.name)
        more = vocabulary.money(words.lead(frame, key, other))
        row = _sure(frame, name, more, LEAD, words.vocabulary(frame).amount)
        rows.append(row if row.hint else row._replace(hint=lead_note(frame, key)))
    return [*rows, _lead_over_none(frame, key)]


def _lead_over_none(frame: Frame, key: str) -> FigureRow:
    vocabulary, policy = words.vocabulary(frame), frame.models[key].policy
    none = words.trivial_on(frame, key)["none"]
    more = vocabulary.money(policy.expected_profit - none.expected_profit)
    name = f"lead over {vocabulary.doing_all('none')}"
    row = _sure(frame, name, more, LEAD_OVER_NONE, vocabulary.amount)
    cases = inflection.sentence_case(own_cases(frame, key))
    return row._replace(hint="\n".join(filter(None, (row.hint, cases))))


def _target_recall_rows(frame: Frame, key: str) -> list[FigureRow]:
    return [_rate(frame, key, "fpr"), _rate(frame, key, "tpr")]


def _target_precision_rows(frame: Frame, key: str) -> list[FigureRow]:
    policy = frame.models[key].policy
    precision = numbers.percent(words.precision(policy, frame.condition.prior))
    return [
        _rate(frame, key, "tpr"),
        _sure(frame, "Precision", precision, "precision", numbers.percent),
    ]


def _by_condition_rows(frame: Frame, key: str) -> list[FigureRow]:
    rows = [_cost_row(frame, key)]
    single = frame.models[key].cheapest
    if single is not None:
        name = "cheapest member" if single.members else "cheapest threshold"
        cost = numbers.rate(single.normalized_expected_cost)
        rows.append(FigureRow(name, cost, _at(frame, key, single)))
    hybrid = hybrid_of(frame, key)
    if hybrid is not None:
        above = numbers.rate(hybrid.excess_area)
        rows.append(FigureRow("Area above the cheapest", above, "all PC(+)"))
    return rows


def _youden_rows(frame: Frame, key: str) -> list[FigureRow]:
    found = numbers.rate(_youden(frame.models[key].policy))
    return [FigureRow("tpr \u2212 fpr", found), *_rate_rows(frame, key)]


def _corner_rows(frame: Frame, key: str) -> list[FigureRow]:
    away = numbers.rate(words.corner_distance(frame.models[key].policy))
    return [FigureRow("Distance to (0, 1)", away), *_rate_rows(frame, key)]


def _rate_rows(frame: Frame, key: str) -> list[FigureRow]:
    return [_rate(frame, key, "tpr"), _rate(frame, key, "fpr")]


def _rate(frame: Frame, key: str, which: str, note: str = "") -> FigureRow:
    value = numbers.rate(getattr(frame.models[key].policy, which))
    return _sure(frame, _RATES[which], value, which, note=note)


def _youden(policy: Policy) -> float:
    return policy.tpr - policy.fpr


def _at(frame: Frame, key: str, single: Policy) -> str:
    """Say where a single threshold lies, or which member of a family decides."""
    if single.members:
        return words.member_text(single.members[0])
    scene = words.model_scene(frame.scene, key)
    return f"at {words.threshold_text(scene, single.index, single.threshold)}"


_ROWS: Mapping[Rule, Callable[[Frame, str], list[FigureRow]]] = {
    Rule.TARGET_RECALL: _target_recall_rows,
    Rule.TARGET_PRECISION: _target_precision_rows,
    Rule.PERFORMANCE_INDEPENDENT: _by_condition_rows,
    Rule.YOUDEN: _youden_rows,
    Rule.CLOSEST_TO_CORNER: _corner_rows,
}
