"""`--view`, `--table` and `--list` of `report`: which pictures and which tables it has."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.tables.registry import REPORT_TABLES
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.option_values import names
from costcurve_gui.cli.picture_snapshots import drawn_views, picture_views

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.tables.registry import TableSpec
    from costcurve_gui.cli.picture_snapshots import Picture

VIEW = "draw these pictures alone, such as roc,cost_space (default: all); --list has their names"
TABLE = "write these tables alone, such as models,selection (default: all)"
LIST = "list the names that --view and --table take, and end; needs neither FILE nor --out"


@dataclass(frozen=True, slots=True)
class ReportContents:
    """Which pictures and tables are asked for; None for all of them."""

    views: frozenset[str] | None = None
    tables: frozenset[str] | None = None

    def draws(self, picture: Picture) -> bool:
        """Whether a picture is asked for."""
        return self.views is None or picture.name in self.views

    def chosen(self, specs: Sequence[TableSpec]) -> list[TableSpec]:
        """Return those tables of a report that are asked for.

        Raises
        ------
        OptionError
            Where the report has not one of them.
        """
        if self.tables is None:
            return [*specs]
        had = [spec.name for spec in specs]
        absent = sorted(self.tables.difference(had))
        if absent:
            raise OptionError(
                f"--table {absent[0]}: this file and these options have no such table; they have "
                f"{', '.join(had)}"
            )
        return [spec for spec in specs if spec.name in self.tables]

    @property
    def manifest(self) -> dict[str, Any]:
        """What the manifest says of them."""
        return {
            "view": None if self.views is None else sorted(self.views),
            "table": None if self.tables is None else sorted(self.tables),
        }


class _List(argparse.Action):
    """Print the names and end, as --help does."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        del namespace, values, option_string
        sys.stdout.write(_listing())
        parser.exit()


def add_content_options(group: argparse._ArgumentGroup) -> None:
    """Add the options."""
    group.add_argument("--view", metavar="A,B", type=names, help=VIEW)
    group.add_argument("--table", metavar="A,B", type=names, help=TABLE)
    group.add_argument("--list", action=_List, nargs=0, help=LIST)


def contents_of(chosen: argparse.Namespace) -> ReportContents:
    """Return what the options ask for.

    Raises
    ------
    OptionError
        Where there is no such picture or table.
    """
    views = {name: name for name in picture_views()}
    views |= {view.key: view.stem for view in drawn_views()}
    tables = {spec.name: spec.name for spec in REPORT_TABLES}
    return ReportContents(
        _known("--view", chosen.view, views), _known("--table", chosen.table, tables)
    )


def _known(
    option: str, asked: Sequence[str] | None, known: Mapping[str, str]
) -> frozenset[str] | None:
    """Return the names asked for, each as it is known by."""
    if asked is None:
        return None
    unknown = [name for name in asked if name not in known]
    if unknown:
        taken = ", ".join(dict.fromkeys(known.values()))
        raise OptionError(f"{option} {unknown[0]} is unknown; it takes {taken}")
    return frozenset(known[name] for name in asked)


def _listing() -> str:
    """Return the names, one a line."""
    tables = [spec.name for spec in REPORT_TABLES]
    lines = ["pictures (--view):", *picture_views(), "", "tables (--table):", *tables]
    return "".join(
        f"{line}\n" if line.endswith(":") or not line else f"  {line}\n" for line in lines
    )
