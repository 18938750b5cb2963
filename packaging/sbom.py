"""The software bill of materials of a build, as CycloneDX JSON: sbom.py LICENCES.json OUT.json.

Made from the list of licences inside the bundle, so that both name the same parts. The same list,
commit and time give the same bytes.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, UUID, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, Property, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import inner_parts  # noqa: E402

from costcurve_gui.about.program import SAMPLE_DATA, Notice, canonical, notices_from  # noqa: E402  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SCHEMA = SchemaVersion.V1_6
QT_FOR_PYTHON = "pyside6-essentials"  # carries the libraries of Qt itself, of the same version
QT = "Qt"
_QT_HOME = "https://www.qt.io/"
_COMMIT = "costcurve:commit"
_NO_PACKAGES = frozenset({"CostCurve", "Python", QT, SAMPLE_DATA}) | inner_parts.NAMES


def bill_text(notices: Sequence[Notice], commit: str, time: datetime) -> str:
    """Return the bill of a build; `notices` begins with the program itself."""
    program, *parts = notices
    root = _component(program, ComponentType.APPLICATION)
    root.properties.add(Property(name=_COMMIT, value=commit))
    components = [_component(part, _kind(part)) for part in _with_qt(parts)]
    identity = json.dumps([commit, [str(one.purl) for one in (root, *components)]])
    bom = Bom(
        components=components,
        serial_number=_identifier(identity),
    )
    bom.metadata.component = root
    bom.metadata.timestamp = time
    bom.register_dependency(root, components)
    text = make_outputter(bom, OutputFormat.JSON, SCHEMA).output_as_string(indent=1)
    return _sorted(text)


def build_time(environment: Mapping[str, str]) -> datetime:
    """Return the time that builds carry: SOURCE_DATE_EPOCH, or the start of 1980."""
    return datetime.fromtimestamp(int(environment.get("SOURCE_DATE_EPOCH", 315_532_800)), UTC)


def _kind(part: Notice) -> ComponentType:
    return ComponentType.DATA if part.name == SAMPLE_DATA else ComponentType.LIBRARY


def _component(notice: Notice, kind: ComponentType) -> Component:
    found = Component(
        type=kind,
        name=notice.name,
        version=notice.version,
        bom_ref=str(_purl(notice)),
        purl=_purl(notice),
        licenses=[LicenseFactory().make_from_string(notice.licence)],
    )
    if notice.homepage:
        address = XsUri(notice.homepage)
        found.external_references.add(
            ExternalReference(type=ExternalReferenceType.WEBSITE, url=address)
        )
    return found


def _with_qt(parts: Sequence[Notice]) -> list[Notice]:
    """Name Qt beside the package that brings its libraries."""
    brings = (part for part in parts if canonical(part.name) == QT_FOR_PYTHON)
    return [*parts, *(Notice(QT, part.version, "LGPL-3.0-only", _QT_HOME) for part in brings)]


def _purl(notice: Notice) -> PackageURL:
    if notice.name in _NO_PACKAGES:
        return PackageURL(
            "generic", name=canonical(notice.name.replace(" ", "-")), version=notice.version
        )
    return PackageURL("pypi", name=canonical(notice.name), version=notice.version)


def _identifier(text: str) -> UUID:
    return uuid5(NAMESPACE_URL, text)


def _sorted(text: str) -> str:
    return json.dumps(json.loads(text), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Write the bill of the build whose licences are named."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    source, target = map(Path, arguments)
    stamp = source.with_name("build.json")
    commit = json.loads(stamp.read_text("utf-8"))["commit"] if stamp.exists() else "unknown"
    notices = notices_from(source.read_text(encoding="utf-8"))
    target.write_text(
        bill_text(notices, commit, build_time(os.environ)), encoding="utf-8", newline="\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
