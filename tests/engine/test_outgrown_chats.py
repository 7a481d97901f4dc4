"""Chats that really outgrow a small context go on by their rule, over a real engine and real chats.

What the model says then is what it says to the same shortened prompt in an engine that knows
nothing else.
"""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING, Any, Self

import pytest

from app.core.chats.records import ChatSetup, MessageStatus
from app.core.chats.store import ChatStore
from app.core.conversations.cases.answers import AnswerOptions
from app.core.conversations.conversations import Conversations
from app.core.conversations.events import (
    ChatCreated,
    MessageChanged,
    SummaryEnded,
    TemporaryChatBegun,
)
from app.core.conversations.session import Preferences
from app.core.conversations.texts.chat_sampling import with_rule
from app.core.messages import Role
from app.core.models.model_settings import ModelSettings
from app.core.plain_value import replace
from app.core.prompts.overflow import shortened
from app.core.protocol import (
    AnswerFinished,
    Call,
    ChatKey,
    FinishReason,
    Generate,
    LeftOut,
    MemoryReport,
    OverflowRule,
    ReportMemory,
    SamplingParams,
    TurnsLeftOut,
)
from tests.helpers.engine_harness import WAIT_S, EngineHarness
from tests.helpers.memory_kinds import kinds
from tests.helpers.played_engine import PlayedEngine

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.chats.records import Chat, ChatId, Message
    from app.core.protocol import Command
    from tests.helpers.memory_kinds import Kind

N_CTX = 2048
SYSTEM = "You know the sea and all who sail on it. " * 3
SHORT = AnswerOptions(max_tokens=24)
QUESTION = "Tell me of the harbour, of the ships that lie there and of where they go. " * 3
LEAVES_OUT = with_rule(ChatSetup(SYSTEM), OverflowRule.LEAVE_OUT)
SUMMARISES = with_rule(ChatSetup(SYSTEM), OverflowRule.SUMMARISE)


class Talk(PlayedEngine):
    """Conversations over a real engine; the test hands on what that tells."""

    def __init__(self, folder: Path, model: Path, *, n_ctx: int = N_CTX, **load: Any) -> None:
        super().__init__()
        self.harness = EngineHarness(folder, model, n_ctx=n_ctx, **load)
        self.asked: list[Generate] = []
        self.ended: list[tuple[Generate, AnswerFinished]] = []
        self.events: queue.Queue[Any] = queue.Queue()
        self.told: list[Any] = []
        self.conversations = Conversations(
            open_store=lambda: ChatStore.open(folder / "chats.db"),
            engine=self,
            emit=self.events.put,
            model_settings=ModelSettings(folder / "models.json"),
            preferences=Preferences(SamplingParams(temperature=0)),
        )
        self.chat_id: ChatId | None = None

    def serve(self, request: Any) -> None:
        self.harness._send_call(Call(self.id_of(request), request))
        if isinstance(request, Generate):
            self.asked.append(request)

    def post(self, command: Command) -> None:
        self.harness.post(command)

    def __enter__(self) -> Self:
        self.harness.__enter__()
        self.conversations.start()
        self.conversations.handle(self.harness.seen[-1])
        return self

    def __exit__(self, *error: object) -> None:
        self.harness.__exit__(*error)
        assert self.conversations.close()

    def hand_on(self) -> None:
        """Give the conversations what the engine tells next, and wait until they have taken it."""
        heard = self.harness.events.get(timeout=WAIT_S)
        if heard.request is None:
            self.conversations.handle(heard.what)
        else:
            request = self.request_of(heard.request)
            (self.reply if heard.is_answer else self.tell)(request, heard.what)
            if isinstance(request, Generate) and isinstance(heard.what, TurnsLeftOut):
                self._note_left_out(request, heard.what.n_messages)
            if heard.is_answer and isinstance(request, Generate):
                self.ended.append((request, heard.what))
        self.settle()

    def _note_left_out(self, whole: Generate, n_messages: int) -> None:
        """Know a request by what the model reads of it."""
        planned = LeftOut(n_messages, n_out=0, n_before=0, n_after=0, n_again=0, n_total=0, n_ctx=0)
        read = replace(whole, messages=shortened(whole, planned))
        self.becomes(whole, read)
        self.asked = [read if one is whole else one for one in self.asked]

    def settle(self) -> None:
        done: queue.Queue[None] = queue.Queue()
        self.conversations.after_pending(lambda: done.put(None))
        done.get(timeout=WAIT_S)
        while not self.events.empty():
            self.told.append(self.events.get())

    def until(self, is_there: Callable[[Any], bool]) -> Any:
        """Hand on events until one of the conversations is there, and return it."""
        n_seen = len(self.told)
        self.settle()
        while True:
            found = [one for one in self.told[n_seen:] if is_there(one)]
            if found:
                return found[0]
            n_seen = len(self.told)
            self.hand_on()

    def answered(self) -> Message:
        """Return the next answer that ends."""

        def has_ended(event: Any) -> bool:
            if not isinstance(event, MessageChanged):
                return False
            return event.message.status is not MessageStatus.STREAMING

        message: Message = self.until(has_ended).message
        return message

    def say(
        self, text: str, setup: ChatSetup = LEAVES_OUT, options: AnswerOptions = SHORT
    ) -> Message:
        self.conversations.chats.send(self.chat_id, text, setup=setup, options=options)
        answer = self.answered()
        if self.chat_id is None:
            (created,) = [one for one in self.told if isinstance(one, ChatCreated)]
            self.chat_id = created.chat.id
        return answer

    def read(self) -> tuple[Chat, tuple[Message, ...]]:
        assert self.chat_id is not None
        chat_id, found = self.chat_id, []
        store = self.conversations._session.store
        self.conversations.after_pending(
            lambda: found.append((store.chat(chat_id), store.path(chat_id)))
        )
        self.settle()
        return found[0]

    def fill(self, setup: ChatSetup = LEAVES_OUT) -> Message:
        """Talk until something was left out for an answer; return that."""
        for number in range(20):
            answer = self.say(f"{number}. {QUESTION}", setup)
            if self.read()[0].context_from is not None:
                return answer
            assert self.harness.store.flush(60.0)
        raise AssertionError("it never outgrew its context")


