"""The page is one safe file: names are text, nothing is loaded, and the same comes out again."""

import base64
import hashlib
import json
import re
from dataclasses import replace

import numpy as np
import pytest

from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.page.content import Facts, content
from costcurve_gui.page.markup import page_bytes, safe_json
from costcurve_gui.page.scene import MOST_POINTS, scene
from costcurve_gui.resources import resource_path
from costcurve_gui.views.shell.theme import DARK, LIGHT
from tests.helpers.samples import BY_AMOUNT, dataset, dataset_of, loaded
from tests.helpers.snapshots import german_credit_snapshot

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"onmouseover='alert(1)' x=\"",
    "<!--<script>",
    "]]>&lt;b&gt;&amp;",
    "{{7*7}}${7*7}\u2028\u2029",
    "javascript:alert(1)",
)


def page_of(snapshot, **facts):
    return page_bytes(content(snapshot, Facts(**facts)))


def hostile_snapshot():
    """Return models, classes, words and a file that are called as an attacker would call them."""
    data = dataset(200, len(HOSTILE), seed=1)
    scores = dict(zip(HOSTILE, data.scores.values(), strict=True))
    named = replace(
        data,
        scores=scores,
        positive_label=HOSTILE[0],
        negative_label=HOSTILE[1],
        info_name=HOSTILE[2],
    )
    payoff = replace(BY_AMOUNT, unit=HOSTILE[1], case_noun=HOSTILE[0], positive_action=HOSTILE[0])
    start = loaded(named, payoff)
    return build_snapshot(start.curve_set, start.settings)


def test_that_every_figure_of_a_model_has_its_heading_beside_it():
    page = page_of(german_credit_snapshot()).decode()
    table = re.search(r'<table id="models".*?</table>', page, re.DOTALL)[0]
    headings = re.findall(r'<th scope="col">([^<]*)</th>', table)[1:]
    cells = re.findall(r'<td[^>]*data-title="([^"]*)"', table)
    assert cells == headings * (len(cells) // len(headings))
    assert len(cells) == table.count("<td")
    style = resource_path("page", "page.css").read_text(encoding="utf-8")
    assert ":nth-child" not in style  # no column is left out on a narrow screen


def test_that_hostile_names_stay_text(elements):
    page = page_of(hostile_snapshot(), warnings=HOSTILE)
    found = elements(page)
    assert len(found.named("script")) == 2
    assert not found.named("img")
    assert not [one for one in found.found if any(name.startswith("on") for name in one[1])]
    shown = {button[2] for button in found.named("button") if "aria-pressed" in button[1]}
    assert shown == set(HOSTILE)
    listed = {line[2] for line in found.named("li")}
    assert set(HOSTILE) <= listed


def test_that_the_page_without_hostile_names_has_the_same_elements(elements):
    shapes = []
    for names in (HOSTILE, tuple("abcdefg")):
        data = dataset(200, 7, seed=1)
        start = loaded(replace(data, scores=dict(zip(names, data.scores.values(), strict=True))))
        page = page_of(build_snapshot(start.curve_set, start.settings))
        shapes.append([(tag, sorted(attributes)) for tag, attributes, _ in elements(page).found])
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("name", HOSTILE)
def test_that_json_ends_no_element_and_says_the_same(name):
    text = safe_json({name: [name, 0.1]})
    assert not re.search(r"[<>&\u2028\u2029]", text)
    assert json.loads(text) == {name: [name, 0.1]}


def test_that_the_policy_admits_the_pages_own_script_and_style_alone(elements):
    found = elements(page_of(german_credit_snapshot()))
    (policy,) = found.named("meta", **{"http-equiv": "Content-Security-Policy"})
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1]["content"].split(";"))
    data, script = found.named("script")
    (style,) = found.named("style")
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == f"'sha256-{hashed(script[2])}'"
    assert rules["style-src"] == f"'sha256-{hashed(style[2])}'"
    assert data[1]["type"] == "application/json"
    assert "unsafe" not in policy[1]["content"]


