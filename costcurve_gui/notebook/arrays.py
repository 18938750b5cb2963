"""Labels, scores and further columns in memory as cases with a role for each column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from glob import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.dataio.arrays import number_texts, open_arrays
from costcurve_gui.dataio.cells import is_missing
from costcurve_gui.dataio.errors import all_of, listed, plural
from costcurve_gui.dataio.roles.choice import positive_value
from costcurve_gui.dataio.roles.class_names import columns_by_class
from costcurve_gui.dataio.roles.complements import complementary_pairs
from costcurve_gui.dataio.roles.labels import label_key
from costcurve_gui.dataio.roles.row_numbers import row_numbers
from costcurve_gui.notebook.arguments import IN_MEMORY
from costcurve_gui.notebook.columns import (
    as_array,
    as_cells,
    as_scores,
    frame_columns,
    is_column,
    is_frame,
    require_in_memory,
    require_one_length,
    require_one_order,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.arrays import Cells
    from costcurve_gui.dataio.source import Source

MODEL = "model"
"""What a single column of scores without a name is called."""
_UNEVEN = 1e-3
"""How far apart the sums of two probabilities in single precision or of few digits may be."""


@dataclass(slots=True)
class Cases:
    """Columns in memory, and which of them plays which part.

    Attributes
    ----------
    columns : dict
        Every column by its name; in `label` the labels.
    arguments : dict of str to str
        Which argument a column came from.
    models : list of str
        The score columns of two classes.
    patterns : list of str
        Of several classes a pattern a model, in place of `models`.
    separator : str
        What parts model and class in the name of a column.
    """

    label: str
    columns: dict[str, Cells] = field(default_factory=dict)
    arguments: dict[str, str] = field(default_factory=dict)
    models: list[str] = field(default_factory=list)
    patterns: list[str] = field(default_factory=list)
    separator: str = "_"

    def add(self, name: str, cells: Cells, argument: str) -> str:
        """Take in a column under a name that is still free; return that name."""
        while name in self.columns:
            name = f"{name}_"
        self.columns[name], self.arguments[name] = cells, argument
        return name

    @property
    def source(self) -> Source:
        """The cases as an opened file."""
        return open_arrays(IN_MEMORY, self.columns)


def cases_of(y_true: object, scores: object, data: object, pos_label: str | None) -> Cases:
    """Return labels, scores and the columns of `data` as cases.

    Raises
    ------
    TypeError, ValueError
        With the argument named.
    DataError
        Where it is unclear which column of a matrix is that of the positive class.
    """
    for argument, given in (("y_true", y_true), ("scores", scores), ("data", data)):
        require_in_memory(given, argument)
    further = _columns_of_data(data)
    models = _models(scores, further)
    _require_order(y_true, scores, data, models)
    label = "y_true"
    while label in further or label in models:
        label = f"{label}_"
    cases = Cases(label, separator=_separator(list(models)))
    cases.add(label, _labels(y_true), "y_true")
    classes = _Classes(cases, pos_label)
    for name, values in models.items():
        _add_model(cases, name, values, classes)
    if cases.models and cases.patterns:
        raise ValueError(
            f"scores has a column for each class of some models, and a single one of "
            f"{all_of(cases.models)}; {len(classes.texts)} classes need the first of every model"
        )
    for name, values in further.items():
        _add_further(cases, name, as_cells(values, f"data[{name!r}]"))
    if is_frame(scores):
        _refuse_row_numbers(cases)
        _keep_one_of_complements(cases, classes)
    by_argument = {_place(cases, name): cells for name, cells in cases.columns.items()}
    require_one_length(by_argument, len(cases.columns[label]), "y_true")
    return cases


def _refuse_row_numbers(cases: Cases) -> None:
    """Refuse a data frame of scores whose row names became one of its columns."""
    numbering = [name for name, sure in row_numbers(cases.source).items() if sure]
    for name in cases.models:
        if name in numbering:
            raise ValueError(
                f"scores has the column {name!r}, which numbers the rows and is not a model; hand "
                f"over scores.drop(columns={name!r}), or rename it"
            )


def _keep_one_of_complements(cases: Cases, classes: _Classes) -> None:
    """Take two columns of a data frame that are p and 1 - p by their names for one model."""
    if len(classes.texts) != 2 or len(cases.models) < 2:
        return
    for pair in complementary_pairs(cases.source, cases.models):
        named = columns_by_class(pair, classes.texts)
        if named:
            cases.models.remove(named[classes.texts[1 - classes.positive]])


def _separator(names: Sequence[str]) -> str:
    """Return what parts model and class: `rf_*` must not mean a column of `rf_tuned` too."""
    separator = "_"
    while any(name.startswith(f"{other}{separator}") for name in names for other in names):
        separator += "_"
    return separator


class _Classes:
    """The labels in the order of `np.unique(y_true)`, as `predict_proba` has its columns."""

    def __init__(self, cases: Cases, pos_label: str | None) -> None:
        cells = cases.columns[cases.label]
        if isinstance(cells, np.ndarray):
            self.texts = number_texts(np.unique(cells))
        else:
            self.texts = sorted(set(cells))
        self._label, self._cells, self._pos_label = cases.label, cells, pos_label
        if len(self.texts) == 1:
            raise ValueError(
                f"y_true has one class only, {self.texts[0]} in all {len(cells)} rows; "
                "curves need both"
            )

    @property
    def positive(self) -> int:
        """Position of the positive class."""
        source = open_arrays(IN_MEMORY, {self._label: self._cells})
        positive = label_key(positive_value(source, self._label, self._pos_label))
        return [label_key(text) for text in self.texts].index(positive)


def _place(cases: Cases, name: str) -> str:
    argument = cases.arguments[name]
    return argument if argument == "y_true" else f"{argument}[{name!r}]"


def _columns_of_data(data: object) -> dict[str, Any]:
    if data is None:
        return {}
    if not (is_frame(data) or isinstance(data, Mapping)):
        raise TypeError(f"data must be a DataFrame or a dict, not {type(data).__name__}")
    return frame_columns(data, "data")


def _models(scores: object, further: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns, or matrices, of scores by the names of their models."""
    if scores is None:
        raise TypeError("scores is missing: a dict {name: column}, or a DataFrame")
    if isinstance(scores, Mapping) or is_frame(scores):
        found = frame_columns(scores, "scores")
        if not found:
            raise ValueError("scores has no column: each model needs one")
        return found
    if isinstance(scores, list | tuple) and scores:
        if all(isinstance(one, str) for one in scores):
            return {name: _column_named(name, further) for name in scores}
        if all(isinstance(getattr(one, "name", None), str) and is_column(one) for one in scores):
            return _named_columns(scores)
    as_array(scores, "scores")
    return {str(getattr(scores, "name", None) or MODEL): scores}


