"""Events on their way into a real pipe."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, cast

import pytest

from app.core.engine_link import wire
from app.core.engine_link.child_main import EventWriter, joined
from app.core.engine_link.wire import receive_from_engine
from app.core.messages import TextKind
from app.core.protocol import (
    AnswerLost,
    Heartbeat,
    MemoryTrimmed,
    News,
    Ready,
    Reply,
    RequestId,
    TextDelta,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.engine.engine import Engine
    from app.core.engine_link.wire import Heard
    from app.core.protocol import FromEngine, LinkMessage
    from tests.conftest import ExpectLog

FULL_PIPE = 200_000  # letters; more than any system keeps in a pipe


@dataclass(frozen=True, slots=True)
class Alive:
    """What a heartbeat says of an engine."""

    n_turns: int = 7
    is_busy: bool = True


@dataclass
class Wired:
    """A writer, begun, and the other end of its pipe."""

    writer: EventWriter
    incoming: BinaryIO

    def read(self, n: int) -> list[Heard]:
        return [receive_from_engine(self.incoming) for _ in range(n)]


@contextmanager
def wired(heartbeat_s: float = 1_000.0) -> Iterator[Wired]:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as incoming, os.fdopen(writing, "wb") as outgoing:
        writer = EventWriter(outgoing, heartbeat_s)
        writer.begin(cast("Engine", Alive()))
        both = Wired(writer, incoming)
        assert both.read(1) == [Ready()]
        yield both
        writer.end()


@pytest.fixture
def names_of_writers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads that write to a pipe, in order."""
    names: list[str] = []
    write_at_once = wire.ReadyPipe.write_frame

    def noted(pipe: wire.ReadyPipe, payload: bytes) -> bool:
        written = write_at_once(pipe, payload)
        names.append(threading.current_thread().name if written else "no room")
        return written

    monkeypatch.setattr(wire.ReadyPipe, "write_frame", noted)
    return names


def word(text: str, request: int = 1) -> News:
    return News(RequestId(request), TextDelta(text))


def texts(events: list[Heard]) -> str:
    return "".join(one.news.text for one in events if isinstance(one, News))


def test_a_word_is_written_by_the_thread_that_says_it(names_of_writers: list[str]) -> None:
    with wired() as link:
        for _ in range(1_000):  # the second thread may still be busy with what it wrote first
            link.writer.put(word("now"))
            assert link.read(1) == [word("now")]
            if names_of_writers:
                break
        # Windows cannot say whether a pipe has room.
        wanted = "no room" if sys.platform == "win32" else threading.current_thread().name
        assert names_of_writers[:1] == [wanted]


def test_a_reader_that_does_not_read_holds_up_nobody() -> None:
    with wired() as link:
        for _ in range(FULL_PIPE // 100):
            link.writer.put(word("x" * 100))  # would hang here
        link.writer.put(word("end", request=2))
        text = ""
        while not text.endswith("end"):
            text += texts(link.read(1))
        assert text == "x" * FULL_PIPE + "end"


def test_what_waited_for_a_reader_comes_in_few_messages() -> None:
    with wired() as link:
        n_words = 20_000
        for _ in range(n_words):
            link.writer.put(word("x" * 10))
        n_read, text = 0, ""
        while len(text) < n_words * 10:
            text += texts(link.read(1))
            n_read += 1
        assert n_read < n_words / 2


def test_text_of_two_kinds_stays_apart() -> None:
    thought = News(RequestId(1), TextDelta("Hm", TextKind.THINKING))
    guessed = News(RequestId(1), TextDelta("Yes", is_guessed=True))
    told: list[FromEngine | LinkMessage] = [thought, word("Ye"), word("s"), guessed]
    assert joined(told) == [thought, word("Yes"), guessed]


def test_small_events_do_not_overtake_a_large_one() -> None:
    with wired() as link:
        link.writer.put(word("a" * FULL_PIPE, request=1))
        link.writer.put(word("b", request=2))
        link.writer.put(Reply(RequestId(3), MemoryTrimmed()))
        assert link.read(3) == [
            word("a" * FULL_PIPE, request=1),
            word("b", request=2),
            Reply(RequestId(3), MemoryTrimmed()),
        ]


def test_threads_that_tell_at_once_tell_whole_messages_in_their_order() -> None:
    n_events = 300

    def tell(link: Wired, request: int) -> None:
        for number in range(n_events):
            link.writer.put(word(f"{number},".ljust(number * 20, "."), request))

    with wired() as link:
        tellers = [threading.Thread(target=tell, args=(link, number)) for number in range(4)]
        for teller in tellers:
            teller.start()
        told = dict.fromkeys(range(4), "")
        wanted = "".join(f"{n},".ljust(n * 20, ".") for n in range(n_events))
        while any(text != wanted for text in told.values()):
            (event,) = link.read(1)
            assert isinstance(event, News)
            told[event.id] += event.news.text
            assert wanted.startswith(told[event.id])
        for teller in tellers:
            teller.join()


def test_an_engine_that_says_nothing_says_that_it_is_alive() -> None:
    with wired(heartbeat_s=0.01) as link:
        assert link.read(3) == [Heartbeat(7, True)] * 3


def test_words_do_not_put_off_the_heartbeat() -> None:
    with wired(heartbeat_s=0.05) as link:
        stop = threading.Event()

        def tell() -> None:
            while not stop.wait(0.001):
                link.writer.put(word("x"))

        teller = threading.Thread(target=tell)
        teller.start()
        while not isinstance(link.read(1)[0], Heartbeat):
            pass
        stop.set()
        teller.join()


def test_what_waits_at_the_end_is_written_first() -> None:
    with wired() as link:
        for number in range(50):
            link.writer.put(word("y" * 10_000, request=number))
        ending = threading.Thread(target=link.writer.end)
        ending.start()
        assert len(texts(link.read(50))) == 500_000
        ending.join()


def test_an_event_that_cannot_be_sent_is_logged_and_the_next_is(
    expect_log: ExpectLog,
) -> None:
    expect_log("a TextDelta could not be sent")
    with wired() as link:
        link.writer.put(News(RequestId(1), TextDelta(cast("str", 5))))
        link.writer.put(word("after", request=2))
        assert link.read(1) == [word("after", request=2)]


def test_a_reader_that_has_gone_is_no_error_here() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as incoming, os.fdopen(writing, "wb") as outgoing:
        writer = EventWriter(outgoing)
        writer.begin(cast("Engine", Alive()))
        receive_from_engine(incoming)
        incoming.close()
        for _ in range(3):
            writer.put(word("to nobody"))
        writer.end()
        os.dup2(os.open(os.devnull, os.O_WRONLY), outgoing.fileno())  # so that closing can flush


def test_of_an_answer_that_cannot_be_sent_it_is_told_that_there_is_none(
    expect_log: ExpectLog,
) -> None:
    expect_log("a MemoryTrimmed could not be sent")
    with wired() as link:
        link.writer.put(Reply(RequestId(7), MemoryTrimmed(cast("bool", "yes"))))
        link.writer.put(word("after", request=2))
        lost = AnswerLost(RequestId(7))
        assert link.read(2) == [lost, word("after", request=2)]
