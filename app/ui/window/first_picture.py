"""The picture that a window shows while it is built: itself, as it was closed.

Taken when the window closes, and used up by the next start, so that a killed program leaves none.
It counts only while the chats, the screen and the colours of the system are those it was taken of.

Threads: the interface thread.
"""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QMainWindow, QWidget

if TYPE_CHECKING:
    from app.core.system.paths import Paths

_FILE = "window.png"
_FACTS = "hearth"
_COMPRESSION = 80  # of Qt's 100: a large window takes 0.1 s rather than 0.4
_LAID_OVER_MS = 1000
_PAINTED_WITHIN_MS = 200  # the desktop gives a window its place within a frame or two


class FirstPicture(QWidget):
    """Shows the picture as it is, and nothing where the window has another size by now."""

    painted = Signal()

    def __init__(self, picture: QImage) -> None:
        super().__init__()
        self._picture = picture

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: draw it."""
        if _size(self) == _fact(self._picture, "size"):
            QPainter(self).drawImage(0, 0, self._picture)
        self.painted.emit()


def show_picture(window: QMainWindow, paths: Paths) -> None:
    """Show a window with the picture that was kept; not yet where there is none that counts.

    Who types or clicks meanwhile is heard by the window that comes.
    """
    picture = _take(paths)
    if picture is None:
        return
    view, until_painted = FirstPicture(picture), QEventLoop()
    view.painted.connect(until_painted.quit)
    window.setCentralWidget(view)
    window.show()
    QTimer.singleShot(_PAINTED_WITHIN_MS, until_painted, until_painted.quit)
    until_painted.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)


def lay_over(picture: QWidget, window: QMainWindow, *until: SignalInstance) -> None:
    """Keep the picture before what was built in its place.

    Args:
        picture: shown so far.
        window: it covers all of it.
        until: one of them is sent; where none is, a second later than the window reacts.
    """
    picture.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    picture.setParent(window)
    picture.show()
    picture.raise_()
    for signal in until:
        signal.connect(picture.deleteLater)
    limit = QTimer(picture)
    limit.timeout.connect(picture.deleteLater)
    QTimer.singleShot(0, limit, lambda: limit.start(_LAID_OVER_MS))


def picture_of(window: QMainWindow) -> QImage:
    """Return what a window shows, with what must be the same when it is shown again."""
    picture = window.grab().toImage()
    picture.setText(_FACTS, json.dumps({"size": _size(window), "colours": _colours()}))
    return picture


def keep_picture(picture: QImage, paths: Paths) -> None:
    """Keep a picture for the next start, when the chats are closed. A full disk keeps none."""
    file = paths.cache / _FILE
    facts = json.loads(picture.text(_FACTS)) | {"chats": _stamp(paths)}
    picture.setText(_FACTS, json.dumps(facts))
    with contextlib.suppress(OSError):
        file.touch(mode=0o600)
        if not picture.save(str(file), quality=_COMPRESSION):
            file.unlink()


def _take(paths: Paths) -> QImage | None:
    """Return the picture, once; None if it shows what is no longer so."""
    file = paths.cache / _FILE
    picture = QImage(str(file))
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)
    match _fact(picture, "size"), _fact(picture, "chats"), _fact(picture, "colours"):
        case [_, _, float(ratio)], list(chats), str(colours):
            picture.setDevicePixelRatio(ratio)
            return picture if (chats, colours) == (_stamp(paths), _colours()) else None
        case _:
            return None


def _size(widget: QWidget) -> list[float]:
    return [widget.width(), widget.height(), widget.devicePixelRatio()]


def _colours() -> str:
    return QGuiApplication.styleHints().colorScheme().name


def _fact(picture: QImage, name: str) -> object:
    try:
        return json.loads(picture.text(_FACTS))[name]
    except (ValueError, KeyError, TypeError):  # no picture of a window
        return None


def _stamp(paths: Paths) -> list[int] | None:
    """Return what changes when the chats are written to; None while somebody uses them."""
    database = paths.database
    try:
        found = database.stat()
        is_used = database.with_name(f"{database.name}-wal").exists()
    except OSError:
        return None
    return None if is_used else [found.st_size, found.st_mtime_ns]
