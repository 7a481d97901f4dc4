"""Models of servers in place of the engine: answers, stops, and servers that misbehave.

Longer than other files: each kind of misbehaviour has a test of its own.
"""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyringThere

from app.core.content.answer_parts import split_answer
from app.core.net.event_stream import LARGEST_EVENT
from app.core.protocol import (
    AnswerFinished,
    Call,
    CancelLoad,
    ChatKey,
    ChatRestored,
    ContextMeasured,
    Embed,
    FinishReason,
    Generate,
    InspectAnswer,
    InspectionEnded,
    LoadModel,
    MeasureContext,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
    Overflow,
    OverflowRule,
    PrefillProgress,
    PrefixSource,
    ProblemRaised,
    ReportMemory,
    RestoreChat,
    Stop,
    TextsEmbedded,
    TitleDropped,
    TitleWritten,
    TurnsLeftOut,
    UnloadModel,
    WriteTitle,
)
from app.core.remote import opener, remote_answer
from app.core.remote.errors import KeyNotKept
from tests.helpers.certificates import OwnCertificate
from tests.helpers.chat_server import (
    DONE,
    KEY,
    MODEL,
    Asked,
    ChatServer,
    Exchange,
    chunk,
    event,
    told,
)
from tests.helpers.engine_harness import Dialogue
from tests.helpers.remote_run import NAME, RemoteRun, server_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

    Behaviour = Callable[[Exchange], None]


@pytest.fixture(autouse=True)
def no_keyring() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyringThere())  # type: ignore[no-untyped-call]
    yield
    keyring.set_keyring(before)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have servers be given up that say nothing for a moment."""
    monkeypatch.setattr(opener, "_SILENCE_S", 0.5)


def question(text: str = "Why is the sea blue?") -> Dialogue:
    return Dialogue().system("Be brief.").user(text)


class LoadingServer(ChatServer):
    """Says that it loads its model, as Hearth or llama-server do, and has it at the third time."""

    def __init__(self, *, refuses: bool) -> None:
        super().__init__()
        self._refuses = refuses
        self.n_asked = 0

    def _handle(self, handler: BaseHTTPRequestHandler, body: Any) -> None:
        exchange = Exchange(handler, Asked(handler.path, {}, body), self._ending)
        is_loaded = self.n_asked > 2
        if handler.path == "/health" and self._refuses:
            exchange.fail(503, {"error": {"message": "Loading model", "code": 503}})
        elif handler.path == "/health":
            exchange.head(200, "application/json")
            exchange.send(json.dumps({"status": "loading model"}).encode())
        elif body is None and not is_loaded:
            self.n_asked += 1
            if self._refuses:
                exchange.fail(503, {"error": {"message": "Loading model", "code": 503}})
            else:
                exchange.head(200, "application/json")
                exchange.send(b'{"data": []}')
        else:
            super()._handle(handler, body)


class SlowServer(ChatServer):
    """Tells of its models when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()

    def _listed(self) -> bytes:
        self.go_on.wait(30)
        return super()._listed()


def failed(folder: Path, behaviour: Behaviour, **server: Any) -> tuple[str, AnswerFinished]:
    """Return what was said and how it ended, where that is a failure which is told."""
    with ChatServer(behaviour, **server) as there:
        run = RemoteRun(folder, server_at(there.address))
        with run:
            said, finished = run.loaded().answer(question())
    assert finished.problem is not None
    assert NAME in finished.problem.text() or "localhost" in finished.problem.text()
    assert not finished.problem.is_bug, finished.problem
    return said, finished


# -- what works --


def test_an_answer_comes_as_from_the_engine_with_the_counts_of_the_server(tmp_path: Path) -> None:
    pieces = [chunk("It "), chunk("is.", finish="stop"), chunk(usage=told(20, 3, 16)), DONE]
    with (
        ChatServer(lambda exchange: exchange.stream(pieces)) as server,
        RemoteRun(tmp_path, server_at(server.address)) as run,
    ):
        info = run.loaded().info
        assert info is not None
        assert (info.name, info.server, info.n_ctx) == (MODEL, NAME, 4096)
        said, finished = run.answer(question())
        assert run.link.loaded is not None
    assert said == "It is."
    assert finished.finish_reason is FinishReason.END
    stats = finished.stats
    assert (stats.n_prompt, stats.n_reused, stats.n_generated) == (20, 16, 3)
    assert stats.ttft_ms > 0
    (body,) = server.bodies
    assert [one["role"] for one in body["messages"]] == ["system", "user"]
    assert body["temperature"] == 0


