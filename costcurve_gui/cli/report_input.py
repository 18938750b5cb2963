"""Read the file of a report: two classes, one against all others, or counts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.conditions import AnalysedModel
from costcurve_gui.analysis.dataset_info import ModelInfo
from costcurve_gui.analysis.intervals.counts import CountResampling
from costcurve_gui.analysis.intervals.estimators import CountEstimator
from costcurve_gui.analysis.sources.counts import CountSource
from costcurve_gui.analysis.tables.multiclass import Multiclass
from costcurve_gui.cli.analysis import REPORT, Analysis, Evaluated, analyse, analysis_of
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.output import file_words
from costcurve_gui.cli.payoffs import checked_evaluations
from costcurve_gui.dataio.dataset_from_counts import load_counted
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.multiclass_dataset import MulticlassDataset, load_multiclass
from costcurve_gui.dataio.pivot import as_cases
from costcurve_gui.dataio.roles.choice import choose_class_scores
from costcurve_gui.dataio.roles.column_uses import FileReading, column_uses, count_uses, payoff_note
from costcurve_gui.dataio.roles.long_format import LongFormat
from costcurve_gui.dataio.table_kind import TableKind, table_kind
from costcurve_gui.engine.cost.condition import OperatingCondition
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.multiclass.areas import MulticlassAreas, multiclass_areas
from costcurve_gui.engine.multiclass.sample import multiclass_sample
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.dataio.dataset_from_counts import CountedDataset
    from costcurve_gui.dataio.roles.column_roles import ClassScores, MulticlassRoles, Roles
    from costcurve_gui.dataio.source import Source


@dataclass(frozen=True, slots=True, eq=False)
class ReportInput:
    """One analysis of two classes, or one for every class that is set against all others."""

    options: ReportOptions
    analyses: tuple[Analysis, ...]
    multiclass: Multiclass | None = None
    reading: FileReading = field(default_factory=FileReading)

    @property
    def picture_endings(self) -> tuple[str, ...]:
        """What tells the pictures of one class from those of another."""
        if len(self.analyses) == 1:
            return ("",)
        classes = [analysis.dataset.positive_label for analysis in self.analyses]
        return tuple(f"_{word}" for word in file_words(classes))


def read_report_input(
    options: ReportOptions, progress: Progress = NO_PROGRESS
) -> ReportInput | CountAnalysis:
    """Read the file and evaluate every model, for every class where there are several.

    Files of counts make an analysis of their own kind.

    Raises
    ------
    OptionError, DataError, EngineError
        Where the options, the file or the payoffs cannot be used.
    """
    source = open_source(options.file)
    if table_kind(source) is not TableKind.SCORES:
        return analyse_counts(options, source)
    source = _cases(options, source)
    if options.proba is None:
        analysis = analyse(options, source, progress)
        return ReportInput(options, (analysis,), reading=_reading(options, source, analysis.roles))
    chosen = choose_class_scores(
        source,
        options.proba,
        label=options.label,
        reference=options.positive,
        weight=options.weight,
        fold=options.fold,
        group=options.group,
        where=options.where,
    )
    data = load_multiclass(source, chosen, progress)
    multiclass = _multiclass(data)
    references = (chosen.roles.positive,) if options.positive else data.classes
    analyses = tuple(_against_all(options, chosen, data, name, progress) for name in references)
    return ReportInput(options, analyses, multiclass, _reading(options, source, chosen.roles))


def _cases(options: ReportOptions, source: Source) -> Source:
    """Return the file with a row a case."""
    if options.long == ("none",):
        return replace(source, rows_are_cases=True)
    long = LongFormat(*options.long) if options.long else None
    cases = as_cases(source, long, options.label)
    for column in cases.dropped:
        if re.search(rf"\b{re.escape(column)}\b", options.where):
            raise OptionError(
                f"--where {options.where}: {column} is no column of the cases of {source.name}, "
                f"which is in long format: {cases.dropped[column]}; choose models with --scores, "
                "or say --long none"
            )
    return cases


def _reading(options: ReportOptions, source: Source, roles: Roles) -> FileReading:
    note = payoff_note(source, roles, options.cells_set)
    notes = (*source.notes, note) if note else source.notes
    return FileReading(column_uses(source, roles), notes)


def _multiclass(data: MulticlassDataset) -> Multiclass:
    sizes = np.bincount(data.codes, minlength=len(data.classes)).tolist()
    return Multiclass(
        class_sizes=dict(zip(data.classes, sizes, strict=True)),
        areas={model.name: _areas(data, model) for model in data.models},
    )


def _areas(data: MulticlassDataset, model: ClassScores) -> MulticlassAreas:
    try:
        sample = multiclass_sample(data.codes, data.scores(model), data.cases.weight)
    except EngineError as error:
        raise OptionError(f"{model.name}: {error}") from error
    return multiclass_areas(sample)


def _against_all(
    options: ReportOptions,
    chosen: MulticlassRoles,
    data: MulticlassDataset,
    reference: str,
    progress: Progress,
) -> Analysis:
    try:
        also = {model.name: model.columns[reference] for model in data.models}
        roles, cases = chosen.against_all(reference), data.against_all(reference)
        return analysis_of(options, roles, cases, also, progress)
    except (OptionError, EngineError) as error:
        raise OptionError(f"{reference} against all others: {error}") from error


_ROWS_ARE: Mapping[TableKind, str] = {
    TableKind.CONFUSION: "confusion matrices",
    TableKind.LEAVES: "leaves of trees",
}


@dataclass(frozen=True, slots=True, eq=False)
class CountAnalysis(Evaluated):
    """Models whose counts a file gives."""

    counts: CountSource
    counted_finding: CountEstimator | None
    reading: FileReading = field(default_factory=FileReading)

    @property
    def counted(self) -> CountedDataset:
        """The counts as read."""
        return self.counts.counted

    @property
    def finding(self) -> CountEstimator | None:
        """What finds how sure the models are; None where that was not asked for."""
        return self.counted_finding


def analyse_counts(options: ReportOptions, source: Source) -> CountAnalysis:
    """Read the counts and evaluate every model under the payoffs, which are constants.

    Raises
    ------
    OptionError, DataError, EngineError
        Where the options, the file or the payoffs cannot be used.
    """
    counts = CountSource(load_counted(source, options.positive))
    counted = counts.counted
    _refuse_options_of_cases(options, counted.kind)
    found = checked_evaluations(options, counts)
    prior = counted.prevalence if options.prior is None else options.prior
    condition = OperatingCondition(prior, found.means)
    models = tuple(
        AnalysedModel(ModelInfo(f"{REPORT}/{name}", name, name, slot), evaluation, condition)
        for slot, (name, evaluation) in enumerate(found.models.items(), start=1)
    )
    finding = None
    if options.bands is not None:
        bands = CountResampling({model.info.key: model.evaluation for model in models})
        finding = CountEstimator(options.bands, bands)
    reading = FileReading(count_uses(source), source.notes)
    return CountAnalysis(options, prior, models, None, counts, finding, reading)


def _refuse_options_of_cases(options: ReportOptions, kind: TableKind) -> None:
    given: dict[str, object] = {
        "--label": options.label,
        "--scores": options.scores,
        "--long": options.long,
        "--proba": options.proba,
        "--lower-is-positive": options.lower_is_positive,
        "--weight": options.weight,
        "--fold": options.fold,
        "--group": options.group,
        "--where": options.where,
        "--derive": options.derive,
        "--mix": options.mix,
    }
    if kind is TableKind.CONFUSION:
        given |= {"--positive": options.positive, "--threshold": options.threshold is not None}
    for option, value in given.items():
        if value:
            raise OptionError(
                f"{option} is of no use here: the rows of {options.file.name} are "
                f"{_ROWS_ARE[kind]}, not scored cases; leave it out"
            )
