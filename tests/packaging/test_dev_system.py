import sys
from pathlib import Path

import dev_environment
import dev_system
import pytest

QT = Path("PySide6")


def platforms(on_screen=True, **environment):
    return dev_system.platforms(on_screen=on_screen, environment=environment)


def test_that_a_picture_needs_no_window_platform():
    assert platforms(on_screen=False, DISPLAY=":0") == ["offscreen"]


def test_that_a_window_needs_the_platform_of_its_display():
    assert platforms(DISPLAY=":0") == ["xcb"]
    assert platforms(WAYLAND_DISPLAY="wayland-0") == ["wayland"]
    assert platforms(WAYLAND_DISPLAY="wayland-0", DISPLAY=":0") == ["wayland", "xcb"]
    assert platforms(QT_QPA_PLATFORM="vnc:size=800x600;xcb", DISPLAY=":0") == ["vnc", "xcb"]


@pytest.fixture
def ldd(tmp_path, monkeypatch):
    """Make ldd print what the test wrote for a file; the folder of PySide6."""
    tool = tmp_path / "ldd"
    tool.write_text('#!/bin/sh\nfor file; do cat "$file"; done\n', encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    qt = tmp_path / "PySide6"
    (qt / "Qt/plugins/platforms").mkdir(parents=True)
    return qt


def write_needs(qt, platform, *libraries):
    lines = [f"\t{name} => not found" for name in libraries]
    text = "\n".join(["\tlibc.so.6 => /lib/libc.so.6 (0x0)", *lines, ""])
    (qt / f"Qt/plugins/platforms/libq{platform}.so").write_text(text, encoding="utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="ldd is Linux's")
def test_that_what_the_plugin_misses_is_named_and_nothing_else(ldd):
    write_needs(ldd, "xcb", "libxcb-icccm.so.4", "libxcb-keysyms.so.1", "libxcb-icccm.so.4")
    assert dev_system.missing_for_qt(ldd, ["xcb"]) == ["libxcb-icccm.so.4", "libxcb-keysyms.so.1"]
    write_needs(ldd, "xcb")
    assert dev_system.missing_for_qt(ldd, ["xcb"]) == []


@pytest.mark.skipif(sys.platform != "linux", reason="ldd is Linux's")
def test_that_one_of_two_displays_is_enough(ldd):
    write_needs(ldd, "wayland", "libwayland-client.so.0")
    write_needs(ldd, "xcb", "libxcb-icccm.so.4")
    assert dev_system.missing_for_qt(ldd, ["wayland", "xcb"]) == ["libwayland-client.so.0"]
    write_needs(ldd, "xcb")
    assert dev_system.missing_for_qt(ldd, ["wayland", "xcb"]) == []


@pytest.mark.skipif(sys.platform != "linux", reason="ldd is Linux's")
def test_that_the_installed_plugin_is_understood():
    qt = dev_environment.packages_in(Path(sys.prefix)) / "PySide6"
    assert all(file.exists() for file in dev_system.qt_files(qt, "offscreen"))
    assert dev_system.missing_for_qt(qt, ["offscreen"]) == []


@pytest.mark.parametrize(
    ("library", "package"),
    [
        ("libxcb-icccm.so.4", "libxcb-icccm4"),
        ("libxcb-keysyms.so.1", "libxcb-keysyms1"),
        ("libX11.so.6", "libx11-6"),
        ("libglib-2.0.so.0", "libglib2.0-0"),
        ("libnew-thing_two.so.3", "libnew-thing-two3"),
    ],
)
def test_that_a_package_is_named_as_debian_names_it(library, package):
    assert dev_system.package_of(library, lambda name: name == package) == package
    assert dev_system.package_of(library, lambda _: False) == package
    renamed = f"{package}t64"
    assert dev_system.package_of(library, lambda name: name == renamed) == renamed


def test_that_every_listed_library_follows_the_rule_but_for_a_few():
    listed = {**dev_system.DRAWING, **dev_system.X11_WINDOW, **dev_system.WAYLAND_WINDOW}
    odd = {"libglib-2.0.so.0", "libgthread-2.0.so.0", "libz.so.1"}
    for library, package in listed.items():
        by_rule = dev_system.package_by_rule(library)
        assert (by_rule != package) is (library in odd)


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
    monkeypatch.setattr(dev_system.shutil, "which", lambda tool: f"/usr/bin/{tool}")
    monkeypatch.setattr(dev_system, "_known_to_apt", lambda _: False)
    monkeypatch.setattr(
        dev_system, "missing_for_qt", lambda *_: [] if installed else ["libEGL.so.1"]
    )
    monkeypatch.setattr(dev_system, "has_font", lambda: False)
    monkeypatch.setattr(dev_system, "install", installed.extend)
    return installed


def test_that_without_the_right_to_install_the_command_is_named(bare_linux, monkeypatch):
    monkeypatch.setattr(dev_system, "may_install", lambda: False)
    with pytest.raises(dev_system.SetupError) as caught:
        dev_system.provide_libraries(QT, on_screen=False)
    message = str(caught.value)
    assert "libEGL.so.1, a font" in message
    assert "apt-get install -y --no-install-recommends libegl1 fonts-dejavu-core" in message
    assert bare_linux == []


def test_that_with_the_right_to_install_the_missing_packages_are_installed(bare_linux, monkeypatch):
    monkeypatch.setattr(dev_system, "may_install", lambda: True)
    dev_system.provide_libraries(QT, on_screen=False)
    assert bare_linux == ["libegl1", "fonts-dejavu-core"]


def test_that_a_library_missing_after_the_installation_is_an_error(bare_linux, monkeypatch):
    monkeypatch.setattr(dev_system, "may_install", lambda: True)
    monkeypatch.setattr(dev_system, "missing_for_qt", lambda *_: ["libEGL.so.1"])
    with pytest.raises(dev_system.SetupError, match=r"libEGL\.so\.1"):
        dev_system.provide_libraries(QT, on_screen=False)


def test_that_other_systems_are_left_alone(bare_linux, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    dev_system.provide_libraries(QT, on_screen=True)
    assert bare_linux == []


def test_that_a_missing_venv_module_is_named_by_its_package(monkeypatch):
    monkeypatch.setattr(dev_system, "may_install", lambda: False)
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    with pytest.raises(dev_system.SetupError, match=package):
        dev_system.provide_venv_module()
