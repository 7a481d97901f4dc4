"""The guide: a tiny model that comes with Hearth, so that the very first question has an answer.

Its file lies in the installation and moves with every update, so its path is never remembered:
wherever a model is remembered, an empty text stands for the guide. `remembered_as` and
`path_of_remembered` are the two directions of that rule.

Threads: pure functions that ask the file system at most; any thread.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.core.phrases import phrase
from app.core.protocol import RemoteModel
from app.core.system.paths import resource

if TYPE_CHECKING:
    from collections.abc import Iterable

GUIDE_NAME = "Hearth Guide"
GUIDE_DESCRIPTION = phrase("Hearth Guide is built in and tiny: it knows Hearth and nothing else.")
# Questions to begin with, and the answers of a window that speaks another language than the guide.
STARTERS = (
    (
        phrase("How do I add a model?"),
        phrase(
            "Press `Ctrl+O` and choose a GGUF file, or drop the file onto the window. If you have "
            "none yet, choose **Get a model…** behind the model button at the top."
        ),
    ),
    (
        phrase("Which model should I choose?"),
        phrase(
            "Click the model button at the top and choose **Get a model…**: the one that suits "
            "this machine is marked *Recommended*. Larger ones know more but answer more slowly."
        ),
    ),
    (
        phrase("Does anything leave my machine?"),
        phrase(
            "No. Models, chats and their memory stay on this machine. Hearth connects only when "
            "you ask for it, to search or download a model, for example."
        ),
    ),
    (
        phrase("Where are my chats stored?"),
        phrase(
            "Your chats are in the folder `~/.local/share/hearth`, in one database file. "
            "**Folders and reset…** in the menu under **Help** shows and opens it."
        ),
    ),
)
STARTER_QUESTIONS = tuple(question.text for question, _answer in STARTERS)
# How the guide names folders: of the chats, the settings, what was computed, and the logs.
_FOLDERS = ("~/.local/share/hearth", "~/.config/hearth", "~/.cache/hearth", "~/.local/state/hearth")


def with_folders(answer: str, folders: Iterable[str]) -> str:
    """Return an answer of the guide with the folders as they are here.

    Where a folder is the usual one the answer stays as it was said, to the last token.

    Args:
        answer: of the guide.
        folders: of the chats, the settings, what was computed, and the logs; none for the usual.
    """
    for name, folder in zip(_FOLDERS, folders, strict=False):
        if Path(folder) != Path(name).expanduser():
            answer = answer.replace(f"`{name}`", f"`{folder}`")
    return answer


def guide_path() -> Path | None:
    """Return the guide's file; None when this installation lacks it."""
    try:
        return resource("guide/hearth-guide.gguf")
    except FileNotFoundError:
        return None


def is_guide(path: str | Path) -> bool:
    """Return whether `path` leads to the guide's own file; False for a copy of it elsewhere."""
    guide = guide_path()
    # The name decides first, so that no file of the user's is looked up for nothing.
    if guide is None or Path(path).name != guide.name:
        return False
    try:
        return guide.samefile(path)
    except (OSError, ValueError):  # not there, or no path at all
        return False


def remembered_as(path: str, beside: Path | None = None) -> str:
    """Return what is remembered of a loaded model: its path, "" for the guide.

    Args:
        path: absolute.
        beside: folder whose files are remembered by their way from it; see `Paths.beside`.
    """
    if is_guide(path):
        return ""
    if beside is not None and Path(path).is_relative_to(beside):
        return Path(path).relative_to(beside).as_posix()
    return path


def path_of_remembered(remembered: str, beside: Path | None = None) -> str:
    """Return the model to load for what `remembered_as` gave; "" when the guide is missing."""
    if not remembered:
        return str(guide_path() or "")
    is_file = RemoteModel.of(remembered) is None
    return str(beside / remembered) if beside is not None and is_file else remembered
