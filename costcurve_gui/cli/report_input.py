"""Read the file of a report: two classes, one against all others, or counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from costcurve_gui.analysis.counts_cache import CountsCache
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.estimator import Estimator
from costcurve_gui.analysis.multiclass import areas_of_models
from costcurve_gui.analysis.per_case_rules import payoff_columns
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.analysis.sources.cases import ScoredSource, describe_cases
from costcurve_gui.analysis.sources.counts import CountSource, dataset_info_from_counts
from costcurve_gui.analysis.sources.further_columns import FurtherColumns, with_further_columns
from costcurve_gui.analysis.tables.subsets import default_points, threshold_subsets
from costcurve_gui.analysis.threshold_finders import settled_snapshot, with_recommended_model
from costcurve_gui.cli.derived_models import (
    derived_models,
    mixtures_of,
    require_mixed_models,
    with_derived,
)
from costcurve_gui.cli.errors import NO_CASES, OptionError, model_named, payoffs_named
from costcurve_gui.cli.operations import with_columns
from costcurve_gui.cli.option_checks import check_known_columns
from costcurve_gui.cli.option_values import ALL
from costcurve_gui.cli.options import settings_of, table_options_of
from costcurve_gui.cli.other_samples import (
    parted,
    refuse_options_of_cases,
    with_other_samples,
)
from costcurve_gui.cli.output import file_words
from costcurve_gui.cli.payoff_options import require_parameters
from costcurve_gui.cli.project_report import (
    in_project,
    project_notes,
    reference_of,
    with_known_columns,
)
from costcurve_gui.cli.report_files import opened_file
from costcurve_gui.cli.report_roles import chosen_roles, class_scores
from costcurve_gui.cli.swap import with_swap
from costcurve_gui.dataio.dataset import Dataset, load_dataset
from costcurve_gui.dataio.dataset_from_counts import RATES, load_counted
from costcurve_gui.dataio.errors import UnclearError
from costcurve_gui.dataio.missing_values import doubt_of_sentinels
from costcurve_gui.dataio.multiclass_dataset import MulticlassDataset, load_multiclass
from costcurve_gui.dataio.roles.column_roles import NONE
from costcurve_gui.dataio.roles.column_uses import (
    FileReading,
    column_uses,
    count_uses,
    doubts_of,
    payoff_note,
)
from costcurve_gui.dataio.roles.grades import orders_said
from costcurve_gui.dataio.roles.groups import groups_note
from costcurve_gui.dataio.table_kind import TableKind, table_kind
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from costcurve_gui.analysis.curves import CurveSet, CurveSource
    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableOptions
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.dataio.dataset_from_counts import CountedDataset
    from costcurve_gui.dataio.roles.column_roles import MulticlassRoles, Roles
    from costcurve_gui.dataio.source import Source

REPORT = "report"
"""What the dataset of a report is called where the window would number it."""
NO_ALIASES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class ReportPart:
    """Two classes, one class against all others, or counts: what tables and pictures show.

    `dataset` has the cases as in the file, None where there are counts. `estimator` is None where
    nothing is resampled.
    """

    snapshot: Snapshot
    table_options: TableOptions
    estimator: Estimator | None
    dataset: Dataset | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ReportInput:
    """What a report is made from: one part, or one for every class set against all others.

    `joined` are the files of a report about several. `roles` are known of cases, `counted` of
    counts, `multiclass` of cases of several classes.
    """

    options: ReportOptions
    parts: tuple[ReportPart, ...]
    reading: FileReading
    roles: tuple[Roles, ...] = ()
    joined: tuple[Source, ...] = ()
    counted: CountedDataset | None = None
    multiclass: MulticlassDataset | None = None

    @property
    def datasets(self) -> tuple[Dataset, ...]:
        """The cases of each part; the same rows are read for every class."""
        return tuple(part.dataset for part in self.parts if part.dataset is not None)

    @property
    def picture_endings(self) -> tuple[str, ...]:
        """What tells the pictures of one class from those of another."""
        if len(self.parts) == 1:
            return ("",)
        classes = [dataset.positive_label for dataset in self.datasets]
        return tuple(f"_{word}" for word in file_words(classes))


def read_report_input(
    options: ReportOptions, progress: Progress = NO_PROGRESS, cases: Source | None = None
) -> ReportInput:
    """Read the file and evaluate every model, for every class where there are several.

    `cases` has a row a case, and is read in place of the file.

    Raises
    ------
    OptionError, DataError, EngineError
        Where the options, the file or the payoffs cannot be used.
    """
    found = _read(options, progress, cases)
    return replace(found, parts=tuple(_with_subsets(options, part) for part in found.parts))


def _read(options: ReportOptions, progress: Progress, cases: Source | None) -> ReportInput:
    source = opened_file(options) if cases is None else cases
    if cases is None and table_kind(source) is not TableKind.SCORES:
        return _from_counts(options, source)
    classes = None if options.project is None else options.project.classes
    if options.proba is not None or classes is not None:
        return _of_several_classes(options, classes, source, progress)
    roles = chosen_roles(options, source)
    source.require_answers(roles.scores, (*options.payoffs.values(), roles.where))
    require_mixed_models(options, roles)
    dataset = load_dataset(source, roles, progress)
    if options.project is None or "known_when_deciding" in options.project.typed:
        check_known_columns(options.known_when_deciding, settings_of(options).payoff, dataset)
    dataset, others = parted(options, source, roles, dataset, progress)
    part = _with_mixtures(options, _part(options, dataset, file=(source, roles)))
    given, snapshot = part.table_options, part.snapshot
    more = with_other_samples(options, given, snapshot, roles, others, progress)
    more = with_swap((options.swap, options.id), more, source, snapshot, progress)
    options = with_known_columns(options, snapshot, source, roles)
    more = with_columns(options.segments, options.operations, more, source, snapshot, progress)
    part = replace(part, table_options=more)
    reading = _reading(options, source, roles, dataset)
    return ReportInput(options, (part,), reading, (roles,), source.joined)


def _of_several_classes(
    options: ReportOptions, saved: MulticlassRoles | None, source: Source, progress: Progress
) -> ReportInput:
    """Read cases of several classes: those of `--proba`, or `saved` in a project."""
    chosen = class_scores(options, source) if saved is None else saved
    data = load_multiclass(source, chosen, progress)
    areas_of_models(data)  # refuses a model before those of each class are evaluated
    references = (chosen.roles.positive,) if options.positive else data.classes
    if saved is not None and options.project is not None:
        references = (reference_of(options.project, data.classes, chosen.roles.positive),)
    parts = tuple(_against_all(options, data, name) for name in references)
    return ReportInput(
        options,
        parts,
        _reading(options, source, chosen.roles, data.cases),
        tuple(chosen.against_all(name) for name in references),
        source.joined,
        multiclass=data,
    )


def _reading(options: ReportOptions, source: Source, roles: Roles, dataset: Dataset) -> FileReading:
    columns = {column.name for column in source.columns}
    require_parameters(options.payoff, options.saved_parameters, columns)
    payoffs = filter(None, [payoff_note(source, roles, options.cells_set)])
    notes = (
        *source.notes,
        *orders_said(roles.orders),
        *payoffs,
        *_groups_found(options, roles, dataset),
        *project_notes(options, source, dataset.rows),
    )
    saved = options.project
    settled = options.group == NONE if saved is None else saved.rows_independent
    groups = bool(options.bootstrap) and not settled
    weights = saved is None and not options.weight
    payoff = payoff_columns(settings_of(options).payoff, tuple(dataset.numeric))
    odd = (doubt_of_sentinels(one, dataset.numeric[one], as_payoff=True) for one in payoff)
    doubts = (*doubts_of(source, roles, groups=groups, weights=weights), *filter(None, odd))
    return FileReading(column_uses(source, roles), notes, doubts, source.options)


def _groups_found(options: ReportOptions, roles: Roles, dataset: Dataset) -> Iterator[str]:
    """Yield that rows of a column that nobody named are resampled together."""
    if roles.group is not None and dataset.group is not None and options.group is None:
        yield groups_note(roles.group, len(set(dataset.group.tolist())), dataset.rows)


def _against_all(options: ReportOptions, data: MulticlassDataset, reference: str) -> ReportPart:
    column_aliases = {model.name: model.columns[reference] for model in data.models}
    try:
        part = _part(options, data.against_all(reference), column_aliases, data)
    except (OptionError, EngineError) as error:
        raise OptionError(f"{reference} against all others: {error}") from error
    return _with_mixtures(options, part, column_aliases)


def _part(
    options: ReportOptions,
    dataset: Dataset,
    column_aliases: Mapping[str, str] = NO_ALIASES,
    multiclass: MulticlassDataset | None = None,
    file: tuple[Source, Roles] | None = None,
) -> ReportPart:
    """Evaluate every model of a dataset under the payoffs, and those to be made from them.

    `column_aliases` has the columns of names that options may use beside those of the models.
    `file` has the units of cases, by which a project may decide.
    """
    cache, settings = CountsCache(dataset), settings_of(options)
    source = ScoredSource(dataset, cache, multiclass, None, file and FurtherColumns(file[0]))
    with payoffs_named(options.payoffs, options.payoff_source):
        payoffs = cache.payoffs(settings.payoff)  # held, or computed again for every model
    info = _described(dataset, cache, settings.payoff)
    info, settings = in_project(options, info, settings, column_aliases)
    if file is not None and settings.selection.criterion.found:
        info = with_further_columns(info, *file)
    curve_set = source.build_curves(info, settings.payoff, settings.derived)
    curve_set = with_derived(curve_set, source, options, settings, column_aliases)
    del payoffs
    settings = replace(settings, derived=derived_models(curve_set))
    return _placed(options, curve_set, settings, source, dataset)


def _described(dataset: Dataset, cache: CountsCache, payoff: PayoffSpec) -> DatasetInfo:
    """Describe a dataset; where a model cannot be evaluated its column is named."""
    for column in dataset.scores:
        with model_named(column):
            cache.table(column)
    info = replace(describe_cases(REPORT, dataset, cache), sha256=dataset.sha256)
    for model in info.models:
        with model_named(model.column):
            cache.evaluation(model.column, model.name, payoff)
    return info


def _placed(
    options: ReportOptions,
    curve_set: CurveSet,
    settings: DatasetSettings,
    source: CurveSource,
    dataset: Dataset | None = None,
) -> ReportPart:
    """Return the models at the condition of the report."""
    settings = _at_threshold(settings, options.threshold, curve_set)
    snapshot = with_recommended_model(settled_snapshot(curve_set.at(options.confidence), settings))
    _check_costs(options, snapshot)
    estimator = None
    if options.bootstrap:
        given = resampling_input(snapshot.curve_set, source, settings.payoff)
        estimator = Estimator(given, settings.bands)
    return ReportPart(snapshot, table_options_of(options), estimator, dataset)


def _check_costs(options: ReportOptions, snapshot: Snapshot) -> None:
    """Refuse costs of which one is lost beside the other: no decision would weigh both."""
    for model in snapshot.curve_set.models:
        means = condition_of(snapshot, model.info.key).means
        if means.fn_cost > 0 and means.fp_cost / (means.fp_cost + means.fn_cost) == 1:
            given = options.condition.cost_ratio is not None
            option = "--cost-ratio" if given else "--fp" if "fp" in options.cells_set else "--fn"
            raise OptionError(
                f"{option}: a false positive costs {means.fp_cost / means.fn_cost:.3g} times as "
                "much as a false negative, whose cost is lost in rounding; give costs with a "
                "ratio below 1e15"
            )


def _at_threshold(
    settings: DatasetSettings, threshold: float | None, curve_set: CurveSet
) -> DatasetSettings:
    """Set the threshold that was given, if one was, for every model."""
    if threshold is None:
        return settings
    thresholds = dict.fromkeys((model.info.key for model in curve_set.models), threshold)
    return replace(settings, selection=replace(settings.selection, thresholds=thresholds))


def _with_mixtures(
    options: ReportOptions, part: ReportPart, column_aliases: Mapping[str, str] = NO_ALIASES
) -> ReportPart:
    """Add the mixtures that were asked for; pictures show the first one, as the window does one."""
    snapshot = part.snapshot
    mixes = mixtures_of(options, snapshot, column_aliases)
    if not mixes and snapshot.mix is not None and snapshot.mix.found is not None:
        mixes = (snapshot.mix.spec,)  # of a project
    elif mixes:
        settings = replace(snapshot.settings, mix=mixes[0])
        snapshot = settled_snapshot(snapshot.curve_set, settings, snapshot)
    return replace(part, snapshot=snapshot, table_options=replace(part.table_options, mixes=mixes))


def _with_subsets(options: ReportOptions, part: ReportPart) -> ReportPart:
    """Choose the thresholds that tables list."""
    subsets = threshold_subsets(
        part.snapshot, part.table_options, points_in_force(options, part.snapshot)
    )
    return replace(part, table_options=replace(part.table_options, subsets=subsets))


def points_in_force(options: ReportOptions, snapshot: Snapshot) -> int | None:
    """Return how many thresholds a model are listed at most; None for all."""
    if isinstance(options.points, int):
        return options.points
    return None if options.points == ALL else default_points(snapshot)


def _from_counts(options: ReportOptions, source: Source) -> ReportInput:
    """Read the counts and evaluate every model under the payoffs, which are constants."""
    counted = load_counted(source, options.positive)
    if RATES in counted.warnings and options.condition.prior is None:
        raise UnclearError(
            RATES, "prior", (), file=source.name, advice="Give counts, or the share: --prior P."
        )
    refuse_options_of_cases(options, counted.kind)
    info = replace(dataset_info_from_counts(REPORT, counted), sha256=counted.sha256)
    counts = CountSource(counted)
    info, settings = in_project(options, info, settings_of(options), NO_ALIASES)
    with payoffs_named(options.payoffs, options.payoff_source, NO_CASES):
        curve_set = counts.build_curves(info, settings.payoff, settings.derived)
    require_parameters(options.payoff, options.saved_parameters, ())
    curve_set = with_derived(curve_set, counts, options, settings, NO_ALIASES)
    settings = replace(settings, derived=derived_models(curve_set))
    part = _with_mixtures(options, _placed(options, curve_set, settings, counts))
    notes = (*source.notes, *project_notes(options, source, info.rows))
    reading = FileReading(count_uses(source), notes, options=source.options)
    return ReportInput(options, (part,), reading, counted=counted)
