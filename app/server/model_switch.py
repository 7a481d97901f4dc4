"""Has the model loaded that a request names, one at a time, where the user allows that.

The rule: requests for the loaded model go on together. One that names another model of the library
waits until those have ended, and until no chat of the user's is being answered; who comes later
waits behind it, whichever model it names, so that nobody is kept out by those who keep coming. Once
a model is there, all that wait for it begin together. Nobody waits longer than a while.

Threads: the server's event loop; the library calls from its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, Protocol

from app.core.models.library.entries import Usable
from app.core.plain_value import PlainValue
from app.server.errors import NOT_READY, ApiError, of_failed_load
from app.server.served_model import model_name, name_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from app.core.models.library.entries import LibraryContents, LibraryEntry
    from app.core.models.library.library import ModelLibrary
    from app.core.protocol import ModelInfo
    from app.server.served_model import ServedModel

logger = logging.getLogger(__name__)

MOST_WAIT_S = 300.0
_RETRY_S: Final = 30
_LOOK_S: Final = 1.0  # after which it is looked whether somebody waits still


class ModelLoads(Protocol):
    """Loads models; `Models` of the conversations is one."""

    def load_when_quiet(self, path: str) -> None:
        """Replace the loaded model as soon as no chat is being answered."""

    def forget_quiet_load(self) -> None:
        """Do not, where that has not begun."""


class OtherModels(PlainValue, frozen=True):
    """What other models there are, and how they are loaded.

    Attributes:
        may_load: whether a request may have one loaded, by what the user has set now.
    """

    library: ModelLibrary
    loads: ModelLoads
    may_load: Callable[[], bool]


@dataclass(slots=True, eq=False)
class _Waiting:
    path: str
    may_begin: asyncio.Event = field(default_factory=asyncio.Event)
    error: ApiError | None = None


class ModelSwitch:
    """Decides which model is loaded for whom.

    Args:
        state: of the loaded model.
        others: None where the loaded model alone is served.
    """

    def __init__(self, state: ServedModel, others: OtherModels | None) -> None:
        self._state = state
        self._others = others
        self._n_running = 0
        self._queue: list[_Waiting] = []
        self._loader: asyncio.Task[None] | None = None
        self._quiet = asyncio.Event()
        self._last_path = ""
        self._seen: dict[str, str] = {}  # models that were loaded, which may lie anywhere

    @property
    def may_load(self) -> bool:
        """Whether requests may have other models loaded."""
        return self._others is not None and self._others.may_load()

    def listed(self) -> dict[str, str]:
        """Return the paths of all models that can be asked, by what clients call them."""
        if self._others is None or not self._others.may_load():
            return {}
        return self._seen | names_of(self._others.library.contents)

    @contextlib.asynccontextmanager
    async def using(self, name: str) -> AsyncGenerator[ModelInfo, None]:
        """Wait for the model that a request names, and keep it loaded meanwhile.

        Where nobody may have others loaded, and for a name that none has, it is the loaded one.

        Raises:
            ApiError: there is none, or none in time.
        """
        path = self._wanted_path(name)
        if path and (self._queue or not self._is_loaded(path)):
            await self._wait_for(path)
        else:
            self._n_running += 1
        try:
            info = await self._state.ready()
            self._last_path = self._seen[model_name(info)] = info.path
            yield info
        finally:
            self._n_running -= 1
            self._quiet.set()

    def _wanted_path(self, name: str) -> str:
        """Return the model that is to be loaded for a request; "" for whichever is there."""
        if not self.may_load:
            return ""
        loaded = self._state.info
        if loaded is not None and name == model_name(loaded):
            return loaded.path
        found = self.listed().get(name, "")
        return found or (self._last_path if loaded is None else loaded.path)

    def _is_loaded(self, path: str) -> bool:
        info = self._state.info
        return info is not None and _is_same(info.path, path)

    async def _wait_for(self, path: str) -> None:
        """Wait until a model is there; it counts as running then."""
        waiting = _Waiting(path)
        self._queue.append(waiting)
        if self._loader is None:
            self._loader = asyncio.ensure_future(self._serve_queue())
        try:
            async with asyncio.timeout(MOST_WAIT_S):
                await waiting.may_begin.wait()
        except BaseException as error:
            self._give_up(waiting)
            if isinstance(error, TimeoutError):
                raise _took_too_long(path) from None
            raise
        if waiting.error is not None:
            raise waiting.error

    def _give_up(self, waiting: _Waiting) -> None:
        """Take out one that waits no more, or was let through at the last moment."""
        if waiting in self._queue:
            self._queue.remove(waiting)
        elif waiting.error is None:
            self._n_running -= 1
        self._quiet.set()

    async def _serve_queue(self) -> None:
        """Have one model after the other loaded, as long as somebody waits."""
        try:
            while self._queue:
                await self._serve_first()
        finally:
            self._loader = None

    async def _serve_first(self) -> None:
        while self._state.loading_path:
            await self._state.news(_LOOK_S)
        if not self._queue:
            return
        path = self._queue[0].path
        if not self._is_loaded(path):
            if self._n_running:
                self._quiet.clear()
                await self._quiet.wait()
                return
            try:
                await self._load(path)
            except ApiError as error:
                self._begin(path, error)
                return
        self._begin(path, None)

    def _begin(self, path: str, error: ApiError | None) -> None:
        """Let all begin that wait for a model, or tell them why they cannot."""
        found = [one for one in self._queue if _is_same(one.path, path)]
        self._queue = [one for one in self._queue if one not in found]
        for one in found:
            one.error = error
            self._n_running += error is None
            one.may_begin.set()

    async def _load(self, path: str) -> None:
        """Have a model loaded, and wait for it as long as somebody else does.

        Raises:
            ApiError: it cannot be loaded.
        """
        assert self._others is not None
        loads = self._others.loads
        loads.load_when_quiet(path)
        info = self._state.info
        while not self._is_loaded(path):
            if not any(_is_same(one.path, path) for one in self._queue):
                loads.forget_quiet_load()
                return
            failed = await self._state.news(_LOOK_S)
            if failed is not None and _is_same(failed.path, path):
                raise of_failed_load(failed.problem, 'Name another one in "model".')
            if failed is not None or self._has_other(path, info):
                info = self._state.info  # the user has asked for another one meanwhile
                loads.load_when_quiet(path)

    def _has_other(self, path: str, before: ModelInfo | None) -> bool:
        """Whether another model was loaded since; it may be the one of before again."""
        info = self._state.info
        return info is not None and info is not before and not self._is_loaded(path)

    def close(self) -> None:
        """Load nothing more."""
        if self._loader is not None:
            self._loader.cancel()


def _took_too_long(path: str) -> ApiError:
    return ApiError(
        NOT_READY,
        f"The model {name_of(path)} could not be loaded in {MOST_WAIT_S:.0f} s, because another "
        "one is in use. Ask again later.",
        code="model_in_use",
        retry_after_s=_RETRY_S,
    )


def _is_same(one: str, other: str) -> bool:
    return PurePath(one) == PurePath(other)


def names_of(contents: LibraryContents) -> dict[str, str]:
    """Return the paths of the models that can be loaded, by what clients call them.

    That is the name of the file without its end; of several of one name, that of the folder goes
    before it.
    """
    usable = [one for one in contents.entries if isinstance(one.state, Usable)]
    counts = Counter(name_of(one.path) for one in usable)
    named: dict[str, str] = {}
    for entry in usable:
        named.setdefault(_name(entry, is_shared=counts[name_of(entry.path)] > 1), entry.path)
    return named


def _name(entry: LibraryEntry, *, is_shared: bool) -> str:
    name = name_of(entry.path)
    return f"{PurePath(entry.path).parent.name}/{name}" if is_shared else name
