"""The engine's process: reads commands from its standard input and writes events to its output.

Ends when it is told to, and also when whoever started it is gone, however that ended: no engine is
left behind.

Events on their way into the pipe: at once where it takes them, else on a thread of their own. A
token's word goes out on the thread that says it: waking another one to write it would cost the word
as long again as the pipe does. Only where nobody has read for a while, where a message is large, or
where a system cannot say whether a pipe has room does the second thread write it.

Threads: the engine runs on the main thread, which native code is most used to; one reads commands,
one writes the events that have to wait and says each second that the engine is alive.
"""

from __future__ import annotations

import gc
import logging
import os
import threading
import time
from collections import deque
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from app.core.engine.load.device_probe import begin_listing
from app.core.engine_link.wire import (
    BrokenPipe,
    ReadyPipe,
    receive_greeting,
    receive_order,
    send,
    send_at_once,
)
from app.core.errors import EXIT_BUG, EXIT_KNOWN_ERROR
from app.core.protocol import (
    PROTOCOL_VERSION,
    AnswerLost,
    Heartbeat,
    News,
    Ready,
    Reply,
    Shutdown,
    TextDelta,
)
from app.core.protocol.codec import UnreadableMessage, UnsendableValue
from app.core.system.lanes import Lane
from app.core.system.log import start_engine_logging
from app.core.system.own_program import be_a_child, take_pipes

if TYPE_CHECKING:
    from app.core.engine.engine import Engine
    from app.core.engine.hosting import HostedEngine
    from app.core.protocol import FromEngine, LinkMessage


logger = logging.getLogger(__name__)

_HEARTBEAT_S = 1.0
_END_S = 5.0  # for what waits


class EventWriter:
    """Writes events in the order they come in, without ever holding up the engine.

    Where nobody reads for a while, the text of an answer is joined, so that little waits.

    Args:
        outgoing: the pipe; nobody else writes it.
        heartbeat_s: how often to say that the engine is alive.
    """

    def __init__(self, outgoing: BinaryIO, heartbeat_s: float = _HEARTBEAT_S) -> None:
        self._outgoing = outgoing
        self._ready_pipe = ReadyPipe(outgoing)
        self._heartbeat_s = heartbeat_s
        self._changed = threading.Condition()
        # All guarded by _changed.
        self._waiting: deque[FromEngine | LinkMessage] = deque()
        self._thread_writes = True  # it has the pipe for itself: nobody else may write
        self._ends = False

        self._thread = threading.Thread(target=self._run, name="events", daemon=True)
        self._engine: Engine | None = None

    def put(self, message: FromEngine) -> None:
        """Send a message. Threads: any; never waits for the reader."""
        with self._changed:
            if not self._waiting and not self._thread_writes and self._writes_at_once(message):
                return
            self._waiting.append(message)
            self._changed.notify()

    def begin(self, engine: Engine) -> None:
        """Begin to write, and to say that the engine is alive."""
        self._engine = engine
        with self._changed:
            self._waiting.append(Ready())
        self._thread.start()

    def end(self) -> None:
        """Write what is left."""
        with self._changed:
            self._ends = True
            self._changed.notify()
        self._thread.join(_END_S)

    def _writes_at_once(self, message: FromEngine) -> bool:
        try:
            return send_at_once(self._ready_pipe, message)
        except BrokenPipe:
            return True  # the reader of commands ends the process
        except UnsendableValue as error:
            _log_unsendable(message, error)
            return not isinstance(message, Reply)  # the thread says that there is none

    def _run(self) -> None:
        assert self._engine is not None
        beat_at = time.monotonic() + self._heartbeat_s
        try:
            while (messages := self._next(beat_at)) is not None:
                for message in joined(messages):
                    self._send(message)
                if time.monotonic() >= beat_at:
                    beat_at = time.monotonic() + self._heartbeat_s
                    self._send(Heartbeat(self._engine.n_turns, self._engine.is_busy))
        except BrokenPipe:
            pass  # the reader of commands ends the process

    def _next(self, until: float) -> list[FromEngine | LinkMessage] | None:
        """Wait for what has to be written, and take the pipe.

        Returns:
            All that waits; nothing when it is `until`; None at the end.
        """
        with self._changed:
            self._thread_writes = False
            self._changed.wait_for(
                lambda: self._waiting or self._ends, max(0.0, until - time.monotonic())
            )
            self._thread_writes = True
            if self._ends and not self._waiting:
                return None
            messages = list(self._waiting)
            self._waiting.clear()
            return messages

    def _send(self, message: FromEngine | LinkMessage) -> None:
        try:
            send(self._outgoing, message)
        except UnsendableValue as error:  # a defect; the others are still told
            _log_unsendable(message, error)
            if isinstance(message, Reply):
                send(self._outgoing, AnswerLost(message.id))


