"""Gather every text of the window in one place: python3 packaging/dev.py messages [LANGUAGE ...].

The catalogue, packaging/translations/costcurve.pot, is what a translator begins with. Of each
language that is named its own catalogue (de.po, pt_BR.po) is begun, or brought up to date with the
texts of today: what changed is marked fuzzy. Every language is then compiled into
resources/translations, where the window finds it. docs/translating.md says more.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "costcurve_gui"
FOLDER = ROOT / "packaging" / "translations"
COMPILED = ROOT / "resources" / "translations"
TEMPLATE = FOLDER / "costcurve.pot"
_WIDTH = 100
_UNDATED = datetime(2026, 1, 1, tzinfo=UTC)  # a date would be another file for the same texts


class TranslationError(Exception):
    """A translation would break the window; the message names each text."""


def gather(program: Path = PROGRAM) -> Catalog:
    """Return the catalogue of every text that the code passes to `tr`."""
    catalogue = _empty(None)
    found = extract_from_dir(program, [("**.py", "python")], keywords={"tr": None})
    for name, _line, text, _comments, _context in found:
        catalogue.add(text, locations=[(name, 0)])
    return catalogue


def faults(catalogue: Catalog) -> Iterator[str]:
    """Yield each translation that has other names in braces than its text."""
    for message in catalogue:
        if message.id and message.string and names_in(message.string) != names_in(message.id):
            yield f"{message.id!r} became {message.string!r}: the names in braces differ"


def names_in(text: str | Sequence[str]) -> set[str | None]:
    """Return the names in braces of a text; a lone brace is a name of its own.

    >>> sorted(names_in("{name} catches {caught:.1f}"))
    ['caught', 'name']
    """
    try:
        return {name for _, name, _, _ in Formatter().parse(str(text)) if name is not None}
    except ValueError:
        return {None}


def write_template() -> int:
    """Write the catalogue of today's texts and return how many there are."""
    catalogue = gather()
    _write(catalogue, TEMPLATE)
    return len(catalogue)


def update(language: str) -> Catalog:
    """Begin the catalogue of a language, or bring it up to date with the template."""
    path = FOLDER / f"{language}.po"
    known = _read(path, language) if path.exists() else _empty(language)
    known.update(_read(TEMPLATE, None))
    _write(known, path)
    return known


def compile_all(to: Path = COMPILED) -> list[Path]:
    """Compile every language for the window and return where they are.

    Raises TranslationError where a translation lacks a name in braces, or has one too many.
    """
    written = []
    for path in sorted(FOLDER.glob("*.po")):
        catalogue = _read(path, path.stem)
        wrong = list(faults(catalogue))
        if wrong:
            raise TranslationError("\n".join([f"{path.name}:", *wrong]))
        to.mkdir(exist_ok=True)
        with (to / f"{path.stem}.mo").open("wb") as file:
            write_mo(file, catalogue)
        written.append(to / f"{path.stem}.mo")
    return written


def _empty(language: str | None) -> Catalog:
    return Catalog(
        language,
        domain="costcurve",
        project="CostCurve",
        copyright_holder="the authors of CostCurve",
        charset="utf-8",
        creation_date=_UNDATED,
        revision_date=_UNDATED,
        fuzzy=False,
    )


def _read(path: Path, language: str | None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="costcurve")


def _write(catalogue: Catalog, path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=_WIDTH, sort_output=True, include_lineno=False)


def main(languages: Sequence[str]) -> int:
    """Write the template, update the languages named and compile all; 1 where one is at fault."""
    print(f"{write_template()} texts in {TEMPLATE.relative_to(ROOT)}")
    for language in languages:
        known = update(language)
        done = sum(bool(message.id and message.string) for message in known)
        print(f"{language}: {done} of {len(known)} translated")
    try:
        for path in compile_all():
            print(f"compiled {path.relative_to(ROOT)}")
    except TranslationError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
