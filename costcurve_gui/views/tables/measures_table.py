"""What the models are worth over all thresholds, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from costcurve_gui.analysis.intervals.known_results import failure, known
from costcurve_gui.analysis.intervals.new_cases import curve_request
from costcurve_gui.analysis.intervals.requests import areas_request
from costcurve_gui.engine.resampling.bootstrap import by_groups
from costcurve_gui.translation import tr
from costcurve_gui.views.tables.content import TableColumn, TableContent, TableRow, TableSource
from costcurve_gui.views.text import new_cases_text, numbers, uncertainty_text, vocabulary
from costcurve_gui.views.text.inflection import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.intervals.results import AreaIntervals
    from costcurve_gui.analysis.snapshot import ModelSnapshot, Snapshot
    from costcurve_gui.engine.measures import ModelMeasures
    from costcurve_gui.engine.resampling.auc_interval import AucInterval, AucivInterval
    from costcurve_gui.engine.resampling.figure_interval import FigureInterval
    from costcurve_gui.engine.resampling.new_cases_curve import NewCasesCurve
    from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure

    _Interval = AucInterval | AucivInterval | FigureInterval

_COMPUTING = "\u2026"
_SCORE = tr("score interval (Newcombe), reliable near 1 and with few cases too")


class MeasuresTable(TableSource):
    """The measures of every model that need no threshold."""

    name = "measures"

    def content(self, snapshot: Snapshot) -> TableContent:
        """Return the table."""
        return measures_content(snapshot)


def measures_content(snapshot: Snapshot) -> TableContent:
    """Return the measures of the selected model and, right of it, of the others."""
    found = snapshot.results.measures or {}
    models = sorted(snapshot.models.values(), key=lambda model: model.info.key != snapshot.selected)
    measured = [model for model in models if model.info.key in found]
    columns = tuple(_column(snapshot, model) for model in measured)
    return TableContent(
        tr("measure"), columns, _rows(snapshot, measured, found) if measured else ()
    )


def _column(snapshot: Snapshot, model: ModelSnapshot) -> TableColumn:
    return TableColumn(model.info.name, model.info, model.info.key == snapshot.selected)


def _rows(
    snapshot: Snapshot, models: list[ModelSnapshot], found: Mapping[str, ModelMeasures]
) -> tuple[TableRow, ...]:
    said = vocabulary.vocabulary_of(snapshot)
    mine = [found[model.info.key] for model in models]
    prevalence = snapshot.curve_set.dataset.prevalence
    prior = f"{vocabulary.prior_name(said)} {numbers.prior_percent(prevalence)}"
    intervals = tuple(_interval(snapshot, model) for model in models)

    def row(title: str, name: str, hint: str) -> TableRow:
        return TableRow(title, tuple(_rate(getattr(one, name)) for one in mine), hint)

    def part(title: str, name: str, hint: str) -> TableRow:
        parts = (getattr(one.brier_parts, name, None) for one in mine)
        return TableRow(title, tuple(_rate(value) for value in parts), hint)

    sure = _Intervals(snapshot, models)
    group = by_groups(snapshot.curve_set.dataset.group)
    return (
        TableRow(tr("Ranking")),
        row("AUC", "auc", tr("chance that a random positive scores above a random negative")),
        TableRow(
            tr("AUC, {share}", share=uncertainty_text.share(snapshot.curve_set.level)),
            intervals,
            "\n".join([listed(_SCORE, group), *_cautions(snapshot, models)]),
        ),
        sure.row(
            tr("AUC (logit)"),
            "auc",
            listed(tr("DeLong's interval of the logit, too narrow near 1 with few cases"), group),
        ),
        row(tr("Gini"), "gini", tr("2 AUC \u2212 1")),
        row(
            tr("AUC of the hull"),
            "hull_auc",
            tr("what randomised mixtures of thresholds can reach"),
        ),
        row(tr("average precision"), "average_precision", tr("at the file's {prior}", prior=prior)),
        TableRow(tr("Money")),
        row(
            "AUCIV",
            "auciv",
            tr("the same chance, with cases drawn in proportion to their cost"),
        ),
        sure.row("AUCIV", "auciv"),
        *_area_rows(snapshot, models),
        row(
            tr("on this sample"),
            "cost_curve_area",
            tr("thresholds chosen and evaluated on this sample"),
        ),
        sure.row(tr("on this sample"), "cost_curve_area", more=tr("Thresholds held fixed")),
        TableRow(
            tr("beats both trivial"), tuple(_range(one) for one in mine), tr("PC(+) from, to")
        ),
        row(tr("H measure"), "h_measure", tr("Hand's H at the file's {prior}", prior=prior)),
        TableRow(tr("Probabilities")),
        row(tr("Brier score"), "brier", tr("mean squared error of the scores; less is better")),
        part(
            tr("its unreliability"), "reliability", tr("distance of scores and shares, in ten bins")
        ),
        part(
            tr("its resolution"),
            "resolution",
            tr("how much the bins differ; subtracted from the score"),
        ),
        part(
            tr("its uncertainty"),
            "uncertainty",
            tr("the part due to the file's share of positives"),
        ),
    )


class _Intervals:
    """Rows of the intervals that are resampled while the table is on show."""

    def __init__(self, snapshot: Snapshot, models: list[ModelSnapshot]) -> None:
        self._names = [model.info.name for model in models]
        wanted = [areas_request(model.info.key) for model in models]
        self._found = cast("list[AreaIntervals | None]", [known(snapshot, one) for one in wanted])
        self._reasons = [failure(snapshot, one) for one in wanted]
        self._spec = snapshot.settings.bands.spec

    def row(self, title: str, figure: str, method: str = "", more: str = "") -> TableRow:
        """Return the intervals of one figure; why a model has none is said in the hint."""
        cells, said = [], []
        for name, found, reason in zip(self._names, self._found, self._reasons, strict=True):
            interval = None if found is None else cast("_Interval", getattr(found, figure))
            why = interval.reason if interval is not None else reason
            cells.append(_cell(interval, why))
            said += [tr("{name}: no interval ({why})", name=name, why=why)] if why else []
            caution = getattr(interval, "caution", "")
            said += [f"{name}: {caution}"] if caution else []
            if found is not None and interval is not None and not (interval.reason or method):
                method = tr(
                    "Bootstrap, {method}, {drawn}",
                    method=interval.method,
                    drawn=uncertainty_text.drawn(found.spec),
                )
        hint = "\n".join(filter(None, (method, more, *said)))
        return TableRow(f"{title}, {uncertainty_text.level(self._spec)}", tuple(cells), hint)


def _area_rows(snapshot: Snapshot, models: list[ModelSnapshot]) -> Iterator[TableRow]:
    """Yield the areas under the cost curves on new cases, and their intervals."""
    wanted = [curve_request(model.info.key) for model in models]
    found = cast("list[NewCasesCurve | None]", [known(snapshot, one) for one in wanted])
    reasons = [failure(snapshot, one) for one in wanted]
    values, ends, said = [], [], [tr("expected cost on new cases if all PC(+) are equally likely")]
    for model, curve, failed in zip(models, found, reasons, strict=True):
        reason = failed or ("" if curve is None else curve.reason)
        figure = None if curve is None else curve.expected_cost
        values.append(_of_new_cases(figure, reason))
        ends.append(tr("no estimate") if reason else _between(figure))
        said += (
            [tr("{name}: no estimate ({reason})", name=model.info.name, reason=reason)]
            if reason
            else []
        )
    known_curves = [curve for curve in found if curve is not None and not curve.reason]
    said += [new_cases_text.how(curve) for curve in known_curves[:1]]
    level, hint = uncertainty_text.level(snapshot.settings.bands.spec), "\n".join(said)
    yield TableRow(tr("cost curve area"), tuple(values), hint)
    yield TableRow(tr("cost curve area, {level}", level=level), tuple(ends), hint)


def _of_new_cases(figure: NewCasesFigure | None, reason: str) -> str:
    if reason:
        return numbers.MISSING
    return _COMPUTING if figure is None else _rate(figure.estimate)


def _between(figure: NewCasesFigure | None) -> str:
    if figure is None or figure.low is None or figure.high is None:
        return _COMPUTING
    return numbers.interval(figure.low, figure.high)


def _cell(interval: _Interval | None, reason: str) -> str:
    if reason:
        return tr("no interval")
    if interval is None or interval.low is None or interval.high is None:
        return _COMPUTING
    return numbers.interval(interval.low, interval.high)


def _rate(value: float | None) -> str:
    return numbers.MISSING if value is None else numbers.rate(value)


def _cautions(snapshot: Snapshot, models: list[ModelSnapshot]) -> Iterator[str]:
    """Yield which models' AUC has an interval that is known to be too short."""
    for model in models:
        caution = _score_interval(snapshot, model).caution
        if caution:
            yield f"{model.info.name}: {caution}"


def _score_interval(snapshot: Snapshot, model: ModelSnapshot) -> AucInterval:
    return vocabulary.model_curves_of(snapshot.curve_set, model.info.key).auc.of_score


def _interval(snapshot: Snapshot, model: ModelSnapshot) -> str:
    auc = _score_interval(snapshot, model)
    if auc.low is None or auc.high is None:
        return numbers.MISSING
    return numbers.interval(auc.low, auc.high)


def _range(measures: ModelMeasures) -> str:
    if measures.operating_range is None:
        return "never"
    return numbers.interval(*measures.operating_range)
