"""The rows of named parameters: what they read and show."""

from __future__ import annotations

import pytest

from costcurve_gui.analysis.payoffs import Parameter
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.views.panels.parameter_editor import (
    KINDS,
    ParameterEditor,
    believed,
    ends_of,
    first_ends,
)


@pytest.mark.parametrize("kind", [key for _, key, _ in KINDS])
@pytest.mark.parametrize("value", [0.45, -20.0, 0.0])
def test_that_every_kind_begins_with_a_belief_around_the_number(kind, value):
    found = believed("lgd", value, kind, first_ends(kind, value))
    assert ends_of(found)[0] == kind
    if kind != "beta":
        assert found.value == value
    again = believed("lgd", found.value, *ends_of(found))
    assert again == found


def test_that_a_belief_with_other_ends_is_refused():
    with pytest.raises(ConstraintError, match="25"):
        believed("fee", 40, "uniform", (25,))
    with pytest.raises(ConstraintError, match="LO <= MODE <= HI"):
        believed("fee", 80, "triangular", (25, 60))


def test_that_rows_stay_where_names_do_and_report_what_is_typed(qtbot):
    editor = ParameterEditor()
    qtbot.addWidget(editor)
    editor.show()
    given = (Parameter("lgd", 0.45, "triangular:0.35,0.45,0.6"), Parameter("rate", 0.05))
    editor.show_parameters(given)
    row = editor.rows["lgd"]
    assert row.ends.text() == "0.35 \u2013 0.6"
    assert row.picture.isVisibleTo(row)
    assert not editor.rows["rate"].picture.isVisibleTo(editor.rows["rate"])
    with qtbot.waitSignal(editor.changed) as taken:
        row.ends.text_committed.emit("0.3 to 0.5")
    assert taken.args == [Parameter("lgd", 0.45, "triangular:0.3,0.45,0.5")]
    editor.show_parameters((taken.args[0], given[1]))
    assert editor.rows["lgd"] is row
    for text in ("0.3-0.5", "0.3 \u2013 0.5", "0.3 and 0.5", "0.3; 0.5"):
        with qtbot.waitSignal(editor.changed) as taken:
            row.ends.text_committed.emit(text)
        assert taken.args[0].belief == "triangular:0.3,0.45,0.5"
    row.grab()
