"""The use cases: they join the chats on disk and the engine. The door is `Conversations`."""

from __future__ import annotations

from app.core.conversations.answers import Wish
from app.core.conversations.conversations import Conversations

__all__ = ["Conversations", "Wish"]
