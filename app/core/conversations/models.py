"""`Models`, a door: which model the engine has loaded, and loading another one.

Threads: public methods from any thread; `learn` on the worker.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from app.core.conversations.errors import ENGINE_GONE
from app.core.conversations.events import ChatChanged, ModelResting, TemplateShown
from app.core.conversations.session import key_of, on_worker
from app.core.models.builtin import is_guide
from app.core.plain_value import PlainValue, replace
from app.core.protocol import (
    NO_SENSES,
    CancelLoad,
    CompareContinuations,
    EngineStopped,
    Generate,
    InspectAnswer,
    LoadModel,
    MeasureContext,
    MeasureWarmth,
    ModelIdentified,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
    PreviewTemplate,
    ProblemRaised,
    RestoreChat,
    UnloadModel,
)

if TYPE_CHECKING:
    from app.core.chats.records import ChatId
    from app.core.conversations.cases.restore_planner import RestorePlanner
    from app.core.conversations.session import Session
    from app.core.models.model_settings import ModelSettings
    from app.core.protocol import ChatKey, LoadSettings, PromptMessage, Request, TemplatePreviewed

    ModelEvent = ModelLoaded | ModelIdentified | ModelLoadFailed | ModelUnloaded | EngineStopped
    from collections.abc import Callable


_WAKING = (
    Generate,
    MeasureContext,
    MeasureWarmth,
    RestoreChat,
    InspectAnswer,
    CompareContinuations,
)


class Away(PlainValue, frozen=True):
    """There is no model, or one is on its way."""


class Kept(PlainValue, frozen=True):
    """The model is loaded."""

    load: LoadModel


class GoingToRest(PlainValue, frozen=True):
    """The model was asked to go, and comes back when it is needed."""

    load: LoadModel


class Resting(PlainValue, frozen=True):
    """The model is unloaded until it is needed."""

    load: LoadModel


class ModelRest:
    """Knows whether the model is there, rests, or is away.

    Args:
        keep_s: returns after how many seconds a model that is not used rests; 0 for never.
        is_busy: whether an answer is running.
        clock: seconds that only go on.
    """

    def __init__(
        self,
        keep_s: Callable[[], float],
        is_busy: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._keep_s = keep_s
        self._is_busy = is_busy
        self._clock = clock
        self._state: Away | Kept | GoingToRest | Resting = Away()
        self._used_at = clock()

    @property
    def is_resting(self) -> bool:
        """Whether the model is unloaded, or being unloaded, until it is needed."""
        return isinstance(self._state, Resting | GoingToRest)

    @property
    def is_due(self) -> bool:
        """Whether the model has not been used for as long as it is kept."""
        keep_s = self._keep_s()
        if not keep_s or not isinstance(self._state, Kept):
            return False
        if self._is_busy():
            self._used_at = self._clock()
        return self._clock() - self._used_at >= keep_s

    def asked_to_load(self) -> None:
        """Take note that a load was asked for."""
        self._state = Away()

    def loaded(self, load: LoadModel) -> None:
        """A model is there: the one that was asked for last, or that before it again.

        Args:
            load: does the same again.
        """
        self._used_at = self._clock()
        self._state = Kept(load)

    def failed(self) -> None:
        """A load has failed, or the engine is gone."""
        self._state = Away()

    def begin_rest(self) -> bool:
        """Let the model rest; False when there is none, or it rests already."""
        if not isinstance(self._state, Kept):
            return False
        self._state = GoingToRest(self._state.load)
        return True

    def unloaded(self) -> bool:
        """The model is gone; return whether it rests."""
        if isinstance(self._state, GoingToRest):
            self._state = Resting(self._state.load)
        elif not isinstance(self._state, Resting):
            self._state = Away()
        return isinstance(self._state, Resting)

    def load_before(self, request: Request[Any, Any]) -> LoadModel | None:
        """Return the load that a request needs first; None for none."""
        return self.use() if isinstance(request, _WAKING) else None

    def use(self) -> LoadModel | None:
        """Take note that the model is used; return the load that it needs first, None for none."""
        self._used_at = self._clock()
        if not isinstance(self._state, Resting | GoingToRest):
            return None
        load = self._state.load
        self.asked_to_load()
        return load


class Models:
    """The models of one program.

    Args:
        session: whose state of the engine is kept here.
        restore_planner: knows which chat is brought back first.
        settings: how each model is loaded.
    """

    def __init__(
        self,
        session: Session,
        restore_planner: RestorePlanner,
        settings: ModelSettings,
    ) -> None:
        self.session = session
        self._restore_planner = restore_planner
        self._settings = settings
        self._projectors: dict[str, str] = {}  # given for this run, by path of the model
        self._asked: dict[str, LoadSettings] = {}  # what was chosen of each when it was asked for
        self._waiting_path = ""  # of a model that is loaded as soon as nothing is answered
        self._rest = ModelRest(
            lambda: session.preferences.keep_s, lambda: bool(session.recorder.running())
        )
        session.before_asking = self._wake_for

    def load(
        self,
        path: str,
        context_tokens: int = 0,
        *,
        first_chat: ChatId | None = None,
        projector: str | None = None,
    ) -> None:
        """Replace the loaded model, which ends its answers.

        Args:
            path: of its file.
            context_tokens: size of the context; 0 for the one that is set.
            first_chat: is about to be opened, and read meanwhile; None for the one opened last.
            projector: with which it sees or hears as long as this program runs, as in
                `LoadSettings`; None for the one that is set.
        """
        if projector is not None:
            self._projectors[path] = projector
        self.session.submit(self._load, path, context_tokens, self._first_chat(first_chat))

    @on_worker
    def load_when_quiet(self, path: str) -> None:
        """Replace the loaded model as soon as no chat is being answered.

        Another load that is asked for meanwhile takes the place of this one.
        """
        self._waiting_path = path
        self.tick()

    @on_worker
    def forget_quiet_load(self) -> None:
        """Do not load what `load_when_quiet` named, where that has not begun."""
        self._waiting_path = ""

    @on_worker
    def cancel_load(self) -> None:
        """Give up the load in progress."""
        self.session.post(CancelLoad())

    @on_worker
    def unload(self) -> None:
        """Free the memory of the loaded model, which ends its answers.

        It is loaded again as soon as something is asked of it.
        """
        self._begin_rest()

    @on_worker
    def use(self) -> None:
        """Keep the model loaded, or load it again, for a client of the engine beside this one."""
        self._wake(self._rest.use())

    @on_worker
    def follow_server(self, old: str, new: str) -> None:
        """Have chats that models of a server have answered find them under its new name."""
        session = self.session
        for store in filter(None, (session.store, session.temporary.store)):
            for chat_id in store.marks.follow_server(old, new):
                session.emit(ChatChanged(store.chat(chat_id)))

    def tick(self) -> None:
        """Let a model rest that nobody has used for long, or load one that waits. Worker thread."""
        if self._waiting_path and not self.session.recorder.running():
            self._load(self._waiting_path, 0, self._first_chat(None))
        if self._rest.is_due:
            self._begin_rest()

    def settings_of(self, path: str) -> LoadSettings:
        """Return how a model is loaded from the next time on. Any thread."""
        return self._settings.of(path)

    def change_settings(self, path: str, settings: LoadSettings) -> None:
        """Have a model loaded so from the next time on. Any thread.

        Raises:
            BadModelSettings: that cannot be; nothing was changed.
            ModelSettingsNotSaved: in force, but only until Hearth is closed.
        """
        self._settings.set(path, settings)

    def preview_template(self, source: str, messages: tuple[PromptMessage, ...]) -> None:
        """Emit `TemplateShown`, which says what a chat template makes of messages."""

        def tell(preview: TemplatePreviewed) -> None:
            self.session.emit(TemplateShown(source, preview))

        self.session.ask(PreviewTemplate(source, messages), tell)

    def _begin_rest(self) -> None:
        if self._rest.begin_rest():
            self.session.post(UnloadModel())

    def _wake_for(self, request: Request[Any, Any]) -> None:
        self._wake(self._rest.load_before(request))

    def _wake(self, load: LoadModel | None) -> None:
        if load is None:
            return
        chosen = self._chosen(load.path)
        if chosen != self._asked.get(load.path, chosen):  # since it was loaded
            load = LoadModel(load.path, self._noted(load.path, chosen))
        self.session.engine.is_model_changing = True
        self.session.emit(ModelLoading(load.path, 0.0))  # it may have to be unloaded first
        self.session.post(replace(load, first_chat=self._first_chat(None)))

    def _chosen(self, path: str) -> LoadSettings:
        """Return the settings of a model, with what was given for this run."""
        chosen = self._settings.of(path)
        given = self._projectors.get(path)
        return chosen if given is None else replace(chosen, projector=given)

    def _noted(self, path: str, chosen: LoadSettings, n_ctx: int = 0) -> LoadSettings:
        """Return the settings that a model is asked for with, and take note of what was chosen."""
        self._asked[path] = chosen
        default = self.session.preferences.context_tokens
        return replace(chosen, n_ctx=n_ctx or chosen.n_ctx or default)

    def _first_chat(self, chat_id: ChatId | None) -> ChatKey | None:
        """Return the key of the chat that is read while a model is loaded."""
        found = self._restore_planner.opened_last if chat_id is None else chat_id
        return None if found is None else key_of(found)

    def _load(self, path: str, context_tokens: int, first_chat: ChatKey | None) -> None:
        session, self._waiting_path = self.session, ""
        if session.engine.is_gone:
            session.emit(ModelLoadFailed(path, ENGINE_GONE().problem()))
            return
        session.engine.is_model_changing = True
        settings = self._chosen(path)
        problem = self._settings.take_problem()
        if problem is not None:
            session.emit(ProblemRaised(problem))
        self._rest.asked_to_load()
        noted = self._noted(path, settings, context_tokens)
        session.post(LoadModel(path, noted, first_chat=first_chat))

    def learn(self, event: ModelEvent) -> None:
        """Take note of what the engine says of its model, and tell it.

        Worker thread.
        """
        engine = self.session.engine
        match event:
            case ModelLoaded(info):
                # After a crash nobody here has asked, and the safer configuration stays.
                backend = None if engine.is_model_changing else event.backend
                self._rest.loaded(LoadModel(info.path, info.settings, backend))
                # One that makes embeddings answers no chat, as if there were none.
                name, path = ("", "") if info.n_embedding else (info.full_name, info.path)
                engine.model_name, engine.model_path = name, path
                engine.senses = info.senses if path else NO_SENSES
                engine.n_ctx = info.n_ctx if path else 0
                engine.is_model_changing = False
                engine.is_guide = is_guide(info.path)
            case ModelLoadFailed():
                engine.is_model_changing = False
                self._rest.failed()
            case ModelUnloaded() if self._rest.unloaded():
                self.session.emit(ModelResting())
                return
            case ModelUnloaded():
                engine.model_name = engine.model_path = ""
                engine.senses, engine.n_ctx = NO_SENSES, 0
            case EngineStopped():
                engine.model_name = engine.model_path = ""
                engine.senses, engine.n_ctx = NO_SENSES, 0
                engine.is_model_changing, engine.is_gone = False, True
                self._rest.failed()
            case ModelIdentified():
                return
        self.session.emit(event)
