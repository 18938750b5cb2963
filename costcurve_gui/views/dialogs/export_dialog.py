"""Writes one view as a picture, or all of them: what the preview shows is what is written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.analysis.picture_style import PictureStyle
from costcurve_gui.translation import tr
from costcurve_gui.views.dialogs.base_dialog import FittedDialog, dialog_title
from costcurve_gui.views.dialogs.export_form import ExportForm, ExportModels, ExportView
from costcurve_gui.views.dialogs.export_parts import PresetBar, size_text
from costcurve_gui.views.dialogs.export_preview import PicturePreview, PreviewArea
from costcurve_gui.views.dialogs.export_style import Automatic
from costcurve_gui.views.plotting.picture_options import MM_PER_INCH, ExportOptions, Format
from costcurve_gui.views.plotting.picture_presets import (
    CUSTOM,
    FIRST_CUSTOM,
    PRESETS,
    SCREEN,
    as_on_screen,
    custom,
)
from costcurve_gui.views.shell import fonts
from costcurve_gui.views.text import numbers
from costcurve_gui.views.widgets.buttons import LinkButton, main_button, plain_button
from costcurve_gui.views.widgets.cards import Card, card_round
from costcurve_gui.views.widgets.icons import IconButton
from costcurve_gui.views.widgets.labels import ElidedLabel, name_widget, set_tone

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QImage, QKeyEvent

    from costcurve_gui.views.plotting.picture import Fit
    from costcurve_gui.views.plotting.picture_presets import Preset


MOST_PIXELS = 100_000_000
_MOST_PREVIEWED = 8_000_000  # what is larger takes too long to follow each change
_PREVIEW_DELAY_MS, _WEIGH_DELAY_MS = 60, 300
_FORM_WIDTH = 330
_TOO_LARGE = tr("{size} is more than 100 million points. Lower the resolution or the size.")


class ExportDialog(FittedDialog):
    """Emits `save_requested`, `copy_requested` and `save_all_requested`, each with the options.

    `style_edited(view, PictureStyle)` tells of a change that is one step to undo;
    `undo_requested` and `redo_requested` of the keys for that. `render(view, options)` draws the
    picture and `plot_fit(options)` says how its plot fits the page: one that is too small is not
    saved. `lacking(view)` says why a view has nothing to draw, or nothing; `style_of(view)` its
    style, with what the program would draw.
    """

    save_requested = Signal(object)
    copy_requested = Signal(object)
    save_all_requested = Signal(object)
    style_edited = Signal(str, object)
    undo_requested = Signal()
    redo_requested = Signal()
    stop_requested = Signal()

    help_page = "export"

    def __init__(
        self,
        views: Sequence[ExportView],
        render: Callable[[str, ExportOptions], QImage],
        options: ExportOptions,
        *,
        models: ExportModels | None = None,
        custom_size: Preset | None = None,
        formats: Sequence[Format] = ("png", "svg", "pdf"),
        lacking: Callable[[str], str] = lambda _view: "",
        style_of: Callable[[str], tuple[PictureStyle, Automatic]] = lambda _view: (
            PictureStyle(),
            Automatic(),
        ),
        plot_fit: Callable[[ExportOptions], Fit | None] = lambda _options: None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._views = {view.key: view for view in views}
        self._render, self._lacking = render, lacking
        self._style_of, self._plot_fit = style_of, plot_fit
        self._custom = custom_size or custom(FIRST_CUSTOM)
        self._form = ExportForm(views, models or ExportModels({}), formats, options)
        self._presets = PresetBar(self._sizes(options.view))
        self._preview = PicturePreview("export_preview")
        self._redraw = QTimer(self, singleShot=True, interval=_PREVIEW_DELAY_MS)
        self._weigh = QTimer(self, singleShot=True, interval=_WEIGH_DELAY_MS)
        self._busy = False
        self._shown_view, self._chosen, self._bytes = options.view, "", 0
        self._fit: Fit | None = None
        name_widget(self, "export_dialog", tr("Export picture"))
        self.setWindowTitle(tr("Export picture"))
        self._build()
        self._connect()
        self.show_style()
        self._follow(self.options)

    @property
    def options(self) -> ExportOptions:
        """What would be written now."""
        return self._form.options

    @property
    def custom_size(self) -> Preset:
        """The size that was typed last, for the next dialog."""
        return self._custom

    def refresh(self, _snapshot: object = None) -> None:
        """Redraw the preview: there is more to show."""
        self._redraw.start()

    def show_style(self, _state: object = None) -> None:
        """Show the style in force, which undo may have changed."""
        before = self.options
        self._form.show_style(*self._style_of(before.view))
        if self.options != before:
            self._redraw.start()

    def show_message(self, text: str, tone: str = "muted") -> None:
        """Say at the foot what became of a save or a copy."""
        self._facts.set_full_text(text)
        set_tone(self._facts, tone)

    def show_busy(self, text: str) -> None:
        """Say how far all views are, with a button to stop; an empty text ends it."""
        self._busy = bool(text)
        self._form.setEnabled(not self._busy)
        self._presets.setEnabled(not self._busy)
        for button in (self._save, self._copy, self._all):
            button.setEnabled(not self._busy)
        self._cancel.setText(tr("Stop") if self._busy else tr("Cancel"))
        if self._busy:
            self.show_message(text)
        else:
            self._show_facts()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter in a field take what is typed; elsewhere it saves."""
        enters = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (enters and isinstance(self.focusWidget(), QLineEdit | QAbstractSpinBox)):
            super().keyPressEvent(event)

    def reject(self) -> None:
        """Stop what is being written, or close."""
        if self._busy:
            self.stop_requested.emit()
        else:
            super().reject()

    # --- building -----------------------------------------------------------------------------

    def _sizes(self, view: str) -> tuple[Preset, ...]:
        on_screen = as_on_screen(*self._views[view].size, fonts.body_size() - 1)
        return (*PRESETS, on_screen, self._custom)

    def _build(self) -> None:
        self.resize(1160, 760)
        middle = QHBoxLayout()
        middle.setSpacing(20)
        middle.addWidget(self._preview_card(), 1)
        middle.addWidget(self._scrolling_form())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(dialog_title(tr("Export picture")))
        layout.addWidget(self._presets)
        layout.addLayout(middle, 1)
        layout.addLayout(self._below_preview())
        layout.addLayout(self._foot())

    def _below_preview(self) -> QHBoxLayout:
        self._scale = ElidedLabel(tone="muted")
        self._scale.setObjectName("export_scale")
        self._zoom = LinkButton(tr("Show at 100 %"), quiet=True)
        self._zoom.setCheckable(True)
        name_widget(self._zoom, "export_zoom", tr("Show every dot of the picture"))
        below = QHBoxLayout()
        below.addWidget(self._scale, 1)
        below.addWidget(self._zoom)
        return below

    def _scrolling_form(self) -> QScrollArea:
        """Let the form scroll on a low screen."""
        area = QScrollArea()
        area.setWidget(self._form)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        width = max(fonts.scaled(_FORM_WIDTH), self._form.minimumSizeHint().width() + 4)
        area.setFixedWidth(width + area.verticalScrollBar().sizeHint().width())
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._form.setContentsMargins(0, 0, 4, 0)  # the bar keeps off the fields
        for part in (area, area.viewport(), self._form):
            part.setProperty("ground", "window")
        return area

    def _preview_card(self) -> Card:
        card = card_round(PreviewArea(self._preview), "export_preview_card")
        card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        return card

    def _foot(self) -> QHBoxLayout:
        self._facts = ElidedLabel(tone="muted")
        self._facts.setObjectName("export_facts")
        self._cancel = plain_button(tr("Cancel"), "export_cancel")
        self._all = plain_button(
            tr("All views…"), "export_all", tr("Save every view into a folder")
        )
        self._copy = IconButton(tr("Copy"), "copy")
        self._copy.setAutoDefault(False)
        name_widget(self._copy, "export_copy", tr("Copy the picture to the clipboard"))
        self._save = main_button(tr("Save…"), "export_save", tr("Save the picture"))
        foot = QHBoxLayout()
        foot.setSpacing(10)
        foot.addWidget(self._facts, 1)
        for button in (self._cancel, self._all, self._copy, self._save):
            foot.addWidget(button)
        return foot

    def _connect(self) -> None:
        self._form.options_changed.connect(self._follow)
        self._form.style_edited.connect(
            lambda style: self.style_edited.emit(self.options.view, style)
        )
        self._presets.chosen.connect(self._take_preset)
        self._preview.room_changed.connect(self._redraw.start)
        self._zoom.toggled.connect(self._show_dots)
        self._redraw.timeout.connect(self._draw)
        self._weigh.timeout.connect(self._take_weight)
        self._cancel.clicked.connect(self.reject)
        self._all.clicked.connect(lambda: self.save_all_requested.emit(self.options))
        self._copy.clicked.connect(lambda: self.copy_requested.emit(self.options))
        self._save.clicked.connect(lambda: self.save_requested.emit(self.options))
        keys = QKeySequence.StandardKey
        QShortcut(keys.Undo, self, self.undo_requested.emit)
        QShortcut(keys.Redo, self, self.redo_requested.emit)
        QShortcut(keys.Copy, self, self._copy.click)

    # --- what changes -------------------------------------------------------------------------

    def _follow(self, options: ExportOptions) -> None:
        """Follow a change in the form; another view has another style and size on the screen."""
        *_, on_screen, _ = sizes = self._sizes(options.view)
        self._presets.describe(on_screen)
        if options.view != self._shown_view:
            self._shown_view = options.view
            if self._chosen == SCREEN:
                self._form.show_options(on_screen.applied(options))
            self._form.show_style(*self._style_of(options.view))
        fitting = (one.key for one in sizes if one.is_that_of(self.options))
        self._chosen = next(fitting, CUSTOM)
        if self._chosen == CUSTOM:
            self._custom = custom(self.options)
            self._presets.describe(self._custom)
        self._presets.show_chosen(self._chosen)
        self._fit = self._plot_fit(self.options)
        self._show_facts()
        self._redraw.start()

    def _take_preset(self, key: str) -> None:
        """Take a size with its text and lines, which go before those typed for this view."""
        options, sizes = self.options, self._sizes(self.options.view)
        preset = next(one for one in sizes if one.key == key)
        style = replace(options.style, text_pt=None, line_pt=None)
        self._form.show_options(preset.applied(replace(options, style=style)))
        if style != options.style:
            self.style_edited.emit(options.view, style)
        self._follow(self.options)
        if key == CUSTOM:
            self._form.begin_to_type_size()

    def _show_dots(self, every_dot: bool) -> None:
        self._zoom.setText(tr("Show whole") if every_dot else tr("Show at 100 %"))
        self._preview.show_whole(not every_dot)
        self._redraw.start()

    def _draw(self) -> None:
        options = self.options
        drawn, self._fit = self._previewed(options), self._plot_fit(options)
        self._preview.show_image(self._render(options.view, drawn))
        title = self._views[options.view].title
        self._preview.setAccessibleName(
            tr("Preview of {title}, {size_text}", title=title, size_text=size_text(options))
        )
        self._show_scale(options, drawn)
        self._bytes = 0
        self._show_facts()
        self._weigh.start()

    def _take_weight(self) -> None:
        """Count the bytes of the file, which takes longer than drawing it."""
        image = self._preview.image
        if self.options.format == "png" and image.size() == QSize(*self.options.pixel_size):
            self._bytes = _png_bytes(image)
            self._show_facts()

    def _previewed(self, options: ExportOptions) -> ExportOptions:
        """Return options of the picture that is previewed: the file's own, unless it is huge."""
        width, height = options.pixel_size
        if options.format == "png" and width * height <= _MOST_PREVIEWED:
            return options
        pixels = self._preview.pixels_for(options.width_mm, options.height_mm)
        return options.at_dpi(max(1, int(pixels / options.width_mm * MM_PER_INCH)))

    def _show_scale(self, options: ExportOptions, drawn: ExportOptions) -> None:
        said = ""
        if self._fit is not None and not self._fit.fault:
            wide, high = (round(100 * share) for share in (self._fit.across, self._fit.up))
            said = tr(
                " The plot takes {wide} % of the width and {high} % of the height.",
                wide=wide,
                high=high,
            )
        if drawn is options:
            text = tr(
                "The file, drawn at {scale:.0f} %.{said}",
                scale=self._preview.scale * 100,
                said=said,
            )
        else:
            text = tr("The page of the file, with fewer dots.{said}", said=said)
        self._scale.set_full_text(text)

    def _show_facts(self) -> None:
        if self._busy:
            return
        options = self.options
        width, height = options.pixel_size
        size = f"{numbers.count(width)} × {numbers.count(height)} px"
        fits, lack = width * height <= MOST_PIXELS, self._lacking(options.view)
        large = "" if fits or options.format != "png" else _TOO_LARGE.format(size=size)
        fault = lack or large or ("" if self._fit is None else self._fit.fault)
        self._save.setEnabled(not fault)
        self._copy.setEnabled(fits and not fault)
        self._all.setEnabled(not large)
        if fault:
            self.show_message(fault, "danger")
            return
        name = f"{self._views[options.view].stem}.{options.format}"
        self.show_message(f"{name}, {self._measure(options, size)}")

    def _measure(self, options: ExportOptions, size: str) -> str:
        if options.format != "png":
            return size_text(replace(options, unit="cm" if options.unit == "cm" else "mm"))
        return f"{size}, {_bytes_text(self._bytes)}" if self._bytes else size


def _png_bytes(image: QImage) -> int:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stub asks for bytes
    return int(buffer.size())


def _bytes_text(size: float) -> str:
    """Say the size of a file: 290 kB."""
    if size < 1_000_000:
        return tr("{size} kB", size=numbers.count(max(1, round(size / 1000))))
    return tr("{size} MB", size=numbers.fixed(size / 1_000_000, 1))
