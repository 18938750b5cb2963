"""What is cut out of libraries that patchelf rewrote, and that they work as before."""

import shutil
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from linux import elf, leftovers

PAGE = 0x1000
ONLY_READ, READ_AND_WRITTEN = 4, 6
LIBRARIES = Path(np.__file__).parent.with_name("numpy.libs")
# What numpy does with its own code, with the linear algebra, and with what that needs in turn.
USE = """
import hashlib, numpy as np
drawn = np.random.default_rng(1).normal(size=(60, 60))
results = [*np.linalg.svd(drawn), np.linalg.inv(drawn), *np.linalg.eigh(drawn @ drawn.T), drawn]
print(np.__file__, hashlib.sha256(b"".join(one.tobytes() for one in results)).hexdigest())
"""


def segment(offset, address, size, memory, flags=READ_AND_WRITTEN, alignment=PAGE):
    return elf.Segment(elf.LOADED, flags, offset, address, address, size, memory, alignment)


def section(kind, offset, size, *, link=0, flags=0):
    return elf.Section(0, kind, flags, 0, offset, size, link, 0, 1, 0)


SEGMENTS = (
    segment(0, 0, PAGE, PAGE, ONLY_READ),
    segment(0x6000, 0x10000, 0x3000, 0x4000),  # names, and what was crossed out after them
    segment(0x9000, 0x20000, 0x2000, 0x2000),  # crossed out as a whole
    segment(0xB000, 0x30000, 0x80, 0x80),
)
SECTIONS = (
    section(elf.NOTHING, 0, 0),
    section(elf.DATA, 0x800, 0x800, flags=elf.MAPPED),
    section(elf.SYMBOLS, 0x1000, 0x2800, link=4),
    section(elf.STRINGS, 0x3800, 0x10),
    section(elf.STRINGS, 0x3810, 0x1900),
    section(elf.STRINGS, 0x6000, 0x100, flags=elf.MAPPED),
    section(elf.DATA, 0xB000, 0x80, flags=elf.MAPPED),
)
NAMES = 3  # the section with the names of sections
CONTENTS = {0x800: b"d" * 0x800, 0x1000: b"s" * 0x4110, 0x6000: b"n" * 0x100, 0xB000: b"e" * 0x80}


def library(segments=SEGMENTS, sections=SECTIONS, names=NAMES, contents=None):
    """Return a library as patchelf leaves it."""
    sections_at = 0xB080
    made = bytearray(sections_at + 64 * len(sections))
    counts = (64, 56, len(segments), 64, len(sections), names)
    fixed = (b"\x7fELF\x02\x01", 3, 62, 1, 0, 64, sections_at, 0)
    struct.pack_into("<6s10xHHIQQQI6H", made, 0, *fixed, *counts)
    made[0x6000:0xB000] = b"X" * 0x5000
    for at, content in {**CONTENTS, **(contents or {})}.items():
        made[at : at + len(content)] = content
    elf.write_tables(made, elf.Tables(64, tuple(segments), sections_at, tuple(sections), names))
    return bytes(made)


def memory(made):
    """Return what the loader puts at each address, without what is crossed out."""
    mapped = [one for one in elf.tables(made).segments if one.kind == elf.LOADED]
    return {
        one.address: made[one.offset : one.end].ljust(one.memory_size, b"\0").replace(b"X", b"\0")
        for one in mapped
    }


def without_header(image):
    """The header says where tables are, which changes."""
    return {**image, 0: image[0][0x800:]}


def test_that_whole_pages_go_and_memory_is_as_before():
    made = leftovers.without_leftovers(library())
    # Of the symbols, of their names up to the segment, and of what is crossed out after it.
    assert len(library()) - len(made) == (2 + 2 + 4) * PAGE
    assert without_header(memory(made)) == without_header(memory(library()))
    assert [one.offset for one in elf.tables(made).segments] == [0, 0x2000, 0x3000, 0x3000]
    assert [one.file_size for one in elf.tables(made).segments] == [PAGE, 0x100, 0, 0x80]


