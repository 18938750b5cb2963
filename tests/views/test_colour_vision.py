"""Model colours stay apart for every colour vision, by simulation; and nothing on screen moves.

Dichromats are simulated by the matrices of Machado, Oliveira and Fernandes (2009), severity 1, on
linear RGB; distances are Euclidean in OKLab, times 100.
"""

import re
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtGui import QColor

from costcurve_gui.views.shell.theme import DARK, LIGHT, MODEL_COLORS
from tests.app.test_architecture import ROOT

VISIONS = {
    "normal": np.eye(3),
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
LEAST = {"normal": 15.0, "protan": 8.0, "deutan": 8.0, "tritan": 8.0}
TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
THEMES = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])


def linear(color):
    part = np.array(QColor(color).getRgbF()[:3])
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def seen(color, vision):
    light = np.clip(np.asarray(VISIONS[vision]) @ linear(color), 0, 1)
    return 100 * TO_LAB @ np.cbrt(TO_LMS @ light)


def smallest_distance(colors, vision):
    places = [seen(color, vision) for color in colors]
    return min(float(np.linalg.norm(a - b)) for a, b in combinations(places, 2))


def test_that_the_simulation_confuses_what_a_dichromat_confuses():
    assert smallest_distance(["#c00000", "#5a5a00"], "protan") < 20
    assert smallest_distance(["#ffffff", "#000000"], "deutan") == pytest.approx(100, abs=0.5)


@THEMES
@pytest.mark.parametrize("vision", VISIONS)
def test_that_any_two_model_colours_can_be_told_apart(tokens, vision):
    colors = [tokens.model_color(slot) for slot in range(1, MODEL_COLORS + 1)]
    assert smallest_distance(colors, vision) >= LEAST[vision]


@THEMES
def test_that_eight_models_have_eight_dashes(tokens):
    dashes = {tokens.model_dash(slot) for slot in range(1, MODEL_COLORS + 1)}
    assert len(dashes) == MODEL_COLORS


def test_that_nothing_is_animated():
    """Who asks the system for less motion gets what everybody gets: none."""
    moving = re.compile(r"Q(Property|Variant|Sequential|Parallel)Animation|QTimeLine|QMovie")
    for path in (ROOT / "costcurve_gui").rglob("*.py"):
        assert not moving.search(path.read_text(encoding="utf-8")), path
