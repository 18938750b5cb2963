"""Connect the view of days to the controller that computes them, when it is first shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.views.view import TRY_AGAIN

if TYPE_CHECKING:
    from costcurve_gui.controllers.day_controller import DayController
    from costcurve_gui.controllers.view_controllers import ViewChoiceController
    from costcurve_gui.views.shell.main_window import MainWindow
    from costcurve_gui.views.tables.days_view import DaysView


def connect_days(
    view: DaysView,
    controller: DayController,
    window: MainWindow,
    choices: ViewChoiceController,
) -> None:
    """Compute what the view shows, and take what is chosen in it."""
    controller.setParent(view)

    def answer(name: str, command: str) -> None:
        if command == TRY_AGAIN:
            controller.try_again(name)

    window.view_shown.connect(controller.show)
    window.view_left.connect(controller.leave)
    window.work_answered.connect(answer)
    view.column_chosen.connect(lambda column: choices.choose("day", column))
    view.places_chosen.connect(lambda places: choices.choose("day_places", places))
    view.delay_chosen.connect(lambda share: choices.choose("day_delay", share))
