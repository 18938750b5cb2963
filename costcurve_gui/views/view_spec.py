"""What the catalogue says of one view; its classes are imported when they are first needed."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, cast

from costcurve_gui.dataio.table_kind import Needs
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.dataset_info import DatasetInfo
    from costcurve_gui.dataio.table_kind import TableKind
    from costcurve_gui.views.plotting.plot_view import PlotView
    from costcurve_gui.views.view import View


@dataclass(frozen=True, slots=True)
class ViewSpec:
    """One view.

    Parameters
    ----------
    key : str
        Its name in the program, and that of its help page.
    title : str
        Its name for the user; `tab` is a shorter one, where there is one.
    family : str
        The view that opens its dock.
    path : str
        Module and class, "package.module:Class", called with `arguments`.
    letter : str
        The key that ends its shortcuts.
    needs : Needs
        What it is drawn from: a file of less does not suit it.
    subject : str
        What the caption of its picture says that every model has.
    is_table : bool
        Whether it is no plot with axes to zoom in.
    picture : str
        Module and class, as `path`, of what is drawn for paper, where it is no plot on the screen.
    curve : str
        Function of the engine that a `RateView` is a curve of, "package.module:function", of which
        it draws the columns `drawn`; its CSV has all of them. Other views have theirs in analysis.
    stem : str
        Its file name without ending, where that is not the key.
    column : pair of str
        What a file must have, a name in `DatasetInfo`, and what is said where it has none.
    intervals : str
        What it shows that is resampled: an entry of `SHOWN_INTERVALS`.
    compared : str
        What the status bar calls its comparison of all models; `{level}` is filled in.
    example : str
        The shipped example that it is checked with, where the usual one has nothing for it.
    screenshot : str
        The screenshot of the README that shows it in front of its dock, where one does.
    """

    key: str
    title: str
    family: str
    path: str
    letter: str
    needs: Needs = Needs.CASES
    subject: str = ""
    tab: str = ""
    curve: str = ""
    drawn: tuple[str, str] = ("", "")
    stem: str = ""
    is_table: bool = False
    picture: str = ""
    arguments: Mapping[str, object] = field(default_factory=dict)
    column: tuple[str, str] = ("", "")
    intervals: str = ""
    compared: str = ""
    example: str = ""
    screenshot: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tab", self.tab or self.title)
        object.__setattr__(self, "stem", self.stem or self.key)

    @property
    def is_head(self) -> bool:
        """Whether it opens its dock: the others are made when they are first shown."""
        return self.key == self.family

    @property
    def of_classes(self) -> bool:
        """Whether it is of files of several classes alone."""
        return self.column[0] == "classes"

    @property
    def has_picture(self) -> bool:
        """Whether it can be drawn on paper."""
        return bool(self.picture) or not self.is_table

    def suits(self, kind: TableKind) -> bool:
        """Whether a file of such rows has what the view is drawn from."""
        return self.needs.met_by(kind)

    def lack(self, file: DatasetInfo) -> str:
        """Say what a file lacks for the view to show anything; nothing where it has all."""
        if not self.suits(file.kind):
            return tr("needs scored cases")
        name, reason = self.column
        return reason if name and not getattr(file, name) else ""

    def make(self) -> View:
        """Return a new object of its class, which is imported now."""
        return cast("View", _imported(self.path)(**self.arguments))

    def make_picture(self) -> PlotView:
        """Return a new object that draws it, on the screen or for paper alone."""
        return cast("PlotView", _imported(self.picture)() if self.picture else self.make())


def _imported(path: str) -> Callable[..., object]:
    module, _, name = path.partition(":")
    return cast("Callable[..., object]", getattr(import_module(module), name))
