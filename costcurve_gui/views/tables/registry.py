"""Make the table of a view by its key; its content is imported when first shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.models.catalogue import VIEWS
from costcurve_gui.views.tables.table_view import TableView

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.models.results import Frame
    from costcurve_gui.views.tables.content import TableContent


def _rates(frame: Frame) -> TableContent:
    from costcurve_gui.views.tables.rates_table import rates_content

    return rates_content(frame)


def _measures(frame: Frame) -> TableContent:
    from costcurve_gui.views.tables.measures_table import measures_content

    return measures_content(frame)


def _build_up(frame: Frame) -> TableContent:
    from costcurve_gui.views.tables.build_up_table import build_up_content

    return build_up_content(frame)


def _multiclass(frame: Frame) -> TableContent:
    from costcurve_gui.views.tables.multiclass_table import multiclass_content

    return multiclass_content(frame)


def _verdicts(frame: Frame) -> TableContent:
    from costcurve_gui.views.tables.verdicts_table import verdicts_content

    return verdicts_content(frame)


def _tests(frame: Frame) -> TableContent:
    from costcurve_gui.views.tables.pair_tests_table import tests_content

    return tests_content(frame)


CONTENTS: Mapping[str, Callable[[Frame], TableContent]] = {
    "rates": _rates,
    "measures": _measures,
    "build_up": _build_up,
    "multiclass": _multiclass,
    "verdicts": _verdicts,
    "tests": _tests,
}


def table_view(view: str) -> TableView:
    """Return the widget of a view that is a table."""
    return TableView(view, VIEWS[view].title, CONTENTS[view])
