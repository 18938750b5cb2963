"""The options of one report, checked against each other."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from costcurve_gui.analysis.interval_settings import DEFAULT_BANDS, BandChoices, Samples, Verdicts
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.selection_settings import (
    BoundsSpec,
    ReviewSpec,
    SelectionSpec,
)
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.analysis.tables.options import PartialRange, TableOptions
from costcurve_gui.cli.derivations import Derive, Family
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.operations import OperationOptions, operation_options
from costcurve_gui.cli.option_checks import check_together
from costcurve_gui.cli.parser import BAND_POLICIES, report_parser
from costcurve_gui.cli.payoff_options import (
    DEFAULT_PAYOFFS,
    cells_given,
    condition_of,
    parameters_of,
    payoffs_of,
)
from costcurve_gui.cli.project_options import ProjectInput, parsed_beside, project_input
from costcurve_gui.cli.reading_options import reading_options
from costcurve_gui.cli.report_contents import ReportContents, contents_of
from costcurve_gui.cli.segments import SegmentOptions, segment_options
from costcurve_gui.dataio.source import ReadOptions
from costcurve_gui.engine.cost.belief import parse_belief
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.engine.selection.policy import Reviewer
from costcurve_gui.startup.gui_extra import NEEDS_GUI, has_gui

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from costcurve_gui.analysis.payoffs import Parameter
    from costcurve_gui.cli.derivations import Mix
    from costcurve_gui.engine.roc.area import Axis
    from costcurve_gui.views.plotting.picture_options import Format


PICTURE_FORMATS: tuple[Format, ...] = ("png", "svg", "pdf")
FORMATS: tuple[str, ...] = (*PICTURE_FORMATS, "csv", "parquet", "html", "docx", "record")
TABLE_FORMATS = ("csv", "parquet")
PAGE_FORMATS = ("html", "docx", "pdf")


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What `report` was asked for. None is "found in the file" or "not computed"."""

    file: Path
    out: Path
    join: tuple[Path, ...]
    id: str | None
    label: str | None
    positive: str | None
    positive_from: str | None
    others_negative: bool
    long: tuple[str, ...] | None
    scores: tuple[str, ...] | None
    proba: tuple[str, ...] | None
    lower_is_positive: tuple[str, ...]
    weight: str | None
    fold: str | None
    group: str | None
    stability: str | None
    stability_file: Path | None
    validate: tuple[str, str] | None
    validate_file: Path | None
    validate_split: float | None
    unlabelled: Path | None
    segments: SegmentOptions | None
    operations: OperationOptions
    where: str
    derive: tuple[Derive, ...]
    family: Family | None
    mix: tuple[Mix, ...]
    payoffs: Mapping[str, str]
    params: tuple[Parameter, ...]
    payoff_file: Path | None
    payoffs_given: bool
    condition: ConditionSpec
    max_fpr: float | None
    capacity: float | None
    population: float | None
    min_tpr: float | None
    min_precision: float | None
    max_share: float | None
    budget: float | None
    price: float | None
    objective: Objective | None
    review: ReviewSpec | None
    known_when_deciding: tuple[str, ...]
    threshold: float | None
    swap: tuple[str, str] | None
    belief: str
    partial_auc: tuple[float, float] | None
    partial_axis: Axis
    bootstrap: int
    band_policy: str
    verdicts: Verdicts
    samples: Samples
    confidence: float
    seed: int
    formats: tuple[str, ...]
    contents: ReportContents
    points: int | str | None
    min_count: int
    overwrite: bool
    project: ProjectInput | None = None
    reading: ReadOptions = field(default_factory=ReadOptions)
    values: Mapping[str, Sequence[str]] = field(
        default_factory=dict
    )  # of the class column, as a policy has them
    grades: Mapping[str, Sequence[str]] = field(default_factory=dict)  # of scores, as it has them
    words: tuple[str, ...] = ()  # as typed, but for the folder

    @property
    def inputs(self) -> tuple[Path, ...]:
        """The files that are read."""
        project = None if self.project is None else self.project.path
        others = (self.payoff_file, self.stability_file, self.validate_file, self.unlabelled)
        terms = None if self.segments is None else self.segments.file
        given = *others, terms, project
        return self.file, *self.join, *(other for other in given if other is not None)

    @property
    def of_cases(self) -> dict[str, object]:
        """Columns by their options that say something of single cases alone."""
        operations = self.operations
        return {"--segment": self.segments, "--unit": operations.unit, "--day": operations.day}

    @property
    def objective_typed(self) -> bool:
        """Whether the objective was typed; a project has one of its own."""
        given = self.project is None or "objective" in self.project.typed
        return given and self.objective is not None

    @property
    def bounds(self) -> BoundsSpec:
        """The bounds, all that are given."""
        return BoundsSpec(
            fpr=self.max_fpr,
            tpr=self.min_tpr,
            precision=self.min_precision,
            cases=self.capacity,
            share=self.max_share,
            budget=self.budget,
            price=BoundsSpec().price if self.price is None else self.price,
        )

    @property
    def payoff(self) -> PayoffSpec:
        """The payoff matrix."""
        return PayoffSpec(parameters=self.params).with_cells(self.payoffs)

    @property
    def saved_parameters(self) -> tuple[Parameter, ...]:
        """The parameters of a project, which need not be used."""
        return () if self.project is None else self.project.parameters

    @property
    def payoff_source(self) -> str:
        """What stands before the name of a payoff cell: dashes of an option, or its file."""
        return "--" if self.payoff_file is None else f"{self.payoff_file}: "

    @property
    def cells_set(self) -> frozenset[str]:
        """The payoff cells that an option or a file sets to something else than the default."""
        if self.payoff_file is not None:
            return frozenset(self.payoffs)
        return frozenset(
            cell for cell, text in self.payoffs.items() if text != DEFAULT_PAYOFFS[cell]
        )

    @property
    def picture_formats(self) -> tuple[Format, ...]:
        """The formats that need the plots."""
        return tuple(name for name in PICTURE_FORMATS if name in self.formats)

    @property
    def table_formats(self) -> tuple[str, ...]:
        """The formats that the tables are written in."""
        return tuple(name for name in TABLE_FORMATS if name in self.formats)

    @property
    def page_names(self) -> dict[str, str]:
        """The file of the page in each format that it is asked for in; others may stand beside."""
        return {name: f"report.{name}" for name in PAGE_FORMATS if name in self.formats}

    @property
    def bands(self) -> BandChoices:
        """How bands are found; not shown where nothing is resampled."""
        replicates = self.bootstrap or DEFAULT_BANDS.spec.replicates
        return BandChoices(
            shown=bool(self.bootstrap),
            policy=BAND_POLICIES[self.band_policy],
            spec=BootstrapSpec(replicates, self.confidence, self.seed),
            samples=self.samples,
            verdicts=self.verdicts,
        )


