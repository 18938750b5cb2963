"""A project opens the file as it was: same settings, or words on what no longer fits."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

from costcurve_gui.analysis import projects
from costcurve_gui.analysis.criteria import OFFERED
from costcurve_gui.analysis.data_changes import contents_of
from costcurve_gui.analysis.derivation import DerivedModel
from costcurve_gui.analysis.derivations import DERIVATIONS
from costcurve_gui.analysis.examples import example_of, example_settings, examples, paper_examples
from costcurve_gui.analysis.interval_settings import (
    BandChoices,
    BandPolicy,
    BandsOf,
    RocBand,
    Samples,
    Verdicts,
)
from costcurve_gui.analysis.loading import Loaded, Origin, load, load_example
from costcurve_gui.analysis.model_edits import ModelEdits
from costcurve_gui.analysis.payoffs import PayoffCellError, PayoffSpec
from costcurve_gui.analysis.project_choices import choices_from_json, choices_to_json
from costcurve_gui.analysis.project_data import DataMissingError
from costcurve_gui.analysis.projects import (
    OpenedProject,
    open_project,
    save_project,
)
from costcurve_gui.analysis.questions import QUESTIONS
from costcurve_gui.analysis.selection_settings import BoundsSpec, ReviewSpec, SelectionSpec
from costcurve_gui.analysis.settings import (
    ConditionSpec,
    DatasetSettings,
    DragChanges,
    MixBy,
    MixSpec,
    PointSpec,
    PriorUnit,
    Scenario,
)
from costcurve_gui.analysis.view_settings import (
    CostAxis,
    CostConstruction,
    DetAxes,
    FoldAverage,
    FoldBars,
    GainMeasure,
    PartialAxis,
    RegretReading,
    ViewChoices,
)
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.expressions.expression import ExpressionError
from costcurve_gui.dataio.json_schema import check
from costcurve_gui.dataio.project_columns import without_gone_scores
from costcurve_gui.dataio.project_contents import ScoreRange
from costcurve_gui.dataio.project_file import read_project, schema, write_project
from costcurve_gui.dataio.roles.column_roles import ClassScores, Roles, several_classes
from costcurve_gui.dataio.segments import SegmentTerms
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief, TriangularBelief
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
from costcurve_gui.engine.segments.curves import OwnLimits
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.engine.selection.policy import Reviewer
from tests.analysis.test_picture_style import STYLES
from tests.helpers.examples import examples as examples_of

if TYPE_CHECKING:
    from collections.abc import Callable


@cache
def german_credit() -> Loaded:
    example = example_of("german_credit_half")
    assert example is not None
    return load_example("dataset1", example)


INFO = german_credit().info
MODELS = [model.key for model in INFO.models]
COLUMNS = [model.column for model in INFO.models]
REVERSED = DerivedModel("turned", 7, DERIVATIONS["reversed"], (COLUMNS[0],))
BOTH = DerivedModel("both", 8, DERIVATIONS["and"], (COLUMNS[1], REVERSED.column), (0.25, 0.5))
KEYS = st.sampled_from([*MODELS, f"dataset1/{REVERSED.column}", f"dataset1/{BOTH.column}"])
SHARE = st.floats(0, 1)
POSITIVE = st.floats(1e-9, 1e9)
THRESHOLD = st.floats(allow_nan=False)
RANGE = st.tuples(SHARE, SHARE).map(sorted).map(tuple).filter(lambda ends: ends[0] < ends[1])
TEXT = st.text(max_size=5)


def one_of(kind: Any) -> Any:
    return st.sampled_from(list(kind))


VIEWS = st.builds(
    ViewChoices,
    det_axes=one_of(DetAxes),
    gain=one_of(GainMeasure),
    competitor=st.none() | KEYS,
    cost_axis=one_of(CostAxis),
    regret=one_of(RegretReading),
    construction=one_of(CostConstruction),
    fold_average=one_of(FoldAverage),
    fold_bars=one_of(FoldBars),
    partial_axis=one_of(PartialAxis),
    partial_fpr=RANGE,
    partial_tpr=RANGE,
    joint_hull=st.booleans(),
    stacked_costs=st.booleans(),
    segment=TEXT,
    own_thresholds=st.booleans(),
    segment_gap=st.none() | SHARE,
    segment_gap_rate=st.sampled_from(["share", "tpr", "fpr"]),
    segment_terms=st.dictionaries(
        TEXT,
        st.builds(
            SegmentTerms,
            st.none() | st.floats(0.01, 0.99),
            st.just({"tp": "amount - 1"}),
            st.builds(OwnLimits, SHARE, SHARE, SHARE),
        ),
        max_size=2,
    ),
    day=TEXT,
    day_places=st.integers(0, 1000),
    day_delay=st.floats(0, 10),
    unit=TEXT,
    unit_horizon=st.floats(0, 1000),
    questions=st.lists(st.sampled_from([*QUESTIONS]), unique=True).map(tuple),
)
LIMITS = {"cases": st.none() | POSITIVE, "share": st.none() | SHARE}
BOUNDS = st.builds(BoundsSpec, *[st.none() | SHARE] * 3, **LIMITS) | st.builds(
    BoundsSpec, budget=POSITIVE, price=POSITIVE
)
REVIEW = st.builds(
    ReviewSpec, st.builds(Reviewer, POSITIVE, SHARE, SHARE), st.none() | POSITIVE, POSITIVE
)
SELECTION = st.builds(
    SelectionSpec,
    criterion=one_of(OFFERED),
    objective=st.none() | one_of(Objective),
    bounds=BOUNDS,
    mixed=st.booleans(),
    population=POSITIVE,
    targets=st.dictionaries(st.sampled_from([one.key for one in OFFERED]), SHARE, max_size=2),
    thresholds=st.dictionaries(KEYS, THRESHOLD, max_size=3),
    review=st.none() | REVIEW,
    known_when_deciding=st.lists(TEXT, max_size=2).map(tuple),
)
POINT = st.builds(PointSpec, KEYS, THRESHOLD)
PAYOFF = st.builds(PayoffSpec, *[TEXT] * 9, typed_as_costs=st.booleans())
CONDITION = st.builds(
    ConditionSpec, st.none() | SHARE, st.none() | POSITIVE, one_of(DragChanges), one_of(PriorUnit)
)
SETTINGS = st.builds(
    DatasetSettings,
    payoff=PAYOFF,
    condition=CONDITION,
    selection=SELECTION,
    scenarios=st.lists(st.builds(Scenario, TEXT, PAYOFF, CONDITION, SELECTION), max_size=2).map(
        tuple
    ),
    hidden=st.none() | st.frozensets(KEYS),
    left_out=st.frozensets(KEYS),
    selected=st.none() | KEYS,
    belief=st.builds(BetaBelief, POSITIVE, POSITIVE)
    | RANGE.map(lambda ends: TriangularBelief(ends[0], ends[0], ends[1])),
    derived=st.just((REVERSED, BOTH)),
    views=VIEWS,
    bands=st.builds(
        BandChoices,
        shown=st.booleans(),
        of=one_of(BandsOf),
        policy=one_of(BandPolicy),
        roc=one_of(RocBand),
        spec=st.builds(
            BootstrapSpec, st.integers(1, 10**6), st.floats(0.01, 0.99), st.integers(0, 2**62)
        ),
        samples=one_of(Samples),
        verdicts=one_of(Verdicts),
    ),
    mix=st.none() | st.builds(MixSpec, POINT, POINT, one_of(MixBy), POSITIVE),
    pictures=st.dictionaries(st.sampled_from(["roc", "cost"]), STYLES, max_size=2),
    edits=st.builds(
        ModelEdits,
        names=st.dictionaries(st.sampled_from(COLUMNS), st.uuids().map(str), max_size=3),
        slots=st.dictionaries(st.sampled_from(COLUMNS), st.integers(20, 100_000), max_size=3),
        order=st.permutations([*COLUMNS, REVERSED.column, BOTH.column]).map(tuple),
        removed=st.frozensets(st.sampled_from(COLUMNS[2:])),  # the others have derived ones
    ),
)


@given(SETTINGS)
def test_that_every_choice_comes_back(settings: DatasetSettings) -> None:
    choices = choices_to_json(settings, INFO)
    for name, value in choices.items():
        check(value, {**schema()["properties"][name], "$defs": schema()["$defs"]})
    settings_again, notes = choices_from_json(choices, INFO)
    assert settings_again == settings
    assert notes == ()


def test_that_a_project_from_before_there_were_styles_and_edits_has_none() -> None:
    choices = choices_to_json(DatasetSettings(), INFO)
    for entry in ("pictures", "order", "removed"):
        del choices[entry]
    assert choices_from_json(choices, INFO).settings == DatasetSettings()


def test_that_models_removed_come_back_where_no_other_is_left() -> None:
    choices = choices_to_json(
        DatasetSettings(edits=ModelEdits(removed=frozenset(COLUMNS[1:]))), INFO
    )
    fewer = replace(INFO, models=INFO.models[1:])
    found = choices_from_json(choices, fewer)
    assert found.settings.edits.removed == frozenset()
    assert found.notes == ("No other model is left, so those removed from the list are back.",)


def test_that_what_was_made_from_a_removed_model_is_left_out() -> None:
    removed = ModelEdits(removed=frozenset(COLUMNS[:1]))
    choices = choices_to_json(DatasetSettings(derived=(REVERSED, BOTH), edits=removed), INFO)
    found = choices_from_json(choices, INFO)
    assert found.settings.derived == ()
    assert [note.partition(" is left out")[0] for note in found.notes] == ["turned", "both"]


def test_that_two_models_of_a_project_may_not_have_one_name() -> None:
    choices = choices_to_json(DatasetSettings(), INFO)
    choices["models"][1]["name"] = choices["models"][0]["name"]
    with pytest.raises(DataError, match="two models have the same name"):
        choices_from_json(choices, INFO)


def test_that_a_project_from_before_there_were_questions_asks_none() -> None:
    choices = choices_to_json(DatasetSettings(), INFO)
    del choices["views"]["questions"]
    check(choices["views"], schema()["$defs"]["views"])
    assert choices_from_json(choices, INFO).settings.views.questions == ()


@pytest.mark.parametrize("example", [*examples(), *paper_examples()], ids=lambda one: one.key)
def test_that_every_kind_of_file_comes_back(example: Any, tmp_path: Path) -> None:
    loaded = load_example("dataset1", example)
    changed = replace(loaded.settings, condition=ConditionSpec(prior=0.25))
    save_project(tmp_path / "a.ccproj", loaded.file, changed, None)
    opened = open_project(tmp_path / "a.ccproj", "dataset1")
    assert opened.loaded.settings == changed
    assert opened.loaded.info == loaded.info
    assert (opened.changes, opened.notes) == ("", ())
    assert [one.info for one in opened.loaded.curve_set.models] == [
        one.info for one in loaded.curve_set.models
    ]


HEADER = "id,truth,score_a,score_b,amount\n"
ROWS = [f"{n},{'bad' if n % 3 else 'good'},{n / 10},{(7 * n) % 10 / 10},{n}\n" for n in range(12)]


@pytest.fixture
def saved(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that saves a project of a small file in a folder beside it."""
    data = tmp_path / "data" / "march.csv"
    data.parent.mkdir()
    data.write_text(HEADER + "".join(ROWS), encoding="utf-8")

    def save(name: str = "a.ccproj", settings: DatasetSettings | None = None, **more: Any) -> Path:
        loaded = opened_as(data)
        (tmp_path / "projects").mkdir(exist_ok=True)
        path = tmp_path / "projects" / name
        save_project(path, loaded.file, settings or loaded.settings, None, **more)
        return path

    return save


