"""Reads files that are to go along with a message, away from the interface thread."""

from __future__ import annotations

import contextlib
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


class FileAttacher(QObject):
    """For each file sends `attached` with owner and `Attachment`, or `refused` with a `Problem`."""

    attached = Signal(object, object)
    refused = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = SideWork("attached files")

    def read(self, paths: Sequence[str], owner: object) -> None:
        """Read files, in order; `owner` comes back with each."""
        for path in paths:
            self._work.add(partial(self._read, Path(path), owner))

    def _read(self, path: Path, owner: object) -> None:
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            try:
                self.attached.emit(owner, Attachment(path.name, read_text_file(path)))
            except KnownError as error:
                self.refused.emit(error.problem())
