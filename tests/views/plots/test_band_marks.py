import numpy as np

from costcurve_gui.engine.resampling.band import Band, no_interval
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.views.plots.band_marks import ribbon
from costcurve_gui.views.plots.marks import Between, Line
from costcurve_gui.views.theme import LIGHT

X = np.array([0.0, 0.5, 1.0])


def marks(band, *, crowded):
    return ribbon(band, "a", "#123456", LIGHT, crowded=crowded)


def test_that_a_band_without_an_interval_has_no_ribbon():
    band = no_interval(X, X, "every score is equal", BootstrapSpec())
    assert marks(band, crowded=True) == marks(band, crowded=False) == []


def test_that_one_band_is_a_ribbon_and_several_have_edges():
    lower = np.array([np.nan, 0.4, 0.8])
    band = Band(X, X, lower, X + 0.1, "vertical", BootstrapSpec())
    (alone,) = marks(band, crowded=False)
    assert isinstance(alone, Between)
    assert alone.first[0].tolist() == [0.5, 1.0]  # not where there is no interval
    between, *edges = marks(band, crowded=True)
    assert isinstance(between, Between)
    assert [type(edge) for edge in edges] == [Line, Line]
