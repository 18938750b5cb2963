"""`report`: every curve, table and picture of a file, without a window."""

from __future__ import annotations

import sys
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING

from costcurve_gui.analysis.tables.multiclass import multiclass_table, pairwise_table
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.cli.errors import REFUSED, one_line
from costcurve_gui.cli.manifest import manifest, warnings
from costcurve_gui.cli.options import parse_options
from costcurve_gui.cli.output import MANIFEST, file_hash, staged
from costcurve_gui.cli.progress import Steps
from costcurve_gui.cli.report_input import CountAnalysis, ReportInput, read_report_input
from costcurve_gui.cli.signals import ended_by_signals
from costcurve_gui.cli.tables.comparisons import (
    auc_comparison_from_counts,
    auc_comparison_table,
    comparisons_table,
    crossovers_table,
    difference_table,
    expected_cost_table,
    lc_index_table,
    verdicts_table,
    winners_table,
)
from costcurve_gui.cli.tables.curves import (
    calibration_table,
    cost_curve_table,
    det_table,
    family_cost_curve_table,
    family_profit_table,
    family_roc_table,
    family_rociv_table,
    gain_table,
    isotonic_table,
    net_benefit_table,
    pr_table,
    profit_table,
    roc_table,
    rociv_table,
)
from costcurve_gui.cli.tables.derived import (
    combinations_table,
    concavities_table,
    folds_table,
    mixtures_table,
)
from costcurve_gui.cli.tables.intervals import (
    bands_table,
    cost_band_table,
    family_bands_table,
    family_threshold_band_table,
    optimum_table,
    threshold_band_table,
    thresholds_table,
)
from costcurve_gui.cli.tables.models import models_table
from costcurve_gui.cli.tables.selection import family_selection_table, selection_table
from costcurve_gui.dataio.csv_writer import write_csv
from costcurve_gui.dataio.errors import readable
from costcurve_gui.dataio.roles.labels import described
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.dataio.writers import write_json
from costcurve_gui.startup.display import draw_in_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from costcurve_gui.analysis.tables.multiclass import Multiclass
    from costcurve_gui.cli.analysis import Analysis
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.engine.progress import Progress

BAD_INPUT = 2
# About how many times as long as another step with replicates, measured on 500 and 50,000 rows.
RESAMPLED_WEIGHTS: Mapping[str, float] = {
    "models.csv": 8.0,
    "cost_band.csv": 2.0,
    "bands.csv": 20.0,
    "threshold_band.csv": 4.0,
    "difference.csv": 4.0,
    "winners.csv": 2.0,
    "verdicts.csv": 4.0,
    "comparisons.csv": 8.0,
    "selection.csv": 12.0,
}
TABLES: Mapping[str, Callable[[Analysis], Table]] = {
    "models.csv": models_table,
    "roc.csv": roc_table,
    "rociv.csv": rociv_table,
    "cost_curve.csv": cost_curve_table,
    "cost_band.csv": cost_band_table,
    "bands.csv": bands_table,
    "threshold_band.csv": threshold_band_table,
    "crossovers.csv": crossovers_table,
    "difference.csv": difference_table,
    "winners.csv": winners_table,
    "verdicts.csv": verdicts_table,
    "comparisons.csv": comparisons_table,
    "profit.csv": profit_table,
    "selection.csv": selection_table,
    "optimum.csv": optimum_table,
    "thresholds.csv": thresholds_table,
    "auc_comparison.csv": auc_comparison_table,
    "expected_cost.csv": expected_cost_table,
    "lc_index.csv": lc_index_table,
    "pr.csv": pr_table,
    "det.csv": det_table,
    "gain.csv": gain_table,
    "calibration.csv": calibration_table,
    "net_benefit.csv": net_benefit_table,
    "isotonic.csv": isotonic_table,
    "concavities.csv": concavities_table,
}
COUNT_TABLES: Mapping[str, Callable[[CountAnalysis], Table]] = {
    "models.csv": models_table,
    "cost_band.csv": cost_band_table,
    "crossovers.csv": crossovers_table,
    "difference.csv": difference_table,
    "winners.csv": winners_table,
    "verdicts.csv": verdicts_table,
    "comparisons.csv": comparisons_table,
    "optimum.csv": optimum_table,
    "thresholds.csv": thresholds_table,
    "auc_comparison.csv": auc_comparison_from_counts,
    "expected_cost.csv": expected_cost_table,
    "lc_index.csv": lc_index_table,
}
LEAF_TABLES: Mapping[str, Callable[[CountAnalysis], Table]] = {
    **COUNT_TABLES,
    "bands.csv": bands_table,
    "threshold_band.csv": threshold_band_table,
    "roc.csv": roc_table,
    "rociv.csv": rociv_table,
    "cost_curve.csv": cost_curve_table,
    "profit.csv": profit_table,
    "selection.csv": selection_table,
    "pr.csv": pr_table,
    "det.csv": det_table,
    "gain.csv": gain_table,
    "calibration.csv": calibration_table,
    "net_benefit.csv": net_benefit_table,
    "isotonic.csv": isotonic_table,
    "concavities.csv": concavities_table,
}
FAMILY_TABLES: Mapping[str, Callable[[CountAnalysis], Table]] = {
    **COUNT_TABLES,
    "bands.csv": family_bands_table,
    "threshold_band.csv": family_threshold_band_table,
    "roc.csv": family_roc_table,
    "rociv.csv": family_rociv_table,
    "cost_curve.csv": family_cost_curve_table,
    "profit.csv": family_profit_table,
    "selection.csv": family_selection_table,
}
MULTICLASS_TABLES: Mapping[str, Callable[[Multiclass], Table]] = {
    "multiclass.csv": multiclass_table,
    "multiclass_pairs.csv": pairwise_table,
}
TABLE_NAMES = frozenset(
    {
        *TABLES,
        *COUNT_TABLES,
        *MULTICLASS_TABLES,
        *("folds.csv", "combinations.csv", "mixtures.csv", MANIFEST),
    }
)


