"""`Memory`, a door: the computation that is stored of chats, and how much of it there may be.

Threads: public methods from any thread; what comes of them is told by events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.conversations.chat_warmth import WarmthQuestion
from app.core.conversations.session import key_of, on_worker
from app.core.protocol import DropMemory, Limits, SetMemoryLimits
from app.core.settings import MEMORY_BUDGET, MEMORY_DAILY, MEMORY_KEEP_FREE, BadSetting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import ChatId
    from app.core.content import MediaFile
    from app.core.conversations.chat_warmth import ChatWarmth
    from app.core.conversations.memory_sync import MemorySync, OtherOwners
    from app.core.conversations.restore_planner import RestorePlanner
    from app.core.conversations.session import Session
    from app.core.messages import Attachment
    from app.core.settings import Settings

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
    def drop_others(self) -> None:
        """Delete the stored memory of others than chats; a `MemoryListed` tells of it."""
        self._sync.others.forget_all()
        self._sync.follow()
        self.report()

    @on_worker
    def measure_warmth(
        self,
        chat_id: ChatId,
        text: str = "",
        attachments: Sequence[Attachment] = (),
        *,
        media: Sequence[MediaFile] = (),
        ticket: int,
    ) -> None:
        """Emit one `ChatWarmthMeasured`: how soon an answer in a chat would begin.

        Args:
            chat_id: of the chat.
            text: of a message that may be sent.
            attachments: to it.
            media: likewise.
            ticket: comes back.
        """
        question = WarmthQuestion(chat_id, text, tuple(attachments), ticket, tuple(media))
        self._warmth.ask(question)

    def drop(self, chat_id: ChatId) -> None:
        """Delete the stored memory of a chat; its words stay, and it is stored again later."""
        self.session.post(DropMemory(key_of(chat_id)))

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
