"""What the table of scenarios says of rules that were given, or that decide case by case."""

from __future__ import annotations

from dataclasses import replace

from costcurve_gui.analysis.criteria import PER_CASE
from costcurve_gui.analysis.scenarios import present, scenario_results, with_new_cases
from costcurve_gui.analysis.selection_settings import SelectionSpec
from costcurve_gui.views.dialogs.scenario_dialog import ScenarioDialog
from tests.helpers.choices import Choice
from tests.helpers.snapshots import german_credit_snapshot


def test_that_each_profit_says_how_it_is_known(qtbot):
    here = german_credit_snapshot()
    given = present(german_credit_snapshot(Choice.PERFORMANCE_INDEPENDENT).settings, "given")
    by_case = replace(
        present(here.settings, "by case"),
        selection=SelectionSpec(PER_CASE, known_when_deciding=("amount",)),
    )
    settings = replace(here.settings, scenarios=(given, by_case))
    results = scenario_results(replace(here, settings=settings))
    dialog = ScenarioDialog()
    qtbot.addWidget(dialog)

    def rows():
        return {row.title: (*row.cells[6:9], row.hint) for row in dialog.table.rows.content.rows}

    dialog.show_results(results)
    assert rows()["Today"] == ("computing\u2026", "", "+60.15 DM", "")
    assert rows()["given"][:2] == ("+50.91 DM", "computing\u2026")
    dialog.show_results(with_new_cases(results))
    told = rows()
    assert told["Today"][0] != told["Today"][2]
    assert told["Today"][3].startswith("Estimate for new cases, out of bag")
    assert told["given"][0] == told["given"][2]
    assert told["given"][3] == "The threshold was not chosen on this sample"
    assert told["by case"][0] == told["by case"][2]
    assert told["by case"][3].startswith("Out of fold")
    assert all(" to " in interval for _, interval, *_ in told.values())
    copied = dialog.table.rows.content.as_text().splitlines()
    assert "profit on new cases\t90 %\ton this sample" in copied[0]
    plain = replace(settings, bands=replace(settings.bands, shown=False))
    dialog.show_results(scenario_results(replace(here, settings=plain)))
    assert rows()["Today"][:3] == ("\u2013", "\u2013", "+60.15 DM")
    assert "of this sample" in dialog.said.text()
