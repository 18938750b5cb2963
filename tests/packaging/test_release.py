import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import release

from costcurve_gui import __version__
from costcurve_gui.about.program import Notice, notices_text

ROOT = Path(__file__).resolve().parents[2]
LOG = "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-21\n\n### Added\n\n- All.\n"


def test_that_a_log_with_this_version_on_top_is_fine():
    release.check_entries(LOG, "1.2.0")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[1.2.0]", "[1.1.0]", "the newest entry is not"),
        ("### Added\n\n- All.\n", "", "is empty"),
        ("[Unreleased]\n", "[Unreleased]\n\n- More.\n", "move what is under"),
        ("2026-11-21", "today", "not of the form"),
    ],
)
def test_that_a_log_that_is_not_ready_is_refused(old, new, complaint):
    with pytest.raises(release.ReleaseError, match=complaint):
        release.check_entries(LOG.replace(old, new), "1.2.0")


@pytest.mark.parametrize(("changed", "refused"), [(" M main.py", True), ("", False)])
def test_that_only_a_clean_tree_is_released(monkeypatch, changed, refused):
    monkeypatch.setattr(release, "git", lambda *_words: changed)
    if refused:
        with pytest.raises(release.ReleaseError, match=r"main\.py"):
            release.check_tree()
    else:
        release.check_tree()


def test_that_a_version_is_released_once(monkeypatch):
    monkeypatch.setattr(release, "git", lambda *_words: f"v{__version__}")
    with pytest.raises(release.ReleaseError, match="tagged already"):
        release.check_tag()


def test_that_a_stand_in_for_the_releases_page_is_refused(monkeypatch):
    monkeypatch.setattr(release, "RELEASES_PAGE", "https://costcurve.example/releases")
    with pytest.raises(release.ReleaseError, match="address of the releases page"):
        release.check_page()
    monkeypatch.setattr(release, "RELEASES_PAGE", "https://costcurve.org/example")
    release.check_page()


class Commands:
    """Stands for the terminal; the command that holds `failing` fails."""

    def __init__(self, failing=""):
        self.failing = failing
        self.run = []

    def __call__(self, command):
        self.run.append(" ".join(command))
        return int(bool(self.failing) and self.failing in self.run[-1])


@pytest.fixture
def ready(monkeypatch, tmp_path):
    monkeypatch.setattr(release, "CONDITIONS", (release.Condition("fine", lambda: None),))
    monkeypatch.setattr(release, "DIST", tmp_path)


def test_that_a_dry_run_runs_nothing_and_names_everything(ready, capsys):
    terminal = Commands()
    assert release.main(["--dry-run"], terminal) == 0
    assert terminal.run == []
    told = capsys.readouterr().out
    for word in ("dev.py test", "--self-test", "sbom.py", "Sign", "git tag"):
        assert word in told


def test_that_a_release_tests_builds_and_lists(ready, tmp_path):
    terminal = Commands()
    assert release.main([], terminal) == 0
    assert [line.split()[-1].rpartition("/")[2] for line in terminal.run[:3]] == [
        "test",
        "package",
        "--self-test",
    ]
    assert (tmp_path / "SHA256SUMS").exists()


def test_that_a_file_of_another_version_is_not_listed(ready, tmp_path):
    of_this = [f"costcurve_{__version__}_amd64.deb", f"costcurve-{__version__}-linux-x.tar.gz"]
    others = ["costcurve_0.0.9_amd64.deb", f"costcurve_{__version__}.1_amd64.deb", "x.cdx.json"]
    for name in (*of_this, *others):
        (tmp_path / name).write_text(name)
    assert release.main([], Commands()) == 0
    lines = (tmp_path / "SHA256SUMS").read_text().splitlines()
    assert sorted(line.split("  ")[1] for line in lines) == sorted(of_this)


def test_that_the_bill_has_the_name_that_the_workflow_gives_it(monkeypatch):
    monkeypatch.setattr(release.platform, "system", lambda: "Linux")
    monkeypatch.setattr(release.platform, "machine", lambda: "x86_64")
    name = Path(release.commands()[-1][-1]).name
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert f'"dist/{name}"'.replace(__version__, "$version") in workflow


