"""Which model is the cheapest over which PC(+), and whether that is shown or may be chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from costcurve_gui.engine.cost.condition import prior_at
from costcurve_gui.models.uncertainty import known, verdicts_wanted
from costcurve_gui.views import band_words, numbers, words
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow

if TYPE_CHECKING:
    from costcurve_gui.engine.resampling.interval_table import IntervalRow
    from costcurve_gui.models.results import Frame

_COLUMNS = (  # what is asked first comes first: a narrow dock scrolls to the rest
    TableColumn("best", words=True),
    TableColumn("verdict", words=True),
    TableColumn("lead in cost"),
    TableColumn("runner-up", words=True),
    TableColumn("its cost"),
    TableColumn("threshold"),
)
_VERDICTS = {"better": "better", "not shown": "not shown", "worse": "worse", "equal": "all alike"}
_REASONS = {
    "better": "{best} is shown to be cheaper than every other model ({level}).",
    "not shown": (
        "{best} is the cheapest on these cases, which may be chance: that it is cheaper than "
        "every other model is not shown ({level})."
    ),
    "equal": "Every model does best by deciding all cases alike, so all cost the same.",
}


def verdicts_content(frame: Frame) -> TableContent:
    """Return a row for each stretch of PC(+) with one cheapest model and one verdict."""
    found = cast("tuple[IntervalRow, ...] | None", known(frame, verdicts_wanted(frame)))
    if found is None:
        return TableContent("PC(+)", (), ())
    return TableContent("PC(+)", _COLUMNS, tuple(_row(frame, row) for row in found))


def _row(frame: Frame, row: IntervalRow) -> TableRow:
    at = frame.condition.probability_cost
    return TableRow(
        numbers.interval(row.pc_low, row.pc_high),
        (
            _name(frame, row.best),
            _VERDICTS[row.verdict],
            numbers.MISSING if row.best is None else numbers.interval(*row.margin),
            _name(frame, row.runner_up),
            numbers.interval(*row.costs),
            numbers.MISSING if row.best is None else _thresholds(frame, row),
        ),
        _hint(frame, row),
        chosen=row.pc_low <= at < row.pc_high or at == row.pc_high == 1,
    )


def _name(frame: Frame, position: int | None) -> str:
    if position is None:
        return numbers.MISSING
    return frame.models[list(frame.models)[position]].info.name


def _thresholds(frame: Frame, row: IntervalRow) -> str:
    """Write the thresholds at both ends, or the one that is best at both."""
    if row.best is None:
        return numbers.MISSING
    scene = words.model_scene(frame.scene, list(frame.models)[row.best])
    table = scene.evaluation.table.thresholds
    ends = dict.fromkeys(row.thresholds)
    indices = (int(np.searchsorted(-table, -end)) for end in ends)
    texts = (words.threshold_text(scene, *at) for at in zip(indices, ends, strict=True))
    return " to ".join(texts)


def _hint(frame: Frame, row: IntervalRow) -> str:
    spec, means = frame.settings.bands.comparison_spec, frame.condition.means
    reason = _REASONS[row.verdict].format(best=_name(frame, row.best), level=band_words.level(spec))
    low, high = (
        numbers.prior_percent(float(prior_at(end, means.fn_cost, means.fp_cost)))
        for end in (row.pc_low, row.pc_high)
    )
    prior = words.prior_name(words.vocabulary(frame))
    method = f"fixed policy{band_words.paired(spec)}, {band_words.drawn(spec)}"
    return f"{reason}\n{prior} from {low} to {high} at these costs\nBootstrap, {method}"