def test_the_key_goes_to_this_server_and_is_in_no_event(tmp_path: Path) -> None:
    with (
        ChatServer(key=KEY) as server,
        RemoteRun(tmp_path, server_at(server.address), key="") as run,
    ):
        failure = run.wait(ModelLoadFailed)
        assert "key" in failure.problem.text()
        with pytest.raises(KeyNotKept):
            run.servers.keys.keep(server_at(server.address), KEY)
        run.post(LoadModel(run.path))
        run.loaded().answer(question())
    assert KEY not in repr(run.seen)
    assert server.asked[-1].headers["authorization"] == f"Bearer {KEY}"


def test_thinking_and_progress_are_told_as_the_engine_tells_them(tmp_path: Path) -> None:
    pieces = [
        b": reading 512 of 2000\n\n",
        chunk(reasoning_content="Hm"),
        chunk("So.", finish="stop"),
    ]
    with (
        ChatServer(lambda exchange: exchange.stream(pieces)) as server,
        RemoteRun(tmp_path, server_at(server.address)) as run,
    ):
        said, finished = run.loaded().answer(question())
    split = split_answer(said, finished.parts)
    assert (split.thinking, split.answer) == ("Hm", "So.")
    (progress,) = (one for one in run.seen if isinstance(one, PrefillProgress))
    assert (progress.n_done, progress.n_total) == (512, 2000)


def test_a_server_that_does_not_stream_is_understood(tmp_path: Path) -> None:
    def whole(exchange: Exchange) -> None:
        exchange.head(200, "application/json")
        exchange.send(b'{"choices": [{"message": {"content": "All."}, "finish_reason": "stop"}]}')

    with ChatServer(whole) as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        said, finished = run.loaded().answer(question())
    assert (said, finished.finish_reason) == ("All.", FinishReason.END)


def test_a_server_that_keeps_the_connection_behind_the_end_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_answer, "_FOR_THE_REST_S", 0.1)

    def forgets(exchange: Exchange) -> None:
        exchange.stream([chunk("All.", finish="stop")])
        assert exchange.until_left()

    with ChatServer(forgets) as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        said, finished = run.loaded().answer(question())
    assert (said, finished.finish_reason) == ("All.", FinishReason.END)


def test_several_chats_are_answered_at_once(tmp_path: Path) -> None:
    together = threading.Barrier(3, timeout=30)

    def meets(exchange: Exchange) -> None:
        exchange.head()
        together.wait()
        exchange.send(chunk(exchange.asked.body["messages"][-1]["content"], finish="stop"))

    with ChatServer(meets) as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        run.loaded()
        asked = {run.ask(question(str(n))): str(n) for n in range(3)}
        said = dict.fromkeys(asked, "")
        n_ended = 0
        while n_ended < 3:
            one = run.events.get(timeout=30)
            if one.request is not None:
                said[one.request] += getattr(one.what, "text", "")
            n_ended += isinstance(one.what, AnswerFinished)
    assert said == asked


def test_a_title_is_an_answer_of_few_words(tmp_path: Path) -> None:
    pieces = [chunk(reasoning_content="Hm"), chunk("The blue sea", finish="stop")]
    with (
        ChatServer(lambda exchange: exchange.stream(pieces)) as server,
        RemoteRun(tmp_path, server_at(server.address)) as run,
    ):
        run.loaded()
        messages = tuple(question("x" * 9000).messages)
        run.post(WriteTitle(ChatKey("1"), messages, "A title, please."))
        assert run.wait(TitleWritten).text == "The blue sea"
    body = server.bodies[-1]
    asked = body["messages"][-1]  # one message of the user, with what goes before it
    assert asked["role"] == "user"
    assert asked["content"].endswith("x\n\nA title, please.")
    assert [one["role"] for one in body["messages"]].count("user") == 1
    assert max(len(one["content"]) for one in body["messages"]) < 2000
    assert body["max_tokens"] <= 64


# -- what only the engine can --


