"""A tutorial: steps in an example, each with its words, and the page of all of them.

The figures in the words are those that the program finds after the step, so that a page is never
older than the program.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from costcurve_gui.analysis.examples import example_of
from costcurve_gui.analysis.loading import load_example
from costcurve_gui.analysis.review_effect import review_effect
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.views.text import numbers
from costcurve_gui.views.text.decision_summary import answer
from costcurve_gui.views.text.review_text import queue
from costcurve_gui.views.text.vocabulary import vocabulary_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.loading import Loaded
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.window.program import Program

    Change = Callable[[DatasetSettings], DatasetSettings]


APPLY = "apply_dialog"


@dataclass(frozen=True, slots=True)
class Picture:
    """A part of the window: the dock of a panel or of a view, cut below `height`.

    Or the dialog `APPLY`, with the file of the example.
    """

    stem: str
    dock: str
    alt: str
    height: int = 600


@dataclass(frozen=True, slots=True)
class Step:
    """What is done to the settings of the step before, and what is said of it.

    `text` is HTML with names in braces, which `figures` has. `act` is what the window does beside.
    """

    title: str
    text: str
    picture: Picture
    change: Change = lambda settings: settings
    act: Callable[[Program], None] | None = None


@dataclass(frozen=True, slots=True)
class Tutorial:
    """Steps in an example, and what they teach."""

    key: str
    title: str
    example: str
    lead: str
    steps: tuple[Step, ...]
    more: str

    def settings(self, number: int) -> DatasetSettings:
        """Return the settings after a step."""
        settings = loaded(self.example).settings
        for step in self.steps[: number + 1]:
            settings = step.change(settings)
        return settings

    def snapshot(self, number: int) -> Snapshot:
        """Return what the program finds after a step."""
        return build_snapshot(loaded(self.example).curve_set, self.settings(number))


@cache
def loaded(example: str) -> Loaded:
    """Return the file of an example."""
    found = example_of(example)
    if found is None:
        raise LookupError(example)
    return load_example("tutorial", found)


def prior(share: float) -> Change:
    """Return the change to another prior."""
    return lambda settings: replace(settings, condition=replace(settings.condition, prior=share))


def bound(**limits: float | None) -> Change:
    """Return the change to other bounds."""

    def change(settings: DatasetSettings) -> DatasetSettings:
        chosen = settings.selection
        bounds = replace(chosen.bounds, **limits)
        return replace(settings, selection=replace(chosen, bounds=bounds))

    return change


def figures(snapshot: Snapshot) -> dict[str, str]:
    """Return the words and numbers that the text of a step may name."""
    key = snapshot.selected or snapshot.best
    if key is None:
        raise LookupError("no model is chosen")
    policy, population = snapshot.models[key].policy, snapshot.settings.selection.population
    cases = policy.fraction_targeted * population
    found, there = policy.prior * policy.tpr * population, policy.prior * population
    effect, waiting = review_effect(snapshot), queue(snapshot)
    said = vocabulary_of(snapshot)
    return {
        "gain": "" if effect is None else said.money(effect.gain, signed=False),
        "referred": "" if waiting is None else waiting[0],
        "answer": answer(snapshot).split(" Or mix:")[0],
        "model": snapshot.models[key].info.name,
        "tpr": numbers.percent(policy.tpr),
        "fpr": numbers.percent(policy.fpr),
        "precision": numbers.percent(policy.precision),
        "prior": numbers.percent(policy.prior),
        "share": numbers.percent(policy.fraction_targeted),
        "cases": numbers.count(cases),
        "population": numbers.count(population),
        "found": numbers.count(found),
        "there": numbers.count(there),
        "missed": numbers.count(there - found),
        "by_chance": numbers.count(policy.fraction_targeted * there),
        "false_alarms": numbers.count(cases - found),
        "cost_ratio": numbers.ratio(snapshot.condition.cost_ratio),
        "pc_plus": numbers.rate(snapshot.condition.probability_cost),
    }


def page(tutorial: Tutorial, widths: Mapping[str, int]) -> str:
    """Return the whole page; `widths` are those of the pictures on a plain screen."""
    steps = "".join(_step(tutorial, number, widths) for number in range(len(tutorial.steps)))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n'
        f'<head><meta charset="utf-8"><title>{tutorial.title}</title></head>\n<body>\n'
        f"<h1>{tutorial.title}</h1>\n<p>{tutorial.lead}</p>\n"
        f'<p><a href="example:{tutorial.example}">Open the example</a> and follow along.</p>\n'
        f"{steps}<h2>Where to go on</h2>\n<p>{tutorial.more}</p>\n</body>\n</html>\n"
    )


def _step(tutorial: Tutorial, number: int, widths: Mapping[str, int]) -> str:
    step = tutorial.steps[number]
    said = {name: escape(text) for name, text in figures(tutorial.snapshot(number)).items()}
    picture = step.picture
    return (
        f"<h2>{number + 1}. {step.title}</h2>\n<p>{step.text.format(**said)}</p>\n"
        f'<p class="figure"><img src="tutorials/{picture.stem}.png" width="{widths[picture.stem]}"'
        f' alt="{escape(picture.alt)}"></p>\n'
    )