def said_alone(folder: Path, model: Path, command: Generate, **load: Any) -> str:
    """Return what an engine says that knows nothing but this prompt."""
    with EngineHarness(folder, model, n_ctx=N_CTX, **load) as harness:
        return harness.collect(harness.post(command))[0]


@pytest.mark.parametrize("kind", kinds(), ids=str)
def test_a_chat_that_leaves_out_its_oldest_turns_goes_on_as_a_shorter_one(
    tmp_path: Path, kind: Kind
) -> None:
    model = kind.write(tmp_path / "m.gguf")
    with Talk(tmp_path / "talk", model, **kind.load) as talk:
        answer = talk.fill()
        command = talk.asked[-1]
        chat, path = talk.read()
    assert answer.text
    assert command.messages[0].text == SYSTEM
    assert command.messages[1].role is Role.USER
    assert 2 < len(command.messages) < len(path)
    n_prompt = dict(answer.stats)["n_prompt"]
    assert isinstance(n_prompt, int)
    assert n_prompt <= N_CTX // 2
    assert chat.context_from in {message.id for message in path}
    assert answer.text == said_alone(tmp_path / "alone", model, command, **kind.load)


def test_the_system_prompt_is_not_read_again_and_what_is_read_again_is_told(
    tmp_path: Path, tiny_model: Path
) -> None:
    with Talk(tmp_path, tiny_model) as talk:
        stats = dict(talk.fill().stats)
        n_kept = float(stats["n_reused"]) + float(stats["n_restored"])
        assert n_kept >= len(SYSTEM)  # a token is a character
        assert stats["reread"] == "left_out"


def test_after_a_restart_the_shortened_chat_comes_back_from_the_disk(
    tmp_path: Path, tiny_model: Path
) -> None:
    with Talk(tmp_path, tiny_model) as talk:
        talk.fill()
        chat_id, n_asked = talk.chat_id, len(talk.asked)
        assert talk.harness.store.flush(60.0)
    with Talk(tmp_path, tiny_model) as talk:
        talk.chat_id = chat_id
        stats = dict(talk.say("And then?").stats)
        assert n_asked
        assert float(stats["n_restored"]) > float(stats["n_prompt"]) / 2


def test_a_chat_outgrows_its_context_again_and_again(tmp_path: Path, tiny_model: Path) -> None:
    places = set()
    with Talk(tmp_path, tiny_model) as talk:
        for number in range(16):
            answer = talk.say(f"{number}. {QUESTION}")
            assert dict(answer.stats)["reason"] == "length"
            places.add(talk.read()[0].context_from)
        assert len(talk.read()[1]) == 32  # nothing is gone
    assert 3 <= len(places) <= 5  # not at each turn


def test_an_answer_that_ran_full_goes_on(tmp_path: Path, tiny_model: Path) -> None:
    with Talk(tmp_path / "talk", tiny_model) as talk:
        for number in range(3):
            talk.say(f"{number}. {QUESTION}")
        cut = talk.say("Tell me more.", options=AnswerOptions(max_tokens=N_CTX))
        assert dict(cut.stats)["reason"] == FinishReason.CONTEXT_FULL
        assert talk.read()[0].context_from is None
        assert talk.chat_id is not None
        talk.conversations.chats.set_up(
            talk.chat_id, ChatSetup(SYSTEM, (*LEAVES_OUT.sampling, ("max_tokens", 40.0)))
        )
        talk.conversations.chats.continue_answer(talk.chat_id)
        longer = talk.answered()
        command = talk.asked[-1]
    assert longer.text.startswith(cut.text)
    assert len(longer.text) > len(cut.text)
    assert [message.role for message in command.messages] == [
        Role.SYSTEM, Role.USER, Role.ASSISTANT,
    ]  # fmt: skip
    assert longer.text == cut.text + said_alone(tmp_path / "alone", tiny_model, command)


