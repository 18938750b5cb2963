"""Threshold the scores of a file to make a family of discrete classifiers."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.loading import loaded_counts
from costcurve_gui.analysis.payoffs import CELLS
from costcurve_gui.analysis.presets import is_number
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.counts.family import ConfusionMatrix, family_table, matrix_at
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.validation import are_probabilities
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.curves import Cases
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.loading import Loaded
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.dataio.dataset_from_counts import CountedDataset

THRESHOLD = 0.5
_FEWEST = 2


def load_score_family(
    dataset_id: str, cases: Cases, snapshot: Snapshot, *, progress: Progress = NO_PROGRESS
) -> Loaded:
    """Return the family of all models of a file, ready to be opened beside it.

    Payoffs and condition are taken over from the snapshot; a payoff that follows a column becomes
    its mean.

    Raises
    ------
    DataError
        Where fewer than two models have scores within 0-1.
    """
    settings = DatasetSettings(
        payoff=_constant(snapshot.settings.payoff, snapshot.curve_set.payoff_means),
        condition=snapshot.settings.condition,
    )
    counted = score_family(snapshot.curve_set.dataset, cases)
    return loaded_counts(dataset_id, counted, lambda _: settings, progress)


def score_family(info: DatasetInfo, cases: Cases, threshold: float = THRESHOLD) -> CountedDataset:
    """Threshold every probability; models trained on several class ratios are one family.

    The ratios are read from names: `tree_m050_r100` was trained on 50 % of the cases of class M
    and 100 % of those of class R, where M and R are the classes of the file.
    """
    # The readers of counts are imported when counts are opened.
    from costcurve_gui.dataio.dataset_from_counts import CountedDataset

    tables = {model.name: cases.cache.table(model.column) for model in info.models}
    usable = {name: table for name, table in tables.items() if are_probabilities(table)}
    if len(usable) < _FEWEST:
        raise DataError(tr("A family needs two or more models whose scores lie within 0 to 1."))
    groups: dict[str, list[ConfusionMatrix]] = {}
    for name, (family, train_pc) in _families(tuple(usable), info).items():
        classifier = matrix_at(name, usable[name], threshold, train_pc)
        groups.setdefault(family, []).append(classifier)
    data = cases.dataset
    return CountedDataset(
        info_name=tr("{name} at {threshold:g}", name=info.name, threshold=threshold),
        path=data.path,
        fingerprint=data.fingerprint,
        kind=TableKind.CONFUSION,
        tables={family: family_table(classifiers) for family, classifiers in groups.items()},
        positive_label=info.positive_label,
        negative_label=info.negative_label,
        file_rows=data.file_rows,
        warnings=(),
    )


def _families(names: Sequence[str], info: DatasetInfo) -> Mapping[str, tuple[str, float | None]]:
    """Return the family of every model and, where its name tells it, what it was trained for."""
    read = {name: _trained(name, info) for name in names}
    sizes = Counter(found[0] for found in read.values() if found is not None)
    kept = {name: found for name, found in read.items() if found and sizes[found[0]] >= _FEWEST}
    rest = tr("other models") if kept else tr("all models")
    return {name: kept.get(name, (rest, None)) for name in names}


def _trained(name: str, info: DatasetInfo) -> tuple[str, float] | None:
    """Return what stands before the ratio, and the share of positives among the training cases.

    That share is the PC(+) trained for where every error costs the same.
    """
    positive, negative = (
        re.escape(label.lower()) for label in (info.positive_label, info.negative_label)
    )
    found = re.fullmatch(rf"(.+)_{positive}(\d+)_{negative}(\d+)", name)
    if found is None:
        return None
    positives, negatives = info.positives * int(found[2]), info.negatives * int(found[3])
    if not positives + negatives:
        return None
    return found[1], positives / (positives + negatives)


def _constant(payoff: PayoffSpec, means: Mapping[str, float]) -> PayoffSpec:
    """Return the matrix with the mean of its class in place of what follows a column."""
    texts = zip(CELLS, payoff.cells, strict=True)
    following = [cell for cell, text in texts if not is_number(text)]
    columns = {cell: f"{means[cell]:.10g}" for cell in following}
    return replace(payoff.with_cells(columns), preset="") if columns else payoff
