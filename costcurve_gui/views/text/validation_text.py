"""Say what checks of a decision found: on cases that did not choose it, and case by case."""

from __future__ import annotations

import math
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.analysis.intervals.results import Figure
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.analysis.validated_decision import ColumnValue, OtherFile
from costcurve_gui.engine.selection.policy_evaluation import row_policy
from costcurve_gui.translation import tr
from costcurve_gui.views.text import inflection, numbers, policy_text, uncertainty_text
from costcurve_gui.views.text.vocabulary import model_curves_of, score_sign, vocabulary_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.case_lists import SwapSet
    from costcurve_gui.analysis.decision_validation import SplitFigures
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.table import Table
    from costcurve_gui.analysis.validated_decision import ValidatedDecision
    from costcurve_gui.engine.cost.cost_stability import CostChange, CostStability

_GAP = tr("Gap")
_THIN_LINE = tr(
    "Thin line: what to expect on new cases, estimated from the cases that chose the threshold: {}."
)
_BY_COST = "normalized_expected_cost"


class Verdict(NamedTuple):
    """One sentence, its tone, and whether one split says too little."""

    text: str
    tone: str
    doubtful: bool = False


class Line(NamedTuple):
    """One line of the picture: what, of which cases, the figure and its interval in words."""

    title: str
    note: str
    figure: Figure
    value: str
    interval: str
    expected: str = ""


def rule_html(snapshot: Snapshot, found: ValidatedDecision) -> str:
    """Name the model, and the rule that the cases which chose have chosen."""
    key = snapshot.selected or next(iter(snapshot.models))
    curves, model = model_curves_of(snapshot.curve_set, key), snapshot.models[key]
    if model.policy.is_per_case:
        html = policy_text.policy_html(snapshot, key, model.policy)
        return f"<b>{escape(model.info.name)}</b>  {html}"
    rows = curves.evaluation.table.rows_at_thresholds
    condition = condition_of(snapshot, key)
    row = int(rows(np.array([found.threshold]))[0])
    rule = row_policy(model.policy.criterion, curves.evaluation, condition, row)
    rule = replace(rule, threshold=found.threshold, mixing=found.mixing)
    if found.threshold_2 is not None:
        second = int(rows(np.array([found.threshold_2]))[0])
        rule = replace(rule, threshold_2=found.threshold_2, index_2=second)
    review, lower = model.policy.review, found.threshold_review
    if review is not None and lower is not None:
        at = int(rows(np.array([lower]))[0])
        rule = replace(rule, review=replace(review, threshold=lower, index=at))
    return f"<b>{escape(model.info.name)}</b>  {policy_text.policy_html(snapshot, key, rule)}"


def lines(snapshot: Snapshot, found: ValidatedDecision) -> tuple[Line, Line, Line]:
    """Return the figure on the cases that chose, on the others, and the gap."""
    name, figures = found.figure, found.figures[found.figure]
    nouns = vocabulary_of(snapshot).nouns
    chosen, judged = map(numbers.count, found.sizes)
    others = tr("the other {judged}", judged=judged)
    if isinstance(found.holdout, OtherFile):
        others = tr("{judged} of {label}", judged=judged, label=found.label)
    elif isinstance(found.holdout, ColumnValue):
        others = f"{judged}, {found.label}"
    expected = figures.expected
    told = "" if expected is None else _figure(snapshot, expected.value, name)
    sides = (
        (tr("Chosen on"), f"{chosen} {nouns}", figures.chosen, told),
        (tr("Re-estimated on"), others, figures.observed, ""),
        (_GAP, tr("re-estimated minus chosen"), figures.gap, ""),
    )
    first, second, gap = (
        Line(
            *(title, note, figure, _figure(snapshot, figure.value, name, signed=title == _GAP)),
            *(_ends(snapshot, figure, name), _THIN_LINE.format(told) if told else ""),
        )
        for title, note, figure, told in sides
    )
    return first, second, gap


def axis_title(snapshot: Snapshot, found: ValidatedDecision) -> str:
    """Name what the axis of the picture has."""
    if found.figure == _BY_COST:
        return tr("Normalized expected cost")
    terms = vocabulary_of(snapshot)
    unit = f", {terms.unit}" if terms.unit else ""
    return tr("Profit per {noun}{unit}", noun=terms.noun, unit=unit)


def rates(snapshot: Snapshot, found: ValidatedDecision) -> list[tuple[str, str, str, str]]:
    """Return the rates: what, chosen on, re-estimated, gap in points."""
    terms = vocabulary_of(snapshot)
    acted = inflection.sentence_case(inflection.participle(terms.act))
    names = {
        "fraction_targeted": acted,
        "tpr": tr("Caught (actual: {positive})", positive=terms.positive),
        "fpr": tr("False alarms (actual: {negative})", negative=terms.negative),
        "precision": tr("Precision"),
    }
    figures = ((title, found.figures[name]) for name, title in names.items())
    return [
        (
            title,
            _percent(one.chosen.value),
            _percent(one.observed.value),
            _points(one.gap.value),
        )
        for title, one in figures
    ]


