"""Zip archives: the one file in them is read, as if it had been unpacked before."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zipfile import BadZipFile, ZipFile

from costcurve_gui.dataio.errors import DataError, all_of
from costcurve_gui.dataio.formats.budget import Budget
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from typing import BinaryIO

ZIP: Final = b"PK\x03\x04"
_WORKBOOK: Final = "[Content_Types].xml"
_STEP: Final = 1 << 20
_UNSEEN: Final = ("__MACOSX/", ".")


def unpacked(path: Path) -> Path:
    """Return the file itself, or the one that a zip archive has in it.

    Raises
    ------
    DataError
        Where the archive holds no file or several.
    """
    with path.open("rb") as stream:
        if stream.read(len(ZIP)) != ZIP:
            return path
    status = path.stat()
    return _unpacked(path, status.st_size, status.st_mtime_ns)


@lru_cache(maxsize=16)
def _unpacked(path: Path, size: int, changed: int) -> Path:
    del size, changed  # of another file under the same name
    try:
        with ZipFile(path) as archive:
            names = archive.namelist()
            if _WORKBOOK in names:
                return path
            if "mimetype" in names and "content.xml" in names:
                raise _refusal(path, tr("is an OpenDocument sheet. Save it as .xlsx or CSV."))
            files = [one for one in names if not one.endswith("/") and _is_seen(one)]
            if len(files) != 1:
                held = all_of(files) if files else tr("no file")
                raise _refusal(
                    path, tr("is a zip archive with {held}. Unpack it, and open one.", held=held)
                )
            target = Path(tempfile.mkdtemp(dir=_folder())) / Path(files[0]).name
            with archive.open(files[0]) as packed, target.open("wb") as plain:
                _copy(packed, plain, Budget(path))  # type: ignore[arg-type]  # reads like a file
            return target
    except (BadZipFile, EOFError, KeyError, NotImplementedError):
        return path  # the reader of workbooks says what is wrong
    except RuntimeError:
        raise _refusal(path, tr("is a zip archive with a password. Unpack it.")) from None


def _is_seen(name: str) -> bool:
    return not name.startswith(_UNSEEN[0]) and not Path(name).name.startswith(_UNSEEN[1])


def _copy(packed: BinaryIO, plain: BinaryIO, budget: Budget) -> None:
    done = 0
    while part := packed.read(_STEP):
        done += len(part)
        budget.unpacked(done)
        plain.write(part)


def _refusal(path: Path, words: str) -> DataError:
    return DataError(f"{path.name} {words}", file=path.name)


@lru_cache(maxsize=1)
def _folder() -> str:
    folder = tempfile.mkdtemp(prefix="costcurve-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
