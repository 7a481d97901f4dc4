"""The use cases over a real chat store; the engine is played by the test."""

from __future__ import annotations

import queue
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from app.core.chats.store import ChatStore
from app.core.conversations.conversations import Conversations
from app.core.conversations.events import MessageChanged
from app.core.conversations.session import Preferences
from app.core.errors import KnownError, problem_of
from app.core.models.model_settings import ModelSettings
from app.core.protocol import (
    AnswerFinished,
    AnswerStats,
    EngineStopped,
    FinishReason,
    Generate,
    SamplingParams,
    TextDelta,
)
from tests.helpers.cut_answers import cut_by_marks
from tests.helpers.played_engine import PlayedEngine

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterator

    from app.core.errors import Problem
    from app.core.messages import TokenRecord
    from app.core.protocol import A, N, Request, RequestId

WAIT_S = 60.0

E = TypeVar("E")


def assert_set(event: threading.Event) -> None:
    """Wait for an event."""
    assert event.wait(WAIT_S)


@dataclass
class Stage:
    """Conversations with everything around them visible."""

    conversations: Conversations
    engine: PlayedEngine = field(default_factory=PlayedEngine)
    events: queue.Queue[Any] = field(default_factory=queue.Queue)

    @property
    def commands(self) -> queue.Queue[Any]:
        """All that the engine was asked and told, in order."""
        return self.engine.commands

    def tell(self, request: Request[A, N], news: N) -> None:
        """Tell news of a request that the engine was asked."""
        self.engine.tell(request, news)

    def reply(self, request: Request[A, N], answer: A) -> None:
        """Answer a request that the engine was asked."""
        self.engine.reply(request, answer)

    def id_of(self, request: Request[Any, Any]) -> RequestId:
        """Return the number of a request."""
        return self.engine.id_of(request)

    def end_engine(self, problem: Problem | None = None) -> None:
        """Let the engine end for good."""
        self.engine.die(problem or problem_of(RuntimeError("the engine ended")))
        self.conversations.handle(EngineStopped(problem))

    def event(self, kind: type[E]) -> E:
        while True:
            event = self.events.get(timeout=WAIT_S)
            if isinstance(event, kind):
                return event

    def command(self, kind: type[E]) -> E:
        while True:
            command = self.commands.get(timeout=WAIT_S)
            if isinstance(command, kind):
                return command

    def settle(self) -> None:
        """Wait until everything asked for so far is done."""
        done: queue.Queue[None] = queue.Queue()
        self.conversations.after_pending(lambda: done.put(None))
        done.get(timeout=WAIT_S)

    def say(self, generate: Generate, *texts: str) -> None:
        for piece in cut_by_marks(*texts):
            self.tell(generate, TextDelta(*piece))

    def finish(
        self,
        generate: Generate,
        finish_reason: FinishReason = FinishReason.END,
        record: TokenRecord | None = None,
        error: KnownError | None = None,
    ) -> None:
        self.reply(
            generate,
            AnswerFinished(
                finish_reason,
                AnswerStats(n_generated=3),
                record,
                problem_of(error) if error else None,
            ),
        )

    def answer(self, text: str, **fields: Any) -> MessageChanged:
        """Play a whole answer to the command that waits."""
        generate = self.command(Generate)
        self.say(generate, text)
        self.finish(generate, **fields)
        return self.event(MessageChanged)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "chats.db"


@pytest.fixture
def stage(new_database: Path) -> Iterator[Stage]:
    yield from staged(lambda: ChatStore.open(new_database))


NO_FILE = Path("there", "is", "no", "such", "file")


def staged(open_store: Any, **options: Any) -> Iterator[Stage]:
    """Yield conversations over this store; whoever loops over it has them closed at the end."""
    engine = PlayedEngine()
    events: queue.Queue[Any] = queue.Queue()
    conversations = Conversations(
        open_store=open_store,
        engine=engine,
        emit=events.put,
        **{
            "model_settings": ModelSettings(NO_FILE),
            "preferences": Preferences(SamplingParams(temperature=0)),
            **options,
        },
    )
    conversations.start()
    yield Stage(conversations, engine, events)
    assert conversations.close()
