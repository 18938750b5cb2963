"""Columns of what combinations of models achieve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.derived_models import DerivedModel
    from costcurve_gui.engine.selection.combinations import LogicalBounds

_BOUNDS = ("low", "high", "reachable")
COMBINATIONS_HEADER = (
    *("model", "kind", "step", "source", "threshold", "fpr", "tpr"),
    *("measured_fpr", "measured_tpr", "expected_fpr", "expected_tpr"),
    *(f"{corner}_{rate}" for corner in _BOUNDS for rate in ("fpr", "tpr")),
)


def combination_rows(
    model: DerivedModel, names: Mapping[str, str], cache: CountsCache
) -> Iterator[tuple[Any, ...]]:
    """Yield what each model does alone, and what all up to it do together.

    `names` has the names of models by column. The last row is the whole combination; with two
    models it has the corners of the box in which it can lie.
    """
    measured = () if model.kind.steps is None else model.kind.steps(model, cache)
    for number, step in enumerate(measured, start=1):
        yield (
            *(model.name, model.kind.key, number, names[step.source], step.threshold),
            *(step.alone.fpr, step.alone.tpr),
            *(step.measured.fpr, step.measured.tpr, *step.expected),
            *_corners(step.bounds),
        )


def _corners(bounds: LogicalBounds | None) -> tuple[float | None, ...]:
    if bounds is None:
        return (None,) * (2 * len(_BOUNDS))
    return tuple(rate for corner in _BOUNDS for rate in getattr(bounds, corner))
