"""Say which of two models is cheaper where, with what interval, and over which cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis import model_ranking
from costcurve_gui.analysis.common_case_requests import number_in_common
from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.intervals.requests import known_difference
from costcurve_gui.analysis.snapshot import competitor_of, runner_up
from costcurve_gui.translation import tr
from costcurve_gui.views.text import numbers, uncertainty_text, vocabulary
from costcurve_gui.views.text.inflection import listed, sentence_case

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from costcurve_gui.analysis.cost_comparisons import Comparison
    from costcurve_gui.analysis.intervals.results import JudgedDifference
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.difference_band import Stretch


_MOST_STRETCHES = 2


def names(snapshot: Snapshot, found: Comparison) -> tuple[str, str]:
    """Return the names of the model and of its competitor."""
    return snapshot.models[found.model].info.name, snapshot.models[found.competitor].info.name


def against(snapshot: Snapshot) -> str:
    """Name in a caption the model that the selected one is compared with."""
    found = cost_comparisons(snapshot).comparison
    if found is None:
        return ""
    cases = "" if found.cases is None else tr("{cases} cases", cases=numbers.count(found.cases))
    return listed(tr("against {name}", name=names(snapshot, found)[1]), cases)


def subject(snapshot: Snapshot, found: Comparison) -> str:
    """Say what a difference of the two is, and that it is of thresholds chosen there."""
    return tr("Cost of {} less that of {} on this sample").format(*names(snapshot, found))


def sentence(snapshot: Snapshot, found: Comparison) -> str:
    """Say which of the two is cheaper where, whether one dominates included."""
    a, b = names(snapshot, found)
    cases = over(that_both_scored(found.cases))
    if found.dominant == "equal":
        return tr("{a} and {b} cost the same at every PC(+){cases}.", a=a, b=b, cases=cases)
    if found.dominant is not None:
        better, other = (a, b) if found.dominant == "a" else (b, a)
        where = _where(found, found.dominant)
        return tr(
            "{better} dominates {other}: never costlier, cheaper {where}{cases}.",
            better=better,
            other=other,
            where=where,
            cases=cases,
        )
    return tr(
        "{a} is cheaper {where_a}; {b} {where_b}{cases}.",
        a=a,
        where_a=_where(found, "a"),
        b=b,
        where_b=_where(found, "b"),
        cases=cases,
    )


def difference_interval(snapshot: Snapshot, pc_plus: float) -> tuple[float, float] | None:
    """Return the interval of the difference at a PC(+), once it is known."""
    found = known_difference(snapshot)
    if found is None:
        return None
    band = found.band
    low, high = (float(np.interp(pc_plus, band.x, end)) for end in (band.lower, band.upper))
    return low, high


def significance(snapshot: Snapshot, found: JudgedDifference) -> str:
    """Say where a difference is significant, in the few words that fit into a plot."""
    stretches, all_or_one = found.stretches, snapshot.settings.bands.verdicts.value
    if not stretches and found.only_here:
        return tr("nowhere significant on new cases ({all_or_one})", all_or_one=all_or_one)
    if not stretches:
        return tr("nowhere significant ({all_or_one})", all_or_one=all_or_one)
    if len(stretches) > _MOST_STRETCHES:
        return tr(
            "significant in {number} stretches ({all_or_one})",
            number=numbers.in_words(len(stretches)),
            all_or_one=all_or_one,
        )
    parts = " and ".join(numbers.interval(low, high, _short) for low, high, _ in stretches)
    return tr("significant, {parts} ({all_or_one})", parts=parts, all_or_one=all_or_one)


def significance_sentence(snapshot: Snapshot, found: JudgedDifference) -> str:
    """Say of the selected model and its competitor where the difference is significant.

    Where it is so on this sample only, that is said of these stretches.
    """
    level = listed(uncertainty_text.level(found.band.spec), snapshot.settings.bands.verdicts.value)
    pair = snapshot.selected, competitor_of(snapshot)
    names = {which: key for which, key in zip("ab", pair, strict=True) if key is not None}
    of_whom = {which: snapshot.models[key].info.name for which, key in names.items()}
    said = [
        tr("{name} is significantly cheaper {parts}", name=name, parts=parts)
        for name, parts in _by_model(of_whom, found.stretches)
    ]
    here = [
        tr(
            "on this sample {name} is significantly cheaper {parts}, "
            "on new cases not significantly",
            name=name,
            parts=parts,
        )
        for name, parts in _by_model(of_whom, found.only_here)
    ]
    if not said and not here:
        return tr("Nowhere is the difference significant ({level}).", level=level)
    if not said:
        here[0] = sentence_case(here[0])
    return f"{'; '.join((*said, *here))} ({level})."


def _by_model(names: Mapping[str, str], stretches: Sequence[Stretch]) -> Iterator[tuple[str, str]]:
    """Yield the name of each model that is the cheaper one somewhere, and where."""
    for which, name in names.items():
        own = [(low, high) for low, high, better in stretches if better == which]
        if own:
            yield name, listed_stretches(own)


def listed_stretches(stretches: Sequence[tuple[float, float]]) -> str:
    """Say over which PC(+): from 0.28 to 0.88, and in two short stretches."""
    widest = max(stretches, key=lambda one: one[1] - one[0])
    text = tr("for PC(+) from {interval}", interval=numbers.interval(*widest, _short))
    rest = len(stretches) - 1
    if not rest:
        return text
    noun = (
        tr("one shorter stretch")
        if rest == 1
        else tr("{number} shorter stretches", number=numbers.in_words(rest))
    )
    return tr("{text} and in {noun}", text=text, noun=noun)


def _short(pc_plus: float) -> str:
    """Write an end of a stretch as exactly as the grid of 101 values knows it."""
    return numbers.fixed(pc_plus, 2)


def sentence_on_this_sample(snapshot: Snapshot, found: Comparison) -> str:
    """Say which of the two is cheaper where, and that both chose their thresholds there."""
    return tr("On this sample {text}", text=sentence(snapshot, found))


def short_sentence(found: Comparison) -> str:
    """Say where the selected model is cheaper, in the few words that fit into a plot."""
    if found.dominant == "equal":
        return tr("the same cost everywhere")
    cheaper, costlier = (numbers.percent(_share(found, which)) for which in ("a", "b"))
    if found.dominant is None:
        return tr(
            "cheaper over {cheaper}, costlier over {costlier}", cheaper=cheaper, costlier=costlier
        )
    return (
        tr("cheaper over {cheaper}, never costlier", cheaper=cheaper)
        if found.dominant == "a"
        else tr("never cheaper")
    )


def _where(found: Comparison, which: str) -> str:
    """Say over which stretches of PC(+) one is cheaper; many are only counted."""
    stretches = [one for one in found.stretches if one.better == which]
    if len(stretches) > _MOST_STRETCHES:
        share = numbers.percent(_share(found, which))
        many = numbers.in_words(len(stretches))
        return tr("in {many} stretches, {share} of PC(+)", many=many, share=share)
    parts = (tr("from {low}", low=numbers.interval(one.low, one.high)) for one in stretches)
    return tr("for PC(+) {parts}", parts=" and ".join(parts))


def _share(found: Comparison, which: str) -> float:
    return sum(one.high - one.low for one in found.stretches if one.better == which)


def lc_sentence(snapshot: Snapshot, found: Comparison) -> str:
    """Say what the LC index of the two is, and in whose favour."""
    a, b = names(snapshot, found)
    index = numbers.difference(found.lc_index)
    cases = over(that_both_scored(found.cases))
    if found.lc_index == 0:
        return tr(
            "LC index {index} on this sample: the belief favours neither {a} nor {b}{cases}",
            index=index,
            a=a,
            b=b,
            cases=cases,
        )
    better, other = (a, b) if found.lc_index > 0 else (b, a)
    return tr(
        "LC index {index} on this sample: {better} rather than {other}{cases}",
        index=index,
        better=better,
        other=other,
        cases=cases,
    )


def short_lc_sentence(snapshot: Snapshot, found: Comparison) -> str:
    """Say what the LC index of the two is, in few words for a plot."""
    favoured = names(snapshot, found)[found.lc_index < 0]
    index = numbers.difference(found.lc_index)
    if found.lc_index == 0:
        return tr("LC index {index} on this sample favours neither", index=index)
    return tr("LC index {index} on this sample favours {favoured}", index=index, favoured=favoured)


def that_both_scored(cases: int | None) -> str:
    """Write 32 cases that both scored; nothing where both scored every case."""
    return "" if cases is None else tr("{cases} cases that both scored", cases=numbers.count(cases))


def that_all_scored(snapshot: Snapshot) -> str:
    """Write 30 cases that all scored; nothing where all scored every case, or it is unknown."""
    cases = number_in_common(snapshot, snapshot.compared)
    if len(snapshot.compared) == 2:
        return that_both_scored(cases)
    return "" if cases is None else tr("{cases} cases that all scored", cases=numbers.count(cases))


def over(cases: str) -> str:
    """Go on with the cases of a comparison, or with nothing."""
    return tr(", over the {cases}", cases=cases) if cases else ""


def lead_note(snapshot: Snapshot, key: str) -> str:
    """Say of what cases the lead over the runner-up is, where it is not of all cases."""
    other = runner_up(snapshot, key)
    shown = model_ranking.compares_money(snapshot)
    if other is None or not shown or model_ranking.winning_trivial(snapshot) is not None:
        return ""
    both = that_both_scored(number_in_common(snapshot, (key, other)))
    if not both:
        return ""
    said = tr("Lead over {name}: over the {both}", name=snapshot.models[other].info.name, both=both)
    own, trivial = own_cases(snapshot, key), model_ranking.better_trivial(snapshot, key)
    return (
        tr(
            "{said}; over {doing_all}: {own}.",
            said=said,
            doing_all=vocabulary.vocabulary_of(snapshot).doing_all(trivial),
            own=own,
        )
        if own and trivial
        else f"{said}."
    )


def own_cases(snapshot: Snapshot, key: str) -> str:
    """Write over the 192 cases that a scored; nothing where it scored every case."""
    info = snapshot.models[key].info
    if not info.missing:
        return ""
    scored = numbers.count(snapshot.curve_set.dataset.rows - info.missing)
    return tr("over the {scored} cases that {name} scored", scored=scored, name=info.name)
