"""Which documents the questions of the open chat search, and what whole documents cost.

A file or folder that is to be searched is listed among the documents and read first; until then
nothing is sent, as with files that go along.

Threads: the interface thread; the library is asked on a lane.
"""

from __future__ import annotations

import os
from concurrent.futures import CancelledError
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal, Slot

from app.core.conversations.cases.passages import most_tokens
from app.core.conversations.cases.warmth import TICKETS
from app.core.conversations.events import ChatWarmthMeasured
from app.core.conversations.texts.chat_sampling import ALL_DOCUMENTS, searched_of, with_searched
from app.core.errors import KnownError, Problem, problem_of
from app.core.plain_value import PlainValue, replace
from app.core.protocol import EngineStopped, ModelLoaded, ModelUnloaded
from app.core.system.lanes import Lane
from app.ui.kit.timers import timer
from app.ui.words.formatting import counted, span
from app.ui.words.stats_text import LEAST_COLD, whole_cost
from app.ui.words.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import ChatId
    from app.core.conversations.cases.memory import Memory
    from app.core.documents.library import DocumentLibrary
    from app.core.messages import Attachment
    from app.core.protocol import WarmthMeasured
    from app.ui.chat.chat_gestures import ChatGestures
    from app.ui.composer.composer import Composer
    from app.ui.composer.file_attacher import FileReading
    from app.ui.documents.documents_presenter import DocumentsPresenter
    from app.ui.kit.event_bridge import EventBridge
    from app.ui.state.open_chat import OpenChat

_PAUSE_MS: Final = 250
_LEAST_CHARS: Final = 4_000  # of documents whose cost is worth a line


class _Listed(PlainValue, frozen=True):
    """The files and folders that are listed."""

    sources: tuple[str, ...]


class _Read(PlainValue, frozen=True, eq=False):
    """What is to be searched has been read, or cannot be."""

    reading: FileReading
    chat_id: ChatId | None
    paths: tuple[str, ...]
    problem: Problem | None = None
    is_stopped: bool = False


