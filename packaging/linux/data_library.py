"""Replace the data in a shared library that holds nothing but data, and so make its file smaller.

Such a library (ELF, 64 bits, little endian) is two segments: the first ends with the data, the
second has the dynamic section. Addresses stay as they are; what follows the data moves up in the
file by whole pages, as segments are mapped by pages.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

from dev_system import SetupError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PAGE = 0x1000
# Where the header points to its tables, and where it tells the size and number of entries.
_PROGRAMS = (32, 54)
_SECTIONS = (40, 58)
_DATA_SECTION = 1  # a section that is copied into memory as it is: SHT_PROGBITS
_PROGRAM_OFFSET, _PROGRAM_FILE_SIZE, _PROGRAM_MEMORY_SIZE = 8, 32, 40
_SECTION_OFFSET, _SECTION_SIZE = 24, 32


class _Stretch(NamedTuple):
    begin: int
    end: int


def with_data(library: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """Return the library with other data, no longer than those it has.

    Raises
    ------
    SetupError
        The library is not built as the module says.
    """
    data = _data(library)
    new = change(library[data.begin : data.end])
    shift = (data.end - data.begin - len(new)) // _PAGE * _PAGE
    tail_at = data.end - shift
    made = bytearray(library[: data.begin] + new).ljust(tail_at, b"\0") + library[data.end :]
    _move(made, _SECTIONS[0], data, shift)
    _move_programs(made, data, shift, len(new))
    _move_sections(made, data, shift, len(new))
    return bytes(made)


def _move_programs(made: bytearray, data: _Stretch, shift: int, size: int) -> None:
    for entry in _entries(made, _PROGRAMS):
        begin, length = (
            _long(made, entry + _PROGRAM_OFFSET),
            _long(made, entry + _PROGRAM_FILE_SIZE),
        )
        if begin <= data.begin < begin + length:
            for place in (_PROGRAM_FILE_SIZE, _PROGRAM_MEMORY_SIZE):
                _write(made, entry + place, data.begin + size - begin)
        _move(made, entry + _PROGRAM_OFFSET, data, shift)


def _move_sections(made: bytearray, data: _Stretch, shift: int, size: int) -> None:
    for entry in _entries(made, _SECTIONS):
        if _long(made, entry + _SECTION_OFFSET) == data.begin:
            _write(made, entry + _SECTION_SIZE, size)
        _move(made, entry + _SECTION_OFFSET, data, shift)


def _move(made: bytearray, place: int, data: _Stretch, shift: int) -> None:
    offset = _long(made, place)
    if offset >= data.end:
        _write(made, place, offset - shift)


def _data(library: bytes) -> _Stretch:
    """Return where the largest section of data is; it must be nearly the whole file."""
    if library[:6] != b"\x7fELF\x02\x01":
        raise SetupError("a library of data is no ELF file of 64 bits")
    stretches = [
        _Stretch(offset, offset + _long(library, entry + _SECTION_SIZE))
        for entry in _entries(library, _SECTIONS)
        if struct.unpack_from("<I", library, entry + 4)[0] == _DATA_SECTION
        for offset in [_long(library, entry + _SECTION_OFFSET)]
    ]
    largest = max(stretches, key=lambda part: part.end - part.begin, default=_Stretch(0, 0))
    if largest.end - largest.begin < 0.9 * len(library):
        raise SetupError("a library of data has more in it than data; see linux/data_library.py")
    return largest


def _entries(library: bytes | bytearray, table: tuple[int, int]) -> Iterator[int]:
    offset_at, size_at = table
    size, count = struct.unpack_from("<HH", library, size_at)
    begin = _long(library, offset_at)
    return iter(range(begin, begin + size * count, size))


def _long(library: bytes | bytearray, at: int) -> int:
    return int(struct.unpack_from("<Q", library, at)[0])


def _write(made: bytearray, at: int, value: int) -> None:
    struct.pack_into("<Q", made, at, value)
