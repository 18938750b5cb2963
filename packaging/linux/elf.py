"""The tables of an ELF library (64 bits, little endian): what is mapped, and what lies where."""

from __future__ import annotations

import struct
from typing import NamedTuple

LOADED = 1  # kind of a segment that is mapped into memory: PT_LOAD
WRITABLE = 2  # flag of a segment: PF_W
NOTHING, DATA, SYMBOLS, STRINGS, NO_BITS = 0, 1, 2, 3, 8  # kinds of a section: SHT_NULL and so on
MAPPED = 2  # flag of a section that is part of a segment: SHF_ALLOC

_BEGIN = b"\x7fELF\x02\x01"
_HEADER_SIZE = 64
_SEGMENTS_AT, _SECTIONS_AT, _COUNTS_AT = 32, 40, 54  # in the header
_PLACE = struct.Struct("<Q")
_COUNTS = struct.Struct("<5H")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_SECTION = struct.Struct("<IIQQQQIIQQ")


class Segment(NamedTuple):
    """An entry of the table of segments."""

    kind: int
    flags: int
    offset: int
    address: int
    physical: int
    file_size: int
    memory_size: int
    alignment: int

    @property
    def end(self) -> int:
        """Where it ends in the file."""
        return self.offset + self.file_size


class Section(NamedTuple):
    """An entry of the table of sections."""

    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int

    @property
    def end(self) -> int:
        """Where it ends in the file."""
        return self.offset + self.size


class Tables(NamedTuple):
    """Both tables, with their places and the number of the section that names the sections."""

    segments_at: int
    segments: tuple[Segment, ...]
    sections_at: int
    sections: tuple[Section, ...]
    names: int

    @property
    def segments_end(self) -> int:
        """Where the table of segments ends in the file."""
        return self.segments_at + _SEGMENT.size * len(self.segments)

    @property
    def sections_end(self) -> int:
        """Where the table of sections ends in the file."""
        return self.sections_at + _SECTION.size * len(self.sections)


def tables(library: bytes) -> Tables | None:
    """Return the tables of a library; nothing where it is of another kind or not whole."""
    if not library.startswith(_BEGIN) or len(library) < _HEADER_SIZE:
        return None
    (segments_at,) = _PLACE.unpack_from(library, _SEGMENTS_AT)
    (sections_at,) = _PLACE.unpack_from(library, _SECTIONS_AT)
    counts = _COUNTS.unpack_from(library, _COUNTS_AT)
    segment_size, segment_count, section_size, section_count, names = counts
    segments_end = segments_at + segment_size * segment_count
    sections_end = sections_at + section_size * section_count
    if (segment_size, section_size) != (_SEGMENT.size, _SECTION.size):
        return None
    if max(segments_end, sections_end) > len(library):
        return None
    return Tables(
        segments_at,
        tuple(Segment(*one) for one in _SEGMENT.iter_unpack(library[segments_at:segments_end])),
        sections_at,
        tuple(Section(*one) for one in _SECTION.iter_unpack(library[sections_at:sections_end])),
        names,
    )


def write_tables(library: bytearray, changed: Tables) -> None:
    """Put tables of as many entries as before where they say that they are."""
    _PLACE.pack_into(library, _SECTIONS_AT, changed.sections_at)
    for at, segment in enumerate(changed.segments):
        _SEGMENT.pack_into(library, changed.segments_at + _SEGMENT.size * at, *segment)
    for at, section in enumerate(changed.sections):
        _SECTION.pack_into(library, changed.sections_at + _SECTION.size * at, *section)
