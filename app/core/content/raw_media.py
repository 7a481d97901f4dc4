"""The folder in which pixels and samples wait for the model, each under the name of its bytes.

Whoever shows a picture writes it there, and the engine, in another process, reads it. What lies
there can be made again from the file that the user attached, so that deleting it costs time only.

Threads: any thread and any number of processes; nothing is changed once it is written.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from app.core.content.media import (
    MediaKind,
    MediaRef,
    MediaUnusable,
    RawImage,
    RawSound,
    content_of,
)
from app.core.errors import KnownError
from app.core.files import write_atomically
from app.core.paths import INNER_FOLDER_MODE
from app.core.phrases import phrase

if TYPE_CHECKING:
    from pathlib import Path

SUFFIXES: Final = {MediaKind.IMAGE: ".rgb", MediaKind.SOUND: ".f32"}


class MediaGone(KnownError):
    """Pixels or samples are not there any more, or are damaged."""

    def __init__(self, kind: MediaKind, detail: str = "") -> None:
        is_image = kind is MediaKind.IMAGE
        super().__init__(
            what=phrase("A picture of this chat could not be read.")
            if is_image
            else phrase("A sound of this chat could not be read."),
            effect=phrase("No answer was written. Your chats are untouched."),
            remedy=phrase("Send the message again. If that does not help, attach the file anew."),
            detail=detail,
        )


class RawMedia:
    """Pixels and samples in one folder.

    Args:
        folder: is made when something is first put there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, medium: RawImage | RawSound) -> MediaRef:
        """Write a medium, if it is not there yet.

        Raises:
            OSError: it could not be written.
        """
        ref = MediaRef.of(medium)
        path = self.path(ref)
        if not path.exists():
            self._folder.mkdir(INNER_FOLDER_MODE, parents=True, exist_ok=True)
            write_atomically(path, [medium.rgb if isinstance(medium, RawImage) else medium.pcm])
        return ref

    def has(self, ref: MediaRef) -> bool:
        """Whether a medium lies there; not whether it is whole."""
        return self.path(ref).is_file()

    def get(self, ref: MediaRef) -> RawImage | RawSound:
        """Read a medium.

        Raises:
            MediaGone: it is not there, or its bytes are not those that were put there.
        """
        path = self.path(ref)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise MediaGone(ref.kind, repr(error)) from error
        if content_of(data) != ref.content:
            with contextlib.suppress(OSError):
                path.unlink()  # so that it is made anew
            raise MediaGone(ref.kind, f"{path.name} is damaged")
        try:
            if ref.kind is MediaKind.IMAGE:
                return RawImage(ref.width, ref.height, data)
            sound = RawSound(data)
        except MediaUnusable as error:
            raise MediaGone(ref.kind, f"{path.name}: {error.what}") from error
        if sound.n_samples != ref.n_samples:
            raise MediaGone(ref.kind, f"{path.name} has {sound.n_samples} samples")
        return sound

    def path(self, ref: MediaRef) -> Path:
        """Return where a medium lies, or would."""
        return self._folder / f"{ref.content}{SUFFIXES[ref.kind]}"
