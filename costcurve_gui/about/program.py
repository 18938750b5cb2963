"""What the program is made of, under which licences, and which build of it this is."""

from __future__ import annotations

import json
import platform
import re
import sys
import sysconfig
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from costcurve_gui import __version__
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.resources import resource_path, resources_root

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from importlib.metadata import Distribution, PackageMetadata, PackagePath


SHIPPED = "licences.json"  # written by the build, beside the resources
# A stand-in until the project has a public address; packaging/release.py asks for the real one.
RELEASES_PAGE = "https://costcurve.example/releases"
STAMP = "build.json"
FROM_SOURCE = "from source"
UNCOMMITTED = "build of uncommitted sources"
_SHORT = 12  # digits of a commit, enough to find it by


@dataclass(frozen=True, slots=True)
class LicenceText:
    """One file of terms, under the name it has in its package."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A part of the program: what it is called, whose terms it is under, and their texts."""

    name: str
    version: str
    licence: str
    homepage: str = ""
    texts: tuple[LicenceText, ...] = ()


def shipped_notices(*, progress: Progress = NO_PROGRESS) -> tuple[Notice, ...]:
    """Return all notices: those of the build, or from source those of what is installed."""
    path = resource_path(SHIPPED)
    if path.is_file():
        return notices_from(path.read_text(encoding="utf-8"))

    return installed_notices(progress=progress)


def components() -> tuple[Notice, ...]:
    """Return the same parts; from source without their texts, which take longer to read."""
    path = resource_path(SHIPPED)
    if path.is_file():
        return notices_from(path.read_text(encoding="utf-8"))

    return installed_notices(with_texts=False)


def notices_from(text: str) -> tuple[Notice, ...]:
    """Read what `notices_text` wrote."""
    content = json.loads(text)
    return tuple(_notice(content["texts"], **entry) for entry in content["parts"])


def notices_text(notices: Iterable[Notice]) -> str:
    """Return notices as JSON, the same for the same notices, with every text once."""
    numbers: dict[str, int] = {}
    parts = [asdict(notice) for notice in notices]
    for part in parts:
        part["texts"] = [
            {"name": one["name"], "text": numbers.setdefault(one["text"], len(numbers))}
            for one in part["texts"]
        ]
    content = {"parts": parts, "texts": list(numbers)}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _notice(known: Sequence[str], texts: Iterable[Mapping[str, Any]], **fields: str) -> Notice:
    found = tuple(LicenceText(text["name"], known[text["text"]]) for text in texts)
    return Notice(**fields, texts=found)


UNKNOWN = "see its project page"
_DISTRIBUTION = "costcurve"
SAMPLE_DATA = "Sample data"
_LONGEST_LICENCE = 60  # some packages put the whole text where its name belongs
_TERMS = re.compile(r"licen[cs]e|copying|notice|copyright|authors", re.IGNORECASE)
_NAME = re.compile(r"[\w.-]+")
_QT = ("pyside6", "shiboken6")
# The wheels of Qt bring no texts along.
_QT_TEXTS = ("qt-notice.txt", "LGPL-3.0.txt", "GPL-3.0.txt", "qt-third-party.txt")
# What is inside of others, and not in the texts that they bring along.
_INSIDE = {"duckdb": ("duckdb-third-party.txt",)}
_INSIDE_PYTHON = "python-third-party.txt"
# Their records say less than their texts.
_KNOWN = {"colorama": "BSD-3-Clause"}
_CLASSIFIED = {
    "BSD License": "BSD",
    "MIT License": "MIT",
    "Apache Software License": "Apache-2.0",
}


def installed_notices(
    *, with_texts: bool = True, progress: Progress = NO_PROGRESS
) -> tuple[Notice, ...]:
    """Return the notices of the program, Python, the examples and all that the program requires."""
    found = required(_requirements())
    notices = [own_notice(), python_notice(), data_notice()]
    for done, distribution in enumerate(found):
        progress.advance(done, len(found), distribution.name)
        notices.append(notice_of(distribution, with_texts=with_texts))
    return tuple(notices)


def required(names: Iterable[str]) -> list[Distribution]:
    """Return the installed packages of these names and what they need, by name.

    What a package needs only on another system is not installed, and so is not found.
    """
    found: dict[str, Distribution] = {}
    waiting = list(names)
    while waiting:
        name = canonical(waiting.pop())
        if name in found:
            continue
        try:
            found[name] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        waiting += _needs(found[name])
    return [found[name] for name in sorted(found)]


def notice_of(distribution: Distribution, *, with_texts: bool = True) -> Notice:
    """Return the notice of one package."""
    record = distribution.metadata
    return Notice(
        name=record["Name"],
        version=record["Version"],
        licence=_KNOWN.get(canonical(record["Name"])) or licence_of(record),
        homepage=homepage_of(record),
        texts=tuple(_texts(distribution)) if with_texts else (),
    )


