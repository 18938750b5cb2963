"""The command as a user starts it, without a display."""

import json
import os
import signal
import subprocess
import sys

import pytest

from costcurve_gui.cli import pictures, report, report_input
from costcurve_gui.cli.picture_snapshots import drawn_pictures, drawn_views
from costcurve_gui.cli.report import run
from tests.cli.conftest import ROOT, SAMPLES

GERMAN = SAMPLES / "german_credit_half.csv"
TABLES_OF_GERMAN = [str(GERMAN), "--positive", "bad", "--bootstrap", "0", "--format", "csv"]
FEW = ("--bootstrap", "20")
WITHOUT_COLUMN = {"folds", "days", "units"}  # of which the file has none
READINGS = {one.stem for one in drawn_pictures(drawn_views()) if one.view.key not in WITHOUT_COLUMN}
PICTURES = READINGS | {"hybrid", "hybrid_roc"}
STARTS = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


@pytest.fixture
def without_display():
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return {name: value for name, value in os.environ.items() if name not in hidden}


def test_that_pictures_are_written_without_a_display_the_same_again(
    program, tmp_path, without_display
):
    words = ["--positive", "bad", "--fn", "-amount", *FEW, "--format", "png,svg,pdf,csv"]
    words += ["--scores", "score_naive_bayes,score_mlp,score_random_forest"]
    words += ["--known-when-deciding", "amount"]
    said = ["labels: label: good 350 negative; bad 150 positive"]
    for name in ("first", "second"):
        ended = program("report", GERMAN, *words, "--out", tmp_path / name, env=without_display)
        lines = ended.stderr.splitlines()
        assert ended.returncode == 0
        assert [line for line in lines if not line.startswith("columns: ")] == said
    files = {path.name: path.read_bytes() for path in (tmp_path / "first").iterdir()}
    assert {name for name in files if not name.endswith(".csv")} == {
        f"{view}.{kind}" for view in PICTURES for kind in STARTS
    } | {"manifest.json", "policy.json", "report.pdf"}
    for name, content in files.items():
        kind = name.rpartition(".")[2]
        assert kind not in STARTS or content.startswith(STARTS[kind])
        assert content == (tmp_path / "second" / name).read_bytes(), name


def test_that_a_refusal_is_one_line_with_status_2(program, tmp_path):
    ended = program("report", GERMAN, "--positive", "bad", "--fold", "f", "--out", tmp_path / "o")
    assert ended.returncode == 2
    assert ended.stderr.startswith("error: ")
    assert 'No column "f"' in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not (tmp_path / "o").exists()


def test_that_help_lists_the_options(program):
    ended = program("report", "--help")
    assert ended.returncode == 0
    for option in ("--label", "--fn", "--max-fpr", "--population", "--format", "--payoff"):
        assert option in ended.stdout


def test_that_tables_alone_never_import_qt(program, tmp_path):
    watch = (
        "import sys; from costcurve_gui.app import main\n"
        f"status = main(['report', {str(GERMAN)!r}, '--positive', 'bad', '--format', 'csv',"
        f" '--bootstrap', '20', '--derive', 'or:mlp,naive_bayes',"
        f" '--out', {str(tmp_path / 'out')!r}])\n"
        "print(status, [name for name in sys.modules if name.startswith(('PySide6', 'pyqtgraph'))])"
    )
    said = subprocess.check_output([sys.executable, "-c", watch], text=True, cwd=ROOT)
    assert said.splitlines()[-1] == "0 []"


def test_that_an_interrupt_ends_with_130_and_leaves_nothing(tmp_path):
    place = tmp_path / "place"
    place.mkdir()
    interrupt = (
        "import sys, costcurve_gui.cli.report as report\n"
        "def stop(*_): raise KeyboardInterrupt\n"
        "report.write_report = stop\n"
        "from costcurve_gui.app import main\n"
        f"sys.exit(main(['report', {str(GERMAN)!r}, '--positive', 'bad', '--out',"
        f" {str(place / 'out')!r}]))"
    )
    ended = subprocess.run([sys.executable, "-c", interrupt], cwd=ROOT, check=False)
    assert ended.returncode == 130
    assert list(place.iterdir()) == []


