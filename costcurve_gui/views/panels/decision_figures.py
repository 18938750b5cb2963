"""Which figures stand under the rule, by criterion: lines of name, value and note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.models.state import Criterion
from costcurve_gui.views import numbers, verbs, words

if TYPE_CHECKING:
    from costcurve_gui.models.results import Frame

Row = tuple[str, str, str]
_LINE, _LEAST_NAME = 32, 9  # letters


def figure_rows(frame: Frame, key: str) -> list[Row]:
    """Return the lines for the selected model."""
    criterion = frame.settings.selection.criterion
    trivial = words.winning_trivial(frame)
    if trivial is not None:
        return _trivial_rows(frame, trivial)
    if criterion is Criterion.NEYMAN_PEARSON:
        return [*_neyman_pearson_rows(frame, key), _profit_row(frame, key)]
    if criterion is Criterion.WORKFORCE:
        return [*_workforce_rows(frame, key), _profit_row(frame, key)]
    return [_profit_row(frame, key), *_lead_rows(frame, key), _cost_row(frame, key)]


def also_reaches(frame: Frame, key: str) -> str:
    """Say how far the runner-up comes within the same bound, or nothing."""
    other = words.runner_up(frame, key)
    criterion = frame.settings.selection.criterion
    if other is None or criterion in words.PROFIT_CRITERIA:
        return ""
    model = frame.models[other]
    if criterion is Criterion.NEYMAN_PEARSON:
        reached = numbers.rate(model.policy.tpr)
        return f"{model.info.name} reaches {reached} within the same bound."
    caught, total = words.caught_of(frame, model.policy)
    reached = f"{numbers.count(caught)} of {numbers.count(total)}"
    return f"{model.info.name} catches {reached} within the same bound."


def better_model(frame: Frame, key: str) -> tuple[str, str] | None:
    """Return the best model and how much better it is, where it is not the selected one."""
    best = frame.best
    if best is None or best == key or words.winning_trivial(frame) is not None:
        return None
    vocabulary = words.vocabulary(frame)
    name = frame.models[best].info.name
    if frame.settings.selection.criterion in words.PROFIT_CRITERIA:
        more = vocabulary.money(words.lead(frame, best, key), signed=False)
        return best, _about(name, f" earns {more} more")
    more = numbers.percent(frame.models[best].policy.tpr - frame.models[key].policy.tpr)
    return best, _about(name, f" finds {more} more of the {vocabulary.positive}")


def _about(name: str, rest: str) -> str:
    """Say something about a model in one line; its name is cut so that the rest is whole."""
    return words.short_name(name, max(_LEAST_NAME, _LINE - len(rest))) + rest


def _lead_over(name: str) -> str:
    return f"lead over {words.short_name(name, _LINE - len('lead over '))}"


def _trivial_rows(frame: Frame, trivial: str) -> list[Row]:
    vocabulary, policy = words.vocabulary(frame), frame.trivial[trivial]
    rows = [(f"Profit per {vocabulary.noun}", vocabulary.money(policy.expected_profit), "")]
    if frame.best is not None:
        best = frame.models[frame.best]
        more = policy.expected_profit - best.policy.expected_profit
        rows.append((_lead_over(best.info.name), vocabulary.money(more), ""))
    cost = numbers.rate(policy.normalized_expected_cost)
    return [*rows, ("Normalized expected cost", cost, "")]


def _profit_row(frame: Frame, key: str) -> Row:
    vocabulary = words.vocabulary(frame)
    profit = vocabulary.money(frame.models[key].policy.expected_profit)
    return f"Profit per {vocabulary.noun}", profit, ""


def _cost_row(frame: Frame, key: str) -> Row:
    cost = frame.models[key].policy.normalized_expected_cost
    return "Normalized expected cost", numbers.rate(cost), ""


def _lead_rows(frame: Frame, key: str) -> list[Row]:
    vocabulary, policy = words.vocabulary(frame), frame.models[key].policy
    rows = []
    other = words.runner_up(frame, key)
    if other is not None:
        name = frame.models[other].info.name
        rows.append((_lead_over(name), vocabulary.money(words.lead(frame, key, other)), ""))
    over_none = policy.expected_profit - frame.trivial["none"].expected_profit
    rows.append((f"lead over {vocabulary.doing_all('none')}", vocabulary.money(over_none), ""))
    return rows


def _neyman_pearson_rows(frame: Frame, key: str) -> list[Row]:
    model = frame.models[key]
    note = "mixed, on the hull" if words.is_mixed(model.policy) else ""
    rows = [("True positive rate", numbers.rate(model.policy.tpr), note)]
    if model.single is not None:
        at = words.threshold_text(
            words.model_scene(frame.scene, key), model.single.index, model.single.threshold
        )
        rows.append(("best single threshold", numbers.rate(model.single.tpr), f"at {at}"))
    return rows


def _workforce_rows(frame: Frame, key: str) -> list[Row]:
    model, vocabulary = frame.models[key], words.vocabulary(frame)
    caught, total = words.caught_of(frame, model.policy)
    counted = f"{numbers.count(caught)} of {numbers.count(total)}"
    name = f"{verbs.sentence_case(vocabulary.positive)} ones caught"
    rows = [(name, counted, numbers.percent(model.policy.tpr))]
    if model.single is not None:
        caught, total = words.caught_of(frame, model.single)
        counted = f"{numbers.count(caught)} of {numbers.count(total)}"
        cases = model.single.fraction_targeted * frame.settings.selection.population
        rows.append(("best single threshold", counted, f"{numbers.count(cases)} cases"))
    return rows
