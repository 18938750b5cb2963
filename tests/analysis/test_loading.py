"""A file from its first look to its first curves, without a dialog between."""

from __future__ import annotations

from dataclasses import replace

from costcurve_gui.analysis import loading
from costcurve_gui.analysis.loading import (
    CountsDraft,
    ImportDraft,
    Origin,
    draft_import,
    draft_together,
    find_in,
)
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot import ranking
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.dataio.roles.column_roles import several_classes
from costcurve_gui.dataio.roles.findings import Inquiry
from costcurve_gui.resources import resource_path

SAMPLES = resource_path("sample_data")
TEXT = "label,score_a\ngood,0.2\nbad,0.9\ngood,0.4\nbad,0.3\n"


def draft(name):
    return draft_import(Origin.of(SAMPLES / name), None)


def settings_for(_info):
    return DatasetSettings()


def test_that_pasted_text_is_read_as_a_file_is() -> None:
    found = draft_import(Origin("pasted", text=TEXT), None)
    assert isinstance(found, ImportDraft)
    roles = replace(found.proposal.roles, positive="bad")
    opened = loading.load("d", found.source, roles, settings_for)
    assert (opened.info.positives, opened.info.negatives) == (2, 2)
    (model,) = opened.curve_set.models
    assert model.evaluation.auc == 0.75
    assert find_in(found, Inquiry(roles)).columns["score_a"].text.startswith("AUC 0.75")


def test_that_counts_need_no_roles_and_leaves_their_positive_class_alone() -> None:
    matrices, leaves = draft("breast_cancer_family.csv"), draft("breast_cancer_leaves.csv")
    assert isinstance(matrices, CountsDraft)
    assert isinstance(leaves, CountsDraft)
    assert matrices.classes == ()
    assert set(leaves.classes) == {"benign", "malignant"}
    opened = loading.load_counts("d", leaves.source, "malignant", settings_for)
    assert opened.info.positive_label == "malignant"


def test_that_each_class_of_several_is_set_against_all_others() -> None:
    found = draft("wine_cv10.csv")
    chosen = several_classes(found.proposal.roles, found.proposal.class_scores, "class_1")
    opened = loading.load("d", found.source, chosen, settings_for)
    assert opened.info.positives == 71
    again = replace(opened.info, positive_label="class_2")
    assert opened.source.cases(again).dataset.y_true.sum() == 48
    assert opened.source.cases(again) is opened.source.cases(again)
    assert set(find_in(found, Inquiry(chosen)).columns) >= {"proba_naive_bayes_class_1"}


def test_that_of_many_models_the_best_are_drawn_at_first(monkeypatch) -> None:
    monkeypatch.setattr("costcurve_gui.analysis.snapshot.MOST_DRAWN", 2)
    found = draft("german_credit_half.csv")
    roles = replace(found.proposal.roles, positive="bad")
    opened = loading.load("d", found.source, roles, settings_for)
    drawn = build_snapshot(opened.curve_set, opened.settings)
    assert opened.settings.hidden is None
    assert drawn.hidden == frozenset(ranking(drawn)[2:])
    assert len(drawn.shown) == 2


def test_that_the_hash_of_a_file_is_that_of_its_bytes() -> None:
    import hashlib

    found = draft("breast_cancer_family.csv")
    opened = loading.load_counts("d", found.source, None, settings_for)
    content = (SAMPLES / "breast_cancer_family.csv").read_bytes()
    assert loading.hash_file(opened.source) == hashlib.sha256(content).hexdigest()


def test_that_files_about_the_same_cases_are_looked_into_as_one(tmp_path) -> None:
    first, second, other = (tmp_path / name for name in ("a.csv", "b.csv", "c.csv"))
    first.write_text("id,label,score_a\n1,good,0.2\n2,bad,0.9\n3,good,0.4\n", "utf-8")
    second.write_text("id,label,score_b\n3,good,0.1\n1,good,0.3\n2,bad,0.8\n", "utf-8")
    other.write_text("colour,size\nred,1\nblue,2\n", "utf-8")
    origin = Origin.of_several([first, second])
    assert origin.name == "a.csv + b.csv"
    found = draft_together(origin)
    assert isinstance(found, ImportDraft)
    assert loading.files_of(found.source) == (first, second)
    opened = loading.load(
        "d", found.source, replace(found.proposal.roles, positive="bad"), settings_for
    )
    assert [model.evaluation.auc for model in opened.curve_set.models] == [1.0, 1.0]
    assert find_in(found).columns["label"].level == "good"
    reason = draft_together(Origin.of_several([first, other]))
    assert isinstance(reason, str)
    assert reason
    assert draft_together(Origin.of_several([first, tmp_path / "gone.csv"])) == ""