SLOW = """
import sys, time, costcurve_gui.cli.report as report
def work(study, folder, *_):
    (folder / "roc.csv").write_text("half")
    print("at work", flush=True)
    time.sleep(60)
report.write_report = work
from costcurve_gui.app import main
sys.exit(main(["report", *sys.argv[1:]]))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_that_a_signal_ends_with_its_status_and_leaves_the_earlier_report(tmp_path, name):
    number = getattr(signal, name)
    out = tmp_path / "out"
    assert run([*TABLES_OF_GERMAN, "--out", str(out)]) == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    command = [sys.executable, "-c", SLOW, *TABLES_OF_GERMAN, "--out", out]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout.readline() == "at work\n"
        process.send_signal(number)
        process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_that_what_a_killed_run_left_is_removed_by_the_next(tmp_path):
    command = [sys.executable, "-c", SLOW, *TABLES_OF_GERMAN, "--out", tmp_path / "out"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout.readline() == "at work\n"
        (left,) = tmp_path.iterdir()
        assert run([*TABLES_OF_GERMAN, "--out", str(tmp_path / "other")]) == 0
        assert left.exists()  # it lives
        process.kill()
        process.communicate(timeout=60)
    assert run([*TABLES_OF_GERMAN, "--out", str(tmp_path / "other")]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


def test_that_too_little_memory_is_one_sentence_with_status_2(tmp_path, monkeypatch, capsys):
    def fail(*_):
        raise MemoryError

    monkeypatch.setattr(report, "write_report", fail)
    assert run([*TABLES_OF_GERMAN, "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: there is not enough memory")
    assert "--scores" in said
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes are Linux's")
def test_that_file_names_need_not_be_utf_8(program, tmp_path):
    data = tmp_path / os.fsdecode(b"d\xe4ta.csv")
    data.write_bytes(GERMAN.read_bytes())
    out = tmp_path / os.fsdecode(b"\xf6ut")
    words = ["--positive", "bad", "--bootstrap", "0", "--view", "roc"]
    ended = program("report", data, *words, "--out", out)
    assert (ended.returncode, ended.stdout.strip()[-8:]) == (0, "\\udcf6ut")
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["input"]["file"] == data.name
    assert (out / "roc.png").exists()


def test_that_a_mixture_of_no_model_is_refused_before_the_rows_are_read(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(report_input, "load_dataset", lambda *_: pytest.fail("rows were read"))
    mix = ["--mix", "mlp@0.9,svm@0.95", "--max-fpr", "0.1"]
    assert run([*TABLES_OF_GERMAN, *mix, "--out", str(tmp_path / "out")]) == 2
    assert 'No model "svm". There are ' in capsys.readouterr().err


def test_that_an_impossible_mixture_is_refused_before_any_table(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(report, "write_table_file", lambda *_: pytest.fail("a table was written"))
    mix = ["--mix", "mlp@0.9,naive_bayes@0.95", "--max-fpr", "1"]
    assert run([*TABLES_OF_GERMAN, *mix, "--out", str(tmp_path / "out")]) == 2
    assert "--mix mlp@0.9" in capsys.readouterr().err


def test_that_a_fault_ends_with_1_and_names_the_log(tmp_path):
    break_it = (
        "import sys, costcurve_gui.cli.report as report\n"
        "def fail(*_): raise ZeroDivisionError\n"
        "report.write_report = fail\n"
        "from costcurve_gui.app import main\n"
        f"sys.exit(main(['report', {str(GERMAN)!r}, '--positive', 'bad', '--out',"
        f" {str(tmp_path / 'out')!r}]))"
    )
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    ended = subprocess.run(
        [sys.executable, "-c", break_it],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        env=environment,
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("error: ")
    assert "costcurve.log" in ended.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_that_a_signal_waits_for_the_picture_that_is_being_painted(tmp_path, qapp, monkeypatch):
    painted = []

    def paint(path, *_):
        signal.raise_signal(signal.SIGTERM)
        painted.append(path.name)

    monkeypatch.setattr(pictures, "write_picture", paint)
    words = [str(GERMAN), "--positive", "bad", "--bootstrap", "0", "--format", "png"]
    with pytest.raises(SystemExit) as ended:
        run([*words, "--out", str(tmp_path / "out")])
    assert ended.value.code == 128 + signal.SIGTERM
    assert len(painted) == 1
    assert not list(tmp_path.iterdir())
