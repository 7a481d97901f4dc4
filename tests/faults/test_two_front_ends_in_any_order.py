"""Two front ends use one engine in any order while it is killed: no word is lost, nothing leaks.

The first is the program's own use cases over a real database, the second a bare client of the link
whose every request gets exactly one answer, with all news before it. What the first was told is
what must be in the database at the end, and what was said, also after a restore, must be what the
model says alone. One file, for it is one machine: what is known, who acts, and what they do.

Longer than other files: the machine, its two users and what they must find are read together.
"""

from __future__ import annotations

import contextlib
import os
import queue
import random
import sqlite3
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import psutil
import pytest

from app.core.assembly import assemble
from app.core.chats.records import ChatId, Message, MessageId, MessageStatus
from app.core.conversations.cases.answers import AnswerOptions
from app.core.conversations.events import (
    AnswerDelta,
    AnswerRefused,
    BranchShown,
    ChatCreated,
    ChatForked,
    ChatsDeleted,
    ChatsListed,
    ChatsRestored,
    MessageAdded,
    MessageChanged,
    MessageDeleted,
)
from app.core.engine_link import ChildProcess, child_process
from app.core.messages import Role
from app.core.protocol import (
    AnswerFinished,
    AnswerNews,
    BackendChoice,
    ChatKey,
    ChatRestored,
    ContextMeasured,
    Event,
    FinishReason,
    Generate,
    MeasureContext,
    ModelLoaded,
    ModelLoadFailed,
    PromptMessage,
    RequestId,
    RestoreChat,
    SamplingParams,
    Stop,
    TextDelta,
    UnloadModel,
)
from app.core.settings.settings import Settings
from app.core.system.paths import FolderOrigin, Paths
from tests.helpers.engine_hosts import engine_host
from tests.helpers.harm import Harm, how_often
from tests.helpers.loading import load_command
from tests.helpers.memory_kinds import Kind, write_tiny_lfm2
from tests.helpers.open_files import n_open
from tests.helpers.said_alone import Alone

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.engine_link import EngineLink
    from app.core.protocol import Request
    from tests.conftest import ExpectLog

N_STEPS = how_often("HEARTH_FRONT_END_STEPS", 100, 300)
N_CTX = 1024
WAIT_S = 120.0
GREEDY = SamplingParams(temperature=0)
HARMS = (*Harm, Harm.KILL)
WORDS = ("the", "sea", "and", "hills", "between", "rivers", "of", "a", "land", "that", "sleeps")
SETTINGS = "[memory]\nkeep_free_gb = 0\n[sampling]\ntemperature = 0\n"
_N_CONFIRMED = 60  # answers that are computed once more
ENDED = {FinishReason.LENGTH, FinishReason.END}
ANSWERS: dict[type, type] = {
    Generate: AnswerFinished,
    MeasureContext: ContextMeasured,
    RestoreChat: ChatRestored,
}
NEWS: dict[type, Any] = {Generate: AnswerNews, MeasureContext: (), RestoreChat: ()}


