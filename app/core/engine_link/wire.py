"""Messages in a pipe: what each side may send, read and written.

Threads: as `framing.py`.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, TypeAlias, cast, get_args

from app.core.engine_link.framing import ReadyPipe, read_frame, write_frame
from app.core.protocol import (
    AnswerLost,
    EngineConfig,
    FromEngine,
    Heartbeat,
    Hello,
    Ready,
    ToEngine,
)
from app.core.protocol.codec import decode, encode
from app.core.protocol.errors import UnreadableMessage

if TYPE_CHECKING:
    from app.core.protocol import LinkMessage

Heard: TypeAlias = FromEngine | Ready | Heartbeat | AnswerLost

_TO_ENGINE = frozenset(get_args(ToEngine))
_HEARD = frozenset(get_args(Heard))


def send(pipe: IO[bytes], message: ToEngine | FromEngine | LinkMessage) -> None:
    """Write a message.

    Raises:
        BrokenPipe: nobody reads any more.
        UnsendableValue: it can never be sent.
    """
    write_frame(pipe, encode(message))


def send_at_once(pipe: ReadyPipe, message: ToEngine | FromEngine | LinkMessage) -> bool:
    """Write a message; False, and nothing written, where that might have to wait.

    Raises:
        BrokenPipe: nobody reads any more.
        UnsendableValue: it can never be sent.
    """
    return pipe.write_frame(encode(message))


def receive_order(pipe: IO[bytes]) -> ToEngine:
    """Wait for a call or a command.

    Raises:
        BrokenPipe: there will be none.
        UnreadableMessage: something else came.
    """
    message = decode(read_frame(pipe))
    if type(message) not in _TO_ENGINE:
        raise UnreadableMessage(f"{type(message).__name__} is nothing that an engine takes")
    return cast("ToEngine", message)


def receive_from_engine(pipe: IO[bytes]) -> Heard:
    """Wait for what an engine says.

    Raises:
        BrokenPipe: there will be nothing more.
        UnreadableMessage: something else came.
    """
    message = decode(read_frame(pipe))
    if type(message) not in _HEARD:
        raise UnreadableMessage(f"{type(message).__name__} is nothing that an engine says")
    return cast("Heard", message)


def receive_greeting(pipe: IO[bytes]) -> tuple[Hello, EngineConfig]:
    """Wait for the first two messages that an engine gets.

    Raises:
        BrokenPipe: they do not come.
        UnreadableMessage: something else came.
    """
    hello, config = decode(read_frame(pipe)), decode(read_frame(pipe))
    if not isinstance(hello, Hello) or not isinstance(config, EngineConfig):
        raise UnreadableMessage("an engine is told hello, and then what to build")
    return hello, config
