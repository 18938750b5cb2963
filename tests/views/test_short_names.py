from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.views.panels.decision_figures import figure_rows
from costcurve_gui.views.text import vocabulary
from costcurve_gui.views.text.better_model import better_model
from tests.helpers.choices import Choice
from tests.helpers.snapshots import BEST, settings, snapshot

LONG = "gradient_boosting_with_a_long_name"


def renamed(key, *args, **changes):
    shown = snapshot(*args, **changes)
    model = shown.models[key]
    models = {**shown.models, key: replace(model, info=replace(model.info, name=LONG))}
    return replace(shown, models=models)


def test_that_a_name_goes_on_in_the_next_line_behind_an_underscore_or_at_a_space():
    assert vocabulary.on_lines("naive_bayes", 1) == "naive_bayes"
    assert vocabulary.on_lines("naive_bayes cheaper", 2) == "naive_bayes\ncheaper"
    assert vocabulary.on_lines("gradient_boosting cheaper", 2) == "gradient_\nboosting cheaper"
    assert vocabulary.on_lines("forest", 3) == "forest"
    assert vocabulary.versions_on_lines("naive_bayes") == ("naive_bayes", "naive_\nbayes")


@given(st.text("ab_ ", min_size=1, max_size=30), st.integers(1, 5))
def test_that_no_letter_of_a_name_is_lost_on_several_lines(name, most):
    lines = vocabulary.on_lines(name, most).split("\n")
    assert len(lines) <= most
    assert "".join(lines).replace(" ", "") == name.replace(" ", "")


def test_that_a_sentence_about_a_long_name_keeps_its_verb():
    _, text = better_model(renamed(BEST, selected="g/score_mlp"), "g/score_mlp")
    assert text.endswith(" earns 21.22 DM more on this sample")
    assert text.startswith(LONG)


def test_that_what_a_long_name_finds_more_is_said_whole():
    shown = renamed(BEST, settings(Choice.NEYMAN_PEARSON), selected="g/score_mlp")
    mlp = shown.models["g/score_mlp"]
    fewer = replace(mlp, policy=replace(mlp.policy, tpr=0.5))
    _, text = better_model(
        replace(shown, models={**shown.models, "g/score_mlp": fewer}), "g/score_mlp"
    )
    assert text.startswith(LONG)
    assert "finds" in text
    assert text.endswith(" more of the positives on this sample")


def test_that_the_lead_over_a_long_name_keeps_its_words():
    rows = figure_rows(renamed("g/score_gradient_boosting"), BEST)
    name = rows[0][0]
    assert name == f"over {LONG}"
