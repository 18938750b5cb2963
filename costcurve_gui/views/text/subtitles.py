"""What the title bars of the views say they plot."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from costcurve_gui.dataio.errors import plural
from costcurve_gui.models.state import DetAxes, FoldAverage, RegretReading
from costcurve_gui.models.uncertainty import BAND_VIEWS
from costcurve_gui.views.text import comparison_text, numbers, uncertainty_text
from costcurve_gui.views.text import vocabulary as words
from costcurve_gui.views.text.comparison_text import that_all_scored, that_both_scored
from costcurve_gui.views.text.empty_states import not_drawn_note, not_drawn_reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.models.fold_curves import FoldResults
    from costcurve_gui.models.results import Frame


_OVER_ALL = ("winners", "verdicts", "tests")  # views that compare all models
_OF_MONEY = ("profit", "build_up", "instance_costs")
_REGRET = {
    RegretReading.MONEY: "expected cost, costs fixed",
    RegretReading.ERROR_RATE: "errors, each counted alike",
    RegretReading.COST_RATIO: "normalized cost, prior fixed",
    RegretReading.LOSS_DIFFERENCE: "loss difference, costs fixed",
}


def subtitles(frame: Frame) -> dict[str, str]:
    """Return the subtitle of every view, by its key."""
    vocabulary = words.vocabulary(frame)
    on_deviates = frame.settings.views.det_axes is DetAxes.PROBIT
    prior = numbers.prior_percent(frame.condition.prior)
    selected = "" if frame.selected is None else frame.models[frame.selected].info.name
    said = {
        "roc": "rates of cases",
        "cost": "lower envelopes",
        "rociv": "shares of money",
        "multiclass": "areas under curves",
        "pr": f"{words.prior_name(vocabulary)} {prior}",
        "det": "normal deviates" if on_deviates else "logarithms",
        "gain": f"{frame.settings.views.gain}, {words.prior_name(vocabulary)} {prior}",
        "net_benefit": _with_left_out(frame, f"{words.prior_name(vocabulary)} {prior}"),
        "calibration": not_drawn_note(frame),
        "rates": "at the operating points",
        "instance_costs": selected,
        "build_up": f"{selected}, {vocabulary.unit} per {vocabulary.noun}".replace("  ", " "),
        "difference": _difference(frame),
        **{view: _compared(frame, view)[-1] for view in _OVER_ALL},
        "superiority": _superiority(frame),
        "regret": _regret(frame),
        "folds": _folds(frame),
        "profit": f"per {vocabulary.noun}, {words.prior_name(vocabulary)} {prior}",
    }
    said |= {view: with_scale(said[view], frame) for view in _OF_MONEY}
    return said | {view: _with_bands(said[view], frame, view) for view in BAND_VIEWS}


def fuller(frame: Frame, brief: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return longer texts than the subtitles, for views with room, the fullest first.

    They name method, replicates and seed of what was resampled.
    """
    said = {
        view: tuple(_fuller(frame, view, brief[view], note))
        for view in BAND_VIEWS
        if (note := uncertainty_text.band_note(frame, view))
    }
    pairs = {
        "difference": tuple(dict.fromkeys(_fuller_difference(frame))),
        "superiority": (brief["superiority"], *_pair_alone(frame, "against")),
    }
    compared = {view: _compared(frame, view)[:-1] for view in _OVER_ALL}
    left_out = {"calibration": (not_drawn_reason(frame),)}
    return {**said, **pairs, **compared, **left_out}


def _fuller(frame: Frame, view: str, subtitle: str, note: str) -> Iterator[str]:
    """Yield what is plotted with how sure it is; a method that was chosen goes before the first."""
    what = subtitle.removesuffix(note).removesuffix(", ")
    for note in uncertainty_text.band_notes(frame, view):
        yield f"{what}, {note}" if what else note
    yield from uncertainty_text.other_method(frame, view)


def _fuller_difference(frame: Frame) -> Iterator[str]:
    """Yield the pair with how sure its difference is, which goes before a name is left out."""
    found = frame.cost_answers.comparison()
    if found is None:
        return
    cases, pair, notes = (
        _both(frame),
        _pair(frame, "minus"),
        uncertainty_text.difference_notes(frame),
    )
    brief = notes[-1].removesuffix(" band") if notes else ""
    for note in dict.fromkeys((*notes, brief, "")):
        yield _with_cases(_with_cases(pair, cases), note)
    yield from _pair_alone(frame, "minus")


