"""Any request, whatever becomes of the engine: exactly one answer, and no news after it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.engine_link import child_process
from app.core.protocol import LoadModel, ModelUnloaded, RequestId, Shutdown, Stop, UnloadModel
from tests.helpers.chat_server import ChatServer, chunk
from tests.helpers.engine_harness import WAIT_S
from tests.helpers.harm import Harm, how_often
from tests.helpers.link_harness import LinkHarness
from tests.helpers.protocol_values import REQUESTS, values_of
from tests.helpers.remote_run import RemoteRun, server_at

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.engine_link import LinkClient
    from tests.conftest import ExpectLog

ANY_REQUEST = st.sampled_from(REQUESTS).flatmap(values_of)
# Every kind once at least, and a few of any, in any order; some are stopped.
SOME = st.tuples(
    st.tuples(*map(values_of, REQUESTS)).map(list).flatmap(st.permutations),
    st.lists(ANY_REQUEST, max_size=10),
    st.sets(st.integers(0, 20), max_size=3),
)
FEW = settings(
    max_examples=how_often("HEARTH_REQUEST_RUNS", 2),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


class Answers:
    """What came of requests that one client asked."""

    def __init__(self, client: LinkClient) -> None:
        self._client = client
        self._changed = threading.Condition()
        self._answers: list[list[Any]] = []
        self._late: list[Any] = []

    def ask(self, request: Any) -> RequestId:
        answers: list[Any] = []
        self._answers.append(answers)

        def answered(answer: Any) -> None:
            with self._changed:
                answers.append(answer)
                self._changed.notify_all()

        def told(news: Any) -> None:
            if answers:
                self._late.append(news)

        return self._client.ask(request, answered, told)

    def wait(self) -> None:
        """Wait until all are answered, and see that each is once."""
        with self._changed:
            assert self._changed.wait_for(lambda: all(self._answers), WAIT_S)
        assert [len(answers) for answers in self._answers] == [1] * len(self._answers)
        assert not self._late


def _ask(harness: LinkHarness, asked: tuple[list[Any], list[Any], set[int]]) -> Answers:
    each, more, stopped = asked
    answers = Answers(harness.client)
    ids = [answers.ask(request) for request in (*each, *more)]
    for number in stopped:
        harness.client.post(Stop(ids[number % len(ids)]))
    return answers


@pytest.fixture
def engine(
    tmp_path: Path, tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], LinkHarness]:
    monkeypatch.setattr(child_process, "SILENCE_S", 3.0)
    return lambda: LinkHarness(tmp_path / "engine", tiny_model)


@pytest.mark.parametrize("harm", [Harm.KILL, Harm.HANG])
@FEW
@given(asked=SOME)
def test_when_the_engine_dies_or_hangs(
    engine: Callable[[], LinkHarness],
    expect_log: ExpectLog,
    harm: Harm,
    asked: tuple[list[Any], list[Any], set[int]],
) -> None:
    expect_log("the engine died")
    with engine() as harness:
        answers = _ask(harness, asked)
        harm.do(harness.pid)
        answers.wait()


@pytest.mark.parametrize("end", ["unload", "switch", "end"])
@FEW
@given(asked=SOME)
def test_when_the_model_goes(
    engine: Callable[[], LinkHarness],
    tiny_model: Path,
    end: str,
    asked: tuple[list[Any], list[Any], set[int]],
) -> None:
    with engine() as harness:
        answers = _ask(harness, asked)
        match end:
            case "unload":
                harness.post(UnloadModel())
            case "switch":
                harness.post(LoadModel(str(tiny_model)))
            case _:
                harness.post(Shutdown())
        answers.wait()


@FEW
@given(asked=SOME)
def test_when_a_server_goes_away(
    tmp_path_factory: pytest.TempPathFactory, asked: tuple[list[Any], list[Any], set[int]]
) -> None:
    began = threading.Event()

    def begin(exchange: Any) -> None:
        exchange.head()
        exchange.send(chunk("Hello"))
        began.set()
        exchange.until_left()

    with ChatServer(begin) as server:
        folder = tmp_path_factory.mktemp("remote")
        with RemoteRun(folder, server_at(server.address)) as run:
            run.loaded()
            answers = _ask(run, asked)
            began.wait(1.0)
            run.post(UnloadModel())
            run.wait(ModelUnloaded)
    answers.wait()
