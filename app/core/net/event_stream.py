"""Server-sent events, cut out of the bytes in which they come.

Threads: one for each stream.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_EVENT: Final = 16 << 20  # bytes
_LINE_END: Final = re.compile(rb"\r\n|\n|\r")


class EventTooLarge(Exception):
    """An event has more bytes than any answer has in one."""


class Data(PlainValue, frozen=True):
    """The data of one event."""

    text: str


class Comment(PlainValue, frozen=True):
    """A line that is no data, such as one that keeps the connection alive."""

    text: str


class EventCutter:
    """Takes bytes and gives events."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._data: list[str] = []
        self._n_bytes = 0  # of the lines of data of the event that is not complete
        self._has_half_end = False  # what came last ends with CR

    def feed(self, received: bytes) -> Iterator[Data | Comment]:
        """Take bytes; yield what is complete with them.

        Raises:
            EventTooLarge: it has not ended, and is larger than any that can be meant.
        """
        if self._has_half_end:
            received = b"\r" + received
        # A lone CR ends a line, too; one at the very end may be half of CR LF.
        self._has_half_end = received.endswith(b"\r")
        received = received[: len(received) - self._has_half_end]
        begin = 0
        for end in _LINE_END.finditer(received):
            self._rest += received[begin : end.start()]
            begin = end.end()
            line = bytes(self._rest)
            self._rest.clear()
            found = self._line(line)
            self._require_size()
            if found is not None:
                yield found
        self._rest += received[begin:]
        self._require_size()

    def _require_size(self) -> None:
        if len(self._rest) + self._n_bytes > LARGEST_EVENT:
            raise EventTooLarge

    def finish(self) -> Iterator[Data]:
        """Yield an event that the end of the stream has cut off behind its last line."""
        last = self._line(bytes(self._rest))
        self._rest.clear()
        if isinstance(last, Data):
            yield last
        elif self._data:
            yield self._event()

    def _line(self, line: bytes) -> Data | Comment | None:
        if not line:
            return self._event() if self._data else None
        name, _, value = line.partition(b":")
        text = value.removeprefix(b" ").decode("utf-8", "replace")
        if not name:
            return Comment(text)
        if name == b"data":
            self._data.append(text)
            self._n_bytes += len(line) + 1  # each takes memory, also without a word
        return None

    def _event(self) -> Data:
        text, self._data, self._n_bytes = "\n".join(self._data), [], 0
        return Data(text)
