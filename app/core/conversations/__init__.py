"""The use cases: they join the chats on disk and the engine.

The doors are `Chats`, `ChatList`, `ChatMedia`, `Models`, `Memory` and `Alternatives`.
"""

from __future__ import annotations

from app.core.conversations.cases.alternatives import Alternatives
from app.core.conversations.cases.answers import AnswerOptions
from app.core.conversations.cases.chat_list import ChatList
from app.core.conversations.cases.memory import Memory, set_limits, store_limits
from app.core.conversations.cases.message_sender import MessageContent
from app.core.conversations.cases.program_chats import ProgramMessage, ProgramTurn
from app.core.conversations.chat_media import ChatMedia, MediaUpkeep
from app.core.conversations.chats import Chats
from app.core.conversations.conversations import Conversations, Doors
from app.core.conversations.models import Models
from app.core.conversations.session import Preferences
from app.core.conversations.store_access import StoreAccess
from app.core.conversations.texts.chat_sampling import (
    FORM,
    OVERFLOW,
    rule_of,
    thinking_of,
    with_rule,
    with_thinking,
)
from app.core.conversations.texts.chat_text import PlaceInAnswer
from app.core.conversations.upkeep import Upkeep

__all__ = [
    "FORM",
    "OVERFLOW",
    "Alternatives",
    "AnswerOptions",
    "ChatList",
    "ChatMedia",
    "Chats",
    "Conversations",
    "Doors",
    "MediaUpkeep",
    "Memory",
    "MessageContent",
    "Models",
    "PlaceInAnswer",
    "Preferences",
    "ProgramMessage",
    "ProgramTurn",
    "StoreAccess",
    "Upkeep",
    "rule_of",
    "set_limits",
    "store_limits",
    "thinking_of",
    "with_rule",
    "with_thinking",
]
