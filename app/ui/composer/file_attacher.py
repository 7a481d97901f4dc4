"""Reads files that are to go along with a message, away from the interface thread."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.core.errors import KnownError
from app.core.messages import Attachment
from app.core.text_files import read_text_file
from app.ui.side_work import SideWork

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QMimeData


class FileAttacher(QObject):
    """Sends `attached` with an `Attachment` or `refused` with a `Problem` for each file."""

    attached = Signal(object)
    refused = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = SideWork("attached files")

    def read(self, paths: Sequence[str]) -> None:
        """Read files, in order."""
        for path in paths:
            self._work.add(partial(self._read, Path(path)))

    def _read(self, path: Path) -> None:
        try:
            outcome: object = Attachment(path.name, read_text_file(path))
            signal = self.attached
        except KnownError as error:
            outcome, signal = error.problem(), self.refused
        try:
            signal.emit(outcome)
        except RuntimeError:  # the window was closed meanwhile
            return


def dropped_files(mime: QMimeData) -> list[str]:
    """Return the files of this machine that are being dragged or pasted."""
    return [url.toLocalFile() for url in mime.urls() if url.isLocalFile()]
