import sys

import dev_system
import pytest


def needed(**keywords):
    return dev_system.libraries_needed(**keywords)


def test_that_a_picture_needs_no_window_library():
    assert "libEGL.so.1" in needed(on_screen=False, environment={})
    assert "libxcb-cursor.so.0" not in needed(on_screen=False, environment={"DISPLAY": ":0"})


def test_that_a_window_needs_the_libraries_of_its_display():
    assert "libxcb-cursor.so.0" in needed(on_screen=True, environment={"DISPLAY": ":0"})
    wayland = needed(on_screen=True, environment={"WAYLAND_DISPLAY": "wayland-0"})
    assert "libwayland-cursor.so.0" in wayland
    assert "libxcb-cursor.so.0" not in wayland


def test_that_what_does_not_load_is_named_with_each_package_once():
    libraries, packages = dev_system.missing(
        {"libglib-2.0.so.0": "libglib2.0-0", "libgthread-2.0.so.0": "libglib2.0-0", "libc": "libc"},
        can_load=lambda library: library == "libc",
    )
    assert libraries == ["libglib-2.0.so.0", "libgthread-2.0.so.0"]
    assert packages == ["libglib2.0-0"]


def test_that_a_library_that_nobody_has_does_not_load():
    assert not dev_system.loads("libthere-is-no-such-library.so.9")


def test_that_a_font_is_found_in_any_depth(tmp_path):
    assert not dev_system.has_font([tmp_path, tmp_path / "absent"])
    (tmp_path / "truetype").mkdir()
    (tmp_path / "truetype" / "README.txt").touch()
    assert not dev_system.has_font([tmp_path])
    (tmp_path / "truetype" / "Sans.TTF").touch()
    assert dev_system.has_font([tmp_path])


@pytest.fixture
def bare_linux(monkeypatch):
    """A Linux without libEGL and fonts; the list of what gets installed."""
    installed = []
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(dev_system, "DRAWING", {"libEGL.so.1": "libegl1"})
    monkeypatch.setattr(
        dev_system,
        "missing",
        lambda _needed: ([], []) if installed else (["libEGL.so.1"], ["libegl1"]),
    )
    monkeypatch.setattr(dev_system, "has_font", lambda: False)
    monkeypatch.setattr(dev_system, "install", installed.extend)
    return installed


def test_that_without_the_right_to_install_the_command_is_named(bare_linux, monkeypatch):
    monkeypatch.setattr(dev_system, "may_install", lambda: False)
    with pytest.raises(dev_system.SetupError) as caught:
        dev_system.provide_libraries(on_screen=False)
    message = str(caught.value)
    assert "libEGL.so.1, a font" in message
    assert "apt-get install -y --no-install-recommends libegl1 fonts-dejavu-core" in message
    assert bare_linux == []


def test_that_with_the_right_to_install_the_missing_packages_are_installed(bare_linux, monkeypatch):
    monkeypatch.setattr(dev_system, "may_install", lambda: True)
    dev_system.provide_libraries(on_screen=False)
    assert bare_linux == ["libegl1", "fonts-dejavu-core"]


def test_that_a_library_missing_after_the_installation_is_an_error(bare_linux, monkeypatch):
    monkeypatch.setattr(dev_system, "may_install", lambda: True)
    monkeypatch.setattr(dev_system, "missing", lambda _needed: (["libEGL.so.1"], ["libegl1"]))
    with pytest.raises(dev_system.SetupError, match=r"libEGL\.so\.1"):
        dev_system.provide_libraries(on_screen=False)


def test_that_other_systems_are_left_alone(bare_linux, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    dev_system.provide_libraries(on_screen=True)
    assert bare_linux == []


def test_that_a_missing_venv_module_is_named_by_its_package(monkeypatch):
    monkeypatch.setattr(dev_system, "may_install", lambda: False)
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    with pytest.raises(dev_system.SetupError, match=package):
        dev_system.provide_venv_module()