def joined(messages: list[FromEngine | LinkMessage]) -> list[FromEngine | LinkMessage]:
    """Return messages with neighbouring pieces of text of one answer made one."""
    out: list[FromEngine | LinkMessage] = []
    for message in messages:
        last = out[-1] if out else None
        text = _text_of_both(last, message)
        if text is not None:
            assert isinstance(message, News)
            out[-1] = News(message.id, text)
        else:
            out.append(message)
    return out


def _text_of_both(
    one: FromEngine | LinkMessage | None, other: FromEngine | LinkMessage
) -> TextDelta | None:
    """Return two pieces of text of one answer as one; None where they cannot be."""
    match one, other:
        case News(a, TextDelta() as text), News(b, TextDelta() as later) if a == b:
            return text.followed_by(later)
        case _:
            return None


def _log_unsendable(message: FromEngine | LinkMessage, error: UnsendableValue) -> None:
    match message:
        case Reply(answer=what) | News(news=what):
            kind = type(what)
        case _:
            kind = type(message)
    logger.error("a %s could not be sent", kind.__name__, exc_info=error)


_ORPHAN_S = 5.0  # for the end of a batch, and what is being written
_OOM_SCORE = b"300"  # the engine goes before the window


def run_engine_child() -> int:
    """Serve as the engine of the process that started this one; return the exit code."""
    incoming, outgoing = take_pipes()
    be_a_child(_OOM_SCORE)
    gc.disable()  # it would look at every module while they are imported
    devices = begin_listing()
    # After it, for this imports llama_cpp, which takes as long as listing the devices; and before
    # the greeting, for whoever started this may still be importing Qt.
    from app.core.engine.hosting import build_engine

    gc.freeze()
    gc.enable()
    try:
        hello, config = receive_greeting(incoming)
    except (BrokenPipe, UnreadableMessage):
        return EXIT_KNOWN_ERROR
    if hello.version != PROTOCOL_VERSION:
        return EXIT_BUG
    Lane("imports").add(import_module, "app.core.engine.runner")  # needed once the model is loaded
    with start_engine_logging(Path(config.log_folder)):
        events = EventWriter(outgoing)
        return _serve(build_engine(config, events.put, devices), events, incoming)


def _serve(hosted: HostedEngine, events: EventWriter, incoming: BinaryIO) -> int:
    engine = hosted.engine
    events.begin(engine)
    reader = threading.Thread(
        target=_read_commands, args=(incoming, engine), name="commands", daemon=True
    )
    reader.start()
    engine.run()
    hosted.opening.close()
    events.end()
    return 0


def _read_commands(incoming: BinaryIO, engine: Engine) -> None:
    """Hand calls and commands to the engine; without anybody who sends them, end."""
    while True:
        try:
            message = receive_order(incoming)
        except BrokenPipe:
            break
        except UnreadableMessage:
            logger.exception("a message was not understood")
            break
        engine.post(message)
        if isinstance(message, Shutdown):
            return
    engine.post(Shutdown())
    time.sleep(_ORPHAN_S)
    logger.error("whoever started the engine is gone, and it did not end in time")
    os._exit(EXIT_BUG)
