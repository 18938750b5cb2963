"""What `pip install .` brings: the program with its files, ranges of versions, and no Qt."""

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from email import message_from_string
from importlib import metadata
from pathlib import Path

import dev_environment
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "costcurve_gui", "resources")
SAMPLE = "german_credit_half.csv"
REPORT = ("--label", "label", "--positive", "bad", "--bootstrap", "0")

# Opens the window on a sample as a user would, and says what is there once it has been read.
WINDOW = f"""
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from costcurve_gui.resources import resource_path
from costcurve_gui.window import program

def look():
    for window in QApplication.topLevelWidgets():
        if window.isVisible() and window.windowTitle().startswith("{SAMPLE}"):
            print(window.windowTitle())
            QApplication.exit(0)

made = program.make_application
def make():
    application = made()
    timer = QTimer(application)
    timer.timeout.connect(look)
    timer.start(200)
    return application
program.make_application = make
sys.exit(program.run_window([], "german_credit_half"))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    sources = folder / "sources"
    sources.mkdir()
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, sources / name)
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-index", "--quiet"]
    command += ["--no-build-isolation", "--wheel-dir", str(folder), str(sources)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def requirements(wheel):
    """Return what the wheel requires, by the extra that asks for it."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith("dist-info/METADATA"))
        lines = message_from_string(archive.read(name).decode()).get_all("Requires-Dist")
    found = [Requirement(line) for line in lines]
    return {
        "": [one for one in found if one.marker is None],
        **{
            extra: [one for one in found if one.marker and one.marker.evaluate({"extra": extra})]
            for extra in ("gui", "docx")
        },
    }


def test_that_the_wheel_has_every_file_of_the_resources(wheel):
    shipped = {
        f"costcurve_gui/shipped/{path.relative_to(ROOT / 'resources').as_posix()}"
        for path in (ROOT / "resources").rglob("*")
        if path.is_file()
    }
    with zipfile.ZipFile(wheel) as archive:
        assert shipped - set(archive.namelist()) == set()


def test_that_the_wheel_has_nothing_but_the_package(wheel):
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert {re.sub(r"-.*", "", top) for top in tops} == {"costcurve_gui", "costcurve"}


def test_that_the_wheel_requires_ranges_around_the_pins_of_the_program(requirements):
    lines = (ROOT / "requirements.in").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    required = [one for extra in ("", "gui", "docx") for one in requirements[extra]]
    ranges = {canonicalize_name(one.name): one for one in required}
    assert {canonicalize_name(pin.name) for pin in pins} == ranges.keys()
    for pin in pins:
        version = str(pin.specifier).removeprefix("==")
        wanted = ranges[canonicalize_name(pin.name)].specifier
        assert version in wanted
        assert len(wanted) == 2, "a lower and an upper bound"


def test_that_only_the_gui_extra_requires_qt(requirements):
    names = {extra: {one.name for one in found} for extra, found in requirements.items()}
    assert names["gui"] == {"PySide6-Essentials", "pyqtgraph"}
    assert names[""] & names["gui"] == set()


def closure(requirements):
    """Return the distributions that are required, with all that these require here."""
    found, waiting = {}, [one.name for one in requirements]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in found:
            found[name] = metadata.distribution(name)
            needs = [Requirement(line) for line in found[name].requires or ()]
            waiting += [one.name for one in needs if not one.marker or one.marker.evaluate()]
    return found.values()


