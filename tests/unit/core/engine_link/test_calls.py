"""Any request, any order of clients, any end: exactly one answer, to whom asked alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule

from app.core.engine_link import EngineLink
from app.core.errors import Problem, problem_of
from app.core.messages import Role
from app.core.phrases import NO_WORDS, phrase
from app.core.protocol import (
    Call,
    ChatKey,
    EngineStopped,
    ForgetChat,
    Generate,
    MemoryTrimmed,
    News,
    PromptMessage,
    Reply,
    RequestId,
    Stop,
    StopThinking,
    TextDelta,
    TrimMemory,
)
from tests.helpers.protocol_values import REQUESTS, values_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.engine_link import LinkClient
    from app.core.protocol import FromEngine, Request, ToEngine
    from tests.conftest import ExpectLog

WORSE = Problem(phrase("It crashed."), phrase("All is well."), NO_WORDS)


class Host:
    """Runs no engine; what it tells is the test's."""

    def __init__(self) -> None:
        self.posted: list[ToEngine] = []
        self.emit: Callable[[FromEngine], None] = lambda _message: None

    def post(self, message: ToEngine) -> None:
        self.posted.append(message)

    def run(self, emit: Callable[[FromEngine], None]) -> None:
        self.emit = emit

    @property
    def calls(self) -> dict[RequestId, Request[Any, Any]]:
        return {one.id: one.request for one in self.posted if isinstance(one, Call)}


def linked() -> tuple[Host, EngineLink]:
    host = Host()
    link = EngineLink(host)
    link.run()
    return host, link


@pytest.mark.parametrize("kind", REQUESTS, ids=lambda kind: kind.__name__)
@given(data=st.data(), problem=st.sampled_from([None, WORSE]))
def test_a_request_says_itself_what_it_gets_when_there_is_no_answer(
    kind: Any, data: st.DataObject, problem: Problem | None
) -> None:
    host, link = linked()
    answers: list[Any] = []
    request = data.draw(values_of(kind))
    link.connect().ask(request, answers.append)
    host.emit(EngineStopped(problem))
    (answer,) = answers
    if problem is not None:
        assert answer == request.failed(problem)
    told = getattr(answer, "problem", None)
    assert told is None or isinstance(told, Problem)


class Clients(RuleBasedStateMachine):
    """Clients ask, stop and leave; the engine answers, tells, loses things, and ends."""

    clients: Bundle[int] = Bundle("clients")
    asked: Bundle[int] = Bundle("asked")

    @initialize()
    def begin(self) -> None:
        self.host, self.link = linked()
        self.of_clients: list[LinkClient] = []
        self.gone: set[int] = set()
        self.whose: list[int] = []
        self.ids: list[RequestId] = []
        self.answers: list[list[Any]] = []
        self.news: list[list[Any]] = []
        self.has_ended = False

    @rule(target=clients)
    def connect(self) -> int:
        return self._connected()

    def _connected(self) -> int:
        self.of_clients.append(self.link.connect())
        return len(self.of_clients) - 1

    @rule(target=asked, client=clients, request=st.sampled_from(REQUESTS).flatmap(values_of))
    def ask(self, client: int, request: Any) -> int:
        if client in self.gone:
            client = self._connected()
        answers: list[Any] = []
        news: list[Any] = []
        self.whose.append(client)
        self.answers.append(answers)
        self.news.append(news)
        self.ids.append(self.of_clients[client].ask(request, answers.append, news.append))
        return len(self.ids) - 1

    @rule(number=asked)
    def tell(self, number: int) -> None:
        """News comes to who asked, unless it is answered or they left."""
        before = len(self.news[number])
        may_come = not self.answers[number] and self.whose[number] not in self.gone
        self.host.emit(News(self.ids[number], "news"))
        assert len(self.news[number]) - before == may_come

    @rule(number=asked)
    def answer(self, number: int) -> None:
        self.host.emit(Reply(self.ids[number], "answer"))
        assert bool(self.answers[number]) or self.whose[number] in self.gone

    @rule(number=asked)
    def stop(self, number: int) -> None:
        n_posted, is_open = len(self.host.posted), not self.answers[number]
        self.of_clients[self.whose[number]].post(Stop(self.ids[number]))
        may_stop = is_open and self.whose[number] not in self.gone
        assert len(self.host.posted) - n_posted == may_stop

    @rule(client=clients)
    def leave(self, client: int) -> None:
        mine = [n for n, whose in enumerate(self.whose) if whose == client and not self.answers[n]]
        n_posted = len(self.host.posted)
        self.of_clients[client].close()
        stopped = [] if client in self.gone else [Stop(self.ids[number]) for number in mine]
        assert self.host.posted[n_posted:] == stopped
        self.gone.add(client)

    @rule(problem=st.sampled_from([None, WORSE]))
    def end(self, problem: Problem | None) -> None:
        self.host.emit(EngineStopped(problem))
        self.has_ended = True
        for number, whose in enumerate(self.whose):
            assert len(self.answers[number]) == (
                whose not in self.gone or bool(self.answers[number])
            )

    def teardown(self) -> None:
        for number, answers in enumerate(getattr(self, "answers", [])):
            assert len(answers) <= 1
            if self.has_ended and self.whose[number] not in self.gone:
                assert len(answers) == 1


TestClients = Clients.TestCase


def test_after_the_end_nothing_reaches_the_engine_and_the_answer_comes_at_once() -> None:
    host, link = linked()
    client = link.connect()
    host.emit(EngineStopped(WORSE))
    answers: list[Any] = []
    client.ask(TrimMemory(ChatKey("1"), ()), answers.append)
    assert answers == [MemoryTrimmed(is_done=False, problem=WORSE)]
    assert host.posted == []


def test_a_client_that_fails_at_its_answer_silences_nobody(expect_log: ExpectLog) -> None:
    expect_log("a client failed at an answer")
    host, link = linked()
    answers: list[Any] = []

    def fail(_answer: object) -> None:
        raise RuntimeError

    client = link.connect()
    first = client.ask(TrimMemory(ChatKey("1"), ()), fail)
    second = client.ask(TrimMemory(ChatKey("1"), ()), answers.append)
    for request in (first, second):
        host.emit(Reply(request, MemoryTrimmed()))
    assert answers == [MemoryTrimmed()]


def test_thinking_is_stopped_only_of_an_answer_under_way() -> None:
    host, link = linked()
    client = link.connect()
    asked = client.ask(
        Generate(ChatKey("1"), (PromptMessage(Role.USER, "Hello"),)), lambda _answer: None
    )
    client.post(StopThinking(asked))
    host.emit(News(asked, TextDelta("x")))
    host.emit(Reply(asked, problem_of(RuntimeError())))
    client.post(StopThinking(asked))
    client.post(ForgetChat(ChatKey("1")))
    assert host.posted[1:] == [StopThinking(asked), ForgetChat(ChatKey("1"))]
