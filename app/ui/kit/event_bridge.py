"""Brings events of any thread to the interface thread, merged once per frame.

Producers append to a deque and wake the interface at most once per frame; a slot drains it.
Order is kept except where it cannot be seen: text of one answer is joined up to the next event
that is not text, and overtakes pages of the list of chats; of several progress reports in one frame
only the last is delivered.

This is the only cross-thread connection of the program.
Threads: `post` from any thread; everything else on the interface thread.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.core.conversations.events import AnswerDelta, ChatsListed, PromptRead
from app.core.errors import problem_of
from app.core.plain_value import replace
from app.core.protocol import ModelLoading, ProblemRaised

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FRAME_MS = 10  # of a fast screen
_BUDGET_S = 0.008  # time for callbacks in one frame; the rest waits for the next one

_log = logging.getLogger(__name__)
_E = TypeVar("_E")


class EventBridge(QObject):
    """Delivers posted events to subscribers by their type."""

    _woken = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._posted: deque[object] = deque()  # guarded by _lock
        self._awake = False  # guarded by _lock: a wake-up is on its way or a drain is due
        self._closed = False  # guarded by _lock
        self._ready: deque[object] = deque()
        self._callbacks: defaultdict[type, list[Callable[[Any], None]]] = defaultdict(list)
        self._last_drain = 0.0
        self._is_page_due = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._drain)
        self._woken.connect(self._on_woken, Qt.ConnectionType.QueuedConnection)

    def post(self, event: object) -> None:
        """Hand over an event; never waits for the interface. Threads: any."""
        with self._lock:
            if self._closed:
                return
            self._posted.append(event)
            if not self._awake:
                self._awake = True
                # Under the lock, so that close() cannot overtake it.
                self._woken.emit()

    def subscribe(self, event_type: type[_E], callback: Callable[[_E], None]) -> None:
        """Call `callback` on the interface thread for every event of exactly `event_type`."""
        self._callbacks[event_type].append(callback)

    def unsubscribe(self, event_type: type[_E], callback: Callable[[_E], None]) -> None:
        """Undo one `subscribe`; unknown callbacks are ignored."""
        if callback in self._callbacks[event_type]:
            self._callbacks[event_type].remove(callback)

    def close(self) -> None:
        """Drop what is queued and ignore later posts; called when the window is gone."""
        with self._lock:
            self._closed = True
            self._posted.clear()
        self._ready.clear()
        self._timer.stop()

    @Slot()
    def _on_woken(self) -> None:
        since_ms = (time.perf_counter() - self._last_drain) * 1000
        self._timer.start(max(0, FRAME_MS - int(since_ms)))

    @Slot()
    def _drain(self) -> None:
        with self._lock:
            posted = list(self._posted)
            self._posted.clear()
            self._awake = False
        self._ready = deque(merged([*self._ready, *posted]))
        deadline = time.perf_counter() + _BUDGET_S
        has_words, is_page_due, is_frame = False, self._is_page_due, False
        self._is_page_due = False
        while self._ready:
            if has_words and not is_page_due and isinstance(self._ready[0], ChatsListed):
                self._is_page_due = True  # next time: the words are painted first
                break
            event = self._ready.popleft()
            has_words |= isinstance(event, AnswerDelta)
            is_frame |= not isinstance(event, PromptRead)  # which words follow at once
            self._deliver(event)
            if time.perf_counter() > deadline:
                break
        if is_frame:
            self._last_drain = time.perf_counter()
        if self._ready:
            with self._lock:
                self._awake = not self._closed
            self._timer.start(FRAME_MS // 2)

    def _deliver(self, event: object) -> None:
        for callback in tuple(self._callbacks[type(event)]):
            try:
                callback(event)
            except Exception as error:  # noqa: BLE001
                # One broken view must not silence the others.
                _log.exception("showing %s failed", type(event).__name__)
                if not isinstance(event, ProblemRaised):
                    self._ready.append(ProblemRaised(problem_of(error)))


def merged(events: Iterable[object]) -> list[object]:
    """Join text of one kind of the same answer; keep the last progress report of each kind."""
    progress: dict[object, int] = {}
    texts: dict[object, list[str]] = {}
    last_delta: dict[object, AnswerDelta] = {}
    pages: list[ChatsListed] = []
    out: list[object | None] = []

    def flush_texts() -> None:
        for key, delta in last_delta.items():
            out.append(replace(delta, text="".join(texts[key])))
        last_delta.clear()
        texts.clear()

    for event in events:
        if isinstance(event, ChatsListed):
            pages.append(event)
            continue
        if isinstance(event, AnswerDelta):
            last = last_delta.get(event.message_id)
            if last is not None and last.kind is not event.kind:
                flush_texts()
            last_delta[event.message_id] = event
            texts.setdefault(event.message_id, []).append(event.text)
            continue
        key = _progress_key(event)
        if key is not None:
            if key in progress:
                out[progress[key]] = None
            progress[key] = len(out)
            out.append(event)
            continue
        flush_texts()
        progress.clear()
        out += [*pages, event]
        pages.clear()
    flush_texts()
    out += pages
    return [event for event in out if event is not None]


def _progress_key(event: object) -> object | None:
    if isinstance(event, PromptRead):
        return (PromptRead, event.chat_id)
    if isinstance(event, ModelLoading):
        return ModelLoading
    return None
