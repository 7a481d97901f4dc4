"""Server-sent events, cut out of bytes as they come, however they are cut.

Of the format (html.spec.whatwg.org, 9.2) what answers of models use: data and comments. Ids, names
and times to try again are left aside.

Threads: one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_EVENT: Final = 16 << 20  # bytes


class EventTooLarge(Exception):
    """An event has more bytes than any answer has in one."""


@dataclass(frozen=True, slots=True)
class Data:
    """The data of one event."""

    text: str


@dataclass(frozen=True, slots=True)
class Comment:
    """A line that is no data, such as one that keeps the connection alive."""

    text: str


class EventCutter:
    """Takes bytes and gives events."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._data: list[str] = []
        self._n_bytes = 0  # of the data of the event that is not complete

    def feed(self, received: bytes) -> Iterator[Data | Comment]:
        """Take bytes; yield what is complete with them.

        Raises:
            EventTooLarge: it has not ended, and is larger than any that can be meant.
        """
        begin = len(self._rest)
        self._rest += received
        # A lone CR ends a line, too; one at the very end may be half of CR LF.
        while (end := self._line_end(max(0, begin - 1))) is not None:
            line = bytes(self._rest[: end[0]])
            del self._rest[: end[1]]
            begin = 0
            found = self._line(line)
            if found is not None:
                yield found
        if len(self._rest) + self._n_bytes > LARGEST_EVENT:
            raise EventTooLarge

    def finish(self) -> Iterator[Data]:
        """Yield an event that the end of the stream has cut off behind its last line."""
        last = self._line(bytes(self._rest).rstrip(b"\r"))
        self._rest.clear()
        if isinstance(last, Data):
            yield last
        elif self._data:
            yield self._event()

    def _line_end(self, begin: int) -> tuple[int, int] | None:
        """Return where the first line ends and the next one begins; None while it has no end."""
        feed, back = self._rest.find(b"\n", begin), self._rest.find(b"\r", begin)
        if 0 <= back < len(self._rest) - 1 and (feed < 0 or back < feed):
            return back, back + (2 if self._rest[back + 1] == ord("\n") else 1)
        if feed < 0 or 0 <= back < feed:
            return None
        return feed, feed + 1

    def _line(self, line: bytes) -> Data | Comment | None:
        if not line:
            return self._event() if self._data else None
        name, _, value = line.partition(b":")
        text = value.removeprefix(b" ").decode("utf-8", "replace")
        if not name:
            return Comment(text)
        if name == b"data":
            self._data.append(text)
            self._n_bytes += len(value)
        return None

    def _event(self) -> Data:
        text, self._data, self._n_bytes = "\n".join(self._data), [], 0
        return Data(text)
