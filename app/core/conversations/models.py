"""`Models`, a door: which model the engine has loaded, and loading another one.

Threads: public methods from any thread; `learn` on the worker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.conversations.errors import EngineGone
from app.core.conversations.session import key_of
from app.core.models.builtin import is_guide
from app.core.protocol import (
    CancelLoad,
    EngineStopped,
    LoadModel,
    LoadSettings,
    ModelIdentified,
    ModelLoaded,
    ModelLoadFailed,
    ModelUnloaded,
)

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.core.conversations.restore_planner import RestorePlanner
    from app.core.conversations.session import Session
    from app.core.conversations.worker import SerialWorker

    ModelEvent = ModelLoaded | ModelIdentified | ModelLoadFailed | ModelUnloaded | EngineStopped


class Models:
    """The models of one program.

    Args:
        session: whose state of the engine is kept here.
        worker: does everything.
        restore_planner: knows which chat is brought back first.
        context_tokens: size of the context of models loaded from here; 0 for automatic.
    """

    def __init__(
        self,
        session: Session,
        worker: SerialWorker,
        restore_planner: RestorePlanner,
        context_tokens: int,
    ) -> None:
        self._session = session
        self._worker = worker
        self._restore_planner = restore_planner
        self._context_tokens = context_tokens

    def load(self, path: str, context_tokens: int = 0, *, first_chat: ChatId | None = None) -> None:
        """Replace the loaded model, which ends its answers.

        Args:
            path: of its file.
            context_tokens: size of the context; 0 for the one that is set.
            first_chat: is about to be opened, and read meanwhile; None for the one opened last.
        """
        self._worker.submit(self._begin_change, path)
        chat_id = self._restore_planner.opened_last if first_chat is None else first_chat
        self._session.post(
            LoadModel(
                path,
                LoadSettings(n_ctx=context_tokens or self._context_tokens),
                first_chat=None if chat_id is None else key_of(chat_id),
            )
        )

    def cancel_load(self) -> None:
        """Give up the load in progress."""
        self._session.post(CancelLoad())

    def _begin_change(self, path: str) -> None:
        if self._session.engine.is_gone:
            self._session.emit(ModelLoadFailed(path, EngineGone().problem()))
            return
        self._session.engine.is_model_changing = True

    def learn(self, event: ModelEvent) -> None:
        """Take note of what the engine says of its model. Worker thread."""
        engine = self._session.engine
        match event:
            case ModelLoaded(info):
                engine.model_name, engine.is_model_changing = info.name, False
                engine.is_guide = is_guide(info.path)
            case ModelLoadFailed():
                engine.is_model_changing = False
            case ModelUnloaded():
                engine.model_name = ""
            case EngineStopped():
                engine.model_name, engine.is_gone = "", True
            case ModelIdentified():
                pass
