"""Colour tokens of the two themes, and how a theme is applied to the application."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from string import Template
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QToolTip

from costcurve_gui.resources import resource_path
from costcurve_gui.session.preferences import Theme
from costcurve_gui.views.shell.fonts import tabular

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

MODEL_COLORS = 8
MODELS_WITH_COLOR = 16
TRIVIAL_DASH: tuple[float, ...] = (2, 3)

# Pixels on, off; empty means solid. One per colour.
DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (9, 3),
    (4, 2),
    (1.5, 2.5),
    (9, 2, 1.5, 2),
    (12, 2, 3, 2),
    (6, 2, 1.5, 2, 1.5, 2),
    (2, 5),
)


@dataclass(frozen=True, slots=True)
class Tokens:
    """Every colour of the window by its use. Slots of models count from 1, in file order."""

    name: str
    window: str
    panel: str
    raised: str
    border: str
    control: str
    text: str
    ink: str
    muted: str
    accent: str
    on_accent: str
    accent_soft: str
    danger: str
    danger_soft: str
    warning: str
    warning_soft: str
    success: str
    success_soft: str
    plot: str
    grid: str
    axis: str
    trivial: str
    models: tuple[str, ...]
    uncertain_alpha: int
    band_alpha: int

    def model_color(self, slot: int, *, highlighted: bool = True) -> str:
        """Return the colour of a model; above 16 only highlighted models have one."""
        if slot > MODELS_WITH_COLOR and not highlighted:
            return self.trivial
        return self.models[(slot - 1) % MODEL_COLORS]

    def model_dash(self, slot: int) -> tuple[float, ...]:
        """Return the dash of a model in pixels; models that share a colour differ in dash."""
        repeats = (slot - 1) // MODEL_COLORS
        return DASHES[(slot - 1 + 4 * repeats) % len(DASHES)]


def repeats_color(slot: int) -> bool:
    """Whether a model has an earlier one's colour: its marker is square, its areas are hatched."""
    return (slot - 1) // MODEL_COLORS % 2 == 1


LIGHT = Tokens(
    name="light",
    window="#f1f2f5",
    panel="#ffffff",
    raised="#f7f8fa",
    border="#d6d9df",
    control="#858c97",
    text="#1b1e24",
    ink="#1b1e24",
    muted="#565d68",
    accent="#1c5bc7",
    on_accent="#ffffff",
    accent_soft="#e5edfb",
    danger="#b3261e",
    danger_soft="#fceceb",
    warning="#7d5200",
    warning_soft="#fcf1d8",
    success="#17693a",
    success_soft="#e3f4e9",
    plot="#ffffff",
    grid="#e7e9ed",
    axis="#565d68",
    trivial="#757c87",
    models=(
        "#1f55c5",
        "#dd690e",
        "#048e71",
        "#ac0095",
        "#865e00",
        "#3e98dd",
        "#94002c",
        "#494260",
    ),
    uncertain_alpha=16,
    band_alpha=38,
)

DARK = Tokens(
    name="dark",
    window="#1a1c20",
    panel="#22252a",
    raised="#2a2d33",
    border="#3a3f47",
    control="#7c8491",
    text="#e7e9ed",
    ink="#f4f5f7",
    muted="#a5acb8",
    accent="#7db0ff",
    on_accent="#10151d",
    accent_soft="#263750",
    danger="#ff938a",
    danger_soft="#43262a",
    warning="#f0bb58",
    warning_soft="#3d331f",
    success="#74d39b",
    success_soft="#1f3a2b",
    plot="#17191d",
    grid="#2b2e35",
    axis="#a5acb8",
    trivial="#8a919d",
    models=(
        "#6599ff",
        "#ff8723",
        "#21d384",
        "#cb71c7",
        "#f7d036",
        "#6cf1ff",
        "#ff3760",
        "#c7b5d0",
    ),
    uncertain_alpha=24,
    band_alpha=46,
)

THEME_PROPERTY = "costcurve_theme"


def tokens_for(theme: Theme) -> Tokens:
    """Return the tokens of a theme; the system's own preference where it is left to the system."""
    if theme is Theme.SYSTEM:
        hints = QApplication.styleHints()
        return DARK if hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT
    return DARK if theme is Theme.DARK else LIGHT


def tokens_in_use() -> Tokens:
    """Return the tokens that the application uses now, for widgets that paint themselves."""
    app = QApplication.instance()
    applied = app.property(THEME_PROPERTY) if app is not None else None
    return DARK if applied == DARK.name else LIGHT


def palette(tokens: Tokens) -> QPalette:
    """Return the palette that Fusion paints with."""
    roles = QPalette.ColorRole
    colors = {
        roles.Window: tokens.panel,
        roles.WindowText: tokens.text,
        roles.Base: tokens.panel,
        roles.AlternateBase: tokens.raised,
        roles.Text: tokens.text,
        roles.PlaceholderText: tokens.muted,
        roles.Button: tokens.panel,
        roles.ButtonText: tokens.text,
        roles.BrightText: tokens.on_accent,
        roles.Highlight: tokens.accent,
        roles.HighlightedText: tokens.on_accent,
        roles.Link: tokens.accent,
        roles.LinkVisited: tokens.accent,
        roles.ToolTipBase: tokens.ink,
        roles.ToolTipText: tokens.panel,
        roles.Light: tokens.raised,
        roles.Midlight: tokens.raised,
        roles.Mid: tokens.border,
        roles.Dark: tokens.control,
        roles.Shadow: tokens.border,
        roles.Accent: tokens.accent,
    }
    result = QPalette()
    for role, color in colors.items():
        result.setColor(role, QColor(color))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.trivial))
    return result


def style_sheet(tokens: Tokens, font: QFont) -> str:
    """Fill the one style sheet with colours and sizes that follow the application font."""
    template = Template(resource_path("themes", "costcurve.qss").read_text(encoding="utf-8"))
    body = QFontInfo(font).pixelSize()
    values = {name: value for name, value in asdict(tokens).items() if isinstance(value, str)}
    return template.substitute(
        values,
        small=f"{body - 1}px",
        body=f"{body}px",
        lead=f"{body + 1}px",
        headline=f"{round(body * 1.5)}px",
        themes=resource_path("themes").as_posix(),
    )


def apply_theme(app: QApplication, tokens: Tokens) -> None:
    """Apply `tokens` to the whole application; widgets learn of it by a palette change."""
    app.setProperty(THEME_PROPERTY, tokens.name)
    if app.style().objectName() != "fusion":
        app.setStyle("Fusion")
    app.setFont(tabular(app.font()))
    colors, sheet = palette(tokens), style_sheet(tokens, app.font())
    if sheet == app.styleSheet():
        return
    app.setStyleSheet("")  # from one sheet to another takes twice as long as over none
    app.setPalette(colors)
    QToolTip.setPalette(colors)
    app.setStyleSheet(sheet)
