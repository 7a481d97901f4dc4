"""What is done for the chats beside their use: a look after a crash, and a backup each week.

It is on a thread of its own, because both read the whole database; the worker, and the answers it
writes, go on meanwhile. What is found is told; a backup that cannot be made is in the log, and
tried again after an hour.

Threads: `begin` and `end` on the conversations' worker; the work on a thread of its own.
"""

from __future__ import annotations

import logging
import threading
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.core.chats.backups import BackupOutcome
from app.core.chats.errors import DamagedDatabase
from app.core.conversations.events import ChatsDamaged
from app.core.errors import KnownError
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.chats.parts.care import DatabaseCare
    from app.core.conversations.events import ConversationEvent

FIRST_LOOK_S = 20.0  # when the window is there, and a model is on its way
SOON_S = 60.0
LATER_S = 3600.0

logger = logging.getLogger(__name__)


class Upkeep:
    """The upkeep of the open chats.

    Args:
        emit: receives what was found, on the thread of this; must not block.
        first_look_s: after the start.
    """

    def __init__(
        self, emit: Callable[[ConversationEvent], None], first_look_s: float = FIRST_LOOK_S
    ) -> None:
        self._emit = emit
        self._first_look_s = first_look_s
        self._has_ended = threading.Event()

    def begin(self, care: DatabaseCare) -> None:
        """Begin, and go on until `end`; returns at once."""
        Lane("upkeep").add(self._run, care)

    def end(self) -> None:
        """Begin nothing more; what is being read is given up when the chats are closed."""
        self._has_ended.set()

    def _run(self, care: DatabaseCare) -> None:
        if self._has_ended.wait(self._first_look_s):
            return
        try:
            is_sound = not care.was_cut_off or self._looked(care)
            while is_sound:
                if self._has_ended.wait(self._backed_up(care)):
                    return
        except Exception:
            logger.exception("the upkeep of the chats ended")

    def _looked(self, care: DatabaseCare) -> bool:
        """Look for damage after a crash; whether none was found."""
        while True:
            try:
                faults = care.examine()
            except DamagedDatabase as error:
                self._tell(error)
                return False
            except KnownError as error:  # locked by another program, an unreadable disk
                logger.warning("the chats were not looked through: %r", error)
                faults = None
            if faults is not None:
                break
            if self._has_ended.wait(SOON_S):
                return False
        logger.info("the chats were looked through after a crash: %d faults", len(faults))
        if faults:
            self._tell(DamagedDatabase(care.path, "; ".join(f.detail for f in faults)))
        return not faults

    def _backed_up(self, care: DatabaseCare) -> float:
        """Make a backup if it is time; returns when to look again, in seconds."""
        try:
            outcome = care.back_up_if_due(datetime.now(UTC))
        except DamagedDatabase as error:
            self._tell(error)
            return LATER_S
        except KnownError as error:
            logger.warning("no backup of the chats was made: %r", error)
            return LATER_S
        return SOON_S if outcome is BackupOutcome.GIVEN_UP else LATER_S

    def _tell(self, error: DamagedDatabase) -> None:
        from app.core.chats.repair.rescue import newest_sound_backup

        self._emit(ChatsDamaged(error.problem(), newest_sound_backup(error.path)))
