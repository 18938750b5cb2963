"""`compare`: from labels and scores, or a file, to a comparison of its models."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.report_input import read_report_input
from costcurve_gui.dataio.roles.column_roles import NONE
from costcurve_gui.notebook.arguments import (
    IN_MEMORY,
    SKLEARN,
    arguments_named,
    options_of,
    parameter_texts,
    require_known,
)
from costcurve_gui.notebook.arrays import Cases, cases_of
from costcurve_gui.notebook.blas import one_blas_thread
from costcurve_gui.notebook.columns import (
    as_cells,
    is_column,
    require_one_length,
    require_one_order,
)
from costcurve_gui.notebook.comparison import Comparison

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike

    Payoff = float | str | ArrayLike


class _Default(int):
    """A payoff that nobody gave: `report` tells whether an option was typed."""


_COLUMNS = ("label", "weight", "group", "fold", "segment", "unit", "day")
_ZERO, _MINUS_ONE = _Default(0), _Default(-1)


@one_blas_thread()
def compare(
    y_true: ArrayLike | str | os.PathLike[str],
    scores: Mapping[str, ArrayLike] | ArrayLike | Sequence[str] | None = None,
    *,
    pos_label: object = None,
    data: Any = None,
    tp: Payoff = _ZERO,
    fp: Payoff = _MINUS_ONE,
    fn: Payoff = _MINUS_ONE,
    tn: Payoff = _ZERO,
    params: Mapping[str, float | str] | None = None,
    prior: float | None = None,
    sample_weight: ArrayLike | str | None = None,
    groups: ArrayLike | str | None = None,
    segments: ArrayLike | str | None = None,
    max_fpr: float | None = None,
    capacity: float | None = None,
    population: float | None = None,
    bootstrap: int = 2000,
    confidence: float = 0.90,
    seed: int = 0,
    **options: Any,
) -> Comparison:
    """Compare models on the same cases under costs, a prior and constraints.

    Parameters
    ----------
    y_true : array-like of shape (n,), or path
        Labels, or a file that `report` reads.
    scores : mapping of name to array-like, DataFrame, Series or list of them, or list of names
        For each model a column in which high values mean positive, or the matrix that
        `predict_proba` returns: its columns in the order of `np.unique(y_true)`, or named by the
        classes. Names are those of columns of `data`, or of a file; None finds them there.
    pos_label : int, float, bool or str, optional
        The label of a positive; None takes 1, True, or a word such as yes.
    data : DataFrame or mapping of name to array-like, optional
        Further columns, for payoffs and `where`.
    tp, fp, fn, tn : float, str or array-like
        What a decision pays: gain positive, loss negative. A number, an expression over columns
        of `data` such as "-0.2*amount", or a value a case.
    params : mapping of name to float or str, optional
        Named numbers of these expressions, or what is believed of them:
        `{"lgd": 0.45, "fee": "uniform:25,60"}`.
    prior : float, optional
        p(+) of deployment; None takes the share in the sample.
    sample_weight, groups : array-like of shape (n,) or str, optional
        Weights, and which cases belong together; a str is the name of a column.
    segments : array-like of shape (n,) or str, optional
        Region, product or group of each case, 2 to 50 of them: tables `segments`, `segment_gaps`
        and `segment_leads`; a str is the name of a column.
    max_fpr, capacity, population : float, optional
        Bounds of the Neyman-Pearson and the workforce criterion; `population` alone is how many
        cases totals are for.
    bootstrap, confidence, seed
        Replicates (0 leaves intervals out), level and seed of the intervals.
    **options
        Every other option of `report` under its name with underscores, such as `fold`, `derive`,
        `unit`, `horizon`, `day`, `capacity_per_day`, `threshold`, `where` or `lower_is_positive`;
        for a file `label` too.

    Returns
    -------
    Comparison
        The tables, decisions and pictures of the report, each computed when it is asked for.

    Raises
    ------
    TypeError, ValueError
        With the argument named.
    """
    given: dict[str, object] = {
        "prior": prior,
        "max_fpr": max_fpr,
        "capacity": capacity,
        "population": population,
        "bootstrap": bootstrap,
        "confidence": confidence,
        "seed": seed,
    }
    require_known(options)
    _require_once(
        options,
        positive=pos_label,
        weight=sample_weight,
        group=groups,
        param=params,
        segment=segments,
    )
    given |= options
    if params is not None:
        given["param"] = parameter_texts(params)
    payoffs: dict[str, object] = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    typed = {cell: value for cell, value in payoffs.items() if not isinstance(value, _Default)}
    columns = {
        "weight": options.get("weight") if sample_weight is None else sample_weight,
        "group": options.get("group") if groups is None else groups,
        "fold": options.get("fold"),
        "segment": options.get("segment") if segments is None else segments,
        "unit": options.get("unit"),
        "day": options.get("day"),
    }
    if pos_label is not None:
        given["positive"] = str(pos_label)
    if isinstance(y_true, str | os.PathLike):
        return _of_file(y_true, scores, data, given | typed | _named(columns))
    return _of_arrays(y_true, scores, data, given, typed, columns)


def _require_once(options: Mapping[str, object], **names: object) -> None:
    """Refuse an option that was also given by the name that scikit-learn has for it."""
    for option, value in names.items():
        if value is not None and options.get(option) is not None:
            raise TypeError(f"{SKLEARN[option]} and {option} are the same; give one of them")


def _named(columns: Mapping[str, object]) -> dict[str, object]:
    """Return the names of columns of a file."""
    for option, name in columns.items():
        if name is not None and not isinstance(name, str):
            argument = SKLEARN.get(option, option)
            raise TypeError(f"{argument} must be the name of a column of the file")
    return {option: name for option, name in columns.items() if name is not None}


def _of_file(
    path: str | os.PathLike[str], scores: object, data: object, given: dict[str, object]
) -> Comparison:
    if data is not None:
        raise TypeError(
            f"data goes with labels in memory, and {os.fspath(path)!r} would be a file; for labels "
            f"in a column hand over data[{os.fspath(path)!r}]"
        )
    if scores is not None and not isinstance(scores, str | list | tuple):
        raise TypeError("scores must be names of columns of the file, or nothing")
    names = [scores] if isinstance(scores, str) else scores
    origins = dict.fromkeys(map(str, names or ()), "scores")
    origins |= {str(given[name]): SKLEARN.get(name, name) for name in _COLUMNS if given.get(name)}
    with arguments_named(origins):
        options = options_of(os.fspath(path), given)
        if names is not None:
            options = replace(options, scores=tuple(map(str, names)))
        study = read_report_input(options)
    # The window reads the file again, wherever the notebook has gone by then.
    joined = tuple(path.absolute() for path in options.join)
    options = replace(options, file=options.file.absolute(), join=joined)
    return Comparison(replace(study, options=options), {})


def _of_arrays(
    y_true: object,
    scores: object,
    data: object,
    given: dict[str, object],
    payoffs: dict[str, object],
    columns: dict[str, object],
) -> Comparison:
    for name in ("label", "long", "proba", "join", "id"):
        if given.get(name) is not None:
            raise TypeError(f"{name} goes with a file, not with labels and scores in memory")
    positive = given.get("positive")
    origins: dict[str, str] = {}
    with arguments_named(origins):
        cases = cases_of(y_true, scores, data, None if positive is None else str(positive))
        for option, values in columns.items():
            given[option] = _column(cases, SKLEARN.get(option, option), values, y_true)
        for cell, value in payoffs.items():
            given[cell] = _column(cases, cell, value, y_true) if is_column(value) else value
        origins |= cases.arguments
        options = options_of(IN_MEMORY, given | {"proba": cases.patterns or None})
        options = replace(
            options,
            label=cases.label,
            scores=tuple(cases.models) or None,
            proba=tuple(cases.patterns) or None,
        )
        return Comparison(read_report_input(options, cases=cases.source), cases.columns)


def _column(cases: Cases, argument: str, values: object, y_true: object) -> str | None:
    """Return the name of a column of `data`, or of one that is taken in now."""
    if values is None:
        return None
    rows = len(cases.columns[cases.label])
    if isinstance(values, str):
        if values not in cases.columns and values != NONE:
            raise ValueError(f"{argument}: there is no column {values!r} in data")
        return values
    require_one_order([("y_true", y_true), (argument, values)])
    cells = as_cells(values, argument)
    require_one_length({argument: cells}, rows, "y_true")
    return cases.add(argument, cells, argument)
