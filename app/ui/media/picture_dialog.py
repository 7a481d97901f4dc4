"""A picture in a window of its own, and the other pictures that came with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QToolButton, QWidget

from app.core.content.media import MAX_PIXELS, MediaFile
from app.ui.kit.dialog_page import DialogPage
from app.ui.kit.labels import SELECTABLE, ElidedLabel, icon, label, push_button
from app.ui.kit.layouts import add_to, horizontal, vertical
from app.ui.kit.theme import SPACE_L, SPACE_M, SPACE_S, SPACE_XL, Theme
from app.ui.media.media_words import facts_words, picture_name
from app.ui.media.picture_loader import FIRST_PIXELS, LoadedPicture, PictureLoader, PictureProblem
from app.ui.media.picture_view import PictureView
from app.ui.words.direction import turned_icon
from app.ui.words.plain_text import set_tip, window_title
from app.ui.words.translation import tr, translated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.core.media.library import MediaLibrary

_SIZE = QSize(980, 760)
_MOST_ALT = 600  # characters of an alt text below the picture; its tooltip has more


class PictureDialog(DialogPage):
    """Shows one picture at a time; Escape closes it.

    Args:
        files: pictures, in order.
        number: which of them is shown first.
        library: where their pixels come from.

    Signals:
        copy_wanted: with the picture that is shown.
        save_wanted: likewise.
    """

    copy_wanted = Signal(object)
    save_wanted = Signal(object)

    def __init__(
        self,
        files: Sequence[MediaFile],
        number: int,
        library: MediaLibrary,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("picture", "", parent, has_grip=True)
        self._files, self._number, self._theme = tuple(files), number, theme
        self._asked = 0  # how many pixels, of the picture that is shown
        self._loader = PictureLoader(library, self)
        self.view = PictureView(theme)
        self.facts = ElidedLabel("dialogText")
        self.alt_text = label("pictureText")
        self._make_buttons()
        self._arrange()
        self._connect()
        self._recolour()
        self._show_number(number)
        self.view.setFocus()

    @property
    def file(self) -> MediaFile:
        """The picture that is shown."""
        return self._files[self._number]

    # -- building --

    def _make_buttons(self) -> None:
        self.previous_button = _tool(tr("Previous picture"))
        self.next_button = _tool(tr("Next picture"))
        self.smaller_button = _tool(tr("Zoom out"))
        self.larger_button = _tool(tr("Zoom in"))
        self.percent_button = push_button("quiet", "")
        set_tip(self.percent_button, tr("Show at actual size, or fit to the window"))
        self.copy_button = push_button("", tr("Copy"), self._copy)
        self.save_button = push_button("", tr("Save a copy…"), self._save)
        self.close_button = push_button("", tr("Close"), self.close)

    def _arrange(self) -> None:
        bar = horizontal(margins=(SPACE_L, SPACE_S, SPACE_L, SPACE_S), spacing=SPACE_S)
        add_to(bar, self.previous_button, self.next_button, (self.facts, 1), self.smaller_button)
        add_to(bar, self.percent_button, self.larger_button)
        words = add_to(vertical(margins=(SPACE_XL, 0, SPACE_XL, 0)), self.alt_text)
        buttons = (self.copy_button, self.save_button, self.close_button)
        self._fill(bar, (self.view, 1), words, buttons=buttons)
        self.alt_text.setContentsMargins(0, SPACE_M, 0, SPACE_M)
        self.alt_text.setTextInteractionFlags(SELECTABLE)
        self._fit_screen(_SIZE)

    def _connect(self) -> None:
        self._loader.loaded.connect(self._on_loaded)
        self._loader.failed.connect(self._on_failed)
        self.view.zoomed.connect(self._on_zoomed)
        self.view.step_wanted.connect(self._step)
        self._theme.changed.connect(self._recolour)
        self.previous_button.clicked.connect(lambda: self._step(-1))
        self.next_button.clicked.connect(lambda: self._step(1))
        self.larger_button.clicked.connect(self._zoom_in)
        self.smaller_button.clicked.connect(self._zoom_out)
        self.percent_button.clicked.connect(self._toggle_size)
        standard = QKeySequence.StandardKey
        for keys, slot in (
            (standard.ZoomIn, self._zoom_in),
            ("Ctrl+=", self._zoom_in),
            (standard.ZoomOut, self._zoom_out),
            ("Ctrl+0", self.view.fit),
            ("Ctrl+1", self.view.show_own_size),
            (standard.Copy, self._copy),
            (standard.Save, self._save),
        ):
            self._add_shortcut(QKeySequence(keys), slot)

    def _add_shortcut(self, keys: QKeySequence, slot: Callable[[], object]) -> None:
        shortcut = QShortcut(keys, self)
        shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
        shortcut.activated.connect(slot)
        shortcut.activatedAmbiguously.connect(slot)  # on some desktops Ctrl+= zooms in by itself

    @Slot()
    def _recolour(self) -> None:
        colour, disabled = self._theme.colours.muted, self._theme.colours.faint
        for button, name in (
            (self.previous_button, turned_icon(self.layoutDirection(), "previous")),
            (self.next_button, turned_icon(self.layoutDirection(), "next")),
            (self.smaller_button, "minus"),
            (self.larger_button, "plus"),
        ):
            button.setIcon(icon(name, colour, disabled))
        self.view.update()

    # -- what is shown --

    def _show_number(self, number: int) -> None:
        self._number = number
        name = picture_name(self.file)
        self.setWindowTitle(window_title(name))
        place = (number + 1, len(self._files)) if len(self._files) > 1 else None
        self.facts.setText(facts_words(self.file, place))
        said = self.file.alt_text
        self.alt_text.setText(said if len(said) <= _MOST_ALT else f"{said[:_MOST_ALT]}…")
        set_tip(self.alt_text, said if len(said) > _MOST_ALT else "")
        self.alt_text.setVisible(bool(said))
        self.view.setAccessibleName(name)
        self.view.setAccessibleDescription(said)
        for button in (self.previous_button, self.next_button):
            button.setVisible(len(self._files) > 1)
        self.previous_button.setEnabled(number > 0)
        self.next_button.setEnabled(number + 1 < len(self._files))
        self._set_enabled(is_there=False)
        self._asked = FIRST_PIXELS
        self.view.say(tr("Loading…"))
        self._loader.load(self.file)

    @Slot(int)
    def _step(self, step: int) -> None:
        wanted = self._number + step
        if 0 <= wanted < len(self._files):
            self._show_number(wanted)

    @Slot(object)
    def _on_loaded(self, loaded: LoadedPicture) -> None:
        if loaded.file != self.file:
            return
        image = loaded.image
        # What the message says of its size is not believed where more is known.
        width = image.width() if loaded.is_whole else self.file.width
        self.view.show_picture(image, width, round(image.height() * width / image.width()))
        self._asked = MAX_PIXELS if loaded.is_whole else self._asked
        self._set_enabled(is_there=True)

    @Slot(object)
    def _on_failed(self, problem: PictureProblem) -> None:
        if problem.file != self.file or self.view.has_picture:
            return
        if problem.what is None:
            self.view.say(tr("The original no longer exists"))
        else:
            self.view.say(translated(problem.what))
            self.save_button.setEnabled(True)  # its bytes are there; another program may read them

    @Slot()
    def _on_zoomed(self) -> None:
        self.percent_button.setText(f"{self.view.zoom.percent} %")
        if self.view.wants_more and self._asked < MAX_PIXELS:
            self._asked = MAX_PIXELS
            self._loader.load(self.file, MAX_PIXELS)

    def _set_enabled(self, *, is_there: bool) -> None:
        for button in (
            self.copy_button,
            self.save_button,
            self.smaller_button,
            self.larger_button,
            self.percent_button,
        ):
            button.setEnabled(is_there)

    # -- what is asked --

    @Slot()
    def _zoom_in(self) -> None:
        self.view.step(1)

    @Slot()
    def _zoom_out(self) -> None:
        self.view.step(-1)

    @Slot()
    def _toggle_size(self) -> None:
        if self.view.zoom.is_fitted:
            self.view.show_own_size()
        else:
            self.view.fit()

    @Slot()
    def _copy(self) -> None:
        if self.copy_button.isEnabled():
            self.copy_wanted.emit(self.file)

    @Slot()
    def _save(self) -> None:
        if self.save_button.isEnabled():
            self.save_wanted.emit(self.file)

    # -- Qt events --

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: a fitted picture is shown at another size then."""
        super().resizeEvent(event)
        self._on_zoomed()

    def done(self, result: int) -> None:
        """Qt: the window goes."""
        self._loader.close()
        super().done(result)


def _tool(words: str) -> QToolButton:
    button = QToolButton()
    button.setAccessibleName(words)
    set_tip(button, words)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