def verdict(snapshot: Snapshot, found: ValidatedDecision) -> Verdict:
    """Say whether the figure holds, and which one to use."""
    name, figures = found.figure, found.figures[found.figure]
    gap, consistent = figures.gap, figures.consistent
    use = _figure(snapshot, figures.observed.value, name)
    if consistent is None:
        text = tr(
            "{use} on cases not used for choosing. No intervals, so chance cannot be ruled out.",
            use=use,
        )
        return Verdict(text, "accent")
    if consistent:
        holds = gap.interval is not None and gap.interval[0] <= 0 <= gap.interval[1]
        why = (
            tr("the interval of the gap holds 0")
            if holds
            else tr("within the optimism expected of a chosen threshold")
        )
        return Verdict(
            tr("Consistent: {why}. Expect {use} on new cases.", why=why, use=use), "success"
        )
    worse = (gap.value < 0) is (name != _BY_COST)
    moved = "shrank" if worse else "grew"
    if name == _BY_COST:
        moved = "rose" if worse else "fell"
    was = _figure(snapshot, figures.chosen.value, name)
    return Verdict(
        tr(
            "The figure {moved} by more than chance. Use {use}, not {was}.",
            moved=moved,
            use=use,
            was=was,
        ),
        "warning",
        True,
    )


def of_splits(snapshot: Snapshot, name: str, found: Sequence[SplitFigures]) -> str:
    """Say what several splits come to: their mean figures and how many of them shrank."""
    from costcurve_gui.analysis.decision_validation import splits_that_shrank

    count = len(found)
    chosen, observed = (
        math.fsum(getattr(one, side) for one in found) / count for side in ("chosen", "observed")
    )
    shrank = splits_that_shrank(found, by_cost=name == _BY_COST)
    low, high = min(one.observed for one in found), max(one.observed for one in found)
    return tr(
        "Over {count} splits: {chosen} on the choosing cases, {observed} on the others (from "
        "{low} to {high}); lower there in {shrank} of {count}.",
        count=count,
        chosen=_figure(snapshot, chosen, name),
        observed=_figure(snapshot, observed, name),
        low=_figure(snapshot, low, name),
        high=_figure(snapshot, high, name),
        shrank=shrank,
    )


def split_lines(
    snapshot: Snapshot, name: str, found: Sequence[SplitFigures]
) -> tuple[tuple[Line, tuple[float, ...]], ...]:
    """Return the figure of all splits where chosen, re-estimated, and the gap: mean and range."""
    chosen, observed = ([getattr(one, side) for one in found] for side in ("chosen", "observed"))
    gaps = [after - before for before, after in zip(chosen, observed, strict=True)]
    rows = ((tr("Chosen on"), chosen), (tr("Re-estimated on"), observed), (_GAP, gaps))
    notes = (
        tr("{found} random splits", found=len(found)),
        tr("the other cases"),
        tr("re-estimated minus chosen"),
    )
    lines = []
    for (title, values), note in zip(rows, notes, strict=True):
        figure = Figure(math.fsum(values) / len(values), (min(values), max(values)))
        signed = title == _GAP
        shown = _figure(snapshot, figure.value, name, signed=signed)
        line = Line(title, note, figure, shown, _ends(snapshot, figure, name))
        lines.append((line, tuple(values)))
    return tuple(lines)


def of_costs(snapshot: Snapshot, found: CostStability) -> str:
    """Say whether errors cost the same on the cases that chose and on the others."""
    terms = vocabulary_of(snapshot)

    def mean(change: CostChange) -> str:
        means = (change.first_mean, change.second_mean)
        first, second = (numbers.money(one, terms.unit, signed=False) for one in means)
        if change.statistic == 0:
            return tr("costs {first} on both", first=first)
        return tr(
            "costs {first} and {second} (p\u00a0=\u00a0{p_value})",
            first=first,
            second=second,
            p_value=numbers.rate(change.p_value),
        )

    return tr(
        "A miss {miss}, a false alarm {alarm}.",
        miss=mean(found.fn_costs),
        alarm=mean(found.fp_costs),
    )


def of_split_costs(found: Sequence[SplitFigures], level: float) -> str:
    """Say in how many splits the costs of errors differ by more than chance."""
    counts = [
        sum(getattr(one.costs, kind).p_value < 1 - level for one in found)
        for kind in ("fn_costs", "fp_costs")
    ]
    return tr(
        "Costs differ by more than chance ({share}) in {misses} of {found} splits for "
        "misses, in {alarms} for false alarms.",
        share=uncertainty_text.share(level),
        misses=counts[0],
        found=len(found),
        alarms=counts[1],
    )


