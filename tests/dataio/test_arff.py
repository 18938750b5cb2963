"""ARFF files as Weka writes them, against the reader of scipy where it reads them too."""

from __future__ import annotations

import gzip
import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.io import arff as scipy_arff

from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_source
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.table import Texts
from tests.helpers.examples import examples

# As Weka's AddClassification writes it.
WEKA = """\
% 1. Title: German credit
@relation 'german-weka.filters.supervised.attribute.AddClassification-distribution'

@attribute duration numeric
@attribute 'credit history' {'all paid',critical,'other\\'s'}
@attribute class {good,bad}
@attribute distribution_good numeric
@attribute distribution_bad numeric

@data
6,critical,good,0.9,0.1
% a comment
48,'all paid',bad,0.25,0.75
?,'other\\'s',good,0.6,0.4
12,?,bad,1e-3,0.999
"""
SHORT = "@relation r\n@attribute label {yes,no}\n@attribute 'score a' real\n@data\n"


def opened(tmp_path, text, name="cases.arff"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return open_source(path)


def cells(source):
    names = [column.name for column in source.columns]
    found = source.table.read([Texts(name) for name in names]).arrays
    return {name: found[Texts(name)].tolist() for name in names}


def test_that_a_file_of_weka_is_read_as_scipy_reads_it(tmp_path):
    found = cells(opened(tmp_path, WEKA))
    bare = WEKA.replace("'other\\'s'", "others").replace("'all paid'", "paid")  # for scipy
    data, meta = scipy_arff.loadarff(io.StringIO(bare))
    assert list(found) == meta.names()
    for name in ("duration", "distribution_good", "distribution_bad"):
        ours = [float(cell or "nan") for cell in found[name]]
        np.testing.assert_array_equal(ours, data[name])
    assert found["class"] == [value.decode() for value in data["class"]]
    assert found["credit history"] == ["critical", "all paid", "other's", ""]


def test_that_a_file_of_weka_becomes_scored_cases(tmp_path):
    source = opened(tmp_path, WEKA)
    roles = choose_roles(source, label="class", positive="bad", scores=["distribution_bad"])
    dataset = load_dataset(source, roles)
    assert dataset.y_true.tolist() == [False, True, False, True]
    assert dataset.scores["distribution_bad"].tolist() == [0.1, 0.75, 0.4, 0.999]
    assert source.format_text == "ARFF"


@settings(max_examples=examples(60), deadline=None)
@given(
    st.lists(
        st.tuples(
            st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(["a", "b-c", "1"])
        ),
        min_size=1,
        max_size=20,
    )
)
def test_that_any_numbers_and_values_are_read_as_scipy_reads_them(rows):
    import tempfile
    from pathlib import Path

    body = "".join(f"{number!r}, {value}\n" for number, value in rows)
    text = f"@relation r\n@attribute x real\n@attribute y {{a,b-c,1}}\n@data\n{body}"
    data, _ = scipy_arff.loadarff(io.StringIO(text))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.arff"
        path.write_text(text, encoding="utf-8")
        found = cells(open_source(path))
    assert [float(cell) for cell in found["x"]] == data["x"].tolist()
    assert found["y"] == [value.decode() for value in data["y"]]


def test_that_a_sparse_row_has_0_and_the_first_value_where_it_says_nothing(tmp_path):
    source = opened(
        tmp_path,
        "@RELATION r\n@ATTRIBUTE id STRING\n@ATTRIBUTE n NUMERIC\n@ATTRIBUTE c {no, yes}\n"
        "@DATA\n{0 'a b', 2 yes}\n{1 2.5,0 c}\n{ 2 ?, 0 d }\n",
    )
    assert cells(source) == {
        "id": ["a b", "c", "d"],
        "n": ["0", "2.5", "0"],
        "c": ["yes", "no", ""],
    }


def test_that_weights_of_rows_become_a_column(tmp_path):
    source = opened(tmp_path, f"{SHORT}yes, 1, {{2.5}}\nno,0\n{{1 3}}, {{4}}\n")
    assert cells(source) == {
        "label": ["yes", "no", "yes"],
        "score a": ["1", "0", "3"],
        "weight": ["2.5", "1", "4"],
    }


@pytest.mark.parametrize("gap", [",", ", ", " ", "\t", " , "])
def test_that_values_are_told_apart_by_commas_and_space_as_in_weka(tmp_path, gap):
    source = opened(tmp_path, f"{SHORT}yes{gap}1\n'no'{gap}0.5\n")
    assert cells(source) == {"label": ["yes", "no"], "score a": ["1", "0.5"]}


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("'it\\'s'", "it's"),
        ('"a \\"b\\""', 'a "b"'),
        ("'50\\% {x}'", "50% {x}"),
        ("'\\u00e4'", "ä"),
    ],
)
def test_that_quoted_texts_are_read_with_their_escapes(tmp_path, written, expected):
    text = f"@relation r\n@attribute t string\n@attribute s real\n@data\n{written},1\nb,2\n"
    assert cells(opened(tmp_path, text))["t"] == [expected, "b"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (gzip.compress(WEKA.encode()), "cases.arff.gz"),
        (WEKA.replace("\n", "\r\n").encode(), "cases.arff"),
        (b"\xef\xbb\xbf" + WEKA.encode(), "CASES.ARFF"),
    ],
)
def test_that_packed_files_and_those_of_windows_are_read_alike(tmp_path, text, name):
    assert cells(opened(tmp_path, text, name)) == cells(opened(tmp_path, WEKA))


