from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.chats.records import ChatId, MessageId
from app.core.conversations.events import AnswerDelta, ChatsListed, PromptRead
from app.core.messages import TextKind
from app.core.plain_value import replace
from app.core.protocol import ModelLoading, ProblemRaised
from app.ui.kit import event_bridge
from app.ui.kit.event_bridge import EventBridge, merged

if TYPE_CHECKING:
    import pytest
    from pytestqt.qtbot import QtBot

    from tests.conftest import ExpectLog


@dataclass(frozen=True)
class Counted:
    number: int


def delta(text: str, message: int = 1) -> AnswerDelta:
    return AnswerDelta(ChatId(1), MessageId(message), text)


def test_twenty_thousand_events_of_another_thread_arrive_in_order(qtbot: QtBot) -> None:
    bridge = EventBridge()
    numbers: list[int] = []
    texts: list[str] = []
    threads: set[int] = set()

    def on_counted(event: Counted) -> None:
        numbers.append(event.number)
        threads.add(threading.get_ident())

    bridge.subscribe(Counted, on_counted)
    bridge.subscribe(AnswerDelta, lambda event: texts.append(event.text))

    def produce() -> None:
        for number in range(10_000):
            bridge.post(Counted(number))
            bridge.post(delta(f"{number},"))

    producer = threading.Thread(target=produce)
    producer.start()
    qtbot.waitUntil(lambda: len(numbers) == 10_000, timeout=20_000)
    qtbot.waitUntil(lambda: "".join(texts).endswith("9999,"), timeout=20_000)
    producer.join()

    assert numbers == list(range(10_000))
    assert "".join(texts) == "".join(f"{number}," for number in range(10_000))
    assert threads == {threading.get_ident()}
    bridge.close()


def test_text_of_two_kinds_stays_apart_and_in_order() -> None:
    thought = replace(delta("Hm"), kind=TextKind.THINKING)
    mark = replace(delta("</think>"), kind=TextKind.MARK)
    thoughts = replace(delta("HmHm"), kind=TextKind.THINKING)
    told = [thought, thought, mark, delta("Y"), delta("o", message=2), delta("es")]
    assert merged(told) == [thoughts, mark, delta("Yes"), delta("o", message=2)]


def test_text_of_an_answer_arrives_joined(qtbot: QtBot) -> None:
    bridge = EventBridge()
    texts: list[str] = []
    bridge.subscribe(AnswerDelta, lambda event: texts.append(event.text))
    for word in ("Once ", "upon ", "a time"):
        bridge.post(delta(word))
    qtbot.waitUntil(lambda: bool(texts))
    assert texts == ["Once upon a time"]
    bridge.close()


def test_text_is_not_joined_across_another_event() -> None:
    events = [delta("a"), delta("b"), Counted(1), delta("c")]
    assert merged(events) == [delta("ab"), Counted(1), delta("c")]


def test_two_answers_are_joined_apart() -> None:
    assert merged([delta("a"), delta("x", 2), delta("b"), delta("y", 2)]) == [
        delta("ab"),
        delta("xy", 2),
    ]


def test_text_overtakes_pages_of_the_list_and_nothing_else() -> None:
    first, last = ChatsListed((), is_last=False), ChatsListed(())
    events = [first, delta("a"), last, delta("b"), Counted(1), delta("c")]
    assert merged(events) == [delta("ab"), first, last, Counted(1), delta("c")]


def test_after_words_a_page_of_the_list_waits_once_and_no_longer(qtbot: QtBot) -> None:
    bridge = EventBridge()
    heard: list[object] = []

    def page(event: ChatsListed) -> None:
        heard.append(event)

    def words(event: AnswerDelta) -> None:
        heard.append(event.text)
        if len(heard) < 5:
            bridge.post(delta("more"))  # there are words each time

    bridge.subscribe(ChatsListed, page)
    bridge.subscribe(AnswerDelta, words)
    bridge.post(ChatsListed(()))
    bridge.post(delta("first"))
    qtbot.waitUntil(lambda: len(heard) >= 5)
    assert heard[:3] == ["first", "more", ChatsListed(())]
    bridge.close()


def test_words_do_not_wait_a_frame_behind_the_progress_before_them(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bridge = EventBridge()
    heard: list[object] = []
    bridge.subscribe(PromptRead, heard.append)
    bridge.subscribe(AnswerDelta, heard.append)
    monkeypatch.setattr(event_bridge, "FRAME_MS", 70_000)  # longer than anything waits here
    read = PromptRead(ChatId(1), 100, 100)

    bridge.post(read)
    qtbot.waitUntil(lambda: heard == [read])
    bridge.post(delta("first"))
    qtbot.waitUntil(lambda: heard == [read, delta("first")])
    bridge.close()


def test_only_the_last_progress_of_a_frame_is_kept() -> None:
    events: list[object] = [PromptRead(ChatId(1), done, 100) for done in range(50)]
    events += [ModelLoading("m", step / 10) for step in range(10)]
    assert merged(events) == [PromptRead(ChatId(1), 49, 100), ModelLoading("m", 0.9)]


def test_a_failing_view_does_not_silence_the_others(qtbot: QtBot, expect_log: ExpectLog) -> None:
    expect_log("showing Counted failed")
    bridge = EventBridge()
    seen: list[int] = []
    problems: list[ProblemRaised] = []

    def fail(_event: Counted) -> None:
        raise RuntimeError("broken view")

    bridge.subscribe(Counted, fail)
    bridge.subscribe(Counted, lambda event: seen.append(event.number))
    bridge.subscribe(ProblemRaised, problems.append)
    bridge.post(Counted(7))
    qtbot.waitUntil(lambda: bool(problems))
    assert seen == [7]
    assert "broken view" in str(problems[0].problem.what)
    bridge.close()


def test_a_callback_that_was_taken_back_hears_nothing(qtbot: QtBot) -> None:
    bridge = EventBridge()
    first: list[Counted] = []
    second: list[Counted] = []
    bridge.subscribe(Counted, first.append)
    bridge.subscribe(Counted, second.append)
    bridge.unsubscribe(Counted, first.append)
    bridge.post(Counted(1))
    qtbot.waitUntil(lambda: bool(second))
    assert not first
    bridge.close()


def test_posting_after_close_is_ignored(qtbot: QtBot) -> None:
    bridge = EventBridge()
    seen: list[Counted] = []
    bridge.subscribe(Counted, seen.append)
    bridge.close()
    bridge.post(Counted(1))
    other = EventBridge()
    bell: list[Counted] = []
    other.subscribe(Counted, bell.append)
    other.post(Counted(2))
    qtbot.waitUntil(lambda: bool(bell))
    assert not seen
    other.close()
