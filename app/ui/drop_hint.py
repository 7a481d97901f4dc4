"""Says over the window what would become of the files that are being dragged over it.

By their names alone: what is in them is looked at when they are dropped.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.ui.dropped_files import may_be_chats, model_and_others
from app.ui.formatting import counted
from app.ui.labels import label
from app.ui.plain_text import isolated
from app.ui.theme import SPACE_L, SPACE_S, SPACE_XL
from app.ui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    """Covers its parent while files are dragged over it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("dropHint")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._words = [label("dropWords", wraps=False) for _ in range(_MOST_LINES)]
        panel = QFrame()
        panel.setObjectName("dropPanel")
        inside = QVBoxLayout(panel)
        inside.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L)
        inside.setSpacing(SPACE_S)
        for line in self._words:
            inside.addWidget(line)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_XL, SPACE_XL, SPACE_XL)
        column.addStretch(1)
        column.addWidget(panel, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self.hide()

    def words(self) -> str:
        """Return what is said now; "" while nothing is dragged."""
        said = [line.text() for line in self._words if line.isVisibleTo(self)]
        return "\n".join(said) if self.isVisible() else ""

    def show_for(self, paths: Sequence[str], *, has_picture: bool = False) -> None:
        """Say what a drop would do of these files, or else of a picture that is no file."""
        window = self.parentWidget()
        if not (paths or has_picture) or window is None:
            return
        said = what_a_drop_does(paths) if paths else [tr("Attach the picture to your message")]
        for number, line in enumerate(self._words):
            line.setText(said[number] if number < len(said) else "")
            line.setVisible(number < len(said))
        self.setGeometry(window.rect())
        self.raise_()
        self.show()


def _name(path: str) -> str:
    return isolated(Path(path).name, _MOST_NAME)