def settings_of(options: ReportOptions) -> DatasetSettings:
    """Return what the user of the window would choose to see the same.

    A threshold and the points of a mixture are set when the models are known.
    """
    return DatasetSettings(
        payoff=options.payoff,
        condition=options.condition,
        selection=_selection_of(options),
        belief=parse_belief(options.belief) if options.belief else None,
        bands=options.bands,
        hidden=frozenset(),  # tables are of all models
    )


def table_options_of(options: ReportOptions) -> TableOptions:
    """Return what the tables are asked for beside these settings; mixtures come later."""
    partial = options.partial_auc
    return TableOptions(
        payoffs_given=options.payoffs_given,
        bounds_together=options.objective_typed or len(options.bounds.limits) > 1,
        by_hand=options.threshold is not None,
        belief=options.belief,
        partial_auc=None if partial is None else PartialRange(*partial, options.partial_axis),
        population=options.population or 1.0,
        stability=options.stability or "",
        family_threshold=None if options.family is None else options.family.threshold,
    )


def _selection_of(options: ReportOptions) -> SelectionSpec:
    """Return what the options say of the operating point.

    Within a bound the most positives are wanted, as by the criteria of the sources, unless there
    are payoffs to compare thresholds by; without one an objective of rates bounds nothing.
    """
    objective, bounded = options.objective, bool(options.bounds.limits)
    within_bounds = Objective.PROFIT if options.payoffs_given else Objective.TPR
    return SelectionSpec(
        objective=None if objective is Objective.TPR and not bounded else objective,
        unless_chosen=within_bounds if bounded else None,
        bounds=options.bounds,
        review=options.review,
        known_when_deciding=options.known_when_deciding,
        population=options.population or SelectionSpec().population,
    )


