"""What the title bars of the views say they plot."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from costcurve_gui.analysis.intervals.requests import BAND_VIEWS
from costcurve_gui.analysis.view_settings import DetAxes, FoldAverage, RegretReading
from costcurve_gui.dataio.errors import plural
from costcurve_gui.views.text import comparison_text, numbers, uncertainty_text
from costcurve_gui.views.text import vocabulary as words
from costcurve_gui.views.text.comparison_text import that_all_scored, that_both_scored
from costcurve_gui.views.text.empty_states import not_drawn_note, not_drawn_reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.fold_results import FoldResults
    from costcurve_gui.analysis.snapshot import Snapshot


_OVER_ALL = ("winners", "verdicts", "tests")  # views that compare all models
_OF_MONEY = ("profit", "build_up", "instance_costs")
_REGRET = {
    RegretReading.MONEY: "expected cost, costs fixed",
    RegretReading.ERROR_RATE: "errors, each counted alike",
    RegretReading.COST_RATIO: "normalized cost, prior fixed",
    RegretReading.LOSS_DIFFERENCE: "loss difference, costs fixed",
}


def subtitles(snapshot: Snapshot) -> dict[str, str]:
    """Return the subtitle of every view, by its key."""
    vocabulary = words.vocabulary(snapshot)
    on_deviates = snapshot.settings.views.det_axes is DetAxes.PROBIT
    prior = numbers.prior_percent(snapshot.condition.prior)
    selected = "" if snapshot.selected is None else snapshot.models[snapshot.selected].info.name
    said = {
        "roc": "rates of cases",
        "cost": "lower envelopes",
        "rociv": "shares of money",
        "multiclass": "areas under curves",
        "pr": f"{words.prior_name(vocabulary)} {prior}",
        "det": "normal deviates" if on_deviates else "logarithms",
        "gain": f"{snapshot.settings.views.gain}, {words.prior_name(vocabulary)} {prior}",
        "net_benefit": _with_left_out(snapshot, f"{words.prior_name(vocabulary)} {prior}"),
        "calibration": not_drawn_note(snapshot),
        "rates": "at the operating points",
        "instance_costs": selected,
        "build_up": f"{selected}, {vocabulary.unit} per {vocabulary.noun}".replace("  ", " "),
        "difference": _difference(snapshot),
        **{view: _compared(snapshot, view)[-1] for view in _OVER_ALL},
        "superiority": _superiority(snapshot),
        "regret": _regret(snapshot),
        "folds": _folds(snapshot),
        "profit": f"per {vocabulary.noun}, {words.prior_name(vocabulary)} {prior}",
    }
    said |= {view: with_scale(said[view], snapshot) for view in _OF_MONEY}
    return said | {view: _with_bands(said[view], snapshot, view) for view in BAND_VIEWS}


def fuller(snapshot: Snapshot, brief: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return longer texts than the subtitles, for views with room, the fullest first.

    They name method, replicates and seed of what was resampled.
    """
    said = {
        view: tuple(_fuller(snapshot, view, brief[view], note))
        for view in BAND_VIEWS
        if (note := uncertainty_text.band_note(snapshot, view))
    }
    pairs = {
        "difference": tuple(dict.fromkeys(_fuller_difference(snapshot))),
        "superiority": (brief["superiority"], *_pair_alone(snapshot, "against")),
    }
    compared = {view: _compared(snapshot, view)[:-1] for view in _OVER_ALL}
    left_out = {"calibration": (not_drawn_reason(snapshot),)}
    return {**said, **pairs, **compared, **left_out}


def _fuller(snapshot: Snapshot, view: str, subtitle: str, note: str) -> Iterator[str]:
    """Yield what is plotted with how sure it is; a method that was chosen goes before the first."""
    what = subtitle.removesuffix(note).removesuffix(", ")
    for note in uncertainty_text.band_notes(snapshot, view):
        yield f"{what}, {note}" if what else note
    yield from uncertainty_text.other_method(snapshot, view)


def _fuller_difference(snapshot: Snapshot) -> Iterator[str]:
    """Yield the pair with how sure its difference is, which goes before a name is left out."""
    found = snapshot.cost_answers.comparison()
    if found is None:
        return
    cases, pair, notes = (
        _both(snapshot),
        _pair(snapshot, "minus"),
        uncertainty_text.difference_notes(snapshot),
    )
    brief = notes[-1].removesuffix(" band") if notes else ""
    for note in dict.fromkeys((*notes, brief, "")):
        yield _with_cases(_with_cases(pair, cases), note)
    yield from _pair_alone(snapshot, "minus")