def test_what_no_server_can_is_said_and_what_the_engine_keeps_goes_to_it(tmp_path: Path) -> None:
    with ChatServer() as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        run.loaded()
        chat, messages = ChatKey("1"), tuple(question().messages)
        run.post(RestoreChat(chat, messages))
        restored = run.wait(ChatRestored)
        assert (restored.n_cached, restored.source) == (0, PrefixSource.NOT_STORED)
        run.answer(question())
        run.post(MeasureContext(chat, messages, ("x" * 40,)))
        measured = run.wait(ContextMeasured)
        assert (measured.n_ctx, measured.counts) == (4096, (10,))
        assert measured.n_total > 0
        run.post(InspectAnswer(chat, messages))
        ended = run.wait(InspectionEnded)
        assert ended.problem is not None
        run.post(Embed(("x",)))
        assert run.wait(TextsEmbedded).problem is not None
        run.post(ReportMemory())
    asked = [one.request for one in run.here.posted if isinstance(one, Call)]
    assert asked == [ReportMemory()]


def test_the_model_here_makes_room_and_takes_its_place_again(tmp_path: Path) -> None:
    with ChatServer() as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        run.loaded()
        assert run.here.posted[:2] == [CancelLoad(), UnloadModel()]
        assert not any(isinstance(one, ModelUnloaded) for one in run.seen)
        run.post(LoadModel("/a/file.gguf"))
        request = run.ask(question())
        assert run.here.posted[-2] == LoadModel("/a/file.gguf")
        called = run.here.posted[-1]
        assert isinstance(called, Call)
        assert isinstance(called.request, Generate)
        run.post(Stop(request))
        run.post(LoadModel(run.path))
        run.loaded()
        run.post(UnloadModel())
        run.wait(ModelUnloaded)


def test_what_is_asked_while_the_server_is_opened_is_answered_then(tmp_path: Path) -> None:
    server = SlowServer()
    with server, RemoteRun(tmp_path, server_at(server.address)) as run:
        run.wait(ModelLoading)
        request = run.ask(question())
        server.go_on.set()
        said, finished = run.collect(request)
    assert (said, finished.finish_reason) == ("Hello there.", FinishReason.END)


def test_an_answer_that_waits_for_its_server_can_be_stopped(tmp_path: Path) -> None:
    server = SlowServer()
    with server, RemoteRun(tmp_path, server_at(server.address)) as run:
        run.wait(ModelLoading)
        request = run.ask(question())
        run.post(Stop(request))
        _said, finished = run.collect(request)
        assert finished.finish_reason is FinishReason.STOPPED
        server.go_on.set()
        run.loaded()
        assert server.bodies == []


def test_an_opening_can_be_given_up_and_what_waited_for_it_ends(tmp_path: Path) -> None:
    server = SlowServer()
    with server, RemoteRun(tmp_path, server_at(server.address)) as run:
        run.wait(ModelLoading)
        request = run.ask(question())
        run.post(CancelLoad())
        failure = run.wait(ModelLoadFailed)
        assert failure.cancelled
        _said, finished = run.collect(request)
        assert finished.finish_reason in (FinishReason.FAILED, FinishReason.MODEL_CHANGED)
        server.go_on.set()


def test_a_model_that_is_not_there_any_more_is_named(tmp_path: Path) -> None:
    with ChatServer() as server:
        with RemoteRun(tmp_path / "a", server_at(server.address), model="gone") as run:
            assert "gone" in run.wait(ModelLoadFailed).problem.text()
        with RemoteRun(tmp_path / "b", server_at(server.address)) as run:
            run.loaded()
            run.servers.remove(NAME)
            run.post(LoadModel(run.path))
            assert f"“{NAME}”" in run.wait(ModelLoadFailed).problem.text()
            assert run.link.loaded is None


# -- stops --


@pytest.mark.parametrize("refuses", [False, True], ids=["an empty list", "503"])
def test_a_server_that_loads_its_model_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refuses: bool
) -> None:
    monkeypatch.setattr(opener, "_LOADING_PAUSE_S", 0.01)
    with (
        LoadingServer(refuses=refuses) as there,
        RemoteRun(tmp_path, server_at(there.address)) as run,
    ):
        said, _finished = run.loaded().answer(question())
    assert said == "Hello there."
    assert there.n_asked == 3