def opened_as(data: Path) -> Loaded:
    from costcurve_gui.dataio.roles.choice import choose_roles

    source = Origin.of(data).open(None, projects.NO_PROGRESS)
    roles = choose_roles(source, label="truth", positive="bad", scores=["score_*"])
    return load("d", source, roles, lambda _: DatasetSettings())


def reopened(path: Path, **more: Any) -> OpenedProject:
    return open_project(path, "d", **more)


def test_that_the_path_is_seen_from_the_project(saved: Callable[..., Path], tmp_path: Path) -> None:
    opened = reopened(saved())
    assert opened.project.data.path == "../data/march.csv"
    shutil.move(tmp_path / "data", tmp_path / "elsewhere" / "data")
    shutil.move(tmp_path / "projects", tmp_path / "elsewhere" / "projects")
    again = reopened(tmp_path / "elsewhere" / "projects" / "a.ccproj")
    assert (again.changes, again.notes) == ("", ())


def test_that_a_moved_file_is_found_by_its_bytes(
    saved: Callable[..., Path], tmp_path: Path
) -> None:
    path = saved()
    decoy = path.parent / "march.csv"
    decoy.write_text(HEADER.upper() + "".join(ROWS), encoding="utf-8")
    moved = path.parent / "renamed.csv"
    shutil.move(tmp_path / "data" / "march.csv", moved)
    opened = reopened(path)
    assert opened.notes == (f"march.csv was found as {moved}.",)
    assert opened.changes == ""


