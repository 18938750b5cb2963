"""The bars at the foot of the profit view."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from costcurve_gui.views.plots.profit_marks import chosen_marks
from costcurve_gui.views.shell.theme import LIGHT
from tests.views.test_optimism import known_snapshot


def test_that_a_bar_says_what_it_stands_for(make_plot) -> None:
    plot = make_plot("profit", known_snapshot())
    canvas = plot.canvas()
    (bars,) = chosen_marks(known_snapshot(), LIGHT)
    tallest = int(bars.shares.argmax())
    x = float(canvas.x((tallest + 0.5) / 40))
    hints = {
        plot.description.hint(known_snapshot(), canvas, QPointF(x, float(y)))
        for y in range(int(canvas.rect.top()), int(canvas.rect.bottom()))
    }
    percent = f"{100 * bars.shares[tallest]:.1f} %"
    between = f"{2.5 * tallest:.1f} to {2.5 * (tallest + 1):.1f} % refused"
    assert hints == {"", f"Best threshold in {percent} of the replicates: {between}"}
    assert not plot.grab().isNull()
