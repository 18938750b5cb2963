from __future__ import annotations

from tests.helpers.other_inputs import example


def test_that_another_class_against_all_others_changes_the_sides_alone() -> None:
    info = example("wine_cv10").info
    sizes = dict(info.classes)
    for name, size in sizes.items():
        turned = info.against_all(name)
        assert (turned.positive_label, turned.positives) == (name, size)
        assert turned.positives + turned.negatives == sum(sizes.values())
        assert turned.models == info.models
    assert info.against_all("") is info