def test_that_a_file_that_is_nowhere_is_asked_for(
    saved: Callable[..., Path], tmp_path: Path
) -> None:
    path = saved()
    (tmp_path / "x").mkdir()
    far = tmp_path / "x" / "far.csv"
    shutil.move(tmp_path / "data" / "march.csv", far)
    with pytest.raises(DataMissingError, match=r"march.csv is not at .*, and no file near"):
        reopened(path)
    assert reopened(path, data=far).changes == ""


def test_that_embedded_data_stand_in(saved: Callable[..., Path], tmp_path: Path) -> None:
    path = saved(embed=True)
    (tmp_path / "data" / "march.csv").unlink()
    opened = reopened(path)
    assert opened.loaded.info.rows == 12
    again = path.with_name("again.ccproj")
    save_project(
        again, opened.loaded.file, opened.loaded.settings, None, before=opened.project.data
    )
    assert reopened(again).project.data == opened.project.data


@pytest.mark.parametrize(
    ("header", "rows", "said"),
    [
        (HEADER, [*ROWS, "12,bad,0.3,0.4,5\n"], "1 row more, no column gone."),
        (HEADER, ROWS[:9], "3 rows fewer, no column gone."),
        (HEADER.replace("amount", "value"), ROWS, "As many rows, amount gone, value new."),
    ],
)
def test_that_what_changed_is_counted(
    saved: Callable[..., Path], tmp_path: Path, header: str, rows: list[str], said: str
) -> None:
    path = saved(embed=True)
    (tmp_path / "data" / "march.csv").write_text(header + "".join(rows), encoding="utf-8")
    assert reopened(path).changes == f"{said} The choices still fit."
    assert reopened(path, use_copy=True).changes == ""
    assert reopened(path, use_copy=True).loaded.info.rows == 12


