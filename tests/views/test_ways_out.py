"""A view that has nothing to show names what is missing, and its button runs a command."""

import ast
from dataclasses import replace

import pytest

from costcurve_gui.views.shell.actions import COMMANDS
from costcurve_gui.views.text.empty_states import empty_state
from costcurve_gui.views.view import EmptyState
from tests.app.test_architecture import ROOT
from tests.helpers.plot_frames import german_snapshot

KEYS = {command.key for command in COMMANDS}
WAITING = "Computing"


def text_of(node):
    """Return what `tr` is given, or the node itself."""
    called = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "tr"
    return node.args[0] if called else node


def states():
    """Return what every call of `EmptyState` in the program is given, as far as it is written."""
    return [
        (path.name, [ast.unparse(text_of(one)).strip("'") for one in node.args])
        for path in (ROOT / "costcurve_gui").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "EmptyState"
    ]


@pytest.mark.parametrize(("file", "given"), states())
def test_that_every_empty_state_but_that_of_waiting_has_a_button(file, given):
    if given[0] == WAITING:
        assert len(given) == 2  # Cancel comes with the job
        return
    assert len(given) >= 3, file
    command = given[3] if len(given) > 3 else EmptyState("", "").command
    assert command in KEYS or command == "TRY_AGAIN"


def test_that_a_comparison_of_one_model_offers_to_add_another():
    snapshot = german_snapshot()
    key = snapshot.selected
    found = empty_state("difference", replace(snapshot, models={key: snapshot.models[key]}))
    assert (found.headline, found.action, found.command) == (
        "One model only",
        "Add model\u2026",
        "add_model",
    )
