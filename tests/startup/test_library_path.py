from __future__ import annotations

import sys

import pytest

from costcurve_gui.startup.library_path import restore_library_path


@pytest.mark.parametrize(
    ("found", "left"),
    [
        ({"LD_LIBRARY_PATH": "/opt/costcurve/_internal", "HOME": "/root"}, {"HOME": "/root"}),
        (
            {"LD_LIBRARY_PATH": "/opt/x", "LD_LIBRARY_PATH_ORIG": "/mine"},
            {"LD_LIBRARY_PATH": "/mine"},
        ),
        ({}, {}),
    ],
)
def test_that_a_build_hands_on_the_library_path_it_was_given(
    monkeypatch: pytest.MonkeyPatch, found: dict[str, str], left: dict[str, str]
) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", "/opt/costcurve/_internal", raising=False)
    restore_library_path(found)
    assert found == left


def test_that_a_checkout_keeps_the_library_path() -> None:
    environment = {"LD_LIBRARY_PATH": "/mine"}
    restore_library_path(environment)
    assert environment == {"LD_LIBRARY_PATH": "/mine"}
