"""Scored cases of two or several classes as a source of curves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.counts_cache import CountsCache
from costcurve_gui.analysis.curves import Cases, build_curve_set
from costcurve_gui.analysis.dataset_info import DatasetInfo, ModelInfo
from costcurve_gui.analysis.derived_models import combination, with_derived
from costcurve_gui.dataio.dataset import model_names
from costcurve_gui.dataio.roles.column_roles import class_name
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.validation import in_units

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.derivation import DerivedModel
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.sources.further_columns import FurtherColumns
    from costcurve_gui.dataio.case_times import CaseTimes
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.multiclass_dataset import MulticlassDataset
    from costcurve_gui.dataio.segments import SegmentColumn
    from costcurve_gui.dataio.source import Fingerprint

    SettingsFor = Callable[[DatasetInfo], DatasetSettings]


class _CaseSource(ABC):
    """Scored cases; their curves are computed from the counts of those that `cases` returns."""

    multiclass: MulticlassDataset | None

    @property
    @abstractmethod
    def fingerprint(self) -> Fingerprint:
        """Hash of the file's bytes."""

    @abstractmethod
    def cases(self, info: DatasetInfo) -> Cases:
        """Return the cases with the positive class of `info`."""

    def build_curves(
        self,
        info: DatasetInfo,
        payoff: PayoffSpec,
        derived: tuple[DerivedModel, ...] = (),
        known: tuple[ModelCurves, ...] = (),
        *,
        progress: Progress = NO_PROGRESS,
    ) -> CurveSet:
        """Compute the curves of every model for the positive class of `info`."""
        cache = self.cases(info).cache
        found = build_derived_curve_set(info, payoff, derived, cache, known, progress=progress)
        return replace(found, source=self)


class ScoredSource(_CaseSource):
    """Scored cases of two classes, or of one class against all others in a file of several."""

    def __init__(
        self,
        dataset: Dataset,
        cache: CountsCache | None = None,
        multiclass: MulticlassDataset | None = None,
        read_groups: Callable[[str], NDArray[np.int64]] | None = None,
        further: FurtherColumns | None = None,
    ) -> None:
        self._further = further
        self._cases = Cases(dataset, cache or CountsCache(dataset))
        self._read_groups = read_groups
        self._grouped: dict[str, Cases] = {}
        self._lock = Lock()
        self.multiclass = multiclass

    @property
    def fingerprint(self) -> Fingerprint:
        """Hash of the file's bytes."""
        return self._cases.dataset.fingerprint

    def cases(self, info: DatasetInfo) -> Cases:
        """Return the cases in the groups of `info`, which are read where the file's are others.

        Raises
        ------
        DataError
            Where a row belongs to no group.
        """
        column, read, found = info.group, self._read_groups, self._cases
        if column is None or read is None or column == found.dataset.group_column:
            return found
        with self._lock:
            if column not in self._grouped:
                cache = found.cache.in_groups(column, read(column))
                dataset = replace(found.dataset, group=cache.dataset.group, group_column=column)
                self._grouped[column] = Cases(dataset, cache)
            return self._grouped[column]

    def segments(self, column: str) -> SegmentColumn | None:
        """Return the segment of each case by a column, read once; None where no file is known.

        Raises
        ------
        DataError
            Where the column makes no segments.
        """
        if self._further is None:
            return None
        return self._further.segments(self._cases.dataset, column)

    def times(self, column: str) -> CaseTimes | None:
        """Return when each case came by a column, read once; None where no file is known.

        Raises
        ------
        DataError
            Where a case has no day there.
        """
        if self._further is None:
            return None
        return self._further.times(self._cases.dataset, column)

    def units(self, column: str) -> NDArray[np.int64] | None:
        """Return the unit of each case by a column, read once; None where no file is known.

        Raises
        ------
        DataError
            Where a case has no unit there.
        """
        if self._further is None:
            return None
        return self._further.units(self._cases.dataset, column)


class MulticlassSource(_CaseSource):
    """Scored cases of several classes; each class against all others is sorted once."""

    def __init__(
        self,
        multiclass: MulticlassDataset,
        read_groups: Callable[[str], NDArray[np.int64]] | None = None,
    ) -> None:
        self.multiclass = self._dataset = multiclass
        self._read_groups = None if read_groups is None else lru_cache(read_groups)
        self._sources: dict[str, ScoredSource] = {}
        self._lock = Lock()

    @property
    def fingerprint(self) -> Fingerprint:
        """Hash of the file's bytes."""
        return self._dataset.cases.fingerprint

    def cases(self, info: DatasetInfo) -> Cases:
        """Return the cases with one class against all others, scores by the names of models.

        Raises
        ------
        DataError
            Where a row belongs to no group.
        """
        with self._lock:
            if info.positive_label not in self._sources:
                dataset = self._dataset.by_model(info.positive_label)
                source = ScoredSource(dataset, read_groups=self._read_groups)
                self._sources[info.positive_label] = source
        return self._sources[info.positive_label].cases(info)