def test_that_values_that_changed_are_counted_against_the_copy(
    saved: Callable[..., Path], tmp_path: Path
) -> None:
    path, data = saved(embed=True), tmp_path / "data" / "march.csv"
    rows = [*ROWS[:10], "10,bad,0.99,0.5,10\n", ROWS[11].replace(",0.7,", ",0.6,")]
    data.write_text(HEADER + "".join(rows), encoding="utf-8")
    said = "As many rows and the same columns, with other contents"
    counted = "score_a differs in 1 row; score_b differs in 2 rows"
    assert reopened(path).changes == f"{said}; {counted}. The choices still fit."
    saved("b.ccproj")
    data.write_text(HEADER + "".join(ROWS), encoding="utf-8")
    assert reopened(path.with_name("b.ccproj")).changes == f"{said}. The choices still fit."


def test_that_columns_that_are_gone_are_named(saved: Callable[..., Path], tmp_path: Path) -> None:
    path = saved()
    data = tmp_path / "data" / "march.csv"
    data.write_text(HEADER.replace("truth", "t") + "".join(ROWS), encoding="utf-8")
    with pytest.raises(DataError, match=r"lacks 1 column that the choices need: truth"):
        reopened(path)
    data.write_text(HEADER.replace("score_", "s") + "".join(ROWS), encoding="utf-8")
    with pytest.raises(DataError, match=r"lacks 2 columns that the choices need: score_a, score_b"):
        reopened(path)