def test_a_server_that_says_nothing_is_not_asked_for_its_health(
    tmp_path: Path, impatient: None
) -> None:
    with SlowServer() as there, RemoteRun(tmp_path, server_at(there.address)) as run:
        assert "in time" in run.wait(ModelLoadFailed).problem.text()
        there.go_on.set()
    assert [one.path for one in there.asked] == ["/v1/models"]


def test_a_server_without_models_is_not_waited_for(tmp_path: Path) -> None:
    with (
        ChatServer(models=[]) as there,
        RemoteRun(tmp_path, server_at(there.address)) as run,
    ):
        failure = run.wait(ModelLoadFailed)
    assert "has no model" in failure.problem.text()
    assert there.asked[-1].path == "/health"


def test_a_stop_ends_the_request_at_the_server(tmp_path: Path) -> None:
    def endless(exchange: Exchange) -> None:
        exchange.stream([chunk("One")])
        if exchange.until_left():
            raise ConnectionResetError

    with ChatServer(endless) as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        run.loaded()
        request = run.ask(question())
        while not run.seen or getattr(run.seen[-1], "text", "") != "One":
            run.next()
        began = time.monotonic()
        run.post(Stop(request))
        _said, finished = run.collect(request)
        assert finished.finish_reason is FinishReason.STOPPED
        assert server.left.wait(30)
        assert time.monotonic() - began < 20


def test_a_stop_ends_a_request_that_has_no_answer_yet(tmp_path: Path) -> None:
    def silent(exchange: Exchange) -> None:
        if exchange.until_left():
            raise ConnectionResetError

    with ChatServer(silent) as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        run.loaded()
        request = run.ask(question())
        while not server.bodies:
            time.sleep(0.01)
        run.post(Stop(request))
        _said, finished = run.collect(request)
        assert (finished.finish_reason, finished.problem) == (FinishReason.STOPPED, None)


def test_another_model_ends_the_answers_of_this_one(tmp_path: Path) -> None:
    def endless(exchange: Exchange) -> None:
        exchange.stream([chunk("One")])
        exchange.until_left()

    with ChatServer(endless) as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        run.loaded()
        request = run.ask(question())
        run.post(LoadModel("/a/file.gguf"))
        _said, finished = run.collect(request)
        assert finished.finish_reason is FinishReason.MODEL_CHANGED


# -- servers that misbehave --


@pytest.mark.parametrize(
    "pieces",
    [
        [chunk("Half")],
        [chunk("Half"), b'data: {"choices": [{"delta": {"conte'],
        [chunk("Half"), event("{no json")],
        [chunk("Half"), event("<html>")],
        [chunk("Half"), event('{"error": {"message": "out of memory", "code": 500}}')],
        [chunk("Half"), event('{"error": "gone"}')],
        [chunk("Half"), event('"text"')],
        [chunk("Half", finish="content_filter"), DONE],
    ],
    ids=str,
)
def test_an_answer_that_breaks_off_keeps_what_was_said(tmp_path: Path, pieces: list[bytes]) -> None:
    said, finished = failed(tmp_path, lambda exchange: exchange.stream(pieces))
    assert said == "Half"
    assert finished.finish_reason is FinishReason.FAILED


@pytest.mark.parametrize(
    ("status", "said", "words"),
    [
        (400, {"error": {"message": "temperature is too high"}}, "temperature is too high"),
        (400, {"detail": "wrong field"}, "wrong field"),
        (400, b"<html>no</html>", "without giving a reason"),
        (401, {"error": {"message": "no"}}, "key"),
        (403, None, "key"),
        (404, {"error": {"message": "no model x"}}, "did not find this address or model"),
        (405, None, "did not find this address or model"),
        (422, {"message": "unknown field"}, "unknown field"),
        (429, {"error": {"message": "pay", "code": "insufficient_quota"}}, "pay"),
        (500, {"error": "boom"}, "boom"),
        (502, b"", "without giving a reason"),
        (418, {"error": {"message": "x" * 5000}}, "xxx"),
    ],
)
def test_a_refusal_is_told_in_the_words_that_help(
    tmp_path: Path, status: int, said: Any, words: str
) -> None:
    _said, finished = failed(tmp_path, lambda exchange: exchange.fail(status, said))
    assert finished.problem is not None
    assert words in finished.problem.text()
    assert len(finished.problem.text()) < 800
    assert finished.finish_reason is FinishReason.FAILED


