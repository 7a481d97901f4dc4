"""A real engine on a real thread, driven by commands and watched by its events."""

from __future__ import annotations

import queue
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self, TypeVar

from app.core.engine.batch.shared_batch import SharedBatch
from app.core.engine.engine import Engine, EngineFiles
from app.core.engine.load.self_test import SelfTest
from app.core.kvstore.store import KVStore
from app.core.messages import Role
from app.core.protocol import (
    AnswerFinished,
    BackendChoice,
    Call,
    ChatKey,
    ChatRestored,
    DraftPolicy,
    EngineStopped,
    Generate,
    MemoryReport,
    ModelLoaded,
    News,
    PromptMessage,
    Reply,
    ReportMemory,
    Request,
    RequestId,
    RestoreChat,
    SamplingParams,
    Shutdown,
    TextDelta,
)
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import pytest

    from app.core.engine.batch.scheduler import Share
    from app.core.protocol import Command, FromEngine, Limits, ModelInfo

E = TypeVar("E")
FIRST_CHAT = ChatKey("1")
GREEDY = SamplingParams(temperature=0)
WAIT_S = 60.0


@dataclass
class Dialogue:
    """The messages of one chat, as a front end would keep them."""

    chat: ChatKey = FIRST_CHAT
    messages: list[PromptMessage] = field(default_factory=list)

    def system(self, text: str) -> Self:
        self.messages.append(PromptMessage(Role.SYSTEM, text))
        return self

    def user(self, text: str) -> Self:
        self.messages.append(PromptMessage(Role.USER, text))
        return self

    def assistant(self, text: str, finished: AnswerFinished) -> Self:
        self.messages.append(PromptMessage(Role.ASSISTANT, text, finished.record, finished.parts))
        return self


@dataclass(frozen=True)
class Heard:
    """What an engine has told: an event, or what came of a request.

    Attributes:
        is_answer: the answer to it; else news.
    """

    what: Any
    request: RequestId | None = None
    is_answer: bool = False


def heard(message: FromEngine) -> Heard:
    """Return a message without its envelope."""
    match message:
        case Reply(id_, answer):
            return Heard(answer, id_, is_answer=True)
        case News(id_, news):
            return Heard(news, id_)
        case _:
            return Heard(message)


class EngineHarness:
    """Runs an engine over a store in `folder`; a context manager.

    Attributes:
        seen: all that was told and waited for.
    """

    def __init__(
        self,
        folder: Path,
        model: Path,
        *,
        n_ctx: int = 2048,
        limits: Limits | None = None,
        **load: Any,
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.store = KVStore.open(folder / "kv", limits=limits, on_problem=self._on_problem)
        self.problems: list[Any] = []
        self.events: queue.Queue[Heard] = queue.Queue()
        self.seen: list[Any] = []
        self.engine = Engine(
            open_store=lambda: self.store,
            self_test=SelfTest(folder / "backends.json"),
            files=EngineFiles(
                load_marker=folder / "loading-model",
                identities=folder / "model-identities.json",
                raw_media=folder / "media",
                tried_projectors=folder / "projectors.json",
                trusted_backends=folder / "backends.json",
            ),
            emit=lambda message: self.events.put(heard(message)),
        )
        self._thread = threading.Thread(target=self.engine.run, name="engine")
        self._model = model
        self._load = {"n_ctx": n_ctx, "backend": BackendChoice(), **load}
        self._requests = 0
        self.info: ModelInfo | None = None

    def _on_problem(self, problem: Any) -> None:
        self.problems.append(problem)

    def __enter__(self) -> Self:
        self._thread.start()
        self.post(load_command(self._model, **self._load))
        self.info = self.wait(ModelLoaded).info
        return self

    def __exit__(self, *_: object) -> None:
        if self._thread.is_alive():
            self.post(Shutdown())
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()
        self.store.close()

    def post(self, message: Command | Request[Any, Any]) -> RequestId:
        """Send a command, or ask something; return the number of what is asked."""
        if not isinstance(message, Request):
            self._send(message)
            return RequestId(0)
        self._requests += 1
        self._send_call(Call(RequestId(self._requests), message))
        return RequestId(self._requests)

    def _send(self, command: Command) -> None:
        self.engine.post(command)

    def _send_call(self, call: Call) -> None:
        self.engine.post(call)

    def next(self) -> Heard:
        """Return what is told next; fails if the engine stops."""
        told = self.events.get(timeout=WAIT_S)
        self.seen.append(told.what)
        return told

    def hear(self, *kinds: Any, request: RequestId | None = None) -> Heard:
        """Return what is told next of some kinds, of a request, skipping others."""
        while True:
            told = self.next()
            is_meant = request is None or told.request == request
            if isinstance(told.what, kinds) and is_meant:
                return told
            assert not isinstance(told.what, EngineStopped), told

    def wait(self, kind: type[E], request: RequestId | None = None) -> E:
        """Return the next event of a kind, of a request, skipping others."""
        what: E = self.hear(kind, request=request).what
        return what

    def wait_until_idle(self) -> None:
        """Wait until all was done that was sent so far."""
        self.wait(MemoryReport, self.post(ReportMemory()))
        deadline = time.monotonic() + WAIT_S
        while self.engine.is_busy:
            assert time.monotonic() < deadline
            time.sleep(0.001)

    def stopped(self) -> EngineStopped:
        """Wait for the very end."""
        while True:
            event = self.events.get(timeout=WAIT_S).what
            if isinstance(event, EngineStopped):
                return event

    def wait_any(self, *kinds: type) -> Any:
        """Return the next event of one of several kinds."""
        return self.hear(*kinds).what

    def open(self, dialogue: Dialogue) -> ChatRestored:
        self.post(RestoreChat(dialogue.chat, tuple(dialogue.messages)))
        return self.wait(ChatRestored)

    def ask(self, dialogue: Dialogue, **fields: Any) -> RequestId:
        fields.setdefault("sampling", GREEDY)
        fields.setdefault("max_tokens", 24)
        # How fast this machine is would change batches, and with them the last bits of numbers.
        fields.setdefault("drafts", DraftPolicy.NEVER)
        return self.post(Generate(dialogue.chat, tuple(dialogue.messages), **fields))

    def answer(self, dialogue: Dialogue, **fields: Any) -> tuple[str, AnswerFinished]:
        """Ask and return the whole text and how it ended."""
        request = self.ask(dialogue, **fields)
        return self.collect(request)

    def collect(self, request: RequestId) -> tuple[str, AnswerFinished]:
        texts: list[str] = []
        while True:
            event = self.hear(TextDelta, AnswerFinished, request=request).what
            if isinstance(event, AnswerFinished):
                return "".join(texts), event
            texts.append(event.text)

    def turn(self, dialogue: Dialogue, text: str, **fields: Any) -> AnswerFinished:
        """Say something, wait for the answer and add both to the dialogue."""
        said, finished = self.answer(dialogue.user(text), **fields)
        dialogue.assistant(said, finished)
        return finished


def watch_batches(monkeypatch: pytest.MonkeyPatch) -> list[list[tuple[str, int]]]:
    """Return a list that grows: of each batch, how many tokens of which chats."""
    batches: list[list[tuple[str, int]]] = []
    fill = SharedBatch.fill

    def watched(batch: SharedBatch, shares: Iterable[Share]) -> None:
        taken = list(shares)
        batches.append([(one.sequence.chat, one.end - one.begin) for one in taken])
        fill(batch, taken)

    monkeypatch.setattr(SharedBatch, "fill", watched)
    return batches
