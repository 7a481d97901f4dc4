"""Hearth's own format for chats, `hearth-chats`: complete, versioned, read back without loss.

docs/chat-format.md describes it for other programs. What has its usual value is left out, so that
most messages are a role, a text and a time.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections import Counter
from typing import TYPE_CHECKING, Any

from app.core.chats.parts.transfer import LONGEST_NAME, TransferredTokens
from app.core.chats.records import SEARCHED, MessageStatus, TitleOrigin
from app.core.interchange.errors import NotAChat
from app.core.interchange.loose_chats import (
    Head,
    LooseMessage,
    LooseNode,
    assembled,
    time_of,
)
from app.core.interchange.original_files import media_facts, media_of
from app.core.messages import Attachment, Role, source_as_text, source_of_text
from app.core.phrases import phrase
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from app.core.chats.parts.transfer import TransferredChat, TransferredMessage
    from app.core.interchange.errors import Note
    from app.core.interchange.loose_chats import AssembledChat

FORMAT = "hearth-chats"
VERSION = 1
_DIGEST_BYTES = 16
_ID_BYTES = 4
_MOST_COUNT = 1 << 31  # of tokens, or characters, of one message
_MOST_NUMBER = 1 << 63  # JSON has larger ones; nothing that takes a whole number has


# -- writing --


def file_chunks(
    chats: Iterable[TransferredChat], exported_at: datetime, program: str
) -> Iterator[bytes]:
    """Yield a file, one chat at a time."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "program": program,
        "exported_at": _moment(exported_at),
    }
    yield f'{_dumped(head)[:-1]}, "chats": ['.encode()
    between = "\n"
    for chat in chats:
        yield f"{between}{_dumped(chat_facts(chat))}".encode()
        between = ",\n"
    yield b"\n]}\n"


def chat_facts(chat: TransferredChat) -> dict[str, Any]:
    """Return a chat as plain values for JSON."""
    facts: dict[str, Any] = {
        "title": chat.title,
        "title_origin": chat.title_origin.value,
        "created_at": _moment(chat.created_at),
        "updated_at": _moment(chat.updated_at),
        "leaf": chat.leaf,
    }
    optional = {
        "title_from": chat.title_from,
        "system_prompt": chat.system_prompt,
        "sampling": _numbers(_without_searched(dict(chat.sampling))),
        "context_from": chat.context_from,
        "memory_pinned": chat.memory_pinned,
        "memory_off": chat.memory_off,
        "unread": chat.is_unread,
        "folder": chat.folder,
        "pinned": chat.is_pinned,
        "archived": chat.is_archived,
    }
    facts |= {name: value for name, value in optional.items() if _says_something(value)}
    facts["messages"] = [_message_facts(message) for message in chat.messages]
    return facts


def _message_facts(message: TransferredMessage) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "parent": message.parent,
        "role": message.role.value,
        "text": message.text,
        "created_at": _moment(message.created_at),
    }
    if message.status is not MessageStatus.COMPLETE:
        facts["status"] = message.status.value
    optional = {
        "model": message.model,
        "problem": message.problem,
        "stats": _numbers(dict(message.stats)),
        "attachments": list(map(_attachment_facts, message.attachments)),
        "media": list(map(media_facts, message.media)),
        "tokens": _token_facts(message.tokens) if message.tokens is not None else None,
    }
    return facts | {name: value for name, value in optional.items() if _says_something(value)}


def _without_searched(sampling: dict[str, float | str]) -> dict[str, float | str]:
    """Return it without which documents are searched: they are of this machine and this user."""
    return {name: value for name, value in sampling.items() if name != SEARCHED}


def _attachment_facts(attachment: Attachment) -> dict[str, str]:
    facts = {"name": attachment.name, "text": attachment.text}
    # Where the file lies names the user, and says nothing elsewhere.
    source = source_as_text(attachment.source and replace(attachment.source, path=""))
    return facts | ({"source": source} if source else {})


def _token_facts(tokens: TransferredTokens) -> dict[str, Any]:
    return {
        "base": tokens.base,
        "token_base": tokens.token_base,
        "n_chars": tokens.n_chars,
        "text_digest": tokens.text_digest.hex(),
        "vocabulary": tokens.vocabulary,
        "ids": base64.b64encode(tokens.token_ids).decode("ascii"),
    }


def _says_something(value: object) -> bool:
    return value is not None and value is not False and value not in ("", [], {})


def _numbers(values: dict[str, Any]) -> dict[str, Any]:
    """Leave out what JSON has no number for."""
    return {
        name: value
        for name, value in values.items()
        if not isinstance(value, float) or math.isfinite(value)
    }


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")


def _dumped(facts: dict[str, Any]) -> str:
    return json.dumps(facts, ensure_ascii=False)


