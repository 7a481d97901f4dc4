"""What the engine can tell about the memory of chats: where it is, how large, how soon it is back.

Threads: values; any.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.core.engine.speed import Speed
from app.core.kvstore import StoreState
from app.core.protocol import ChatKey, ChatMemory, MemoryReport, Residency

if TYPE_CHECKING:
    from collections.abc import Collection

    from app.core.kvstore import ChatUse, Fingerprint, StoreOverview


@dataclass(frozen=True, slots=True)
class LiveMemory:
    """What only the engine knows of chats' memory, at one moment.

    Attributes:
        namespace: of the loaded model; None without one.
        chats: those whose memory is in the context.
        speed: of the loaded model.
    """

    namespace: Fingerprint | None = None
    chats: frozenset[ChatKey] = frozenset()
    speed: Speed = field(default_factory=Speed)


def memory_report(overview: StoreOverview, here: LiveMemory) -> MemoryReport:
    """Return the memory of all chats that have any."""
    live, speed = here.chats, here.speed
    chats = {ChatKey(use.owner): _chat_memory(use, live, speed) for use in overview.chats}
    for chat in live:
        if chat not in chats:
            chats[chat] = ChatMemory(chat, Residency.LIVE, expected_ms=speed.live_ms())
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


def _chat_memory(use: ChatUse, live: Collection[ChatKey], speed: Speed) -> ChatMemory:
    chat = ChatKey(use.owner)
    if chat in live:
        residency, expected_ms = Residency.LIVE, speed.live_ms()
    elif use.here_tokens:
        residency, expected_ms = Residency.DISK, speed.restore_ms(use.here_bytes)
    else:
        residency, expected_ms = Residency.COLD, speed.cold_ms(use.n_tokens)
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
