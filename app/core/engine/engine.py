"""The engine's loop: take commands, compute a batch, sample, emit.

`Engine.run` owns model and context; nothing else in the program touches llama.cpp. It waits for
commands only when no sequence can make progress.
Longer than other files: it names every command, and what becomes of it.

Threads: `run` on the engine thread; `post` from any thread. Events are emitted on the engine's.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, assert_never

from app.core.engine.errors import (
    MAKES_EMBEDDINGS,
    MAKES_NO_EMBEDDINGS,
    NO_MODEL_LOADED,
    DeviceFailed,
    NotAChatModel,
    log_background_failure,
)
from app.core.engine.inbox import Inbox, RowsArrived, StoreOpened
from app.core.engine.load import loader
from app.core.engine.load.companions import with_head
from app.core.engine.load.embedder import load_embedder
from app.core.engine.load.model_trial import ModelTrials, mark_load
from app.core.engine.load.other_machines import use_machines
from app.core.engine.load.projectors import Projectors
from app.core.engine.media.media_source import NoMedia
from app.core.engine.memory.state_probe import probe_memory
from app.core.engine.memory.stored_model import StoredModel
from app.core.engine.memory_commands import (
    change_memory,
    measure_shared,
    report_memory,
    sync_memory,
    trim_memory,
)
from app.core.engine.model_identity import FilesIdentified, ModelIdentification, ModelIdentity
from app.core.engine.speculation.draft_model import DraftModels
from app.core.engine.speculation.loaded_draft import DraftModelNotUsed
from app.core.errors import KnownError, problem_of
from app.core.ggml import rpc_servers
from app.core.kvstore.records import Owner
from app.core.llama.errors import LlamaStopped, LoadCancelled
from app.core.llama.gguf_file import (
    check_adapter,
    check_complete,
    is_head,
    model_layout,
    says_it_embeds,
)
from app.core.llama.gguf_reader import headers_kept, model_files
from app.core.plain_value import PlainValue, replace
from app.core.protocol import (
    Call,
    CancelLoad,
    DropMemory,
    Embed,
    EngineStopped,
    ForgetChat,
    LoadModel,
    LoadStage,
    MeasureShared,
    ModelIdentified,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
    PendingCalls,
    PrecomputeChat,
    PrefetchChat,
    PreviewTemplate,
    ProblemRaised,
    ReadUnsent,
    ReportMemory,
    Request,
    SetMemoryChoice,
    SetMemoryLimits,
    Shutdown,
    Stop,
    StopThinking,
    SyncMemory,
    TrimMemory,
    UnloadModel,
    WriteTitle,
)
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.engine.inbox import Message
    from app.core.engine.load.embedder import Embedder
    from app.core.engine.load.loader import LoadedModel
    from app.core.engine.load.self_test import SelfTest
    from app.core.engine.media.loaded_media import LoadedMedia
    from app.core.engine.runner import Runner
    from app.core.kvstore.store import KVStore
    from app.core.protocol import BackendChoice, FromEngine, Pending, RequestId, ToEngine


logger = logging.getLogger(__name__)

_TELL_USER = (ReportMemory, SyncMemory, TrimMemory)  # whoever asks shows no problem of these


class EngineFiles(PlainValue, frozen=True):
    """What an engine keeps in files.

    Attributes:
        load_marker: exists while a model is being loaded, so that the next start knows of a load
            that killed the process.
        identities: remembers what model files are.
        raw_media: folder of the pixels and samples that models are given.
        tried_projectors: remembers which projectors were tried.
        trusted_backends: what the self-test has found out; beside it, which models were tried.
    """

    load_marker: Path
    identities: Path
    raw_media: Path
    tried_projectors: Path
    trusted_backends: Path


class Engine:
    """One model, its chats, and the loop that serves them.

    Args:
        open_store: returns where KV-cache rows are kept; called once, when `run` begins, on a
            thread of its own, for it may take seconds. Closed by its owner, not here.
        self_test: decides the backend configuration when a command does not.
        files: that it keeps.
        emit: receives every event, on the engine thread but for what is told of the store, which
            comes from threads of the store; must not block.
    """

    def __init__(
        self,
        *,
        open_store: Callable[[], KVStore],
        self_test: SelfTest,
        files: EngineFiles,
        emit: Callable[[FromEngine], None],
    ) -> None:
        self._open_store = open_store
        self._store: KVStore
        self._self_test = self_test
        self._trials = ModelTrials(files.trusted_backends)
        self._load_marker = files.load_marker
        self._emit = emit
        self._inbox = Inbox()
        known = ModelIdentity(files.identities)
        self._identification = ModelIdentification(known, self._inbox.put)
        self._draft_models = DraftModels(known, self._inbox, emit)
        self._projectors = Projectors(files.raw_media, files.tried_projectors, self._inbox, emit)
        self._calls = PendingCalls(emit)
        self._runner: Runner | None = None
        self._embedder: Embedder | None = None  # in place of a runner
        self._wanted_load: LoadModel | None = None  # an older load gives up when this changes
        self._is_running = True
        # Of requests that need no model; `Runner` has the others.
        self._handlers: dict[type[Request[Any, Any]], Callable[[Any], None]] = {
            PreviewTemplate: self._preview,
            MeasureShared: lambda pending: measure_shared(pending, self._store),
            ReportMemory: lambda pending: report_memory(pending, self._store, self._runner),
            SyncMemory: lambda pending: sync_memory(pending, self._store),
            TrimMemory: lambda pending: trim_memory(pending, self._store, self._runner),
        }
        self.n_turns = 0  # steps of the loop and of a load; `run` alone writes it, anybody reads it
        self.is_busy = False  # a step is being made; as above

    def post(self, command: ToEngine) -> None:
        """Queue a call or a command, which may end early what runs now. Any thread."""
        if isinstance(command, LoadModel):
            self._self_test.allow()
            self._wanted_load = command
            self._trials.cancel()  # that of an older load
        self._inbox.put(command)
        if isinstance(command, CancelLoad | Shutdown):
            self._wanted_load = None
            self._self_test.cancel()
            self._trials.cancel()

    def run(self) -> None:
        """Serve commands until `Shutdown`; returns, never raises.

        A defect costs the loaded model and its running answers, not the engine; a GPU that fails
        at work costs the engine, whose host starts another one.
        """
        problem = None
        try:
            if self._has_store():
                while self._is_running:
                    self._serve()
                self._close_runner()
        except Exception as error:
            logger.exception("the engine died")
            problem = problem_of(error)
        self._identification.close()
        self.is_busy = False
        self._emit(EngineStopped(problem))

    def _has_store(self) -> bool:
        """Wait until the store is open; false when the engine is to end before.

        All other commands wait too: without the store each chat would be read anew.
        """
        opening = Lane("store opening").submit(self._open_store)
        opening.add_done_callback(lambda _opened: self._inbox.put(StoreOpened()))
        if isinstance(self._inbox.take_first(StoreOpened, Shutdown), Shutdown):
            return False
        self._store = opening.result()
        return True

    def _serve(self) -> None:
        """Run one turn of the loop.

        Raises:
            DeviceFailed: the process must end with what it holds on a GPU.
        """
        try:
            self._take_commands()
            if self._is_running:
                self._step()
        except DeviceFailed:
            raise
        except Exception as error:
            logger.exception("a defect in the engine; the model is unloaded")
            self._emit(ProblemRaised(problem_of(error)))
            self._unload_after_defect()

    def _step(self) -> None:
        if self._runner is not None:
            self._runner.step()
        if self._embedder is not None:
            self._embedder.step()

    @property
    def _has_work(self) -> bool:
        working = (self._runner, self._embedder)
        return any(one is not None and one.has_work for one in working)

    def _unload_after_defect(self) -> None:
        try:
            self._unload()
        except Exception:
            logger.exception("the model could not be freed; it is left behind")
            self._emit(ModelUnloaded())

    # -- commands --

    def _take_commands(self) -> None:
        is_idle = not self._has_work
        self.is_busy = not is_idle
        most_s = self._runner.rests_in_s if self._runner is not None else None
        command = self._inbox.take(wait=is_idle, most_s=most_s)
        self.is_busy = True
        self.n_turns += 1
        while command is not None:
            self._handle(command)
            command = self._inbox.take(wait=False)

    def _handle(self, message: Message) -> None:
        match message:
            case Call():
                self._answer(message)
            case LoadModel():
                self._load(message)
            case UnloadModel():
                self._unload()
            case Shutdown():
                self._is_running = False
            case CancelLoad() | RowsArrived() | StoreOpened():
                pass
            case FilesIdentified():
                self._identified(message)
            case _:
                self._do(message)

    def _do(
        self,
        command: SetMemoryChoice
        | DropMemory
        | SetMemoryLimits
        | PrefetchChat
        | PrecomputeChat
        | ReadUnsent
        | Stop
        | StopThinking
        | ForgetChat,
    ) -> None:
        match command:
            case SetMemoryChoice() | DropMemory() | SetMemoryLimits():
                self._change_memory(command)
            case PrefetchChat() | PrecomputeChat() | ReadUnsent():
                self._prepare_chat(command)
            case Stop(request):
                self._stop(request)
            case StopThinking(request):
                if self._runner is not None:
                    self._runner.stop_thinking(request)
            case ForgetChat():
                self._forget(command)
            case _:
                assert_never(command)

    def _answer(self, call: Call) -> None:
        """Do what is asked; whatever goes wrong at that ends this request alone."""
        pending = self._calls.begin(call)
        try:
            if call.request.needs_model:
                self._answer_with_model(pending)
            else:
                self._handlers[type(call.request)](pending)
        except Exception as error:
            if not isinstance(error, KnownError):
                logger.exception("a request failed")
            problem = problem_of(error)
            pending.fail(problem)
            if isinstance(call.request, _TELL_USER):
                self._emit(ProblemRaised(problem))

    def _answer_with_model(self, pending: Pending[Any]) -> None:
        runner, embedder, request = self._runner, self._embedder, pending.request
        embeds = isinstance(request, Embed)
        if embedder is not None and embeds:
            embedder.embed(pending)
        elif runner is not None and not embeds:
            runner.answer(pending)
        elif isinstance(request, WriteTitle):
            pending.fail()  # it is asked for again when there is a model
        elif embedder is not None:
            pending.fail(MAKES_EMBEDDINGS(name=embedder.info.name).problem())
        elif runner is not None:
            pending.fail(MAKES_NO_EMBEDDINGS(name=runner.info.name).problem())
        else:
            pending.fail(NO_MODEL_LOADED().problem())

    def _preview(self, pending: Pending[PreviewTemplate]) -> None:
        from app.core.engine.prompts.prompt_options import begin_preview

        begin_preview(pending, None if self._runner is None else self._runner.template)

    def _change_memory(self, command: SetMemoryChoice | DropMemory | SetMemoryLimits) -> None:
        """Change what is stored; a failure there is told and costs no model."""
        try:
            if isinstance(command, SetMemoryLimits):
                self._store.limit(command.limits)
            else:
                change_memory(command, self._store, self._runner)
        except Exception as error:
            if not isinstance(error, KnownError):
                logger.exception("a command for the store failed")
            self._emit(ProblemRaised(problem_of(error)))

    def _prepare_chat(self, command: PrefetchChat | PrecomputeChat | ReadUnsent) -> None:
        """Make a chat ready that may be opened; whatever goes wrong there costs nothing."""
        runner = self._runner
        try:
            if runner is not None and isinstance(command, PrefetchChat):
                runner.prefetch(command)
            elif runner is not None and isinstance(command, PrecomputeChat):
                runner.precompute(command)
            elif runner is not None and isinstance(command, ReadUnsent):
                runner.read_unsent(command)
        except Exception as error:  # noqa: BLE001 - no work of this kind may cost the model
            log_background_failure(logger, error)

    def _stop(self, request: RequestId) -> None:
        for working in (self._runner, self._embedder):
            if working is not None:
                working.stop(request)

    def _forget(self, command: ForgetChat) -> None:
        if self._runner is not None:
            self._runner.forget(command.chat)
        else:
            self._store.owners.forget(Owner(command.chat))

    # -- loading --

    def _load(self, command: LoadModel) -> None:
        with headers_kept():
            self._load_with_headers(command)

    def _load_with_headers(self, command: LoadModel) -> None:
        began = time.perf_counter()
        try:
            self._check_files(command)
        except Exception as error:
            if not isinstance(error, KnownError):
                logger.exception("the files of a model could not be checked")
            cancelled = isinstance(error, LoadCancelled)
            self._emit(ModelLoadFailed(command.path, problem_of(error), cancelled=cancelled))
            loaded = self._loaded()
            if loaded is not None:
                self._emit(loaded)
            return
        self._unload()
        self._store.prepare()
        if command.first_chat is not None:  # read from disk while the model is loaded
            self._store.read_ahead(Owner(command.first_chat))
        try:
            self._begin_serving(command)
        except Exception as error:
            if not isinstance(error, KnownError):
                logger.exception("a model could not be loaded")
            self._store.read_ahead(None)
            cancelled = self._wanted_load is not command
            self._emit(ModelLoadFailed(command.path, problem_of(error), cancelled=cancelled))
            return
        loaded = self._loaded()
        assert loaded is not None
        layers = f"{loaded.info.n_gpu_layers} of {loaded.info.n_layers} layers on a GPU"
        logger.info("model loaded in %.1f s, %s", time.perf_counter() - began, layers)
        self._emit(loaded)

    def _check_files(self, command: LoadModel) -> None:
        """Refuse a wrong or incomplete file while the loaded model is still there."""
        with mark_load(self._load_marker, command.path):  # native code reads the headers
            check_complete(command.path)
            if is_head(command.path):
                raise NotAChatModel(path=command.path)
            adapters = command.settings.adapters
            architecture = model_layout(command.path).architecture if adapters else ""
            for adapter in adapters:
                check_adapter(adapter.path, architecture)
        if command.backend is None:  # whoever names one knows what survives here
            self._trials.require(with_head(command), lambda: self._wanted_load is command)

    def _loaded(self) -> ModelLoaded | None:
        """Return what is told of the model that is there; None without one."""
        if self._embedder is not None:
            info = self._embedder.info
            return ModelLoaded(info, backend=info.backend)
        return None if self._runner is None else self._runner.loaded()

    def _begin_serving(self, command: LoadModel) -> None:
        # From here on native code runs: drivers are loaded even to ask for the devices.
        with mark_load(self._load_marker, command.path):
            backend = self._backend_for(command)
            with self._trials.under_way(with_head(command)):
                self._load_with(command, backend)

    def _load_with(self, command: LoadModel, backend: BackendChoice) -> None:
        embeds = says_it_embeds(command.path)
        use_machines(() if embeds else command.settings.machines, backend, self._emit)
        if self._wanted_load is not command:
            raise LoadCancelled(path=command.path)
        if embeds:
            progress = self._progress(command)
            self._embedder = load_embedder(command, backend, progress)
        else:
            self._runner = self._make_runner(command, backend)

    def _backend_for(self, command: LoadModel) -> BackendChoice:
        """Return what of llama.cpp is used for a load.

        Raises:
            LoadCancelled: nobody wants it any more.
        """
        backend = command.backend
        if backend is None and self._wanted_load is command:
            self._emit(ModelLoading(command.path, 0.0, LoadStage.SELF_TEST))
            trusted = self._self_test.require()
            backend = trusted.backend
            for problem in trusted.problems:
                self._emit(ProblemRaised(problem))
        if backend is None or self._wanted_load is not command:
            raise LoadCancelled(path=command.path)
        return backend

    def _without_fatal_draft(self, command: LoadModel) -> LoadModel:
        """Leave out a draft model that would end this process."""
        try:
            self._trials.require_draft(command)
        except LlamaStopped as error:
            self._emit(ProblemRaised(DraftModelNotUsed(error).problem()))
            return replace(command, settings=replace(command.settings, draft_model=""))
        return command

    def _make_runner(self, command: LoadModel, backend: BackendChoice) -> Runner:
        adapters = (adapter.path for adapter in command.settings.adapters)
        self._identification.begin((*model_files(command.path), *adapters))
        drafted = self._without_fatal_draft(with_head(command))
        loaded = loader.load(drafted, backend, self._progress(command))
        self._emit(ModelLoading(command.path, 1.0, LoadStage.PREPARING))
        media: LoadedMedia | NoMedia = NoMedia()
        try:
            loaded, media = self._projectors.load(loaded)
            return self._start_runner(loaded, media)
        except BaseException:
            media.close()
            loaded.close()
            raise

    def _identified(self, notice: FilesIdentified) -> None:
        identity = self._identification.take(notice)
        if identity and self._runner is not None and self._runner.identified(identity):
            self._emit(ModelIdentified())
        self._draft_models.identified(notice)
        self._projectors.identified(notice)

    def _start_runner(self, loaded: LoadedModel, media: LoadedMedia | NoMedia) -> Runner:
        # Imported aside while the first model is loaded (`child_main.py`).
        from app.core.engine.prompts.chat_template import ChatTemplate
        from app.core.engine.runner import Runner

        probed = probe_memory(loaded.model, loaded.context, scratch=loaded.scratch_sequence)
        identity = self._identification.loaded()
        draft_model = self._draft_models.load(loaded, probed, self._store, is_read=bool(identity))
        return Runner(
            loaded,
            StoredModel(loaded.model, loaded.context, self._store, probed.layout, identity),
            template=ChatTemplate.of(loaded.model, loaded.settings.chat_template),
            inbox=self._inbox,
            n_roll_back=probed.n_roll_back,
            draft_model=draft_model,
            media=media,
        )

    def _progress(self, command: LoadModel) -> Callable[[float], bool]:
        last_emitted = -1.0

        def on_progress(fraction: float) -> bool:
            nonlocal last_emitted
            self.n_turns += 1
            if fraction - last_emitted >= 0.01 or fraction >= 1.0:
                last_emitted = fraction
                self._emit(ModelLoading(command.path, fraction))
            return self._wanted_load is command

        return on_progress

    def _unload(self) -> None:
        self._draft_models.close()
        self._projectors.close()
        self._identification.close()
        self._store.read_ahead(None)
        if self._loaded() is not None:
            self._close_runner()
            rpc_servers.use({})
            self._emit(ModelUnloaded())

    def _close_runner(self) -> None:
        runner, self._runner = self._runner, None
        embedder, self._embedder = self._embedder, None
        try:
            if runner is not None:
                runner.close()
            if embedder is not None:
                embedder.close()
        finally:
            self._calls.fail_all(is_meant=lambda request: request.needs_model)
