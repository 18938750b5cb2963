"""Pack the modules with which Python starts; PyInstaller puts them into a zip file as they are.

Python finds zlib, which unpacks them, beside the zip file, before it needs any of them.
"""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

NAME = "base_library.zip"


def pack(path: Path) -> None:
    """Write the file again with its entries deflated, in the order and with the times they have."""
    with zipfile.ZipFile(path) as archive:
        contents = [(entry, archive.read(entry)) for entry in archive.infolist()]
    with zipfile.ZipFile(path, "w") as archive:
        for entry, content in contents:
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, compresslevel=9)