def test_that_a_model_whose_column_is_gone_is_left_out_and_named(
    saved: Callable[..., Path], tmp_path: Path
) -> None:
    b = "d/score_b"
    chosen = DatasetSettings(
        payoff=PayoffSpec(fn="-7", unit="EUR"), selected=b, hidden=frozenset({b})
    )
    path = saved(settings=chosen)
    before = path.read_bytes()
    data = tmp_path / "data" / "march.csv"
    data.write_text(HEADER.replace("score_b", "other") + "".join(ROWS), encoding="utf-8")
    opened = reopened(path)
    said = f"{opened_name(path)} is left out: march.csv lacks its column."
    assert opened.notes == (said,)
    assert opened.changes == f"As many rows, score_b gone, other new. {said}"
    assert [one.column for one in opened.loaded.info.models] == ["score_a"]
    settings = opened.loaded.settings
    assert settings.payoff == chosen.payoff
    assert (settings.selected, settings.hidden) == (None, frozenset())
    assert path.read_bytes() == before


def test_that_a_model_of_several_classes_goes_with_any_of_its_columns() -> None:
    models = tuple(
        ClassScores(name, {one: f"{name}_{one}" for one in ("bus", "car", "van")})
        for name in ("tree", "nn")
    )
    chosen = several_classes(Roles("kind", "bus", ()), models, "bus")
    columns = ["kind", *chosen.roles.scores]
    assert without_gone_scores(chosen, columns) == (chosen, ())
    columns.remove("tree_van")
    fewer = several_classes(Roles("kind", "bus", ()), models[1:], "bus")
    assert without_gone_scores(chosen, columns) == (fewer, ("tree",))
    columns.remove("nn_car")
    assert without_gone_scores(chosen, columns) == (chosen, ())


def opened_name(path: Path) -> str:
    """Return what the second model of a project is called."""
    name: str = read_project(path).choices["models"][1]["name"]
    return name


def test_that_what_changed_is_told_beside_what_was_saved(
    saved: Callable[..., Path], tmp_path: Path
) -> None:
    path, data = saved(), tmp_path / "data" / "march.csv"
    rows = [*ROWS[1:], "12,bad,1.25,,5\n", "13,bad,,0.9,6\n"]
    data.write_text(HEADER.replace("amount", "value") + "".join(rows), encoding="utf-8")
    changed = reopened(path).changed
    assert [(one.name, one.before, one.now) for one in changed] == [
        ("Rows", 12, 13),
        ("Column amount", "there", "gone"),
        ("Column value", None, "new"),
        ("Cases of bad", 8, 10),
        ("Cases of good", 4, 3),
        ("score_a", ScoreRange(0.0, 1.1), ScoreRange(0.1, 1.25, 1)),
        ("score_b", ScoreRange(0.0, 0.9), ScoreRange(0.0, 0.9, 1)),
    ]
    assert all(one.differs for one in changed)


