"""What `compare` returns: the tables, decisions and pictures of a report."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.manifest import warnings
from costcurve_gui.cli.options import FORMATS, default_formats
from costcurve_gui.cli.output import staged
from costcurve_gui.cli.per_case import per_case_notes
from costcurve_gui.cli.picture_snapshots import drawn_pictures, drawn_views, model_pictures
from costcurve_gui.cli.progress import Steps
from costcurve_gui.cli.report import files_of, write_report
from costcurve_gui.dataio.roles.column_roles import several_classes
from costcurve_gui.notebook.arguments import arguments_named, in_arguments
from costcurve_gui.notebook.blas import one_blas_thread
from costcurve_gui.notebook.decisions import (
    Decision,
    best_rows,
    decision_of,
    policy_of,
    recommended_row,
    rows_shown,
    sentence_of,
)
from costcurve_gui.notebook.plot import Plot, drawable_snapshot, html, plot_of, press
from costcurve_gui.notebook.processes import NothingToShow, draw, require_gui, show
from costcurve_gui.notebook.tables import Tables
from costcurve_gui.policies.saved import RECOMMENDED
from costcurve_gui.startup.gui_extra import has_gui

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd

    from costcurve_gui.cli.report_input import ReportInput, ReportPart
    from costcurve_gui.dataio.arrays import Cells
    from costcurve_gui.notebook.policy import Policy


class Comparison:
    """Models compared on the same cases; everything is computed when it is first asked for.

    Attributes
    ----------
    models : list of str
        Their names, derived ones last.
    tables : Tables
        The tables of the report as DataFrames: `tables["selection"]` is its selection.csv.
    warnings : list of str
        What to know before trusting a number: missing scores, models that rank backwards.
    notes : list of str
        How a file was read, where it does not say that itself.
    """

    def __init__(self, study: ReportInput, columns: Mapping[str, Cells]) -> None:
        self._study = study
        self._columns = columns
        self.models = _models(study)
        self.tables = Tables(study)
        self.warnings = [*map(in_arguments, warnings(study))]
        self.notes = [*map(in_arguments, study.reading.notes)]

    def __repr__(self) -> str:
        names = ", ".join(self.models)
        return f"<Comparison of {names}: .decision(), .tables, .plot(), .report(), .show()>"

    @one_blas_thread()
    def decision(self, criterion: str = RECOMMENDED) -> Decision:
        """Return the recommended rule, or what a criterion of selection.csv decides at best."""
        part = self._part
        return decision_of(self._chosen(criterion), part)

    @one_blas_thread()
    def policy(self, criterion: str = RECOMMENDED) -> Policy:
        """Return the rule of a decision, as policy.json of a report has it."""
        part = self._part
        return policy_of(self._chosen(criterion), self._study, part)

    @one_blas_thread()
    def plot(self, view: str = "cost_space") -> Plot:
        """Return the picture of a view, by the name that its file has in a report."""
        with arguments_named({}):
            return plot_of(view, self._part)

    @one_blas_thread()
    def report(
        self,
        out: str | os.PathLike[str],
        *,
        format: str | Sequence[str] | None = None,  # noqa: A002 - as the option is called
        overwrite: bool = False,
    ) -> Path:
        """Write the report into a folder, as the command line does, and return the folder."""
        if not isinstance(out, str | os.PathLike):
            raise TypeError(f"out must be a folder, not {type(out).__name__}")
        names = [format] if isinstance(format, str) else format
        formats = default_formats() if names is None else tuple(n for n in FORMATS if n in names)
        unknown = [name for name in names or () if name not in FORMATS]
        if unknown:
            raise ValueError(f"format: {unknown[0]!r} is none of {', '.join(FORMATS)}")
        folder = Path(out)
        options = replace(self._study.options, out=folder, formats=formats)
        study = replace(self._study, options=options)
        if options.picture_formats:
            require_gui(f"format {options.picture_formats[0]!r}")
        inputs = () if self._columns else options.inputs
        place = partial(staged, overwrite=overwrite, inputs=inputs)
        with arguments_named({}), place(folder, names=files_of(options)) as staging:
            drawings = [partial(_write_pictures, study, staging)] if options.picture_formats else []
            write_report(study, staging, Steps(), drawings, press() if has_gui() else None)
        return folder

    def show(self) -> None:
        """Open the window on the same cases, in a process of its own."""
        require_gui(".show")
        study, part = self._study, self._study.parts[0]
        chosen: object = study.roles[0] if study.roles else study.options.positive
        if study.multiclass is not None:
            chosen = several_classes(study.roles[0], study.multiclass.models, _class(part))
        handed_over = {
            "id": part.snapshot.curve_set.dataset.id,
            "options": study.options,
            "columns": self._columns,
            "chosen": chosen,
            "counts": study.counted is not None,
            "settings": part.snapshot.settings,
        }
        show(handed_over)

    @one_blas_thread()
    def _repr_html_(self) -> str:
        import pandas as pd

        parts = self._study.parts
        if len(parts) > 1:
            classes = [rows_shown(part).assign(**{"class": _class(part)}) for part in parts]
            return html(self.warnings, pd.concat(classes), None)
        return html([sentence_of(parts[0]), *self.warnings], self._rows_shown, self._part)

    @property
    def _part(self) -> ReportPart:
        if len(self._study.parts) > 1:
            names = [_class(part) for part in self._study.parts]
            raise ValueError(
                f"there is a decision for each of {len(names)} classes; choose one with pos_label, "
                f"such as pos_label={names[0]!r}"
            )
        return self._study.parts[0]

    @cached_property
    def _best_rows(self) -> pd.DataFrame:
        return best_rows(self._study.parts[0])

    @cached_property
    def _rows_shown(self) -> pd.DataFrame:
        return rows_shown(self._study.parts[0])

    def _chosen(self, criterion: str) -> Mapping[str, Any]:
        if criterion == RECOMMENDED:
            return recommended_row(self._study.parts[0])
        rows = self._best_rows
        unmarked = [*per_case_notes(self._study)] if criterion == "per_case" else []
        if criterion not in rows.index and unmarked:
            with arguments_named({}):
                raise OptionError(unmarked[0])
        if criterion not in rows.index:
            known = ", ".join((RECOMMENDED, *rows.index))
            raise ValueError(f"criterion: {criterion!r} is none of {known}")
        return dict(rows.loc[criterion])


def _models(study: ReportInput) -> list[str]:
    if study.multiclass is not None and len(study.parts) > 1:
        return [model.name for model in study.multiclass.models]
    return [model.info.name for model in study.parts[0].snapshot.curve_set.models]


def _class(part: ReportPart) -> str:
    return part.snapshot.curve_set.dataset.positive_label


def _write_pictures(study: ReportInput, folder: Path) -> None:
    """Draw every view that has something to show, of every class, in one process."""
    requests, paths = [], []
    every = [view.key for view in drawn_views()]
    for part, ending in zip(study.parts, study.picture_endings, strict=True):
        snapshot = drawable_snapshot(part, every)
        first = part is study.parts[0]
        pictures = drawn_pictures(drawn_views()) + model_pictures(
            drawn_views(), snapshot, first=first
        )
        for format_ in study.options.picture_formats:
            for one in pictures:
                options = {"view": one.view.key, "format": format_}
                requests.append((one.chosen(snapshot), options))
                paths.append(folder / f"{one.named(ending)}.{format_}")
    for path, picture in zip(paths, draw(requests), strict=True):
        if not isinstance(picture, NothingToShow):
            path.write_bytes(picture)