@dataclass
class Known:
    """What the first front end was told of its messages."""

    messages: dict[MessageId, Message] = field(default_factory=dict)
    growing: dict[MessageId, str] = field(default_factory=dict)
    chats: dict[ChatId, bool] = field(default_factory=dict)  # whether it is deleted
    deleted: set[MessageId] = field(default_factory=set)

    def note(self, event: object) -> None:
        match event:
            case MessageAdded(_, message):
                self._take_over(message)
            case AnswerDelta(_, message_id, text):
                self.growing[message_id] += text
            case MessageChanged(_, message):
                if message.status is not MessageStatus.STREAMING:
                    told = self.growing.pop(message.id, None)
                    assert told is None or message.text == told, (told, message)
                self._take_over(message)
            case _:
                self._note_what_is_there(event)

    def _note_what_is_there(self, event: object) -> None:
        match event:
            case ChatCreated(chat) | ChatForked(chat):
                self.chats[chat.id] = False
            case ChatsDeleted(chats):
                self.chats.update((chat.id, True) for chat in chats)
            case ChatsListed(chats) | ChatsRestored(chats):
                self.chats.update((chat.id, False) for chat in chats)
            case MessageDeleted(message):
                self.deleted.add(message.id)
            case BranchShown(_, messages):
                self.deleted.difference_update(message.id for message in messages)
                for message in messages:
                    if message.id not in self.messages:  # an edited one is told no other way
                        self._take_over(message)
            case _:
                pass

    def _take_over(self, message: Message) -> None:
        self.messages[message.id] = message
        if message.status is MessageStatus.STREAMING and message.id not in self.growing:
            self.growing[message.id] = message.text

    def is_gone(self, message: Message) -> bool:
        """Whether it may be missing: it, one before it, or its chat was deleted."""
        at: Message | None = message
        while at is not None:
            if at.id in self.deleted:
                return True
            at = self.messages.get(at.parent_id) if at.parent_id is not None else None
        return self.chats[message.chat_id]

    def there(self) -> list[ChatId]:
        return [chat_id for chat_id, is_deleted in self.chats.items() if not is_deleted]


@dataclass
class Asked:
    """What the second front end has asked, and all that came of it, in order."""

    request: Request[Any, Any]
    news: list[Any] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)


class SecondClient:
    """A front end that has no database."""

    def __init__(self, link: EngineLink) -> None:
        self._client = link.connect(self._note_event)
        self._changed = threading.Condition()
        self._asked: dict[RequestId, Asked] = {}
        self.wrong: list[Any] = []

    def _note_event(self, event: object) -> None:
        if not isinstance(event, Event):
            self.wrong.append(event)

    def _note_news(self, asked: Asked, news: Any) -> None:
        with self._changed:
            if asked.answers or not isinstance(news, NEWS[type(asked.request)]):
                self.wrong.append((asked, news))
            asked.news.append(news)

    def _note_answer(self, asked: Asked, answer: Any) -> None:
        with self._changed:
            if asked.answers or not isinstance(answer, ANSWERS[type(asked.request)]):
                self.wrong.append((asked, answer))
            asked.answers.append(answer)
            self._changed.notify_all()

    def ask(self, request: Request[Any, Any]) -> RequestId:
        asked = Asked(request)
        number = self._client.ask(
            request,
            lambda answer: self._note_answer(asked, answer),
            lambda news: self._note_news(asked, news),
        )
        with self._changed:
            if number in self._asked:
                self.wrong.append((asked, number))
            self._asked[number] = asked
        return number

    def say(self, chat: int, text: str, max_tokens: int) -> RequestId:
        messages = (PromptMessage(Role.USER, text),)
        return self.ask(Generate(key(chat), messages, GREEDY, max_tokens=max_tokens))

    def post(self, command: Any) -> None:
        self._client.post(command)

    def pending(self) -> list[RequestId]:
        """Whatever it has asked that is not answered."""
        with self._changed:
            return [number for number, asked in self._asked.items() if not asked.answers]

    def stop_all_of_others(self) -> None:
        """Stop what it has not asked, as far as that goes."""
        newest = self.ask(MeasureContext(key(1), ()))
        for number in range(1, newest + 100):
            if number not in self._asked:
                self.post(Stop(RequestId(number)))

    def result(self, request: RequestId) -> tuple[str, AnswerFinished]:
        with self._changed:
            asked = self._asked[request]
            assert self._changed.wait_for(lambda: bool(asked.answers), WAIT_S)
            said = "".join(one.text for one in asked.news if isinstance(one, TextDelta))
            return said, asked.answers[0]

    def close(self) -> None:
        self._client.close()


def key(chat: int) -> ChatKey:
    return ChatKey(f"second-{chat}")


