"""Replace the data in a shared library that holds nothing but data, and so make its file smaller.

Such a library (ELF, 64 bits, little endian) is two segments: the first ends with the data, the
second has the dynamic section. Addresses stay as they are; what follows the data moves up in the
file by whole pages, as segments are mapped by pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dev_system import SetupError

from linux import elf

if TYPE_CHECKING:
    from collections.abc import Callable

_PAGE = 0x1000


def with_data(library: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """Return the library with other data, no longer than those it has.

    Raises
    ------
    SetupError
        The library is not built as the module says.
    """
    tables = elf.tables(library)
    if tables is None:
        raise SetupError("a library of data is no ELF file of 64 bits")
    data = _data(library, tables)
    new = change(library[data.offset : data.end])
    shift = (data.size - len(new)) // _PAGE * _PAGE
    made = bytearray(library[: data.offset] + new).ljust(data.end - shift, b"\0")
    made += library[data.end :]
    elf.write_tables(made, _moved(tables, data, shift, len(new)))
    return bytes(made)


def _moved(tables: elf.Tables, data: elf.Section, shift: int, size: int) -> elf.Tables:
    """Return the tables for new data of a size, with what follows them `shift` bytes earlier."""

    def place(offset: int) -> int:
        return offset - shift if offset >= data.end else offset

    def segment(one: elf.Segment) -> elf.Segment:
        if one.offset <= data.offset < one.end:
            kept = data.offset + size - one.offset
            return one._replace(file_size=kept, memory_size=kept)
        return one._replace(offset=place(one.offset))

    def section(one: elf.Section) -> elf.Section:
        if one.offset == data.offset:
            return one._replace(size=size)
        return one._replace(offset=place(one.offset))

    return tables._replace(
        segments=tuple(map(segment, tables.segments)),
        sections_at=place(tables.sections_at),
        sections=tuple(map(section, tables.sections)),
    )


def _data(library: bytes, tables: elf.Tables) -> elf.Section:
    """Return the largest section of data; it must be nearly the whole file."""
    sections = [section for section in tables.sections if section.kind == elf.DATA]
    largest = max(sections, key=lambda section: section.size, default=None)
    if largest is None or largest.size < 0.9 * len(library):
        raise SetupError("a library of data has more in it than data; see linux/data_library.py")
    return largest
