"""An engine on a thread of its own, for measurements; the same commands as the window sends."""

from __future__ import annotations

import json
import queue
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from app.core.engine.engine import Engine, EngineFiles
from app.core.engine.load.self_test import SelfTest
from app.core.errors import KnownError
from app.core.kvstore.store import KVStore
from app.core.messages import Role
from app.core.phrases import phrase
from app.core.protocol import (
    NO_PROJECTOR,
    AnswerFinished,
    Call,
    ChatKey,
    ChatRestored,
    EngineStopped,
    ForgetChat,
    Generate,
    KVType,
    Limits,
    LoadModel,
    LoadSettings,
    ModelIdentified,
    ModelLoaded,
    ModelLoadFailed,
    News,
    ProblemRaised,
    PromptMessage,
    Reply,
    RequestId,
    RestoreChat,
    SamplingParams,
    Shutdown,
    TextDelta,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from typing import Any, Self

    from app.core.errors import Problem
    from app.core.protocol import FromEngine, ModelInfo, Request

E = TypeVar("E")
_FLUSH_S = 600.0
PROBE = "probe"
_ROOM = 1024  # tokens of the context beside those of the chat
LIMITS = Limits(budget_bytes=1 << 40)  # nothing is evicted
_FEW_WORDS, _MORE_WORDS = 32, 96


class BenchFailed(KnownError):
    """The engine could not do what was to be measured."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(
            problem.what, phrase("Nothing was measured."), problem.remedy, problem.detail
        )


class EngineRun:
    """Runs an engine over a store; a context manager.

    Args:
        folder: for the store and what the engine remembers.
        model: GGUF file.
        n_tokens: of the longest chat; the context gets some more.
        name: of the store inside `folder`.
        kv_type: of the KV cache.
        projector: as in `LoadSettings`.
    """

    def __init__(
        self,
        folder: Path,
        model: str,
        n_tokens: int,
        name: str = "kv",
        kv_type: KVType = KVType.F16,
        *,
        projector: str = NO_PROJECTOR,
    ) -> None:
        self.store = KVStore.open(folder / name, limits=LIMITS)
        self._events: queue.SimpleQueue[FromEngine] = queue.SimpleQueue()
        self._engine = Engine(
            open_store=lambda: self.store,
            self_test=SelfTest(folder / "backends.json"),
            files=EngineFiles(
                load_marker=folder / "loading-model",
                identities=folder / "model-identities.json",
                raw_media=folder / "media",
                tried_projectors=folder / "projectors.json",
                trusted_backends=folder / "backends.json",
            ),
            emit=self._events.put,
        )
        self._thread = threading.Thread(target=self._engine.run, name="engine")
        settings = LoadSettings(n_ctx=n_tokens + _ROOM, kv_type=kv_type, projector=projector)
        self._load = LoadModel(model, settings)
        self._n_requests = 0
        self.info: ModelInfo | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        try:
            self._engine.post(self._load)
            loaded = self.wait(ModelLoaded)
            self.info = loaded.info
            if not loaded.is_identified:
                self.wait(ModelIdentified)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._engine.post(Shutdown())
        self._thread.join()
        self.store.close(_FLUSH_S)

    def wait(self, kind: type[E]) -> E:
        """Return the next event of a kind.

        Raises:
            BenchFailed: the engine told a problem instead.
        """
        while True:
            message = self._events.get()
            event: object = message
            if isinstance(message, Reply):
                event = message.answer
            elif isinstance(message, News):
                event = message.news
            if isinstance(event, kind):
                return event
            match event:
                case ModelLoadFailed(problem=problem) | ProblemRaised(problem):
                    raise BenchFailed(problem)
                case EngineStopped(problem) if problem is not None:
                    raise BenchFailed(problem)
                case _:
                    pass

    def open(self, chat: str, messages: Sequence[PromptMessage]) -> ChatRestored:
        """Open a chat and return how that went."""
        self._ask(RestoreChat(ChatKey(chat), tuple(messages)))
        return self.wait(ChatRestored)

    def answer(
        self, chat: str, messages: Sequence[PromptMessage], max_tokens: int
    ) -> tuple[PromptMessage, AnswerFinished]:
        """Let the model answer; return the message and the results."""
        greedy = SamplingParams(temperature=0)
        self._ask(Generate(ChatKey(chat), tuple(messages), greedy, max_tokens=max_tokens))
        texts: list[str] = []
        while True:
            event: Any = self.wait((TextDelta, AnswerFinished))  # type: ignore[arg-type]
            if isinstance(event, TextDelta):
                texts.append(event.text)
                continue
            if event.problem is not None:
                raise BenchFailed(event.problem)
            return PromptMessage(Role.ASSISTANT, "".join(texts), event.record), event

    def _ask(self, request: Request[Any, Any]) -> None:
        self._n_requests += 1
        self._engine.post(Call(RequestId(self._n_requests), request))

    def n_words(self, n_tokens: int) -> int:
        """Return how many words make a prompt of `n_tokens` in this vocabulary.

        Leaves nothing stored behind.
        """

        def n_prompt_of(text: str) -> int:
            return self.answer(PROBE, [user_message(text)], 1)[1].stats.n_prompt

        n_words = words_for(n_tokens, n_prompt_of)
        self._engine.post(ForgetChat(ChatKey(PROBE)))
        return n_words

    def flush(self) -> None:
        """Wait until everything is on disk."""
        self.store.flush(_FLUSH_S)


def words_for(n_tokens: int, n_prompt_of: Callable[[str], int]) -> int:
    """Return how many times "word " makes a prompt of about `n_tokens`.

    Args:
        n_tokens: wanted, those of the template included.
        n_prompt_of: asks with a text and returns how many tokens its prompt had.
    """
    few, more = n_prompt_of("word " * _FEW_WORDS), n_prompt_of("word " * _MORE_WORDS)
    per_word = (more - few) / (_MORE_WORDS - _FEW_WORDS)
    return max(1, round((n_tokens - few) / per_word) + _FEW_WORDS)


def user_message(text: str) -> PromptMessage:
    """Return a message of the user."""
    return PromptMessage(Role.USER, text)


def run_benchmark(
    options: argparse.Namespace,
    measure: Callable[[argparse.Namespace, Path], dict[str, Any]],
    text: Callable[[dict[str, Any]], str],
) -> int:
    """Measure in a throw-away folder, print the results, return the exit code.

    Args:
        options: of the command line; `json` decides how they are printed.
        measure: returns the results.
        text: puts them into words.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="hearth-bench-") as folder:
            results = measure(options, Path(folder))
    except KnownError as error:
        print(f"hearth: {error.problem().text()}")
        return error.exit_code
    print(json.dumps(results) if options.json else text(results))
    return 0
