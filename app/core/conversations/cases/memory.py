"""`Memory`, a door: the computation that is stored of chats, and how much of it there may be.

It follows the chats (`MemorySync`): they are the truth, it is only a cache of them. At each start,
and after each purge, what is stored for chats that are gone, or of words that are gone, is to be
deleted. The chats' database knows what is still to be done, so that a crash, a full disk or a busy
store delays it and loses nothing.

Threads: what is `on_worker` any, and it returns at once; the rest the conversations' worker.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Protocol

from app.core.chats.records import ChatSetup
from app.core.conversations.cases.warmth import NO_SETUP, WarmthQuestion
from app.core.conversations.events import ChatChanged, SharedMemoryMeasured
from app.core.conversations.session import chat_id_of, key_of, on_worker
from app.core.conversations.texts.chat_text import (
    is_titled_after,
    title_of_message,
)
from app.core.errors import KnownError
from app.core.protocol import (
    ChatKey,
    DropMemory,
    ForgetChat,
    Limits,
    MeasureShared,
    MemorySynced,
    MemoryTrimmed,
    SetMemoryChoice,
    SetMemoryLimits,
    SyncMemory,
    TrimMemory,
)
from app.core.settings.setting import BadSetting
from app.core.settings.table import MEMORY_BUDGET, MEMORY_DAILY, MEMORY_KEEP_FREE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.core.chats.parts.memory import StaleChat
    from app.core.chats.records import Chat, ChatId, ChatSetup, Message, PurgeResult
    from app.core.chats.store import ChatStore
    from app.core.content.media import MediaFile
    from app.core.conversations.cases.kept_documents import KeptDocuments
    from app.core.conversations.cases.restore_planner import RestorePlanner
    from app.core.conversations.cases.warmth import ChatWarmth
    from app.core.conversations.session import Session
    from app.core.messages import Attachment
    from app.core.settings.settings import Settings


_log = logging.getLogger(__name__)


class OtherOwners(Protocol):
    """Whose memory is stored though they are no chats; asked on the worker thread."""

    def chats(self) -> tuple[ChatKey, ...]:
        """Return all of them."""

    def forget_all(self) -> None:
        """Know none of them any more."""


class _NoOthers:
    def chats(self) -> tuple[ChatKey, ...]:
        return ()

    def forget_all(self) -> None:
        pass


@dataclass(slots=True)
class MemorySync:
    """Tells the engine what may stay, and remembers what it has not done yet."""

    session: Session
    kept: KeptDocuments
    others: OtherOwners = field(default_factory=_NoOthers)

    def purge(self) -> Iterator[None]:
        """Delete for good what was deleted before, with everything computed for it, in steps.

        What keeps something from being deleted is reported; it is tried again at the next start.
        """
        store = self.session.store
        store.trash.look_at_clock()
        for message in store.deletions.marked():
            if message.parent_id is None:
                _forget_title(store, message)
        for chat_id in store.titles.of_deleted_answers():
            _take_first_words(store, chat_id)
        yield from self._purge(store.deletions.purging())

    def purge_chats(self) -> Iterator[None]:
        """Do so with whole chats alone: messages may still be brought back."""
        yield from self._purge(self.session.store.deletions.purging(with_messages=False))

    def _purge(self, steps: Iterator[PurgeResult]) -> Iterator[None]:
        for purged in steps:
            for chat_id in purged.chats:
                self.session.post(ForgetChat(key_of(chat_id)))
            try:
                self.session.tools.forget_chats(map(key_of, purged.chats))
            except KnownError as error:  # no chat gets such an id again
                self.session.report(error)
            for chat_id in purged.changed:
                stale = self.session.store.memory.stale(chat_id)
                if stale is not None:
                    self._put_right(stale)
            if purged.failure is not None:
                self.session.report(purged.failure)
            yield

    def follow(self) -> None:
        """Have everything deleted that is stored for no chat; to be called at the start."""
        known = self.session.store.memory.known_chats()
        owners = _keys(known.chats) | frozenset((*self.others.chats(), *self.kept.owners()))
        request = SyncMemory(owners, _keys(known.pinned), _keys(known.off))
        self.session.ask(request, self._synced)

    def choose(self, chat_id: ChatId, *, is_pinned: bool | None, is_off: bool | None) -> None:
        """Keep the memory of a chat whatever else needs room, or keep none of it, or neither."""
        chat = self.session.store.choose_memory(chat_id, is_pinned=is_pinned, is_off=is_off)
        self.session.post(SetMemoryChoice(key_of(chat_id), is_pinned, is_off))
        self.session.emit(ChatChanged(chat))

    def forked(self, fork: Chat) -> None:
        """Tell what holds for a chat that goes off another one."""
        if fork.memory_off:
            self.session.post(SetMemoryChoice(key_of(fork.id), is_off=True))

    def _synced(self, done: MemorySynced) -> None:
        if done.index_id is None:
            _log.info("what is stored does not follow the chats yet: %s", done.problem)
        elif self.session.is_open:
            chats = {chat_id for key in done.chats if (chat_id := chat_id_of(key)) is not None}
            self.session.store.memory.meet_index(done.index_id, chats)
            self._go_on()

    def _trimmed(self, ticket: int, done: MemoryTrimmed) -> None:
        if not done.is_done:
            _log.info("what was computed for deleted words is there yet: %s", done.problem)
        elif self.session.is_open:
            self.session.store.memory.settle(ticket)
            self._go_on(after=ticket)

    def _go_on(self, after: int = 0) -> None:
        """Have the next chat put right: one at a time, for there may be thousands.

        A chat that is being answered waits for the next start: what its answer is computed from is
        on no record yet.
        """
        memory = self.session.store.memory
        stale = memory.stale_after(after)
        while stale is not None and not self._put_right(stale):
            stale = memory.stale_after(stale.ticket)

    def _put_right(self, stale: StaleChat) -> bool:
        if self.session.recorder.running_in(stale.chat_id) is not None:
            return False
        request = TrimMemory(key_of(stale.chat_id), stale.sequences)
        self.session.ask(request, partial(self._trimmed, stale.ticket))
        return True


def _forget_title(store: ChatStore, first: Message) -> None:
    """Give a chat another title when it bears the words of a first message that is to go."""
    chat = store.chat(first.chat_id)
    if chat.title and is_titled_after(chat.title, first):
        _take_first_words(store, chat.id)


def _take_first_words(store: ChatStore, chat_id: ChatId) -> None:
    """Give a chat the first words that are left for a title; the user's own title stays."""
    left = [title_of_message(one) for one in store.path(chat_id)[:1]]
    store.titles.of_first_words(chat_id, left[0] if left else "")


