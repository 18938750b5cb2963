"""The page in a real browser: what it shows, what its sliders do, and that its policy lets it.

In the slow suite, since it takes a Chromium: pytest -m slow tests/page. Without one it fails and
says so; CHROMIUM names the program where it has another name.
"""

import base64
import hashlib
import html
import json
import os
import re
import shutil
import subprocess
from dataclasses import replace

import pytest

from costcurve_gui.analysis.settings import ConditionSpec
from costcurve_gui.analysis.snapshot import ranking
from costcurve_gui.analysis.snapshot_builder import build_snapshot
from costcurve_gui.page.amounts import Amounts, policy_threshold, total
from costcurve_gui.page.content import Facts, content
from costcurve_gui.page.markup import page_bytes
from tests.helpers.snapshots import german_credit

pytestmark = pytest.mark.slow
SETTINGS = [
    *(("5", "10"), ("0.5", "3"), ("12.5", "25.8"), ("50", "1"), ("80", "2.5"), ("2", "100")),
    *(("33.3", "7"), ("1", "0.5"), ("7.1", "30"), ("25", "25"), ("0.2", "900"), ("60", "0.05")),
]
# Types into the fields and leaves them as a reader does, and notes what the page says. No frame
# is waited for: a browser that draws nothing has none.
DRIVER = """
(function () {
  const settings = %s, seen = [], byId = id => document.getElementById(id);
  function say() {
    const rows = [];
    document.querySelectorAll("#models tbody tr").forEach(function (tr) {
      const cells = Array.from(tr.querySelectorAll("td:not(.interval)"));
      rows.push(cells.map(td => td.textContent));
    });
    return {rows, tp: byId("matrix-tp").textContent, sum: byId("sum-0").textContent,
      curves: document.querySelectorAll("path.curve").length};
  }
  function type(id, text) {
    byId(id).value = text;
    byId(id).dispatchEvent(new Event("input"));
  }
  seen.push(say());
  settings.forEach(function (setting) {
    type("prior-field", setting[0]);
    type("ratio-field", setting[1]);
    byId("ratio-field").dispatchEvent(new Event("blur"));
    seen.push(say());
  });
  document.documentElement.setAttribute("data-seen", JSON.stringify(seen));
})();
"""


