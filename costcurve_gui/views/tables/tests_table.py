"""Every two models compared over all thresholds: differences, intervals and p-values."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from costcurve_gui.models.pair_tests import ComparedFigure
from costcurve_gui.models.uncertainty import belief_tests_wanted, failure, known, tests_wanted
from costcurve_gui.views import band_words, numbers, words
from costcurve_gui.views.beliefs import belief_name
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine.resampling.area_tests import PairedTest
    from costcurve_gui.engine.resampling.multiple_tests import PairComparison
    from costcurve_gui.models.pair_tests import FigureTests
    from costcurve_gui.models.results import Frame

_NAME, _NAMES = 11, 21  # letters of the first, of both
_COMPUTING = "computing\u2026"
_TITLES = {
    ComparedFigure.AUC: "AUC",
    ComparedFigure.AUCIV: "AUCIV",
    ComparedFigure.AREA: "Cost curve area",
    ComparedFigure.BELIEF: "Expected cost, {belief}",
}
_LESS_IS_BETTER = (ComparedFigure.AREA, ComparedFigure.BELIEF)


def tests_content(frame: Frame) -> TableContent:
    """Return a row for each pair under each figure, the pairs of the selected model first."""
    found = _known(frame)
    if not found:
        return TableContent("pair", (), ())
    level = band_words.level(frame.settings.bands.spec)
    columns = tuple(map(TableColumn, ("difference", "p, Holm", level, "p")))
    rows = (row for one in found for row in _rows(frame, one))
    return TableContent("pair", columns, (*rows, *_lacking(frame)))


def _lacking(frame: Frame) -> Iterator[TableRow]:
    """Yield a line for what is still being computed, or cannot be."""
    belief = _TITLES[ComparedFigure.BELIEF].format(belief=belief_name(frame.settings.belief))
    areas = ", ".join(_TITLES[one] for one in ComparedFigure if one is not ComparedFigure.BELIEF)
    for title, wanted in ((areas, tests_wanted(frame)), (belief, belief_tests_wanted(frame))):
        if known(frame, wanted) is None:
            yield TableRow(f"{title}: {failure(frame, wanted) or _COMPUTING}")


def _known(frame: Frame) -> list[FigureTests]:
    """Return the tests that are there: those under a belief that is dragged are not."""
    areas = cast("tuple[FigureTests, ...] | None", known(frame, tests_wanted(frame)))
    belief = cast("FigureTests | None", known(frame, belief_tests_wanted(frame)))
    return [*(areas or ()), *(() if belief is None else (belief,))]


def _rows(frame: Frame, tests: FigureTests) -> Iterator[TableRow]:
    title = _TITLES[tests.figure].format(belief=belief_name(frame.settings.belief))
    yield TableRow(f"{title}: {_method(tests)}")
    for pair in sorted(tests.pairs, key=lambda one: _distance(frame, tests, one)):
        yield _row(frame, tests, pair)


def _method(tests: FigureTests) -> str:
    """Name the method that is common to the pairs: that which nothing is added to."""
    test = min((pair.test for pair in tests.pairs), key=lambda one: len(one.method))
    apart = ", independent samples" if test.spec.independent else ""
    if not test.resampled:
        return f"{test.method}{apart}"
    groups = ", groups resampled" if test.spec.grouped else ""
    return f"bootstrap, {test.method}{apart}{groups}"


def _distance(frame: Frame, tests: FigureTests, pair: PairComparison) -> int:
    return int(frame.selected not in (tests.models[pair.a], tests.models[pair.b]))


def _row(frame: Frame, tests: FigureTests, pair: PairComparison) -> TableRow:
    turned = tests.models[pair.b] == frame.selected
    keys = [tests.models[at] for at in ((pair.b, pair.a) if turned else (pair.a, pair.b))]
    a, b = (frame.models[key].info.name for key in keys)
    difference, low, high = _turned(pair.test) if turned else _ends(pair.test)
    shown = pair.corrected is not None and pair.corrected <= 1 - frame.settings.bands.spec.level
    return TableRow(
        _pair(a, b),
        (
            numbers.difference(difference),
            _p_value(pair.corrected),
            _interval(low, high),
            _p_value(pair.test.p_value),
        ),
        _hint(f"{a} less {b}", pair.test, _better(tests, a, b, difference) if shown else ""),
        chosen=shown,
    )


def _pair(a: str, b: str) -> str:
    """Write a difference as short as a narrow dock shows whole, in bold too."""
    first = words.short_name(a, _NAME)
    return f"{first} \u2212 {words.short_name(b, _NAMES - len(first))}"


def _ends(test: PairedTest) -> tuple[float, float | None, float | None]:
    return test.difference, test.low, test.high


def _turned(test: PairedTest) -> tuple[float, float | None, float | None]:
    low, high = (None if end is None else -end for end in (test.high, test.low))
    return -test.difference, low, high


def _interval(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return "no interval"
    return numbers.interval(low, high, lambda end: numbers.fixed(end, 3))


def _p_value(value: float | None) -> str:
    """Write a p-value as narrow as the differences beside it."""
    if value is None:
        return numbers.MISSING
    return "<0.001" if value < 0.001 else numbers.fixed(value, 3)


def _better(tests: FigureTests, a: str, b: str, difference: float) -> str:
    better, other = (a, b) if (difference < 0) == (tests.figure in _LESS_IS_BETTER) else (b, a)
    return f"{better} is shown to be better than {other}, all pairs considered."


def _hint(pair: str, test: PairedTest, shown: str) -> str:
    if test.reason:
        return f"{pair}: no interval ({test.reason})"
    said = shown or "That they differ is not shown, all pairs considered."
    return f"{pair}\n{said}"