def _keys(chats: frozenset[ChatId]) -> frozenset[ChatKey]:
    return frozenset(map(key_of, chats))


_GB = 10**9


class Memory:
    """The stored memory of one program.

    Args:
        session: of the use cases.
        sync: keeps the choices of chats.
        warmth: knows how soon answers would begin.
        planner: has the memory reported.
    """

    def __init__(
        self,
        session: Session,
        sync: MemorySync,
        warmth: ChatWarmth,
        planner: RestorePlanner,
    ) -> None:
        self.session = session
        self._sync = sync
        self._warmth = warmth
        self._planner = planner

    def report(self) -> None:
        """Emit `MemoryListed`."""
        self._planner.report_memory()

    @on_worker
    def choose(
        self, chat_id: ChatId, *, is_pinned: bool | None = None, is_off: bool | None = None
    ) -> None:
        """Keep the memory of a chat whatever else needs room, or keep none of it, or neither."""
        self._sync.choose(chat_id, is_pinned=is_pinned, is_off=is_off)

    @on_worker
    def follow_others(self, others: OtherOwners) -> None:
        """Let the memory of others than chats stay; to be called before the chats are opened."""
        self._sync.others = others

    @on_worker
    def read_documents(self, setup: ChatSetup) -> None:
        """Have the documents read in idle time that are kept read, for new chats set up so."""
        self._sync.kept.read(setup)

    @on_worker
    def drop_others(self) -> None:
        """Delete the stored memory of others than chats; a `MemoryListed` tells of it."""
        self._sync.others.forget_all()
        self._sync.follow()
        self.report()

    @on_worker
    def measure_warmth(
        self,
        chat_id: ChatId | None,
        text: str = "",
        attachments: Sequence[Attachment] = (),
        *,
        media: Sequence[MediaFile] = (),
        setup: ChatSetup = NO_SETUP,
        ticket: int,
    ) -> None:
        """Emit one `ChatWarmthMeasured`: how soon an answer in a chat would begin.

        Args:
            chat_id: None for a chat that does not exist yet.
            text: of a message that may be sent.
            attachments: to it.
            media: likewise.
            setup: of a chat that does not exist yet, or with which one would go on.
            ticket: comes back.
        """
        question = WarmthQuestion(chat_id, text, tuple(attachments), ticket, tuple(media), setup)
        self._warmth.ask(question)

    @on_worker
    def measure_shared(self, attachment: Attachment, *, ticket: int) -> None:
        """Emit one `SharedMemoryMeasured`: what chats share that begin with a text.

        Args:
            attachment: the text, as the first message of these chats has it.
            ticket: comes back.
        """
        try:
            chats = self.session.store.memory.chats_that_begin_with(attachment)
        except KnownError as error:
            _log.info("chats that begin with a text are not found: %s", error)
            chats = ()
        self.session.ask(
            MeasureShared(tuple(map(key_of, chats))),
            lambda shared: self.session.emit(SharedMemoryMeasured(ticket, shared)),
        )

    def drop(self, owner: ChatKey) -> None:
        """Delete the stored memory of a chat or document; it is stored again later."""
        self.session.post(DropMemory(owner))

    def limit(self, limits: Limits) -> None:
        """Let the stored memory of all chats take so much from now on."""
        self.session.post(SetMemoryLimits(limits))


def store_limits(settings: Settings) -> Limits:
    """Return the limits of the store."""
    budget, daily = settings.get(MEMORY_BUDGET), settings.get(MEMORY_DAILY)
    return Limits(
        budget_bytes=round(budget * _GB) if budget else None,
        daily_bytes=round(daily * _GB) if daily else None,
        reserve_bytes=round(settings.get(MEMORY_KEEP_FREE) * _GB),
    )


def set_limits(settings: Settings, budget_gb: float, daily_gb: float) -> None:
    """Keep what the user has chosen; 0 for the default budget, and for no limit a day.

    Raises:
        BadSetting: such a number is not allowed; nothing was changed.
        SettingsNotSaved: in force until Hearth is closed.
    """
    for setting, value in ((MEMORY_BUDGET, budget_gb), (MEMORY_DAILY, daily_gb)):
        if (objection := setting.objection(value)) is not None:
            raise BadSetting(objection)
    try:
        settings.set(MEMORY_BUDGET, budget_gb)
    finally:  # what cannot be kept is in force all the same
        settings.set(MEMORY_DAILY, daily_gb)
