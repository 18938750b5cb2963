from __future__ import annotations

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.dataio.json_schema import SchemaError, check
from costcurve_gui.dataio.project_file import schema

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-3, 3) | st.text("ab1", max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=6,
)
TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"]
PLAIN = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), min_size=1, unique=True),
        "enum": st.lists(VALUES, min_size=1, max_size=3),
        "const": VALUES,
        "minimum": st.integers(-2, 2),
        "maximum": st.floats(-2, 2),
        "exclusiveMinimum": st.integers(-2, 2),
        "exclusiveMaximum": st.integers(-2, 2),
        "pattern": st.sampled_from(["^a", "b$", "1"]),
        "minLength": st.integers(0, 2),
        "minItems": st.integers(0, 2),
        "maxItems": st.integers(0, 2),
    },
)
SCHEMAS = st.recursive(
    PLAIN,
    lambda inner: st.builds(
        lambda one, more: {**one, **more},
        PLAIN,
        st.fixed_dictionaries(
            {},
            optional={
                "anyOf": st.lists(inner, min_size=1, max_size=2),
                "items": inner,
                "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=2),
                "additionalProperties": inner | st.booleans(),
            },
        ),
    ),
    max_leaves=4,
)


@given(VALUES, SCHEMAS)
def test_that_a_value_is_accepted_where_jsonschema_accepts_it(
    value: object, one: dict[str, object]
) -> None:
    expected = jsonschema.Draft202012Validator(one).is_valid(value)
    try:
        check(value, one)
    except SchemaError:
        assert not expected
    else:
        assert expected


def test_that_the_schema_that_ships_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"p": {"n": "x"}}, 'p.n is "x"; it takes a number from 0 to 1 or null.'),
        ({"p": {"n": 3}}, "p.n is 3; it takes"),
        ({"p": {"m": 3}}, "p.m is not known; there may be n."),
        ({}, "p is missing; it takes an object."),
        ({"p": {"n": 1}, "l": [1, "x"]}, 'l, entry 2 is "x"; it takes a whole number.'),
        ({"p": {"n": 1}, "e": "c"}, 'e is "c"; it takes "a" or "b".'),
        (3, "The content is 3; it takes an object."),
    ],
)
def test_that_a_fault_says_where_and_what_would_do(value: object, said: str) -> None:
    number = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
    inner = {"type": "object", "properties": {"n": number}, "additionalProperties": False}
    whole = {
        "type": "object",
        "properties": {
            "p": inner,
            "l": {"type": "array", "items": {"type": "integer"}},
            "e": {"enum": ["a", "b"]},
        },
        "required": ["p"],
    }
    with pytest.raises(SchemaError) as caught:
        check(value, whole)
    assert str(caught.value).startswith(said)


def test_that_an_unknown_keyword_is_a_fault_of_the_program() -> None:
    with pytest.raises(KeyError):
        check(1, {"multipleOf": 2})
