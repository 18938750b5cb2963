"""The notebook in docs/: every cell runs, in order, and nothing of a run is kept in the file."""

import ast
import json
from pathlib import Path

import pandas as pd
import pytest

from costcurve_gui import Comparison

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "german_credit.ipynb"


@pytest.fixture(scope="module")
def cells():
    return json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]


def executed(source, names):
    """Run a cell and return the value of its last line, as Jupyter shows it."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, NOTEBOOK.name, "exec"), names)  # noqa: S102 - our own notebook
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names)  # noqa: S307


@pytest.fixture(scope="module")
def run(cells, tmp_path_factory):
    """Return the folder that the notebook ran in, its variables and what its cells show."""
    folder, names = tmp_path_factory.mktemp("notebook"), {}
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        shown = [executed(source, names) for source in sources]
    return folder, names, shown


def test_that_three_models_are_trained_and_one_is_chosen(run):
    _, names, _ = run
    assert names["found"].models == ["logistic", "bayes", "forest"]
    assert not set(names["train"].index) & set(names["test"].index)
    best = names["optimum"].loc[names["decision"].model]
    assert names["decision"].expected_cost == best["apparent_cost"] < best["out_of_bag_cost"]


def test_that_comparison_picture_and_tables_are_shown(run):
    *_, shown = run
    (comparison,) = [value for value in shown if isinstance(value, Comparison)]
    assert comparison._repr_html_().count("<img ") == 4
    assert any(hasattr(value, "_repr_svg_") for value in shown)
    assert all(len(value) for value in shown if isinstance(value, pd.DataFrame))


def test_that_report_picture_and_policy_are_saved(run):
    folder, names, _ = run
    assert (folder / "german_credit_report" / "selection.csv").is_file()
    assert (folder / "german_credit.png").read_bytes().startswith(b"\x89PNG")
    policy = json.loads((folder / "german_credit_policy.json").read_text(encoding="utf-8"))
    assert policy["policies"][0]["threshold"] == names["decision"].threshold


def test_that_the_file_holds_no_output(cells):
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    assert len({cell["id"] for cell in cells}) == len(cells)
