"""What the curves of an open file are computed from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.derived_models import DerivedModel
    from costcurve_gui.analysis.settings import PayoffSpec
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.multiclass_dataset import MulticlassDataset
    from costcurve_gui.dataio.source import Fingerprint

    Build = Callable[["CaseInput", Progress], object]
    CurvesBuild = Callable[["CurveInput | CaseInput", Progress], object]


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """Scored cases of two classes as in the file, and what sorting them has yielded.

    The dataset of the cache has the scores of derived models too.
    """

    dataset: Dataset
    cache: CountsCache


class CurveSource(Protocol):
    """What an open file holds, whatever its rows are.

    Jobs in different threads may ask at the same time.
    """

    @property
    def fingerprint(self) -> Fingerprint:
        """Hash of the file's bytes, which may take long."""
        ...

    @property
    def multiclass(self) -> MulticlassDataset | None:
        """The cases of several classes, where the file has them."""
        ...

    def cases(self, info: DatasetInfo) -> Cases | None:
        """Return the cases with the positive class of `info`; None where there are counts only."""
        ...

    def build_curves(
        self,
        info: DatasetInfo,
        payoff: PayoffSpec,
        derived: tuple[DerivedModel, ...] = (),
        known: tuple[ModelCurves, ...] = (),
        *,
        progress: Progress = NO_PROGRESS,
    ) -> CurveSet:
        """Compute the curves of every model; see `derived_models.build_derived_scene`."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class CurveInput:
    """What a result of any file is computed from: the curve set on show and its payoffs."""

    curve_set: CurveSet
    payoff: PayoffSpec


@dataclass(frozen=True, slots=True, eq=False)
class CaseInput:
    """What a result of scored cases is computed from: the curve set, and what it was computed from.

    `multiclass` has the cases of several classes, in a file of such.
    """

    curve_set: CurveSet
    dataset: Dataset
    payoff: PayoffSpec
    cache: CountsCache
    multiclass: MulticlassDataset | None = None


def view_input(
    curve_set: CurveSet, source: CurveSource, payoff: PayoffSpec
) -> CurveInput | CaseInput:
    """Return what the results that views need are computed from."""
    cases = source.cases(curve_set.dataset)
    if cases is None:
        return CurveInput(curve_set, payoff)
    return CaseInput(curve_set, cases.cache.dataset, payoff, cases.cache, source.multiclass)
