"""What the title bars of the views say they plot."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from costcurve_gui.dataio.errors import plural
from costcurve_gui.models.state import DetAxes, FoldAverage, RegretReading
from costcurve_gui.models.uncertainty import CONDITION_BANDS, SCENE_BANDS
from costcurve_gui.views import band_words, comparisons, numbers, words
from costcurve_gui.views.left_out import left_out_note

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.models.fold_curves import FoldResults
    from costcurve_gui.models.results import Frame


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
        "calibration": left_out_note(frame),
        "rates": "at the operating points",
        "instance_costs": selected,
        "build_up": f"{selected}, {vocabulary.unit} per {vocabulary.noun}".replace("  ", " "),
        "difference": _difference(frame),
        "winners": _drawn(frame, "{drawn}"),
        "verdicts": _drawn(frame, "{drawn}, {level}"),
        "tests": _drawn(frame, "{drawn}, {level}"),
        "superiority": _pair(frame, "against"),
        "regret": _REGRET[frame.settings.views.regret],
        "folds": _folds(frame),
        "profit": f"per {vocabulary.noun}, {words.prior_name(vocabulary)} {prior}",
    }
    return {view: _with_bands(text, frame, view) for view, text in said.items()}


def fuller(frame: Frame) -> dict[str, tuple[str, ...]]:
    """Return longer subtitles for those with room, the fullest first.

    They name method, replicates and seed of what was resampled.
    """
    said = {
        view: tuple(_fuller(text.removesuffix(note).removesuffix(", "), notes))
        for view, text in subtitles(frame).items()
        if (notes := band_words.band_notes(frame, view))
        for note in [band_words.band_note(frame, view)]
    }
    pair = _difference(frame)
    said["difference"] = tuple(f"{pair}, {note}" for note in band_words.difference_notes(frame))
    return {**said, **_fuller_tables(frame)}


def _fuller(what: str, notes: tuple[str, ...]) -> Iterator[str]:
    """Yield a note with what is plotted, and without it: how it was found is said first."""
    for note in notes:
        if what:
            yield f"{what}, {note}"
        yield note


def _fuller_tables(frame: Frame) -> dict[str, tuple[str, ...]]:
    """Return what tables say where the seed has no room: the level stands over a column."""
    whole = _drawn(frame, "{drawn}, {level}")
    return {"tests": (whole, *whole.rpartition(", ")[:1])} if whole else {}


def details(frame: Frame) -> dict[str, str]:
    """Return how sure each view is and by what method, for those that show it."""
    views = (*SCENE_BANDS, *CONDITION_BANDS, "difference", "winners")
    return {view: band_words.sureness(frame, view) for view in views}


def _with_left_out(frame: Frame, text: str) -> str:
    note = left_out_note(frame)
    return f"{note}, {text}" if note else text


def _with_bands(text: str, frame: Frame, view: str) -> str:
    note = band_words.band_note(frame, view)
    return f"{text}, {note}" if note else text


def _drawn(frame: Frame, template: str) -> str:
    """Say what models are compared over; nothing where there is one only."""
    if len(frame.models) < 2:
        return ""
    spec = replace(frame.settings.bands.spec, grouped=frame.scene.dataset.grouped)
    return template.format(level=band_words.level(spec), drawn=band_words.drawn(spec))


def _difference(frame: Frame) -> str:
    common = comparisons.have_gaps(frame) and comparisons.difference_known(frame) is not None
    pair = _pair(frame, "minus")
    return f"{pair}, cases that both scored" if common else pair


def _pair(frame: Frame, between: str) -> str:
    found = frame.cost_answers.comparison()
    return "" if found is None else f" {between} ".join(comparisons.names(frame, found))


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