class SearchedPresenter(QObject):
    """Joins the composer with the library.

    Args:
        library: has the documents.
        pages: tells when they are others, and shows the page.
        memory: says how soon an answer would begin.
    """

    failed = Signal(object)

    def __init__(  # noqa: PLR0913 - it joins all of them
        self,
        library: DocumentLibrary,
        pages: DocumentsPresenter,
        memory: Memory,
        bridge: EventBridge,
        open_chat: OpenChat,
        gestures: ChatGestures,
        composer: Composer,
    ) -> None:
        super().__init__(composer)
        self._library = library
        self._pages = pages
        self._memory = memory
        self._bridge = bridge
        self._open_chat = open_chat
        self._gestures = gestures
        self._composer = composer
        self._aside = Lane("searched documents")
        self._sources: tuple[str, ...] = ()
        self._ticket = 0
        self._asked: object = None  # what the last question was about
        self._n_ctx = 0
        self._pause = timer(self, _PAUSE_MS, self._ask_costs)
        composer.documents_button.toggled_source.connect(self._toggle)
        composer.documents_button.page_requested.connect(pages.show_page)
        composer.searched_bar.pressed.connect(self._stop)
        composer.whole_bar.pressed.connect(self._use_passages)
        composer.attaching.folder_given.connect(self._take_folder)
        composer.changed.connect(self._on_written)
        pages.changed.connect(self._list)
        pages.changed.connect(self._read_kept)
        open_chat.changed.connect(self._refresh)
        self.failed.connect(composer.attaching.refused)
        bridge.subscribe(_Listed, self._on_listed)
        bridge.subscribe(_Read, self._on_read)
        bridge.subscribe(ChatWarmthMeasured, self._on_warmth)
        bridge.subscribe(ModelLoaded, self._on_model)
        bridge.subscribe(ModelUnloaded, self._on_model)
        bridge.subscribe(EngineStopped, self._on_model)
        self._refresh()

    def close(self) -> None:
        """Ask the library no more."""
        self._aside.close()

    # -- what is searched --

    @Slot()
    def _refresh(self) -> None:
        searched = searched_of(self._open_chat.setup)
        self._composer.searched_bar.show_searched(searched)
        self._composer.documents_button.show_choice(self._sources, searched)
        self._on_written()

    @Slot()
    def _list(self) -> None:
        if not self._aside.has_waiting:
            self._aside.add(self._load)

    def _load(self) -> None:
        try:
            sources = tuple(map(str, self._library.sources()))
        except KnownError:
            sources = ()
        self._bridge.post(_Listed(sources))

    def _on_listed(self, event: _Listed) -> None:
        self._sources = event.sources
        self._refresh()

    def _choose(self, searched: Sequence[str]) -> None:
        setup = with_searched(self._open_chat.setup, searched)
        self._gestures.set_up(self._open_chat.id, setup)
        self._refresh()
        self._composer.edit.setFocus()

    @Slot(object)
    def _toggle(self, source: str) -> None:
        searched = list(searched_of(self._open_chat.setup))
        if source in searched:
            searched.remove(source)
        elif source == ALL_DOCUMENTS:
            searched = [ALL_DOCUMENTS]
        else:
            searched = [one for one in searched if one != ALL_DOCUMENTS] + [source]
        self._choose(searched)

    @Slot(object)
    def _stop(self, *_: object) -> None:
        self._choose(())

    # -- what is not listed yet --

    @Slot(object)
    def _take_folder(self, path: str) -> None:
        self._search_in([path])

    @Slot(object)
    def _use_passages(self, *_: object) -> None:
        """Search the attached documents instead of sending them."""
        paths = [one.source.path for one in self._whole() if one.source]
        if paths:
            self._search_in(paths)

    def _search_in(self, paths: Sequence[str]) -> None:
        """List what is not listed yet, have it read, and search it from then on."""
        reading = self._composer.attaching.hold(os.path.basename(paths[0]))  # noqa: PTH119 - shown
        work = partial(self._read, reading, self._open_chat.id, tuple(paths))
        self._aside.add(work)

    def _read(self, reading: FileReading, chat_id: ChatId | None, paths: tuple[str, ...]) -> None:
        told = _Read(reading, chat_id, paths)
        try:
            self._library.add(paths)
            last = self._library.look().result()
            told = replace(told, problem=last.problem or self._why_unread(paths))
        except CancelledError:  # the user stopped reading, or the window closes
            told = replace(told, is_stopped=True)
        except Exception as error:  # noqa: BLE001 - nothing is sent before it has ended
            told = replace(told, problem=problem_of(error))
        self._bridge.post(told)

    def _why_unread(self, paths: Sequence[str]) -> Problem | None:
        """Return why a single file cannot be searched."""
        wanted = set(paths)
        for file in self._library.documents():
            if str(file.path) in wanted and file.problem is not None:
                return file.problem
        return None

    def _on_read(self, event: _Read) -> None:
        is_given_up = event.reading.stop.is_set or event.is_stopped
        self._composer.attaching.release(event.reading)
        self._pages.looks.compare()  # the list is another one
        self._list()
        if event.problem is not None:
            self.failed.emit(event.problem)
        elif not is_given_up and event.chat_id == self._open_chat.id:
            chips, searched = self._composer.attachments, searched_of(self._open_chat.setup)
            passages = [
                one for one in self._whole() if one.source and one.source.path in event.paths
            ]
            chips.set_attachments(tuple(one for one in chips.attachments() if one not in passages))
            if ALL_DOCUMENTS not in searched:
                self._choose((*searched, *event.paths))

    # -- what whole documents cost --

    def _whole(self) -> tuple[Attachment, ...]:
        return tuple(one for one in self._composer.attachments.attachments() if one.source)

    @Slot()
    def _on_written(self) -> None:
        """Ask again where other documents go along; words make little difference."""
        about = (self._open_chat.id, self._whole(), self._n_ctx)
        if about != self._asked:
            self._asked = about
            self._ticket = 0
            self._composer.whole_bar.show_costs("", "")
            self._pause.start()

    @Slot()
    def _ask_costs(self) -> None:
        whole = self._whole()
        if not self._n_ctx or sum(len(one.text) for one in whole) < _LEAST_CHARS:
            return
        written = self._composer.written()
        self._ticket = next(TICKETS)
        self._memory.measure_warmth(
            self._open_chat.id,
            written.text,
            written.attachments,
            setup=self._open_chat.setup,
            ticket=self._ticket,
        )

    def _on_warmth(self, event: ChatWarmthMeasured) -> None:
        if event.ticket == self._ticket and event.chat_id == self._open_chat.id:
            self._composer.whole_bar.show_costs(*_costs(event.warmth, self._n_ctx))

    def _on_model(self, event: ModelLoaded | ModelUnloaded | EngineStopped) -> None:
        self._n_ctx = event.info.n_ctx if isinstance(event, ModelLoaded) else 0
        self._on_written()
        self._read_kept()

    @Slot()
    def _read_kept(self) -> None:
        """Have the documents read that are kept read, and forget those that are no more."""
        self._memory.read_documents(self._open_chat.default_setup)


def _costs(warmth: WarmthMeasured, n_ctx: int) -> tuple[str, str]:
    """Return in words what whole documents cost, and what passages would."""
    n_passages = most_tokens(n_ctx)
    passages = counted(n_passages, "token")
    if warmth.n_cold >= LEAST_COLD and warmth.expected_ms:
        took = span(n_passages * warmth.expected_ms / warmth.n_cold)
        passages = tr("{tokens}, {time}", tokens=passages, time=took)
    return whole_cost(warmth, n_ctx), passages
