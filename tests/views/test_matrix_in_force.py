"""Money in the panels and dialogs is that of the payoff matrix in force."""

from __future__ import annotations

import pytest

from costcurve_gui.views.dialogs.baseline_dialog import original_matrix, relative_matrix
from costcurve_gui.views.panels.confusion_matrix import cell_money
from tests.helpers.choices import Choice, selected_by
from tests.helpers.rewritten_matrix import PAYOFFS, both


@pytest.mark.parametrize("payoff", PAYOFFS)
def test_that_the_comparison_with_doing_nothing_is_of_the_matrix_in_force(payoff) -> None:
    _, scaled, plain = both(payoff)
    for shown in (original_matrix, lambda snapshot: relative_matrix(snapshot, "N")):
        mine, wanted = shown(scaled), shown(plain)
        assert mine.means == {cell: pytest.approx(mean) for cell, mean in wanted.means.items()}
        assert mine.texts == wanted.texts


@pytest.mark.parametrize("payoff", PAYOFFS)
@pytest.mark.parametrize("criterion", list(Choice))
def test_that_the_money_of_the_four_cells_is_that_of_the_rewritten_matrix(
    payoff, criterion
) -> None:
    _, scaled, plain = both(payoff, selection=selected_by(criterion, max_fpr=0.13))
    for key, model in plain.models.items():
        money = cell_money(scaled, scaled.models[key].policy)
        wanted = cell_money(plain, model.policy)
        known = {cell: value for cell, value in money.items() if value is not None}
        assert known == {cell: pytest.approx(wanted[cell]) for cell in known}