def _figure(snapshot: Snapshot, value: float, name: str, *, signed: bool = False) -> str:
    if math.isnan(value):
        return numbers.MISSING
    if name == _BY_COST:
        return numbers.difference(value) if signed else numbers.rate(value)
    return vocabulary_of(snapshot).money(value)


def _ends(snapshot: Snapshot, figure: Figure, name: str) -> str:
    if figure.interval is None:
        return ""
    unit = vocabulary_of(snapshot).unit
    low, high = (_figure(snapshot, end, name).removesuffix(f" {unit}") for end in figure.interval)
    return tr("{low} to {high}", low=low.lstrip("+"), high=high.lstrip("+"))


def _percent(value: float) -> str:
    return numbers.MISSING if math.isnan(value) else numbers.percent(value)


def _points(value: float) -> str:
    if math.isnan(value):
        return numbers.MISSING
    return numbers.fixed(100 * value, 1, signed=True)


def title_of_cell(snapshot: Snapshot, cell: str) -> str:
    """Name the cases of a cell: Cases of this sample (actual: bad, decision: grant)."""
    terms = vocabulary_of(snapshot)
    return tr(
        "Cases of this sample (actual: {actual}, decision: {decision})",
        actual=terms.positive if cell in ("tp", "fn") else terms.negative,
        decision=terms.act if cell in ("tp", "fp") else terms.leave,
    )


def about_cell(snapshot: Snapshot, cell: str, table: Table) -> str:
    """Say how many cases a cell has in the sample, and what they lose."""
    terms = vocabulary_of(snapshot)
    many = len(table.columns[0])
    nouns = terms.noun if many == 1 else terms.nouns
    said = tr("{many} {nouns} of the file", many=numbers.count(many), nouns=nouns)
    if cell in ("tp", "tn"):
        return tr("{said}, decided correctly, lowest payoff first.", said=said)
    lost = float(table.columns[table.header.index("lost")].sum())
    money = numbers.money(lost, terms.unit, signed=False)
    return tr(
        "{said}, which lose {money} together; those that lose most come first.",
        said=said,
        money=money,
    )


def about_swap(snapshot: Snapshot, found: SwapSet) -> str:
    """Say who is swapped in and out, counts by class, and what that earns."""
    terms = vocabulary_of(snapshot)
    act = inflection.third_person(terms.act)

    def counted(side: tuple[float, float]) -> str:
        positives, negatives = map(numbers.count, side)
        both = numbers.count(sum(side))
        return f"{both} ({positives} {terms.positive}, {negatives} {terms.negative})"

    a, b = found.names
    alone = tr(
        "{a} alone {act} {counted_a}, {b} alone {counted_b}",
        a=a,
        act=act,
        counted_a=counted(found.only_a),
        b=b,
        counted_b=counted(found.only_b),
    )
    lead, spec = found.lead, snapshot.settings.bands.comparison_spec
    sure = ""
    if lead.interval is not None:
        low, high = map(terms.amount, lead.interval)
        sure = tr(
            " ({level}: {low} to {high})", level=uncertainty_text.level(spec), low=low, high=high
        )
    money = terms.money(lead.value)
    return tr(
        "{alone}; both {act} {both}. {a} earns {money} per {noun} more than {b}{sure}, "
        "on this sample.",
        alone=alone,
        act=inflection.transitive(terms.act),
        both=numbers.count(found.both),
        a=a,
        money=money,
        noun=terms.noun,
        b=b,
        sure=sure,
    )


def title_of_stretch(snapshot: Snapshot, key: str, low: float, high: float) -> str:
    """Name the cases of a stretch of scores, as in the file: naive_bayes: scores 0.02 to 0.05."""
    curves = model_curves_of(snapshot.curve_set, key)
    ends = sorted(score_sign(curves) * end for end in (low, high))
    shown = " to ".join(numbers.significant(end, 4) for end in ends)
    return tr("{name}: scores {shown}", name=snapshot.models[key].info.name, shown=shown)


def about_stretch(snapshot: Snapshot, table: Table) -> str:
    """Say how many cases a stretch has in the sample, and what they lose."""
    terms = vocabulary_of(snapshot)
    many = len(table.columns[0])
    nouns = terms.noun if many == 1 else terms.nouns
    lost = float(table.columns[table.header.index("lost")].sum()) if many else 0.0
    money = numbers.money(lost, terms.unit, signed=False)
    said = tr("{many} {nouns} of the file", many=numbers.count(many), nouns=nouns)
    return tr(
        "{said}, which lose {money} together; those that lose most come first.",
        said=said,
        money=money,
    )