def _pair_alone(frame: Frame, between: str) -> Iterator[str]:
    """Yield a pair without more words, at last the rival only: the other one is selected."""
    found = frame.cost_answers.comparison()
    if found is not None:
        yield _pair(frame, between)
        yield f"{between} {comparison_text.names(frame, found)[1]}"


def details(frame: Frame) -> dict[str, str]:
    """Return how sure each view is and by what method, for those that show it."""
    views = (*BAND_VIEWS, "difference", "winners")
    said = {view: uncertainty_text.sureness(frame, view) for view in views}
    return {**said, **{view: _compared(frame, view)[0] for view in ("verdicts", "tests")}}


def _with_left_out(frame: Frame, text: str) -> str:
    note = not_drawn_note(frame)
    return f"{note}, {text}" if note else text


def _with_bands(text: str, frame: Frame, view: str) -> str:
    note = uncertainty_text.band_note(frame, view)
    return f"{text}, {note}" if note else text


def _compared(frame: Frame, view: str) -> tuple[str, ...]:
    """Say how all models are compared, the fullest first: of seed and replicates at last nothing.

    What was drawn and over which cases stands last, and stays where there is no room for more.
    """
    if len(frame.models) < 2:
        return ("",)
    spec = replace(frame.settings.bands.comparison_spec, grouped=frame.scene.dataset.grouped)
    cases = _each_pair(frame) if view == "tests" else that_all_scored(frame)
    level = "" if view == "winners" else uncertainty_text.level(spec)
    last = ", ".join(part for part in (level, uncertainty_text.samples(spec), cases) if part)
    often = uncertainty_text.replicates(spec)
    fullest = (f"{often}, seed {spec.seed}, {last}", f"{often}, {last}")
    return *(text.removesuffix(", ") for text in fullest), last


def _difference(frame: Frame) -> str:
    return _with_cases(_pair(frame, "minus"), _both(frame))


def _superiority(frame: Frame) -> str:
    """Name the cases of the lanes last, which stay where there is no room for more."""
    pair, both = _pair(frame, "against"), _both(frame)
    if len(frame.models) == 2:
        return _with_cases(pair, both)
    index = f"LC of {both}" if both else ""
    return _with_cases(_with_cases(pair, index), that_all_scored(frame))


def _regret(frame: Frame) -> str:
    reading = frame.settings.views.regret
    differs = reading is RegretReading.LOSS_DIFFERENCE
    return _with_cases(_REGRET[reading], _both(frame) if differs else "")


def _both(frame: Frame) -> str:
    """Say over which cases the selected model and its rival are compared, if not over all."""
    found = frame.cost_answers.comparison()
    return "" if found is None else that_both_scored(found.cases)


def _each_pair(frame: Frame) -> str:
    gaps = len(frame.models) > 1 and any(one.info.missing for one in frame.models.values())
    return "cases that both scored" if gaps else ""


def _with_cases(text: str, cases: str) -> str:
    return ", ".join(part for part in (text, cases) if part)


def _pair(frame: Frame, between: str) -> str:
    found = frame.cost_answers.comparison()
    return "" if found is None else f" {between} ".join(comparison_text.names(frame, found))


def with_scale(text: str, frame: Frame) -> str:
    """Say last that misses are scaled, if they are: it stays where there is no room for more."""
    return _with_cases(text, words.scaled_note(frame))


_AVERAGES = {
    FoldAverage.POOLED: "pooled scores",
    FoldAverage.VERTICAL: "vertical average",
    FoldAverage.HORIZONTAL: "horizontal average",
    FoldAverage.THRESHOLD: "threshold average",
    FoldAverage.COST_SPACE: "average in cost space",
    FoldAverage.COMPARED: "averages compared",
}


def _folds(frame: Frame) -> str:
    found = cast("FoldResults | None", frame.extras.get("folds"))
    if found is None or not found.folds:
        return ""
    return f"{_AVERAGES[frame.settings.views.fold_average]}, {plural(found.folds, 'fold')}"
