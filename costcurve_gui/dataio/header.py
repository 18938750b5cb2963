"""Column names: none twice, none empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Sequence


def column_names(cells: Sequence[str], *, has_header: bool, file: str = "") -> list[str]:
    """Return the names in a header; a nameless column is called by its position.

    >>> column_names(["", "label "], has_header=True)
    ['column_1', 'label']
    """
    names = [cell.strip() if has_header else "" for cell in cells]
    names = [name or f"column_{position}" for position, name in enumerate(names, start=1)]
    check_names(names, file)
    return names


def check_names(names: Sequence[str], file: str) -> None:
    """Refuse a name that occurs twice."""
    for name in names:
        positions = [str(i) for i, other in enumerate(names, start=1) if other == name]
        if len(positions) > 1:
            raise DataError(
                f'{file or "The table"} has {len(positions)} columns named "{name}" '
                f"(columns {', '.join(positions)}). Each column needs its own name.",
                file=file,
                column=name,
            )