class Program:
    """Both front ends over one engine in a process of its own."""

    def __init__(self, root: Path, model: Path, known: Known) -> None:
        self.paths = Paths.under(root, FolderOrigin.CHOSEN)
        self.paths.create()
        self.paths.settings_file.write_text(SETTINGS)
        self.events: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.known = known
        self.model = model
        self.parts = assemble(self.paths, Settings.load(self.paths.settings_file), self.events.put)
        host = engine_host(self.parts.link)
        assert isinstance(host, ChildProcess)
        self.host = host
        self.second = SecondClient(self.parts.link)
        self._engine = threading.Thread(target=self.parts.link.run, name="engine")

    def __enter__(self) -> Self:
        self._engine.start()
        self.parts.conversations.start().result(WAIT_S)
        self.load()
        return self

    def __exit__(self, *_: object) -> None:
        self.second.close()
        self.parts.begin_shutdown()
        self._engine.join(WAIT_S)
        assert not self._engine.is_alive()
        self.parts.finish_shutdown()
        self.drain()

    def drain(self) -> None:
        """Take note of all that has come."""
        with contextlib.suppress(queue.Empty):
            while True:
                self.known.note(self.events.get_nowait())

    def wait(self, kind: Any, fits: Callable[[Any], bool] = lambda _event: True) -> Any:
        while True:
            event = self.events.get(timeout=WAIT_S)
            self.known.note(event)
            if isinstance(event, kind) and fits(event):
                return event

    def load(self) -> None:
        """Have the model there, whatever happens to the engine meanwhile."""
        self.drain()
        command = load_command(self.model, n_ctx=N_CTX, backend=BackendChoice())
        self.second.post(command)
        while isinstance(ended := self.wait((ModelLoaded, ModelLoadFailed)), ModelLoadFailed):
            if not ended.cancelled:  # else another load is on its way, and one more would end that
                self.second.post(command)

    def settle(self) -> None:
        """Wait until nothing is answered any more."""
        deadline = time.monotonic() + WAIT_S
        while self.known.growing or self.second.pending() or self._has_work():
            assert time.monotonic() < deadline, (self.known.growing, self.second.pending())
            time.sleep(0.02)
            self.drain()

    def _has_work(self) -> bool:
        done = threading.Event()
        self.parts.conversations.after_pending(done.set)
        assert done.wait(WAIT_S)
        self.drain()
        return bool(self.known.growing)

    def again(self, chat_id: ChatId) -> str | None:
        """Have the last answer of a chat given once more; None when there is none to be given."""
        self.parts.conversations.chats.regenerate(chat_id)
        begun = self.wait((MessageAdded, AnswerRefused), lambda event: event.chat_id == chat_id)
        if isinstance(begun, AnswerRefused):
            return None
        added = begun.message
        changed = self.wait(
            MessageChanged,
            lambda event: (
                event.message.id == added.id and event.message.status is not MessageStatus.STREAMING
            ),
        )
        assert changed.message.status is not MessageStatus.FAILED, changed.message.problem
        return str(changed.message.text)


