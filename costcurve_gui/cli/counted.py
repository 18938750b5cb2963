"""Reports on models that come as counts: confusion matrices and leaves of trees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from costcurve_gui.cli.analysis import REPORT, AnalysedModel, Evaluated
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.payoffs import constant_payoffs
from costcurve_gui.cli.resampling import CountedFinding
from costcurve_gui.controllers.counted_bands import CountedBands
from costcurve_gui.dataio.dataset_from_counts import CountedDataset, load_counted
from costcurve_gui.dataio.roles.column_uses import FileReading, count_uses
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.engine.cost.condition import OperatingCondition
from costcurve_gui.engine.evaluation import evaluate
from costcurve_gui.models.state import ModelInfo

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.dataio.source import Source

_ROWS_ARE: Mapping[TableKind, str] = {
    TableKind.CONFUSION: "confusion matrices",
    TableKind.LEAVES: "leaves of trees",
}


@dataclass(frozen=True, slots=True, eq=False)
class CountedAnalysis(Evaluated):
    """Models whose counts a file gives."""

    counted: CountedDataset
    counted_finding: CountedFinding | None
    reading: FileReading = field(default_factory=FileReading)

    @property
    def finding(self) -> CountedFinding | None:
        """What finds how sure the models are; None where that was not asked for."""
        return self.counted_finding


def analyse_counted(options: ReportOptions, source: Source) -> CountedAnalysis:
    """Read the counts and evaluate every model under the payoffs, which are constants.

    Raises
    ------
    OptionError, DataError, EngineError
        Where the options, the file or the payoffs cannot be used.
    """
    counted = load_counted(source, options.positive)
    _refuse_options_of_cases(options, counted.kind)
    costs, means = constant_payoffs(options)
    prior = counted.prevalence if options.prior is None else options.prior
    condition = OperatingCondition(prior, means)
    models = tuple(
        AnalysedModel(
            ModelInfo(f"{REPORT}/{name}", name, name, slot),
            evaluate(name, table, None, costs, means),
            condition,
        )
        for slot, (name, table) in enumerate(counted.tables.items(), start=1)
    )
    finding = None
    if options.bands is not None:
        bands = CountedBands({model.info.key: model.evaluation for model in models})
        finding = CountedFinding(options.bands, bands)
    reading = FileReading(count_uses(source), source.notes)
    return CountedAnalysis(options, prior, models, None, counted, finding, reading)


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
