"""The three doors of the use cases, as a front end is given them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.conversations.chats import Chats
    from app.core.conversations.memory import Memory
    from app.core.conversations.models import Models


@dataclass(frozen=True, slots=True)
class Doors:
    """What a gesture can turn into. Every method of each returns at once."""

    chats: Chats
    models: Models
    memory: Memory
