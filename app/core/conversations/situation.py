"""What the use cases know of the engine and of the window; one for each program.

Threads: the conversations' worker only.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.core.chats.records import ChatId
from app.core.engine.protocol import ChatKey

_MAX_DIGITS = 18  # of a number that SQLite takes


@dataclass(slots=True)
class Situation:
    """Changed by whoever learns of it.

    Attributes:
        model_name: of the loaded model; "" while there is none.
        is_engine_gone: nothing can be answered until the next start.
        shown: the chat on the screen; None for a new one.
        is_model_changing: another model was asked for, and is neither there nor refused.
    """

    model_name: str = ""
    is_engine_gone: bool = False
    shown: ChatId | None = None
    is_model_changing: bool = False

    def change_model(self) -> None:
        """Take note that another model was asked for; it ends the answers of this one."""
        self.is_model_changing = True


def key_of(chat_id: ChatId) -> ChatKey:
    """Return the key by which the engine knows a chat."""
    return ChatKey(str(chat_id))


def chat_id_of(key: ChatKey) -> ChatId | None:
    """Return the chat that a key of `key_of` stands for; None for any other."""
    is_number = key.isascii() and key.isdecimal() and len(key) <= _MAX_DIGITS
    return ChatId(int(key)) if is_number else None
