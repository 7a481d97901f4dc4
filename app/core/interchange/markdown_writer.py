"""A chat as Markdown: what is shown of it, as it was written."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from app.core.interchange.original_files import NO_FILES
from app.core.interchange.written_message import (
    fenced,
    medium_line,
    speaker,
    with_closed_code,
    without_thinking,
)
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.chats.parts.transfer import TransferredChat, TransferredMessage
    from app.core.interchange.original_files import OriginalFiles

_MARKS = re.compile(r"([\\`*_\[\]<>#|~])")


def markdown_chunks(chat: TransferredChat, _files: OriginalFiles = NO_FILES) -> Iterator[bytes]:
    """Yield the file, a message at a time; pictures and sounds by their names."""
    yield f"# {_in_one_line(chat.title) or 'Chat'}\n".encode()
    yield f"\n*{chat.created_at:%Y-%m-%d}*\n".encode()
    if chat.system_prompt:
        words = with_closed_code(chat.system_prompt.strip())
        yield f"\n## Instructions\n\n{words}\n".encode()
    for message in chat.branch():
        yield f"\n## {_in_one_line(speaker(message))}\n\n{_body(message)}\n".encode()


def _body(message: TransferredMessage) -> str:
    pieces = [f"{_in_one_line(one.name)}:\n\n{fenced(one.text)}" for one in message.attachments]
    pieces += [_in_one_line(medium_line(one)) for one in message.media]
    words = message.text
    if message.role is Role.ASSISTANT:
        thinking, words = without_thinking(message)
        if thinking:
            # Escaped: within HTML, a tag that a model has thought of would be one.
            inside = with_closed_code(html.escape(thinking, quote=False))
            pieces.append(f"<details>\n<summary>Thinking</summary>\n\n{inside}\n\n</details>")
    pieces.append(with_closed_code(words.strip("\n")))
    if message.problem:
        pieces.append(f"> {_in_one_line(message.problem)}")
    return "\n\n".join(filter(None, pieces))


def _in_one_line(text: str) -> str:
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
