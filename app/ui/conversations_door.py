"""What the window needs of `Conversations`, so that a test can stand in for it.

Every method returns at once; results come back as events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.chats.records import ChatId, ChatSetup, MessageId
    from app.core.messages import Attachment


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

    def send(
        self,
        chat_id: ChatId | None,
        text: str,
        attachments: Sequence[Attachment] = (),
        *,
        setup: ChatSetup = ...,
        ticket: int = 0,
        must_fit: bool = False,
    ) -> None:
        """Add the user's message and answer it; None makes a new chat, set up like that."""

    def set_up_chat(self, chat_id: ChatId, setup: ChatSetup) -> None:
        """Change what a chat wants of the model."""

    def measure(
        self,
        chat_id: ChatId | None,
        text: str,
        attachments: Sequence[Attachment] = (),
        *,
        system_prompt: str = "",
        replaces: MessageId | None = None,
        begins_answer: bool = False,
    ) -> None:
        """Ask what a chat and a draft take of the context; one `ContextUse` comes back."""

    def leave_out(self, chat_id: ChatId, share: float) -> None:
        """Let the model read only the last share of a chat."""

    def read_from(self, chat_id: ChatId, message_id: MessageId | None) -> None:
        """Let the model read a chat from a message on; None for all of it."""

    def begin_answer(
        self, chat_id: ChatId, message_id: MessageId, words: str, *, ticket: int = 0
    ) -> None:
        """Let the model go on from the user's own words."""

    def regenerate(self, chat_id: ChatId, message_id: MessageId) -> None:
        """Give an answer again, beside the old one."""

    def edit(
        self,
        chat_id: ChatId,
        message_id: MessageId,
        text: str,
        attachments: Sequence[Attachment] = (),
        *,
        ticket: int = 0,
    ) -> None:
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

    def load_model(self, path: str, context_tokens: int = 0) -> None:
        """Replace the loaded model; 0 for a context of the size that is set."""

    def cancel_load(self) -> None:
        """Give up the load in progress."""
