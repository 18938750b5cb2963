"""Compare every two models: AUC, AUCIV, cost-curve area, expected cost under a belief."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import combinations, count
from typing import TYPE_CHECKING, Protocol

from costcurve_gui.analysis.intervals.results import ComparedFigure, FigureTests
from costcurve_gui.analysis.intervals.task import common_models
from costcurve_gui.engine.errors import EngineError, NonFiniteScoreError, SingleClassError
from costcurve_gui.engine.resampling.area_tests import compare_auciv, compare_expected_cost
from costcurve_gui.engine.resampling.auc_comparison import (
    compare_aucs,
    compare_independent_aucs,
    compare_independent_groups,
)
from costcurve_gui.engine.resampling.bootstrap import by_groups
from costcurve_gui.engine.resampling.independent_samples import are_independent_samples
from costcurve_gui.engine.resampling.paired_tests import PairedTest, compare_all

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.intervals.task import CaseResamplingInput, ResamplingInput
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.auc_comparison import AucComparison
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.sample import RankedModel


DELONG = "DeLong"
DELONG_STUDENT = f"{DELONG}, Student"
NOTHING_IN_COMMON = "no cases of both classes that both models scored"
_NO_COMMON_ROWS = (SingleClassError, NonFiniteScoreError)  # no rows that both models scored


def delong_method(reason: str, group: str | None, method: str = "") -> str:
    """Return how an interval of an AUC was found, or why there is none.

    Parameters
    ----------
    reason : str
        Why there is none, or nothing.
    group : str or None
        The column that says which rows belong together: DeLong's components are added up within
        each group, and the interval is Student's (Obuchowski 1997).
    method : str, optional
        In place of the name of DeLong's interval.
    """
    if reason:
        return f"no interval ({reason})"
    named = method or (DELONG if group is None else DELONG_STUDENT)
    return named if group is None else f"{named}, {by_groups(group)}"


def compared_aucs(
    cache: CountsCache, columns: Sequence[str], level: float
) -> Mapping[tuple[str, str], AucComparison]:
    """Compare score columns at once where each has every row, else pair by pair.

    A pair without a row that both scored, or with one class only there, is left out.
    """
    try:
        return _compared(cache, columns, level)
    except _NO_COMMON_ROWS:
        found: dict[tuple[str, str], AucComparison] = {}
        for pair in combinations(columns, 2):
            with suppress(*_NO_COMMON_ROWS):
                found.update(_compared(cache, pair, level))
        return found


def _compared(
    cache: CountsCache, columns: Sequence[str], level: float
) -> Mapping[tuple[str, str], AucComparison]:
    dataset = cache.dataset
    scores = {column: dataset.scores[column] for column in columns}
    return compare_aucs(
        dataset.y_true, scores, level, dataset.weight, cache.placements, dataset.group
    )


_NOTHING_IN_COMMON = (
    f"{NOTHING_IN_COMMON}; say that they were tested on different cases to compare them"
)


class _Compare(Protocol):
    def __call__(
        self, drawing: JointResampler, a: RankedModel, b: RankedModel, /, *, progress: Progress
    ) -> PairedTest: ...


def tests_of_pairs(
    source: CaseResamplingInput, keys: Sequence[str], drawing: JointResampler, progress: Progress
) -> tuple[FigureTests, ...]:
    """Compare AUC, AUCIV and the area under the cost curve of every two models.

    AUC is compared by DeLong with Student's t, by groups after Obuchowski (1997).
    """
    keys = tuple(keys)
    figures: list[tuple[ComparedFigure, JointResampler, _Compare]] = [
        (ComparedFigure.AUCIV, drawing, compare_auciv),
        (ComparedFigure.AREA, drawing, compare_expected_cost),
    ]
    told = _in_turn(progress, len(figures) * len(keys) * (len(keys) - 1) // 2)
    found = tuple(
        FigureTests(name, keys, compare_all(keys, told(source, drawn, compare)))
        for name, drawn, compare in figures
    )
    if are_independent_samples(drawing, [source.model(key) for key in keys]):
        of_auc = compare_all(keys, partial(_apart, source, drawing.spec))
    else:
        of_auc = compare_all(keys, _of_auc(source, keys, drawing.spec))
    return FigureTests(ComparedFigure.AUC, keys, of_auc), *found


def tests_under_belief(
    source: ResamplingInput,
    keys: Sequence[str],
    drawing: JointResampler,
    belief: Belief,
    progress: Progress,
) -> FigureTests:
    """Compare the cost that is expected of every two models under a belief."""
    told = _in_turn(progress, len(keys) * (len(keys) - 1) // 2)
    compare = partial(compare_expected_cost, belief=belief)
    pairs = compare_all(keys, told(source, drawing, compare))
    return FigureTests(ComparedFigure.BELIEF, tuple(keys), pairs)


def _of_auc(
    source: CaseResamplingInput, keys: Sequence[str], spec: BootstrapSpec
) -> Callable[[str, str], PairedTest]:
    columns = {key: source.column(key) for key in keys}
    found = compared_aucs(source.cache, list(columns.values()), spec.level)

    def compare(a: str, b: str) -> PairedTest:
        return _delong(found, (columns[a], columns[b]), spec)

    return compare


def _apart(source: CaseResamplingInput, spec: BootstrapSpec, a: str, b: str) -> PairedTest:
    if spec.grouped:
        areas = [source.cache.auc_interval(source.column(key)).at(spec.level) for key in (a, b)]
        return _as_test(compare_independent_groups(*areas), spec)
    tables = [source.model(key).table for key in (a, b)]
    return _as_test(compare_independent_aucs(tables[0], tables[1], spec.level), spec)


def _delong(
    found: Mapping[tuple[str, str], AucComparison], pair: tuple[str, str], spec: BootstrapSpec
) -> PairedTest:
    if pair not in found:
        return _untested(spec)
    return _as_test(found[pair], spec)


def _untested(spec: BootstrapSpec) -> PairedTest:
    figures = float("nan"), None, None, None
    return PairedTest(*figures, _method(spec), spec, _NOTHING_IN_COMMON, resampled=False)


def _as_test(one: AucComparison, spec: BootstrapSpec) -> PairedTest:
    found = one.of_student
    figures = found.difference, found.low, found.high, found.p_value
    return PairedTest(*figures, _method(spec), spec, one.reason, resampled=False)


def _method(spec: BootstrapSpec) -> str:
    return f"{DELONG_STUDENT}, {spec.by_groups}" if spec.grouped else DELONG_STUDENT


def _in_turn(
    whole: Progress, pairs: int
) -> Callable[[ResamplingInput, JointResampler, _Compare], Callable[[str, str], PairedTest]]:
    """Return what lets a comparison of each pair tell of its part of the whole."""
    turns = count()

    def told(
        source: ResamplingInput, drawing: JointResampler, compare: _Compare
    ) -> Callable[[str, str], PairedTest]:
        def of_pair(a: str, b: str) -> PairedTest:
            models = _pair(source, drawing, a, b)
            return compare(drawing, *models, progress=whole.part(next(turns), pairs))

        return of_pair

    return told


def _pair(
    source: ResamplingInput, drawing: JointResampler, a: str, b: str
) -> tuple[RankedModel, RankedModel]:
    """Return two models as they are compared; where they cannot be the test says so itself."""
    try:
        first, second = common_models(source, drawing, [a, b])
    except EngineError:
        return source.model(a), source.model(b)
    return first, second
