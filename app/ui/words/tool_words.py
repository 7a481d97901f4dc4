"""What the user calls tools, and what is said of a call in one line."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from app.core.tools.values import arguments_of, cleaned, server_group
from app.ui.words.plain_text import isolated
from app.ui.words.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from app.core.messages import ToolCall

_GIVEN_CHARS: Final = 60
_OWN: Final = {
    "current_time": QT_TR_NOOP("Clock"),
    "calculate": QT_TR_NOOP("Calculator"),
    "search_chats": QT_TR_NOOP("Search in chats"),
    "search_documents": QT_TR_NOOP("Search in documents"),
    "read_document": QT_TR_NOOP("Read documents"),
    "read_file": QT_TR_NOOP("Read files"),
    "fetch_page": QT_TR_NOOP("Fetch web pages"),
    "web_search": QT_TR_NOOP("Web search"),
    "run_python": QT_TR_NOOP("Run Python"),
}


def group_words(group: str) -> str:
    """Return what the user calls one of Hearth's own tools, or a server."""
    own = _OWN.get(group)
    return isolated(group.removesuffix(server_group(""))) if own is None else tr(own)


def call_words(call: ToolCall) -> str:
    """Return which tool a call is of, and the beginning of what it is given."""
    tool, given = group_words(call.name), _given(call)
    return tr("{tool}: {given}", tool=tool, given=isolated(given)) if given else tool


@lru_cache(maxsize=64)  # of a call that is seen it is painted with each frame
def _given(call: ToolCall) -> str:
    values = arguments_of(call.arguments).values()
    plain = (str(one) for one in values if isinstance(one, str | int | float))
    given = cleaned(" ".join(", ".join(plain).split()))
    return given if len(given) <= _GIVEN_CHARS else f"{given[:_GIVEN_CHARS].rstrip()}…"
