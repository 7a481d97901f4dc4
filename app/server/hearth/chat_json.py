"""Chats and messages as clients see them, and the names they have there.

A name is opaque to clients: that there are numbers in it may change.

Pure functions.
"""

from __future__ import annotations

import base64
import binascii
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from app.core.chats.parts.pages import ChatPlace
from app.core.chats.records import FIRST_TEMPORARY, ChatId
from app.core.content.media import MediaKind
from app.core.conversations.texts.chat_sampling import ALL_DOCUMENTS, searched_of
from app.core.documents.facts import source_facts
from app.core.messages import Role
from app.server.errors import NOT_FOUND, ApiError, bad_field
from app.server.served_model import name_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.chats.parts.pages import CountedChat
    from app.core.chats.records import Chat, ChatSetup, Message, MessageId
    from app.core.content.media import MediaFile
    from app.core.messages import Attachment
    from app.core.protocol import ChatMemory

_CHAT: Final = "chat-"
_MESSAGE: Final = "message-"
_MOST_DIGITS: Final = 18  # of a number that SQLite takes
UNKNOWN: Final = "unknown"  # where the memory of a chat is, while the engine does not say


def chat_name(chat_id: ChatId) -> str:
    """Return what clients call a chat."""
    return f"{_CHAT}{chat_id}"


def message_name(message_id: MessageId) -> str:
    """Return what clients call a message."""
    return f"{_MESSAGE}{message_id}"


def chat_of_name(name: str) -> ChatId:
    """Return the chat that a client names.

    Raises:
        ApiError: there is none of that name. A temporary chat is none either: nobody but the window
            reads it.
    """
    digits = name.removeprefix(_CHAT)
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS
    if not is_number or name != f"{_CHAT}{int(digits)}" or int(digits) >= FIRST_TEMPORARY:
        raise no_such_chat(name)
    return ChatId(int(digits))


def no_such_chat(name: str) -> ApiError:
    """Return what is told of a chat that is not there."""
    return ApiError(NOT_FOUND, f'There is no chat "{name[:60]}".', code="chat_not_found")


def place_name(place: ChatPlace) -> str:
    """Return what a client asks the next page with."""
    said = f"{place.updated_at.astimezone(UTC).isoformat()} {place.chat_id}"
    return base64.urlsafe_b64encode(said.encode()).decode()


def place_of_name(name: str) -> ChatPlace:
    """Return where a page begins.

    Raises:
        ApiError: no page has told this name.
    """
    try:
        said = base64.b64decode(name.encode(), altchars=b"-_", validate=True).decode()
        moment, _blank, digits = said.partition(" ")
        updated_at = datetime.fromisoformat(moment)
        if updated_at.tzinfo is None or len(digits) > _MOST_DIGITS:
            raise ValueError(said)
        return ChatPlace(updated_at, ChatId(int(digits)))
    except (binascii.Error, ValueError):
        raise bad_field("after", 'must be the "next" of another page.') from None


def chat_json(
    counted: CountedChat, memory: Mapping[ChatId, ChatMemory] | None, *, is_answering: bool
) -> dict[str, Any]:
    """Return a chat of the list.

    Args:
        counted: the chat, with the number of its messages.
        memory: of all chats that have any; None where the engine has not told.
        is_answering: an answer is being given in it.
    """
    chat = counted.chat
    return {
        "id": chat_name(chat.id),
        "object": "hearth.chat",
        "title": chat.title,
        "created_at": _moment(chat.created_at),
        "updated_at": _moment(chat.updated_at),
        "model": name_of(chat.model_path) if chat.model_path else None,
        "n_messages": counted.n_messages,
        "memory": _residency(chat, memory),
        "is_pinned": chat.pinned_at is not None,
        "is_answering": is_answering,
    }


def _residency(chat: Chat, memory: Mapping[ChatId, ChatMemory] | None) -> str:
    if memory is None:
        return UNKNOWN
    found = memory.get(chat.id)
    return "cold" if found is None else found.residency.value


def message_json(message: Message) -> dict[str, Any]:
    """Return a message; of an answer its thinking stands apart."""
    told: dict[str, Any] = {
        "id": message_name(message.id),
        "object": "hearth.message",
        "role": message.role.value,
        "content": message.text,
        "created_at": _moment(message.created_at),
        "status": message.status.value,
    }
    if message.attachments:
        told["attachments"] = [_attachment_json(one) for one in message.attachments]
    if message.media:
        told["media"] = [_medium_json(one) for one in message.media]
    if message.role is Role.ASSISTANT:
        split = message.said
        told |= {
            "content": split.answer,
            "thinking": split.thinking,
            "model": message.model or None,
            "problem": None if message.problem is None else message.problem.text(),
            "usage": _usage(dict(message.stats)),
        }
    return told


def _attachment_json(attachment: Attachment) -> dict[str, Any]:
    told: dict[str, Any] = {"name": attachment.name, "text": attachment.text}
    if source := source_facts(attachment):
        if "message" in source:
            source["message"] = message_name(source["message"])
        told["source"] = source
    return told


def searched_json(setup: ChatSetup) -> str | list[str]:
    """Return what the questions of a chat search: paths, or a word for all documents."""
    searched = searched_of(setup)
    return "all" if ALL_DOCUMENTS in searched else list(searched)


def _medium_json(medium: MediaFile) -> dict[str, str]:
    kind = "image" if medium.kind is MediaKind.IMAGE else "audio"
    return {"kind": kind, "name": medium.name, "alt_text": medium.alt_text}


def _usage(stats: Mapping[str, float | str]) -> dict[str, Any] | None:
    if "n_prompt" not in stats:
        return None
    cached = [stats.get(name, 0) for name in ("n_reused", "n_restored")]
    return {
        "prompt_tokens": stats["n_prompt"],
        "cached_tokens": sum(one for one in cached if isinstance(one, int | float)),
        "completion_tokens": stats.get("n_generated", 0),
        "ttft_ms": stats.get("ttft_ms", 0.0),
        "finish_reason": stats.get("reason"),
    }


def _moment(when: datetime) -> str:
    return when.astimezone(UTC).isoformat()
