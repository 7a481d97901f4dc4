"""Calls of tools in a chat, and what came of them, as they are kept beside the words.

An answer that calls tools keeps all that the model said. Where its calls begin, and which they are,
stands with its statistics; so does, with each result, which call it is of. A result is a message of
its own, below the answer, so that a branch holds every step.

Threads: pure values and functions, any thread.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import msgspec

from app.core.messages import ToolCall
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Mapping

_CALLS, _CALLS_AT, _UNREAD = "calls", "calls_at", "unread_call"
_LONGEST_S: Final = 1e6  # of a call; a file from elsewhere may say any
_STEP: Final = "tool_step"
_MARKS: Final = re.compile(r"[\[\]()<>\\`*_\n]+")
_ADDRESS: Final = re.compile(r"https?://[^\s<>\\]{1,2000}")
MOST_FILES: Final = 20  # of one result, with pictures and sounds
_LIKE_A_SITE: Final = re.compile(r"[\w-]+(?:\.[\w-]+)+")
_MOST_CALLS: Final = 128  # of one answer; a file from elsewhere may say any number


class CallsMade(PlainValue, frozen=True):
    """The calls of one answer.

    Attributes:
        at: characters of the answer before what calls them.
        is_unread: something looks like a call, and cannot be read.
    """

    calls: tuple[ToolCall, ...] = ()
    at: int = 0
    is_unread: bool = False

    def as_stats(self) -> dict[str, float | str]:
        """Return them as they are kept with an answer."""
        if not self.calls:
            return {_UNREAD: 1.0} if self.is_unread else {}
        return {_CALLS: _as_json(self.calls), _CALLS_AT: self.at}


NO_CALLS: Final = CallsMade()


class KeptFile(PlainValue, frozen=True):
    """A file that came of a call: kept beside the chats, to be saved, never opened.

    Attributes:
        name: as it is shown; no path.
        digest: names it in the folder of pictures and sounds.
        n_bytes: of it.
    """

    name: str
    digest: str
    n_bytes: int


class ToolStep(PlainValue, frozen=True):
    """What is kept with the result of a call.

    Attributes:
        call: with the arguments that were given; the user may have changed those of the model.
        seconds: it took.
        is_error: the tool says that it failed, or could not be asked.
        links: titles and addresses of sources.
        files: that came of it, beside pictures and sounds.
    """

    call: ToolCall
    seconds: float = 0.0
    is_error: bool = False
    links: tuple[tuple[str, str], ...] = ()
    files: tuple[KeptFile, ...] = ()

    @property
    def plain_links(self) -> list[tuple[str, str]]:
        """The sources as Markdown takes them: titles and web addresses without its marks.

        Where a title looks like the address of another site, the one of the link stands behind it.
        """
        return [
            (_told(_MARKS.sub(" ", title).strip(), address), address)
            for title, address in self.links
            if _ADDRESS.fullmatch(address)
        ]

    def as_stats(self) -> dict[str, float | str]:
        """Return it as it is kept with a message."""
        return {_STEP: _as_json(self)}


def _told(title: str, address: str) -> str:
    """Return a title that does not hide where its link leads."""
    try:
        host = (urlsplit(address).hostname or "").removeprefix("www.")
    except ValueError:  # no address after all
        host = address
    named = {one.lower().removeprefix("www.") for one in _LIKE_A_SITE.findall(title)}
    return f"{title} – {host}" if named - {host} else title or address


def _as_json(value: object) -> str:
    """Return a value as JSON; half a character, which a server can send, becomes a mark."""
    said = json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
    return said.encode("utf-8", "replace").decode()


def calls_of_stats(stats: Mapping[str, float | str]) -> CallsMade:
    """Return the calls of an answer; none where they cannot be read."""
    said, at = stats.get(_CALLS), stats.get(_CALLS_AT, 0)
    if not isinstance(said, str):
        return CallsMade(is_unread=True) if stats.get(_UNREAD) else NO_CALLS
    try:
        calls = msgspec.json.decode(said, type=tuple[ToolCall, ...])
    except (msgspec.MsgspecError, UnicodeError):
        return NO_CALLS
    if len(calls) > _MOST_CALLS or not isinstance(at, int | float) or at != at:
        return NO_CALLS
    return CallsMade(calls, int(max(0, min(at, 2**40))))


def step_of_stats(stats: Mapping[str, float | str]) -> ToolStep | None:
    """Return which call a message is the result of; None where that cannot be read."""
    said = stats.get(_STEP)
    return _step(said) if isinstance(said, str) else None


@lru_cache(maxsize=64)  # a step that is seen is painted with each frame
def _step(said: str) -> ToolStep | None:
    try:
        step = msgspec.json.decode(said, type=ToolStep)
    except (msgspec.MsgspecError, UnicodeError):
        return None
    if len(step.files) > MOST_FILES:
        step = replace(step, files=step.files[:MOST_FILES])
    is_time = 0 <= step.seconds < _LONGEST_S
    return step if is_time else replace(step, seconds=0.0)


def with_readable_arguments(call: ToolCall) -> ToolCall:
    """Return a call as templates take it, which refuse arguments that are no JSON object."""
    try:
        is_object = isinstance(json.loads(call.arguments or "{}"), dict)
    except (ValueError, RecursionError):
        is_object = False
    return call if is_object else replace(call, arguments="{}")
