"""Other cases of a report: those that validate its policies, and those whose costs are compared."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.counts_cache import CountsCache
from costcurve_gui.analysis.intervals.cases import resampling_input
from costcurve_gui.analysis.intervals.estimator import Estimator
from costcurve_gui.analysis.sources.cases import ScoredSource, describe_cases
from costcurve_gui.analysis.tables.options import UnlabelledScores
from costcurve_gui.analysis.validation import ValidationSample
from costcurve_gui.cli.errors import OptionError, model_named, payoffs_named
from costcurve_gui.cli.option_checks import refuse_for_counts
from costcurve_gui.dataio.dataset import Dataset, load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.held_out import cases_with, part_of, texts_of
from costcurve_gui.dataio.roles.choice import unknown_column
from costcurve_gui.dataio.roles.column_roles import NONE
from costcurve_gui.dataio.roles.confidences import by_decision
from costcurve_gui.dataio.roles.groups import in_other_file
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.errors import ConstraintError, EngineError
from costcurve_gui.engine.resampling.hold_out import stratified_split
from costcurve_gui.policies.deciding import read_scores

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableOptions
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.dataio.roles.column_roles import Roles
    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress


@dataclass(frozen=True, slots=True, eq=False)
class OtherCases:
    """The cases that validate, and what they are called."""

    dataset: Dataset
    label: str


def parted(
    options: ReportOptions, source: Source, roles: Roles, dataset: Dataset, progress: Progress
) -> tuple[Dataset, OtherCases | None]:
    """Return the cases that choose policies, and those that validate them, if any do.

    Raises
    ------
    DataError, OptionError
        Where the cases cannot be parted as the options say.
    """
    if options.validate_file is not None:
        file = open_source(options.validate_file, options.reading)
        other = load_dataset(file, in_other_file(roles, file), progress)
        return dataset, OtherCases(other, other.info_name)
    if options.validate is not None:
        column, value = options.validate
        held_out = cases_with(source, dataset, column, value, progress)
        option, label = f"--validate {column}={value}", f"{column} = {value}"
    elif options.validate_split is not None:
        share = options.validate_split
        option, label = (
            f"--validate-split {share:g}",
            f"{share:g} of the cases, seed {options.seed}",
        )
        try:
            held_out = stratified_split(dataset.y_true, share, options.seed, dataset.group)
        except ConstraintError as error:
            raise OptionError(f"{option}: {error}") from error
    else:
        return dataset, None
    try:
        return part_of(dataset, ~held_out), OtherCases(part_of(dataset, held_out), label)
    except DataError as error:
        raise OptionError(f"{option}: {error.message}") from error


def with_other_samples(
    options: ReportOptions,
    given: TableOptions,
    snapshot: Snapshot,
    roles: Roles,
    others: OtherCases | None,
    progress: Progress,
) -> TableOptions:
    """Add the cases that validate, the file whose costs are compared, and unlabelled scores."""
    if options.stability_file is not None:
        # its columns are those of the first file
        file = open_source(options.stability_file, options.reading)
        second = load_dataset(file, in_other_file(roles, file), progress)
        given = replace(given, stability_sample=second)
    if options.unlabelled is not None:
        cases, file = snapshot.curve_set.cases, open_source(options.unlabelled, options.reading)
        confidences = {} if cases is None else cases.dataset.confidences
        second_scores = _unlabelled(by_decision(file, confidences), roles, progress)
        given = replace(given, unlabelled=second_scores)
    if others is not None:
        given = replace(given, validation=_validation(options, snapshot, others))
    return given


def _unlabelled(source: Source, roles: Roles, progress: Progress) -> UnlabelledScores:
    """Read the scores of cases without labels, from columns named as in the first file.

    Whole groups are resampled where the column of groups stands there too.
    """
    names = [column.name for column in source.columns]
    for score in roles.scores:
        if score not in names:
            raise unknown_column(score, names, source.name)
    scores = {score: read_scores(source, score, None, progress)[0] for score in roles.scores}
    empty = [score for score, values in scores.items() if np.isnan(values).all()]
    if empty:
        raise DataError(f"No row has a score: {empty[0]}.", file=source.name, column=empty[0])
    groups = None
    if roles.group is not None and roles.group in names:
        groups = np.unique(texts_of(source, roles.group, progress), return_inverse=True)[1]
    return UnlabelledScores(source.name, scores, groups)


def _validation(options: ReportOptions, snapshot: Snapshot, others: OtherCases) -> ValidationSample:
    """Evaluate the models of the file on the cases that validate.

    Raises
    ------
    OptionError, EngineError
        Where the payoffs do not fit these cases, or a model has no scores of a class.
    """
    dataset, settings = others.dataset, snapshot.settings
    cache = CountsCache(dataset)
    source = ScoredSource(dataset, cache)
    for column in dataset.scores:
        with model_named(column):
            cache.table(column)
    with payoffs_named(options.payoffs, options.payoff_source):
        try:
            info = describe_cases(snapshot.curve_set.dataset.id, dataset, cache)
            curve_set = source.build_curves(info, settings.payoff, ()).at(options.confidence)
        except EngineError as error:
            raise OptionError(f"{others.label}: {error}") from error
    estimator = None
    if options.bootstrap:
        estimator = Estimator(resampling_input(curve_set, source, settings.payoff), settings.bands)
    return ValidationSample(others.label, curve_set, estimator)


def refuse_options_of_cases(options: ReportOptions, kind: TableKind) -> None:
    """Raise `OptionError` for the first option that only scored cases have a use for."""
    given: dict[str, object] = {
        "--label": options.label,
        "--scores": options.scores,
        "--long": options.long,
        "--proba": options.proba,
        "--lower-is-positive": options.lower_is_positive,
        "--weight": options.weight,
        "--fold": options.fold,
        "--group": options.group not in (None, NONE),
        "--derive family": options.family,
        "--stability": options.stability,
        "--stability-file": options.stability_file,
        "--where": options.where,
        "--validate": options.validate,
        "--validate-file": options.validate_file,
        "--validate-split": options.validate_split,
        "--unlabelled": options.unlabelled,
        **options.of_cases,
        "--swap": options.swap,
    }
    if kind is TableKind.CONFUSION:
        given |= {"--positive": options.positive, "--threshold": options.threshold is not None}
    refuse_for_counts(given, options.file.name, kind.rows_are)
