"""Take out of the built libraries what no run of the program reads: debug symbols, ICU's texts."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from dev_system import SetupError

from linux import icu_data

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
    """Strip the libraries that can be, and cut ICU's data to what Qt asks for.

    Raises
    ------
    SetupError
        There is no `strip`.
    """
    for path in bundle.rglob("libicudata.so.*"):
        if not path.is_symlink():
            icu_data.shrink(path)
    symbols = [path for path in elf_files(bundle) if _has_needless_symbols(path)]
    try:
        subprocess.run(["strip", "--strip-unneeded", *symbols], check=True)
    except FileNotFoundError:
        raise SetupError("there is no `strip`; on Debian: apt-get install binutils") from None


def _has_needless_symbols(path: Path) -> bool:
    # The libraries of numpy were rewritten so that `strip` breaks them.
    return path.parent.name == "lib-dynload" or path.name.startswith(("libpython", "libicu"))