# -- reading --


def read_chat(facts: dict[str, Any], otherwise: datetime) -> AssembledChat:
    """Return a chat of a file; what is damaged in it is left out, never guessed.

    Args:
        facts: one element of "chats".
        otherwise: the time where none is said.

    Raises:
        NotAChat: it has no messages that could be read.
    """
    title = _text(facts.get("title"))
    messages = facts.get("messages")
    if not isinstance(messages, list):
        raise NotAChat(phrase("It has no list of messages."), title)
    notes: Counter[Note] = Counter()
    nodes = [_node(place, message, notes) for place, message in enumerate(messages)]
    head = Head(
        title=title,
        title_origin=_member(TitleOrigin, facts.get("title_origin"), TitleOrigin.USER),
        created_at=time_of(facts.get("created_at")),
        updated_at=time_of(facts.get("updated_at")),
        shown=_place(facts.get("leaf")),
        shows_nothing="leaf" in facts and facts["leaf"] is None,
        system_prompt=_text(facts.get("system_prompt")),
        sampling=tuple(one for one in _values(facts.get("sampling")) if one[0] != SEARCHED),
        context_from=_place(facts.get("context_from")),
        title_from=_place(facts.get("title_from")),
        memory_pinned=facts.get("memory_pinned") is True,
        memory_off=facts.get("memory_off") is True,
        is_unread=facts.get("unread") is True,
        folder=_text(facts.get("folder")),
        is_pinned=facts.get("pinned") is True,
        is_archived=facts.get("archived") is True,
    )
    found = assembled(nodes, head, otherwise, notes=notes, merges_answers=False)
    # An empty title stays one, and whose words it is.
    chat = replace(found.chat, title=title[:LONGEST_NAME], title_origin=head.title_origin)
    return replace(found, chat=chat)


def _node(place: int, facts: object, notes: Counter[Note]) -> LooseNode:
    if not isinstance(facts, dict):
        return LooseNode(place, None, None)
    role = _member(Role, facts.get("role"), None)
    parent = _place(facts.get("parent"))
    if role is None:
        return LooseNode(place, parent, None)
    attachments = facts.get("attachments")
    message = LooseMessage(
        role=role,
        text=_text(facts.get("text")),
        created_at=time_of(facts.get("created_at")),
        status=_member(MessageStatus, facts.get("status"), MessageStatus.COMPLETE),
        model=_text(facts.get("model")),
        problem=_text(facts.get("problem")),
        stats=_values(facts.get("stats")),
        attachments=tuple(
            Attachment(
                _text(one.get("name")), _text(one.get("text")), source_of_text(one.get("source"))
            )
            for one in (attachments if isinstance(attachments, list) else ())
            if isinstance(one, dict)
        ),
        media=media_of(facts.get("media"), notes),
        tokens=_tokens(facts.get("tokens"), place),
    )
    return LooseNode(place, parent, message)


def _tokens(facts: object, place: int) -> TransferredTokens | None:
    """Return the tokens of an answer; None where anything of them cannot be right."""
    if not isinstance(facts, dict):
        return None
    try:
        ids = base64.b64decode(facts["ids"], validate=True)
        digest = bytes.fromhex(facts["text_digest"])
        base, token_base, n_chars = facts["base"], facts["token_base"], facts["n_chars"]
        vocabulary = facts["vocabulary"]
    except (KeyError, TypeError, ValueError, binascii.Error):
        return None
    counts = (token_base, n_chars)
    is_right = (
        all(_place(one) is not None and one < _MOST_COUNT for one in counts)
        and isinstance(vocabulary, str)
        and len(ids) % _ID_BYTES == 0
        and all(byte < 0x80 for byte in ids[_ID_BYTES - 1 :: _ID_BYTES])  # none is negative
        and len(digest) == _DIGEST_BYTES
        and (base is None or (_place(base) is not None and base < place))
        and (base is not None or token_base == 0)
    )
    if not is_right:
        return None
    return TransferredTokens(base, token_base, n_chars, digest, vocabulary, ids)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _place(value: object) -> int | None:
    is_place = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_place else None  # type: ignore[return-value]


def _member(kind: Any, value: object, otherwise: Any) -> Any:
    try:
        return kind(value)
    except ValueError:
        return otherwise


def _values(value: object) -> tuple[tuple[str, float | str], ...]:
    if not isinstance(value, dict):
        return ()
    return tuple(
        (name, one) for name, one in value.items() if isinstance(one, str) or _is_number(one)
    )


def _is_number(value: object) -> bool:
    if isinstance(value, int):
        return not isinstance(value, bool) and -_MOST_NUMBER <= value < _MOST_NUMBER
    return isinstance(value, float) and math.isfinite(value)
