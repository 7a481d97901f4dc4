"""A real engine in a real process of its own, driven through its link."""

from __future__ import annotations

import queue
import threading
import time
from typing import TYPE_CHECKING, Any, Self

from app.core.engine_link import ChildProcess, EngineLink
from app.core.plain_value import replace
from app.core.protocol import (
    BackendChoice,
    ChatKey,
    EngineConfig,
    Limits,
    MemoryReport,
    ModelIdentified,
    ModelLoaded,
    ReportMemory,
    Shutdown,
    Stop,
    StopThinking,
)
from tests.helpers.engine_harness import WAIT_S, EngineHarness, Heard
from tests.helpers.loading import load_command

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.core.protocol import Call, Command, RequestId
    from app.core.system.started_engine import StartedEngine


def config_in(folder: Path) -> EngineConfig:
    """Return what an engine is built from that keeps everything in a folder."""
    return EngineConfig(
        rows_folder=str(folder / "kv"),
        choices_file=str(folder / "choices.json"),
        limits=Limits(),
        is_onlooker=False,
        trusted_backends_file=str(folder / "backends.json"),
        load_marker=str(folder / "loading-model"),
        identities_file=str(folder / "model-identities.json"),
        log_folder=str(folder),
        media_folder=str(folder / "media"),
        projectors_file=str(folder / "projectors.json"),
    )


class LinkHarness(EngineHarness):
    """Runs an engine in a child process over a store in `folder`; a context manager."""

    def __init__(
        self,
        folder: Path,
        model: Path,
        *,
        n_ctx: int = 2048,
        command: Sequence[str] | None = None,
        started: StartedEngine | None = None,
        **load: Any,
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.host = ChildProcess(config_in(folder), command, started)
        self.link = EngineLink(self.host)
        self.events: queue.Queue[Heard] = queue.Queue()
        self.seen: list[Any] = []
        self.client = self.link.connect(lambda event: self.events.put(Heard(event)))
        self._asked: dict[RequestId, RequestId] = {}  # as the link numbers them
        self._thread = threading.Thread(target=self.link.run, name="engine")
        self._model = model
        self._load = {"n_ctx": n_ctx, "backend": BackendChoice(), **load}
        self._requests = 0
        self.info = None

    def __enter__(self) -> Self:
        self._thread.start()
        self.load()
        return self

    def __exit__(self, *_: object) -> None:
        if self._thread.is_alive():
            self.post(Shutdown())
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()

    def load(self) -> None:
        """Load the model and wait for it."""
        self.post(load_command(self._model, **self._load))
        self.until_loaded()

    def until_loaded(self) -> None:
        """Wait until the model answers, and its chats are stored and restored."""
        loaded = self.wait(ModelLoaded)
        self.info = loaded.info
        if not loaded.is_identified:
            self.wait(ModelIdentified)

    def until_stored(self, chat: ChatKey) -> None:
        """Wait until something of a chat is on disk."""
        deadline = time.monotonic() + WAIT_S
        while True:
            report = self.wait(MemoryReport, self.post(ReportMemory()))
            if any(one.chat == chat and one.n_tokens for one in report.chats):
                return
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def _send(self, command: Command) -> None:
        if isinstance(command, Stop | StopThinking):
            command = replace(command, request=self._asked[command.request])
        self.client.post(command)

    def _send_call(self, call: Call) -> None:
        self._asked[call.id] = self.client.ask(
            call.request,
            lambda answer: self.events.put(Heard(answer, call.id, is_answer=True)),
            lambda news: self.events.put(Heard(news, call.id)),
        )

    @property
    def pid(self) -> int:
        """The process that runs the engine now."""
        pid = self.host.pid
        assert pid is not None
        return pid
