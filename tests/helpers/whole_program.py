"""The whole program without a window: real engine and stores, driven as the window does it."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Any, Self, TypeVar

from app.core.assembly import assemble
from app.core.conversations.cases.answers import AnswerOptions
from app.core.conversations.events import ChatCreated, ChatOpened, MemoryListed, MessageChanged
from app.core.engine.hosting import InProcess
from app.core.kvstore.records import StoreState
from app.core.protocol import (
    BackendChoice,
    MemorySynced,
    MemoryTrimmed,
    ModelLoaded,
    SamplingParams,
)
from app.core.settings.settings import Settings
from app.core.system.paths import FolderOrigin, Paths
from tests.helpers.engine_hosts import engine_host
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.chats.records import Chat, ChatId, Message
    from app.core.kvstore.store import KVStore
    from app.core.protocol import A, EngineClient, N, Request, RequestId

E = TypeVar("E")
WAIT_S = 60.0
SHORT = AnswerOptions(SamplingParams(temperature=0), 8)


class Watched:
    """The way to an engine, with somebody who sees every answer."""

    def __init__(self, engine: EngineClient, see: Callable[[object], None]) -> None:
        self._engine = engine
        self._see = see
        self.post = engine.post

    def ask(
        self,
        request: Request[A, N],
        then: Callable[[A], None],
        on_news: Callable[[N], None] = lambda _news: None,
    ) -> RequestId:
        def answered(answer: A) -> None:
            then(answer)
            self._see(answer)

        return self._engine.ask(request, answered, on_news)


class WholeProgram:
    """One run of the program over the folders below `root`; ends as the window's does."""

    def __init__(self, root: Path, model: Path | None = None, **load: Any) -> None:
        self.paths = Paths.under(root, FolderOrigin.CHOSEN)
        self.paths.create()
        self.events: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.parts = assemble(
            self.paths,
            Settings.load(self.paths.settings_file),
            self.events.put,
            in_process=True,
            has_tools=True,
        )
        self.conversations = self.parts.conversations
        self._engine = threading.Thread(target=self.parts.link.run, name="engine")
        self._model = model
        self._load: dict[str, Any] = {"n_ctx": 1024, "backend": BackendChoice(), **load}
        self._follows = threading.Event()
        self._kept = threading.Semaphore(0)
        session = self.conversations._session
        session._engine_client = Watched(session._engine_client, self._note)

    def __enter__(self) -> Self:
        self._engine.start()
        self.conversations.start().result(WAIT_S)
        self.conversations.memory.report()
        self.event(MemoryListed)  # the store is open
        if self._model is not None:
            self.parts.engine.post(load_command(self._model, **self._load))
            self.event(ModelLoaded)
            # What is to be precomputed for it is known: chats that come later are not among that.
            self.event(MemoryListed)
        return self

    def __exit__(self, *_: object) -> None:
        self.parts.begin_shutdown()
        self._engine.join(WAIT_S)
        assert not self._engine.is_alive()
        self.parts.finish_shutdown()

    @property
    def store(self) -> KVStore:
        """Where its engine keeps rows."""
        host = engine_host(self.parts.link)
        assert isinstance(host, InProcess)
        return host.store

    def event(self, kind: type[E]) -> E:
        while True:
            event = self.events.get(timeout=WAIT_S)
            if isinstance(event, kind):
                return event

    def event_of(self, *kinds: type) -> object:
        """Return the next event of one of several kinds."""
        return self.event(kinds)  # type: ignore[arg-type]

    def _note(self, answer: object) -> None:
        if isinstance(answer, MemorySynced):
            self._follows.set()
        elif isinstance(answer, MemoryTrimmed):
            self._kept.release()

    def settle(self) -> None:
        """Wait until use cases and store have done everything, what follows the chats included."""
        self._pending()
        store = self.store
        if store.state is StoreState.ON:
            assert self._follows.wait(WAIT_S)
            while self._pending():
                assert self._kept.acquire(timeout=WAIT_S)
        assert store.flush(WAIT_S)

    def _pending(self) -> bool:
        """Wait for the use cases; whether the memory of a chat is still to be put right."""
        found: queue.SimpleQueue[bool] = queue.SimpleQueue()
        chats = self.conversations._session.store
        self.conversations.after_pending(lambda: found.put(chats.memory.stale_after(0) is not None))
        return found.get(timeout=WAIT_S)

    def say(self, chat_id: ChatId | None, text: str) -> Chat | None:
        """Send a message and wait for the answer; returns the chat when it is a new one."""
        self.conversations.chats.send(chat_id, text, options=SHORT)
        chat = self.event(ChatCreated).chat if chat_id is None else None
        while self.event(MessageChanged).message.status.value == "streaming":
            pass
        return chat

    def messages(self, chat_id: ChatId) -> tuple[Message, ...]:
        self.conversations.chats.open(chat_id)
        return self.event(ChatOpened).messages
