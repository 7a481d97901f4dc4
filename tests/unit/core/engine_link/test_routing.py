"""Requests of several clients over one engine."""

from __future__ import annotations

import pytest

from app.core.engine_link.routing import ClientId, Routes
from app.core.protocol import (
    AnswerFinished,
    AnswerStats,
    AnswerWaiting,
    ChatKey,
    CompareContinuations,
    ContextMeasured,
    ContinuationWritten,
    Event,
    ExportMemory,
    FinishReason,
    Generate,
    ImportMemory,
    InspectAnswer,
    InspectionEnded,
    MeasureContext,
    MemoryMoved,
    MemoryMoving,
    ModelUnloaded,
    PrefillProgress,
    RequestId,
    Stop,
    TextDelta,
    TitleDropped,
    TitleWritten,
    TokensInspected,
    WaitEnded,
    WaitReason,
    WriteTitle,
)

WINDOW, SERVER = ClientId(1), ClientId(2)
CHAT = ChatKey("1")


def asked(routes: Routes, client: ClientId, number: int) -> RequestId:
    """Send a request of a client and return what the engine knows it by."""
    sent = routes.outgoing(client, Generate(RequestId(number), CHAT, ()))
    assert isinstance(sent, Generate)
    return sent.request


def finished(request: RequestId) -> Event:
    return AnswerFinished(request, CHAT, FinishReason.END, AnswerStats(), None)


def test_the_same_number_of_two_clients_is_two_requests() -> None:
    routes = Routes()
    ours, theirs = asked(routes, WINDOW, 7), asked(routes, SERVER, 7)
    assert ours != theirs
    for request, client in ((ours, WINDOW), (theirs, SERVER)):
        told = routes.incoming(TextDelta(request, CHAT, "x"))
        assert told == (client, TextDelta(RequestId(7), CHAT, "x"))


def test_who_asked_hears_that_an_answer_waits_and_nobody_else() -> None:
    routes = Routes()
    asked(routes, WINDOW, 7)
    theirs = asked(routes, SERVER, 9)
    for kind in (
        lambda request: AnswerWaiting(request, CHAT, WaitReason.PARKED),
        lambda request: WaitEnded(request, CHAT),
    ):
        assert routes.incoming(kind(theirs)) == (SERVER, kind(RequestId(9)))
    routes.incoming(finished(theirs))
    assert routes.incoming(WaitEnded(theirs, CHAT)) == (None, None)


def test_an_answer_is_nobodys_after_its_end() -> None:
    routes = Routes()
    request = asked(routes, WINDOW, 7)
    client, event = routes.incoming(finished(request))
    assert client == WINDOW
    assert isinstance(event, AnswerFinished)
    assert event.request == 7
    assert routes.incoming(TextDelta(request, CHAT, "late")) == (None, None)
    assert routes.outgoing(WINDOW, Stop(RequestId(7))) is None


@pytest.mark.parametrize("kind", [TitleWritten, TitleDropped])
def test_a_title_comes_to_who_asked_for_it_and_once(
    kind: type[TitleWritten | TitleDropped],
) -> None:
    routes = Routes()
    sent = routes.outgoing(SERVER, WriteTitle(RequestId(7), CHAT, (), ""))
    assert isinstance(sent, WriteTitle)
    assert sent.request != 7
    ended = (
        TitleWritten(sent.request, CHAT, "A title")
        if kind is TitleWritten
        else TitleDropped(sent.request, CHAT)
    )
    client, event = routes.incoming(ended)
    assert client == SERVER
    assert isinstance(event, kind)
    assert event.request == 7
    assert routes.incoming(ended) == (None, None)
    assert routes.forget(SERVER) == ()


