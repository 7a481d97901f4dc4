"""A real engine on a real thread, driven by commands and watched by its events."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self, TypeVar

from app.core.engine.engine import Engine, EngineFiles
from app.core.engine.self_test import SelfTest
from app.core.engine.shared_batch import SharedBatch
from app.core.kvstore import KVStore
from app.core.messages import Role
from app.core.protocol import (
    AnswerFinished,
    BackendChoice,
    ChatKey,
    ChatRestored,
    DraftPolicy,
    EngineStopped,
    Generate,
    ModelLoaded,
    PromptMessage,
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

    from app.core.engine.scheduler import Share
    from app.core.protocol import Command, Event, ModelInfo

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


class EngineHarness:
    """Runs an engine over a store in `folder`; a context manager."""

    def __init__(self, folder: Path, model: Path, *, n_ctx: int = 2048, **load: Any) -> None:
        folder.mkdir(exist_ok=True)
        self.store = KVStore.open(folder / "kv", on_problem=self._on_problem)
        self.problems: list[Any] = []
        self.events: queue.Queue[Event] = queue.Queue()
        self.seen: list[Event] = []
        self.engine = Engine(
            open_store=lambda: self.store,
            self_test=SelfTest(folder / "backends.json"),
            files=EngineFiles(
                load_marker=folder / "loading-model",
                identities=folder / "model-identities.json",
                raw_media=folder / "media",
                tried_projectors=folder / "projectors.json",
            ),
            emit=self.events.put,
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

    def post(self, command: Command) -> None:
        self.engine.post(command)

    def wait(self, kind: type[E]) -> E:
        """Return the next event of a kind, skipping others; fails if the engine stops first."""
        while True:
            event = self.events.get(timeout=WAIT_S)
            self.seen.append(event)
            if isinstance(event, kind):
                return event
            assert not isinstance(event, EngineStopped), event

    def stopped(self) -> EngineStopped:
        """Wait for the very end."""
        while True:
            event = self.events.get(timeout=WAIT_S)
            if isinstance(event, EngineStopped):
                return event

    def wait_any(self, *kinds: type) -> Any:
        """Return the next event of one of several kinds."""
        return self.wait(kinds)  # type: ignore[arg-type]

    def open(self, dialogue: Dialogue) -> ChatRestored:
        self.post(RestoreChat(dialogue.chat, tuple(dialogue.messages)))
        return self.wait(ChatRestored)

    def ask(self, dialogue: Dialogue, **fields: Any) -> RequestId:
        self._requests += 1
        fields.setdefault("sampling", GREEDY)
        fields.setdefault("max_tokens", 24)
        # How fast this machine is would change batches, and with them the last bits of numbers.
        fields.setdefault("drafts", DraftPolicy.NEVER)
        request = RequestId(self._requests)
        self.post(Generate(request, dialogue.chat, tuple(dialogue.messages), **fields))
        return request

    def answer(self, dialogue: Dialogue, **fields: Any) -> tuple[str, AnswerFinished]:
        """Ask and return the whole text and how it ended."""
        request = self.ask(dialogue, **fields)
        return self.collect(request)

    def collect(self, request: RequestId) -> tuple[str, AnswerFinished]:
        texts: list[str] = []
        while True:
            event = self.wait_any(TextDelta, AnswerFinished)
            if event.request != request:
                continue
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
