"""Which chats the engine restores or precomputes before they are asked for anything.

Threads: the worker thread of `Conversations` only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.core.chats.records import is_temporary
from app.core.conversations.cases.kept_documents import kept_files
from app.core.conversations.events import ChatResumed, MemoryListed
from app.core.conversations.session import chat_id_of, key_of
from app.core.conversations.texts.chat_sampling import thinking_of, today_of
from app.core.conversations.texts.chat_text import media_asked, prompt_messages
from app.core.errors import KnownError
from app.core.protocol import (
    OTHER_PROGRAM,
    ChatKey,
    PrecomputeChat,
    ReportMemory,
    Residency,
    RestoreChat,
    document_key,
    is_of_document,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from app.core.chats.records import Chat, ChatId, Message
    from app.core.conversations.session import Session
    from app.core.protocol import ChatMemory, ChatRestored, MemoryReport

_GIVEN_UP = RestoreChat(ChatKey(""), ()).failed()
_N_PRECOMPUTED = 3  # chats, beside those that are pinned


@dataclass(slots=True)
class RestorePlanner:
    """Has chats restored from disk, or precomputed in idle time."""

    session: Session
    _opened: ChatId | None = None  # the chat that was opened or made last
    _may_precompute: bool = False  # at most once for each loaded model

    @property
    def opened_last(self) -> ChatId | None:
        """The chat to bring back; any thread may ask."""
        return self._opened

    def opened(self, chat_id: ChatId) -> None:
        """Take note that a chat is the one to bring back from now on."""
        self._opened = chat_id

    def deleted(self, chat_id: ChatId) -> None:
        """Take note that a chat is not to be brought back."""
        if self._opened == chat_id:
            self._opened = None

    def model_arrived(self) -> None:
        """Bring back the chat that was opened last; others can be read ahead for this model."""
        self._may_precompute = True
        self.report_memory()
        if self._opened is not None and self.session.is_open:
            self.restore_if_opened(self._opened)

    def restore(self, chat: Chat, path: Sequence[Message]) -> None:
        """Bring the KV cache of a chat back, if there is a model and nothing to disturb."""
        session = self.session
        if session.engine.model_name and path and session.recorder.running_in(chat.id) is None:
            go_on = partial(self._restore_now, chat, path)
            session.media.when_there(media_asked(chat, path), go_on)

    def _restore_now(self, chat: Chat, path: Sequence[Message]) -> None:
        session = self.session
        is_answering = session.recorder.running_in(chat.id) is not None
        if is_answering or self._opened != chat.id:  # since its media are made
            return
        messages = prompt_messages(chat, session.recorder.newest(path), session.media.of)
        started_at = today_of(chat)
        key, thinking = key_of(chat.id), thinking_of(chat.setup)
        request = RestoreChat(key, messages, started_at, thinking)
        session.ask(request, partial(self._restored, chat.id))

    def _restored(self, chat_id: ChatId, restored: ChatRestored) -> None:
        if restored == _GIVEN_UP:  # another chat was opened meanwhile, or the model has gone
            return
        resumed = (restored.n_cached, restored.n_prompt, restored.restore_ms, restored.source)
        self.session.emit(ChatResumed(chat_id, *resumed, restored.read_ms))

    def report_memory(self) -> None:
        """Emit `MemoryListed`. Any thread."""
        self.session.ask(ReportMemory(), self._reported)

    def _reported(self, report: MemoryReport | None) -> None:
        if report is not None:
            self.session.emit(_listed(report, self._kept(report)))
            if self.session.is_open:
                self._precompute(report)

    def _kept(self, report: MemoryReport) -> Iterator[tuple[Path, ChatMemory]]:
        """Yield the files that are kept read, with what is stored of them."""
        memory = {one.chat: one for one in report.chats if is_of_document(one.chat)}
        for file in kept_files(self.session) if memory else ():
            if found := memory.get(document_key(file.digest)):
                yield file.path, found

    def restore_if_opened(self, chat_id: ChatId, path: Sequence[Message] | None = None) -> None:
        """Do the same for a chat that has changed, if it is the one that was opened last.

        Args:
            chat_id: of the chat.
            path: its branch, where that has been read already.
        """
        if chat_id == self._opened:
            store = self.session.store_of(chat_id)
            self.restore(store.chat(chat_id), store.path(chat_id) if path is None else path)

    def _precompute(self, report: MemoryReport) -> None:
        """Have chats computed in idle time that this very model knew before something changed.

        A new version of Hearth or another setting makes what was stored useless; the chats the user
        has pinned and those used last are on disk again before they are opened.
        """
        if not self._may_precompute:
            return
        self._may_precompute = False
        lost = [
            (chat_id, memory)
            for memory in report.chats
            if (chat_id := chat_id_of(memory.chat)) is not None
            and memory.residency is Residency.COLD
            and not memory.is_off
            and self.session.engine.model_name in memory.models
        ]
        lost.sort(key=lambda one: (not one[1].is_pinned, -one[1].last_used))
        n_pinned = sum(memory.is_pinned for _, memory in lost)
        for chat_id, _ in lost[: n_pinned + _N_PRECOMPUTED]:
            if chat_id != self._opened:
                self._precompute_one(chat_id)

    def _precompute_one(self, chat_id: ChatId) -> None:
        try:
            store = self.session.store_of(chat_id)
            chat = store.chat(chat_id)
            path = store.path(chat_id)
        except KnownError:  # deleted meanwhile
            return
        if chat.is_deleted:  # what is stored of it stays, and nothing is added
            return

        def post() -> None:
            messages = prompt_messages(chat, path, self.session.media.of)
            key, started_at = key_of(chat_id), today_of(chat)
            self.session.post(PrecomputeChat(key, messages, started_at, thinking_of(chat.setup)))

        self.session.media.when_there(media_asked(chat, path), post)


def _listed(report: MemoryReport, documents: Iterable[tuple[Path, ChatMemory]]) -> MemoryListed:
    """Return a report with the ids of chats; what is of no chat of the list is left out."""
    others = [one for one in report.chats if one.chat.startswith(OTHER_PROGRAM) and one.n_bytes]
    shared = max((one.n_bytes - one.own_bytes for one in others), default=0)
    known = ((chat_id_of(memory.chat), memory) for memory in report.chats)
    return MemoryListed(
        report,
        tuple(
            (chat_id, memory)
            for chat_id, memory in known
            if chat_id is not None and not is_temporary(chat_id)
        ),
        len(others),
        sum(one.own_bytes for one in others) + shared,
        tuple(documents),
    )