def test_that_what_a_project_of_version_1_held_is_known_of_its_copy_alone(
    saved: Callable[..., Path], tmp_path: Path
) -> None:
    for name, embed in (("with.ccproj", True), ("without.ccproj", False)):
        path = saved(name, embed=embed)
        project = read_project(path)
        write_project(path, replace(project, data=replace(project.data, contents=None)))
    (tmp_path / "data" / "march.csv").write_text(HEADER + "".join(ROWS[:9]), encoding="utf-8")
    known = {one.name: one.before for one in reopened(path.with_name("with.ccproj")).changed}
    assert known["Cases of good"] == 4
    assert known["score_a"] == ScoreRange(0.0, 1.1)
    unknown = reopened(path.with_name("without.ccproj")).changed
    assert [one.name for one in unknown if one.differs] == ["Rows"]
    assert [one.now for one in unknown] == [9, 6, 3, ScoreRange(0.0, 0.8), ScoreRange(0.0, 0.9)]


def test_that_a_project_of_version_1_opens_with_every_choice() -> None:
    opened = reopened(Path(__file__).parents[1] / "data" / "projects" / "version_1.ccproj")
    settings, edits = opened.loaded.settings, opened.loaded.settings.edits
    assert (opened.changes, opened.changed, opened.notes) == ("", (), ())
    assert settings.condition.prior == 0.05
    assert list(edits.names.values()) == ["bayes"]
    assert list(edits.slots.values()) == [5]
    assert [one.name for one in settings.derived] == ["mlp turned"]
    assert settings.pictures["roc"].title == "March"


@pytest.mark.parametrize("example", examples(), ids=lambda one: one.key)
def test_that_a_project_says_what_its_file_held(example: Any) -> None:
    loaded = load_example("dataset1", example)
    contents = contents_of(loaded.file)
    assert sum(contents.labels.values()) == loaded.info.positives + loaded.info.negatives
    cases = loaded.source.cases(loaded.info)
    if cases is None:
        assert contents.scores == {}
        return
    for model in loaded.info.models:
        scores = cases.dataset.scores[model.column]
        as_in_file = -scores if model.lower_is_positive else scores
        assert contents.scores[model.column] == ScoreRange(
            np.nanmin(as_in_file), np.nanmax(as_in_file), int(np.isnan(scores).sum())
        )


def test_that_scores_of_which_low_ones_are_positive_are_told_as_in_the_file(
    saved: Callable[..., Path], tmp_path: Path
) -> None:
    saved()
    source = Origin.of(tmp_path / "data" / "march.csv").open(None, projects.NO_PROGRESS)
    roles = Roles("truth", "bad", ("score_a",), lower_is_positive=frozenset({"score_a"}))
    loaded = load("d", source, roles, lambda _: DatasetSettings())
    assert contents_of(loaded.file).scores == {"score_a": ScoreRange(0.0, 1.1)}


def test_that_models_keep_names_and_colours(saved: Callable[..., Path]) -> None:
    path = saved()
    project = reopened(path).project
    models = [{"column": "score_a", "name": "Scorecard", "slot": 5}]
    write_project(path, replace(project, choices={**project.choices, "models": models}))
    first, second = reopened(path).loaded.curve_set.models
    assert (first.info.name, first.info.slot) == ("Scorecard", 5)
    assert (second.info.name, second.info.slot) == ("b", 2)
    twice = [*models, {"column": "score_b", "name": "Scorecard", "slot": 1}]
    write_project(path, replace(project, choices={**project.choices, "models": twice}))
    with pytest.raises(DataError, match="the same name"):
        reopened(path)


def test_that_a_pasted_table_is_in_the_project(tmp_path: Path) -> None:
    from costcurve_gui.dataio.roles.choice import choose_roles

    source = Origin("Pasted table", text=HEADER + "".join(ROWS)).open(None, projects.NO_PROGRESS)
    roles = choose_roles(source, label="truth", positive="bad", scores=["score_*"])
    loaded = load("d", source, roles, lambda _: DatasetSettings())
    save_project(tmp_path / "a.ccproj", loaded.file, loaded.settings, None)
    opened = reopened(tmp_path / "a.ccproj")
    assert opened.loaded.info == loaded.info
    assert opened.project.data.path is None


