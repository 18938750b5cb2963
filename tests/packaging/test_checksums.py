import shutil
import subprocess

import checksums
import pytest


@pytest.fixture
def folder(tmp_path):
    for name in ("b.deb", "a.tar.gz", "c.cdx.json", "notes.txt"):
        (tmp_path / name).write_text(name)
    return tmp_path


def test_that_the_published_files_are_listed_by_name(folder, capsys):
    assert checksums.main([str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[1] for line in lines] == ["a.tar.gz", "b.deb", "c.cdx.json"]


def test_that_the_tool_of_every_linux_agrees(folder):
    sums = checksums.write_sums(folder)
    tool = shutil.which("sha256sum") or shutil.which("shasum")
    assert tool is not None
    subprocess.run([tool, "-c", sums.name], cwd=folder, check=True, capture_output=True)


def test_that_without_a_folder_it_says_what_it_takes(capsys):
    assert checksums.main([]) == 2
    assert "FOLDER" in capsys.readouterr().out
