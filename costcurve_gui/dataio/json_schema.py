"""Check a JSON value against a schema: the part of JSON Schema that the project's schema uses.

The faults are said in the words of the user's file: where, what stands there, and what would be
accepted. A schema that uses a keyword not known here is a fault of the program (KeyError).
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from costcurve_gui.dataio.errors import one_of
from costcurve_gui.resources import resource_path
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Schema = Mapping[str, Any]
    Check = Callable[[Any, Any, Schema], bool]

_SHOWN = 40  # characters of a value


class SchemaError(ValueError):
    """A value that a schema does not accept; the message says where and what would be."""


@cache
def shipped_schema(name: str) -> dict[str, Any]:
    """Return a schema that ships with the program."""
    text = resource_path("schemas", name).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def check(value: object, schema: Schema) -> None:
    """Raise `SchemaError` where a value is not what a schema describes.

    >>> check({"prior": 2}, {"properties": {"prior": {"type": "number", "maximum": 1}}})
    Traceback (most recent call last):
    costcurve_gui.dataio.json_schema.SchemaError: prior is 2; it takes a number up to 1.
    """
    _check(value, schema, "", schema)


def _check(value: Any, schema: Schema, where: str, root: Schema) -> None:
    schema = _resolved(schema, root)
    for keyword, wanted in schema.items():
        if keyword not in _ANNOTATIONS and not _CHECKS[keyword](value, wanted, schema):
            raise SchemaError(_said(value, schema, where, root))
    if "anyOf" in schema and not any(_accepts(value, one, root) for one in schema["anyOf"]):
        raise SchemaError(_said(value, schema, where, root))
    if isinstance(value, dict):
        _check_object(value, schema, where, root)
    elif isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value, start=1):
            _check(item, schema["items"], f"{where or 'the list'}, entry {number}", root)


def _check_object(value: dict[str, Any], schema: Schema, where: str, root: Schema) -> None:
    known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
    for name in schema.get("required", ()):
        if name not in value:
            raise SchemaError(
                tr(
                    "{joined} is missing; {accepted}.",
                    joined=_joined(where, name),
                    accepted=_accepted(known[name], root),
                )
            )
    for name, item in value.items():
        inner = known.get(name, more)
        if inner is False:
            names = one_of(list(known), shown=20)
            raise SchemaError(
                tr(
                    "{joined} is not known; there may be {names}.",
                    joined=_joined(where, name),
                    names=names,
                )
            )
        if inner is not True:
            _check(item, inner, _joined(where, name), root)


def _accepts(value: Any, schema: Schema, root: Schema) -> bool:
    try:
        _check(value, schema, "", root)
    except SchemaError:
        return False
    return True


def _resolved(schema: Schema, root: Schema) -> Schema:
    """Follow a reference into the definitions of the same schema."""
    if "$ref" not in schema:
        return schema
    found: Schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    return found


def _joined(where: str, name: str) -> str:
    shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"
    return f"{where}.{shown}" if where else shown


def _said(value: Any, schema: Schema, where: str, root: Schema) -> str:
    text = json.dumps(value, ensure_ascii=False)
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return f"{where or 'The content'} is {shown}; {_accepted(schema, root)}."


def _accepted(schema: Schema, root: Schema) -> str:
    return f"it takes {' or '.join(_alternatives(schema, root))}"


def _alternatives(schema: Schema, root: Schema) -> Iterator[str]:
    schema = _resolved(schema, root)
    if "const" in schema:
        yield json.dumps(schema["const"])
    elif "enum" in schema:
        yield one_of([json.dumps(one) for one in schema["enum"]], shown=20)
    elif "anyOf" in schema:
        for one in schema["anyOf"]:
            yield from _alternatives(one, root)
    else:
        for name in _types(schema.get("type", [])):
            yield f"{_NOUNS[name]}{_limits(schema) if name in _LIMITED else ''}"


def _limits(schema: Schema) -> str:
    if "minimum" in schema and "maximum" in schema:
        return f" from {schema['minimum']:g} to {schema['maximum']:g}"
    said = [words.format(schema[key]) for key, words in _LIMITS.items() if key in schema]
    return f" {' and '.join(said)}" if said else ""


def _types(given: str | list[str]) -> list[str]:
    return [given] if isinstance(given, str) else given


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_integer(value: Any) -> bool:
    return _is_number(value) and value == value // 1


_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": _is_integer,
    "number": _is_number,
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
_NOUNS = {
    "null": "null",
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "array": "a list",
    "object": "an object",
}
_LIMITED = ("integer", "number", "string", "array")
_LIMITS = {
    "minimum": "from {:g}",
    "exclusiveMinimum": "above {:g}",
    "maximum": "up to {:g}",
    "exclusiveMaximum": "below {:g}",
    "minLength": "of {} characters or more",
    "minItems": "of {} entries or more",
    "maxItems": "of {} entries at most",
    "pattern": "that matches {}",
}


def _same(value: Any, wanted: Any) -> bool:
    """Whether two JSON values are the same; true is not 1."""
    return isinstance(value, bool) == isinstance(wanted, bool) and bool(value == wanted)


_CHECKS: Mapping[str, Check] = {
    "type": lambda value, wanted, _: any(_TYPES[one](value) for one in _types(wanted)),
    "const": lambda value, wanted, _: _same(value, wanted),
    "enum": lambda value, wanted, _: any(_same(value, one) for one in wanted),
    "minimum": lambda value, limit, _: not _is_number(value) or value >= limit,
    "exclusiveMinimum": lambda value, limit, _: not _is_number(value) or value > limit,
    "maximum": lambda value, limit, _: not _is_number(value) or value <= limit,
    "exclusiveMaximum": lambda value, limit, _: not _is_number(value) or value < limit,
    "minLength": lambda value, least, _: not isinstance(value, str) or len(value) >= least,
    "pattern": lambda value, wanted, _: (
        not isinstance(value, str) or bool(re.search(wanted, value))
    ),
    "minItems": lambda value, least, _: not isinstance(value, list) or len(value) >= least,
    "maxItems": lambda value, most, _: not isinstance(value, list) or len(value) <= most,
}
# Checked above, or for people only.
_ANNOTATIONS = frozenset(
    {"$schema", "$id", "$defs", "$ref", "title", "description", "anyOf"}
    | {"properties", "required", "additionalProperties", "items"}
)
