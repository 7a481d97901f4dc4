"""An engine behind its link, for measurements of several chats at once."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.core.engine_link import EngineLink
from app.core.messages import Role
from app.core.plain_value import replace
from app.core.protocol import (
    AnswerFinished,
    CancelLoad,
    ChatKey,
    DraftPolicy,
    EngineConfig,
    EngineStopped,
    ForgetChat,
    Generate,
    LoadModel,
    LoadSettings,
    ModelIdentified,
    ModelLoaded,
    ModelLoadFailed,
    ProblemRaised,
    PromptMessage,
    SamplingParams,
    Shutdown,
    Stop,
    TextDelta,
)
from tools.bench.engine_run import LIMITS, BenchFailed, words_for
from tools.bench.timed import Timed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import Self

    from app.core.protocol import AnswerNews, EngineHost, Event, RequestId


@dataclass(slots=True, eq=False)
class AskedAnswer:
    """An answer that was asked for, and when what came."""

    chat: ChatKey
    asked_s: float
    request: RequestId | None = None
    ended_s: float = 0.0
    finished: AnswerFinished | None = None
    said_s: list[float] = field(default_factory=list)

    @property
    def first_s(self) -> float:
        """When its first text came; 0 as long as none has."""
        return self.said_s[0] if self.said_s else 0.0


class LinkRun:
    """Runs an engine where `host` has it; a context manager.

    Args:
        host: makes the host from its configuration.
        folder: for the store and what the engine remembers.
        n_ctx: tokens of the context.
        draft_model: path of one; "" for none.
        more: fields of `LoadSettings`.
    """

    def __init__(
        self,
        host: Callable[[EngineConfig], EngineHost],
        folder: Path,
        model: str,
        n_ctx: int,
        draft_model: str = "",
        **more: Any,
    ) -> None:
        folder.mkdir()
        self._link = EngineLink(host(_config(folder)))
        self._client = self._link.connect(self._note)
        self._thread = threading.Thread(target=self._link.run, name="engine")
        self._load = LoadModel(model, LoadSettings(n_ctx=n_ctx, draft_model=draft_model, **more))
        self._changed = threading.Condition()
        self._n_asked = 0
        self._loaded: ModelLoaded | None = None
        self._is_identified = False
        self._not_loaded: ModelLoadFailed | None = None
        self._load_ended_s = 0.0
        self._failure: BenchFailed | None = None

    def __enter__(self) -> Self:
        self._thread.start()
        try:
            self.load()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._client.post(Shutdown())
        self._thread.join()

    def load(self) -> None:
        """Load the model, anew where it is loaded, and wait until chats are stored and restored.

        Raises:
            BenchFailed: it cannot be loaded, or not as it was wanted.
        """
        self._begin_load()
        self._wait(lambda: self._is_identified or self._not_loaded is not None)
        if self._not_loaded is not None:
            raise BenchFailed(self._not_loaded.problem)

    def cancel_load(self, after_s: float) -> float | None:
        """Cancel a load; return the seconds until it had ended, None where it was done before."""
        self._begin_load()
        time.sleep(after_s)
        began = time.perf_counter()
        self._client.post(CancelLoad())
        self._wait(lambda: self._loaded is not None or self._not_loaded is not None)
        return self._load_ended_s - began if self._not_loaded is not None else None

    def _begin_load(self) -> None:
        with self._changed:
            self._loaded, self._not_loaded, self._is_identified = None, None, False
        self._client.post(self._load)

    @property
    def name(self) -> str:
        """What the model calls itself."""
        return "" if self._loaded is None else self._loaded.info.name

    @property
    def n_gpu_layers(self) -> int:
        """Layers that are not computed on the processor of this process."""
        return 0 if self._loaded is None else self._loaded.info.n_gpu_layers

    def text_of(self, n_tokens: int) -> str:
        """Return words that make a prompt of about `n_tokens`."""
        return "word " * words_for(n_tokens, lambda text: self.answer_all([text], 1)[0].n_prompt)

    def ask(
        self,
        text: str,
        n_tokens: int,
        chat: ChatKey | None = None,
        drafts: DraftPolicy = DraftPolicy.NEVER,
        *,
        is_text: bool = False,
    ) -> AskedAnswer:
        """Ask in a chat, one of its own unless it is named.

        Args:
            is_text: have the text gone on with as it is, without a chat template.
        """
        self._n_asked += 1
        asked = AskedAnswer(chat or ChatKey(str(self._n_asked)), time.perf_counter())
        messages = (PromptMessage(Role.USER, text),)
        greedy = SamplingParams(temperature=0)
        request = Generate(asked.chat, messages, greedy, max_tokens=n_tokens, drafts=drafts)

        def on_news(news: AnswerNews) -> None:
            if isinstance(news, TextDelta):
                now = time.perf_counter()
                with self._changed:
                    asked.said_s.append(now)
                    self._changed.notify_all()

        def finished(event: AnswerFinished) -> None:
            now = time.perf_counter()
            with self._changed:
                asked.ended_s, asked.finished = now, event
                self._changed.notify_all()

        asked.request = self._client.ask(replace(request, is_text=is_text), finished, on_news)
        return asked

    def finish_all(
        self, prompts: Sequence[str], n_tokens: int, drafts: DraftPolicy
    ) -> list[tuple[Timed, AnswerFinished]]:
        """Go on with all texts at once, as `answer_all`, and return how each ended as well.

        Raises:
            BenchFailed: an answer failed.
        """
        all_asked = [self.ask(text, n_tokens, drafts=drafts, is_text=True) for text in prompts]
        results = [(self._result(asked), self._end(asked)) for asked in all_asked]
        for asked in all_asked:
            self.forget(asked)
        return results

    def answer_all(self, prompts: Sequence[str], n_tokens: int) -> list[Timed]:
        """Go on with all texts at once; the chats are forgotten afterwards.

        A peer gets the bare texts, too: with a chat template the prompts would be longer here.

        Raises:
            BenchFailed: an answer failed.
        """
        finished = self.finish_all(prompts, n_tokens, DraftPolicy.NEVER)
        return [timed for timed, _finished in finished]

    def until_first_text(self, asked: AskedAnswer) -> None:
        """Wait until an answer has begun."""
        self._wait(lambda: bool(asked.first_s or asked.ended_s))

    def answer_in(self, chat: ChatKey, text: str) -> None:
        """Have one token answered in a chat that stays."""
        self._result(self.ask(text, 1, chat))

    def stop(self, asked: AskedAnswer) -> float | None:
        """Stop an answer; return the seconds until it has ended, None for one that had before."""
        began = time.perf_counter()
        assert asked.request is not None
        self._client.post(Stop(asked.request))
        self._wait(lambda: bool(asked.ended_s))
        return asked.ended_s - began if asked.ended_s > began else None

    def forget(self, asked: AskedAnswer) -> None:
        """Drop the chat of an answer."""
        self._client.post(ForgetChat(asked.chat))

    def _end(self, asked: AskedAnswer) -> AnswerFinished:
        self._wait(lambda: asked.finished is not None)
        assert asked.finished is not None
        if asked.finished.problem is not None:
            raise BenchFailed(asked.finished.problem)
        return asked.finished

    def _result(self, asked: AskedAnswer) -> Timed:
        stats = self._end(asked).stats
        return Timed(
            stats.n_prompt,
            stats.n_generated,
            asked.asked_s,
            asked.first_s or asked.ended_s,
            asked.ended_s,
            tuple(asked.said_s),
        )

    def _wait(self, is_done: Callable[[], bool]) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._failure is not None or is_done())
            if self._failure is not None:
                raise self._failure

    def _note(self, event: Event) -> None:
        """Take note of an event and when it came, on the engine's thread."""
        now = time.perf_counter()
        with self._changed:
            match event:
                case ModelLoaded():
                    self._loaded, self._is_identified = event, event.is_identified
                    self._load_ended_s = now
                case ModelIdentified():
                    self._is_identified = True
                case ModelLoadFailed():
                    self._not_loaded, self._load_ended_s = event, now
                case ProblemRaised(problem):
                    self._failure = BenchFailed(problem)
                case EngineStopped(problem) if problem is not None:
                    self._failure = BenchFailed(problem)
                case _:
                    return
            self._changed.notify_all()


def _config(folder: Path) -> EngineConfig:
    return EngineConfig(
        rows_folder=os.fspath(folder / "kv"),
        choices_file=os.fspath(folder / "choices.json"),
        limits=LIMITS,
        is_onlooker=False,
        trusted_backends_file=os.fspath(folder / "backends.json"),
        load_marker=os.fspath(folder / "loading-model"),
        identities_file=os.fspath(folder / "model-identities.json"),
        log_folder=os.fspath(folder),
        media_folder=os.fspath(folder / "media"),
        projectors_file=os.fspath(folder / "projectors.json"),
    )
