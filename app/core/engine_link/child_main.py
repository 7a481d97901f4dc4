"""The engine's process: reads commands from its standard input and writes events to its output.

Ends when it is told to, and also when whoever started it is gone, however that ended: no engine is
left behind.

Threads: the engine runs on the main thread, which native code is most used to; one reads commands,
one writes the events that have to wait and says each second that the engine is alive.
"""

from __future__ import annotations

import gc
import logging
import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from app.core.engine.device_probe import begin_listing
from app.core.engine_link.event_writer import EventWriter
from app.core.engine_link.framing import BrokenPipe
from app.core.engine_link.wire import receive_greeting, receive_order
from app.core.errors import EXIT_BUG, EXIT_KNOWN_ERROR
from app.core.log import start_engine_logging
from app.core.own_program import be_a_child, take_pipes
from app.core.protocol import (
    PROTOCOL_VERSION,
    Shutdown,
)
from app.core.protocol.errors import UnreadableMessage

if TYPE_CHECKING:
    from app.core.engine.engine import Engine
    from app.core.engine.hosting import HostedEngine

logger = logging.getLogger(__name__)

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
