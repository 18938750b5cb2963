"""Every two models compared over all thresholds: differences and p-values.

The verdicts hold for all pairs at once, an interval for its pair alone: beside a verdict it would
contradict it, so it stands there where there is one pair only, and else in the hint of its row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from costcurve_gui.analysis.intervals.known_results import failure, known
from costcurve_gui.analysis.intervals.requests import belief_tests_request, tests_request
from costcurve_gui.analysis.intervals.results import ComparedFigure
from costcurve_gui.translation import tr
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow, TableSource
from costcurve_gui.views.text import numbers, uncertainty_text
from costcurve_gui.views.text.empty_states import not_resampled
from costcurve_gui.views.text.names import belief_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.intervals.results import FigureTests
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.resampling.paired_tests import PairComparison, PairedTest
    from costcurve_gui.views.view import EmptyState

_COMPUTING = "computing\u2026"
_TITLES = {
    ComparedFigure.AUC: "AUC",
    ComparedFigure.AUCIV: "AUCIV",
    ComparedFigure.AREA: tr("Cost curve area"),
    ComparedFigure.BELIEF: tr("Expected cost, {belief}"),
}
_VERDICTS = {
    "better": tr("{name} is better than"),
    "worse": tr("{name} is worse than"),
    "not significant": tr("{name}, not significantly different from"),
    "untested": tr("{name}, not tested against"),
}
_NOT_SIGNIFICANT = tr("The difference is not significant, all pairs considered.")
_LESS_IS_BETTER = (ComparedFigure.AREA, ComparedFigure.BELIEF)


class PairTestsTable(TableSource):
    """The tests of each pair of models."""

    name = "tests"

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say over which cases the models of each pair are compared."""
        gaps = any(model.info.missing for model in snapshot.models.values())
        return tr("cases that both scored") if gaps else tr("all cases")

    def content(self, snapshot: Snapshot) -> TableContent:
        """Return the table."""
        return tests_content(snapshot)

    def empty_state(self, snapshot: Snapshot) -> EmptyState | None:
        """Say that there is one model only, or that there are no replicates yet."""
        return not_resampled(snapshot, self.name)


def tests_content(snapshot: Snapshot) -> TableContent:
    """Return a row for each pair under each figure, the pairs of the selected model first."""
    found = _known(snapshot)
    if not found:
        return TableContent(tr("model less"), (), ())
    titles = ["diff.", _level(snapshot), tr("p, Holm"), "p"]
    if not _is_one_pair(snapshot):
        titles.remove(_level(snapshot))
    rows = (row for one in found for row in _rows(snapshot, one))
    columns = tuple(map(TableColumn, titles))
    return TableContent(tr("model less"), columns, (*rows, *_lacking(snapshot)), names=True)


def _level(snapshot: Snapshot) -> str:
    return uncertainty_text.level(snapshot.settings.bands.spec)


def _is_one_pair(snapshot: Snapshot) -> bool:
    return all(len(tests.pairs) == 1 for tests in _known(snapshot))


def _lacking(snapshot: Snapshot) -> Iterator[TableRow]:
    """Yield a line for what is still being computed, or cannot be."""
    belief = _TITLES[ComparedFigure.BELIEF].format(belief=belief_name(snapshot.belief))
    areas = ", ".join(_TITLES[one] for one in ComparedFigure if one is not ComparedFigure.BELIEF)
    for title, wanted in (
        (areas, tests_request(snapshot)),
        (belief, belief_tests_request(snapshot)),
    ):
        if known(snapshot, wanted) is None:
            yield TableRow(f"{title}: {failure(snapshot, wanted) or _COMPUTING}")


def _known(snapshot: Snapshot) -> list[FigureTests]:
    """Return the tests that are there: those under a belief that is dragged are not."""
    areas = cast("tuple[FigureTests, ...] | None", known(snapshot, tests_request(snapshot)))
    belief = cast("FigureTests | None", known(snapshot, belief_tests_request(snapshot)))
    return [*(areas or ()), *(() if belief is None else (belief,))]


