"""What a reader says of a message, and what it reads of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.messages import Role
from app.ui.transcript.model.message_facts import is_streaming, media_note, speaker, status_words
from app.ui.transcript.render.displayed import displayed_text, with_media
from app.ui.translation import listed, tr
from app.ui.wait_text import wait_text

if TYPE_CHECKING:
    from app.core.chats.records import MessageId
    from app.ui.transcript.model.message_list import MessageList
    from app.ui.transcript.render.message_layout import MessageLayout
    from app.ui.transcript.surface import Surface


def spoken_name(view: Surface, message_id: MessageId) -> str:
    """Return who speaks, where in the chat, which version, and how it ended or that it goes on."""
    row = view.messages.row_of(message_id)
    if row < 0:
        return ""
    message = view.messages.message(row)
    words = [
        speaker(message),
        tr("message {n} of {n_messages}", n=row + 1, n_messages=len(view.messages)),
    ]
    version = view.messages.versions.of(message_id)
    if version is not None:
        number, n_versions = version
        words.append(tr("version {n} of {n_versions}", n=number, n_versions=n_versions))
    if message.role is Role.ASSISTANT:
        words.append(_now(view.messages) if is_streaming(message) else _ended(view.messages, row))
    return listed(words)


def _now(messages: MessageList) -> str:
    return tr("being written") if messages.wait is None else wait_text(messages.wait)


def _ended(messages: MessageList, row: int) -> str:
    message = messages.message(row)
    can_retry, can_continue = messages.can_retry(message.id), messages.can_continue(message.id)
    return status_words(message, can_retry=can_retry, can_continue=can_continue)


def spoken_text(view: Surface, layout: MessageLayout) -> str:
    """Return what a screen reader reads: the words, and the small line under them."""
    names = [attachment.name for attachment in layout.message.attachments]
    text = displayed_text(layout, view.canvas)
    if names:
        attached = tr("Attached: {name}", name=listed(names))
        text = f"{attached}\n\n{text}"
    if layout.message.media:
        note = media_note(layout.message, view.messages.senses)
        text = with_media(layout, text)
        text = f"{text}\n\n{note}" if note else text
    if layout.is_first_read:
        begins = tr("The model reads from here on")
        told = layout.summary.text
        heading = tr("Summary of the messages above")
        known = f"{heading}: {told}\n\n" if told else ""
        text = f"{begins}.\n\n{known}{text}"
    return text if layout.is_user or not layout.reread_note else f"{text}\n\n{layout.reread_note}"
