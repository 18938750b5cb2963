from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.analysis.picture_style import LegendPlace, PictureStyle
from costcurve_gui.dataio.errors import DataError

_WORDS = st.none() | st.text(max_size=30)
_RANGES = st.none() | st.tuples(
    st.floats(-1e9, 0, exclude_max=True), st.floats(0, 1e9, exclude_min=True)
)
STYLES = st.builds(
    PictureStyle,
    title=_WORDS,
    x_title=_WORDS,
    y_title=_WORDS,
    legend=st.sampled_from(LegendPlace),
    text_pt=st.none() | st.floats(3, 96),
    line_pt=st.none() | st.floats(0.1, 12),
    x_range=_RANGES,
    y_range=_RANGES,
)


@given(STYLES)
def test_that_a_style_comes_back_from_json(style: PictureStyle) -> None:
    assert PictureStyle.from_json(json.loads(json.dumps(style.to_json()))) == style


def test_that_json_holds_only_what_was_chosen() -> None:
    assert PictureStyle().to_json() == {}
    chosen = PictureStyle(title="", x_range=(0.0, 0.5), legend=LegendPlace.RIGHT)
    assert chosen.to_json() == {"title": "", "x_range": [0.0, 0.5], "legend": "right"}


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ({"colour": "red"}, "no 'colour'"),
        ({"legend": "middle"}, "one of automatic, below, right, above, inside"),
        ({"text_pt": 200}, "from 3 to 96"),
        ({"text_pt": True}, "from 3 to 96"),
        ({"line_pt": "thin"}, "from 0.1 to 12"),
        ({"x_range": [1, 0]}, "the lower one first"),
        ({"y_range": [0, 1, 2]}, "two numbers"),
        ({"y_range": [0, float("inf")]}, "two numbers"),
        ({"title": 3}, "a text"),
    ],
)
def test_that_what_cannot_be_is_named(stored: dict[str, Any], said: str) -> None:
    with pytest.raises(DataError, match=said):
        PictureStyle.from_json(stored)