def run(argv: Sequence[str]) -> int:
    """Carry out `report` with the words after it; return the exit status."""
    steps = Steps()
    with ended_by_signals():
        try:
            options = parse_options(argv)
            place = partial(staged, overwrite=options.overwrite, inputs=options.inputs)
            with place(options.out, names=TABLE_NAMES) as folder:
                steps.expect(2)  # with the manifest
                steps.begin(f"Reading {options.file.name}")
                study = read_report_input(options, steps)
                write_report(study, folder, steps)
        except REFUSED as error:
            steps.clear()
            _say(f"error: {one_line(error)}")
            return BAD_INPUT
        except BaseException:
            steps.clear()
            raise
    steps.clear()
    if isinstance(study, ReportInput):
        analysis = study.analyses[0]  # the same rows are read for every class
        _say(f"labels: {described(analysis.roles.label, analysis.dataset.labels)}")
    _say(f"columns: {study.reading.described}")
    for note in study.reading.notes:
        _say(f"note: {note}")
    for warning in warnings(study):
        _say(f"warning: {warning}")
    sys.stdout.write(f"{readable(f'The report is in {options.out}')}\n")
    return 0


def _say(line: str) -> None:
    sys.stderr.write(f"{readable(line)}\n")


def write_report(
    study: ReportInput | CountAnalysis, folder: Path, steps: Steps | None = None
) -> None:
    """Write every file of the report into an empty folder."""
    steps = steps or Steps(StringIO())
    _require_mixtures(study)
    writers = _table_writers(study, folder, steps) if "csv" in study.options.formats else {}
    for name in writers:
        steps.expect(1, _weight(name, study.options))
    drawings = _picture_writers(study, folder, steps) if study.options.picture_formats else []
    for name, write in writers.items():
        steps.begin(f"Writing {name}", _weight(name, study.options))
        write()
    for draw in drawings:
        draw()
    steps.begin(f"Writing {MANIFEST}")
    files = {path.name: file_hash(path) for path in folder.iterdir()}
    write_json(folder / MANIFEST, manifest(study, files))


def _require_mixtures(study: ReportInput | CountAnalysis) -> None:
    """Refuse mixtures that cannot be before the tables, which take long."""
    if isinstance(study, ReportInput):
        for analysis in study.analyses:
            mixtures_table(analysis)


def _weight(name: str, options: ReportOptions) -> float:
    """Return about how many times as long a table takes as one that is not resampled."""
    return RESAMPLED_WEIGHTS.get(name, 1.0) if options.bootstrap else 1.0


def tables(options: ReportOptions) -> Mapping[str, Callable[[Analysis], Table]]:
    """Return the tables that were asked for and, after these, which may be refused, all others."""
    found: dict[str, Callable[[Analysis], Table]] = {}
    if options.fold is not None:
        found["folds.csv"] = folds_table
    if any(derive.kind.uses_thresholds for derive in options.derive):
        found["combinations.csv"] = combinations_table
    if options.mix:
        found["mixtures.csv"] = mixtures_table
    return {**found, **TABLES}


def _table_writers(
    study: ReportInput | CountAnalysis, folder: Path, progress: Progress
) -> Mapping[str, Callable[[], None]]:
    """Return what writes each table."""

    def writer(name: str, make: Callable[[], Table]) -> Callable[[], None]:
        def write() -> None:
            table = make()
            write_csv(folder / name, table.header, table.columns, progress)

        return write

    return {name: writer(name, make) for name, make in _table_makers(study).items()}


def _table_makers(study: ReportInput | CountAnalysis) -> Mapping[str, Callable[[], Table]]:
    if isinstance(study, CountAnalysis):
        is_family = study.counted.kind is TableKind.CONFUSION
        counted = FAMILY_TABLES if is_family else LEAF_TABLES
        return {name: partial(make, study) for name, make in counted.items()}
    found = {name: partial(_stacked, make, study) for name, make in tables(study.options).items()}
    if study.multiclass is None:
        return found
    several = study.multiclass
    return {**found, **{name: partial(make, several) for name, make in MULTICLASS_TABLES.items()}}


def _stacked(make: Callable[[Analysis], Table], study: ReportInput) -> Table:
    return Table.stacked([make(analysis) for analysis in study.analyses])


def _picture_writers(
    study: ReportInput | CountAnalysis, folder: Path, steps: Steps
) -> Sequence[Callable[[], None]]:
    """Return what writes the pictures of each class."""
    draw_in_memory()
    from costcurve_gui.cli.pictures import most_pictures, write_pictures  # Qt only where drawn

    if isinstance(study, CountAnalysis):
        parts: list[tuple[Analysis | CountAnalysis, str]] = [(study, "")]
    else:
        parts = list(zip(study.analyses, study.picture_endings, strict=True))
    steps.expect(len(parts) * most_pictures(study.options))
    return [partial(write_pictures, one, folder, ending, steps) for one, ending in parts]
