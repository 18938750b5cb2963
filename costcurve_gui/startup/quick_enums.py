"""Make the enumerations of Qt in a third of the time.

PySide6 makes 280 enumerations with 4,100 members before the first window is painted, a sixth of
the start: Python 3.11 asks for each member whether it is one of a dozen rare things. Where all
values are plain integers and no name has another meaning there are none. The members of such an
enumeration are added here to one that Python made empty; all others are made as ever, and so is
every one from Python 3.12 on.

Import this module before Qt is loaded.
"""

import enum
import sys
from functools import cache, reduce
from operator import or_
from typing import Any

_SAME_INSIDE = (3, 12)  # before this version: what is inside of enumerations is that of 3.11
_enum_type: Any = enum.EnumType
_create_as_ever: Any = _enum_type._create_


def create(kind: Any, name: str, members: Any, **given: Any) -> Any:
    """Return the enumeration that ``kind(name, members, **given)`` asks for."""
    if given.get("module") is None:  # the module of who calls an enumeration, which called this
        given["module"] = sys._getframe(2).f_globals.get("__name__")
    if not _are_plain(kind, members):
        return _create_as_ever(kind, name, members, **given)
    made = _create_as_ever(kind, name, [], **given)
    flags = issubclass(made, enum.Flag)
    for member, value in members:
        _add(made, member, value, listed=not flags or _is_single_bit(value))
    if flags:
        _note_bits(made)
    return made


def _is_single_bit(value: int) -> bool:
    return value > 0 and value & (value - 1) == 0


def _are_plain(kind: Any, members: Any) -> bool:
    if kind not in (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag):
        return False
    if type(members) not in (list, tuple) or {type(pair) for pair in members} != {tuple}:
        return False
    if {len(pair) for pair in members} != {2} or {type(value) for _, value in members} != {int}:
        return False
    return _are_free(kind, [name for name, _ in members])


def _are_free(kind: type, names: list[Any]) -> bool:
    """Tell whether names are all different and mean nothing else in an enumeration."""
    if {type(name) for name in names} != {str} or "_" in {name[:1] for name in names}:
        return False
    different = set(names)
    return len(different) == len(names) and different.isdisjoint(_names_in(kind))


@cache
def _names_in(kind: type) -> frozenset[str]:
    return frozenset({"", "mro"}.union(*(vars(base) for base in kind.__mro__)))


def _add(made: Any, name: str, value: int, *, listed: bool) -> None:
    """Add a name of a value, whose member bears the name that has come first."""
    new = made._new_member_
    member = new(made, value) if made._use_args_ else new(made)
    vars(member).update(
        _value_=value, _name_=name, __objclass__=made, _sort_order_=len(made._member_names_)
    )
    known = made._value2member_map_.setdefault(value, member)
    if known is member and listed:
        made._member_names_.append(name)
    type.__setattr__(made, name, known)
    made._member_map_[name] = known


def _note_bits(made: Any) -> None:
    mask = reduce(or_, made._value2member_map_, 0)
    made._flag_mask_ = mask
    made._singles_mask_ = reduce(or_, filter(_is_single_bit, made._value2member_map_), 0)
    made._all_bits_ = 2 ** mask.bit_length() - 1
    values = [member._value_ for member in made]
    if values != sorted(values):
        made._iter_member_ = made._iter_member_by_def_


if sys.version_info < _SAME_INSIDE:
    _enum_type._create_ = create
