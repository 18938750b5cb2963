"""Project files: what is written is read, and whatever else a file holds is refused in words."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.dataio import project_file, writers
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.json_schema import SchemaError, check
from costcurve_gui.dataio.project_columns import columns_from_json, columns_to_json
from costcurve_gui.dataio.project_contents import DataContents, ScoreRange
from costcurve_gui.dataio.project_file import (
    DataReference,
    Project,
    project_from_json,
    project_to_json,
    read_project,
    schema,
    without_data,
    write_project,
)
from costcurve_gui.dataio.roles.column_roles import ClassScores, MulticlassRoles, Roles
from costcurve_gui.dataio.source import ReadOptions
from costcurve_gui.dataio.table_kind import TableKind
from costcurve_gui.resources import resource_path

EXAMPLES = Path(__file__).parents[1] / "data" / "projects"
TEXT = st.text(max_size=8)
NAME = st.text(min_size=1, max_size=8)
NAMES = st.lists(NAME, max_size=3, unique=True).map(tuple)
PATH = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1)
ROLES = st.builds(
    Roles,
    label=TEXT,
    positive=TEXT,
    scores=NAMES,
    lower_is_positive=NAMES.map(frozenset),
    weight=st.none() | NAME,
    fold=st.none() | NAME,
    where=TEXT,
    costs=st.none() | NAMES,
    text_as_missing=NAMES.map(frozenset),
    classes=NAMES,
    group=st.none() | NAME,
    negatives=NAMES,
    left_out=NAMES,
    others_negative=st.booleans(),
    positive_name=TEXT,
    negative_name=TEXT,
)
READING = st.builds(
    ReadOptions,
    separator=st.none() | st.sampled_from(",;\t"),
    decimal=st.none() | st.sampled_from(".,"),
    encoding=st.none() | st.just("utf-8"),
    quote=st.sampled_from([None, "'", '"']),
    sheet=st.none() | TEXT,
    header=st.booleans(),
    skip=st.none() | st.integers(0, 99),
    long=st.none() | st.just(()) | st.tuples(NAME, NAME, NAME),
)
CHOICES: dict[str, Any] = {
    "models": [{"column": "s", "name": "s", "slot": 1}],
    "payoffs": {
        "tp": "0",
        "fp": "-1",
        "fn": "-amount",
        "tn": "0",
        "preset": "",
        "unit": "DM",
        "case_noun": "case",
        "positive_action": "act",
        "negative_action": "leave",
        "typed_as_costs": False,
    },
    "condition": {"prior": 0.05, "cost_ratio": None, "drag": "prior", "prior_unit": "percent"},
    "selection": {
        "criterion": "threshold",
        "objective": None,
        "bounds": {"fpr": 0.1, "tpr": None, "precision": None, "cases": None},
        "mixed": False,
        "population": 10000,
        "targets": {},
        "thresholds": {"s": "inf"},
    },
    "shown": {"hidden": [], "hidden_at_first": [], "selected": None},
    "belief": "uniform",
    "derived": [],
    "views": {
        "det_axes": "probit",
        "gain": "gain",
        "absolute_point": True,
        "roc_regions": False,
        "competitor": None,
        "cost_axis": "half",
        "regret": "money",
        "construction": "none",
        "common_tangents": False,
        "fold_average": "vertical",
        "fold_bars": "interval",
        "fold_curves": True,
        "tie_corners": False,
        "partial_axis": "off",
        "partial_fpr": [0.0, 0.2],
        "partial_tpr": [0.8, 1.0],
        "joint_hull": False,
        "concavities": False,
        "stacked_costs": False,
    },
    "reference": "",
    "intervals": {
        "shown": True,
        "of": "all",
        "policy": "fixed policy",
        "roc": "vertical",
        "samples": "same",
        "replicates": 2000,
        "level": 0.9,
        "seed": 0,
    },
    "mix": None,
}
DATA = DataReference("march.csv", "../march.csv", "0" * 64, 120, 12, ("label", "s"))
PROJECT = Project(
    DATA,
    ReadOptions(separator=",", header=True),
    columns_to_json(TableKind.SCORES, Roles("label", "bad", ("s",))),
    CHOICES,
    {"version": 1, "docks": "", "in_front": ["roc"]},
)


SCORE = st.floats(allow_nan=False)
CONTENTS = st.none() | st.builds(
    DataContents,
    st.dictionaries(TEXT, st.floats(0, 1e9), max_size=3),
    st.dictionaries(TEXT, st.builds(ScoreRange, SCORE, SCORE, st.integers(0, 99)), max_size=3),
)


@st.composite
def projects(draw: st.DrawFn) -> Project:
    embedded = draw(st.none() | st.binary(max_size=40))
    known = sha256(embedded or b"").hexdigest()
    data = DataReference(
        draw(NAME), draw(PATH), known, len(embedded or b""), draw(st.integers(0, 9)), draw(NAMES)
    )
    parts = draw(st.lists(st.tuples(NAME, PATH), max_size=2))
    joined = tuple(DataReference(name, path, known, 3, 0, ()) for name, path in parts)
    by = draw(TEXT) if joined else None
    data = replace(data, contents=draw(CONTENTS), joined=joined, joined_by=by)
    return Project(
        replace(data, embedded=embedded),
        draw(READING),
        columns_to_json(TableKind.SCORES, draw(ROLES)),
        {**CHOICES, "belief": draw(TEXT)},
        draw(st.none() | st.just(PROJECT.layout)),
    )


@given(projects())
def test_that_what_is_written_is_read(project: Project) -> None:
    text = project_to_json(project)
    jsonschema.validate(json.loads(text), schema())
    assert project_from_json(text, "a.ccproj") == project


@given(ROLES)
def test_that_roles_come_back(roles: Roles) -> None:
    assert columns_from_json(columns_to_json(TableKind.SCORES, roles)) == roles


def test_that_roles_of_several_classes_and_of_counts_come_back() -> None:
    models = (ClassScores("p", {"a": "p_a", "b": "p_b", "c": "p_c"}),)
    several = MulticlassRoles(Roles("l", "a", ("p_a", "p_b", "p_c"), classes=tuple("abc")), models)
    assert columns_from_json(columns_to_json(TableKind.SCORES, several)) == several
    for positive in ("yes", None):
        assert columns_from_json(columns_to_json(TableKind.LEAVES, positive)) == positive


def test_that_models_of_several_classes_need_the_same_ones() -> None:
    models = (ClassScores("p", {"a": "p_a", "b": "p_b"}),)
    given_columns = columns_to_json(TableKind.SCORES, MulticlassRoles(Roles("l", "a", ()), models))
    with pytest.raises(DataError, match=r"columns\.class_scores"):
        columns_from_json(given_columns)


def content_of(project: Project = PROJECT) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(project_to_json(project))
    return found


def paths_in(value: object, so_far: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    if not isinstance(value, dict | list):
        return [so_far]
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    return [so_far] * bool(so_far) + [
        path for key, item in entries for path in paths_in(item, (*so_far, key))
    ]


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXT, inner, max_size=2),
    max_leaves=3,
)


@given(st.data(), JUNK)
def test_that_damage_is_refused_in_words_or_harmless(data: st.DataObject, junk: object) -> None:
    content = content_of()
    *before, last = data.draw(st.sampled_from(paths_in(content)))
    place: Any = content
    for key in before:
        place = place[key]
    if data.draw(st.booleans()) and isinstance(place, dict):
        del place[last]
    else:
        place[last] = junk
    refused_in_words(json.dumps(content).encode(errors="backslashreplace"))


@given(st.data())
def test_that_torn_and_flipped_bytes_are_refused_in_words(data: st.DataObject) -> None:
    text = bytearray(project_to_json(replace(PROJECT, data=embedding(b"label,s\n1,0.5\n"))))
    if data.draw(st.booleans()):
        text = text[: data.draw(st.integers(0, len(text) - 1))]
    for _ in range(data.draw(st.integers(0, 3))):
        if text:
            text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    refused_in_words(bytes(text))


@given(st.binary(max_size=200))
def test_that_any_bytes_are_refused_in_words(text: bytes) -> None:
    refused_in_words(text)


def refused_in_words(text: bytes) -> None:
    with suppress(DataError):
        assert isinstance(project_from_json(text, "a.ccproj"), Project)


def embedding(data: bytes) -> DataReference:
    return replace(DATA, sha256=sha256(data).hexdigest(), size=len(data), embedded=data)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 99}, "was saved by a later CostCurve, as project version 99"),
        ({"version": "1"}, "version is missing or not a number"),
        ({"format": "other"}, 'its "format" is not "costcurve-project"'),
        ({"belief": 3}, "belief is 3; it takes a text."),
        ({"extra": 3}, "extra is not known"),
        ({"condition": {**CHOICES["condition"], "prior": 5}}, "condition.prior is 5; it takes"),
        ({"data": {}}, "data.name is missing; it takes a text"),
    ],
)
def test_that_a_fault_is_said_with_its_place(change: dict[str, Any], said: str) -> None:
    with pytest.raises(DataError) as caught:
        project_from_json(json.dumps({**content_of(), **change}).encode(), "a.ccproj")
    assert said in caught.value.message


@pytest.mark.parametrize("text", [b"", b"[1]", b"{", b"[" * 100_000, b"\xff\xfe", b"NaN"])
def test_that_what_is_no_project_is_said(text: bytes) -> None:
    with pytest.raises(DataError, match=r"is not a (CostCurve )?project"):
        project_from_json(text, "a.ccproj")


@pytest.mark.parametrize("number", ["NaN", "1e999", "-Infinity", "9" * 30, "9" * 5000])
def test_that_a_number_beyond_all_measure_is_refused(number: str) -> None:
    text = project_to_json(PROJECT).replace(b'"prior": 0.05', f'"prior": {number}'.encode())
    with pytest.raises(DataError, match=r"is not a (CostCurve )?project"):
        project_from_json(text, "a.ccproj")


def test_that_damaged_and_oversized_data_are_refused() -> None:
    content = content_of(replace(PROJECT, data=embedding(b"x" * 100_000)))
    for change in ({"sha256": "1" * 64}, {"bytes": 10}, {"bytes": 10**9}):
        damaged = {**content, "data": {**content["data"], **change}}
        with pytest.raises(DataError, match="embedded data are damaged"):
            project_from_json(json.dumps(damaged).encode(), "a.ccproj")


def test_that_a_journal_has_no_data() -> None:
    whole = replace(PROJECT, data=embedding(b"abc"))
    assert without_data(whole).data.embedded is None
    assert without_data(whole).choices == whole.choices


def test_that_an_older_version_is_brought_up_to_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_1(content: dict[str, Any]) -> dict[str, Any]:
        return {**content, "version": 2}

    def from_2(content: dict[str, Any]) -> dict[str, Any]:
        return {"belief": content.pop("faith"), **content, "version": project_file_version}

    project_file_version = project_file.VERSION
    content = content_of()
    content["version"] = 1
    content["faith"] = content.pop("belief")
    present = schema()
    monkeypatch.setattr(project_file, "VERSION", 3)
    monkeypatch.setattr(project_file, "MIGRATIONS", {1: from_1, 2: from_2})
    monkeypatch.setattr(project_file, "schema", lambda: present)
    assert project_from_json(json.dumps(content).encode(), "a.ccproj") == PROJECT
    del content["faith"]
    with pytest.raises(DataError, match="cannot be read as project version 1"):
        project_from_json(json.dumps(content).encode(), "a.ccproj")


OLDER = range(1, project_file.VERSION)


def test_that_every_version_has_a_step_a_schema_and_an_example() -> None:
    assert set(project_file.MIGRATIONS) == set(OLDER)
    assert schema()["properties"]["version"]["const"] == project_file.VERSION
    assert [path.name for path in sorted(EXAMPLES.glob("*.ccproj"))] == [
        f"version_{version}.ccproj" for version in OLDER
    ]


@pytest.mark.parametrize("version", OLDER)
def test_that_the_example_of_an_older_version_is_of_its_schema_and_becomes_one_of_this(
    version: int,
) -> None:
    path = EXAMPLES / f"version_{version}.ccproj"
    content = json.loads(path.read_text(encoding="utf-8"))
    older = resource_path("schemas", f"project-{version}.json").read_text(encoding="utf-8")
    check(content, json.loads(older))
    with pytest.raises(SchemaError, match="version"):
        check(content, schema())
    project = read_project(path)
    assert json.loads(project_to_json(project))["version"] == project_file.VERSION
    assert project_from_json(project_to_json(project), path.name) == project
    assert project.choices["condition"]["prior"] == content["condition"]["prior"]
    assert project.data.contents is None


def test_that_a_project_goes_through_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.ccproj"
    write_project(path, PROJECT)
    assert read_project(path) == PROJECT
    assert list(tmp_path.iterdir()) == [path]


def test_that_the_file_before_stays_where_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.ccproj"
    write_project(path, PROJECT)

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DataError, match="No space left"):
        write_project(path, replace(PROJECT, layout=None))
    assert read_project(path) == PROJECT
    assert list(tmp_path.iterdir()) == [path]


def test_that_the_bytes_are_on_disk_before_the_name_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (done.append("sync"), sync(handle)))
    replace_file = writers.Path.replace

    def noted(self: Path, target: Path) -> Path:
        done.append("replace")
        return replace_file(self, target)

    monkeypatch.setattr(writers.Path, "replace", noted)
    write_project(tmp_path / "a.ccproj", PROJECT)
    assert done[:2] == ["sync", "replace"]


def test_that_a_link_is_kept(tmp_path: Path) -> None:
    target, link = tmp_path / "a.ccproj", tmp_path / "link.ccproj"
    write_project(target, replace(PROJECT, layout=None))
    link.symlink_to(target)
    write_project(link, PROJECT)
    assert link.is_symlink()
    assert read_project(target) == PROJECT


def test_that_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    for path in (tmp_path / "none.ccproj", tmp_path):
        with pytest.raises(DataError, match="Cannot read"):
            read_project(path)
