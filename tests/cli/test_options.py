import inspect
import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from costcurve_gui import compare
from costcurve_gui.analysis.interval_settings import DEFAULT_BANDS, BandPolicy
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings
from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.options import parse_options, settings_of
from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec

NEEDED = ["cases.csv", "--out", "report"]


def refused(*words):
    with pytest.raises(OptionError) as caught:
        parse_options([*NEEDED, *words])
    return str(caught.value)


def test_that_the_defaults_are_those_of_the_contract():
    options = parse_options(NEEDED)
    assert options.file == Path("cases.csv")
    assert options.out == Path("report")
    assert options.payoffs == {"tp": "0", "fp": "-1", "fn": "-1", "tn": "0"}
    assert (options.confidence, options.seed) == (0.9, 0)
    assert options.formats == ("png", "csv")
    assert options.partial_axis == "fpr"
    unset = ("label", "positive", "scores", "weight", "fold", "max_fpr", "capacity")
    for name in (*unset, "partial_auc"):
        assert getattr(options, name) is None
    assert options.condition == ConditionSpec()


def test_that_bands_are_found_as_the_options_say():
    assert parse_options(NEEDED).bands == DEFAULT_BANDS
    assert not parse_options([*NEEDED, "--bootstrap", "0"]).bands.shown
    words = ("--bootstrap", "50", "--confidence", "0.8", "--seed", "3")
    bands = parse_options([*NEEDED, *words, "--band-policy", "reoptimised"]).bands
    assert bands.spec == BootstrapSpec(50, 0.8, 3)
    assert bands.policy is BandPolicy.REOPTIMISED


@pytest.mark.parametrize("text", ["uniform", "beta:2.0,5", "triangular:0,0.25,1"])
def test_that_a_belief_keeps_its_text(text):
    assert parse_options([*NEEDED, "--belief", text]).belief == text
    assert parse_options(NEEDED).belief == ""


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--prior", "1.2"], "--prior"),
        (["--prior", "few"], "'few' is not a number"),
        (["--prior", "nan"], "not a number"),
        (["--max-fpr", "-0.1"], "--max-fpr"),
        (["--confidence", "1"], "--confidence"),
        (["--seed", "-1"], "--seed"),
        (["--belief", "even"], "'even' is no belief; it is uniform, beta:A,B or triangular:"),
        (["--belief", "beta:2,0"], "--belief: beta:A,B needs two numbers above 0"),
        (["--belief", "triangular:0.5,0.2,0.9"], "they are 0.5, 0.2 and 0.9"),
        (["--seed", "1.5"], "--seed"),
        (["--population", "0", "--capacity", "1"], "--population"),
        (["--capacity", "-1", "--population", "5"], "--capacity"),
        (["--scores", "a,,b"], "empty name"),
        (["--fold", ""], "is empty"),
        (["--partial-auc", "0.2"], "LO,HI"),
        (["--partial-auc", "0,0.1,0.2"], "LO,HI"),
        (["--partial-auc", "0.3,0.3"], "LO below HI"),
        (["--partial-auc", "0,1.2"], "1.2 is not between 0 and 1"),
        (["--partial-auc", "0,few"], "'few' is not a number"),
        (["--partial-auc", "0,0.1", "--partial-axis", "tnr"], "--partial-axis"),
        (["--partial-axis", "tpr"], "needs --partial-auc"),
        (["--format", "csv,gif"], "gif"),
        (["--fn"], "--fn"),
        (["--tpp", "1"], "--tpp"),
        (["second.csv"], "second.csv"),
    ],
)
def test_that_a_bad_value_is_refused_with_its_option(words, named):
    assert named in refused(*words)


def test_that_a_capacity_needs_a_population_but_not_the_other_way_round():
    message = refused("--capacity", "100")
    assert "--capacity" in message
    assert "--population" in message
    options = parse_options([*NEEDED, "--population", "2134"])
    assert settings_of(options).selection.population == 2134
    assert not settings_of(options).selection.bounds.limits


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--scores", "a"], "--scores is for two classes"),
        (["--lower-is-positive", "a"], "--lower-is-positive is for two classes"),
        (["--prior", "0.2"], "name that class with --positive"),
    ],
)
def test_that_options_of_two_classes_do_not_stand_beside_proba(words, named):
    assert named in refused("--proba", "proba_*", *words)


def test_that_a_prior_may_stand_beside_proba_where_its_class_is_named():
    options = parse_options(
        [*NEEDED, "--proba", "rf_*,nb_*", "--positive", "wolf", "--prior", "0.2"]
    )
    assert (options.proba, options.positive, options.condition.prior) == (
        ("rf_*", "nb_*"),
        "wolf",
        0.2,
    )


