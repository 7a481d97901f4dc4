"""`Models`, a door: which model the engine has loaded, and loading another one.

Threads: public methods from any thread; `learn` on the worker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.protocol import (
    CancelLoad,
    EngineStopped,
    LoadModel,
    ModelIdentified,
    ModelLoaded,
    ModelLoadFailed,
    ModelUnloaded,
)

if TYPE_CHECKING:
    from app.core.conversations.session import Session
    from app.core.conversations.worker import SerialWorker

    ModelEvent = ModelLoaded | ModelIdentified | ModelLoadFailed | ModelUnloaded | EngineStopped


class Models:
    """The models of one program.

    Args:
        session: whose state of the engine is kept here.
        worker: does everything.
        context_tokens: size of the context of models loaded from here; 0 for automatic.
    """

    def __init__(self, session: Session, worker: SerialWorker, context_tokens: int) -> None:
        self._session = session
        self._worker = worker
        self._context_tokens = context_tokens

    def load(self, path: str, context_tokens: int = 0) -> None:
        """Replace the loaded model, which ends its answers; 0 for a context of the size set."""
        self._worker.submit(self._begin_change)
        self._session.post(LoadModel(path, n_ctx=context_tokens or self._context_tokens))

    def cancel_load(self) -> None:
        """Give up the load in progress."""
        self._session.post(CancelLoad())

    def _begin_change(self) -> None:
        self._session.engine.is_model_changing = True

    def learn(self, event: ModelEvent) -> None:
        """Take note of what the engine says of its model. Worker thread."""
        engine = self._session.engine
        match event:
            case ModelLoaded(info):
                engine.model_name, engine.is_model_changing = info.name, False
            case ModelLoadFailed():
                engine.is_model_changing = False
            case ModelUnloaded():
                engine.model_name = ""
            case EngineStopped():
                engine.model_name, engine.is_gone = "", True
            case ModelIdentified():
                pass
