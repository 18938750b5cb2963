"""What a report says of the rule that decides case by case: columns taken as known, refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.per_case_rules import PerCaseError, payoff_columns
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.per_case import per_case_of, refusals
from costcurve_gui.cli.option_checks import KNOWN_WHEN_DECIDING
from costcurve_gui.dataio.errors import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.cli.report_input import ReportInput, ReportPart


def per_case_notes(study: ReportInput) -> Iterator[str]:
    """Yield which columns per_case takes as known when deciding."""
    for part in study.parts[:1]:
        if not _is_asked(study, part):
            continue
        for model in models_of(part.snapshot, part.table_options):
            try:
                columns = per_case_of(part.snapshot, model).columns
            except PerCaseError:
                continue
            yield (
                f"per_case takes {listed(columns)} as known when a case is decided; "
                f"{KNOWN_WHEN_DECIDING} names the columns that are"
            )
            return


def per_case_warnings(study: ReportInput) -> Iterator[str]:
    """Yield why per_case is left out, for all models or for some."""
    for part in study.parts:
        if not _is_asked(study, part):
            continue
        models = models_of(part.snapshot, part.table_options)
        found: dict[str, list[str]] = {}
        for name, reason in refusals(part.snapshot, models):
            found.setdefault(reason, []).append(name)
        for reason, names in found.items():
            of = "" if len(names) == len(models) else f" for {listed(names)}"
            yield f"per_case is left out{of}: {reason}"


def _is_asked(study: ReportInput, part: ReportPart) -> bool:
    """Whether payoffs are given that vary from case to case."""
    if not study.options.payoffs_given or part.dataset is None:
        return False
    return bool(payoff_columns(part.snapshot.settings.payoff, tuple(part.dataset.numeric)))
