"""Several files as one: look whether they are about the same cases, and ask what is wanted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from costcurve_gui.analysis.loading import draft_together
from costcurve_gui.controllers.error_messages import text_of
from costcurve_gui.controllers.prompts import Question
from costcurve_gui.dataio.errors import all_of
from costcurve_gui.jobs.job_runner import JobKey
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.loading import ImportDraft, Origin
    from costcurve_gui.controllers.prompts import Prompts
    from costcurve_gui.jobs.job_runner import JobRunner

LOOK_TOGETHER = "look into files together"


class JoinFlow:
    """Looks into files that were opened together, or that are to be added to one another.

    Parameters
    ----------
    prompts, runner
        What asks the user, and what looks.
    on_joined : callable
        Takes the files as one.
    on_end : callable
        Called where nothing is opened.
    """

    def __init__(
        self,
        prompts: Prompts,
        runner: JobRunner,
        on_joined: Callable[[Origin, ImportDraft], None],
        on_end: Callable[[], None],
    ) -> None:
        self._prompts = prompts
        self._runner = runner
        self._on_joined = on_joined
        self._on_end = on_end

    def offer(self, origin: Origin, on_apart: Callable[[str], None]) -> None:
        """Ask whether files about the same cases become one comparison.

        Others stay apart: `on_apart` is called with the reason, empty where that was the answer.
        """

        def decide(draft: ImportDraft | str) -> None:
            if isinstance(draft, str):
                on_apart(draft)
                return
            question = Question(
                "join",
                tr(
                    "Open {names} as one comparison?",
                    names=all_of([path.name for path in origin.joined]),
                ),
                " ".join(f"{line}." for line in draft.source.said),
                (("join", tr("One comparison")), ("apart", tr("Open apart"))),
            )
            self._prompts.ask(question, partial(self._answer, origin, draft, on_apart))

        self._look(origin, decide)

    def _answer(
        self, origin: Origin, draft: ImportDraft, on_apart: Callable[[str], None], answer: str
    ) -> None:
        if answer == "join":
            self._on_joined(origin, draft)
        elif answer == "apart":
            on_apart("")
        else:
            self._on_end()

    def join(self, origin: Origin) -> None:
        """Open files as one, or say why they are none."""

        def decide(draft: ImportDraft | str) -> None:
            if isinstance(draft, str):
                self._prompts.show_error(tr("The files were not joined"), draft)
                self._on_end()
            else:
                self._on_joined(origin, draft)

        self._look(origin, decide)

    def _look(self, origin: Origin, on_result: Callable[[ImportDraft | str], None]) -> None:
        self._runner.start(
            JobKey(LOOK_TOGETHER, origin.name),
            tr("Looking into {name}", name=origin.name),
            draft_together,
            origin,
            on_result=on_result,
            on_error=self._fail,
            on_cancelled=self._on_end,
        )

    def _fail(self, error: Exception) -> None:
        self._prompts.show_error(tr("The files were not opened"), text_of(error))
        self._on_end()
