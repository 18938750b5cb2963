"""Where releases are published. Nothing but the browser of someone who asks ever goes there."""

from __future__ import annotations

# A stand-in until the project has a public address; packaging/release.py asks for the real one.
RELEASES_PAGE = "https://costcurve.example/releases"