class Gestures:
    """What is done in any order."""

    def __init__(self, program: Program, chance: random.Random) -> None:
        self.program = program
        self.chance = chance
        self.n_deaths = 0
        self._steps: dict[Callable[[], None], int] = {
            self.send: 14, self.begin: 5, self.stop: 6, self.switch: 8, self.edit: 4,
            self.again: 4, self.show: 3, self.delete_message: 2, self.undo_message: 2,
            self.fork: 1, self.delete: 1, self.undo: 1, self.rename: 1, self.measure: 3,
            self.second_asks: 10, self.second_stops: 5, self.second_measures: 2,
            self.second_restores: 2, self.pause: 12, self.load: 1, self.unload: 1, self.die: 1,
        }  # fmt: skip

    def step(self) -> str:
        """Do one thing, and return its name."""
        self.program.drain()
        [gesture] = self.chance.choices(list(self._steps), list(self._steps.values()))
        gesture()
        return gesture.__name__

    # -- the first front end --

    @property
    def _chats(self) -> Any:
        return self.program.parts.conversations.chats

    def _text(self) -> str:
        return " ".join(self.chance.choices(WORDS, k=self.chance.randint(1, 30)))

    def _options(self) -> AnswerOptions:
        return AnswerOptions(GREEDY, self.chance.choice((1, 4, 12, 40)))

    def _some_chat(self) -> ChatId | None:
        there = self.program.known.there()
        return self.chance.choice(there[-6:]) if there else None

    def _some_message(self, *roles: Role) -> Message | None:
        known = self.program.known
        there = [
            message
            for message in list(known.messages.values())[-40:]
            if message.role in roles and not known.is_gone(message)
        ]
        return self.chance.choice(there) if there else None

    def begin(self) -> None:
        self._chats.send(None, self._text(), options=self._options())

    def send(self) -> None:
        self._chats.send(self._some_chat(), self._text(), options=self._options())

    def stop(self) -> None:
        if (chat := self._some_chat()) is not None:
            self._chats.stop(chat)

    def switch(self) -> None:
        if (chat := self._some_chat()) is not None:
            self._chats.open(chat)

    def edit(self) -> None:
        if (message := self._some_message(Role.USER)) is not None:
            self._chats.edit(message.chat_id, message.id, self._text())

    def again(self) -> None:
        if (chat := self._some_chat()) is not None:
            self._chats.regenerate(chat)

    def show(self) -> None:
        if (message := self._some_message(Role.USER, Role.ASSISTANT)) is not None:
            self._chats.show_version(message.chat_id, message.id)

    def delete_message(self) -> None:
        if (message := self._some_message(Role.USER, Role.ASSISTANT)) is not None:
            self._chats.delete_message(message.chat_id, message.id)

    def undo_message(self) -> None:
        known = self.program.known
        if known.deleted:
            message = known.messages[self.chance.choice(sorted(known.deleted))]
            self._chats.undo_delete_message(message.chat_id, message.id)

    def fork(self) -> None:
        if (message := self._some_message(Role.USER, Role.ASSISTANT)) is not None:
            self._chats.fork(message.chat_id, message.id)

    def delete(self) -> None:
        if (chat := self._some_chat()) is not None:
            self.program.parts.conversations.listing.delete([chat])

    def undo(self) -> None:
        gone = [chat for chat, is_deleted in self.program.known.chats.items() if is_deleted]
        if gone:
            self.program.parts.conversations.listing.restore([self.chance.choice(gone)])

    def rename(self) -> None:
        if (chat := self._some_chat()) is not None:
            self._chats.rename(chat, self._text())

    def measure(self) -> None:
        self._chats.measure(self._some_chat(), self._text())

    # -- the second --

    def second_asks(self) -> None:
        self.program.second.say(
            self.chance.randint(1, 5), self._text(), self.chance.choice((1, 8, 30))
        )

    def second_stops(self) -> None:
        # A request that has ended, and one that only the other has, are not stopped.
        self.program.second.post(Stop(RequestId(self.chance.randint(1, 400))))
        for request in self.program.second.pending()[:2]:
            self.program.second.post(Stop(request))

    def second_measures(self) -> None:
        messages = (PromptMessage(Role.USER, self._text()),)
        self.program.second.ask(MeasureContext(key(1), messages))

    def second_restores(self) -> None:
        self.program.second.ask(RestoreChat(key(2), (PromptMessage(Role.USER, self._text()),)))

    # -- both --

    def pause(self) -> None:
        time.sleep(self.chance.random() * 0.1)

    def load(self) -> None:
        self.program.parts.conversations.models.load(str(self.program.model), N_CTX)

    def unload(self) -> None:
        self.program.second.post(UnloadModel())
        if self.chance.random() < 0.5:
            self.pause()
        self.load()

    def die(self) -> None:
        pid = self.program.host.pid
        if pid is None:
            return
        self.n_deaths += 1
        with contextlib.suppress(ProcessLookupError):
            self.chance.choice(HARMS).do(pid)
        deadline = time.monotonic() + WAIT_S
        while self.program.host.pid in (None, pid):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        self.program.load()


