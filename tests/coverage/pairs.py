"""False alarms of every comparison of two equally good models."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine import new_cases_lead, resampler
from costcurve_gui.engine.resampling.area_tests import compare_auciv, compare_expected_cost
from costcurve_gui.engine.resampling.auc_comparison import (
    compare_auc,
    compare_aucs,
    compare_independent_aucs,
    compare_independent_groups,
)
from costcurve_gui.engine.resampling.curve_outlook import OF_LEAD
from costcurve_gui.engine.resampling.difference_band import difference_band
from costcurve_gui.engine.resampling.independent_samples import IndependentResampler
from costcurve_gui.engine.resampling.interval_table import interval_tables
from costcurve_gui.engine.resampling.paired_tests import holm
from costcurve_gui.engine.resampling.stretch_outlook import OF_COST
from tests.coverage.check import AREA, BELIEFS, EXPECTED, PLAIN, Check, alarm, shown
from tests.coverage.figures import auc_of, own_costs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine.resampling.difference_band import DifferenceBand
    from tests.coverage.check import Case

APART = ", on different cases"
_CUT = 0.6
_MIDDLE = np.arange(30, 61, 10)
"""Of the hundredths of PC(+): both kinds of errors are made there."""


def differences(case: Case) -> Iterator[Check]:
    """Check the bands of a difference of cost curves."""
    yield from _band(difference_band(case.source, case.a, case.b))


def verdicts(case: Case) -> Iterator[Check]:
    """Check the verdicts, and what they lead one to expect on new cases along a stretch."""
    models = case.a, case.b
    (rows, _) = interval_tables(case.source, models)
    better = any(row.verdict == "better" for row in rows)
    yield Check("equal model called better in verdicts", float(better))
    for row in rows:
        found = row.new_cases
        if row.best is None or row.runner_up is None or found is None:
            continue
        pc_plus = np.linspace(row.pc_low, row.pc_high, 201)
        best, other = (
            float(own_costs(case.cell, models[at].evaluation, pc_plus).mean())
            for at in (row.best, row.runner_up)
        )
        of_cost = "" if OF_LEAD in found.caution else found.caution
        of_lead = "" if OF_COST in found.caution else found.caution
        yield from shown("new cases: cost over a stretch", found.cost, best, of_cost)
        yield from shown("new cases: lead over a stretch", found.lead, other - best, of_lead)


def noise(case: Case) -> Iterator[Check]:
    """Check the same of a score of two values, with and without noise within each."""
    if case.cell.name != PLAIN:
        return
    plain = (case.drawn.scores[0] >= _CUT).astype(np.float64)
    data = case.drawn.evaluated(2 * plain + case.rng(2).random(plain.size), plain)
    found = difference_band(resampler(data.sample, case.spec), *data.models)
    assert found.simultaneous is not None
    told = found.simultaneous.significant.any()
    yield Check("difference of costs, all PC(+) at once, noise among ties", float(told))


def _band(found: DifferenceBand, said: str = "") -> Iterator[Check]:
    assert found.simultaneous is not None
    told = found.simultaneous.significant.any()
    yield Check(f"difference of costs, all PC(+) at once{said}", float(told))
    pointwise = found.significant[_MIDDLE].mean()
    yield Check(f"difference of costs, at one PC(+){said}", float(pointwise))
    if not said:
        anywhere = found.significant.any()
        yield Check("pointwise band read along the whole axis", float(anywhere))


def aucs(case: Case) -> Iterator[Check]:
    """Check the tests of AUCs, which costs do not change."""
    if case.varies:
        return
    found = compare_auc(case.drawn.y_true, *case.drawn.scores, groups=case.drawn.groups)
    yield from alarm("AUC, DeLong's test", found.p_value)
    yield from alarm("AUC", found.of_student.p_value)


def areas(case: Case) -> Iterator[Check]:
    """Check the tests of areas over ROCIV and under cost curves."""
    models = case.a, case.b
    if case.varies:
        yield from alarm("AUCIV, test", compare_auciv(case.source, *models).p_value)
    yield from alarm(AREA, compare_expected_cost(case.source, *models).p_value)


def beliefs(case: Case) -> Iterator[Check]:
    """Check the test of costs under a belief over PC(+)."""
    found = compare_expected_cost(case.source, case.a, case.b, belief=BELIEFS[EXPECTED])
    yield from alarm(EXPECTED, found.p_value)


def several(case: Case) -> Iterator[Check]:
    """Check the correction for several models: does any of three equal ones stand out?"""
    if case.varies or case.cell.groups:
        return
    drawn = case.cell.draw(case.rng(3), models=3)
    scores = {str(at): y_score for at, y_score in enumerate(drawn.scores)}
    found = compare_aucs(drawn.y_true, scores, 0.9, None)
    known = [one.of_student.p_value for one in found.values()]
    p_values = np.array([1.0 if p_value is None else p_value for p_value in known])
    yield Check("any of three AUCs, corrected by Holm", float((holm(p_values) <= 0.1).any()))


def apart(case: Case) -> Iterator[Check]:
    """Check models that were tested on different cases."""
    if case.cell.scores != "continuous":
        return
    drawn = case.cell.draw(case.rng(4))
    other = drawn.evaluated()
    models = case.a, other.models[0]
    parts = [case.source, resampler(other.sample, case.spec)]
    drawing = IndependentResampler(models, parts)
    yield from _band(difference_band(drawing, *models), APART)
    if not case.varies:
        if case.cell.groups:
            samples = zip((case.drawn, drawn), models, strict=True)
            found = compare_independent_groups(*(auc_of(*sample) for sample in samples))
        else:
            found = compare_independent_aucs(*(model.table for model in models), 0.9)
        yield from alarm(f"AUC{APART}", found.of_student.p_value)
    else:
        yield from alarm(f"AUCIV{APART}", compare_auciv(drawing, *models).p_value)
    area = compare_expected_cost(drawing, *models)
    yield from alarm(f"cost curve area{APART}", area.p_value)
    few = [resampler(sample, case.few.spec) for sample in (case.data.sample, other.sample)]
    lead = new_cases_lead(IndependentResampler(models, few), *models, case.condition).profit
    if lead.low is not None and lead.high is not None:
        told = lead.low > 0 or lead.high < 0
        yield Check(f"equal model called better: lead on new cases{APART}", float(told))
