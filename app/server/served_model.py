"""Which model answers, as the engine has told it.

Threads: the server's event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from app.core.protocol import (
    EngineRestarted,
    EngineStopped,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
)
from app.server.errors import NOT_READY, ApiError, of_failed_load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.errors import Problem
    from app.core.protocol import Event, ModelInfo

ENGINE_STOPPED: Final = "The engine has stopped. Start Hearth again."
_LOAD_ANOTHER: Final = "Choose a model in Hearth's window, or start `hearth serve` with --model."
_PART = re.compile(r"-\d{5}-of-\d{5}$")


class ServedModel:
    """Knows the loaded model, and waits for one.

    Args:
        loaded: what the engine has told of its model before; None where it has none.
        wake: has a model loaded again that rests, and keeps one from resting.
        coming: returns the path of a model whose load was asked for, of which the engine may have
            told nothing yet, as while its process begins; "" for none.
    """

    def __init__(
        self,
        loaded: ModelLoaded | None,
        wake: Callable[[], None],
        coming: Callable[[], str] = lambda: "",
    ) -> None:
        self._wake = wake
        self._coming = coming
        self._info = None if loaded is None else loaded.info
        self._problem: Problem | None = None  # of the last load that has failed
        self._n_failed = 0  # loads
        self._failed: ModelLoadFailed | None = None
        self._loading_path = ""
        self._changed = asyncio.Event()
        self._why_gone = ""
        self.on_change: Callable[[], None] = lambda: None

    @property
    def info(self) -> ModelInfo | None:
        """The loaded model."""
        return self._info

    @property
    def loading_path(self) -> str:
        """The one that is being loaded; "" for none."""
        return self._coming() or self._loading_path

    def learn(self, event: Event) -> None:
        """Take note of what the engine says of its model."""
        match event:
            case ModelLoaded(info):
                self._info, self._loading_path = info, ""
            case ModelLoading(path):
                self._loading_path = path
            case ModelLoadFailed(problem=problem):
                self._failed = event
                self._info, self._loading_path = None, ""
                if not self._coming():  # else it has made room for another one
                    self._problem, self._n_failed = problem, self._n_failed + 1
            case EngineStopped():
                self._info, self._loading_path, self._why_gone = None, "", ENGINE_STOPPED
            case ModelUnloaded() | EngineRestarted():
                self._info = None
            case _:
                return
        self.on_change()
        self._changed.set()

    def give_up(self, why: str) -> None:
        """Let nobody wait for a model any more; `why` are sentences for clients."""
        self._why_gone = why
        self._changed.set()

    @contextlib.contextmanager
    def in_use(self) -> Iterator[None]:
        """Keep the model loaded for as long as a request lasts."""
        task = asyncio.ensure_future(self._keep_awake())
        try:
            yield
        finally:
            task.cancel()

    async def _keep_awake(self) -> None:
        while True:
            await asyncio.sleep(_AWAKE_S)
            self._wake()

    async def news(self, within_s: float) -> ModelLoadFailed | None:
        """Wait for news of the model, or a while; return those of a load that has failed."""
        self._failed = None
        self._changed.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await self._changed.wait()
        return self._failed

    async def ready(self) -> ModelInfo:
        """Wait for a model that answers.

        Raises:
            ApiError: there is none, and none comes.
        """
        self._wake()
        n_failed = self._n_failed
        is_patient = True  # what rests is about to be loaded
        while self._info is None:
            if self._why_gone:
                raise ApiError(NOT_READY, self._why_gone)
            if self._problem is not None and self._n_failed > n_failed:
                raise of_failed_load(self._problem, _LOAD_ANOTHER)
            if not self.loading_path and not is_patient:
                raise ApiError(NOT_READY, f"No model is loaded. {_LOAD_ANOTHER}")
            self._changed.clear()
            try:
                async with asyncio.timeout(None if self._loading_path else _PATIENCE_S):
                    await self._changed.wait()
            except TimeoutError:
                is_patient = False
        return self._info


_PATIENCE_S = 5.0
_AWAKE_S = 20.0  # a model is kept for a minute at least


def model_name(info: ModelInfo) -> str:
    """Return what clients call a model: the name of its file without its end."""
    return name_of(info.path)


def name_of(path: str) -> str:
    """Return what clients call the model in a file; of several files, in the first of them."""
    return _PART.sub("", PurePath(path).stem)
