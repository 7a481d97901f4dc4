"""Events that come in any pieces, and those that never end."""

from __future__ import annotations

import itertools

import pytest

from app.core.net.event_stream import (
    LARGEST_EVENT,
    Comment,
    Data,
    EventCutter,
    EventTooLarge,
)

TEXT = (
    ": reading 1 of 2\n\n"
    'data: {"a": "é\u2028😀"}\r\n\r\n'
    "event: x\rid: 7\rdata: two\rdata:lines\r\r"
    "data\n\n\n\n: \n"
    "data:  a blank\nretry: 1\n\n"
)
MEANT = [
    Comment("reading 1 of 2"),
    Data('{"a": "é\u2028😀"}'),
    Data("two\nlines"),
    Data(""),
    Comment(""),
    Data(" a blank"),
]


def fed(*pieces: bytes) -> list[Data | Comment]:
    stream = EventCutter()
    found = [one for piece in pieces for one in stream.feed(piece)]
    return [*found, *stream.finish()]


def test_events_are_the_same_however_they_are_cut() -> None:
    data = TEXT.encode()
    assert fed(data) == MEANT
    assert fed(*(bytes([one]) for one in data)) == MEANT
    for first, second in itertools.combinations(range(len(data)), 2):
        assert fed(data[:first], data[first:second], data[second:]) == MEANT


def test_the_last_event_counts_without_the_blank_line_behind_it() -> None:
    assert fed(b"data: a\n") == [Data("a")]
    assert fed(b"data: a\r") == [Data("a")]
    assert fed(b"data: a") == [Data("a")]
    assert fed(b"data: a\ndata: b") == [Data("a\nb")]
    assert fed(b"") == []


def test_bytes_that_are_no_text_do_no_harm() -> None:
    assert fed(b"data: \xff\xfe\0\n\n") == [Data("\ufffd\ufffd\0")]


@pytest.mark.parametrize(
    "piece", [b"x" * 65536, b"data: y\n" * 8192, b"data:\n" * 8192, b"data\r" * 8192]
)
def test_an_event_that_does_not_end_is_given_up(piece: bytes) -> None:
    stream = EventCutter()
    pieces = itertools.repeat(piece, 2 + 8 * LARGEST_EVENT // len(piece))
    with pytest.raises(EventTooLarge):
        list(itertools.chain.from_iterable(map(stream.feed, pieces)))
