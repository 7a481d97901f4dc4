"""Joins the engine of this machine with the models of servers, behind one host.

The engine here has no model while one of a server answers, and goes on keeping the stored memory.

Threads: `post` from any, and returns at once; `run` on the thread of the engine; events are told on
several threads, one at a time.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from app.core.protocol import (
    Call,
    CancelLoad,
    EngineRestarted,
    EngineStopped,
    LoadModel,
    ModelLoaded,
    ModelLoadFailed,
    ModelUnloaded,
    PrecomputeChat,
    PrefetchChat,
    ReadUnsent,
    RemoteModel,
    Shutdown,
    Stop,
    StopThinking,
    UnloadModel,
)
from app.core.remote.remote_engine import RemoteEngine

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.content.media import RawMedia
    from app.core.protocol import EngineHost, FromEngine, ToEngine
    from app.core.remote.servers import Servers


class HostWithServers:
    """Runs the engine of this machine, and has servers answer in its place.

    Args:
        here: runs the engine of this machine.
        servers: those that the user has added.
        media: has the pictures and sounds of chats.

    Attributes:
        here: as above.
    """

    def __init__(
        self,
        here: EngineHost,
        servers: Servers,
        media: RawMedia,
    ) -> None:
        self.here = here
        self._telling = threading.RLock()  # who hears an event may post at once
        self._tell: Callable[[FromEngine], None] = _nobody_listens
        self._there = RemoteEngine(servers, media, self._told_there)

    def post(self, message: ToEngine) -> None:
        """Send a call or a command to whom it concerns."""
        there, here = self._there, self.here
        match message:
            case LoadModel(path=path) if RemoteModel.of(path) is not None:
                here.post(CancelLoad())
                here.post(UnloadModel())
                there.open(message)
            case LoadModel():
                there.leave()
                here.post(message)
            case CancelLoad():
                there.cancel_open()
                here.post(message)
            case UnloadModel() if there.is_wanted:
                there.unload()
            case Shutdown():
                there.leave()
                here.post(message)
            case Stop() if there.stop(message.request):
                pass
            case StopThinking() if there.is_wanted:
                pass  # no server can be asked for it
            case PrecomputeChat() | PrefetchChat() | ReadUnsent() if there.is_wanted:
                pass  # nor for these
            case Call() if message.request.needs_model and there.is_wanted:
                there.take(message)
            case _:
                here.post(message)

    def run(self, emit: Callable[[FromEngine], None]) -> None:
        """Serve until `Shutdown` is done."""
        self._tell = emit
        self.here.run(self._told_here)

    def _told_here(self, event: FromEngine) -> None:
        """Pass on what the engine here tells; of models it has no say while a server answers."""
        if isinstance(event, EngineStopped):
            self._there.close()
        is_of_model = isinstance(
            event, ModelLoaded | ModelLoadFailed | ModelUnloaded | EngineRestarted
        )
        if isinstance(event, ModelUnloaded) and self._there.is_wanted:
            return
        with self._telling:
            self._tell(event)
            again = self._there.told
            if is_of_model and again is not None:
                self._tell(again)

    def _told_there(self, event: FromEngine) -> None:
        with self._telling:
            self._tell(event)


def _nobody_listens(_message: FromEngine) -> None:
    return