def test_a_turn_longer_than_the_context_is_refused_and_the_chat_goes_on(
    tmp_path: Path, tiny_model: Path
) -> None:
    with Talk(tmp_path, tiny_model) as talk:
        talk.say("Hello.")
        refused = talk.say("x" * N_CTX)
        assert refused.status is MessageStatus.FAILED
        assert refused.problem is not None
        assert "do not fit by themselves" in refused.problem.text()
        assert talk.read()[0].context_from is None
        assert talk.chat_id is not None
        (_, _, long, _) = talk.read()[1]
        talk.conversations.chats.edit(talk.chat_id, long.id, "Shorter.")
        assert dict(talk.answered().stats)["reason"] in ("length", "context_full")


def test_the_same_chat_in_a_smaller_context_leaves_out_more(
    tmp_path: Path, tiny_model: Path
) -> None:
    with Talk(tmp_path, tiny_model) as talk:
        for number in range(3):
            talk.say(f"{number}. {QUESTION}")
        assert talk.read()[0].context_from is None
        chat_id = talk.chat_id
    with Talk(tmp_path, tiny_model, n_ctx=768) as talk:
        talk.chat_id = chat_id
        answer = talk.say("And then?")
        chat, path = talk.read()
        assert chat.context_from == path[-2].id or chat.context_from == path[-4].id
        assert dict(answer.stats)["reason"] == "length"


# -- summaries --


def test_a_summarised_chat_goes_on_with_its_summary_and_nothing_of_the_asking_is_stored(
    tmp_path: Path, tiny_model: Path
) -> None:
    with Talk(tmp_path / "talk", tiny_model) as talk:
        answer = talk.fill(SUMMARISES)
        summary, command = talk.asked[-2:]
        chat, path = talk.read()
        assert talk.harness.store.flush(60.0)
        talk.harness.post(ReportMemory())
        report = talk.harness.wait(MemoryReport)
        _summary, asked = talk.ended[-2]
    written = dict(chat.sampling)["summary"]
    assert isinstance(written, str)
    assert command.messages[0].text.startswith(SYSTEM.rstrip())
    assert command.messages[0].text.endswith(written)
    assert len(command.messages) < len(path)
    assert answer.text == said_alone(tmp_path / "alone", tiny_model, command)
    # What was asked for the summary begins as the chat did, and was not read again.
    assert summary.chat != ChatKey(str(chat.id))
    n_before = sum(len(message.text) for message in summary.messages[:-1])
    assert asked.stats.n_reused + asked.stats.n_restored >= n_before
    assert [one.chat for one in report.chats] == [ChatKey(str(chat.id))]


def test_a_stop_while_it_is_summarised_leaves_the_chat_as_it_was(
    tmp_path: Path, tiny_model: Path
) -> None:
    with Talk(tmp_path, tiny_model) as talk:
        for number in range(5):
            talk.say(f"{number}. {QUESTION}", SUMMARISES)
        assert talk.chat_id is not None
        talk.conversations.chats.send(talk.chat_id, QUESTION * 3)
        talk.settle()
        while not talk.asked[-1].chat.startswith("temporary-"):
            talk.hand_on()
        n_asked = len(talk.asked)
        talk.conversations.chats.stop(talk.chat_id)
        answer = talk.answered()
        assert (answer.text, answer.status) == ("", MessageStatus.STOPPED)
        assert talk.read()[0].context_from is None
        talk.conversations.chats.regenerate(talk.chat_id)  # and it is asked for once more
        while len(talk.asked) < n_asked + 2:
            talk.hand_on()
        assert talk.asked[-1].messages == talk.asked[n_asked - 1].messages


def test_a_summary_that_somebody_asked_for_is_written(tmp_path: Path, tiny_model: Path) -> None:
    with Talk(tmp_path, tiny_model) as talk:
        for number in range(3):
            talk.say(f"{number}. {QUESTION}", ChatSetup(SYSTEM))
        _chat, path = talk.read()
        assert talk.chat_id is not None
        talk.conversations.chats.read_from(talk.chat_id, path[4].id, summarise=True)
        ended = talk.until(lambda event: isinstance(event, SummaryEnded))
        assert ended.is_kept
        chat, _path = talk.read()
        assert chat.context_from == path[4].id
        talk.say("And then?")
        assert len(talk.asked[-1].messages) == 4


def test_a_temporary_chat_is_summarised_without_reading_it_again(
    tmp_path: Path, tiny_model: Path
) -> None:
    with Talk(tmp_path / "a", tiny_model) as talk:
        talk.conversations.chats.begin_temporary("Temporary", SUMMARISES)
        talk.chat_id = talk.until(lambda event: isinstance(event, TemporaryChatBegun)).chat.id
        n_asked = 0
        while len(talk.asked) == n_asked:  # one for each answer, and two more for a summary
            n_asked += 1
            answer = talk.say(f"{n_asked}. {QUESTION}")
        (_, before), _too_long, (summary, asked), (_, last) = talk.ended[-4:]
        n_before = before.stats.n_prompt
        assert summary is talk.asked[-2]
        assert asked.stats.n_reused >= n_before // 2
        assert answer.status is not MessageStatus.FAILED
        assert last.stats.n_prompt < n_before
