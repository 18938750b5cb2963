"""`report`: every curve, table and picture of a file, without a window."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from costcurve_gui.cli.counted import CountedAnalysis
from costcurve_gui.cli.errors import REFUSED, one_line
from costcurve_gui.cli.manifest import manifest, warnings
from costcurve_gui.cli.offscreen import draw_in_memory
from costcurve_gui.cli.options import parse_options
from costcurve_gui.cli.output import MANIFEST, staged
from costcurve_gui.cli.study import Study, study_of
from costcurve_gui.cli.tables.bands import (
    bands_table,
    cost_band_table,
    family_bands_table,
    family_threshold_band_table,
    threshold_band_table,
)
from costcurve_gui.cli.tables.beliefs import expected_cost_table, lc_index_table
from costcurve_gui.cli.tables.curves import (
    cost_curve_table,
    profit_table,
    roc_table,
    rociv_table,
)
from costcurve_gui.cli.tables.derived import combinations_table, concavities_table
from costcurve_gui.cli.tables.families import (
    family_cost_curve_table,
    family_profit_table,
    family_roc_table,
    family_rociv_table,
    family_selection_table,
)
from costcurve_gui.cli.tables.folds import folds_table
from costcurve_gui.cli.tables.mixtures import mixtures_table
from costcurve_gui.cli.tables.models import models_table
from costcurve_gui.cli.tables.multiclass import multiclass_table, pairwise_table
from costcurve_gui.cli.tables.optimum import optimum_table, thresholds_table
from costcurve_gui.cli.tables.pairs import (
    auc_comparison_table,
    counted_comparison_table,
    crossovers_table,
    difference_table,
)
from costcurve_gui.cli.tables.probabilities import (
    calibration_table,
    isotonic_table,
    net_benefit_table,
)
from costcurve_gui.cli.tables.rates import det_table, gain_table, pr_table
from costcurve_gui.cli.tables.selection import selection_table
from costcurve_gui.cli.tables.table import Table
from costcurve_gui.cli.tables.verdicts import (
    comparisons_table,
    verdicts_table,
    winners_table,
)
from costcurve_gui.dataio.csv_writer import write_csv
from costcurve_gui.dataio.labels import described
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.dataio.writers import write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from costcurve_gui.cli.analysis import Analysis
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.cli.study import Multiclass

BAD_INPUT = 2
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
COUNT_TABLES: Mapping[str, Callable[[CountedAnalysis], Table]] = {
    "models.csv": models_table,
    "cost_band.csv": cost_band_table,
    "crossovers.csv": crossovers_table,
    "difference.csv": difference_table,
    "winners.csv": winners_table,
    "verdicts.csv": verdicts_table,
    "comparisons.csv": comparisons_table,
    "optimum.csv": optimum_table,
    "thresholds.csv": thresholds_table,
    "auc_comparison.csv": counted_comparison_table,
    "expected_cost.csv": expected_cost_table,
    "lc_index.csv": lc_index_table,
}
LEAF_TABLES: Mapping[str, Callable[[CountedAnalysis], Table]] = {
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
FAMILY_TABLES: Mapping[str, Callable[[CountedAnalysis], Table]] = {
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


def run(argv: Sequence[str]) -> int:
    """Carry out `report` with the words after it; return the exit status."""
    try:
        options = parse_options(argv)
        with staged(options.out) as folder:
            study = study_of(options)
            write_report(study, folder)
    except REFUSED as error:
        sys.stderr.write(f"error: {one_line(error)}\n")
        return BAD_INPUT
    if isinstance(study, Study):
        analysis = study.analyses[0]  # the same rows are read for every class
        words = described(analysis.roles.label, analysis.dataset.labels)
        sys.stderr.write(f"labels: {words}\n")
    sys.stderr.write(f"columns: {study.reading.described}\n")
    for note in study.reading.notes:
        sys.stderr.write(f"note: {note}\n")
    for warning in warnings(study):
        sys.stderr.write(f"warning: {warning}\n")
    sys.stdout.write(f"The report is in {options.out}\n")
    return 0


def write_report(study: Study | CountedAnalysis, folder: Path) -> None:
    """Write every file of the report into an empty folder."""
    if "csv" in study.options.formats:
        _write_tables(study, folder)
    if study.options.picture_formats:
        _write_pictures(study, folder)
    files = [path.name for path in folder.iterdir()]
    write_json(folder / MANIFEST, manifest(study, files))


def tables(options: ReportOptions) -> Mapping[str, Callable[[Analysis], Table]]:
    """Return the tables that belong to every report and those that were asked for."""
    found = dict(TABLES)
    if options.fold is not None:
        found["folds.csv"] = folds_table
    if any(derive.kind.uses_thresholds for derive in options.derive):
        found["combinations.csv"] = combinations_table
    if options.mix:
        found["mixtures.csv"] = mixtures_table
    return found


def _write_tables(study: Study | CountedAnalysis, folder: Path) -> None:
    if isinstance(study, CountedAnalysis):
        is_family = study.counted.kind is TableKind.CONFUSION
        for name, make_counted in (FAMILY_TABLES if is_family else LEAF_TABLES).items():
            _write_table(make_counted(study), folder / name)
        return
    for name, make in tables(study.options).items():
        _write_table(Table.stacked([make(analysis) for analysis in study.analyses]), folder / name)
    if study.multiclass is not None:
        for name, make_multiclass in MULTICLASS_TABLES.items():
            _write_table(make_multiclass(study.multiclass), folder / name)


def _write_table(table: Table, path: Path) -> None:
    write_csv(path, table.header, table.columns)


def _write_pictures(study: Study | CountedAnalysis, folder: Path) -> None:
    draw_in_memory()
    from costcurve_gui.cli.pictures import write_pictures  # Qt only where pictures are drawn

    if isinstance(study, CountedAnalysis):
        write_pictures(study, folder)
        return
    for analysis, ending in zip(study.analyses, study.picture_endings, strict=True):
        write_pictures(analysis, folder, ending)
