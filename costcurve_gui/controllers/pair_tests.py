"""Tests of every two models: areas, and the cost that is expected under a belief."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Protocol

from costcurve_gui.controllers.auc_pairs import DELONG, NOTHING_IN_COMMON, compared_aucs
from costcurve_gui.engine.progress import Progress
from costcurve_gui.engine.resampling.area_tests import (
    PairedTest,
    compare_auciv,
    compare_expected_cost,
)
from costcurve_gui.engine.resampling.delong import AucComparison
from costcurve_gui.engine.resampling.multiple_tests import compare_all
from costcurve_gui.engine.resampling.replicates import by_count
from costcurve_gui.models.pair_tests import ComparedFigure, FigureTests

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurve_gui.controllers.band_source import ResampledCases
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel


class _Compare(Protocol):
    def __call__(self, a: RankedModel, b: RankedModel, /, *, progress: Progress) -> PairedTest: ...


def tests_of_pairs(
    source: ResampledCases, keys: Sequence[str], drawing: Resampler, progress: Progress
) -> tuple[FigureTests, ...]:
    """Compare AUC, AUCIV and the area under the cost curve of every two models.

    AUC is compared by DeLong, and where groups are resampled as AUCIV is where all errors cost
    the same: DeLong takes the cases of a group for independent.
    """
    keys = tuple(keys)
    models = [source.model(key) for key in keys]
    figures: list[tuple[ComparedFigure, _Compare]] = [
        (ComparedFigure.AUCIV, partial(compare_auciv, drawing)),
        (ComparedFigure.AREA, partial(compare_expected_cost, drawing)),
    ]
    if drawing.sample.groups is not None:
        figures.insert(0, (ComparedFigure.AUC, partial(compare_auciv, by_count(drawing))))
    compared = _in_turn(progress, len(figures) * len(keys) * (len(keys) - 1) // 2)
    found = tuple(
        FigureTests(name, keys, compare_all(models, compared(compare))) for name, compare in figures
    )
    if drawing.sample.groups is not None:
        return found
    of_auc = compare_all(keys, _of_auc(source, keys, drawing.spec))
    return FigureTests(ComparedFigure.AUC, keys, of_auc), *found


def tests_under_belief(
    keys: Sequence[str],
    models: Sequence[RankedModel],
    drawing: Resampler,
    belief: Belief,
    progress: Progress,
) -> FigureTests:
    """Compare the cost that is expected of every two models under a belief."""
    compared = _in_turn(progress, len(keys) * (len(keys) - 1) // 2)
    compare = partial(compare_expected_cost, drawing, belief=belief)
    return FigureTests(ComparedFigure.BELIEF, tuple(keys), compare_all(models, compared(compare)))


def _of_auc(
    source: ResampledCases, keys: Sequence[str], spec: BootstrapSpec
) -> Callable[[str, str], PairedTest]:
    columns = {key: source.column(key) for key in keys}
    found = compared_aucs(source.cache.dataset, list(columns.values()), spec.level)

    def compare(a: str, b: str) -> PairedTest:
        return _delong(found, (columns[a], columns[b]), spec)

    return compare


def _delong(
    found: Mapping[tuple[str, str], AucComparison], pair: tuple[str, str], spec: BootstrapSpec
) -> PairedTest:
    nothing = AucComparison(float("nan"), None, None, None, spec.level, NOTHING_IN_COMMON)
    one = found.get(pair, nothing)
    return PairedTest(
        *(one.difference, one.low, one.high, one.p_value, DELONG, spec, one.reason), resampled=False
    )


def _in_turn(
    whole: Progress, pairs: int
) -> Callable[[_Compare], Callable[[RankedModel, RankedModel], PairedTest]]:
    """Return what lets a comparison of each pair tell of its part of the whole."""
    turns = count()

    def told(compare: _Compare) -> Callable[[RankedModel, RankedModel], PairedTest]:
        def of_pair(a: RankedModel, b: RankedModel) -> PairedTest:
            return compare(a, b, progress=_turn(whole, next(turns), pairs))

        return of_pair

    return told


def _turn(whole: Progress, turn: int, turns: int) -> Progress:
    return Progress(
        lambda done, total, message: whole.advance(turn * total + done, turns * total, message)
    )
