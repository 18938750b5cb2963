"""What is switched off in a picture: the snapshot, axes and marks without it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.translation import tr
from costcurve_gui.views.plotting import marks as m
from costcurve_gui.views.plotting.handles import Handle
from costcurve_gui.views.plotting.notes import Notes
from costcurve_gui.views.text import vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.canvas import Bounds
    from costcurve_gui.views.plotting.picture_options import ExportOptions
    from costcurve_gui.views.plotting.plot_view import Axis, PlotView
    from costcurve_gui.views.shell.theme import Tokens

_COMPARING = ("cost", "superiority")  # what they compare bears no names
_REFERENCES = frozenset({tr("random order"), tr("perfect order"), tr("perfectly calibrated")})


def seen(snapshot: Snapshot, options: ExportOptions) -> Snapshot:
    """Return a snapshot as a picture shows it, from which marks and captions follow.

    Bands that are switched off are none. On the screen hidden models decide too: which model is
    the cheapest, for example. A picture in which nothing tells what their colours mean compares
    those alone that it shows.
    """
    settings = snapshot.settings
    if options.hidden is not None:
        others = snapshot.hidden - snapshot.models.keys()  # trivial classifiers
        settings = replace(settings, hidden=options.hidden | others)
    if not options.bands and settings.bands.shown:
        settings = replace(settings, bands=replace(settings.bands, shown=False))
    if settings is not snapshot.settings:
        snapshot = replace(snapshot, settings=settings)
    if options.view not in _COMPARING or len(snapshot.shown) in (0, len(snapshot.models)):
        return snapshot
    kept = snapshot.shown.keys() | ({snapshot.selected} & snapshot.models.keys())
    models = tuple(one for one in snapshot.curve_set.models if one.info.key in kept)
    return replace(
        snapshot,
        curve_set=replace(snapshot.curve_set, models=models),
        models={key: model for key, model in snapshot.models.items() if key in kept},
        best=snapshot.best if snapshot.best in kept else None,
    )


def bounds_of(bounds: Bounds, options: ExportOptions) -> Bounds:
    """Return the stretch of the axes with the ranges that the style names."""
    style = options.style
    if style.x_range is not None:
        bounds = replace(bounds, x_low=style.x_range[0], x_high=style.x_range[1])
    if style.y_range is not None:
        bounds = replace(bounds, y_low=style.y_range[0], y_high=style.y_range[1])
    return bounds


def axes_of(description: PlotView, snapshot: Snapshot, options: ExportOptions) -> tuple[Axis, Axis]:
    """Return the axes with the titles of the style, without what is switched off."""
    across, up = description.axes(snapshot)
    style = options.style
    return _axis(across, style.x_title, options), _axis(up, style.y_title, options)


def _axis(axis: Axis, title: str | None, options: ExportOptions) -> Axis:
    if not options.axis_numbers:
        axis = replace(axis, style=replace(axis.style, written=False))
    if not options.axis_titles:
        return replace(axis, title="", short="")
    return axis if title is None else replace(axis, title=title, short=title)


class Kept:
    """Tells which marks stay on a picture, and without which of their words."""

    def __init__(self, snapshot: Snapshot, options: ExportOptions, tokens: Tokens) -> None:
        said = vocabulary.vocabulary_of(snapshot)
        self._options = options
        self._tokens = tokens
        self._references = _REFERENCES | {said.all_of("none"), said.all_of("all")}

    def marks(self, marks: Iterable[m.Mark]) -> list[m.Mark]:
        """Return the marks that stay."""
        return [kept for mark in marks for kept in self._kept(mark)]

    def _kept(self, mark: m.Mark) -> Iterator[m.Mark]:
        options = self._options
        if isinstance(mark, Handle):
            yield from self._handle(mark)
        elif isinstance(mark, m.Label):
            if self._says(mark):
                yield mark
        elif isinstance(mark, Notes):
            yield replace(mark, notes=tuple(self._notes(mark)))
        elif isinstance(mark, m.FootStrip):
            if options.strip:
                yield mark if options.words else replace(mark, text="", short="")
        elif self._shows(mark):
            yield mark

    def _handle(self, mark: Handle) -> Iterator[m.Mark]:
        if self._options.lines:
            yield mark if self._options.values else replace(mark, text="", short="")

    def _shows(self, mark: m.Mark) -> bool:
        options = self._options
        if isinstance(mark, m.Line) and mark.color == self._tokens.trivial:
            return options.trivial
        if isinstance(mark, m.CostLines) or (
            isinstance(mark, m.Line) and mark.color == self._tokens.ink
        ):
            return options.cost_lines
        if isinstance(mark, m.Dot | m.Ring | m.Hollow | m.Tick | m.ClassifierPoint):
            return options.points
        return options.lines or not isinstance(mark, m.Forbidden | m.Shade)

    def _notes(self, mark: Notes) -> Iterator[tuple[m.Label, ...]]:
        for labels in mark.notes:
            left = tuple(label for label in labels if self._says(label))
            if left:
                yield left

    def _says(self, label: m.Label) -> bool:
        of_trivial = label.text in self._references
        looked_up = isinstance(label, m.ScreenLabel)
        return self._options.words and not looked_up and (self._options.trivial or not of_trivial)
