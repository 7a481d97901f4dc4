"""The hub's door for a window: nothing waits, every question gets its answer as an event."""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING

import pytest

from app.core.models.hub.api import HubApi
from app.core.models.hub.model_hub import (
    HubAskFailed,
    HubEvent,
    ListingReady,
    ModelHub,
    SearchFinished,
)
from app.core.net.client import HttpClient
from tests.helpers.hub_server import HubRepository, LoopbackHub, Stall

if TYPE_CHECKING:
    from collections.abc import Iterator

REPO = "maker/Model-GGUF"


@pytest.fixture
def server() -> Iterator[LoopbackHub]:
    with LoopbackHub({REPO: HubRepository({"Model-Q4_K_M.gguf": b"four"})}) as server:
        yield server


@pytest.fixture
def events() -> queue.SimpleQueue[HubEvent]:
    return queue.SimpleQueue()


@pytest.fixture
def client() -> HttpClient:
    return HttpClient()


@pytest.fixture
def hub(
    server: LoopbackHub, events: queue.SimpleQueue[HubEvent], client: HttpClient
) -> Iterator[ModelHub]:
    hub = ModelHub(HubApi(client, server.address), events.put)
    yield hub
    hub.close()
    client.close()


def test_answers_bear_the_numbers_of_their_questions(
    hub: ModelHub, events: queue.SimpleQueue[HubEvent]
) -> None:
    numbers = [hub.search("model"), hub.describe(REPO), hub.describe("maker/Nothing")]
    answers = {event.request: event for event in (events.get(timeout=30) for _ in range(3))}
    found, listed, failed = (answers[number] for number in numbers)

    assert isinstance(found, SearchFinished)
    assert isinstance(listed, ListingReady)
    assert isinstance(failed, HubAskFailed)
    assert listed.listing.choices[0].quantisation == "Q4_K_M"
    assert not failed.problem.is_bug


def test_while_somebody_types_only_the_newest_search_is_answered(
    hub: ModelHub, events: queue.SimpleQueue[HubEvent], server: LoopbackHub
) -> None:
    newest = [hub.search("model"[:n]) for n in range(1, 6)][-1]

    seen = [events.get(timeout=30)]
    while seen[-1].request != newest:
        seen.append(events.get(timeout=30))
    assert len(seen) <= 2  # the first may have begun


def test_closing_does_not_wait_for_a_hub_that_says_nothing(
    hub: ModelHub,
    events: queue.SimpleQueue[HubEvent],
    server: LoopbackHub,
    client: HttpClient,
) -> None:
    server.api_faults = [Stall(0)]
    hub.search("model")

    hub.close()
    server.closing.set()

    assert events.empty()
    hub.search("more")  # nothing happens any more


def test_a_search_does_not_wait_for_the_one_before(
    hub: ModelHub, events: queue.SimpleQueue[HubEvent], server: LoopbackHub
) -> None:
    server.api_faults = [Stall(0)]
    hub.search("silent")
    while not server.seen:
        pass
    number = hub.search("model")

    answer = events.get(timeout=30)
    assert isinstance(answer, SearchFinished)
    assert answer.request == number
    assert answer.models


def test_what_is_not_wanted_any_more_is_not_answered(
    hub: ModelHub, events: queue.SimpleQueue[HubEvent], server: LoopbackHub
) -> None:
    server.api_faults = [Stall(0)]
    unwanted = hub.describe(REPO)
    while not server.seen:
        pass
    hub.forget(unwanted)
    hub.forget(unwanted)

    number = hub.describe(REPO)
    assert events.get(timeout=30).request == number
    assert events.empty()