def build_derived_curve_set(
    info: DatasetInfo,
    payoff: PayoffSpec,
    derived: tuple[DerivedModel, ...],
    cache: CountsCache,
    known: tuple[ModelCurves, ...] = (),
    *,
    progress: Progress = NO_PROGRESS,
) -> CurveSet:
    """Compute the curves of the file's models and of those derived from them.

    Parameters
    ----------
    info : DatasetInfo
        With the file's own models.
    payoff : PayoffSpec
        The payoff matrix.
    derived : tuple of DerivedModel
        In the order in which they were made.
    cache : CountsCache
        Of the dataset; the scores of derived models are added to it.
    known : tuple of ModelCurves
        Curves under the same payoffs that need not be computed again.

    Raises
    ------
    EngineError
        Where a derived model has no scores, or the payoffs cannot be used.
    """
    whole = with_derived(info, derived, cache)
    curve_set = build_curve_set(whole, cache.dataset, payoff, cache, known, progress=progress)
    models = tuple(_with_combination(model, cache) for model in curve_set.models)
    return replace(curve_set, models=models)


def _with_combination(model: ModelCurves, cache: CountsCache) -> ModelCurves:
    """Add what a combination was expected to achieve; its 1 and 0 are no probabilities."""
    derived = model.info.derived
    if derived is None or model.combination is not None or not derived.kind.uses_thresholds:
        return model
    return replace(model, combination=combination(derived, cache), absolute=None)


def describe_cases(dataset_id: str, dataset: Dataset, cache: CountsCache) -> DatasetInfo:
    """Return what is known of a dataset, without its arrays."""
    positives, total = _class_sizes(dataset)
    names = model_names(tuple(dataset.scores))
    models = tuple(
        replace(
            _model_info(dataset_id, column, slot, names[column], cache),
            lower_is_positive=column in dataset.lower_is_positive,
            grades=dataset.orders.get(column, ()),
        )
        for slot, column in enumerate(dataset.scores, start=1)
    )
    return DatasetInfo(
        id=dataset_id,
        name=dataset.info_name,
        path=str(dataset.path or ""),
        rows=dataset.rows,
        positives=positives,
        negatives=total - positives,
        positive_label=dataset.positive_label,
        negative_label=dataset.negative_label,
        models=models,
        numeric_columns=tuple(dataset.numeric),
        weighted=dataset.weight is not None,
        equal_weight=_equal_weight(dataset),
        group=dataset.group_column,
        class_names=dataset.class_names,
    )


def describe_multiclass(dataset_id: str, data: MulticlassDataset) -> DatasetInfo:
    """Return what is known of cases of several classes, the first one being positive."""
    sizes, cases = data.class_sizes, data.cases
    reference = cases.positive_label
    return DatasetInfo(
        id=dataset_id,
        name=cases.info_name,
        path=str(cases.path or ""),
        rows=cases.rows,
        positives=sizes[reference],
        negatives=sum(sizes.values()) - sizes[reference],
        positive_label=reference,
        negative_label=f"not {class_name(reference)}",
        models=tuple(
            ModelInfo(
                f"{dataset_id}/{model.name}",
                model.name,
                model.name,
                slot,
                missing=cases.missing[model.columns[reference]],
            )
            for slot, model in enumerate(data.models, start=1)
        ),
        numeric_columns=tuple(cases.numeric),
        weighted=cases.weight is not None,
        equal_weight=_equal_weight(cases),
        group=cases.group_column,
        classes=tuple(sizes.items()),
    )


def _equal_weight(dataset: Dataset) -> float:
    """Return the weight of every row that has one, 0 where weights differ or there are none."""
    if dataset.weight is None:
        return 0.0
    units, unit = in_units(dataset.weight)
    return 0.0 if units is dataset.weight else unit


def _class_sizes(dataset: Dataset) -> tuple[float, float]:
    """Return the positives and all, by weight where there are weights."""
    if dataset.weight is None:
        return float(np.count_nonzero(dataset.y_true)), float(dataset.y_true.size)
    return float(dataset.weight[dataset.y_true].sum()), float(dataset.weight.sum())


def _model_info(
    dataset_id: str, column: str, slot: int, name: str, cache: CountsCache
) -> ModelInfo:
    table = cache.table(column)
    return ModelInfo(
        key=f"{dataset_id}/{column}",
        name=name,
        column=column,
        slot=slot,
        missing=table.missing,
    )
