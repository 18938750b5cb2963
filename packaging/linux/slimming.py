"""Make a build smaller: cut out of libraries what no run reads, and pack what is not packed."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from dev_system import SetupError

from linux import base_library, icu_data, leftovers

if TYPE_CHECKING:
    from pathlib import Path

_ELF = b"\x7fELF"


def elf_files(folder: Path) -> list[Path]:
    """Return the executables and libraries below a folder, in a fixed order."""
    return [path for path in sorted(folder.rglob("*")) if _is_elf(path)]


def _is_elf(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == _ELF


def slim(bundle: Path) -> None:
    """Cut ICU's data to what Qt asks for, symbols out of libraries, and pack Python's modules.

    Raises
    ------
    SetupError
        There is no `strip`.
    """
    for path in bundle.rglob("libicudata.so.*"):
        if not path.is_symlink():
            icu_data.shrink(path)
    libraries = elf_files(bundle)
    for path in libraries:
        if _is_of_numpy(path.relative_to(bundle)):
            path.write_bytes(leftovers.without_leftovers(path.read_bytes()))
    _strip([path for path in libraries if _has_needless_symbols(path)])
    base_library.pack(bundle / "_internal" / base_library.NAME)


def _is_of_numpy(place: Path) -> bool:
    # Its libraries were rewritten so that `strip` breaks them; see linux/leftovers.py.
    return any(part in ("numpy", "numpy.libs") for part in place.parts)


def _has_needless_symbols(path: Path) -> bool:
    return path.parent.name == "lib-dynload" or path.name.startswith(("libpython", "libicu"))


def _strip(libraries: list[Path]) -> None:
    try:
        subprocess.run(["strip", "--strip-unneeded", *libraries], check=True)
    except FileNotFoundError:
        raise SetupError("there is no `strip`; on Debian: apt-get install binutils") from None
