"""Precision over recall at the deployment prior."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.translation import tr
from costcurve_gui.views.plots.base_views import RateView
from costcurve_gui.views.plots.forbidden_ground import forbidden_recalls
from costcurve_gui.views.plotting.canvas import Bounds
from costcurve_gui.views.plotting.marks import Label, Line
from costcurve_gui.views.plotting.plot_view import PADDING, Axis
from costcurve_gui.views.shell.theme import TRIVIAL_DASH
from costcurve_gui.views.text import inflection, vocabulary

if TYPE_CHECKING:
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.views.plotting.marks import Mark
    from costcurve_gui.views.shell.theme import Tokens


_BELOW = 0.13


class PrView(RateView):
    """How many of those acted on are positive, over how many of the positives are found."""

    name = "pr"
    square = True
    words = ("recall", "precision")

    def subtitle(self, snapshot: Snapshot) -> str:
        """Say in the title bar what is shown."""
        return vocabulary.prior_in_short(snapshot)

    def axes(self, snapshot: Snapshot) -> tuple[Axis, Axis]:
        """Return the words of the two axes, with the file's classes and the decision."""
        said = vocabulary.vocabulary_of(snapshot)
        acted = inflection.participle(said.act)
        return (
            Axis(tr("Recall (actual: {positive})", positive=said.positive)),
            Axis(
                tr(
                    "Precision (share of {positive} among cases {acted})",
                    positive=said.positive,
                    acted=acted,
                )
            ),
        )

    def bounds(self, snapshot: Snapshot) -> Bounds:
        """Return the unit square and a rim, with room below the line at random for its name."""
        roomy = snapshot.condition.prior >= _BELOW - PADDING
        # One of two stretches: a drag of a low prior would lay out both axes in every frame.
        return Bounds(-PADDING, 1 + PADDING, -PADDING if roomy else -_BELOW, 1 + PADDING)

    def place(self, snapshot: Snapshot, fpr: float, tpr: float) -> tuple[float, float] | None:
        """Return recall and precision; of nobody there is no precision."""
        prior = snapshot.condition.prior
        found, targeted = prior * tpr, prior * tpr + (1 - prior) * fpr
        return (tpr, found / targeted) if targeted > 0 else None

    def ground(self, snapshot: Snapshot, tokens: Tokens) -> list[Mark]:
        """Return what the bounds forbid, and the precision of acting at random: the prior."""
        prior = snapshot.condition.prior
        random = Line("random", (0.0, 1.0), (prior, prior), tokens.trivial, dash=TRIVIAL_DASH)
        return [*forbidden_recalls(snapshot), random]

    def names(self, snapshot: Snapshot) -> list[list[Label]]:
        """Name that line."""
        prior = snapshot.condition.prior
        places = ((x, aside) for aside in (11.0, -11.0) for x in (0.45, 0.2, 0.7, 0.85))
        return [[Label(x, prior, tr("random order"), shift=(0.0, aside)) for x, aside in places]]
