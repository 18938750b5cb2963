"""A line of the list of models, and what is said of it in words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.resampling.bootstrap import by_groups
from costcurve_gui.translation import tr
from costcurve_gui.views.text import numbers, uncertainty_text
from costcurve_gui.views.text.inflection import listed, sentence_case
from costcurve_gui.views.text.names import PROFIT_COLUMN, Column, origin

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.snapshot import Snapshot

MODEL, AUC, INTERVAL, FIGURE = range(4)
_CHANCE = 0.5  # AUC below it: the model ranks backwards


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One line of the list; `slot` 0 is a trivial classifier, `origin` what it was made from.

    `backwards` says that its scores, where it has any, rank the wrong way round, `turned` that low
    ones were taken for positive, in words. `figure` is what the models are ranked by, None where a
    model cannot do what is asked for; while it is `expected`, it is of this sample, and that for
    new cases is on its way; while it is `flattered`, it is of the sample that chose the threshold,
    and no other will come. One for new cases has its `interval`, level included, and `here` the
    figure on this sample, both as written; `caution` says why it is less sure than it looks.
    `file_column` holds the scores of a model of the file, `file` is named where several were
    joined. One that is `left_out` is no candidate of the decision, and has no figure. A trivial
    classifier that breaks a bound says so in its place.
    """

    key: str
    name: str
    slot: int = 0
    auc: float | None = None
    low: float | None = None
    high: float | None = None
    note: str = ""
    origin: str = ""
    backwards: bool = False
    turned: str = ""
    figure: float | None = None
    interval: str = ""
    here: str = ""
    expected: bool = False
    flattered: bool = False
    caution: str = ""
    column: Column = PROFIT_COLUMN
    shown: bool = True
    best: bool = False
    left_out: bool = False
    broken: str = ""
    file_column: str = ""
    file: str = ""


def ranks_backwards(model: ModelCurves, curve_set: CurveSet) -> bool:
    """Whether a model has scores, and their order is worse than chance; counts have none."""
    return curve_set.dataset.kind is TableKind.SCORES and model.auc.auc < _CHANCE


def model_row(model: ModelCurves, curve_set: CurveSet) -> ModelRow:
    """Return the line of a model before anything is known of its decision."""
    interval = model.auc.of_score
    area = None if math.isnan(interval.auc) else interval.auc  # several classifiers have none
    missing = (
        tr("\n{missing} scores missing", missing=numbers.count(model.info.missing))
        if model.info.missing
        else ""
    )
    return ModelRow(
        key=model.info.key,
        name=model.info.name,
        slot=model.info.slot,
        auc=area,
        low=interval.low,
        high=interval.high,
        note=_interval_note(model, curve_set.dataset.group) + missing,
        origin=origin(model.info, curve_set),
        backwards=ranks_backwards(model, curve_set),
        turned=_turned(model.info, curve_set.dataset.positive_called),
        file_column="" if model.info.derived else model.info.column,
        file=model.info.file,
    )


def _turned(model: ModelInfo, positive: str) -> str:
    if model.derived is not None or not model.lower_is_positive:
        return ""
    return tr("Turned: low scores mean {class_name}", class_name=class_name(positive))


def _interval_note(model: ModelCurves, group: str | None) -> str:
    interval = model.auc.of_score
    if interval.low is None or interval.high is None:
        return (
            tr("No interval on AUC: {reason}", reason=interval.reason)
            if interval.reason
            else tr("No interval on AUC")
        )
    written = numbers.interval(interval.low, interval.high)
    method = listed(interval.method, by_groups(group), uncertainty_text.share(interval.level))
    few = f"\n{sentence_case(interval.caution)}" if interval.caution else ""
    return tr("Interval on AUC, {method}: {written}{few}", method=method, written=written, few=few)


def read_aloud(row: ModelRow, text: str, column: int) -> str:
    """Say what is only drawn: the interval, and by weight which model is the best."""
    if column == INTERVAL:
        return row.note
    if column == FIGURE and row.figure is not None:
        return ", ".join(filter(None, (_figure(row), row.here)))
    if column == MODEL:
        derived = tr(", derived: {origin}", origin=row.origin) if row.origin else ""
        read_from = tr(", from {file}", file=row.file) if row.file else ""
        turned = f", {row.turned[0].lower()}{row.turned[1:]}" if row.turned else ""
        rank = tr(", best at this condition, on this sample") if row.best else ""
        rank = tr(", left out of the decision") if row.left_out else rank
        return f"{text}{derived}{turned}{read_from}{rank}"
    return text


def figure_note(row: ModelRow) -> str:
    """Say what the figure of a line is, whole, or why it has none."""
    if row.left_out:
        return tr("Left out of the decision; Ctrl+D lets it in")
    if row.broken:
        return f"{row.name} {row.broken}"
    note = "\n".join(filter(None, (_figure(row), row.column.note)))
    if row.expected:
        note = tr("{note}, on this sample; on new cases it is less", note=note)
    elif row.flattered:
        note = tr("{note}, on this sample", note=note)
    if not row.slot:
        return note
    if row.figure is None:
        return tr("{note}: this model cannot do what is asked for", note=note)
    best = tr("\nBest at this condition, on this sample") if row.best else ""
    few = f"\n{sentence_case(row.caution)}" if row.caution else ""
    note = tr("{note}, at the model's threshold", note=note)
    return "\n".join(filter(None, (note, row.here))) + best + few


def _figure(row: ModelRow) -> str:
    """Write the figure of a line whole, with its interval where there is one."""
    if row.figure is None:
        return ""
    whole = row.column.whole(row.figure)
    return f"{whole} ({row.interval})" if row.interval else whole


def hidden_note(snapshot: Snapshot) -> str:
    """Say how many curves are hidden, how many models decide, and why if the program hid them."""
    models, deciding = len(snapshot.models), len(snapshot.candidates)
    count = models - len(snapshot.shown)
    if not count:
        return ""
    curves = tr("1 curve") if count == 1 else tr("{count} curves", count=count)
    who = (
        tr("all {models}", models=models)
        if deciding == models
        else tr("{deciding} of {models}", deciding=deciding, models=models)
    )
    said = tr("{curves} hidden; {who} decide.", curves=curves, who=who)
    if snapshot.settings.hidden is None:
        said += tr(
            " Drawn are the {number} best on this sample.",
            number=numbers.in_words(len(snapshot.shown)),
        )
    return said


def left_out_note(snapshot: Snapshot) -> str:
    """Say how many models are left out of the decision; nothing where all decide."""
    count = len(snapshot.models) - len(snapshot.candidates)
    if not count:
        return ""
    return tr(
        "{word} left out of the decision",
        word=tr("1 model") if count == 1 else tr("{count} models", count=count),
    )
