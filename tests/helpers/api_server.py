"""The API served by a real engine in a process of its own, and clients over real sockets."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any, Self

import anthropic
import httpx2
import openai

from app.core.conversations.api_records import ApiRecords
from app.core.engine.hosting import InProcess
from app.core.engine_link import EngineLink
from app.core.media.library import MediaLibrary
from app.core.protocol import Call
from app.server import AccessRules, ApiOptions, ApiService
from tests.helpers.engine_harness import Heard
from tests.helpers.link_harness import LinkHarness, config_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.protocol import Command, Request, ToEngine
    from app.server.request_log import RequestLog

KEY = "a-key-for-tests"
_WAIT_S = 60.0


def noted_in(service: ApiService) -> RequestLog:
    """Return the log once all that was answered stands there: it does so behind its last byte."""
    end = time.monotonic() + _WAIT_S
    while service.log.n_open:
        assert time.monotonic() < end, service.log.open_requests()
        time.sleep(0.001)
    return service.log


class _HarnessHere(LinkHarness):
    """Runs the engine on a thread of this process, whose parts a test may change."""

    def __init__(self, folder: Path, model: Path, **load: Any) -> None:
        super().__init__(folder, model, **load)
        self.link = EngineLink(InProcess(config_in(folder)))
        self.client = self.link.connect(lambda event: self.events.put(Heard(event)))
        self._thread = threading.Thread(target=self.link.run, name="engine")


class ApiServer:
    """A server over a store in `folder`; a context manager.

    Args:
        folder: keeps everything.
        model: is loaded.
        rules: who may ask.
        in_process: run the engine in this process.
        load: how the model is loaded.

    Attributes:
        folder: keeps everything.
        posted: all that the engine was asked and told.
        wake: what the server does to have a model loaded that rests.
    """

    def __init__(
        self,
        folder: Path,
        model: Path,
        rules: AccessRules | None = None,
        *,
        in_process: bool = False,
        **load: Any,
    ) -> None:
        folder.mkdir(exist_ok=True)
        harness = _HarnessHere if in_process else LinkHarness
        self.harness = harness(folder, model, **load)
        self.folder = folder
        self._rules = rules or AccessRules(KEY)
        self.is_kept = True
        self.posted: list[Command | Request[Any, Any]] = []
        self.wake: Callable[[], None] = lambda: None

    def __enter__(self) -> Self:
        self._record_commands()
        self.harness.__enter__()
        try:
            self.media = MediaLibrary(self.folder / "originals", self.folder / "media")
            self.records = ApiRecords(self.folder / "api-records.db")
            self.service = ApiService(
                ApiOptions(self._rules, port=0),
                self.harness.link,
                self.records,
                wake=lambda: self.wake(),
                keeps=lambda: self.is_kept,
                media=self.media,
            )
        except BaseException:
            self.harness.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.service.close()
        self.records.close()
        self.media.close()
        self.harness.__exit__()

    def _record_commands(self) -> None:
        host = self.harness.link.host
        post = host.post

        def recorded(message: ToEngine) -> None:
            self.posted.append(message.request if isinstance(message, Call) else message)
            post(message)

        host.post = recorded  # type: ignore[method-assign]

    def anthropic(self, **options: Any) -> Any:
        """Return Anthropic's own client, of which the same holds."""
        return anthropic.Anthropic(
            api_key=KEY,
            base_url=self.service.address,
            max_retries=0,
            _strict_response_validation=True,
            **options,
        )

    def http(self) -> httpx2.Client:
        """Return a client that sends what it is told, with the key."""
        return httpx2.Client(
            base_url=self.service.address,
            headers={"authorization": f"Bearer {KEY}"},
            timeout=60,
            trust_env=False,
        )

    def openai(self, *, strict: bool = True, **options: Any) -> Any:
        """Return OpenAI's own client, which refuses answers that are not as they should be.

        Untyped: its types know only the models of its maker.
        """
        return openai.OpenAI(
            api_key=KEY,
            base_url=f"{self.service.address}/v1",
            max_retries=0,
            _strict_response_validation=strict,
            **options,
        )
