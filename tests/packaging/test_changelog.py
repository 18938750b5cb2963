from datetime import date
from pathlib import Path

import changelog
import pytest

from costcurve_gui import __version__

ROOT = Path(__file__).resolve().parents[2]
LOG = """# Changelog

Words before.

## [Unreleased]

### Added

- More.

## [1.10.0] - 2026-03-01

### Fixed

- One thing.

## [1.9.0] - 2026-01-31
"""


def test_that_entries_are_read_newest_first():
    names = [(release.name, release.day) for release in changelog.releases(LOG)]
    days = date(2026, 3, 1), date(2026, 1, 31)
    assert names == [("Unreleased", None), ("1.10.0", days[0]), ("1.9.0", days[1])]
    assert changelog.releases(LOG)[1].text == "### Fixed\n\n- One thing."


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("## [Unreleased]\n", "", "the first entry is not"),
        ("[1.10.0] - 2026-03-01", "1.10.0", "not of the form"),
        ("1.10.0", "1.10", "no version of the form"),
        ("1.10.0", "1.8.0", "from new to old"),
        (" - 2026-03-01", "", "has a day"),
        ("### Fixed", "### Repaired", "Repaired"),
    ],
)
def test_that_a_broken_rule_is_named(old, new, complaint):
    with pytest.raises(changelog.ChangelogError, match=complaint):
        changelog.releases(LOG.replace(old, new))


def test_that_the_change_log_of_the_project_leads_to_its_version():
    coming, *released = changelog.releases((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    newest = released[0].name if released else "0.0.0"
    assert changelog.version_key(newest) <= changelog.version_key(__version__)
    assert coming.text or newest == __version__
