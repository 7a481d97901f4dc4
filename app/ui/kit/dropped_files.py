"""Files and pictures that come from other programs: dropped on the window, or pasted.

While something is over the window, a hint says what a drop would do.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QDir, QMimeData, Qt
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtWidgets import QFrame, QWidget

from app.core.plain_value import PlainValue
from app.ui.kit.labels import label
from app.ui.kit.layouts import STRETCH, add_to, vertical
from app.ui.kit.theme import SPACE_L, SPACE_S, SPACE_XL
from app.ui.words.formatting import counted
from app.ui.words.plain_text import isolated
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence


# Of the bytes of a picture, the best first; what Qt decodes itself is taken last.
_BYTES = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/webp": ".webp",
    "image/gif": ".gif",
    "image/tiff": ".tif",
    "image/bmp": ".bmp",
}
_MAY_BE_CHATS = (".json", ".jsonl", ".zip", ".hearth")


class LoosePicture(PlainValue, frozen=True):
    """A picture that is no file.

    Attributes:
        data: its bytes, as another program wrote them, or else its pixels.
        name: what it is to be called.
    """

    data: QImage | bytes
    name: str


def dropped_files(mime: QMimeData) -> list[str]:
    """Return the files of this machine that are being dragged or pasted, as the system writes them.

    Qt has slashes between folders everywhere; what is shown and remembered has Windows' own sign.
    """
    urls = (url for url in mime.urls() if url.isLocalFile())
    return [QDir.toNativeSeparators(url.toLocalFile()) for url in urls]


def pasted_picture(mime: QMimeData) -> LoosePicture | None:
    """Return the picture on the clipboard; None where words or files are there, or nothing."""
    if dropped_files(mime) or mime.hasText():
        return None
    return _picture(mime, tr("Screenshot {when}", when=_now()))


def dropped_picture(mime: QMimeData) -> LoosePicture | None:
    """Return the picture that is dragged as such, out of a web page; None where files are."""
    if dropped_files(mime):
        return None
    names = (Path(url.path()).stem for url in mime.urls())
    return _picture(mime, next(filter(None, names), "") or tr("Picture {when}", when=_now()))


def is_taken(mime: QMimeData) -> bool:
    """Whether something that is dragged may be dropped on the window."""
    return bool(dropped_files(mime)) or has_picture(mime)


def has_picture(mime: QMimeData) -> bool:
    """Whether a picture is pasted or dragged as such."""
    return mime.hasImage() or any(map(mime.hasFormat, _BYTES))


def _picture(mime: QMimeData, name: str) -> LoosePicture | None:
    for kind, suffix in _BYTES.items():
        data = mime.data(kind) if mime.hasFormat(kind) else None
        if data:
            return LoosePicture(bytes(data.data()), f"{name}{suffix}")
    image = mime.imageData() if mime.hasImage() else None
    if isinstance(image, QImage) and not image.isNull():
        return LoosePicture(image, f"{name}.png")
    return None


def _now() -> str:
    """Return the time as it may stand in the name of a file."""
    return QDateTime.currentDateTime().toString("yyyy-MM-dd HH-mm-ss")


def model_and_others(paths: Sequence[str]) -> tuple[str, list[str]]:
    """Return which of some files is to be opened as a model, "" for none, and those that are none.

    Of several GGUF files the first by name: the parts of a split model come in any order, and the
    first opens them all.
    """
    models = sorted(path for path in paths if _is_model(path))
    return models[0] if models else "", [path for path in paths if not _is_model(path)]


def may_be_chats(path: str) -> bool:
    """Whether a file, by its name, may hold chats of this or another program; folders may."""
    return path.lower().endswith(_MAY_BE_CHATS) or "." not in Path(path).name


def take_copies(event: QDropEvent) -> None:
    """Accept what is dragged or dropped, and say that it was copied.

    Never what the file manager proposes: with Shift pressed that is to move them, and it would
    delete what it takes for moved.
    """
    if is_taken(event.mimeData()):
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()


def _is_model(path: str) -> bool:
    return path.lower().endswith(".gguf")


_MOST_NAME = 34  # characters; the narrowest window has room for a sentence with them
_MOST_LINES = 3


def what_a_drop_does(paths: Sequence[str]) -> list[str]:
    """Return a sentence for each thing that would be done with dragged files and folders."""
    model, others = model_and_others(paths)
    chats = [path for path in others if may_be_chats(path)]
    said = []
    if model:
        said.append(tr("Open the model {name}", name=_name(model)))
    if len(chats) == 1:
        said.append(tr("Import the chats in {name}, or attach it", name=_name(chats[0])))
    elif chats:
        files = counted(len(chats), "file")
        said.append(tr("Import the chats in {files}, or attach them", files=files))
    n_texts = len(others) - len(chats)
    if n_texts == 1:
        [text] = [path for path in others if path not in chats]
        said.append(tr("Attach {name} to your message", name=_name(text)))
    elif n_texts:
        files = counted(n_texts, "file")
        said.append(tr("Attach {files} to your message", files=files))
    return said


class DropHint(QFrame):
    """Covers its parent while files are dragged over it.

    By their names alone: what is in them is looked at when they are dropped.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("dropHint")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._words = [label("dropWords", wraps=False) for _ in range(_MOST_LINES)]
        panel = QFrame()
        panel.setObjectName("dropPanel")
        inside = vertical(panel, margins=(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L), spacing=SPACE_S)
        for line in self._words:
            inside.addWidget(line)
        column = vertical(self, margins=SPACE_XL)
        add_to(column, STRETCH, (panel, Qt.AlignmentFlag.AlignHCenter), STRETCH)
        self.hide()

    def words(self) -> str:
        """Return what is said now; "" while nothing is dragged."""
        said = [line.text() for line in self._words if line.isVisibleTo(self)]
        return "\n".join(said) if self.isVisible() else ""

    def show_for(self, paths: Sequence[str], *, has_picture: bool = False) -> None:
        """Say what a drop would do of these files, or else of a picture that is no file."""
        if not (paths or has_picture):
            return
        said = what_a_drop_does(paths) if paths else [tr("Attach the picture to your message")]
        self.show_lines(said)

    def show_lines(self, said: Sequence[str]) -> None:
        """Say these things, three at most."""
        window = self.parentWidget()
        if window is None:
            return
        for number, line in enumerate(self._words):
            line.setText(said[number] if number < len(said) else "")
            line.setVisible(number < len(said))
        self.setGeometry(window.rect())
        self.raise_()
        self.show()


def _name(path: str) -> str:
    return isolated(Path(path).name, _MOST_NAME)
