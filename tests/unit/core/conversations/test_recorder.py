"""Text of an answer is added on one thread while others look at all of it."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from app.core.chats.records import ChatId, Message, MessageId, MessageStatus
from app.core.content.answer_parts import AnswerParts
from app.core.conversations.recorder import AnswerRecorder
from app.core.messages import Role, TextKind
from app.core.plain_value import replace
from app.core.protocol import AnswerFinished, AnswerStats, FinishReason, TextDelta
from tests.helpers.cut_answers import cut_by_marks

if TYPE_CHECKING:
    import pytest

    from app.core.conversations.recorder import RunningAnswer


def begun(recorder: AnswerRecorder, text: str = "") -> RunningAnswer:
    now = datetime.now(UTC)
    message = Message(
        MessageId(1), ChatId(1), None, Role.ASSISTANT, text, MessageStatus.STREAMING, now
    )
    return recorder.begin(message)


def new_recorder() -> AnswerRecorder:
    return AnswerRecorder(lambda _problem: None, lambda _message, _is_unread: None)


def test_nobody_adds_text_while_all_of_it_is_put_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recorder, could_add = new_recorder(), list[bool]()
    answer = begun(recorder)

    def put_together(message: Message, **changes: Any) -> Message:
        other = threading.Thread(
            target=lambda: could_add.append(answer.lock.acquire(blocking=False))
        )
        other.start()
        other.join()
        return replace(message, **changes)

    recorder.said(answer, TextDelta("Yes"), lambda: None)
    monkeypatch.setattr("app.core.conversations.recorder.replace", put_together)
    assert answer.message.text == "Yes"
    assert could_add == [False]


def test_where_the_thinking_lies_is_kept_with_the_text_while_it_comes() -> None:
    recorder = new_recorder()
    answer = begun(recorder)
    for piece in cut_by_marks("<think>\nHm.\n</think>\n\nYes", ", it is."):
        recorder.said(answer, TextDelta(*piece), lambda: None)
    assert answer.message.text == "<think>\nHm.\n</think>\n\nYes, it is."
    assert answer.message.parts == AnswerParts(8, 11, 22)
    assert answer.thinking_ms is not None


def test_what_was_guessed_is_not_kept() -> None:
    recorder = new_recorder()
    answer = begun(recorder)
    for text, kind in cut_by_marks("<think>Hm.</think>Yes."):
        recorder.said(answer, TextDelta(text, kind, is_guessed=True), lambda: None)
    finished = AnswerFinished(FinishReason.END, AnswerStats(), None)
    message = recorder.finish(answer, finished, is_unread=False)
    assert (message.text, message.parts) == ("<think>Hm.</think>Yes.", None)
    assert message.said == ("Hm.", "Yes.", False)


def test_the_engine_says_in_the_end_where_the_thinking_lies() -> None:
    recorder = new_recorder()
    answer = begun(recorder)
    recorder.said(answer, TextDelta("Hm", TextKind.THINKING), lambda: None)
    finished = AnswerFinished(FinishReason.END, AnswerStats(), None, parts=AnswerParts(0, 1, 2))
    assert recorder.finish(answer, finished, is_unread=False).parts == AnswerParts(0, 1, 2)
