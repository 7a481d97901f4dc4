"""The use cases: they join the chats on disk and the engine.

The doors are `Chats`, `ChatList`, `ChatMedia`, `Models`, `Memory` and `Alternatives`.
"""

from __future__ import annotations

from app.core.conversations.alternatives import Alternatives
from app.core.conversations.answers import AnswerOptions
from app.core.conversations.chat_list import ChatList
from app.core.conversations.chat_media import ChatMedia
from app.core.conversations.chat_sampling import (
    FORM,
    OVERFLOW,
    rule_of,
    thinking_of,
    with_rule,
    with_thinking,
)
from app.core.conversations.chats import Chats
from app.core.conversations.conversations import Conversations, Doors
from app.core.conversations.media_upkeep import MediaUpkeep
from app.core.conversations.memory import Memory, set_limits, store_limits
from app.core.conversations.message_sender import MessageContent
from app.core.conversations.models import Models
from app.core.conversations.place_in_answer import PlaceInAnswer
from app.core.conversations.preferences import Preferences
from app.core.conversations.program_chats import ProgramMessage, ProgramTurn
from app.core.conversations.store_access import StoreAccess
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