def parse_options(argv: Sequence[str]) -> ReportOptions:
    """Read the words after `report`.

    Raises
    ------
    OptionError
        Where they cannot be followed.
    """
    parser, words = report_parser(), join_values(argv)
    chosen = parser.parse_args(words)
    project = project_input(chosen.file, parser, words)
    if project is not None:
        chosen = parsed_beside(project, parser, words)
    check_together(chosen, in_project=project is not None)
    return ReportOptions(
        file=chosen.file if project is None else project.file,
        out=chosen.out,
        join=tuple(chosen.join),
        id=chosen.id,
        label=chosen.label,
        positive=chosen.positive,
        positive_from=chosen.positive_from,
        long=chosen.long,
        others_negative=chosen.others is not None,
        scores=chosen.scores,
        proba=chosen.proba,
        lower_is_positive=chosen.lower_is_positive,
        weight=chosen.weight,
        fold=chosen.fold,
        group=chosen.group,
        stability=chosen.stability,
        stability_file=chosen.stability_file,
        validate=chosen.validate,
        validate_file=chosen.validate_file,
        validate_split=chosen.validate_split,
        unlabelled=chosen.unlabelled,
        segments=segment_options(chosen),
        operations=operation_options(chosen),
        where=chosen.where,
        derive=tuple(one for one in chosen.derive if isinstance(one, Derive)),
        family=_family(chosen.derive),
        mix=tuple(chosen.mix),
        payoffs=payoffs_of(chosen),
        params=parameters_of(chosen, () if project is None else project.parameters),
        payoff_file=chosen.payoff,
        payoffs_given=chosen.payoff is not None or bool(cells_given(chosen)),
        condition=condition_of(chosen),
        max_fpr=chosen.max_fpr,
        capacity=chosen.capacity,
        population=chosen.population,
        min_tpr=chosen.min_tpr,
        min_precision=chosen.min_precision,
        max_share=chosen.max_share,
        budget=chosen.budget,
        price=chosen.price,
        objective=None if chosen.objective is None else Objective(chosen.objective),
        review=_review(chosen),
        known_when_deciding=chosen.known_when_deciding,
        threshold=chosen.threshold,
        swap=chosen.swap,
        belief=chosen.belief or "",
        partial_auc=chosen.partial_auc,
        partial_axis=chosen.partial_axis or "fpr",
        bootstrap=chosen.bootstrap,
        band_policy=chosen.band_policy,
        samples=Samples(chosen.samples),
        verdicts=Verdicts(chosen.verdicts),
        confidence=chosen.confidence,
        seed=chosen.seed,
        formats=_formats(chosen.format) if chosen.format else default_formats(),
        contents=contents_of(chosen),
        points=chosen.points,
        min_count=chosen.min_count,
        overwrite=chosen.overwrite,
        project=project,
        reading=reading_options(chosen),
    )


def _review(chosen: argparse.Namespace) -> ReviewSpec | None:
    if chosen.review_cost is None:
        return None
    tpr = 1.0 if chosen.review_tpr is None else chosen.review_tpr
    person = Reviewer(chosen.review_cost, tpr, chosen.review_fpr or 0.0)
    return ReviewSpec(person, chosen.review_capacity)


def _family(derive: Sequence[Derive | Family]) -> Family | None:
    """Return the last family that was asked for: one file has one."""
    found = [one for one in derive if isinstance(one, Family)]
    return found[-1] if found else None


def _formats(names: Sequence[str]) -> tuple[str, ...]:
    """Return the formats in a fixed order, so that asking in another order changes nothing."""
    unknown = [name for name in names if name not in FORMATS]
    if unknown:
        raise OptionError(f"--format {unknown[0]} is unknown; it takes {', '.join(FORMATS)}")
    pictures = [name for name in names if name in PICTURE_FORMATS]
    if pictures and not has_gui():
        others = ",".join(name for name in FORMATS if name not in PICTURE_FORMATS)
        raise OptionError(f"--format {pictures[0]} {NEEDS_GUI}; --format {others} does without")
    return tuple(name for name in FORMATS if name in names)


def default_formats() -> tuple[str, ...]:
    """Return what is written unless the formats are given."""
    return ("png", "csv") if has_gui() else ("csv",)


_OPTION = re.compile(r"--[a-z][a-z-]*")
_WITHOUT_VALUE = frozenset({"--help", "--list", "--overwrite", "--header", "--no-header"})


def join_values(argv: Sequence[str]) -> list[str]:
    """Return `argv` in which every option carries its value as `--option=value`.

    A word that looks like an option is no value, so a forgotten value is still noticed. Words
    after a lone `--` are left alone.

    >>> join_values(["a.csv", "--fn", "-amount", "--fp", "--tn", "0"])
    ['a.csv', '--fn=-amount', '--fp', '--tn=0']
    """
    joined: list[str] = []
    words = list(argv)
    while words:
        word = words.pop(0)
        if word == "--":
            return [*joined, word, *words]
        if _takes_value(word) and words and not _OPTION.fullmatch(words[0]):
            word = f"{word}={words.pop(0)}"
        joined.append(word)
    return joined


def _takes_value(word: str) -> bool:
    return _OPTION.fullmatch(word) is not None and word not in _WITHOUT_VALUE
