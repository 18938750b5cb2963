from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import mannwhitneyu

from costcurve_gui.dataio.dataset import load_dataset
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.opening import open_text
from costcurve_gui.dataio.roles.choice import choose_roles
from costcurve_gui.dataio.roles.column_roles import Role, Roles, model_name, model_names
from costcurve_gui.dataio.roles.findings import Inquiry, find, score_finding
from costcurve_gui.dataio.roles.proposal import propose_roles
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.resampling.auc_interval import auc_interval

SAMPLES = Path("resources/sample_data")


def table(*lines: str) -> str:
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("values", "positive"),
    [("0 1", "1"), ("1 0", "1"), ("-1 1", "1"), ("0.0 1.0", "1.0"), ("True False", "True"),
     ("no yes", "yes"), ("legit fraud", "fraud"), ("neg pos", "pos"), ("churn stay", "churn"),
     ("good bad", ""), ("1 2", ""), ("M R", ""), ("yes true", "")],
)  # fmt: skip
def test_that_the_positive_value_is_found_only_where_it_is_sure(values, positive):
    one, other = values.split()
    proposal = propose_roles(open_text(table("label,score", f"{one},1", f"{other},2")))
    assert proposal.roles.positive == positive
    assert [problem.part for problem in proposal.problems] == ([] if positive else ["positive"])


def test_that_roles_follow_names_and_kinds():
    source = open_text(
        table(
            "customer_id,target,fold,weight,amount,age,score_a,prob_b,p_c,region",
            "17,1,1,0.5,100,30,0.1,0.2,0.3,north",
            "18,0,2,0.5,200,40,0.4,0.5,0.6,south",
        )
    )
    proposal = propose_roles(source)
    assert list(proposal.by_column.values()) == [
        Role.IDENTIFIER, Role.LABEL, Role.FOLD, Role.COST, Role.COST, Role.COST,
        Role.SCORE, Role.SCORE, Role.SCORE, Role.IGNORE,
    ]  # fmt: skip
    assert proposal.roles == Roles("target", "1", ("score_a", "prob_b", "p_c"), fold="fold")


def test_that_without_telling_names_all_remaining_numbers_are_scores():
    source = open_text(table("id,label,amount,rf,knn,name", "1,yes,5,0.1,2,x", "2,no,6,0.3,4,y"))
    assert propose_roles(source).roles.scores == ("rf", "knn")


def test_that_a_label_without_a_telling_name_is_found_by_its_two_values():
    source = open_text(table("paid,score,city", "yes,1,a", "no,2,b", "no,3,c"))
    assert propose_roles(source).roles.label == "paid"
    source = open_text(table("paid,score,sex", "yes,1,m", "no,2,f", "no,3,f"))
    problem = propose_roles(source).problems[0]
    assert str(problem) == "Which column is the true class: paid or sex?"
    assert problem.candidates == ("paid", "sex")
    assert choose_roles(source, label="paid").positive == "yes"


def test_that_a_measured_y_is_no_true_class():
    rows = [f"{at / 64},{1 - at / 64}" for at in range(64)]
    proposal = propose_roles(open_text(table("x,y", *rows)))
    assert proposal.roles.label == ""
    assert proposal.problems[0].part == "label"
    numbered = propose_roles(
        open_text(table("x,y", *(f"{at / 64},{at % 2}.0" for at in range(64))))
    )
    assert numbered.roles.label == "y"


def test_that_score_patterns_and_model_names_are_understood():
    source = open_text(table("label,score_a,score_b,other", "yes,1,2,3", "no,3,2,1"))
    roles = choose_roles(source, scores=["score_*", "other"], lower_is_positive=["a", "other"])
    assert roles.scores == ("score_a", "score_b", "other")
    assert roles.lower_is_positive == {"score_a", "other"}
    with pytest.raises(DataError, match=r'No model "c"\. There are a and b\.'):
        choose_roles(source, lower_is_positive=["c"])


def test_that_a_positive_number_is_found_however_it_is_written():
    source = open_text(table("label,score", "1.0,1", "0.0,2"))
    assert choose_roles(source, positive="1").positive == "1.0"
    assert load_dataset(source, Roles("label", "1", ("score",))).positive_label == "1.0"


def test_that_model_names_lose_their_prefix_unless_two_would_be_one():
    assert model_name("score_") == "score_"
    assert model_names(("score_a", "b")) == {"score_a": "a", "b": "b"}
    assert model_names(("score_a", "a")) == {"score_a": "score_a", "a": "a"}


def test_that_low_scores_can_mean_positive():
    source = open_text(table("label,score_points", "yes,300", "no,700"))
    dataset = load_dataset(source, choose_roles(source, lower_is_positive=["points"]))
    assert dataset.scores["score_points"].tolist() == [-300, -700]
    assert dataset.numeric["score_points"].tolist() == [300, 700]