def test_that_derived_models_of_models_that_are_gone_are_left_out() -> None:
    settings = DatasetSettings(derived=(REVERSED, BOTH), selected=MODELS[1])
    choices = choices_to_json(settings, INFO)
    fewer = replace(INFO, models=INFO.models[1:])
    found = choices_from_json(choices, fewer)
    assert found.settings.derived == ()
    assert found.settings.selected == MODELS[1]
    assert found.notes[0] == f"turned is left out: it was made from {INFO.models[0].name}."
    assert found.notes[1] == "both is left out: it was made from turned."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"belief": "gamma:1"}, "belief: "),
        ({"derived": [{"kind": "xor"}]}, "xor is no kind of a derived model; there are"),
        ({"selection": {"criterion": "luck"}}, "luck is no rule; there are"),
        ({"views": {"partial_fpr": [0.5, 0.2]}}, "views.partial_fpr is"),
        ({"derived": [{"thresholds": []}]}, "derived: both cannot be made"),
    ],
)
def test_that_a_choice_that_is_none_is_said(change: dict[str, Any], said: str) -> None:
    choices = choices_to_json(DatasetSettings(derived=(REVERSED, BOTH)), INFO)
    for name, value in change.items():
        if isinstance(value, dict):
            choices[name] = {**choices[name], **value}
        elif isinstance(value, list):
            choices[name] = [*choices[name][:-1], {**choices[name][-1], **value[0]}]
        else:
            choices[name] = value
    with pytest.raises(DataError) as caught:
        choices_from_json(choices, INFO)
    assert caught.value.message.startswith(said)


def test_that_a_class_that_is_gone_is_said() -> None:
    choices = choices_to_json(DatasetSettings(reference="bus"), INFO)
    found = choices_from_json(choices, INFO)
    assert found.settings.reference == ""
    assert found.notes == ("No case has class bus any more.",)


def test_that_names_as_in_the_file_are_no_edits() -> None:
    choices = choices_to_json(example_settings_of(), INFO)
    assert choices_from_json(choices, INFO).settings.edits == ModelEdits()


def example_settings_of() -> DatasetSettings:
    example = example_of("german_credit_half")
    assert example is not None
    return example_settings(example, INFO)


@profile(max_examples=examples_of(60))
@given(
    reading=st.fixed_dictionaries(
        {},
        optional={
            "separator": st.none() | st.text(min_size=1, max_size=2),
            "encoding": st.none()
            | st.sampled_from(["utf-8", "utf-16", "latin-1", "nonsense", "rot13", "\x00"]),
            "quote": st.none() | st.text(max_size=2),
            "sheet": st.none() | st.text(max_size=2),
            "header": st.booleans(),
        },
    ),
    columns=st.fixed_dictionaries(
        {},
        optional={
            "label": TEXT,
            "positive": TEXT,
            "scores": st.lists(st.sampled_from(["score_a", "amount", "truth", "x"]), max_size=3),
            "weight": st.none() | st.sampled_from(["amount", "id", "x"]),
            "where": st.sampled_from(["amount > 3", "x +", "", "truth"]),
            "classes": st.lists(TEXT, max_size=3),
            "kept": st.none() | st.lists(TEXT, max_size=2),
            "negatives": st.lists(TEXT, max_size=2),
            "left_out": st.lists(TEXT, max_size=2),
        },
    ),
)
def test_that_choices_that_fit_no_file_are_refused_in_words(
    reading: dict[str, Any], columns: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    data = folder / "march.csv"
    data.write_text(HEADER + "".join(ROWS), encoding="utf-8")
    loaded = opened_as(data)
    project = save_project(folder / "a.ccproj", loaded.file, loaded.settings, None)
    damaged = replace(
        project,
        reading=replace(project.reading, **reading),
        columns={**project.columns, **columns},
    )
    write_project(folder / "a.ccproj", damaged)
    with suppress(DataError, EngineError, ExpressionError, PayoffCellError):
        reopened(folder / "a.ccproj")
