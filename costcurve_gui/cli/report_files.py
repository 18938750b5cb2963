"""Open the files that a report is about: each with a row a case, joined where there are several."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.reading_options import of_further_file
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.joining.join import join_sources
from costcurve_gui.dataio.pivot import as_cases
from costcurve_gui.dataio.roles.long_format import LongFormat
from costcurve_gui.dataio.table_kind import TableKind, table_kind

if TYPE_CHECKING:
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.dataio.source import Source


def opened_file(options: ReportOptions) -> Source:
    """Return the file of a report, with those joined to it; scored cases with a row a case."""
    project = options.project
    further = of_further_file(options.reading)
    first = (
        open_source(options.file, options.reading)
        if project is None
        else project.source(options.reading)
    )
    others = (open_source(path, further) for path in options.join)
    sources = [
        _cases(options, source) if table_kind(source) is TableKind.SCORES else source
        for source in (first, *others)
    ]
    return join_sources(sources, options.id, options.label) if options.join else sources[0]


def _cases(options: ReportOptions, source: Source) -> Source:
    """Return the file with a row a case."""
    if options.long == ("none",):
        return replace(source, rows_are_cases=True)
    long = LongFormat(*options.long) if options.long else None
    if options.join and long and not {column.name for column in source.columns} >= {*long.columns}:
        long = None  # of another of the files
    cases = as_cases(source, long, options.label)
    for column in cases.dropped:
        if re.search(rf"\b{re.escape(column)}\b", options.where):
            raise OptionError(
                f"--where {options.where}: {column} is not a column of the cases of {source.name}, "
                f"which is in long format: {cases.dropped[column]}; choose models with --scores, "
                "or say --long none"
            )
    return cases