def test_that_texts_of_older_programs_are_decoded(tmp_path):
    text = "@relation r\n@attribute größe real\n@attribute label {ja,nein}\n@data\n1,ja\n2,nein\n"
    assert list(cells(opened(tmp_path, text.encode("cp1252")))) == ["größe", "label"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{SHORT}yes,1\nno\n", "line 6: 1 value, and 2 attributes are declared"),
        (f"{SHORT}yes,1\nno,1,2\n", "line 6: 3 values, and 2 attributes are declared"),
        (f"{SHORT}yes,1\nno,2\nmaybe,1\n", 'line 7: label has "maybe", and its values are yes'),
        (f"{SHORT}yes,high\n", 'line 5: score a is numeric and has "high"'),
        (f"{SHORT}yes,1_0\n", 'line 5: score a is numeric and has "1_0"'),
        (f"{SHORT}'yes,1\n", "line 5: a quotation mark that opens there is never closed"),
        (f"{SHORT}{{0 yes, 7 1}}\n", 'line 5: "7" is not an attribute index; these are 0 to 1'),
        (f"{SHORT}{{1 2, 1 3}}\n", "line 5: attribute 1 has two values"),
        (f"{SHORT}{{1 2, 0\n", "line 5: a sparse row is pairs in braces"),
        (f"{SHORT}yes,1,{{much}}\n", 'line 5: the weight "much" is not a number'),
        ("@relation r\n@data\n1\n", "line 2: no @attribute stands before @data"),
        ("@relation r\n@attribute x\n@data\n1\n", 'line 2: x is of type ""'),
        ("@relation r\n@attribute x {a,b\n@data\n", "line 2: the values of x are not a list in"),
        ("@relation r\n@attribute b relational\n", 'x is of type|type "relational", which is not'),
        ("label,score\nyes,1\n", 'line 1: "label,score" is none of @relation, @attribute, @data'),
        ("@relation r\n@attribute x real\n", "without @data and rows below it"),
        (SHORT, "has no rows below its header"),
        (f"{SHORT.replace('score a', 'label')}yes,1\n", '2 columns named "label"'),
    ],
)
def test_that_what_is_wrong_is_said_with_its_line(tmp_path, text, words):
    with pytest.raises(DataError, match=words) as caught:
        opened(tmp_path, text)
    assert caught.value.file == "cases.arff"


def test_that_a_damaged_packed_file_is_refused(tmp_path):
    with pytest.raises(DataError, match="damaged or truncated"):
        opened(tmp_path, gzip.compress(WEKA.encode())[:-12], "cases.arff.gz")