# A headless window is 500 pixels wide at least: the body is made as narrow as a telephone.
NARROW = """
document.body.style.width = "390px";
document.documentElement.setAttribute("data-seen", JSON.stringify(
  Array.from(document.querySelectorAll("#models td:not(:empty)")).map(function (td) {
    const box = td.getBoundingClientRect();
    const right = td.scrollWidth > td.clientWidth ? 9999 : box.right;
    return [td.dataset.title, box.left, right, box.height];
  })));
"""


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    """Return what runs a browser on a page, with words of its command line."""
    names = filter(
        None, (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    )
    program = next(filter(None, map(shutil.which, names)), None)
    assert program, "there is no Chromium: install it (apt-get install chromium) or set CHROMIUM"
    folder = tmp_path_factory.mktemp("browser")

    def run(page, *words):
        path = folder / "page.html"
        path.write_bytes(page)
        return subprocess.run(
            [
                program,
                *("--headless=new", "--no-sandbox", "--disable-gpu", *words),
                *("--virtual-time-budget=10000", "--enable-logging=stderr", "--log-level=0"),
                f"--user-data-dir={folder / 'profile'}",
                path.as_uri(),
            ],
            capture_output=True,
            text=True,
            timeout=180,
            check=True,
        )

    return run


@pytest.fixture(scope="module")
def browse(visit):
    """Return the document of a page after its scripts have run, and the complaints."""

    def read(page, *words):
        found = visit(page, "--dump-dom", *words)
        complaints = [line for line in found.stderr.splitlines() if "CONSOLE" in line]
        return found.stdout, complaints

    return read


def snapshot_at(prior=None, ratio=None):
    start = german_credit()
    condition = (
        start.settings.condition if prior is None else ConditionSpec(prior, cost_ratio=ratio)
    )
    return build_snapshot(start.curve_set, replace(start.settings, condition=condition))


def texts_of(document):
    """Return the text of the document without tags, scripts, styles and drawings."""
    for tag in ("script", "style", "svg", "noscript"):
        document = re.sub(rf"<{tag}\b.*?</{tag}>", "", document, flags=re.DOTALL)
    return html.unescape(re.sub("<[^>]*>", "\n", document))


def test_that_the_script_runs_under_the_pages_policy_and_changes_no_figure(browse):
    page = page_bytes(content(snapshot_at(), Facts()))
    document, complaints = browse(page)
    assert complaints == []
    assert 'class="alive"' in document
    assert document.count("<path") > 15
    sent, shown = (tables_of(text) for text in (page.decode(), document))
    assert len(sent) == 3
    assert shown == sent


def test_that_the_page_is_printed_on_two_sheets(visit, tmp_path):
    paper = tmp_path / "printed.pdf"
    visit(
        page_bytes(content(snapshot_at(), Facts())),
        *("--no-pdf-header-footer", f"--print-to-pdf={paper}"),
    )
    assert len(re.findall(rb"/Type /Page\b", paper.read_bytes())) == 2


def tables_of(document):
    found = re.findall(
        r'<table id="(?:models|matrix)".*?</table>|<dl class="sums">.*?</dl>', document, re.DOTALL
    )
    return [texts_of(one).split("\n") for one in found]


def test_that_the_fields_move_every_figure_as_the_engine_would(browse):
    page = page_bytes(content(snapshot_at(), Facts())).decode()
    document, complaints = browse(with_driver(page).encode())
    assert complaints == []
    seen = json.loads(html.unescape(re.search(r'data-seen="([^"]*)"', document)[1]))
    order = ranking(snapshot_at())
    chosen = snapshot_at().best
    settings = [(None, None), *((float(prior) / 100, float(ratio)) for prior, ratio in SETTINGS)]
    assert len(seen) == len(settings) == 13
    for said, setting in zip(seen, settings, strict=True):
        snapshot = snapshot_at(*setting)
        amounts, expected = Amounts.of(snapshot), []
        for key in order:
            row = amounts.row(snapshot.models[key].policy, policy_threshold(snapshot, key))
            expected.append([row.threshold, row.acted, row.caught, row.profit])
        assert said["rows"][: len(order)] == expected
        policy = snapshot.models[chosen].policy
        assert said["tp"] == amounts.matrix(policy).tp
        assert said["sum"] == total(amounts.population * policy.expected_profit, "DM")
        assert said["curves"] >= 3 * len(order)


def test_that_a_narrow_screen_cuts_and_hides_no_figure(browse):
    page = page_bytes(content(snapshot_at(), Facts())).decode()
    document, _ = browse(with_driver(page, NARROW).encode(), "--window-size=500,900")
    seen = json.loads(html.unescape(re.search(r'data-seen="([^"]*)"', document)[1]))
    assert len(seen) > 30
    for title, left, right, height in seen:
        assert title
        assert height > 0
        assert 0 <= left < right <= 390


def with_driver(page, driver=None):
    """Return the page with a script more, which its policy admits."""
    driver = driver or DRIVER % json.dumps(SETTINGS)
    hashed = base64.b64encode(hashlib.sha256(driver.encode()).digest()).decode()
    admitted = page.replace("script-src ", f"script-src 'sha256-{hashed}' ", 1)
    return admitted.replace("</body>", f"<script>{driver}</script></body>")


def test_that_the_policy_keeps_out_any_other_script(browse):
    page = page_bytes(content(snapshot_at(), Facts())).decode()
    strange = page.replace("</body>", "<script>document.title = 'taken'</script></body>")
    document, complaints = browse(strange.encode())
    assert "<title>taken" not in document
    assert any("Content Security Policy" in line for line in complaints)
