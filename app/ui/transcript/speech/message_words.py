"""What is said of a message, and what it says, where it is not drawn: menus, readers, titles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chats.records import MessageStatus
from app.core.messages import Role
from app.ui.transcript.model.sections import SectionKind
from app.ui.transcript.render.message_delegate import status_words

if TYPE_CHECKING:
    from app.core.chats.records import Message, MessageId
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.transcript_view import TranscriptView

_MAX_DISPLAYED = 50_000  # characters


def speaker(message: Message) -> str:
    """Return whose message it is: "You", or "Answer of" a model."""
    if message.role is not Role.ASSISTANT:
        return "You"
    return f"Answer of {message.model}" if message.model else "Answer"


def spoken_name(view: TranscriptView, message_id: MessageId) -> str:
    """Return who speaks, where in the chat, which version, and how it ended or that it goes on."""
    row = view.stack.row_of(message_id)
    if row < 0:
        return ""
    message = view.stack.message(row)
    words = [speaker(message), f"message {row + 1} of {len(view.stack)}"]
    version = view.version_of(message_id)
    if version is not None:
        words.append("version {} of {}".format(*version))
    if message.role is Role.ASSISTANT:
        words.append("being written" if _is_streaming(message) else _ended(view, row).lower())
    return ", ".join(filter(None, words))


def _ended(view: TranscriptView, row: int) -> str:
    layout = view.stack[row]
    can_retry, can_continue = view.can_retry(layout), view.can_continue(layout)
    return status_words(layout.message, can_retry=can_retry, can_continue=can_continue)


def displayed_text(view: TranscriptView, layout: MessageLayout) -> str:
    """Return the text of a message as it is displayed; a very long one as it was written."""
    if len(layout.text) > _MAX_DISPLAYED:
        # Laying out all of it for one copy would freeze the window.
        return layout.text
    parts: list[str] = []
    for number, slot in enumerate(layout.slots()):
        if slot.section.kind is SectionKind.THINKING:
            continue
        block = view.block_of(layout, number)
        if parts and not slot.section.glued:
            parts.append("\n" if slot.section.continued else "\n\n")
        parts.append(block.text_between(0, block.end_position()))
    return "".join(parts)


def links(view: TranscriptView, layout: MessageLayout) -> list[str]:
    """Return the addresses a message leads to, in their order; none of a very long message."""
    if layout.is_user or len(layout.text) > _MAX_DISPLAYED:
        return []
    found: dict[str, None] = {}
    for number, slot in enumerate(layout.slots()):
        if slot.section.kind is not SectionKind.PROSE:
            continue
        for style in view.block_of(layout, number).document.allFormats():
            found |= dict.fromkeys([style.toCharFormat().anchorHref()])
    return [address for address in found if address]


def spoken_text(view: TranscriptView, layout: MessageLayout) -> str:
    """Return what a screen reader reads: the words, and the small line under them."""
    names = [attachment.name for attachment in layout.message.attachments]
    text = displayed_text(view, layout)
    if names:
        text = f"Attached: {', '.join(names)}\n\n{text}"
    if layout.is_first_read:
        text = f"The model reads from here on.\n\n{text}"
    return text if layout.is_user or not layout.reason else f"{text}\n\n{layout.reason}"


def _is_streaming(message: Message) -> bool:
    return message.status is MessageStatus.STREAMING
