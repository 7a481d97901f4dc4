"""Building an engine from plain values, for whatever hosts it: this process or one of its own.

Threads: any thread builds and closes; the engine has the store opened on a thread of its own.
"""

from __future__ import annotations

from concurrent.futures import CancelledError, Future, wait
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.engine.engine import Engine, EngineFiles
from app.core.engine.load.self_test import SelfTest
from app.core.kvstore.store import KVStore
from app.core.plain_value import PlainValue
from app.core.protocol import ProblemRaised

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.engine.load.device_probe import DeviceListing
    from app.core.protocol import EngineConfig, FromEngine, ToEngine


_CLOSE_STORE_S = 10.0  # for the ends of the chats that were in the context, on a slow disk


class StoreOpening:
    """Opens the store of KV-cache rows when it is called, and closes it, on whatever thread."""

    def __init__(self, opened: Callable[[], KVStore]) -> None:
        self._opened = opened
        self._store: Future[KVStore] = Future()

    def __call__(self) -> KVStore:
        """Open it; once.

        Raises:
            CancelledError: `close` came first.
        """
        if not self._store.set_running_or_notify_cancel():
            raise CancelledError
        try:
            self._store.set_result(self._opened())
        except BaseException as error:
            self._store.set_exception(error)
            raise
        return self._store.result()

    def opened(self) -> KVStore:
        """Wait until it is open and return it."""
        return self._store.result()

    def close(self) -> None:
        """Close it, or let nobody open it; one that takes too long to open is closed when it is."""
        if not self._store.cancel():
            wait([self._store], _CLOSE_STORE_S)
            self._store.add_done_callback(_close)


def _close(opened: Future[KVStore]) -> None:
    if opened.exception() is None:
        opened.result().close(_CLOSE_STORE_S)


class HostedEngine(PlainValue, frozen=True):
    """An engine, and the store that its host closes when `Engine.run` has returned."""

    engine: Engine
    opening: StoreOpening


def build_engine(
    config: EngineConfig,
    emit: Callable[[FromEngine], None],
    devices: DeviceListing | None = None,
) -> HostedEngine:
    """Build an engine; nothing runs yet, and no file is touched.

    Args:
        config: where its files are, and what may be stored.
        emit: receives every event, on the engine's thread or on one of the store's; must not block.
        devices: a list of them that was begun already.
    """

    def open_store() -> KVStore:
        return KVStore.open(
            Path(config.rows_folder),
            choices_file=Path(config.choices_file),
            on_problem=lambda problem: emit(ProblemRaised(problem)),
            limits=config.limits,
            is_onlooker=config.is_onlooker,
        )

    opening = StoreOpening(open_store)
    engine = Engine(
        open_store=opening,
        self_test=SelfTest(Path(config.trusted_backends_file), listing=devices),
        files=EngineFiles(
            load_marker=Path(config.load_marker),
            identities=Path(config.identities_file),
            raw_media=Path(config.media_folder),
            tried_projectors=Path(config.projectors_file),
            trusted_backends=Path(config.trusted_backends_file),
        ),
        emit=emit,
    )
    return HostedEngine(engine, opening)


class InProcess:
    """Runs the engine in this process, on the thread that calls `run`; for tests and scripts."""

    def __init__(self, config: EngineConfig) -> None:
        self._emit: Callable[[FromEngine], None] = _nobody_listens
        self._hosted = build_engine(config, self._told)

    def _told(self, message: FromEngine) -> None:
        self._emit(message)

    @property
    def store(self) -> KVStore:
        """Where the engine keeps rows; waits until that is open."""
        return self._hosted.opening.opened()

    def post(self, message: ToEngine) -> None:
        """Send a call or a command. Threads: any."""
        self._hosted.engine.post(message)

    def run(self, emit: Callable[[FromEngine], None]) -> None:
        """Serve until `Shutdown`, and close the store."""
        self._emit = emit
        self._hosted.engine.run()
        self._hosted.opening.close()


def _nobody_listens(_message: FromEngine) -> None:
    """Drop what is told before anybody listens; nothing is, as nothing runs."""
