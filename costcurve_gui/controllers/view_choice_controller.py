"""Takes what was chosen in the menu of a view, and the belief over PC(+)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.models.session import SessionModel


class ViewChoiceController:
    """Turns choices about single views into changes of the state."""

    def __init__(self, session: SessionModel) -> None:
        self._session = session

    def choose(self, name: str, value: object) -> None:
        """Choose one entry of a view's menu; `name` is a field of `ViewChoices`."""
        views = self._session.state.current.views
        changed = replace(views, **{name: value})  # type: ignore[arg-type]
        self._session.apply("change the view", views=changed)

    def set_belief(self, belief: Belief) -> None:
        """Take a typed belief."""
        self._session.apply("change the belief", belief=belief)

    def preview_belief(self, belief: Belief) -> None:
        """Follow the drag of a corner of the triangle."""
        self._session.preview(belief=belief)

    def commit_belief(self) -> None:
        """Make the drag one step."""
        self._session.commit("drag the belief")
