"""What can be done with a picture or a sound of a message: open, play, copy, save.

Qt's own player is not among what Hearth takes of Qt (PySide6-Essentials has no QtMultimedia), and
would decode strangers' bytes in this process: a sound is opened in the player of the system, as a
copy with its name and the ending that its bytes have, which is the one thing players go by.

Threads: interface thread; files are read and written on a second one.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage

from app.core.content.media import MediaFile, MediaKind
from app.core.errors import KnownError, Problem
from app.core.phrases import phrase
from app.core.system.lanes import Lane
from app.ui.media.picture_loader import image_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from app.core.content.tool_steps import KeptFile
    from app.core.media.library import MediaLibrary
    from app.ui.kit.file_dialogs import FileDialogs
    from app.ui.kit.theme import Theme

logger = logging.getLogger(__name__)


class MediaActions(QObject):
    """Does what is asked of a medium; sends `failed` with a `Problem`.

    Args:
        library: where the files lie.
        dialogs: ask where copies are to be saved.
        theme: of the windows that are opened.
        window: which they belong to.

    Attributes:
        library: where the files lie.
    """

    failed = Signal(object)
    _copied = Signal(object)
    _named = Signal(object, str)
    _playable = Signal(str)

    def __init__(
        self, library: MediaLibrary, dialogs: FileDialogs, theme: Theme, window: QWidget
    ) -> None:
        super().__init__(window)
        self.library = library
        self._dialogs = dialogs
        self._theme = theme
        self._window = window
        self._work = Lane("files of media")
        self._copies: Path | None = None  # of sounds; written by the second thread
        self._n_copies = 0
        self._copied.connect(self._take_image)
        self._named.connect(self._ask_where)
        self._playable.connect(self._play)

    def open(self, media: Sequence[MediaFile], number: int) -> None:
        """Show a picture in full, with the others beside it, or play a sound.

        Args:
            media: of one message, in order.
            number: which of them.
        """
        from app.ui.media.picture_dialog import PictureDialog

        chosen = media[number]
        if chosen.kind is MediaKind.SOUND:
            self._do(partial(self._copy_to_play, chosen))
            return
        pictures = [at for at, one in enumerate(media) if one.kind is MediaKind.IMAGE]
        dialog = PictureDialog(
            [media[at] for at in pictures],
            pictures.index(number),
            self.library,
            self._theme,
            self._window,
        )
        dialog.copy_wanted.connect(self.copy)
        dialog.save_wanted.connect(self.save_copy)
        dialog.show()

    @Slot(object)
    def copy(self, file: MediaFile) -> None:
        """Put a picture on the clipboard, as soon as it was read."""
        self._do(lambda: self._copied.emit(image_of(self.library.pixels(file))))

    @Slot(object)
    def save_copy(self, file: MediaFile | KeptFile) -> None:
        """Ask where a copy is to be saved, and write it there."""
        self._do(lambda: self._named.emit(file, self.library.saved_name(file)))

    def close(self) -> None:
        """Delete the copies that were made for players, as far as these have let go of them."""
        self._work.add(self._delete_copies)

    # -- on the interface thread --

    @Slot(object)
    def _take_image(self, image: QImage) -> None:
        QGuiApplication.clipboard().setImage(image)

    @Slot(object, str)
    def _ask_where(self, file: MediaFile | KeptFile, name: str) -> None:
        path = self._dialogs.ask_copy_of(self._window, name)
        if path:
            self._do(lambda: self.library.save(file, Path(path)))

    @Slot(str)
    def _play(self, path: str) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
            self.failed.emit(_no_player(Path(path).name))

    # -- on the second thread --

    def _do(self, job: Callable[[], object]) -> None:
        self._work.add(partial(self._done, job))

    def _done(self, job: Callable[[], object]) -> None:
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            try:
                job()
            except KnownError as error:
                self.failed.emit(error.problem())
            except OSError as error:
                logger.warning("a copy for a player could not be made: %r", error)
                self.failed.emit(_no_copy(error))

    def _delete_copies(self) -> None:
        if self._copies is not None:
            shutil.rmtree(self._copies, ignore_errors=True)
            self._copies = None

    def _copy_to_play(self, file: MediaFile) -> None:
        name = self.library.saved_name(file)
        if self._copies is None:
            self._copies = Path(tempfile.mkdtemp(prefix="hearth-"))
        self._n_copies += 1
        folder = self._copies / str(self._n_copies)  # two sounds may have one name
        folder.mkdir()
        self.library.save(file, folder / name)
        self._playable.emit(str(folder / name))


def _no_player(name: str) -> Problem:
    return Problem(
        what=phrase("Could not play “{name}”: no program on this machine opened it.", name=name),
        effect=phrase("Your chats are untouched."),
        remedy=phrase("Save a copy and open it in a player of your choice."),
    )


def _no_copy(error: OSError) -> Problem:
    return Problem(
        what=phrase(
            "Hearth could not copy the sound for a player ({reason}).",
            reason=error.strerror or str(error),
        ),
        effect=phrase("Your chats are untouched."),
        remedy=phrase("Free some space for temporary files, then try again."),
        detail=repr(error),
    )
