"""Pictures, sounds and files in the results of tools, kept beside the chats for the user.

The model is given none of them: it reads that the user sees them, in words that stay as they are.

Threads: the lane of a call; keeping a picture may take seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from app.core.chats.media_names import plain_name
from app.core.content.media import MediaKind
from app.core.content.tool_steps import MOST_FILES, KeptFile
from app.core.errors import KnownError
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.content.media import MediaFile
    from app.core.conversations.texts.prompt_media import PromptMedia
    from app.core.system.stop_signal import StopSignal
    from app.core.tools.values import ToolMedia, ToolResult

_MOST_BYTES: Final = 32_000_000  # of one result
T = TypeVar("T")
_WORDS: Final = {"image": "picture", "audio": "sound"}


class CallOutcome(PlainValue, frozen=True):
    """What came of a call, as a message keeps it.

    Attributes:
        result: its text says what became of the files.
        seconds: the call took.
        media: pictures and sounds.
        files: all others.
    """

    result: ToolResult
    seconds: float = 0.0
    media: tuple[MediaFile, ...] = ()
    files: tuple[KeptFile, ...] = ()


def kept(result: ToolResult, seconds: float, library: PromptMedia, stop: StopSignal) -> CallOutcome:
    """Keep what a result has beside its text, up to a number and a size; nothing once stopped."""
    media: list[MediaFile] = []
    files: list[KeptFile] = []
    told: list[str] = []
    n_bytes = n_left = 0
    for number, one in enumerate(result.media, 1):
        is_too_large = n_bytes + len(one.data) > _MOST_BYTES
        if is_too_large or len(media) + len(files) == MOST_FILES or stop.is_set:
            n_left += 1
            continue
        n_bytes += len(one.data)
        word = _WORDS.get(one.kind, "file")
        name = one.name or f"{word} {number}"
        found = _taken_in(one, name, library)
        if found is None:
            told.append(f"[{word} {plain_name(name)} could not be shown to the user]")
        elif isinstance(found, KeptFile):
            files.append(found)
            told.append(f"[file {plain_name(found.name)} offered to the user]")
        else:
            media.append(found)
            word = "picture" if found.kind is MediaKind.IMAGE else "sound"
            told.append(f"[{word} {plain_name(found.name)} shown to the user]")
    if n_left:
        told.append(f"[files left out, as they are too large or too many: {n_left}]")
    text = "\n\n".join(filter(None, (result.text, "\n".join(told))))
    return CallOutcome(replace(result, text=text, media=()), seconds, tuple(media), tuple(files))


def _taken_in(one: ToolMedia, name: str, library: PromptMedia) -> MediaFile | KeptFile | None:
    """Keep one; a picture that cannot be read is a file as any other."""
    shown = _tried(library.take_in, one.data, name) if one.kind in _WORDS else None
    return shown or _tried(library.take_in_file, one.data, name)


def _tried(take: Callable[[bytes, str], T | None], data: bytes, name: str) -> T | None:
    try:
        return take(data, name)
    except KnownError:
        return None
