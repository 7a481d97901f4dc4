"""What a model is given of the pictures and sounds of chats, made of their files aside.

A file is decoded when a model that takes it is asked something for the first time; from then on it
is found. Nothing that a user waits for waits for it on the worker: it goes on when all is there.
What cannot be made of its file any more is told once, and the model reads its name.

Threads: the worker thread of `Conversations`, but for one thread of its own that decodes.
"""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING

from app.core.content.media import MAX_PIXELS, MediaKind, MediaUnusable
from app.core.errors import KnownError
from app.core.media.refusals import MediaMissing
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from app.core.content.media import MediaFile, MediaRef
    from app.core.content.tool_steps import KeptFile
    from app.core.conversations.session import EngineState
    from app.core.media.library import MediaLibrary

_USUAL_RATE = 16_000  # of sounds, per second, where a projector names none


class GivenMedia:
    """The media of one program's chats, as the loaded model takes them.

    Args:
        engine: says what the model takes.
        library: has the files.
        submit: has the worker do something.
        report: tells why a file cannot be used any more.
    """

    def __init__(
        self,
        engine: EngineState,
        library: MediaLibrary,
        submit: Callable[[Callable[[], None]], None],
        report: Callable[[Exception], None],
    ) -> None:
        self._engine = engine
        self._library = library
        self._submit = submit
        self._report = report
        self._aside = Lane("chat media")
        self._ending = threading.Event()
        self._unusable: set[MediaFile] = set()
        self._held: list[Callable[[], None]] = []  # until it is known what the next model takes

    def of(self, file: MediaFile) -> MediaRef | None:
        """Return what the model is given of a file; None where it reads its name."""
        if not self._takes(file) or file in self._unusable:
            return None
        most = file.max_pixels or MAX_PIXELS
        try:
            return self._library.found(file, max_pixels=most, sample_rate=self._sample_rate)
        except MediaMissing:  # `when_there` tells
            return None

    def when_there(
        self,
        files: Collection[MediaFile],
        then: Callable[[], None],
        refuse: Callable[[KnownError], None] | None = None,
    ) -> None:
        """Go on as soon as the model can be given some files, as `PromptMedia` says."""
        if not files:
            then()
            return
        if self._engine.is_model_changing:
            self._held.append(partial(self.when_there, files, then, refuse))
            return
        wanted = [file for file in dict.fromkeys(files) if self._is_missing(file)]
        if wanted:
            self._aside.add(self._make, wanted, self._sample_rate, then, refuse)
        else:
            then()

    def take_in(self, data: bytes, name: str) -> MediaFile:
        """Keep a picture or a sound of a tool. Any thread; see `PromptMedia`."""
        return self._library.add(data, name)

    def take_in_file(self, data: bytes, name: str) -> KeptFile:
        """Keep any other file of a tool. Any thread; see `PromptMedia`."""
        return self._library.add_file(data, name)

    def model_settled(self) -> None:
        """Go on with what has waited for a model."""
        held, self._held = self._held, []
        for go_on in held:
            go_on()

    def close(self) -> None:
        """Decode nothing more. Any thread."""
        self._ending.set()
        self._aside.close()

    def _takes(self, file: MediaFile) -> bool:
        senses = self._engine.senses
        return senses.sees if file.kind is MediaKind.IMAGE else senses.hears

    @property
    def _sample_rate(self) -> int:
        return self._engine.senses.sample_rate or _USUAL_RATE

    def _is_missing(self, file: MediaFile) -> bool:
        return self._takes(file) and file not in self._unusable and self.of(file) is None

    def _make(
        self,
        files: Iterable[MediaFile],
        sample_rate: int,
        then: Callable[[], None],
        refuse: Callable[[KnownError], None] | None,
    ) -> None:
        """Decode files, on a thread of its own."""
        unusable: dict[MediaFile, KnownError] = {}
        failed: KnownError | None = None
        for file in files:
            if self._ending.is_set():
                return
            try:
                most = file.max_pixels or MAX_PIXELS
                self._library.raw(file, max_pixels=most, sample_rate=sample_rate)
            except (MediaMissing, MediaUnusable) as error:
                unusable[file] = error
            except KnownError as error:
                failed = error
        self._submit(partial(self._made, unusable, failed, then, refuse))

    def _made(
        self,
        unusable: dict[MediaFile, KnownError],
        failed: KnownError | None,
        then: Callable[[], None],
        refuse: Callable[[KnownError], None] | None,
    ) -> None:
        for file, error in unusable.items():
            if file not in self._unusable:
                self._unusable.add(file)
                self._report(error)
        if failed is not None and refuse is not None:
            refuse(failed)
        else:
            then()
