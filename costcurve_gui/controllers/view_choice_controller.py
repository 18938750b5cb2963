"""Takes what was chosen in the menu of a view."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
