"""unlabelled_prior.csv: the prior of cases without labels, from their scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.prevalence.unlabelled import METHODS, SampleGroups, unlabelled_prior
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableOptions, UnlabelledScores
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.prevalence.unlabelled import UnlabelledPrior

UNLABELLED_HEADER = (
    *("model", "method", "prior", "low", "high", "level", "offered", "reason"),
    *("labelled_prior", "distance", "p_value", "rows", "missing", "resampled"),
)
_DERIVED = "the model is derived from others, and is not derived again on these cases"


def has_unlabelled(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether there is a file of scores without labels."""
    del snapshot
    return options.unlabelled is not None


def unlabelled_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row per model and method: the prior, its interval, and whether to use it.

    Scores of the second file are turned where low ones mean positive, as those of the first are.

    Raises
    ------
    ConstraintError
        Where the second file has no score of a model.
    """
    cases, second = snapshot.curve_set.cases, options.unlabelled
    rows: Iterator[tuple[Any, ...]] = iter(())
    if cases is not None and second is not None:
        rows = _rows(snapshot, cases.dataset, second)
    return Table.of_rows(UNLABELLED_HEADER, rows)


def _rows(
    snapshot: Snapshot, dataset: Dataset, second: UnlabelledScores
) -> Iterator[tuple[Any, ...]]:
    for model in (curves.info for curves in snapshot.curve_set.models):
        if model.column not in second.scores:
            nothing = (None,) * (len(UNLABELLED_HEADER) - 9)
            for method in METHODS.values():
                yield (model.name, method, None, None, None, None, False, _DERIVED, *nothing, "")
        else:
            yield from _of_model(snapshot, dataset, model, second)


@dataclass(frozen=True, slots=True, eq=False)
class PriorOfCases:
    """What the scores of a second file say about its prior, by one model.

    `labelled` is the share of positives of the first file, `rows` and `missing` are cases of the
    second one, `resampled` says what is drawn as a whole.
    """

    file: str
    found: UnlabelledPrior
    labelled: float
    rows: int
    missing: int
    level: float
    resampled: str = "cases"


def prior_of_cases(
    snapshot: Snapshot,
    dataset: Dataset,
    model: ModelInfo,
    second: UnlabelledScores,
    progress: Progress = NO_PROGRESS,
) -> PriorOfCases:
    """Return what the scores of a model say about the prior of a second file.

    They are turned where low ones mean positive, as those of the first file are.

    Raises
    ------
    ConstraintError
        Where a class, or the second file, has no score.
    """
    spec, scores = snapshot.settings.bands.spec, second.scores[model.column]
    labelled, known = dataset.scores[model.column], ~np.isnan(dataset.scores[model.column])
    positives = labelled[dataset.y_true & known]
    negatives = labelled[~dataset.y_true & known]
    present = ~np.isnan(scores)
    unlabelled = scores[present]
    turned = -unlabelled if model.lower_is_positive else unlabelled
    groups, said = None, "cases"
    if dataset.group is not None:
        of_class = dataset.y_true & known, ~dataset.y_true & known
        others = None if second.groups is None else second.groups[present]
        groups = SampleGroups((dataset.group[of_class[0]], dataset.group[of_class[1]]), others)
        said = "groups" if others is not None else "groups, single unlabelled cases"
    found = unlabelled_prior(positives, negatives, turned, spec, progress, groups=groups)
    share = positives.size / (positives.size + negatives.size)
    missing = scores.size - unlabelled.size
    return PriorOfCases(second.name, found, share, unlabelled.size, missing, spec.level, said)


def _of_model(
    snapshot: Snapshot, dataset: Dataset, model: ModelInfo, second: UnlabelledScores
) -> Iterator[tuple[Any, ...]]:
    cases = prior_of_cases(snapshot, dataset, model, second)
    found = cases.found
    for key, method in METHODS.items():
        one = found.estimates[key]
        yield (
            *(model.name, method, one.prior, one.low, one.high, cases.level),
            *(not (found.refusal or one.caution), found.refusal or one.caution),
            *(
                cases.labelled,
                found.distance,
                found.p_value,
                cases.rows,
                cases.missing,
                cases.resampled,
            ),
        )
