"""The version resource of costcurve.exe: what Explorer shows under Properties, Details."""

from __future__ import annotations

COMPANY = "The CostCurve authors"
_ENGLISH, _UNICODE = 0x0409, 1200
_TEMPLATE = """\
VSVersionInfo(
  ffi=FixedFileInfo(
    filevers={numbers},
    prodvers={numbers},
    mask=0x3F,
    flags=0x0,
    OS=0x40004,
    fileType=0x1,
    subtype=0x0,
    date=(0, 0),
  ),
  kids=[
    StringFileInfo([StringTable("{table}", [
{strings}
    ])]),
    VarFileInfo([VarStruct("Translation", [{language}, {encoding}])]),
  ],
)
"""


def version_resource(version: str, commit: str) -> str:
    """Return the resource in the form that PyInstaller reads."""
    numbers = (*tuple(map(int, version.split("."))), 0)
    strings = {
        "CompanyName": COMPANY,
        "FileDescription": "CostCurve",
        "FileVersion": version,
        "InternalName": "costcurve",
        "LegalCopyright": f"Copyright {COMPANY}. BSD 3-Clause licence.",
        "OriginalFilename": "costcurve.exe",
        "ProductName": "CostCurve",
        "ProductVersion": f"{version} ({commit[:12]})" if commit else version,
    }
    lines = (f"      StringStruct({key!r}, {text!r})," for key, text in strings.items())
    return _TEMPLATE.format(
        numbers=numbers,
        strings="\n".join(lines),
        table=f"{_ENGLISH:04x}{_UNICODE:04x}".upper(),
        language=_ENGLISH,
        encoding=_UNICODE,
    )
