"""Cut the data of ICU, which Qt links for the sorting of texts, to what Qt asks for here.

The data are a table of contents, sorted by name, and items (`ucmndata.h` of ICU). Items that are
absent are a case ICU knows: it falls back to what the root item says.
"""

from __future__ import annotations

import struct
from itertools import accumulate
from typing import TYPE_CHECKING

from dev_system import SetupError

from linux.data_library import with_data

if TYPE_CHECKING:
    from pathlib import Path

# Sorting of names in file dialogs, and what ICU opens before anything else. Numbers, dates and
# languages of a locale come from Qt's own tables, encodings and time zones from Python.
KEPT = frozenset(
    {
        "cnvalias.icu",
        "coll/en.res",
        "coll/en_US.res",
        "coll/res_index.res",
        "coll/root.res",
        "coll/ucadata.icu",
        "en.res",
        "en_US.res",
        "icuver.res",
        "keyTypeData.res",
        "likelySubtags.res",
        "nfkc.nrm",
        "numberingSystems.res",
        "pool.res",
        "res_index.res",
        "root.res",
        "supplementalData.res",
        "timezoneTypes.res",
        "uemoji.icu",
        "ulayout.icu",
        "zoneinfo64.res",
    }
)
_MAGIC = b"\xda\x27"
_ALIGNMENT = 16
_FILLING = b"\xaa"


def shrink(library: Path) -> None:
    """Rewrite a libicudata.so with the items of `KEPT` alone.

    Raises
    ------
    SetupError
        The library is not built as those known so far.
    """
    library.write_bytes(with_data(library.read_bytes(), reduced))


def reduced(data: bytes) -> bytes:
    """Return ICU's data with the kept items alone."""
    kept = {name: item for name, item in items(data).items() if name.partition("/")[2] in KEPT}
    return common_data(data[: _base(data)], kept)


def items(data: bytes) -> dict[str, bytes]:
    """Return the items by name, in their order."""
    base = _base(data)
    (count,) = struct.unpack_from("<I", data, base)
    entries = [struct.unpack_from("<II", data, base + 4 + 8 * at) for at in range(count)]
    ends = [begin for _, begin in entries[1:]] + [len(data) - base]
    return {
        _text(data, base + name): data[base + begin : base + end]
        for (name, begin), end in zip(entries, ends, strict=True)
    }


def common_data(header: bytes, contents: dict[str, bytes]) -> bytes:
    """Return data with these items, which are in order of name."""
    names = [name.encode() + b"\0" for name in contents]
    bodies = [_padded(item) for item in contents.values()]
    texts_at = 4 + 8 * len(names)
    front = _padded(bytes(texts_at) + b"".join(names))[texts_at:]
    name_places = accumulate(map(len, names[:-1]), initial=texts_at)
    item_places = accumulate(map(len, bodies[:-1]), initial=texts_at + len(front))
    places_of_both = zip(name_places, item_places, strict=True)
    table = b"".join(struct.pack("<II", *places) for places in places_of_both)
    return header + struct.pack("<I", len(names)) + table + front + b"".join(bodies)


def _base(data: bytes) -> int:
    size, magic = struct.unpack_from("<H2s", data)
    if magic != _MAGIC:
        raise SetupError("the data of ICU do not begin as expected; see linux/icu_data.py")
    return int(size)


def _text(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode()


def _padded(item: bytes) -> bytes:
    return item + _FILLING * (-len(item) % _ALIGNMENT)
