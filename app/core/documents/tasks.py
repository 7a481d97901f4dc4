"""What the child is asked of documents.

Parsers are imported when they are needed: who asks does not load them.

Threads: one, in the child.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

import msgspec

from app.core.decoding.wire import DecodingRefused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.decoding.child import Source, Task


def _text(
    question: dict[str, Any], source: Source, give: Callable[[bytes], None]
) -> dict[str, Any]:
    from app.core.documents.parsers.parsing import parsed

    assert isinstance(source, io.BytesIO)  # the bytes that were hashed, whatever the file is now
    text = parsed(source.getvalue())
    if len(text.text.encode()) > question["max_text_bytes"]:
        raise DecodingRefused("long")
    give(msgspec.msgpack.encode(text))
    return {}


def _page(
    question: dict[str, Any], source: Source, give: Callable[[bytes], None]
) -> dict[str, Any]:
    from app.core.documents.parsers.pdf_pictures import page_picture

    assert isinstance(source, io.BytesIO)
    give(page_picture(source.getvalue(), question["page"]))
    return {}


DOCUMENT_TASKS: Final[Mapping[str, Task]] = {"document": _text, "page": _page}