def _rows(snapshot: Snapshot, tests: FigureTests) -> Iterator[TableRow]:
    """Yield the pairs of each model below what is shown of them, those of the selected first."""
    title = _TITLES[tests.figure].format(belief=belief_name(snapshot.belief))
    yield TableRow(f"{title}: {_method(tests)}")
    pairs = [_directed(snapshot, tests, pair) for pair in tests.pairs]
    for key in sorted(snapshot.models, key=lambda one: one != snapshot.selected):
        name = snapshot.models[key].info.name
        for verdict, said in _VERDICTS.items():
            rows = [pair.row for pair in pairs if (pair.first, pair.verdict) == (key, verdict)]
            if rows:
                yield TableRow(said.format(name=name))
                yield from rows


def _method(tests: FigureTests) -> str:
    """Name the method that is common to the pairs: that which nothing is added to."""
    test = min((pair.test for pair in tests.pairs), key=lambda one: len(one.method))
    apart = tr(", independent samples") if test.spec.independent else ""
    if not test.resampled:
        return f"{test.method}{apart}"
    groups = f", {test.spec.by_groups}" if test.spec.grouped else ""
    return tr("bootstrap, {method}{apart}{groups}", method=test.method, apart=apart, groups=groups)


class _Directed(NamedTuple):
    """A pair that is read from its first model on, what is shown of that, and the row."""

    first: str
    verdict: str
    row: TableRow


def _directed(snapshot: Snapshot, tests: FigureTests, pair: PairComparison) -> _Directed:
    turned = tests.models[pair.b] == snapshot.selected
    keys = [tests.models[at] for at in ((pair.b, pair.a) if turned else (pair.a, pair.b))]
    a, b = (snapshot.models[key].info.name for key in keys)
    difference, low, high = _turned(pair.test) if turned else _ends(pair.test)
    verdict = _verdict(snapshot, tests, pair, difference)
    p_values = (_p_value(pair.corrected), _p_value(pair.test.p_value))
    interval, alone = _interval(low, high), ""
    beside = (interval,) if _is_one_pair(snapshot) else ()
    if low is not None and not beside:
        alone = tr("{level}, this pair alone: {sure}", level=_level(snapshot), sure=interval)
    cells = (numbers.difference(difference), *beside, *p_values)
    hint = (_hint(a, b, pair.test, verdict), alone, _here(pair.test, turned))
    return _Directed(keys[0], verdict, TableRow(b, cells, "\n".join(filter(None, hint))))


def _verdict(
    snapshot: Snapshot, tests: FigureTests, pair: PairComparison, difference: float
) -> str:
    """Say whether the first model is significantly better or worse, all pairs considered."""
    if pair.corrected is None:
        return "untested"
    if pair.corrected > 1 - snapshot.settings.bands.spec.level:
        return "not significant"
    return "better" if (difference < 0) == (tests.figure in _LESS_IS_BETTER) else "worse"


def _ends(test: PairedTest) -> tuple[float, float | None, float | None]:
    return _leading(test), test.low, test.high


def _turned(test: PairedTest) -> tuple[float, float | None, float | None]:
    low, high = (None if end is None else -end for end in (test.high, test.low))
    return -_leading(test), low, high


def _leading(test: PairedTest) -> float:
    """Return the difference on new cases, where thresholds were chosen; else that of the sample."""
    return test.difference if test.new_cases is None else test.new_cases


def _here(test: PairedTest, turned: bool) -> str:
    """Say what stands beside a difference on new cases."""
    if test.new_cases is None:
        return ""
    here = numbers.difference(-test.difference if turned else test.difference)
    return tr("On new cases; {here} on this sample", here=here)


def _interval(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return tr("no interval")
    return numbers.interval(low, high, lambda end: numbers.fixed(end, 3))


def _p_value(value: float | None) -> str:
    """Write a p-value as narrow as the differences beside it."""
    if value is None:
        return numbers.MISSING
    return f"<{numbers.marked('0.001')}" if value < 0.001 else numbers.fixed(value, 3)


def _hint(a: str, b: str, test: PairedTest, verdict: str) -> str:
    if test.reason:
        return tr("{a} less {b}: no interval ({reason})", a=a, b=b, reason=test.reason)
    said = tr(
        "{a} is significantly {verdict} than {b}, all pairs considered.", a=a, verdict=verdict, b=b
    )
    shown = said if verdict in ("better", "worse") else _NOT_SIGNIFICANT
    return tr("{a} less {b}\n{shown}", a=a, b=b, shown=shown)
