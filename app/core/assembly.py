"""All parts of the program without a front end, put together and taken apart in the right order.

The window and the command line differ only in who runs `Engine.run` and who receives the events.
"""

from __future__ import annotations

import logging
from concurrent.futures import CancelledError, Future, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.chats import ChatStore
from app.core.conversations import Conversations, store_limits
from app.core.engine.engine import Engine
from app.core.engine.protocol import ProblemRaised, SamplingParams, Shutdown
from app.core.engine.self_test import SelfTest
from app.core.kvstore import KVStore
from app.core.settings import CONTEXT_TOKENS, TEMPERATURE, Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.conversations.events import ConversationEvent
    from app.core.paths import Paths

logger = logging.getLogger(__name__)

_CLOSE_STORE_S = 2.0


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

    def close(self) -> None:
        """Close it, or let nobody open it; one that takes too long to open is closed when it is."""
        if not self._store.cancel():
            wait([self._store], _CLOSE_STORE_S)
            self._store.add_done_callback(_close)


def _close(opened: Future[KVStore]) -> None:
    if opened.exception() is None:
        opened.result().close(_CLOSE_STORE_S)


@dataclass(frozen=True, slots=True)
class Assembly:
    """The parts of one running program."""

    settings: Settings
    engine: Engine
    conversations: Conversations
    opening: StoreOpening

    def begin_shutdown(self) -> None:
        """Ask the engine to end; running answers keep what was said. Returns at once."""
        self.conversations.end()
        # Behind the purge in the worker's queue, so that the engine still hears of deleted chats.
        self.conversations.after_pending(lambda: self.engine.post(Shutdown()))

    def finish_shutdown(self) -> None:
        """Close the stores; to be called when `Engine.run` has returned."""
        if not self.conversations.close():
            logger.error("the chats could not be closed in time")
        self.opening.close()


def assemble(
    paths: Paths,
    settings: Settings,
    emit: Callable[[ConversationEvent], None],
    *,
    chats_apart: Path | None = None,
) -> Assembly:
    """Build the parts; nothing runs yet but their worker threads.

    Args:
        emit: receives every event, on a worker thread; must not block.
        chats_apart: a database for the chats of this run alone, while another Hearth uses the
            usual one; the stored memory of chats is only looked at then.
    """
    is_guest = chats_apart is not None
    # What the other one notes of its own load is not a guest's to delete.
    marker = paths.load_marker if chats_apart is None else chats_apart.with_suffix(".loading")
    opening = StoreOpening(
        lambda: KVStore.open(
            paths.kv_store,
            choices_file=paths.retention_choices_file,
            on_problem=lambda problem: emit(ProblemRaised(problem)),
            limits=store_limits(settings),
            is_onlooker=is_guest,
        )
    )
    conversations: Conversations
    engine = Engine(
        open_store=opening,
        self_test=SelfTest(paths.trusted_backends),
        load_marker=marker,
        identities=paths.model_identities,
        emit=lambda event: conversations.handle(event),
    )
    conversations = Conversations(
        open_store=lambda: ChatStore.open(chats_apart or paths.database),
        post=engine.post,
        emit=emit,
        sampling=SamplingParams(temperature=settings.chosen(TEMPERATURE)),
        context_tokens=settings.get(CONTEXT_TOKENS),
    )
    return Assembly(settings, engine, conversations, opening)
