"""Where the curves of an open file come from: scored cases, of two classes or more, or counts."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from costcurve_gui.controllers.counts_cache import CountsCache
from costcurve_gui.controllers.derived_models import build_derived_scene
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.dataio.dataset_from_counts import CountedDataset
    from costcurve_gui.dataio.multiclass_dataset import MulticlassDataset
    from costcurve_gui.dataio.source import Fingerprint
    from costcurve_gui.models.derived import DerivedModel
    from costcurve_gui.models.results import ModelScene, Scene
    from costcurve_gui.models.state import DatasetInfo, PayoffSpec


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """Scored cases of two classes as in the file, and what sorting them has yielded.

    The dataset of the cache has the scores of derived models too.
    """

    dataset: Dataset
    cache: CountsCache


class SceneSource(Protocol):
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

    def build_scene(
        self,
        info: DatasetInfo,
        payoff: PayoffSpec,
        derived: tuple[DerivedModel, ...] = (),
        known: tuple[ModelScene, ...] = (),
        *,
        progress: Progress = NO_PROGRESS,
    ) -> Scene:
        """Compute the curves of every model; see `derived_models.build_derived_scene`."""
        ...


class ScoredSource:
    """Scored cases of two classes."""

    multiclass = None

    def __init__(self, dataset: Dataset, cache: CountsCache | None = None) -> None:
        self._cases = Cases(dataset, cache or CountsCache(dataset))

    @property
    def fingerprint(self) -> Fingerprint:
        """Hash of the file's bytes."""
        return self._cases.dataset.fingerprint

    def cases(self, info: DatasetInfo) -> Cases:
        """Return the cases."""
        del info
        return self._cases

    def build_scene(
        self,
        info: DatasetInfo,
        payoff: PayoffSpec,
        derived: tuple[DerivedModel, ...] = (),
        known: tuple[ModelScene, ...] = (),
        *,
        progress: Progress = NO_PROGRESS,
    ) -> Scene:
        """Compute the curves of every score."""
        cache = self._cases.cache
        return build_derived_scene(info, payoff, derived, cache, known, progress=progress)


class MulticlassSource:
    """Scored cases of several classes; each class against all others is sorted once."""

    def __init__(self, multiclass: MulticlassDataset) -> None:
        self.multiclass = multiclass
        self._cases: dict[str, Cases] = {}
        self._lock = Lock()

    @property
    def fingerprint(self) -> Fingerprint:
        """Hash of the file's bytes."""
        return self.multiclass.cases.fingerprint

    def cases(self, info: DatasetInfo) -> Cases:
        """Return the cases with one class against all others, scores by the names of models."""
        with self._lock:
            if info.positive_label not in self._cases:
                dataset = self.multiclass.by_model(info.positive_label)
                self._cases[info.positive_label] = Cases(dataset, CountsCache(dataset))
            return self._cases[info.positive_label]

    def build_scene(
        self,
        info: DatasetInfo,
        payoff: PayoffSpec,
        derived: tuple[DerivedModel, ...] = (),
        known: tuple[ModelScene, ...] = (),
        *,
        progress: Progress = NO_PROGRESS,
    ) -> Scene:
        """Compute the curves of every model for the positive class of `info`."""
        cache = self.cases(info).cache
        return build_derived_scene(info, payoff, derived, cache, known, progress=progress)


class CountedSource:
    """Confusion matrices or leaves of trees."""

    multiclass = None

    def __init__(self, counted: CountedDataset) -> None:
        self._counted = counted

    @property
    def fingerprint(self) -> Fingerprint:
        """Hash of the file's bytes."""
        return self._counted.fingerprint

    def cases(self, info: DatasetInfo) -> None:
        """Return nothing: counts have no cases."""
        del info

    def build_scene(
        self,
        info: DatasetInfo,
        payoff: PayoffSpec,
        derived: tuple[DerivedModel, ...] = (),
        known: tuple[ModelScene, ...] = (),
        *,
        progress: Progress = NO_PROGRESS,
    ) -> Scene:
        """Compute the curves of every model under payoffs that are the same for all cases.

        Counts have no scores to derive a model from.
        """
        from costcurve_gui.controllers.counted_scenes import build_counted_scene

        del derived, known
        return build_counted_scene(info, self._counted, payoff, progress)
