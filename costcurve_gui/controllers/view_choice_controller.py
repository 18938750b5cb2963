"""Takes what was chosen in the menu of a view, and the belief over PC(+)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.analysis.view_settings import PartialAxis

if TYPE_CHECKING:
    from costcurve_gui.analysis.interval_settings import BandChoices
    from costcurve_gui.analysis.view_settings import ViewChoices
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.session.session import Session

LEAST_RANGE = 0.001


class ViewChoiceController:
    """Turns choices about single views into changes of the state."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def choose(self, name: str, value: object) -> None:
        """Choose one entry of a view's menu; `name` is a field of `ViewChoices`."""
        self._session.apply("change the view", views=self._changed(name, value))

    def set_belief(self, belief: Belief) -> None:
        """Take a typed belief."""
        self._session.apply("change the belief", belief=belief)

    def preview_belief(self, belief: Belief) -> None:
        """Follow the drag of a corner of the triangle."""
        self._session.preview(belief=belief)

    def commit_belief(self) -> None:
        """Make the drag one step."""
        self._session.commit("drag the belief")

    def show_bands(self, shown: bool) -> None:
        """Show bands, or none."""
        bands = replace(self._session.state.current.bands, shown=shown)
        self._session.apply("show bands" if shown else "hide bands", bands=bands)

    def set_bands(self, bands: BandChoices) -> None:
        """Choose how bands and intervals are found."""
        self._session.apply("change the uncertainty", bands=bands)

    def set_partial_range(self, low: float, high: float) -> None:
        """Take a typed range of the rate that bounds the partial AUC."""
        self._session.apply("change the range of the partial AUC", views=self._ranged(low, high))

    def preview_partial_low(self, rate: float) -> None:
        """Follow the drag of the lower end of the range."""
        high = self._choices.partial_range[1]
        self._session.preview(views=self._ranged(min(rate, high - LEAST_RANGE), high))

    def preview_partial_high(self, rate: float) -> None:
        """Follow the drag of the upper end of the range."""
        low = self._choices.partial_range[0]
        self._session.preview(views=self._ranged(low, max(rate, low + LEAST_RANGE)))

    def commit_partial(self) -> None:
        """Make the drag of an end one step."""
        self._session.commit("drag the range of the partial AUC")

    @property
    def _choices(self) -> ViewChoices:
        return self._session.state.current.views

    def _ranged(self, low: float, high: float) -> ViewChoices:
        name = "partial_tpr" if self._choices.partial_axis is PartialAxis.TPR else "partial_fpr"
        return self._changed(name, (max(low, 0.0), min(high, 1.0)))

    def _changed(self, name: str, value: object) -> ViewChoices:
        return replace(self._choices, **{name: value})  # type: ignore[arg-type]
