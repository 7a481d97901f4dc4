"""What the window needs of `Conversations`, so that a test can stand in for it.

Every method returns at once; results come back as events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from app.core.chats.records import ChatId, MessageId


class ConversationsDoor(Protocol):
    """The calls a gesture in the window can turn into."""

    def list_chats(self) -> None:
        """Ask for all chats."""

    def open_chat(self, chat_id: ChatId) -> None:
        """Ask for a chat's messages and bring its KV cache back."""

    def read_earlier(self, chat_id: ChatId, before: MessageId) -> None:
        """Ask for the messages before the end of a long chat."""

    def prefetch(self, chat_id: ChatId) -> None:
        """Prepare for opening a chat that is pointed at."""

    def send(self, chat_id: ChatId | None, text: str) -> None:
        """Add the user's message and answer it; None makes a new chat."""

    def regenerate(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Give an answer again, beside the old one."""

    def edit(self, chat_id: ChatId, message_id: MessageId, text: str) -> None:
        """Put another version beside a message."""

    def show_version(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Show the branch through a message."""

    def delete_message(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Take a message and all that follows it out of a chat."""

    def undo_delete_message(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Bring back what was taken out."""

    def fork(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Begin another chat with everything up to a message."""

    def continue_answer(self, chat_id: ChatId) -> None:
        """Go on with an answer that was cut."""

    def stop(self, chat_id: ChatId) -> None:
        """End the running answer."""

    def rename(self, chat_id: ChatId, title: str) -> None:
        """Give a chat another title."""

    def delete(self, chat_id: ChatId) -> None:
        """Take a chat off the list."""

    def undo_delete(self, chat_id: ChatId) -> None:
        """Bring a deleted chat back."""

    def report_memory(self) -> None:
        """Ask what is stored of all chats."""

    def choose_memory(
        self, chat_id: ChatId, *, is_pinned: bool | None = None, is_off: bool | None = None
    ) -> None:
        """Keep the memory of a chat whatever else needs room, or keep none of it."""

    def drop_memory(self, chat_id: ChatId) -> None:
        """Delete the stored memory of a chat."""

    def load_model(self, path: str) -> None:
        """Replace the loaded model."""

    def cancel_load(self) -> None:
        """Give up the load in progress."""