def test_that_rows_without_a_label_are_left_out_and_said():
    source = open_text(table("label,score", "yes,1", ",2", "no,3", "NA,4"))
    dataset = load_dataset(source, choose_roles(source))
    assert dataset.rows == 2
    assert dataset.row_numbers.tolist() == [1, 3]
    assert dataset.row_number(1) == 3
    assert dataset.warnings == ("2 rows without a value in label left out: 2, 4.",)


def test_that_missing_scores_stay_as_nan_and_are_said():
    source = open_text(table("label,score_a,score_b", "yes,1,", "no,3,2", "no,4,1"))
    dataset = load_dataset(source, choose_roles(source))
    assert dataset.missing == {"score_a": 0, "score_b": 1}
    assert dataset.warnings == ("score_b has no value in 1 row; they are left out for b alone.",)


def test_that_text_counts_as_missing_where_that_was_chosen():
    source = open_text(table("label,score_a", "yes,1", "no,n.v.", "no,4", "no,3"))
    roles = Roles("label", "yes", ("score_a",), text_as_missing=frozenset({"score_a"}))
    assert load_dataset(source, roles).missing == {"score_a": 1}


def test_that_a_cost_column_with_text_is_left_out_unless_it_was_chosen():
    source = open_text(table("label,score_a,fee", "yes,1,2", "no,2,2", "no,4,3", "no,3,-"))
    dataset = load_dataset(source, choose_roles(source))
    assert list(dataset.numeric) == ["score_a"]
    assert dataset.warnings == ('fee has text in 1 row: 4 "-"; the column is left out.',)
    with pytest.raises(DataError, match="fee has text in 1 row"):
        load_dataset(source, Roles("label", "yes", ("score_a",), costs=("fee",)))


def test_that_arrays_handed_out_are_read_only():
    source = open_text(table("label,score_a,fold,weight", "yes,1,a,1", "no,2,b,1"))
    roles = choose_roles(source, fold="fold", weight="weight")
    dataset = load_dataset(source, roles)
    arrays = [dataset.y_true, dataset.weight, dataset.fold, *dataset.scores.values()]
    assert not any(array.flags.writeable for array in [*arrays, *dataset.numeric.values()])


def test_that_findings_say_what_the_import_dialog_shows():
    lines = ["id,label,score_good,score_points,score_gap,score_tied,score_text"]
    for i in range(100):
        label = "bad" if i % 10 < 3 else "good"
        score = (10 - i % 10) + i / 1000
        lines.append(
            f"{i if i != 41 else 17},{label},{score},{-score},{'' if i in (5, 7) else score},"
            f"{int(score > 7.5)},{'n.v.' if i == 12 else score}"
        )
    source = open_text(table(*lines))
    roles = choose_roles(source, positive="bad")
    found = find(source, Inquiry(roles, ("id",))).columns
    said = {name: (finding.level, finding.text, finding.repair) for name, finding in found.items()}
    assert said == {
        "id": ("doubt", "id 17 occurs twice; all rows count", ""),
        "label": ("good", "30 bad, 70 good", ""),
        "score_good": ("good", "AUC 1.000", ""),
        "score_points": ("doubt", "AUC 1.000, turned from 0.000", "higher_is_positive"),
        "score_gap": ("doubt", "AUC 1.000; 2 rows left out for gap alone", ""),
        "score_tied": ("doubt", "AUC 1.000; 2 distinct scores, ties count one half", ""),
        "score_text": (
            "fault",
            'score_text has text in 1 row: 13 "n.v.". Count as missing, or choose another column.',
            "text_as_missing",
        ),
    }  # fmt: skip
    assert found["id"].rows == (18, 42)
    assert found["score_gap"].rows == (6, 8)


def test_that_a_constant_score_has_one_distinct_score():
    source = open_text(table("label,score_a", *["bad,0.5", "good,0.5"] * 10))
    roles = choose_roles(source, positive="bad")
    assert (
        find(source, Inquiry(roles))
        .columns["score_a"]
        .text.startswith("AUC 0.500; 1 distinct score, ties")
    )


def test_that_only_what_chance_would_seldom_do_is_said_to_rank_backwards():
    rng = np.random.default_rng(7)
    y_true = np.arange(80) % 4 == 0
    levels = set()
    for shift in np.linspace(0.0, 1.2, 40):
        score = rng.permutation(80) / 80 - shift * y_true * rng.random(80)
        finding = score_finding("m", y_true, score, Roles("label", "bad", ("m",)))
        rank_sum = mannwhitneyu(
            score[y_true],
            score[~y_true],
            alternative="less",
            use_continuity=False,
            method="asymptotic",
        )
        if rank_sum.statistic < 0.5 * 20 * 60:
            assert finding.level == ("fault" if rank_sum.pvalue < 0.05 else "doubt")
            assert bool(finding.repair) is (finding.level == "fault")
            levels.add(finding.level)
    assert levels == {"fault", "doubt"}