@pytest.mark.usefixtures("children_in_earnest")
@pytest.mark.parametrize("kind", ["attention", "hybrid"])
def test_two_front_ends_lose_no_word_whatever_happens_to_the_engine(
    tmp_path: Path,
    tiny_model: Path,
    kind: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    expect_log: ExpectLog,
) -> None:
    monkeypatch.setattr(child_process, "SILENCE_S", 3.0)
    expect_log("the engine died")
    model = tiny_model if kind == "attention" else write_tiny_lfm2(tmp_path / "hybrid.gguf")
    process, known = psutil.Process(), Known()
    chance = random.Random(f"{kind} {os.environ.get('HEARTH_FRONT_END_SEED', '1')}")
    n_files, others = n_open(process), process.children(recursive=True)
    with Program(tmp_path / "hearth", model, known) as program:
        gestures = Gestures(program, chance)
        done = [gestures.step() for _ in range(N_STEPS)]
        if not gestures.n_deaths:
            gestures.die()
        program.settle()
        program.load()
        assert not program.second.wrong, done[-50:]
        _nothing_is_held(program)
        _nobody_stops_what_another_asked(program)
        for chat_id in _answered(known)[-3:]:
            program.again(chat_id)
        program.settle()
        assert not program.second.wrong
        children = set(process.children(recursive=True)).difference(others)
        assert children  # the engine
    assert not [child for child in children if child.is_running()]
    assert n_open(process) == n_files
    caplog.clear()
    _everything_is_there(program.paths, known)
    _all_was_said_as_alone(model, known)


def _nothing_is_held(program: Program) -> None:
    """All cells and sequences can be had: for one chat that fills the context, and for four."""
    long = "sea " * (N_CTX // 5)
    _, finished = program.second.result(program.second.say(1, long, 4))
    assert finished.finish_reason in ENDED, finished
    shorter = "sea " * (N_CTX // 25)
    requests = [program.second.say(chat, shorter, 4) for chat in range(2, 6)]
    for request in requests:
        _, finished = program.second.result(request)
        assert finished.finish_reason in ENDED, finished


def _nobody_stops_what_another_asked(program: Program) -> None:
    other = SecondClient(program.parts.link)
    request = program.second.say(1, "sea", 500)
    other.stop_all_of_others()
    _, finished = program.second.result(request)
    other.close()
    assert finished.finish_reason in ENDED, finished


def _answered(known: Known) -> list[ChatId]:
    """Return chats whose shown branch has an answer that can be given again."""
    answered = {
        message.chat_id
        for message in known.messages.values()
        if message.role is Role.ASSISTANT and not known.is_gone(message)
    }
    return [chat_id for chat_id in known.there() if chat_id in answered]


def _all_was_said_as_alone(model: Path, known: Known) -> None:
    """Compute the latest answers once more, in a context that nothing was restored into."""
    answers = [one for one in known.messages.values() if one.record is not None]
    assert answers
    with Alone(model, Kind("any", lambda path: path)) as alone:
        for answer in answers[-_N_CONFIRMED:]:
            assert answer.record is not None
            tokens, n_prompt = list(answer.record.token_ids), dict(answer.stats)["n_prompt"]
            alone.confirm_tokens(tokens, int(n_prompt), GREEDY)


def _everything_is_there(paths: Paths, known: Known) -> None:
    with contextlib.closing(sqlite3.connect(paths.database)) as database:
        found = database.execute("SELECT id, text, status FROM messages")
        rows = {message_id: (text, status) for message_id, text, status in found}
    for message in known.messages.values():
        if known.is_gone(message):
            continue
        assert message.id in rows, message
        text, status = rows[message.id]
        assert status != MessageStatus.STREAMING.value, message
        assert text == known.growing.get(message.id, message.text), message
