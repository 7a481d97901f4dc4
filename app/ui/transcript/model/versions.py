"""Which messages stand beside each other: the versions of a question or an answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.chats.records import MessageId


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of each message that has more than one: oldest first, itself among them."""

    beside: Mapping[MessageId, tuple[MessageId, ...]] = field(default_factory=dict)

    def of(self, message_id: MessageId) -> tuple[int, int] | None:
        """Return which of how many versions a message is, from 1; None where it stands alone."""
        versions = self.beside.get(message_id)
        return None if versions is None else (versions.index(message_id) + 1, len(versions))

    def step(self, message_id: MessageId, step: int) -> MessageId | None:
        """Return the version after (1) or before (-1) a message, None where there is none."""
        versions = self.beside[message_id]
        at = versions.index(message_id) + step
        return versions[at] if 0 <= at < len(versions) else None