def long_chat(rule: OverflowRule, n_turns: int = 6) -> Generate:
    """Six turns of some 1,000 tokens, for a model that holds 4,096."""
    talk = Dialogue().system("Be brief. They counted.")
    for number in range(n_turns):
        talk.user(f"{number} " + "word " * 800)
    overflow = Overflow(rule, "Be brief.")
    return Generate(ChatKey("7"), tuple(talk.messages), max_tokens=100, overflow=overflow)


def test_a_server_gets_what_the_rule_of_a_chat_leaves_of_it(tmp_path: Path) -> None:
    with ChatServer() as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        run.loaded().post(long_chat(OverflowRule.LEAVE_OUT))
        assert run.wait(TurnsLeftOut).n_messages == 4
        assert run.wait(AnswerFinished).finish_reason is FinishReason.END
        (asked,) = server.bodies
        said = [message["content"] for message in asked["messages"]]
        assert said[0] == "Be brief."
        assert [number for number in "012345" if f"{number} word" in said[1]] == ["4", "5"]


def test_a_summary_comes_before_the_answer_of_a_server_too(tmp_path: Path) -> None:
    with ChatServer() as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        run.loaded().post(long_chat(OverflowRule.SUMMARISE))
        ended = run.wait(AnswerFinished)
        assert ended.leaving_out is not None
        assert (ended.finish_reason, ended.leaving_out.n_messages) == (FinishReason.TOO_LONG, 4)
        assert server.bodies == []


def test_what_leaving_out_does_not_help_is_not_sent_to_a_server(tmp_path: Path) -> None:
    with ChatServer() as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        chat = Dialogue().user("word " * 8000)
        overflow = Overflow(OverflowRule.LEAVE_OUT)
        run.loaded().post(Generate(ChatKey("7"), tuple(chat.messages), overflow=overflow))
        ended = run.wait(AnswerFinished)
        assert ended.finish_reason is FinishReason.TOO_LONG
        assert ended.problem is not None
        assert "do not fit by themselves" in ended.problem.text()
        assert server.bodies == []


@pytest.mark.parametrize(
    "error",
    [
        {"message": "too long", "code": "context_length_exceeded"},
        {"message": "This model's maximum context length is 4096 tokens."},
        {
            "message": "the request exceeds the available context size",
            "type": "exceed_context_size_error",
        },
    ],
)
def test_a_chat_that_is_too_long_there_is_told_as_one_that_is_too_long_here(
    tmp_path: Path, error: dict[str, str]
) -> None:
    _said, finished = failed(tmp_path, lambda exchange: exchange.fail(400, {"error": error}))
    assert finished.finish_reason is FinishReason.TOO_LONG


@pytest.mark.parametrize("status", [429, 503])
def test_a_server_that_is_busy_is_asked_again_when_it_says(tmp_path: Path, status: int) -> None:
    n_asked = iter(range(100))

    def busy_first(exchange: Exchange) -> None:
        if next(n_asked) < 2:
            exchange.fail(status, {"error": {"message": "later"}}, Retry_After="0")
        else:
            exchange.stream([chunk("Now.", finish="stop"), DONE])

    with ChatServer(busy_first) as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        said, _finished = run.loaded().answer(question())
    assert (said, len(server.bodies)) == ("Now.", 3)


def test_a_server_that_stays_busy_is_given_up_and_one_that_wants_long_at_once(
    tmp_path: Path,
) -> None:
    _said, finished = failed(
        tmp_path / "a", lambda exchange: exchange.fail(429, None, Retry_After="0")
    )
    assert finished.problem is not None
    assert "is busy" in finished.problem.text()
    began = time.monotonic()
    failed(tmp_path / "b", lambda exchange: exchange.fail(503, None, Retry_After="3000"))
    assert time.monotonic() - began < 25


def test_nothing_that_was_begun_is_asked_for_again(tmp_path: Path) -> None:
    def cut(exchange: Exchange) -> None:
        exchange.asked.headers["x"] = "begun"
        raise ConnectionResetError

    with ChatServer(cut) as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        _said, finished = run.loaded().answer(question())
    assert len(server.bodies) == 1
    assert finished.problem is not None


@pytest.mark.usefixtures("impatient")
def test_silence_ends_at_some_time(tmp_path: Path) -> None:
    def silent(exchange: Exchange) -> None:
        exchange.until_left()

    _said, finished = failed(tmp_path, silent)
    assert finished.problem is not None
    assert "in time" in finished.problem.text()


