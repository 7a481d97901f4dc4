"""Answers on their way to disk: text at least once a second, the end with its tokens.

What cannot be written (a full disk, a locked database) stays here and is tried again at every tick,
so that it is lost only if the program is killed before the disk has room.

What an answer says is added on the thread that brings it, and shown from there: the disk, on the
worker, holds up no word of it.

Threads: the conversations' worker; `said` on any. One lock, held for moments.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.core.chats.errors import UnknownChat, UnknownMessage
from app.core.chats.records import MessageStatus
from app.core.content.answer_parts import AnswerParts, grown
from app.core.content.tool_steps import NO_CALLS
from app.core.errors import KnownError
from app.core.plain_value import replace
from app.core.protocol import FinishReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.core.chats.records import ChatId, Message, MessageId
    from app.core.chats.store import ChatStore
    from app.core.content.tool_steps import CallsMade
    from app.core.errors import Problem
    from app.core.protocol import AnswerFinished, CallPiece, RequestId, TextDelta

STATUS_OF = {
    FinishReason.END: MessageStatus.COMPLETE,
    FinishReason.STOP_STRING: MessageStatus.COMPLETE,
    FinishReason.LENGTH: MessageStatus.STOPPED,
    FinishReason.CONTEXT_FULL: MessageStatus.STOPPED,
    FinishReason.STOPPED: MessageStatus.STOPPED,
    FinishReason.MODEL_CHANGED: MessageStatus.STOPPED,
    FinishReason.TOO_LONG: MessageStatus.FAILED,
    FinishReason.FAILED: MessageStatus.FAILED,
}


@dataclass(slots=True)
class RunningAnswer:
    """An answer that the engine is giving, or whose end is not on disk yet.

    What it says is added on one thread while another looks at all of it.

    Attributes:
        begun: its message, with what was said up to the last look at all of it.
        lock: guards what it says; the recorder's.
        request: of the engine; None until it was asked.
        is_stopped: by the user.
        is_shortened: turns were left out for it.
        is_unread: it has ended while nobody looked.
        may_call: it was offered tools.
        format: how it calls tools, as the engine describes that; "" where it may call none.
        pieces: of calls that came beside its text.
    """

    begun: Message
    n_saved: int
    lock: threading.RLock
    request: RequestId | None = None
    is_stopped: bool = False
    is_shortened: bool = False
    finished: AnswerFinished | None = None
    first_word_at: float = 0.0
    thinking_ms: float | None = None
    is_unread: bool = False
    may_call: bool = False
    format: str = ""
    pieces: list[CallPiece] = field(default_factory=list)
    _parts: AnswerParts | None = None
    _n_chars: int = 0
    _new: list[str] = field(default_factory=list)  # said since that look

    def __post_init__(self) -> None:
        message, self._n_chars = self.begun, len(self.begun.text)
        self._parts = message.parts
        if self._parts is None and message.said.thinking is None:
            self._parts = AnswerParts()

    @property
    def chat_id(self) -> ChatId:
        """The chat in which it is given."""
        return self.begun.chat_id

    @property
    def message_id(self) -> MessageId:
        """The message that says it."""
        return self.begun.id

    @property
    def message(self) -> Message:
        """Its message as it is so far."""
        with self.lock:
            if self._new:
                stats, parts = self.begun.stats, self._parts
                if parts is not None:
                    stats = tuple((dict(stats) | parts.as_stats()).items())
                text = "".join([self.begun.text, *self._new])
                self.begun = replace(self.begun, text=text, stats=stats)
                self._new.clear()
            return self.begun

    def become(self, message: Message) -> None:
        """Take the message over that will be stored."""
        with self.lock:
            self.begun = message
            self._new.clear()

    def add(self, delta: TextDelta) -> None:
        """Add new text, and note where it lies; the lock is held."""
        had_thought = self.has_thought
        if delta.is_guessed:
            self._parts = None
        elif self._parts is not None:
            self._parts = grown(self._parts, delta.kind, self._n_chars, len(delta.text))
        self._n_chars += len(delta.text)
        self._new.append(delta.text)
        if self.has_thought and not had_thought:
            self.thinking_ms = (time.perf_counter() - self.first_word_at) * 1e3

    @property
    def has_thought(self) -> bool:
        """Whether it has thinking that has ended."""
        return self._parts is not None and self._parts.has_answer_after_thinking(self._n_chars)


class AnswerRecorder:
    """Keeps running answers and writes them.

    Args:
        on_problem: told once when writing begins to fail.
        on_saved: told when the end of an answer is on disk, with the stored message and whether
            nobody has seen it.
    """

    def __init__(
        self, on_problem: Callable[[Problem], None], on_saved: Callable[[Message, bool], None]
    ) -> None:
        self._on_problem = on_problem
        self._on_saved = on_saved
        self._answers: dict[MessageId, RunningAnswer] = {}
        self._lock = threading.RLock()
        self._is_failing = False

    def begin(self, message: Message) -> RunningAnswer:
        """Follow an answer whose (possibly empty) message is on disk already."""
        running = RunningAnswer(message, len(message.text), self._lock)
        known = dict(message.stats).get("thinking_ms")
        if running.has_thought and isinstance(known, int | float):  # it goes on from its answer
            running.thinking_ms = known
        self._answers[message.id] = running
        return running

    def running_in(self, chat_id: ChatId) -> RunningAnswer | None:
        """Return the answer that the engine is giving in a chat."""
        for answer in self._answers.values():
            if answer.chat_id == chat_id and answer.finished is None:
                return answer
        return None

    def holds(self, chat_id: ChatId) -> bool:
        """Whether an answer of a chat is running or not on disk yet."""
        return any(answer.chat_id == chat_id for answer in self._answers.values())

    def newest(self, path: Iterable[Message]) -> tuple[Message, ...]:
        """Return a branch with what is not on disk yet in the place of what is."""
        held = {answer.message_id: answer.message for answer in self._answers.values()}
        return tuple(held.get(message.id, message) for message in path)

    def running(self) -> tuple[RunningAnswer, ...]:
        """Return all answers that the engine is giving."""
        return tuple(answer for answer in self._answers.values() if answer.finished is None)

    def show(self, path: Iterable[Message], show: Callable[[tuple[Message, ...]], None]) -> None:
        """Show a branch as it is by now: what is said from here on is shown behind it."""
        with self._lock:
            show(self.newest(path))

    def said(self, answer: RunningAnswer, delta: TextDelta, show: Callable[[], None]) -> None:
        """Add new text of an answer and show it. Any thread; `show` must not block."""
        with self._lock:
            answer.first_word_at = answer.first_word_at or time.perf_counter()
            answer.add(delta)
            show()

    def seen(self, chat_id: ChatId) -> None:
        """Note that a chat is looked at whose answer has ended and is not on disk yet."""
        for answer in self._answers.values():
            if answer.chat_id == chat_id:
                answer.is_unread = False

    def finish(
        self,
        answer: RunningAnswer,
        event: AnswerFinished,
        words: Callable[[str], str] = str,
        *,
        is_unread: bool,
        calls: CallsMade = NO_CALLS,
    ) -> Message:
        """Note how an answer ended; return the message as it will be stored.

        Args:
            answer: that has ended.
            event: its end.
            words: makes the text that is kept of what was said.
            is_unread: nobody looks at it.
            calls: of tools, that it makes.
        """
        answer.finished, answer.is_unread = event, is_unread
        said = answer.message.text[: len(answer.message.text) - event.n_taken_back]
        parts = event.parts or answer.message.parts
        stats = stats_by_name(event, answer.thinking_ms)
        if parts is not None:
            stats |= parts.within(len(said)).as_stats()
        stats |= calls.as_stats()
        ended = replace(
            answer.message,
            text=words(said),
            status=STATUS_OF[event.finish_reason],
            problem=event.problem,
            # An answer that was continued without a new word keeps the tokens it had.
            record=event.record or answer.message.record,
            stats=tuple(stats.items()),
        )
        answer.become(ended)
        return ended

    def flush(self, store_of: Callable[[ChatId], ChatStore]) -> None:
        """Write whatever is not on disk yet; never raises for a disk that refuses."""
        for answer in list(self._answers.values()):
            try:
                self._write(store_of(answer.chat_id), answer)
            except (UnknownChat, UnknownMessage):  # deleted for good
                del self._answers[answer.message_id]
            except KnownError as error:
                if not self._is_failing:
                    self._on_problem(error.problem())
                self._is_failing = True
                return
        self._is_failing = False

    def _write(self, store: ChatStore, answer: RunningAnswer) -> None:
        message, event = answer.message, answer.finished
        if event is None:
            if len(message.text) != answer.n_saved:
                store.write_text(message.id, message.text, dict(message.stats))
                answer.n_saved = len(message.text)
            return
        saved = store.finish_message(
            message.id,
            text=message.text,
            status=message.status,
            problem=message.problem,
            record=message.record,
            stats=dict(message.stats),
            is_unread=answer.is_unread,
        )
        del self._answers[answer.message_id]
        self._on_saved(saved, answer.is_unread)


def stats_by_name(
    event: AnswerFinished, thinking_ms: float | None = None
) -> dict[str, float | str]:
    """Return the statistics of an answer by name, as they are stored with it.

    Args:
        event: the end of the answer.
        thinking_ms: from its first word to the end of its thinking; None for none.
    """
    stats = event.stats
    reread: dict[str, float | str] = {}
    if stats.reread is not None:
        reread = {
            "n_reread": stats.n_reread,
            "reread": stats.reread.value,
            "reread_from": stats.reread_from,
        }
    return {
        "n_prompt": stats.n_prompt,
        "n_reused": stats.n_reused,
        "n_restored": stats.n_restored,
        "n_generated": stats.n_generated,
        "n_drafted": stats.n_drafted,
        "n_accepted": stats.n_accepted,
        "restore_ms": round(stats.restore_ms, 3),
        "ttft_ms": round(stats.ttft_ms, 3),
        "prefill_tps": round(stats.prefill_tps, 2),
        "decode_tps": round(stats.decode_tps, 2),
        "source": stats.source.value,
        "reason": event.finish_reason.value,
        **({} if thinking_ms is None else {"thinking_ms": round(thinking_ms, 1)}),
        **reread,
    }
