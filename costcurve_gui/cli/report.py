"""`report`: every curve, table and picture of a file, without a window."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from costcurve_gui.cli.analysis import Analysis, analyse
from costcurve_gui.cli.errors import REFUSED, one_line
from costcurve_gui.cli.manifest import manifest, warnings
from costcurve_gui.cli.offscreen import draw_in_memory
from costcurve_gui.cli.options import parse_options
from costcurve_gui.cli.output import MANIFEST, staged
from costcurve_gui.cli.tables.beliefs import expected_cost_table, lc_index_table
from costcurve_gui.cli.tables.curves import (
    cost_curve_table,
    profit_table,
    roc_table,
    rociv_table,
)
from costcurve_gui.cli.tables.models import models_table
from costcurve_gui.cli.tables.pairs import auc_comparison_table, crossovers_table
from costcurve_gui.cli.tables.selection import selection_table
from costcurve_gui.dataio.writers import write_csv, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from costcurve_gui.cli.tables.table import Table

BAD_INPUT = 2
TABLES: Mapping[str, Callable[[Analysis], Table]] = {
    "models.csv": models_table,
    "roc.csv": roc_table,
    "rociv.csv": rociv_table,
    "cost_curve.csv": cost_curve_table,
    "crossovers.csv": crossovers_table,
    "profit.csv": profit_table,
    "selection.csv": selection_table,
    "auc_comparison.csv": auc_comparison_table,
    "expected_cost.csv": expected_cost_table,
    "lc_index.csv": lc_index_table,
}


def run(argv: Sequence[str]) -> int:
    """Carry out `report` with the words after it; return the exit status."""
    try:
        options = parse_options(argv)
        with staged(options.out) as folder:
            analysis = analyse(options)
            write_report(analysis, folder)
    except REFUSED as error:
        sys.stderr.write(f"error: {one_line(error)}\n")
        return BAD_INPUT
    for warning in warnings(analysis):
        sys.stderr.write(f"warning: {warning}\n")
    sys.stdout.write(f"The report is in {options.out}\n")
    return 0


def write_report(analysis: Analysis, folder: Path) -> None:
    """Write every file of the report into an empty folder."""
    if "csv" in analysis.options.formats:
        for name, make in TABLES.items():
            table = make(analysis)
            write_csv(folder / name, table.header, table.columns)
    if analysis.options.picture_formats:
        draw_in_memory()
        from costcurve_gui.cli.pictures import write_pictures  # Qt only where pictures are drawn

        write_pictures(analysis, folder)
    files = [path.name for path in folder.iterdir()]
    write_json(folder / MANIFEST, manifest(analysis, files))
