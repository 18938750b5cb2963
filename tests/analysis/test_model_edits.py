"""Edits of the list of models: another name, colour and order, and not one figure changed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

from costcurve_gui.analysis.curves import CurveSet, relabelled
from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import CALIBRATED, REVERSED
from costcurve_gui.analysis.examples import examples
from costcurve_gui.analysis.loading import Loaded, Origin, load_counts, load_example
from costcurve_gui.analysis.model_edits import NO_EDITS, ModelEdits, edited, usable_name
from costcurve_gui.analysis.settings import AnalysisState, DatasetSettings
from costcurve_gui.analysis.snapshot import Snapshot, relabelled_snapshot
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.analysis.tables.options import TableOptions
from costcurve_gui.analysis.tables.registry import TABLES
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.resources import resource_path
from tests.helpers.examples import examples as examples_of
from tests.helpers.samples import dataset, loaded

A, B, C = (f"score_{name}" for name in "abc")
TURNED = DerivedModel("turned", 4, REVERSED, (C,))
AGAIN = DerivedModel("again", 5, CALIBRATED, (TURNED.column,))
COLUMNS = (A, B, C, TURNED.column, AGAIN.column)
NAMES = st.text(min_size=1, max_size=6).filter(str.strip)


@cache
def small() -> Loaded:
    return loaded(dataset(missing=5))


def curves(edits: ModelEdits, *derived: DerivedModel) -> CurveSet:
    file = small()
    return file.source.build_curves(edited(file.info, edits), file.settings.payoff, derived)


def figures(snapshot: Snapshot) -> list[object]:
    return [
        (key, one.info, one.policy, one.cheapest, one.profit.y.tolist())
        for key, one in snapshot.models.items()
    ]


@st.composite
def an_edit(draw: st.DrawFn) -> ModelEdits:
    names = draw(st.lists(NAMES, min_size=3, max_size=3, unique=True))
    return ModelEdits(
        dict(zip((A, B, C), names, strict=True)),
        draw(st.dictionaries(st.sampled_from((A, B, C)), st.integers(1, 16))),
        tuple(draw(st.permutations(COLUMNS))[: draw(st.integers(0, 5))]),
    )


@profile(max_examples=examples_of(40))
@given(an_edit())
def test_that_relabelled_curves_are_those_computed_with_the_labels(edits: ModelEdits) -> None:
    plain, info = curves(NO_EDITS, TURNED, AGAIN), edited(small().info, edits)
    found = relabelled(plain, info, (TURNED, AGAIN))
    assert found is not None
    fresh = curves(edits, TURNED, AGAIN)
    assert found.dataset == fresh.dataset
    assert [one.info for one in found.models] == [one.info for one in fresh.models]
    assert [one.warning for one in found.models] == [one.warning for one in fresh.models]
    settings = DatasetSettings(derived=(TURNED, AGAIN), edits=edits)
    kept = build_snapshot(
        found, settings, relabelled_snapshot(build_snapshot(plain, settings), found)
    )
    assert figures(kept) == figures(build_snapshot(fresh, settings))
    keys = list(kept.models)
    assert found.common_cases is not None
    common = found.common_cases.evaluate(keys)
    assert {one.name for one in common.evaluations.values()} == {
        one.info.name for one in found.models
    }


def test_that_the_results_of_a_snapshot_are_kept_where_models_stay_the_same() -> None:
    plain = build_snapshot(curves(NO_EDITS), DatasetSettings())
    results = replace(plain.results, multiclass={})
    plain = replace(plain, results=results)
    edits = ModelEdits(names={A: "first"}, order=(C, B))
    found = relabelled(plain.curve_set, edited(small().info, edits), ())
    assert found is not None
    kept = build_snapshot(found, DatasetSettings(edits=edits), relabelled_snapshot(plain, found))
    assert kept.results is results
    assert [one.info.name for one in kept.models.values()] == ["c", "b", "first"]


def test_that_a_model_without_curves_is_computed_and_one_not_wanted_is_dropped() -> None:
    plain, info = curves(NO_EDITS), small().info
    assert relabelled(plain, info, (TURNED,)) is None
    fewer = relabelled(plain, edited(info, ModelEdits(removed=frozenset({B}))), ())
    assert fewer is not None
    assert [one.info.name for one in fewer.models] == ["a", "c"]
    assert relabelled(fewer, info, ()) is None


def test_that_removed_models_decide_nothing_and_are_in_no_table() -> None:
    edits = ModelEdits(removed=frozenset({A}))
    settings = replace(small().settings, edits=edits)
    with_all, snapshot = (build_snapshot(curves(one), settings) for one in (NO_EDITS, edits))
    assert with_all.best != snapshot.best
    assert f"{small().info.id}/{A}" not in snapshot.models
    for table in TABLES:
        if table.name in ("models", "selection", "roc", "ranking"):
            made = table.make(snapshot, TableOptions())
            at = made.header.index("model")
            assert "a" not in set(map(str, made.columns[at]))


def test_that_a_state_knows_the_file_as_it_is_and_as_the_user_wants_it() -> None:
    info = small().info
    edits = ModelEdits(names={B: "second"}, slots={B: 9}, removed=frozenset({A}))
    state = AnalysisState((info,), info.id, {info.id: DatasetSettings(edits=edits)})
    assert state.file == info
    assert state.dataset is not None
    assert [(one.name, one.slot) for one in state.dataset.models] == [("second", 9), ("c", 3)]


def test_that_edits_back_to_the_file_are_no_edits() -> None:
    model = small().info.models[0]
    edits = NO_EDITS.with_name(model, "x").with_slot(model, 7)
    assert edits == ModelEdits({A: "x"}, {A: 7})
    assert edits.with_name(model, model.name).with_slot(model, model.slot) == NO_EDITS


def test_that_names_are_trimmed_and_refused_in_words() -> None:
    assert usable_name("  two \n words ", ["two"]) == "two words"
    assert usable_name("<b>=1", ()) == "<b>=1"
    with pytest.raises(ConstraintError, match="The model needs a name"):
        usable_name(" \t", ())
    with pytest.raises(ConstraintError, match="Another model is called Boosting"):
        usable_name(" Boosting ", ["Boosting"])


def test_that_several_classes_keep_their_own_scores_where_models_are_moved_and_removed() -> None:
    example = next(one for one in examples() if one.key == "wine_cv10")
    file = load_example("d", example)
    columns = [one.column for one in file.info.models]
    edits = ModelEdits(
        {columns[-1]: "last"}, order=tuple(reversed(columns)), removed=frozenset({columns[0]})
    )
    plain, changed = (
        build_snapshot(
            file.source.build_curves(edited(file.info, one), file.settings.payoff),
            replace(file.settings, edits=one),
        )
        for one in (NO_EDITS, edits)
    )
    table = next(one for one in TABLES if one.name == "multiclass")
    before, after = (table.make(one, TableOptions()) for one in (plain, changed))
    auc = before.header.index("auc")
    names = {columns[-1]: "last"}
    wanted = {
        (names.get(str(model), str(model)), *map(str, rest))
        for model, *rest in zip(*before.columns, strict=True)
        if model != columns[0]
    }
    assert {tuple(map(str, row)) for row in zip(*after.columns, strict=True)} == wanted
    assert str(after.columns[0][0]) == "last"
    assert np.isfinite(np.asarray(after.columns[auc], dtype=float)).all()


def test_that_what_is_said_of_counts_names_the_model_as_the_user_does() -> None:
    path = resource_path("sample_data", "breast_cancer_leaves.csv")
    source = Origin.of(path).open(None, NO_PROGRESS)
    file = load_counts("d", source, "malignant", lambda _: DatasetSettings())
    column = file.info.models[0].column
    turned = DerivedModel("turned", 9, REVERSED, (column,))
    info = edited(file.info, ModelEdits({column: "Leaves"}))
    made = file.source.build_curves(info, file.settings.payoff, (turned,))
    assert made.models[0].info.name == made.models[0].evaluation.name == "Leaves"
    backwards = made.models[-1].warning
    assert backwards.startswith("turned ranks backwards")
