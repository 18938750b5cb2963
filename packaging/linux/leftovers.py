"""Cut out of a library what no run reads: symbols for debuggers, and what patchelf left behind.

The libraries of numpy's wheel were rewritten by patchelf. It moves a table that grows to the end of
the file, in a segment of its own, and crosses out with X where it was, again at each call; `strip`
breaks such libraries. Here all addresses stay as they are, and whole pages are taken out of the
file, as segments are mapped by pages. Only what is known to be of no use is taken: bytes that are
neither claimed by a table nor crossed out stay where they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linux import elf

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_PAGE = 0x1000
_CROSSED_OUT = b"X\0"  # patchelf's mark, and what fills pages up
_NO_SECTION = elf.Section(*[0] * len(elf.Section._fields))  # the others keep their numbers


class _Stretch(NamedTuple):
    begin: int
    end: int


def without_leftovers(library: bytes) -> bytes:
    """Return the library without them; as it is where it is not built as expected."""
    tables = elf.tables(library)
    if tables is None:
        return library
    symbols = _needless_symbols(tables)
    blank = _blanked(library, [tables.sections[number] for number in symbols])
    kept = _trimmed(_without(tables, symbols), blank)
    cuts = _cuts(blank, _claimed(kept, kept.segments))
    moved = _moved(kept, cuts)
    if not cuts or not all(map(_can_be_mapped, moved.segments)):
        return library
    made = bytearray(_joined(blank, cuts))
    elf.write_tables(made, moved)
    return bytes(made)


def _needless_symbols(tables: elf.Tables) -> set[int]:
    """Return the numbers of the sections with symbols that are not mapped, and with their names.

    None where another section needs one of these.
    """
    sections = tables.sections
    tables_of_symbols = {at for at, one in enumerate(sections) if one.kind == elf.SYMBOLS}
    found = tables_of_symbols | {sections[at].link for at in tables_of_symbols}
    needed = {one.link for at, one in enumerate(sections) if at not in found} | {tables.names}
    mapped = {at for at in found if sections[at].flags & elf.MAPPED}
    return found if found.isdisjoint(needed | mapped) else set()


def _blanked(library: bytes, sections: Iterable[elf.Section]) -> bytes:
    """Return the library with sections crossed out."""
    made = bytearray(library)
    for section in sections:
        made[section.offset : section.end] = bytes(section.size)
    return bytes(made)


def _without(tables: elf.Tables, numbers: set[int]) -> elf.Tables:
    kept = (_NO_SECTION if at in numbers else one for at, one in enumerate(tables.sections))
    return tables._replace(sections=tuple(kept))


def _trimmed(tables: elf.Tables, library: bytes) -> elf.Tables:
    """Return the tables with segments of data that end in the file where the last use of them does.

    They are as long in memory as before: what is not in the file is zero there.
    """
    used = _claimed(tables, [one for one in tables.segments if one.kind != elf.LOADED])

    def trimmed(segment: elf.Segment) -> elf.Segment:
        if segment.kind != elf.LOADED or not segment.flags & elf.WRITABLE:
            return segment
        ends = [part.end for part in used if part.begin < segment.end and part.end > segment.offset]
        end = min(max(ends, default=segment.offset), segment.end)
        if not _is_crossed_out(library[end : segment.end]):
            return segment
        return segment._replace(file_size=end - segment.offset)

    return tables._replace(segments=tuple(map(trimmed, tables.segments)))


def _claimed(tables: elf.Tables, segments: Iterable[elf.Segment]) -> list[_Stretch]:
    """Return what the tables, the sections and these segments take up in the file, in order."""
    in_file = [one for one in tables.sections if one.kind not in (elf.NOTHING, elf.NO_BITS)]
    parts = [
        _Stretch(0, tables.segments_end),
        _Stretch(tables.sections_at, tables.sections_end),
        *(_Stretch(section.offset, section.end) for section in in_file),
        *(_Stretch(segment.offset, segment.end) for segment in segments),
    ]
    return sorted(part for part in parts if part.begin < part.end)


def _cuts(library: bytes, claimed: Iterable[_Stretch]) -> list[_Stretch]:
    """Return the whole pages that are crossed out between what is claimed, and after it."""
    found, reached = [], 0
    for part in (*claimed, _Stretch(len(library), len(library))):
        pages = (part.begin - reached) // _PAGE * _PAGE
        if pages > 0 and _is_crossed_out(library[reached : part.begin]):
            found.append(_Stretch(reached, reached + pages))
        reached = max(reached, part.end)
    return found


def _is_crossed_out(stretch: bytes) -> bool:
    return not stretch.strip(_CROSSED_OUT)


def _moved(tables: elf.Tables, cuts: Sequence[_Stretch]) -> elf.Tables:
    """Return the tables for a file with these cuts."""

    def place(offset: int) -> int:
        # An empty part may lie in a cut: its offset keeps its place within a page.
        before = (min(cut.end, offset) - cut.begin for cut in cuts if cut.begin < offset)
        return offset - sum(length // _PAGE * _PAGE for length in before)

    return tables._replace(
        segments=tuple(one._replace(offset=place(one.offset)) for one in tables.segments),
        sections_at=place(tables.sections_at),
        sections=tuple(one._replace(offset=place(one.offset)) for one in tables.sections),
    )


def _can_be_mapped(segment: elf.Segment) -> bool:
    """Tell whether the loader takes a segment: its place in the file fits its address."""
    if segment.kind != elf.LOADED:
        return True
    return (segment.address - segment.offset) % max(segment.alignment, 1) == 0


def _joined(library: bytes, cuts: Iterable[_Stretch]) -> bytes:
    kept, reached = [], 0
    for cut in cuts:
        kept.append(library[reached : cut.begin])
        reached = cut.end
    return b"".join([*kept, library[reached:]])
