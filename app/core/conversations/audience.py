"""Who hears what the use cases tell: the front end that built them, and others that come later.

Threads: any; one lock, held for moments.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.conversations.events import ConversationEvent

logger = logging.getLogger(__name__)


class Audience:
    """All who hear.

    Args:
        first: hears every event, before the others.
    """

    def __init__(self, first: Callable[[ConversationEvent], None]) -> None:
        self._first = first
        self._lock = threading.Lock()
        self._others: tuple[Callable[[ConversationEvent], None], ...] = ()  # guarded by _lock

    def join(self, hear: Callable[[ConversationEvent], None]) -> Callable[[], None]:
        """Let another one hear; return what lets it hear no more."""

        def leave() -> None:
            with self._lock:
                self._others = tuple(one for one in self._others if one is not hear)

        with self._lock:
            self._others = (*self._others, hear)
        return leave

    def tell(self, event: ConversationEvent) -> None:
        """Tell an event; who fails at it costs the others nothing."""
        self._first(event)
        for hear in self._others:
            try:
                hear(event)
            except Exception:
                logger.exception("a listener failed at an event")
