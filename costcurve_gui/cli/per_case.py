"""Why a report has no rule that decides case by case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.per_case_rules import UnmarkedError, payoff_columns
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.per_case import refusals
from costcurve_gui.cli.option_checks import KNOWN_WHEN_DECIDING
from costcurve_gui.dataio.errors import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.cli.report_input import ReportInput, ReportPart


def per_case_notes(study: ReportInput) -> Iterator[str]:
    """Yield why there is no per_case where payoffs are not marked as known, and how to do it."""
    for part in study.parts[:1]:
        if not _is_asked(study, part):
            continue
        models = models_of(part.snapshot, part.table_options)
        errors = [error for _, error in refusals(part.snapshot, models)]
        for error in (one for one in errors[:1] if isinstance(one, UnmarkedError)):
            yield (
                f"no per_case rule: {error}; {KNOWN_WHEN_DECIDING} {','.join(error.columns)} marks "
                "what is known by then, as the amount of a loan is and that of a gift is not"
            )


def per_case_warnings(study: ReportInput) -> Iterator[str]:
    """Yield why else per_case is left out, for all models or for some."""
    for part in study.parts:
        if not _is_asked(study, part):
            continue
        models = models_of(part.snapshot, part.table_options)
        found: dict[str, list[str]] = {}
        for name, error in refusals(part.snapshot, models):
            if not isinstance(error, UnmarkedError):
                found.setdefault(str(error), []).append(name)
        for reason, names in found.items():
            of = "" if len(names) == len(models) else f" for {listed(names)}"
            yield f"per_case is left out{of}: {reason}"


def _is_asked(study: ReportInput, part: ReportPart) -> bool:
    """Whether payoffs are given that vary from case to case."""
    if not study.options.payoffs_given or part.dataset is None:
        return False
    return bool(payoff_columns(part.snapshot.settings.payoff, tuple(part.dataset.numeric)))