def environment(folder, wheel, distributions):
    """Make an environment with the wheel and copies, as links, of what is installed here."""
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    packages = dev_environment.packages_in(folder)
    for distribution in distributions:
        tops = {file.parts[0] for file in distribution.files if file.parts[0] != ".."}
        for top in tops - {"__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(distribution.locate_file(top))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    return dev_environment.python_in(folder)


@pytest.fixture(scope="module")
def bare(wheel, requirements, tmp_path_factory):
    """Return the interpreter of an environment as `pip install costcurve` leaves it."""
    return environment(tmp_path_factory.mktemp("bare") / "env", wheel, closure(requirements[""]))


@pytest.fixture(scope="module")
def with_gui(wheel, requirements, tmp_path_factory):
    """Return the interpreter of an environment as `pip install costcurve[gui]` leaves it."""
    everything = closure(requirements[""] + requirements["gui"])
    return environment(tmp_path_factory.mktemp("gui") / "env", wheel, everything)


def run(python, *words, cwd):
    """Run Python as a user does, who has no checkout beside it."""
    return subprocess.run(
        [python, "-I", *words], cwd=cwd, capture_output=True, text=True, check=False, timeout=300
    )


def report(python, folder, *words):
    sample = ROOT / "resources" / "sample_data" / SAMPLE
    start = "import sys; from costcurve_gui.app import main; sys.exit(main())"
    command = ("-c", start, "report", sample, *REPORT, "--out", folder / "out", *words)
    return run(python, *command, cwd=folder)


def test_that_the_wheel_alone_makes_a_report_without_pictures(bare, tmp_path):
    done = report(bare, tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "selection.csv").is_file()
    assert list((tmp_path / "out").glob("*.png")) == []


def test_that_the_wheel_alone_says_what_pictures_and_window_need(bare, tmp_path, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    done = report(bare, tmp_path, "--format", "png")
    assert done.returncode == 2
    assert "costcurve[gui]" in done.stderr.splitlines()[-1]
    start = "import sys; from costcurve_gui.app import main; sys.exit(main())"
    done = run(bare, "-c", start, cwd=tmp_path)
    assert done.returncode == 2
    assert "costcurve[gui]" in done.stderr.splitlines()[-1]


COMPARE = f"""
from costcurve_gui import compare
from costcurve_gui.resources import resource_path
sample = resource_path("sample_data", "{SAMPLE}")
found = compare(sample, label="label", pos_label="bad", bootstrap=0)
print(found.decision().model, "<img" in found._repr_html_())
try:
    print(found.plot("cost_space")._repr_svg_()[:5])
except ImportError as error:
    print(error)
"""


def test_that_the_wheel_alone_compares_and_says_what_pictures_need(bare, tmp_path):
    done = run(bare, "-c", COMPARE, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    decided, said = done.stdout.splitlines()
    assert decided == "naive_bayes False"
    assert said.startswith(".plot needs the gui extra")


def test_that_the_wheel_with_gui_draws_for_a_notebook(with_gui, tmp_path):
    done = run(with_gui, "-c", COMPARE, cwd=tmp_path)
    assert done.stdout.splitlines() == ["naive_bayes True", "<?xml"], done.stderr


def test_that_the_wheel_finds_its_examples_help_and_licence(bare, tmp_path):
    program = (
        "from costcurve_gui.about.program import installed_notices, own_notice\n"
        "from costcurve_gui.analysis.examples import examples\n"
        "from costcurve_gui.resources import resource_path\n"
        "print(len(examples()), resource_path('help', 'roc.html').is_file())\n"
        "print([text.name for text in own_notice().texts])\n"
        "print('numpy' in {notice.name for notice in installed_notices(with_texts=False)})\n"
    )
    done = run(bare, "-c", program, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found, terms, listed = done.stdout.splitlines()
    assert re.fullmatch(r"[1-9]\d* True", found)
    assert terms == "['LICENSE']"
    assert listed == "True"


def test_that_the_wheel_with_gui_opens_the_window(with_gui, tmp_path, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    done = run(with_gui, "-c", WINDOW, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "german_credit" in done.stdout


@pytest.mark.slow  # installs from the package index
@pytest.mark.parametrize("extra", ["", "[gui]"])
def test_that_pip_installs_the_wheel_into_an_empty_environment(wheel, extra, tmp_path, monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    venv.create(tmp_path / "env", with_pip=True, symlinks=os.name != "nt")
    python = dev_environment.python_in(tmp_path / "env")
    subprocess.run([python, "-m", "pip", "install", "--quiet", f"{wheel}{extra}"], check=True)
    has_qt = run(python, "-c", "import PySide6", cwd=tmp_path).returncode == 0
    assert has_qt is bool(extra)
    done = report(python, tmp_path)
    assert done.returncode == 0, done.stderr
    assert bool(list((tmp_path / "out").glob("*.png"))) is bool(extra)
    if extra:
        assert run(python, "-c", WINDOW, cwd=tmp_path).returncode == 0
