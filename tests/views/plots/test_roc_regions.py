import pytest

from costcurve_gui.analysis.view_settings import ViewChoices
from costcurve_gui.views.catalogue import plot_views
from costcurve_gui.views.plotting.marks import Label, Shade
from costcurve_gui.views.shell.menus import choice_groups
from costcurve_gui.views.shell.theme import DARK, LIGHT
from costcurve_gui.views.view import Switch
from tests.helpers.plot_frames import german_snapshot

SHADED = german_snapshot(views=ViewChoices(roc_regions=True))


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_that_both_regions_are_shaded_behind_the_curves(tokens):
    marks = plot_views()["roc"].static_items(SHADED, tokens)
    shades = [mark for mark in marks if isinstance(mark, Shade)]
    assert marks[:2] == shades
    screening, diagnostic = shades
    assert (screening.x_low, screening.x_high) == (0.0, 1.0)
    assert (screening.y_low, screening.y_high) == (0.8, 1.0)
    assert (diagnostic.x_low, diagnostic.x_high) == (0.0, 0.2)
    assert (diagnostic.y_low, diagnostic.y_high) == (0.0, 1.0)
    names = [mark.text for mark in marks if isinstance(mark, Label)]
    assert names[:2] == ["screening", "diagnostic"]


@pytest.mark.parametrize(
    ("view", "snapshot"),
    [("roc", german_snapshot()), ("rociv", SHADED)],
    ids=["unasked", "of money"],
)
def test_that_nothing_is_shaded_unasked_nor_in_shares_of_money(view, snapshot):
    marks = plot_views()[view].static_items(snapshot, LIGHT)
    assert not any(isinstance(mark, Shade) for mark in marks)


def test_that_the_menu_of_roc_offers_the_regions():
    (group,) = [one for one in choice_groups("roc", SHADED) if one.field == "roc_regions"]
    assert isinstance(group, Switch)
