"""manifest.json: what a report was made from, so that it can be made again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui import __version__
from costcurve_gui.engine.resampling.delong import auc_interval

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.cli.analysis import AnalysedModel, Analysis


def manifest(analysis: Analysis, files: Sequence[str]) -> dict[str, Any]:
    """Return the manifest: no time, no place, so that the same input gives the same bytes."""
    return {
        "program": {"name": "CostCurve", "version": __version__},
        "input": _input(analysis),
        "options": _options(analysis),
        "seed": analysis.options.seed,
        "warnings": list(warnings(analysis)),
        "files": sorted(files),
    }


def warnings(analysis: Analysis) -> Iterator[str]:
    """Yield what the reader should know before trusting a number."""
    yield from analysis.dataset.warnings
    for column in sorted(analysis.roles.lower_is_positive):
        yield f"{column}: low scores mean positive; thresholds are those of the negated score"
    for model in analysis.models:
        yield from _model_warnings(model, analysis.options.confidence)


def _input(analysis: Analysis) -> dict[str, Any]:
    dataset = analysis.dataset
    positives = int(np.count_nonzero(dataset.y_true))
    return {
        "file": analysis.options.file.name,
        "sha256": dataset.sha256,
        "rows": dataset.file_rows,
        "rows_used": dataset.rows,
        "positives": positives,
        "negatives": dataset.rows - positives,
        "positive_label": dataset.positive_label,
        "negative_label": dataset.negative_label,
    }


def _options(analysis: Analysis) -> dict[str, Any]:
    """Return the value of every option, found ones included; only the folder is left out."""
    options, roles = analysis.options, analysis.roles
    return {
        "label": roles.label,
        "positive": roles.positive,
        "scores": [model.column for model in analysis.models],
        "lower_is_positive": sorted(roles.lower_is_positive),
        "weight": roles.weight,
        "fold": roles.fold,
        "where": roles.where,
        **options.payoffs,
        "payoff": None if options.payoff_file is None else options.payoff_file.name,
        "prior": analysis.prior,
        "max_fpr": options.max_fpr,
        "capacity": options.capacity,
        "population": options.population,
        "threshold": options.threshold,
        "belief": options.belief,
        "bootstrap": 0,
        "confidence": options.confidence,
        "format": list(options.formats),
    }


def _model_warnings(model: AnalysedModel, level: float) -> Iterator[str]:
    if model.evaluation.auc < 0.5:
        yield f"{model.name}: ranks backwards (AUC {model.evaluation.auc:.3f}); it is not reversed"
    reason = auc_interval(model.evaluation.table, level).reason
    if reason:
        yield f"{model.name}: no interval on the AUC, {reason}"