def own_notice() -> Notice:
    """Return the notice of the program itself."""
    path = resources_root().parent / "LICENSE"
    texts = _read([path]) if path.is_file() else _own_terms()
    return Notice("CostCurve", __version__, "BSD-3-Clause", texts=texts)


def _own_terms() -> tuple[LicenceText, ...]:
    """Return the terms of the program as its wheel has them."""
    try:
        return tuple(terms_of(metadata.distribution(_DISTRIBUTION)))
    except metadata.PackageNotFoundError:
        return ()


def python_notice() -> Notice:
    """Return the notice of Python and of what is built into it."""
    folders = (sysconfig.get_path("stdlib"), sys.base_prefix)
    paths = [Path(folder, name) for folder in folders for name in ("LICENSE.txt", "LICENSE")]
    found = [path for path in paths if path.is_file()][:1]
    texts = _read([*found, resource_path("licences", _INSIDE_PYTHON)]) if found else ()
    return Notice("Python", platform.python_version(), "PSF-2.0", "https://www.python.org/", texts)


def data_notice() -> Notice:
    """Return the notice of the examples: their sources, what was changed, and their licence."""
    paths = (resource_path("sample_data", "README.md"), resource_path("licences", "CC-BY-4.0.txt"))
    home = "https://archive.ics.uci.edu/"
    return Notice(SAMPLE_DATA, __version__, "CC-BY-4.0", home, _read(paths))


def terms_of(distribution: Distribution) -> Iterator[LicenceText]:
    """Yield the texts that a package brings along, by the names of their files."""
    for file in sorted(distribution.files or (), key=str):
        if _holds_terms(file):
            yield LicenceText(_short_name(file), file.read_text(encoding="utf-8"))


def licence_of(record: PackageMetadata) -> str:
    """Return the name of a package's licence, as its own record has it."""
    for field in ("License-Expression", "License"):
        for text in record.get_all(field) or ():
            if "\n" not in text and len(text) <= _LONGEST_LICENCE:
                return str(text)
    classifiers = record.get_all("Classifier") or []
    names = [line.split(" :: ")[-1] for line in classifiers if line.startswith("License")]
    return ", ".join(_CLASSIFIED.get(name, name) for name in names) or UNKNOWN


def homepage_of(record: PackageMetadata) -> str:
    """Return the address of a package's project."""
    links = [link.partition(", ")[::2] for link in record.get_all("Project-URL") or ()]
    by_label = {label.casefold(): address for label, address in links}
    for label in ("homepage", "home", "source", "repository"):
        if label in by_label:
            return str(by_label[label])
    return str((record.get_all("Home-page") or [""])[0])


def canonical(name: str) -> str:
    """Return the one spelling of a package's name that all others are the same as."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _requirements() -> list[str]:
    """Return the packages that requirements.txt names, or the wheel where there is no such file."""
    path = resources_root().parent / "requirements.txt"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = _requirements_of_wheel()
    return [found[0] for line in lines if (found := _NAME.match(line))]


def _requirements_of_wheel() -> list[str]:
    try:
        return metadata.requires(_DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return []


def _needs(distribution: Distribution) -> Iterator[str]:
    for line in distribution.requires or ():
        found = _NAME.match(line)
        if found and "extra ==" not in line:
            yield found[0]


def _texts(distribution: Distribution) -> Iterator[LicenceText]:
    if canonical(distribution.name).startswith(_QT):
        yield from _read([resource_path("licences", name) for name in _QT_TEXTS])
    yield from terms_of(distribution)
    inside = _INSIDE.get(canonical(distribution.name), ())
    yield from _read([resource_path("licences", name) for name in inside])


def _holds_terms(file: PackagePath) -> bool:
    """Tell whether a file of a package is one of terms: beside its record, by its name."""
    folder = file.parts[0]
    if not folder.endswith(".dist-info") or file.parts[-1] in ("METADATA", "RECORD"):
        return False
    return "licenses" in file.parts[1:-1] or bool(_TERMS.search(file.parts[-1]))


def _short_name(file: PackagePath) -> str:
    return "/".join(file.parts[1:]).removeprefix("licenses/")


def _read(paths: Iterable[Path]) -> tuple[LicenceText, ...]:
    return tuple(LicenceText(path.name, path.read_text(encoding="utf-8")) for path in paths)


def build() -> str:
    """Return the commit that this program was built from, in short, or why there is none."""
    try:
        stamp = json.loads(resource_path(STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return UNCOMMITTED if hasattr(sys, "_MEIPASS") else FROM_SOURCE  # set by PyInstaller
    return f"build {stamp['commit'][:_SHORT]}"