def _pair_alone(snapshot: Snapshot, between: str) -> Iterator[str]:
    """Yield a pair without more words, at last the rival only: the other one is selected."""
    found = snapshot.cost_answers.comparison()
    if found is not None:
        yield _pair(snapshot, between)
        yield f"{between} {comparison_text.names(snapshot, found)[1]}"


def details(snapshot: Snapshot) -> dict[str, str]:
    """Return how sure each view is and by what method, for those that show it."""
    views = (*BAND_VIEWS, "difference", "winners")
    said = {view: uncertainty_text.sureness(snapshot, view) for view in views}
    return {**said, **{view: _compared(snapshot, view)[0] for view in ("verdicts", "tests")}}


def _with_left_out(snapshot: Snapshot, text: str) -> str:
    note = not_drawn_note(snapshot)
    return f"{note}, {text}" if note else text


def _with_bands(text: str, snapshot: Snapshot, view: str) -> str:
    note = uncertainty_text.band_note(snapshot, view)
    return f"{text}, {note}" if note else text


def _compared(snapshot: Snapshot, view: str) -> tuple[str, ...]:
    """Say how all models are compared, the fullest first: of seed and replicates at last nothing.

    What was drawn and over which cases stands last, and stays where there is no room for more.
    """
    if len(snapshot.models) < 2:
        return ("",)
    spec = replace(
        snapshot.settings.bands.comparison_spec, grouped=snapshot.curve_set.dataset.grouped
    )
    cases = _each_pair(snapshot) if view == "tests" else that_all_scored(snapshot)
    level = "" if view == "winners" else uncertainty_text.level(spec)
    last = ", ".join(part for part in (level, uncertainty_text.samples(spec), cases) if part)
    often = uncertainty_text.replicates(spec)
    fullest = (f"{often}, seed {spec.seed}, {last}", f"{often}, {last}")
    return *(text.removesuffix(", ") for text in fullest), last


def _difference(snapshot: Snapshot) -> str:
    return _with_cases(_pair(snapshot, "minus"), _both(snapshot))


def _superiority(snapshot: Snapshot) -> str:
    """Name the cases of the lanes last, which stay where there is no room for more."""
    pair, both = _pair(snapshot, "against"), _both(snapshot)
    if len(snapshot.models) == 2:
        return _with_cases(pair, both)
    index = f"LC of {both}" if both else ""
    return _with_cases(_with_cases(pair, index), that_all_scored(snapshot))


def _regret(snapshot: Snapshot) -> str:
    reading = snapshot.settings.views.regret
    differs = reading is RegretReading.LOSS_DIFFERENCE
    return _with_cases(_REGRET[reading], _both(snapshot) if differs else "")


def _both(snapshot: Snapshot) -> str:
    """Say over which cases the selected model and its rival are compared, if not over all."""
    found = snapshot.cost_answers.comparison()
    return "" if found is None else that_both_scored(found.cases)


def _each_pair(snapshot: Snapshot) -> str:
    gaps = len(snapshot.models) > 1 and any(one.info.missing for one in snapshot.models.values())
    return "cases that both scored" if gaps else ""


def _with_cases(text: str, cases: str) -> str:
    return ", ".join(part for part in (text, cases) if part)


def _pair(snapshot: Snapshot, between: str) -> str:
    found = snapshot.cost_answers.comparison()
    return "" if found is None else f" {between} ".join(comparison_text.names(snapshot, found))


def with_scale(text: str, snapshot: Snapshot) -> str:
    """Say last that misses are scaled, if they are: it stays where there is no room for more."""
    return _with_cases(text, words.scaled_note(snapshot))


_AVERAGES = {
    FoldAverage.POOLED: "pooled scores",
    FoldAverage.VERTICAL: "vertical average",
    FoldAverage.HORIZONTAL: "horizontal average",
    FoldAverage.THRESHOLD: "threshold average",
    FoldAverage.COST_SPACE: "average in cost space",
    FoldAverage.COMPARED: "averages compared",
}


def _folds(snapshot: Snapshot) -> str:
    found = cast("FoldResults | None", snapshot.extras.get("folds"))
    if found is None or not found.folds:
        return ""
    return f"{_AVERAGES[snapshot.settings.views.fold_average]}, {plural(found.folds, 'fold')}"
