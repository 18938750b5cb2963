import pytest

from costcurve_gui.cli.report import run
from tests.cli.conftest import SAMPLES

GERMAN = str(SAMPLES / "german_credit_half.csv")
HEAD = "label,amount,score_a,score_b\n"
CASES = HEAD + "1,10,0.9,0.2\n0,20,0.3,0.4\n1,30,0.8,0.7\n0,40,0.1,0.6\n"


@pytest.fixture
def refused(tmp_path, capsys):
    """Run a report that must be refused; return the one line it says."""

    def start(*words):
        out = tmp_path / "out"
        status = run([*words, "--format", "csv", "--out", str(out)])
        said = capsys.readouterr()
        assert status == 2
        assert said.out == ""
        assert said.err.startswith("error: ")
        assert said.err.count("\n") == 1
        assert not out.exists()
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
        return said.err

    return start


def test_that_an_unclear_positive_class_is_refused_with_both_named(refused):
    message = refused(GERMAN)
    assert "bad" in message
    assert "good" in message


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--positive", "worst"], ["worst", "bad", "good"]),
        (["--positive", "bad", "--label", "lable"], ["lable", "label"]),
        (["--positive", "bad", "--scores", "glob_*"], ["glob_*", "score_mlp"]),
        (["--positive", "bad", "--weight", "wight"], ["wight"]),
        (["--positive", "bad", "--fold", "fould"], ["fould"]),
        (["--positive", "bad", "--fold", "amount"], ["amount has", "values", "2 to 250"]),
        (["--positive", "bad", "--lower-is-positive", "svm"], ["svm", "mlp"]),
        (["--positive", "bad", "--where", "amount >"], ["amount >"]),
        (["--positive", "bad", "--where", "amount > 1e9"], ["none of 500 rows"]),
        (["--positive", "bad", "--fn", "-amuont"], ["--fn", "amuont", "amount"]),
        (["--positive", "bad", "--fn", "amount"], ["--fn", "150 of 150", "row 1", "-5951"]),
        (["--positive", "bad", "--fp", "1/(amount - 7882)"], ["--fp", "row 2"]),
        (["--positive", "bad", "--fn", "0"], ["--fn", "cost nothing"]),
        (["--positive", "bad", "--derive", "reversed:svm"], ["--derive", "svm", "mlp"]),
        (["--positive", "bad", "--derive", "and:mlp,score_mlp"], ["--derive", "two different"]),
        (["--positive", "bad", "--derive", "chain:mlp,naive_bayes,mlp"], ["two different"]),
        (["--positive", "bad", "--derive", "weighted:mlp"], ["weighted:mlp", "costs the same"]),
    ],
)
def test_that_a_refusal_says_what_and_where(refused, words, named):
    message = refused(GERMAN, *words)
    for word in named:
        assert word in message


def test_that_rows_are_named_as_in_the_file_after_a_filter(refused):
    message = refused(GERMAN, "--positive", "bad", "--fn", "amount", "--where", "amount < 3000")
    assert "row 4: -1295" in message  # the first bad loan under 3,000 stands in row 4


def test_that_text_among_scores_names_its_first_rows(refused, write_cases):
    path = write_cases(CASES + "1,5,high,0.1\n")
    message = refused(path, "--scores", "score_a")
    assert "score_a" in message
    assert "high" in message
    assert "5" in message


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("", "empty"),
        ("label,score\n", "no rows"),
        ("label,score\n1,0.5\n1,0.6\n", "both classes"),
        ("label,score,score\n1,0.5,1\n0,0.6,1\n", 'named "score"'),
        ("label,score\n1,\n0,0.4\n", "positive"),
    ],
)
def test_that_a_file_without_a_sample_is_refused(refused, write_cases, content, word):
    message = refused(write_cases(content), "--label", "label", "--positive", "1")
    assert word in message


def test_that_a_model_is_not_derived_twice(refused):
    words = ("--positive", "bad", "--derive", "reversed:mlp", "--derive", "reversed:score_mlp")
    assert "mlp reversed already is this model" in refused(GERMAN, *words)


def test_that_a_model_that_acts_on_nobody_needs_a_threshold(refused):
    words = ("--positive", "bad", "--fn", "-0.0001", "--derive", "or:mlp,naive_bayes")
    message = refused(GERMAN, *words)
    assert "--derive or:mlp,naive_bayes" in message
    assert "mlp@T" in message


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mlp@0.3,svm"], 'No model "svm"'),
        (["mlp@0.3,naive_bayes@0.5", "--max-fpr", "0.9"], "--mix mlp@0.3,naive_bayes@0.5: No"),
        (["mlp@nan,naive_bayes@0.5"], "must be a number"),
        (["mlp@0.3"], "MODEL@T,MODEL@T"),
        (["mlp@0.3,"], "MODEL@T,MODEL@T"),
    ],
)
def test_that_a_mixture_that_cannot_be_is_refused(refused, words, said):
    bound = [] if "--max-fpr" in words else ["--max-fpr", "0.1"]
    assert said in refused(GERMAN, "--positive", "bad", "--mix", *words, *bound)


def test_that_a_mixture_needs_something_to_be_mixed_for(refused):
    message = refused(GERMAN, "--positive", "bad", "--mix", "mlp@0.3,naive_bayes@0.5")
    assert "--mix needs --capacity" in message


def test_that_scores_are_not_changed_where_there_are_counts(refused, write_cases):
    path = write_cases("model,tp,fn,fp,tn\na,5,5,1,9\n")
    said = refused(path, "--derive", "calibrated:a")
    assert "Calibrated needs scored cases; the rows of" in said
    assert "are confusion matrices" in said
    assert "--scores is of no use here" in refused(path, "--scores", "a")


def test_that_a_missing_file_and_a_folder_are_refused(refused, tmp_path):
    assert "absent.csv" in refused(str(tmp_path / "absent.csv"))
    assert "folder" in refused(str(tmp_path))


def test_that_a_binary_file_is_refused(refused, tmp_path):
    path = tmp_path / "noise.csv"
    path.write_bytes(bytes(range(256)) * 40)
    assert "noise.csv" in refused(str(path))


def test_that_a_payoff_file_is_named_in_an_error_of_its_cells(refused, tmp_path):
    path = tmp_path / "loan.json"
    path.write_text('{"tp": "0", "fp": "-1", "fn": "amount", "tn": "0"}')
    message = refused(GERMAN, "--positive", "bad", "--payoff", str(path))
    assert "loan.json: fn" in message


def test_that_an_unknown_option_is_refused_before_the_file_is_read(refused):
    assert "--flavour" in refused("absent.csv", "--flavour", "region")


def test_that_a_failed_report_leaves_the_earlier_one_as_it_was(tmp_path, write_cases, capsys):
    path, out = write_cases(CASES), tmp_path / "out"
    assert run([path, "--format", "csv", "--out", str(out)]) == 0
    before = {file.name: file.read_bytes() for file in out.iterdir()}
    assert run([path, "--format", "csv", "--out", str(out), "--fn", "nonsense"]) == 2
    assert {file.name: file.read_bytes() for file in out.iterdir()} == before
    assert "nonsense" in capsys.readouterr().err


def test_that_an_unwritable_folder_is_refused(write_cases, tmp_path, capsys):
    (tmp_path / "file").touch()
    words = [write_cases(CASES), "--format", "csv", "--out"]
    assert run([*words, str(tmp_path / "file" / "out")]) == 2
    assert run([*words, str(tmp_path / "file")]) == 2
    assert "--out" in capsys.readouterr().err
