"""What prompts ask of the pictures and sounds of chats: what the model is given, and when.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from app.core.content.media import MediaFile, MediaRef
    from app.core.content.tool_steps import KeptFile
    from app.core.errors import KnownError

    Given = Callable[[MediaFile], MediaRef | None]


class PromptMedia(Protocol):
    """Knows the media of chats as the loaded model takes them."""

    def of(self, file: MediaFile) -> MediaRef | None:
        """Return what the model is given of a file; None where it reads its name."""

    def when_there(
        self,
        files: Collection[MediaFile],
        then: Callable[[], None],
        refuse: Callable[[KnownError], None] | None = None,
    ) -> None:
        """Go on when the model can be given all of some files; at once where nothing is to be done.

        Args:
            files: of a prompt.
            then: called on the worker.
            refuse: called on the worker instead, with why a file cannot be made for now; None goes
                on without it.
        """

    def take_in(self, data: bytes, name: str) -> MediaFile | None:
        """Keep a picture or a sound of a tool as those of users are; None where none is kept.

        Any thread, which it may block for seconds.

        Raises:
            KnownError: it is none, or the disk refused.
        """

    def take_in_file(self, data: bytes, name: str) -> KeptFile | None:
        """Keep any other file of a tool, as `take_in`."""

    def model_settled(self) -> None:
        """Take note that it is known which model there is, for the time being."""

    def close(self) -> None:
        """Make nothing more. Any thread."""


class NamesAlone:
    """Those of a program whose models are given no media."""

    def of(self, _file: MediaFile) -> None:
        """The model reads a name."""

    def when_there(
        self,
        _files: Collection[MediaFile],
        then: Callable[[], None],
        _refuse: Callable[[KnownError], None] | None = None,
    ) -> None:
        """Go on at once."""
        then()

    def take_in(self, _data: bytes, _name: str) -> None:
        """Nothing is kept."""

    def take_in_file(self, _data: bytes, _name: str) -> None:
        """Nothing is kept."""

    def model_settled(self) -> None:
        """No model is given any."""

    def close(self) -> None:
        """Nothing is made."""