@pytest.mark.usefixtures("impatient")
def test_a_slow_drip_is_waited_for(tmp_path: Path) -> None:
    def drip(exchange: Exchange) -> None:
        exchange.head()
        for byte in chunk("Drop.", finish="stop"):
            exchange.send(bytes([byte]))
            time.sleep(0.01)

    with ChatServer(drip) as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        said, _finished = run.loaded().answer(question())
    assert said == "Drop."


def test_an_endless_answer_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_answer, "LONGEST_ANSWER", 100_000)

    def endless(exchange: Exchange) -> None:
        exchange.head()
        while True:
            exchange.send(chunk("word " * 100))

    with ChatServer(endless) as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        said, finished = run.loaded().answer(question())
        assert server.left.wait(30)
    assert finished.finish_reason is FinishReason.LENGTH
    assert 100_000 < len(said) < 101_000


def test_a_huge_event_is_given_up(tmp_path: Path) -> None:
    def huge(exchange: Exchange) -> None:
        exchange.stream([b"data: "])
        for _ in range(2 * LARGEST_EVENT // 65536):
            exchange.send(b"x" * 65536)

    _said, finished = failed(tmp_path, huge)
    assert finished.problem is not None
    assert "does not understand" in finished.problem.text()


def test_a_redirect_is_not_followed_and_nothing_is_sent_elsewhere(tmp_path: Path) -> None:
    with ChatServer() as elsewhere:
        to = f"{elsewhere.address}/chat/completions"
        failed(tmp_path, lambda exchange: exchange.fail(307, None, Location=to))
        assert elsewhere.asked == []


def test_a_server_that_is_not_there_is_told(tmp_path: Path) -> None:
    with ChatServer() as server:
        pass
    with RemoteRun(tmp_path, server_at(server.address)) as run:
        assert "localhost refused" in run.wait(ModelLoadFailed).problem.text()


def test_a_server_that_goes_away_between_two_answers_costs_one_answer(tmp_path: Path) -> None:
    with ChatServer() as server:
        run = RemoteRun(tmp_path, server_at(server.address))
        run.__enter__()
        run.loaded().answer(question())
    try:
        _said, finished = run.answer(question())
        assert finished.problem is not None
        assert finished.problem.may_pass
    finally:
        run.__exit__()


def test_a_title_that_fails_is_dropped(tmp_path: Path) -> None:
    with (
        ChatServer(lambda exchange: exchange.fail(500, None)) as server,
        RemoteRun(tmp_path, server_at(server.address)) as run,
    ):
        run.loaded()
        run.post(WriteTitle(ChatKey("1"), (), "A title."))
        assert run.wait(TitleDropped).is_lost


# -- certificates --


@pytest.mark.not_under_wine("certificates that are given by hand are not trusted there")
def test_a_server_of_one_s_own_authority_is_trusted_where_that_is_given(tmp_path: Path) -> None:
    own = OwnCertificate.made(tmp_path)
    with ChatServer(context=own.context) as server:
        with RemoteRun(tmp_path / "a", server_at(server.address)) as run:
            assert "certificate" in run.wait(ModelLoadFailed).problem.text()
        with RemoteRun(tmp_path / "b", server_at(server.address, ca_file=str(own.file))) as run:
            assert run.loaded().answer(question())[0] == "Hello there."


@pytest.mark.parametrize("fault", [{"days_left": -1}, {"host": "other.example"}])
def test_a_certificate_that_is_expired_or_another_s_is_refused(
    tmp_path: Path, fault: dict[str, Any]
) -> None:
    own = OwnCertificate.made(tmp_path, **fault)
    server = ChatServer(context=own.context)
    with server, RemoteRun(tmp_path, server_at(server.address, ca_file=str(own.file))) as run:
        assert "certificate" in run.wait(ModelLoadFailed).problem.text()
    assert server.asked == []


def test_no_problem_is_raised_for_nobody(tmp_path: Path) -> None:
    with ChatServer() as server, RemoteRun(tmp_path, server_at(server.address)) as run:
        run.loaded().answer(question())
        run.post(LoadModel(run.path))
        run.wait(ModelLoaded)
    assert not any(isinstance(one, ProblemRaised) for one in run.seen)