def hashed(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_that_nothing_is_loaded_from_anywhere(elements):
    page = page_of(german_credit_snapshot())
    found = elements(page)
    for _, attributes, _ in found.found:
        assert not {"src", "href", "action", "style", "srcset", "data"} & attributes.keys()
    without_namespace = page.replace(b"http://www.w3.org/2000/svg", b"")
    assert b"http" not in without_namespace.replace(b"http-equiv", b"")
    assert b"url(" not in page
    assert b"@import" not in page
    assert b"innerHTML" not in page


def test_that_the_same_snapshot_gives_the_same_bytes():
    assert page_of(german_credit_snapshot()) == page_of(german_credit_snapshot())


def test_that_the_page_is_under_two_megabytes_however_many_cases_there_are():
    rng = np.random.default_rng(0)
    rows = 60_000
    y_true = rng.random(rows) < 0.3
    scores = {f"model_{turn}": y_true + rng.normal(size=rows) for turn in range(5)}
    data = dataset_of(
        y_true,
        scores,
        numeric={"amount": rng.lognormal(7, 0.8, rows)},
        weight=rng.random(rows),
    )
    start = loaded(data, BY_AMOUNT)
    snapshot = build_snapshot(start.curve_set, start.settings)
    found = scene(snapshot)
    assert all(len(model["thresholds"]) <= MOST_POINTS for model in found["models"])
    for model, curves in zip(found["models"], ranked(snapshot), strict=True):
        assert len(model["hull"]) == curves.evaluation.rociv_hull.indices.size
        assert model["thresholds"][model["policy"]["row"]] == model["policy"]["text"]
    assert len(page_of(snapshot)) < 2_000_000


def ranked(snapshot):
    from costcurve_gui.analysis.snapshot import ranking

    curves = {model.info.key: model for model in snapshot.curve_set.models}
    return [curves[key] for key in ranking(snapshot)]


def test_that_figures_are_on_the_page_without_its_script(elements):
    found = elements(page_of(german_credit_snapshot()))
    assert found.text("matrix-tp") == "373"
    assert found.text("sum-0") == "+601\u202f531 DM"
    assert "+531\u202f368" in [cell[2] for cell in found.named("td", **{"class": "profit"})]


def test_that_every_id_is_there_once_and_every_label_has_its_element(elements):
    found = elements(page_of(german_credit_snapshot()))
    ids = [one[1]["id"] for one in found.found if "id" in one[1]]
    assert len(ids) == len(set(ids))
    for _, attributes, _ in found.found:
        for name in ("aria-labelledby", "for"):
            assert attributes.get(name, ids[0]) in ids
    asked = re.findall(r'byId\("([\w-]+)"\)|say\("([\w-]+)"', script_text())
    assert {one or other for one, other in asked} - set(ids) - {"matrix-", "sum-"} == set()


def script_text():
    return resource_path("page", "page.js").read_text(encoding="utf-8")


def test_that_the_page_has_the_colours_and_dashes_of_the_window():
    text = resource_path("page", "page.css").read_text(encoding="utf-8")
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#\w+);", part))
        for part in text.split("@media print")[0].split("prefers-color-scheme: dark")
    )
    for tokens, shown in ((LIGHT, light), (DARK, dark)):
        assert len(shown) > 15
        for name, colour in shown.items():
            if name.startswith("model-"):
                assert colour == tokens.models[int(name.removeprefix("model-")) - 1]
            else:
                assert colour == getattr(tokens, name.replace("-", "_"))
    dashes = dict(re.findall(r"\.d(\d) \{ stroke-dasharray: ([\d. ]+); \}", text))
    for slot in range(1, 20):
        from costcurve_gui.page.scene import line_style

        color, dash = line_style(slot).split()
        wanted = " ".join(f"{length:g}" for length in LIGHT.model_dash(slot))
        assert dashes.get(dash.removeprefix("d"), "") == wanted
        if color != "c0":
            assert light[f"model-{color[1]}"] == LIGHT.model_color(slot)
        else:
            assert LIGHT.model_color(slot, highlighted=False) == LIGHT.trivial
