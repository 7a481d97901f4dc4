"""What is being written in a chat, as the context has to hold it.

Threads: frozen values, any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.conversations.chat_text import words_read

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, MessageId
    from app.core.content import MediaFile
    from app.core.conversations.chat_text import ReadWords
    from app.core.conversations.prompt_media import Given
    from app.core.messages import Attachment


@dataclass(frozen=True, slots=True)
class DraftInContext:
    """What is being written, and where it will stand.

    Attributes:
        chat_id: None for a chat that does not exist yet.
        system_prompt: of such a chat.
        replaces: the message whose place it takes; None for the end of the chat.
        begins_answer: it is the beginning of an answer; `replaces` is that, or what it answers.
    """

    chat_id: ChatId | None
    text: str = ""
    attachments: tuple[Attachment, ...] = ()
    system_prompt: str = ""
    replaces: MessageId | None = None
    begins_answer: bool = False
    media: tuple[MediaFile, ...] = ()

    def as_read(self, given: Given) -> ReadWords:
        """Return the words with what goes along, as the model reads it."""
        return words_read(self.text, self.attachments, self.media, given)