@pytest.fixture
def tools(monkeypatch):
    """The interpreter of the tests stands for the one of .venv: both have the same tools."""
    monkeypatch.setattr(release.dev_environment, "provide", lambda _names: sys.executable)
    monkeypatch.setattr(release, "lister", lambda: sys.executable)


def test_that_the_last_step_runs_as_it_is_named(ready, tools, monkeypatch, tmp_path):
    listed = notices_text([Notice("CostCurve", __version__, "BSD-3-Clause", "")])
    licences = tmp_path / "licences.json"
    licences.write_text(listed, encoding="utf-8")
    monkeypatch.setattr(release, "LICENCES", licences)
    release.check_tools()
    assert release.run(release.commands()[-1]) == 0
    [bill] = tmp_path.glob("*.cdx.json")
    assert json.loads(bill.read_text("utf-8"))["metadata"]["component"]["name"] == "CostCurve"


def test_that_it_is_the_environment_of_the_project_that_lists(tmp_path, monkeypatch):
    monkeypatch.setattr(release.dev_environment, "VENV", tmp_path)
    assert Path(release.commands()[-1][0]) == release.dev_environment.python_in(tmp_path)


def test_that_absent_tools_are_told_before_anything_is_built(monkeypatch, tmp_path):
    without = tmp_path / "python"
    without.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S -E "$@"\n', encoding="utf-8")
    without.chmod(0o755)
    monkeypatch.setattr(release.dev_environment, "provide", lambda _names: str(without))
    with pytest.raises(release.ReleaseError, match="No module named 'cyclonedx'"):
        release.check_tools()
    assert release.check_tools in [condition.check for condition in release.CONDITIONS]


def test_that_every_step_knows_the_time_of_the_commit(monkeypatch):
    monkeypatch.setattr(release, "git", lambda *_words: "1763683200")
    assert release.commands_environment({"HOME": "/root"}) == {
        "HOME": "/root",
        "SOURCE_DATE_EPOCH": "1763683200",
    }


def test_that_a_failed_step_ends_the_release(ready, tmp_path):
    terminal = Commands(failing="package")
    assert release.main([], terminal) == 1
    assert len(terminal.run) == 2
    assert not (tmp_path / "SHA256SUMS").exists()


def test_that_an_unmet_condition_stops_all_but_a_dry_run(monkeypatch, capsys):
    def refuse():
        raise release.ReleaseError("because")

    monkeypatch.setattr(release, "CONDITIONS", (release.Condition("odd", refuse),))
    terminal = Commands()
    assert release.main([], terminal) == 1
    assert terminal.run == []
    assert "NOT SO  odd: because" in capsys.readouterr().out
    assert release.main(["--dry-run"], terminal) == 1
    assert "would run" in capsys.readouterr().out


def test_that_other_words_are_refused():
    script = ROOT / "packaging" / "release.py"
    ended = subprocess.run([sys.executable, script, "--now"], capture_output=True, check=False)
    assert ended.returncode == 2


def test_that_the_version_stands_in_one_place():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {
        "attr": "costcurve_gui.__version__"
    }
    number = re.compile(rf"(?<![\d.]){re.escape(__version__)}(?![\d.])")
    files = [ROOT / "main.py", *(ROOT / "costcurve_gui").rglob("*.py")]
    files += [path for path in (ROOT / "packaging").rglob("*.*") if path.suffix != ".pyc"]
    texts = {path: path.read_bytes().decode("utf-8", "replace") for path in files}
    holding = [path.relative_to(ROOT).as_posix() for path in files if number.search(texts[path])]
    assert holding == ["costcurve_gui/__init__.py"]


def test_that_releases_and_checks_use_the_same_tools():
    checks = (ROOT / "requirements-dev.in").read_text(encoding="utf-8").splitlines()
    tools = (ROOT / "packaging" / "requirements-release.in").read_text(encoding="utf-8")
    assert all("==" in line for line in tools.splitlines())
    assert set(tools.splitlines()) <= set(checks)
