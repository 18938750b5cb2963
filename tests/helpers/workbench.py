"""All controllers around a session, without a window and without threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.controllers.analysis_controller import AnalysisController
from costcurve_gui.controllers.condition_controller import ConditionController
from costcurve_gui.controllers.dataset_controller import DatasetController
from costcurve_gui.controllers.export_controller import ExportController
from costcurve_gui.controllers.payoff_controller import PayoffController
from costcurve_gui.controllers.selection_controller import SelectionController
from costcurve_gui.session.results import DatasetStore, Results
from costcurve_gui.session.session import Session
from tests.helpers.fake_prompts import FakePrompts
from tests.helpers.inline_runner import InlineRunner

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import CurveSource
    from costcurve_gui.analysis.loading import Loaded
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.controllers.error_messages import CellError
    from costcurve_gui.session.preferences import Preferences


class Workbench:
    """What a program has, as far as controllers go; `frames` notes every snapshot published."""

    def __init__(self, settings: Preferences) -> None:
        self.settings = settings
        self.runner = InlineRunner()
        self.prompts = FakePrompts()
        self.session = Session()
        self.results = Results()
        self.store: DatasetStore[CurveSource] = DatasetStore()
        self.errors: list[Exception] = []
        self.cell_errors: list[CellError] = []
        self.notices: list[str] = []
        self.frames: list[Snapshot | None] = []
        self.analysis = AnalysisController(self.session, self.store, self.results, self.runner)
        self.datasets = DatasetController(
            self.session,
            self.store,
            self.results,
            self.analysis,
            self.runner,
            self.prompts,
            settings,
        )
        self.condition = ConditionController(self.session, self.results)
        self.selection = SelectionController(self.session, self.results)
        self.payoffs = PayoffController(self.session, self.results, self.analysis)
        self.exports = ExportController(
            self.results, self.runner, self.prompts, settings, self.notices.append
        )
        self.payoffs.fault_found.connect(self.cell_errors.append)
        self.results.snapshot_changed.connect(self.frames.append)

    def take(self, loaded: Loaded) -> None:
        """Open a dataset without a file."""
        self.datasets.take_over(loaded)

    @property
    def current(self) -> DatasetSettings:
        """Settings of the dataset on screen."""
        return self.session.state.current

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot."""
        assert self.results.snapshot is not None
        return self.results.snapshot
