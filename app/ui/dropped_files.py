"""Files that come from a file manager: dropped on the window, or pasted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, Qt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QDropEvent

_MAY_BE_CHATS = (".json", ".jsonl", ".zip", ".chat", ".hearth")


def dropped_files(mime: QMimeData) -> list[str]:
    """Return the files of this machine that are being dragged or pasted, as the system writes them.

    Qt has slashes between folders everywhere; what is shown and remembered has Windows' own sign.
    """
    urls = (url for url in mime.urls() if url.isLocalFile())
    return [QDir.toNativeSeparators(url.toLocalFile()) for url in urls]


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
    """Accept files that are dragged or dropped, and say that they were copied.

    Never what the file manager proposes: with Shift pressed that is to move them, and it would
    delete what it takes for moved.
    """
    if dropped_files(event.mimeData()):
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()


def _is_model(path: str) -> bool:
    return path.lower().endswith(".gguf")
