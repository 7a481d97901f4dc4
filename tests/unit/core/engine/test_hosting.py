"""An engine that is built from plain values, which may have come from another process."""

from __future__ import annotations

import os
import queue
import threading
from typing import TYPE_CHECKING, TypeVar

import pytest

from app.core.engine.hosting import build_engine
from app.core.plain_value import replace
from app.core.protocol import (
    Call,
    EngineConfig,
    EngineStopped,
    Limits,
    MemoryReport,
    ProblemRaised,
    ReportMemory,
    RequestId,
    Shutdown,
)
from app.core.protocol.codec import decode, encode
from tests.helpers.engine_harness import heard

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import ExpectLog
    from tests.helpers.engine_harness import Heard

E = TypeVar("E")
WAIT_S = 20.0


class Host:
    """Runs an engine on a thread of its own and closes its store at the end."""

    def __init__(self, config: EngineConfig) -> None:
        self.events: queue.Queue[Heard] = queue.Queue()
        sent = decode(encode(config))
        assert isinstance(sent, EngineConfig)
        self.hosted = build_engine(sent, lambda message: self.events.put(heard(message)))
        self._thread = threading.Thread(target=self.hosted.engine.run)
        self._thread.start()

    def event(self, kind: type[E]) -> E:
        while True:
            event = self.events.get(timeout=WAIT_S).what
            if isinstance(event, kind):
                return event

    def close(self) -> None:
        self.hosted.engine.post(Shutdown())
        self._thread.join(WAIT_S)
        self.hosted.opening.close()


@pytest.fixture
def config(tmp_path: Path) -> EngineConfig:
    state = tmp_path / "state"
    state.mkdir()
    return EngineConfig(
        rows_folder=os.fspath(tmp_path / "kv"),
        choices_file=os.fspath(tmp_path / "choices.json"),
        limits=Limits(budget_bytes=12_345),
        is_onlooker=False,
        trusted_backends_file=os.fspath(state / "backends.json"),
        load_marker=os.fspath(state / "loading-model"),
        identities_file=os.fspath(state / "model-identities.json"),
        log_folder=os.fspath(state),
        media_folder=os.fspath(tmp_path / "media"),
        projectors_file=os.fspath(state / "projectors.json"),
    )


@pytest.fixture
def hosts() -> Iterator[list[Host]]:
    begun: list[Host] = []
    yield begun
    for host in begun:
        host.close()


def test_the_engine_stores_where_and_how_much_it_was_told(
    config: EngineConfig, hosts: list[Host], tmp_path: Path
) -> None:
    hosts.append(Host(config))
    hosts[0].hosted.engine.post(Call(RequestId(1), ReportMemory()))

    assert hosts[0].event(MemoryReport).limits == Limits(budget_bytes=12_345)
    assert (tmp_path / "kv").is_dir()


def test_an_onlooker_changes_nothing(
    config: EngineConfig, hosts: list[Host], tmp_path: Path
) -> None:
    hosts.append(Host(replace(config, is_onlooker=True)))
    hosts[0].hosted.engine.post(Call(RequestId(1), ReportMemory()))
    hosts[0].event(MemoryReport)

    assert not (tmp_path / "kv").exists()


def test_what_keeps_the_store_shut_comes_as_an_event(
    config: EngineConfig, hosts: list[Host], tmp_path: Path, expect_log: ExpectLog
) -> None:
    expect_log("the store is off")
    (tmp_path / "kv").write_text("a file where the folder should be")
    hosts.append(Host(config))

    assert "cache folder" in str(hosts[0].event(ProblemRaised).problem.what)


def test_an_engine_that_ends_says_so(config: EngineConfig) -> None:
    host = Host(config)
    host.close()

    assert host.event(EngineStopped).problem is None