def test_that_a_score_is_turned_only_where_its_whole_interval_lies_below_one_half():
    rng = np.random.default_rng(11)
    y_true = np.arange(60) % 3 == 0
    seen = set()
    for shift in np.linspace(-0.6, 1.5, 43):
        score = rng.normal(size=60) - shift * y_true
        high = auc_interval(threshold_table(y_true, score)).high
        found = score_finding("m", y_true, score, Roles("label", "bad", ("m",)), settled=False)
        area = np.mean(score[y_true][:, None] > score[~y_true])
        assert found.turned == (high < 0.5)
        if found.turned:
            figures = [float(word.rstrip(",")) for word in found.text.split() if word[0] == "0"]
            assert figures == pytest.approx([1 - area, area], abs=6e-4)
        seen.add(found.turned)
        settled = score_finding("m", y_true, score, Roles("label", "bad", ("m",)))
        assert not settled.turned
        assert settled.text.startswith(f"AUC {area:.3f}")
    assert seen == {True, False}


def test_that_findings_are_of_the_rows_that_the_filter_keeps():
    lines = [f"{'bad' if i % 2 else 'good'},{i * (-1) ** (i % 2)},{i}" for i in range(40)]
    lines += [f"{'bad' if i % 2 else 'good'},{i % 2},{100 + i}" for i in range(20)]
    source = open_text(table("label,score_a,amount", *lines))
    roles = choose_roles(source, positive="bad", where="amount >= 100")
    found = find(source, Inquiry(roles))
    assert found.kept == 20
    assert found.columns["score_a"].text.startswith("AUC 1.000")
    assert find(source, Inquiry(choose_roles(source, positive="bad"))).kept is None


def test_that_rows_that_are_the_same_are_counted_and_listed():
    rows = ["bad,1,2", "good,1,2", "bad,1,2", "bad,2,1", "good,3,", "good,3,", "bad,1,2"]
    source = open_text(table("label,score_a,score_b", *rows))
    inquiry = Inquiry(choose_roles(source, positive="bad"), copies=True)
    copies = find(source, inquiry).copies
    assert copies.text == "3 rows are copies of others; every row counts"
    assert copies.rows == (1, 3, 5, 6, 7)
    distinct = open_text(table("label,score_a,score_b", *rows[:2], *rows[3:5]))
    assert find(distinct, inquiry).copies is None


def test_that_ids_are_said_to_be_distinct_or_listed_with_all_their_rows():
    rows = ["a,bad,1", "b,good,2", "a,good,3", ",bad,4", ",bad,5", "b,good,6", "c,bad,7"]
    source = open_text(table("id,label,score_a", *rows))
    roles = Roles("label", "bad", ("score_a",))
    found = find(source, Inquiry(roles, ("id",))).columns["id"]
    assert found.text == "id a occurs twice; 1 more repeated; all rows count"
    assert found.rows == (1, 2, 3, 6)
    assert find(source, Inquiry(roles, ("score_a",))).columns["score_a"].text == "no score_a twice"


@pytest.mark.parametrize(
    "name",
    ["customerId", "ID_loan", "case_no", "account_number", "Order Ref", "row_idx", "guid_key"],
)
def test_that_an_id_like_column_is_neither_score_nor_cost(name):
    rows = [f"{'bad' if i % 3 else 'good'},0.{i},{7000 + 13 * i}" for i in range(40)]
    for scores in ("score_a", "forest"):
        proposal = propose_roles(open_text(table(f"label,{scores},{name}", *rows)))
        assert proposal.by_column[name] is Role.IDENTIFIER
        assert proposal.roles.scores == (scores,)


def test_that_a_first_column_that_counts_the_rows_is_no_score():
    rows = [f"{i},{'bad' if i % 3 else 'good'},0.{i},{i}" for i in range(40)]
    proposal = propose_roles(open_text(table(",label,forest,points", *rows)))
    assert proposal.by_column["column_1"] is Role.IDENTIFIER
    assert proposal.roles.scores == ("forest", "points")
    alone = propose_roles(
        open_text(table("points,label", *(",".join(r.split(",")[:2]) for r in rows)))
    )
    assert alone.roles.scores == ("points",)


def test_that_a_number_that_repeats_is_no_identifier():
    rows = [f"{'bad' if i % 3 else 'good'},0.{i},{i % 4}" for i in range(40)]
    proposal = propose_roles(open_text(table("label,score,house_number", *rows)))
    assert proposal.by_column["house_number"] is Role.COST


def test_that_customers_who_never_come_twice_tell_the_cases_apart():
    rows = [(f"K-{at}", at % 2, at) for at in range(60)]
    for names, role in ((rows, Role.IDENTIFIER), ([*rows, *rows[:40]], Role.GROUP)):
        text = "customer,label,score\n" + "".join(f"{a},{b},{c}\n" for a, b, c in names)
        assert propose_roles(open_text(text)).by_column["customer"] is role
