"""Class names that look like numbers are never read as counts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.roles.column_roles import Role, cases_of, class_name
from costcurve_gui.views.dialogs.import_choices import ImportChoices
from costcurve_gui.views.dialogs.import_obstacles import obstacle
from costcurve_gui.views.dialogs.import_words import classes_found
from costcurve_gui.views.panels.file_header import counts_text
from costcurve_gui.views.text.vocabulary import Vocabulary, prior_name, threshold_text
from tests.helpers.snapshots import dataset, german_credit_snapshot

if TYPE_CHECKING:
    from costcurve_gui.dataio.source import Source

NUMBERED = dataset(positives=853, negatives=1281, positive_label="1", negative_label="0")


def words_of(positive: str) -> Vocabulary:
    return Vocabulary.of(dataset(positive_label=positive, negative_label="0"), PayoffSpec())


@pytest.mark.parametrize("label", ["1", "0", "-1", "1.0", "2,5", "3 %", " 7 ", "1e3"])
def test_that_a_class_named_by_a_number_is_called_a_class(label: str) -> None:
    assert class_name(label) == f"class {label}"
    assert cases_of("853", label) == f"853 of class {label}"


@pytest.mark.parametrize("label", ["bad", "type 2", "nan", "inf", "", "yes", "1-3 days"])
def test_that_a_class_named_by_a_word_keeps_it(label: str) -> None:
    assert class_name(label) == label
    assert cases_of("853", label) == f"853 {label}"


def test_that_the_data_panel_words_counts_of_numbered_classes() -> None:
    assert counts_text(NUMBERED) == "853, 40.0 %  \u00b7  1\u202f281 of class 0"


def test_that_one_class_against_all_others_keeps_its_word() -> None:
    info = replace(NUMBERED, classes=(("1", 853.0), ("2", 1281.0)))
    assert info.against_all("2").negative_label == "not class 2"


@pytest.mark.parametrize("name", ["1", "bad", "no", "responders", "no fraud"])
def test_that_no_name_of_a_class_is_inflected(name: str) -> None:
    said = words_of(name)
    assert said.positives == f"positives ({class_name(name)})"
    assert prior_name(said) == f"p({name})"


@pytest.fixture
def source(tmp_path) -> Source:
    path = tmp_path / "numbers.csv"
    path.write_text("label,score_a\n" + "1,0.5\n" * 2 + "0,0.5\n" * 3, encoding="utf-8")
    return open_source(path)


def test_that_the_import_dialog_words_counts_and_says_what_was_looked_at(source: Source) -> None:
    counts = {"0": 1281, "1": 853}
    found = "853 of class 1, 1\u202f281 of class 0"
    assert classes_found(counts, source) == found
    sampled = replace(source, complete=False, rows=90_000)
    assert classes_found(counts, sampled) == f"{found}, in 2\u202f134 rows looked at"
    assert classes_found(counts, replace(sampled, rows=2134)) == found


def test_that_a_question_counted_in_a_sample_says_so(source: Source) -> None:
    sampled = replace(source, complete=False, rows=90_000)
    asked = obstacle(
        ImportChoices({"label": Role.LABEL, "score_a": Role.SCORE}), sampled, {"0": 1281, "1": 853}
    )
    assert asked.endswith("? Counted in 2\u202f134 rows looked at.")


def test_that_a_threshold_of_grades_names_the_grade():
    snapshot = german_credit_snapshot()
    model = snapshot.curve_set.models[0]
    for low, sign in ((False, 1), (True, -1)):
        info = replace(model.info, grades=("A", "B", "C"), lower_is_positive=low)
        assert threshold_text(replace(model, info=info), 3, sign * 2.0) == "B"
