"""Write the manual page out of the program's own options: man_page.py VERSION DATE."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from costcurve_gui import app
from costcurve_gui.cli.parser import report_parser

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

TEMPLATE = Path(__file__).with_name("files") / "costcurve.1.in"


def escaped(text: str) -> str:
    """Return text that the page shows as it is."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return "\n".join(rf"\&{line}" if line[:1] in (".", "'") else line for line in text.split("\n"))


def arguments(action: argparse.Action) -> str:
    """Return what follows an option, in italics."""
    if action.nargs == 0:
        return ""
    name = action.metavar or action.dest.upper()
    return r" \fI" + escaped(name if isinstance(name, str) else " ".join(name)) + r"\fP"


def option(action: argparse.Action) -> str:
    """Return the entry of one option."""
    names = ", ".join(rf"\fB{escaped(name)}\fP" for name in action.option_strings)
    said = (action.help or "") % {"default": action.default, "prog": "costcurve"}
    return f".TP\n{names}{arguments(action)}\n{escaped(' '.join(said.split()))}"


def options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Return the entries of all options, group by group."""
    for group in parser._action_groups:
        named = [action for action in group._group_actions if action.option_strings]
        if named and group.title not in (None, "options"):
            yield f".SS {escaped(group.title.capitalize())}"
        yield from map(option, named)


def page(version: str, date: str) -> str:
    """Return the manual page."""
    text = TEMPLATE.read_text(encoding="utf-8")
    for mark, value in {
        "VERSION": version,
        "DATE": date,
        "OPTIONS": "\n".join(options(app._parser())),
        "REPORT_OPTIONS": "\n".join(options(report_parser())),
    }.items():
        text = text.replace(f"@{mark}@", value)
    return text


if __name__ == "__main__":
    sys.stdout.write(page(*sys.argv[1:]))
