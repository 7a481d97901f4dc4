"""What the engine can tell about the memory of chats: where it is, how large, how soon it is back.

Threads: values; any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import field

from app.core.engine.memory.save_plan import is_worth_restoring
from app.core.engine.memory.stored_model import Speed
from app.core.kvstore.records import Branch, ChatUse, Owner, StoreState
from app.core.plain_value import PlainValue
from app.core.protocol import ChatKey, ChatMemory, MemoryReport, Residency

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.kvstore.chain import Fingerprint
    from app.core.kvstore.records import StoreOverview


_AT_ONCE_MS = 1000.0
_AT_ONCE_TOKENS = 64  # where nobody has measured yet how fast the model reads


class ReadyPart(NamedTuple):
    """What of one chat need not be computed.

    Attributes:
        n_tokens: of the branch, that are in the context or on disk.
        branch: what an answer would read.
    """

    n_tokens: int
    branch: Branch

    @property
    def n_missing(self) -> int:
        """How many tokens an answer would read first; one is always computed."""
        return max(0, self.branch.n_tokens - self.n_tokens - 1)

    def begins_at_once(self, speed: Speed) -> bool:
        """Whether all but the last message is there, and the rest takes a moment."""
        if self.n_tokens < self.branch.n_needed - 1:
            return False
        if speed.seconds_per_token:
            return speed.cold_ms(self.n_missing) <= _AT_ONCE_MS
        return self.n_missing <= _AT_ONCE_TOKENS


class LiveMemory(PlainValue, frozen=True):
    """What only the engine knows of chats' memory, at one moment.

    Attributes:
        namespace: of the loaded model; None without one.
        chats: those of which something is in the context.
        speed: of the loaded model.
    """

    namespace: Fingerprint | None = None
    chats: Mapping[ChatKey, ReadyPart] = field(default_factory=dict)
    speed: Speed = field(default_factory=Speed)


def memory_report(overview: StoreOverview, here: LiveMemory) -> MemoryReport:
    """Return the memory of all chats that have any."""
    live, speed = dict(here.chats), here.speed
    chats = {
        chat: _chat_memory(use, live.pop(chat, None), speed)
        for use in overview.chats
        for chat in (ChatKey(use.owner),)
    }
    for chat, cached in live.items():
        chats[chat] = _chat_memory(ChatUse(Owner(chat)), cached, speed)
    return MemoryReport(
        chats=tuple(chats.values()),
        models=tuple((model.name, model.n_bytes) for model in overview.models),
        used_bytes=overview.usage.bytes,
        budget_bytes=overview.budget_bytes,
        free_bytes=overview.free_bytes,
        written_today_bytes=overview.usage.bytes_written_today,
        limits=overview.limits,
        default_budget_bytes=overview.default_budget_bytes,
        problem=overview.problem,
        is_read_only=overview.state is StoreState.READ_ONLY,
    )


def _chat_memory(use: ChatUse, live: ReadyPart | None, speed: Speed) -> ChatMemory:
    chat = ChatKey(use.owner)
    stored = ReadyPart(max(0, use.here_tokens - 1), use.branch or Branch(0, 0))
    if live is not None and live.begins_at_once(speed):
        residency, expected_ms = Residency.LIVE, speed.live_ms()
    elif live is not None and not _replaces(stored, live):
        residency, expected_ms = Residency.COLD, speed.cold_ms(live.n_missing)
    elif use.here_tokens and stored.begins_at_once(speed):
        residency, expected_ms = Residency.DISK, speed.restore_ms(use.here_bytes)
    else:
        residency = Residency.COLD
        expected_ms = speed.cold_ms(stored.n_missing if use.branch else use.n_tokens)
    return ChatMemory(
        chat,
        residency,
        n_tokens=use.n_tokens,
        n_bytes=use.n_bytes,
        own_bytes=use.own_bytes,
        models=use.models,
        last_used=use.last_used,
        is_pinned=use.is_pinned,
        is_off=use.is_off,
        expected_ms=expected_ms,
    )


def _replaces(stored: ReadyPart, live: ReadyPart) -> bool:
    """Whether an answer would restore the branch from disk rather than go on in the context."""
    return stored.branch == live.branch and is_worth_restoring(live.n_tokens, stored.n_tokens)
