"""Make the table of a view by its key; its content is imported when first shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.view_catalogue import VIEWS
from costcurve_gui.views.tables.table_view import TableView

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.tables.content import TableContent


def _rates(snapshot: Snapshot) -> TableContent:
    from costcurve_gui.views.tables.rates_table import rates_content

    return rates_content(snapshot)


def _measures(snapshot: Snapshot) -> TableContent:
    from costcurve_gui.views.tables.measures_table import measures_content

    return measures_content(snapshot)


def _build_up(snapshot: Snapshot) -> TableContent:
    from costcurve_gui.views.tables.build_up_table import build_up_content

    return build_up_content(snapshot)


def _multiclass(snapshot: Snapshot) -> TableContent:
    from costcurve_gui.views.tables.multiclass_table import multiclass_content

    return multiclass_content(snapshot)


def _verdicts(snapshot: Snapshot) -> TableContent:
    from costcurve_gui.views.tables.verdicts_table import verdicts_content

    return verdicts_content(snapshot)


def _tests(snapshot: Snapshot) -> TableContent:
    from costcurve_gui.views.tables.pair_tests_table import tests_content

    return tests_content(snapshot)


CONTENTS: Mapping[str, Callable[[Snapshot], TableContent]] = {
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