def test_that_file_and_folder_are_required():
    for words in (["cases.csv"], ["--out", "report"]):
        with pytest.raises(OptionError, match="required"):
            parse_options(words)


def test_that_the_order_of_formats_does_not_matter():
    assert parse_options([*NEEDED, "--format", "csv,svg,png"]).formats == ("png", "svg", "csv")


def test_that_an_infinite_threshold_is_a_threshold():
    assert parse_options([*NEEDED, "--threshold", "-inf"]).threshold == -math.inf


@pytest.fixture
def payoff_file(tmp_path):
    def write(content):
        path = tmp_path / "payoff.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return ["--payoff", str(path)]

    return write


def test_that_a_payoff_file_stands_for_the_four_cells(payoff_file):
    cells = {"tp": "20", "fp": -20, "fn": "-amount", "tn": 0.5}
    options = parse_options([*NEEDED, *payoff_file(cells)])
    assert options.payoffs == {"tp": "20", "fp": "-20", "fn": "-amount", "tn": "0.5"}


@pytest.mark.parametrize(
    "content",
    ["{", "[1, 2]", {"tp": "0"}, {"tp": 0, "fp": 0, "fn": None, "tn": 0}, {"a": 1}],
)
def test_that_a_payoff_file_of_another_shape_is_refused(payoff_file, content):
    assert refused(*payoff_file(content)).startswith("--payoff ")


def test_that_a_missing_payoff_file_is_named():
    assert "absent.json" in refused("--payoff", "absent.json")


def test_that_cells_are_set_in_one_place_only(payoff_file):
    cells = dict.fromkeys(("tp", "fp", "fn", "tn"), "1")
    assert "--fn and --payoff" in refused("--fn", "1", *payoff_file(cells))


@pytest.mark.parametrize("option", ["--out", "--label", "--weight", "--payoff"])
def test_that_an_empty_path_or_name_is_refused(option):
    assert "is empty" in refused(option, "")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("reversed:a", [("a", None)]),
        ("and:a@0.3,b", [("a", 0.3), ("b", None)]),
        ("chain: a@-1 , b@1e-3 , c@-inf", [("a", -1.0), ("b", 0.001), ("c", -math.inf)]),
        ("calibrated:mail@home", [("mail@home", None)]),
        ("or:mail@home@2,x:y", [("mail@home", 2.0), ("x:y", None)]),
    ],
)
def test_that_a_derived_model_is_asked_for_in_a_word(text, parts):
    (derive,) = parse_options([*NEEDED, "--derive", text]).derive
    assert derive.text == text
    assert [(part.name, part.threshold) for part in derive.parts] == parts


def test_that_several_models_are_derived_in_the_order_asked_for():
    words = ["--derive", "reversed:a", "--derive=weighted:b"]
    assert [one.text for one in parse_options([*NEEDED, *words]).derive] == [
        *("reversed:a", "weighted:b")
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a", "KIND:MODEL"),
        ("invert:a", "reversed, calibrated, repaired, weighted, and, or, chain"),
        ("reversed:", "lacks the name"),
        ("or:a,,b", "lacks the name"),
        ("and:a@0.5,@0.3", "lacks the name"),
        ("and:a", "names 1 model; it takes two models"),
        ("or:a,b,c", "names 3 models; it takes two models"),
        ("chain:a", "names 1 model; it takes two models or more"),
        ("calibrated:a,b", "names 2 models; it takes one model"),
        ("repaired:a@0.3", "has a threshold"),
        ("and:a@inf,b", "no case is positive"),
        ("and:a@nan,b", "no case is positive"),
    ],
)
def test_that_a_derived_model_that_cannot_be_read_is_refused(text, said):
    message = refused("--derive", text)
    assert "--derive" in message
    assert said in message


def test_that_the_defaults_of_report_notebook_and_window_are_the_same():
    window, report = DatasetSettings(), settings_of(parse_options(NEEDED))
    assert report.hidden == frozenset()  # tables are of all models, pictures of the best
    assert replace(report, selection=window.selection, hidden=window.hidden) == window
    chosen = replace(report.selection, objective=window.selection.objective)
    assert chosen == window.selection
    given = inspect.signature(compare).parameters
    spec = window.bands.spec
    defaults = [given[name].default for name in ("bootstrap", "confidence", "seed")]
    assert defaults == [spec.replicates, spec.level, spec.seed]
    assert [given[name].default for name in ("prior", "groups", "sample_weight")] == [None] * 3
