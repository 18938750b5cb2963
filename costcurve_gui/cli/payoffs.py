"""The payoff matrix of a report, from expressions over the file's columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.payoffs import PayoffCellError
from costcurve_gui.analysis.settings import PayoffSpec
from costcurve_gui.cli.errors import OptionError, name_cell
from costcurve_gui.engine.errors import EngineError

if TYPE_CHECKING:
    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.payoffs import Payoffs
    from costcurve_gui.analysis.sources.counts import CountSource, Evaluations
    from costcurve_gui.cli.options import ReportOptions

_NO_CASES = "A file of counts has no cases whose costs could differ; give a number"
_LONGEST_SHOWN = 80


def payoff_spec(options: ReportOptions) -> PayoffSpec:
    """Return the four cells as they were given."""
    return PayoffSpec().with_cells(options.payoffs)


def checked_payoffs(options: ReportOptions, cache: CountsCache) -> Payoffs:
    """Compute the payoffs of every row; an error names the option and the rows of the file.

    Raises
    ------
    OptionError, EngineError
        Where a cell is no expression over the numeric columns, or an error cost is negative.
    """
    try:
        return cache.payoffs(payoff_spec(options))
    except PayoffCellError as error:
        raise _unusable(options, error) from error
    except EngineError as error:
        raise name_cell(error, _source(options)) from error


def checked_evaluations(options: ReportOptions, source: CountSource) -> Evaluations:
    """Evaluate models that are given by their counts; an error names the option.

    Raises
    ------
    OptionError, EngineError
        Where a cell is no number, or the cost of an error is negative.
    """
    try:
        return source.evaluations(payoff_spec(options))
    except PayoffCellError as error:
        raise _unusable(options, error, _NO_CASES) from error
    except EngineError as error:
        raise name_cell(error, _source(options)) from error


def _unusable(options: ReportOptions, error: PayoffCellError, advice: str = "") -> OptionError:
    text, place = options.payoffs[error.cell], error.error.position + 1
    said = advice or f"(character {place})"
    return OptionError(f"{_source(options)}{error.cell} {_shown(text)!r}: {error} {said}")


def _shown(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _source(options: ReportOptions) -> str:
    return "--" if options.payoff_file is None else f"{options.payoff_file}: "
