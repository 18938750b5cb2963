"""The release workflow, which cannot run here: its form, its shell parts and what it names."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
TOOLS = Path(sys.executable).parent
# What GitHub puts in before the shell sees a line.
_EXPRESSION = re.compile(r"\$\{\{.*?\}\}")


def scripts():
    jobs = YAML(typ="safe").load(WORKFLOW)["jobs"]
    steps = [(name, step) for name, job in jobs.items() for step in job["steps"] if "run" in step]
    return [pytest.param(step["run"], id=f"{name}: {step['name']}") for name, step in steps]


def check_form(path):
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.github-workflows",
    ]
    return subprocess.run([*command, path], capture_output=True, text=True, check=False)


def test_that_the_workflow_has_the_form_that_github_reads():
    checked = check_form(WORKFLOW)
    assert checked.returncode == 0, checked.stdout


def test_that_another_form_would_be_found(tmp_path):
    wrong = tmp_path / "release.yml"
    wrong.write_text(WORKFLOW.read_text(encoding="utf-8").replace("runs-on:", "run-on:"))
    assert check_form(wrong).returncode != 0


def lint(script):
    command = [TOOLS / "shellcheck", "--shell=bash", "--severity=style", "-"]
    text = "set -eo pipefail\n" + script
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("script", scripts())
def test_that_the_shell_parts_have_no_flaws(script):
    assert not _EXPRESSION.search(script), "pass values in as variables"
    linted = lint(script)
    assert linted.returncode == 0, linted.stdout


def test_that_a_flaw_would_be_found():
    assert lint("cat $file").returncode != 0


def test_that_every_script_that_the_workflow_calls_exists():
    called = re.findall(r"\bpackaging/[\w./-]+\.(?:py|txt)\b", WORKFLOW.read_text(encoding="utf-8"))
    assert {"packaging/sbom.py", "packaging/checksums.py"} <= set(called)
    assert [path for path in called if not (ROOT / path).exists()] == []


def test_that_every_system_tests_itself_and_is_uploaded_with_sums_and_bill():
    jobs = YAML(typ="safe").load(WORKFLOW)["jobs"]
    for name in ("linux", "windows", "macos"):
        steps = jobs[name]["steps"]
        words = "\n".join(step.get("run", "") for step in steps)
        assert "--self-test" in words
        assert "packaging/sbom.py" in words
        assert "SOURCE_DATE_EPOCH" in words
        uploads = [step["with"]["path"] for step in steps if "upload" in step.get("uses", "")]
        assert all("SHA256SUMS" in path and ".cdx.json" in path for path in uploads)
        assert uploads
