"""A damaged policy is refused with status 2 before anything is written, or means something."""

from __future__ import annotations

import json
from random import Random

import pytest

from costcurve_gui.cli import deciding, rule_code, verifying
from costcurve_gui.cli.report import run as report
from tests.helpers.damaged_json import damaged
from tests.helpers.examples import examples
from tests.policies.conftest import WORDS

LANGUAGES = ("sql", "excel", "python", "sklearn")


@pytest.fixture(scope="module")
def contents(plan, content, tmp_path_factory):
    """Policies of every kind: of a report with costs known when deciding, and by segment."""
    out = tmp_path_factory.mktemp("segments") / "out"
    words = [*WORDS, "--known-when-deciding", "amount", "--segment", "few"]
    assert report([str(plan.parent / "cases.csv"), *words, "--out", str(out)]) == 0
    return content, json.loads((out / "policy.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", ["decide", "rule", "verify"])
def test_that_a_damaged_policy_is_no_fault_of_the_program(command, contents, plan, tmp_path):
    random = Random(command)  # noqa: S311 (it is to repeat)
    saved, out = tmp_path / "policy.json", tmp_path / "out.csv"
    rows = str(plan.parent / "cases.csv")
    found = set()
    for _ in range(examples(120)):
        content = damaged(random.choice(contents), random)
        text = json.dumps(content, ensure_ascii=random.random() < 0.5)
        saved.write_bytes(text.encode("utf-8", "surrogatepass"))
        words = ["--policy", str(saved)]
        if random.random() < 0.7:
            policy = random.choice(random.choice(contents)["policies"])
            words += ["--criterion", policy["criterion"], "--model", policy["model"]]
        if command == "rule":
            status = rule_code.run([*words, "--language", random.choice(LANGUAGES)])
        elif command == "decide":
            status = deciding.run([rows, *words, "--out", str(out)])
        else:
            status = verifying.run([rows, *words, "--out", str(out), "--bootstrap", "0"])
        assert status in (0, 2), text
        assert out.exists() is (status == 0 and command != "rule")
        out.unlink(missing_ok=True)
        found.add(status)
    assert found == {0, 2}


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("policies", 0, "threshold"), 10**400, "too large a number"),
        (("policies", 0, "threshold"), float("nan"), "NaN is not a finite number"),
        (("policies", 0, "next_score"), "text", "next_score"),
        (("policies", 0, "score", "min"), None, "score.min"),
        (("policies", 0, "model"), "a\ud800", r"\ud800 is half a character"),
        (("payoff", "fn"), "\udce9", r"\udce9 is half a character"),
    ],
)
def test_that_what_no_policy_can_hold_is_named(content, plan, tmp_path, capsys, place, value, said):
    changed = json.loads(json.dumps(content))
    *way, last = place
    holder = changed
    for step in way:
        holder = holder[step]
    holder[last] = value
    (tmp_path / "p.json").write_text(json.dumps(changed), encoding="utf-8")
    words = ["--policy", str(tmp_path / "p.json"), "--out", str(tmp_path / "out.csv")]
    assert deciding.run([str(plan.parent / "cases.csv"), *words]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out.csv").exists()
