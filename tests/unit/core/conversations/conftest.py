"""The use cases over a real chat store; the engine is played by the test."""

from __future__ import annotations

import queue
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from app.core.chats import ChatStore
from app.core.conversations import Conversations, Preferences
from app.core.conversations.events import MessageChanged
from app.core.engine.answer_reader import MarksReader
from app.core.errors import KnownError, problem_of
from app.core.models.model_settings import ModelSettings
from app.core.protocol import (
    AnswerFinished,
    AnswerStats,
    FinishReason,
    Generate,
    SamplingParams,
    TextDelta,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.messages import TokenRecord

WAIT_S = 60.0

E = TypeVar("E")


@dataclass
class Stage:
    """Conversations with everything around them visible."""

    conversations: Conversations
    commands: queue.Queue[Any] = field(default_factory=queue.Queue)
    events: queue.Queue[Any] = field(default_factory=queue.Queue)

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
        reader = MarksReader("")
        for text in texts:
            parts = reader.feed(text)
            self.conversations.handle(TextDelta(generate.request, generate.chat, text, parts))

    def finish(
        self,
        generate: Generate,
        finish_reason: FinishReason = FinishReason.END,
        record: TokenRecord | None = None,
        error: KnownError | None = None,
    ) -> None:
        self.conversations.handle(
            AnswerFinished(
                generate.request,
                generate.chat,
                finish_reason,
                AnswerStats(n_generated=3),
                record,
                problem_of(error) if error else None,
            )
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
def stage(database: Path) -> Iterator[Stage]:
    yield from staged(lambda: ChatStore.open(database))


NO_FILE = Path("there", "is", "no", "such", "file")


def staged(open_store: Any, **options: Any) -> Iterator[Stage]:
    """Yield conversations over this store; whoever loops over it has them closed at the end."""
    commands: queue.Queue[Any] = queue.Queue()
    events: queue.Queue[Any] = queue.Queue()
    conversations = Conversations(
        open_store=open_store,
        post=commands.put,
        emit=events.put,
        **{
            "model_settings": ModelSettings(NO_FILE),
            "preferences": Preferences(SamplingParams(temperature=0)),
            **options,
        },
    )
    conversations.start()
    yield Stage(conversations, commands, events)
    assert conversations.close()
