"""JSON that can mean one thing only."""

import pytest

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.json_files import read_json


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1, "b": {"c": 1, "c": 2}}', '"c" is there twice'),
        ('{"a": 1e400}', "1e400 is not a finite number"),
        ('{"a": -Infinity}', "-Infinity is not a finite number"),
        ("[" + "9" * 5000 + "]", "too large a number"),
        ("[-1" + "0" * 309 + "]", "too large a number"),
        (r'{"a": ["x\ud83d"]}', r"\ud83d is half a character"),
        (r'{"\udc00": 1}', r"\udc00 is half a character"),
        ('{"a": 1,}', "line 1 is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        (b"\xff{}", "it is not JSON"),
    ],
)
def test_that_what_is_not_plain_is_refused(tmp_path, text, said):
    path = tmp_path / "p.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(DataError) as fault:
        read_json(path)
    assert said in str(fault.value)
    assert str(fault.value).startswith("Cannot read p.json: ")


def test_that_whole_characters_and_names_of_files_are_read(tmp_path):
    path = tmp_path / "p.json"
    path.write_text(r'["\ud83d\ude00", "caf\udce9.csv", 1' + "0" * 308 + "]", encoding="utf-8-sig")
    assert read_json(path) == ["\U0001f600", "caf\udce9.csv", 10**308]
