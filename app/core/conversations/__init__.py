"""The use cases: they join the chats on disk and the engine.

The doors are `Chats`, `Models` and `Memory`.
"""

from __future__ import annotations

from app.core.conversations.answers import Wish
from app.core.conversations.chats import Chats
from app.core.conversations.conversations import Conversations
from app.core.conversations.doors import Doors
from app.core.conversations.memory import Memory
from app.core.conversations.models import Models

__all__ = ["Chats", "Conversations", "Doors", "Memory", "Models", "Wish"]
