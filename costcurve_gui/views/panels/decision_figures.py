"""Which figures stand under the rule, by criterion: lines of name, value and note.

The note is the interval of the figure, unless something else has to be said of it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.engine.selection.merit import merit
from costcurve_gui.models.common_cases import common_policies
from costcurve_gui.models.results import hybrid_of
from costcurve_gui.models.rivals import runner_up
from costcurve_gui.models.state import Criterion
from costcurve_gui.views import numbers, rules, verbs, words
from costcurve_gui.views.common_words import lead_note, own_cases
from costcurve_gui.views.figure_intervals import (
    COST,
    LEAD,
    LEAD_OVER_NONE,
    expects_intervals,
    interval_of,
    sureness,
)
from costcurve_gui.views.widgets.figures import FigureRow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import Frame, ModelFrame
    from costcurve_gui.views.words import Vocabulary

_LINE, _LEAST_NAME = 32, 9  # letters
_HUNDREDS = 100
_RATES = {"tpr": "True positive rate", "fpr": "False positive rate"}


def figure_rows(frame: Frame, key: str) -> list[FigureRow]:
    """Return the lines for the selected model."""
    criterion = frame.settings.selection.criterion
    trivial = words.winning_trivial(frame)
    if trivial is not None:
        return _trivial_rows(frame, trivial)
    rows = _ROWS.get(criterion)
    if rows is None or not frame.models[key].met:
        return [_profit_row(frame, key), *_lead_rows(frame, key), _cost_row(frame, key)]
    return [*rows(frame, key), _profit_row(frame, key)]


def also_reaches(frame: Frame, key: str) -> str:
    """Say how far the runner-up comes within the same bound, or nothing."""
    other = runner_up(frame, key)
    criterion = frame.settings.selection.criterion
    if other is None or criterion in words.PROFIT_CRITERIA:
        return ""
    if not (frame.models[key].met and frame.models[other].met):
        return ""
    name, policy = frame.models[other].info.name, frame.models[other].policy
    if criterion is Criterion.WORKFORCE:
        caught, total = words.caught_of(frame, policy)
        reached = f"{numbers.count(caught)} of {numbers.count(total)}"
        return f"{name} catches {reached} within the same bound."
    if criterion is Criterion.TARGET_RECALL:
        return f"{name} has a false positive rate of {numbers.rate(policy.fpr)} there."
    if criterion is Criterion.YOUDEN:
        return f"{name} reaches {numbers.rate(_youden(policy))}."
    if criterion is Criterion.CLOSEST_TO_CORNER:
        return f"{name} comes as near as {numbers.rate(words.corner_distance(policy))}."
    return f"{name} reaches {numbers.rate(policy.tpr)} within the same bound."


def better_model(frame: Frame, key: str) -> tuple[str, str] | None:
    """Return the best model and how much better it is, where it beats the selected one."""
    best = frame.best
    if best is None or best == key or words.winning_trivial(frame) is not None:
        return None
    if _as_good(frame.models[key], frame.models[best]):
        return None
    advantage = _advantage(frame, frame.models[best], frame.models[key])
    if not advantage:
        return None
    return best, _about(frame.models[best].info.name, advantage)


def _as_good(own: ModelFrame, best: ModelFrame) -> bool:
    """Whether the criterion itself sees no difference: profit may have settled a tie."""
    if own.met != best.met:
        return False
    return math.isclose(merit(own.policy)[0], merit(best.policy)[0], rel_tol=1e-9, abs_tol=1e-12)


def _advantage(frame: Frame, best: ModelFrame, own: ModelFrame) -> str:
    """Say how much better the best model is than the selected one, by the criterion.

    On the cases that both scored; nothing where it is not better there.
    """
    criterion = frame.settings.selection.criterion
    if best.met and not own.met:
        return " can do it"
    if criterion is Criterion.TARGET_PRECISION and not best.met:
        return " is more precise"
    same = common_policies(frame, (best.info.key, own.info.key))
    more = math.nan if same is None else _gain(criterion, *same)
    if (best.info.missing or own.info.missing) and not more > 0:
        return ""
    return _gained(words.vocabulary(frame), criterion, more)


def _gain(criterion: Criterion, best: Policy, own: Policy) -> float:
    if criterion in words.PROFIT_CRITERIA:
        return best.expected_profit - own.expected_profit
    if criterion is Criterion.TARGET_RECALL:
        return own.fpr - best.fpr
    if criterion is Criterion.YOUDEN:
        return _youden(best) - _youden(own)
    if criterion is Criterion.CLOSEST_TO_CORNER:
        return words.corner_distance(own) - words.corner_distance(best)
    return best.tpr - own.tpr


def _gained(vocabulary: Vocabulary, criterion: Criterion, more: float) -> str:
    if criterion in words.PROFIT_CRITERIA:
        return f" earns {vocabulary.money(more, signed=False)} more"
    if criterion is Criterion.TARGET_RECALL:
        return f": fpr {numbers.difference(-more)}"
    if criterion is Criterion.YOUDEN:
        return f" has {numbers.rate(more)} more"
    if criterion is Criterion.CLOSEST_TO_CORNER:
        return f" is {numbers.rate(more)} nearer"
    return f" finds {numbers.percent(more)} more of the {vocabulary.most}"


def _about(name: str, rest: str) -> str:
    """Say something about a model in one line; its name is cut so that the rest is whole."""
    return words.short_name(name, max(_LEAST_NAME, _LINE - len(rest))) + rest


def _lead_over(name: str) -> str:
    return f"lead over {words.short_name(name, _LINE - len('lead over '))}"


def _trivial_rows(frame: Frame, trivial: str) -> list[FigureRow]:
    vocabulary, policy = words.vocabulary(frame), frame.trivial[trivial]
    profit = vocabulary.money(policy.expected_profit)
    rows = [FigureRow(f"Profit per {vocabulary.noun}", profit)]
    if frame.best is not None:
        best = frame.models[frame.best]
        same = words.trivial_on(frame, frame.best)[trivial]
        more = same.expected_profit - best.policy.expected_profit
        cases = verbs.sentence_case(own_cases(frame, frame.best))
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
    row = _sure(frame, name, more, LEAD_OVER_NONE, _amount(frame, LEAD_OVER_NONE))
    cases = verbs.sentence_case(own_cases(frame, key))
    return row._replace(hint="\n".join(filter(None, (row.hint, cases))))


def _amount(frame: Frame, figure: str) -> Callable[[float], str]:
    """Return what writes the ends of an interval of money; hundreds have no room for decimals."""
    found = interval_of(frame, figure)
    ends = () if found is None else (found.low or 0.0, found.high or 0.0)
    large = any(abs(end) >= _HUNDREDS for end in ends)
    return numbers.count if large else words.vocabulary(frame).amount


def _neyman_pearson_rows(frame: Frame, key: str) -> list[FigureRow]:
    model = frame.models[key]
    note = "mixed, on the hull" if rules.is_mixed(model.policy) else ""
    rows = [_rate(frame, key, "tpr", note)]
    if model.single is not None:
        at = _at(frame, key, model.single)
        rows.append(FigureRow(_single(model.single), numbers.rate(model.single.tpr), at))
    return rows


def _single(policy: Policy) -> str:
    return "best single member" if policy.members else "best single threshold"


def _workforce_rows(frame: Frame, key: str) -> list[FigureRow]:
    model, vocabulary = frame.models[key], words.vocabulary(frame)
    caught, total = words.caught_of(frame, model.policy)
    counted = f"{numbers.count(caught)} of {numbers.count(total)}"
    name = f"{verbs.sentence_case(vocabulary.positives)} caught"
    share = numbers.percent(model.policy.tpr)
    rows = [_sure(frame, name, counted, "tpr", numbers.percent, share)]
    if model.single is not None:
        caught, total = words.caught_of(frame, model.single)
        counted = f"{numbers.count(caught)} of {numbers.count(total)}"
        cases = model.single.fraction_targeted * frame.settings.selection.population
        rows.append(FigureRow(_single(model.single), counted, f"{numbers.count(cases)} cases"))
    return rows


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
    single = frame.models[key].single
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


_ROWS: Mapping[Criterion, Callable[[Frame, str], list[FigureRow]]] = {
    Criterion.NEYMAN_PEARSON: _neyman_pearson_rows,
    Criterion.WORKFORCE: _workforce_rows,
    Criterion.TARGET_RECALL: _target_recall_rows,
    Criterion.TARGET_PRECISION: _target_precision_rows,
    Criterion.PERFORMANCE_INDEPENDENT: _by_condition_rows,
    Criterion.YOUDEN: _youden_rows,
    Criterion.CLOSEST_TO_CORNER: _corner_rows,
}
