"""What the two ends of a link say to each other beside commands and events.

Threads: values only, any thread.
"""

from __future__ import annotations

from app.core.plain_value import TaggedValue
from app.core.protocol.request import RequestId
from app.core.protocol.values import EngineConfig


class Hello(TaggedValue, frozen=True):
    """The first that each end says.

    Attributes:
        version: `PROTOCOL_VERSION` of that end.
        build: version of Hearth, as it is shown to users.
    """

    version: int
    build: str


class Ready(TaggedValue, frozen=True):
    """The engine is built and takes commands."""


class Heartbeat(TaggedValue, frozen=True):
    """The end that sends it is alive.

    Attributes:
        n_turns: how many steps the engine has made; one that is busy and makes none hangs.
        is_busy: the engine has work, so that its next event may take a while.
    """

    n_turns: int
    is_busy: bool


class AnswerLost(TaggedValue, frozen=True):
    """The answer to a call cannot be sent: a defect; whoever asked is told that there is none."""

    request: RequestId


LinkMessage = Hello | EngineConfig | Ready | Heartbeat | AnswerLost