def _named_columns(scores: Sequence[Any]) -> dict[str, Any]:
    found = {one.name: one for one in scores}
    if len(found) < len(scores):
        raise ValueError("scores has two Series of one name")
    return found


def _column_named(name: str, further: Mapping[str, Any]) -> Any:
    if name not in further:
        raise ValueError(f"scores: there is no column {name!r} in data")
    return further[name]


def _require_order(y_true: object, scores: object, data: object, models: Mapping[str, Any]) -> None:
    given = [("y_true", y_true), ("scores", scores), ("data", data)]
    if not is_frame(scores):
        given += [(f"scores[{name!r}]", values) for name, values in models.items()]
    require_one_order(given)


def _labels(y_true: object) -> Cells:
    cells = as_cells(y_true, "y_true")
    cells = cells if isinstance(cells, np.ndarray) else list(cells)
    if len(cells) == 0:
        raise ValueError("y_true is empty")
    if isinstance(cells, np.ndarray):
        missing = np.flatnonzero(np.isnan(cells)) + 1
    else:
        absent = {text for text in set(cells) if is_missing(text)}
        rows = enumerate(cells, start=1) if absent else ()
        missing = np.array([row for row, text in rows if text in absent])
    if missing.size:
        raise ValueError(
            f"y_true has no label in {plural(missing.size, 'row')}: {listed(missing)}; leave these "
            "rows out of every column"
        )
    return cells


def _add_model(cases: Cases, name: str, values: object, classes: _Classes) -> None:
    argument = f"scores[{name!r}]"
    array = as_array(_in_order_of(classes, values, argument), argument)
    if array.ndim == 1 or array.shape[1:] == (1,):
        cases.models.append(cases.add(name, as_scores(array, argument), "scores"))
        return
    if array.ndim != 2 or array.shape[1] != len(classes.texts):
        raise ValueError(
            f"{argument} has the shape {array.shape}; it takes a value a case, or a column for "
            f"each class of y_true in the order of np.unique: {all_of(classes.texts)}; several "
            "models are a dict {name: column}"
        )
    if len(classes.texts) == 2:
        _require_complements(array, argument)
        positive = as_scores(array[:, classes.positive], argument)
        cases.models.append(cases.add(name, positive, "scores"))
        return
    cases.patterns.append(f"{escape(name)}{cases.separator}*")
    for text, column in zip(classes.texts, array.T, strict=True):
        cases.add(f"{name}{cases.separator}{text}", as_scores(column, argument), "scores")


def _in_order_of(classes: _Classes, values: Any, argument: str) -> Any:
    """Return a DataFrame with a column for each class in the order of `np.unique`, by its names.

    Raises
    ------
    ValueError
        Where the names do not tell which column is which class.
    """
    if not is_frame(values):
        return values
    columns = frame_columns(values, argument)
    if len(columns) != len(classes.texts):
        return values
    found = columns_by_class(list(columns), classes.texts)
    if not found:
        raise ValueError(
            f"{argument} has the columns {all_of(list(columns))}, and these names do not tell "
            f"which is which class of y_true ({all_of(classes.texts)}); name them by the classes, "
            f"or hand over {argument}.to_numpy() with its columns in the order of np.unique"
        )
    return np.column_stack([as_array(columns[found[text]], argument) for text in classes.texts])


def _require_complements(array: NDArray[Any], argument: str) -> None:
    """Refuse two columns that are not the classes of one model, which complement each other."""
    if array.dtype.kind not in "iuf":
        return
    given = array.astype(np.float64)
    shares = np.exp(given) if given.max(initial=-np.inf) <= 0 else given  # of predict_log_proba
    for values in (given, shares):
        sums = values.sum(axis=1)
        sums = sums[np.isfinite(sums)]
        if np.allclose(sums, sums[:1], rtol=_UNEVEN, atol=_UNEVEN):
            return
    raise ValueError(
        f"{argument} has two columns that do not add up to the same in every row, as those of "
        "predict_proba do; two models are a dict {name: column}"
    )


def _add_further(cases: Cases, name: str, cells: Cells) -> None:
    """Take in a column of `data`; one that is a model too must hold the same."""
    known = cases.columns.get(name)
    if known is None:
        cases.add(name, cells, "data")
    elif not _same(known, cells):
        raise ValueError(f"data[{name!r}] and scores[{name!r}] differ; rename one of them")


def _same(one: Cells, other: Cells) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other, equal_nan=True)
    return list(map(str, one)) == list(map(str, other))