@pytest.mark.parametrize("number", [7, 8])
def test_what_is_told_of_an_answer_comes_to_who_looks_into_it(number: int) -> None:
    routes, theirs = Routes(), RequestId(number)
    command = (
        InspectAnswer(theirs, CHAT, ())
        if number == 7
        else CompareContinuations(theirs, CHAT, (), (), (1,), 8)
    )
    sent = routes.outgoing(SERVER, command)
    assert isinstance(sent, InspectAnswer | CompareContinuations)
    ours = sent.request
    assert ours != theirs
    assert routes.outgoing(SERVER, Stop(theirs)) == Stop(ours)
    for kind in (
        lambda request: TokensInspected(request, CHAT, (), 5),
        lambda request: ContinuationWritten(request, CHAT, (1,), "x", is_end=True),
        lambda request: InspectionEnded(request, CHAT),
    ):
        assert routes.incoming(kind(ours)) == (SERVER, kind(theirs))
    assert routes.incoming(InspectionEnded(ours, CHAT)) == (None, None)
    assert routes.forget(SERVER) == ()


@pytest.mark.parametrize("number", [7, 8])
def test_moved_memory_is_told_to_who_asked_for_it_and_the_end_once(number: int) -> None:
    routes = Routes()
    command = (
        ExportMemory(RequestId(number), "/folder")
        if number == 7
        else ImportMemory(RequestId(number), "/folder", ((0, CHAT),))
    )
    sent = routes.outgoing(SERVER, command)
    assert isinstance(sent, ExportMemory | ImportMemory)
    assert sent.request != number
    assert routes.outgoing(SERVER, Stop(RequestId(number))) == Stop(sent.request)
    assert routes.incoming(MemoryMoving(sent.request, 1, 2)) == (
        SERVER,
        MemoryMoving(RequestId(number), 1, 2),
    )
    ended = MemoryMoved(sent.request)
    assert routes.incoming(ended) == (SERVER, MemoryMoved(RequestId(number)))
    assert routes.incoming(ended) == (None, None)


def test_a_stop_reaches_the_clients_own_answer_only() -> None:
    routes = Routes()
    ours, theirs = asked(routes, WINDOW, 7), asked(routes, SERVER, 7)
    assert routes.outgoing(WINDOW, Stop(RequestId(7))) == Stop(ours)
    assert routes.outgoing(SERVER, Stop(RequestId(7))) == Stop(theirs)
    assert routes.outgoing(SERVER, Stop(RequestId(8))) is None


def test_what_is_about_no_request_is_for_all() -> None:
    routes = Routes()
    progress = PrefillProgress(RequestId(0), CHAT, 1, 2)
    for event in (ModelUnloaded(), progress):
        assert routes.incoming(event) == (None, event)


def test_a_measurement_that_replaces_another_has_its_number() -> None:
    routes = Routes()
    sent = [routes.outgoing(WINDOW, MeasureContext(CHAT, (), request=RequestId(3))) for _ in "ab"]
    assert sent[0] == sent[1]
    assert isinstance(sent[0], MeasureContext)
    for _ in sent:  # the second may be counted although the first was just told
        told = routes.incoming(ContextMeasured(CHAT, request=sent[0].request))
        assert told == (WINDOW, ContextMeasured(CHAT, request=RequestId(3)))


def test_a_client_that_is_gone_hears_nothing() -> None:
    routes = Routes()
    request = asked(routes, WINDOW, 7)
    other = asked(routes, SERVER, 7)
    assert routes.forget(WINDOW) == (request,)
    assert routes.incoming(TextDelta(request, CHAT, "x")) == (None, None)
    assert routes.incoming(TextDelta(other, CHAT, "x"))[0] == SERVER
    assert routes.forget(WINDOW) == ()


def test_a_measurement_is_nobodys_once_no_newer_one_is_under_way() -> None:
    routes = Routes()
    sent = [routes.outgoing(WINDOW, MeasureContext(CHAT, (), request=RequestId(3))) for _ in "ab"]
    assert isinstance(sent[0], MeasureContext)
    assert sent[0] == sent[1]
    measured = ContextMeasured(CHAT, request=sent[0].request)
    told = [routes.incoming(measured)[0] for _ in range(3)]
    assert told == [WINDOW, WINDOW, None]
    assert routes.forget(WINDOW) == ()
