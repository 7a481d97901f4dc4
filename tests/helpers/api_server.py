"""The API served by a real engine in a process of its own, and clients over real sockets."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Self

import openai

from app.core.api_records import ApiRecords
from app.core.engine_link import EngineLink
from app.core.engine_link.in_process import InProcess
from app.server import AccessRules, ApiOptions, ApiService
from tests.helpers.link_harness import LinkHarness, config_in

if TYPE_CHECKING:
    from pathlib import Path

KEY = "a-key-for-tests"


class _HarnessHere(LinkHarness):
    """Runs the engine on a thread of this process, whose parts a test may change."""

    def __init__(self, folder: Path, model: Path, **load: Any) -> None:
        super().__init__(folder, model, **load)
        self.link = EngineLink(InProcess(config_in(folder)))
        self.client = self.link.connect(self.events.put)
        self._thread = threading.Thread(target=self.link.run, name="engine")


class ApiServer:
    """A server over a store in `folder`; a context manager.

    Args:
        folder: keeps everything.
        model: is loaded.
        rules: who may ask.
        in_process: run the engine in this process.
        load: how the model is loaded.
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
        self._folder = folder
        self._rules = rules or AccessRules(KEY)
        self.is_kept = True

    def __enter__(self) -> Self:
        self.harness.__enter__()
        try:
            self.records = ApiRecords(self._folder / "api-records.db")
            self.service = ApiService(
                ApiOptions(self._rules, port=0),
                self.harness.link,
                self.records,
                wake=lambda: None,
                keeps=lambda: self.is_kept,
            )
        except BaseException:
            self.harness.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.service.close()
        self.records.close()
        self.harness.__exit__()

    def openai(self, **options: Any) -> openai.OpenAI:
        """Return OpenAI's own client, which refuses answers that are not as they should be."""
        return openai.OpenAI(
            api_key=KEY,
            base_url=f"{self.service.address}/v1",
            max_retries=0,
            _strict_response_validation=True,
            **options,
        )