def test_that_other_sections_keep_number_and_contents():
    made = leftovers.without_leftovers(library())
    found = elf.tables(made)
    assert found.names == NAMES
    assert [one.kind for one in found.sections] == [0, 1, 0, 3, 0, 3, 1]
    for number in (1, 3, 5, 6):
        before, after = SECTIONS[number], found.sections[number]
        assert made[after.offset : after.end] == library()[before.offset : before.end]


def test_that_a_second_time_finds_nothing():
    made = leftovers.without_leftovers(library())
    assert leftovers.without_leftovers(made) == made


def test_that_what_nobody_claims_and_nobody_crossed_out_stays():
    signed = leftovers.without_leftovers(library(contents={0x5200: b"a signature"}))
    assert b"a signature" in signed
    assert len(library()) - len(signed) == (2 + 4) * PAGE
    used = leftovers.without_leftovers(library(contents={0x8F00: b"a table"}))
    assert memory(used)[0x10000][0x2F00:].startswith(b"a table")
    assert len(library()) - len(used) == (2 + 2 + 2) * PAGE


@pytest.mark.parametrize(
    ("changed", "names"),
    [
        ({}, 4),  # names of symbols and of sections in one
        ({1: section(elf.DATA, 0x800, 0x800, link=2)}, NAMES),  # relocations by symbols
        ({4: section(elf.STRINGS, 0x3810, 0x1900, flags=elf.MAPPED)}, NAMES),
    ],
)
def test_that_symbols_that_something_needs_stay(changed, names):
    sections = tuple(changed.get(at, one) for at, one in enumerate(SECTIONS))
    made = leftovers.without_leftovers(library(sections=sections, names=names))
    assert b"s" * 0x4110 in made
    assert len(library()) - len(made) == 4 * PAGE


def test_that_what_cannot_be_written_keeps_its_end():
    """Loaders fill the rest of a page with zeros, and so must be able to."""
    fixed = SEGMENTS[1]._replace(flags=ONLY_READ)
    made = leftovers.without_leftovers(library(segments=(SEGMENTS[0], fixed, *SEGMENTS[2:])))
    assert elf.tables(made).segments[1].file_size == fixed.file_size
    assert len(library()) - len(made) == (2 + 2 + 2) * PAGE


def test_that_what_could_not_be_mapped_is_left_as_it_is():
    wide = SEGMENTS[3]._replace(alignment=0x10000, address=0x3B000)
    given = library(segments=(*SEGMENTS[:3], wide))
    assert leftovers.without_leftovers(given) == given


@pytest.mark.parametrize(
    "given", [b"", b"#!/bin/sh\n", b"\x7fELF\x02\x01", b"\x7fELF\x01\x01" + bytes(90)]
)
def test_that_other_files_are_left_as_they_are(given):
    assert leftovers.without_leftovers(given) == given


def test_that_half_a_library_is_left_as_it_is():
    given = library()[:0x8000]
    assert leftovers.without_leftovers(given) == given


@pytest.mark.skipif(
    sys.platform != "linux" or not LIBRARIES.is_dir(), reason="no numpy of a Linux wheel"
)
def test_that_numpy_works_with_smaller_libraries(tmp_path):
    for folder in (LIBRARIES, LIBRARIES.with_name("numpy")):
        shutil.copytree(folder, tmp_path / folder.name, ignore=shutil.ignore_patterns("tests"))
    saved = 0
    for path in tmp_path.rglob("*.so*"):
        before = path.read_bytes()
        path.write_bytes(leftovers.without_leftovers(before))
        saved += len(before) - path.stat().st_size
    assert saved > 0
    said = [used(folder) for folder in (LIBRARIES.parent, tmp_path)]
    assert said[0][0] != said[1][0]
    assert said[0][1] == said[1][1]


def used(folder):
    """Return where numpy was found that a Python had first on its path, and what it computed."""
    words = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(folder)!r})\n{USE}"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
