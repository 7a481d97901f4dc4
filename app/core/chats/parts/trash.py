"""Deleted chats: they stay in the trash for 30 days, and can be brought back until then.

The trash has a clock of its own, because the system's may be wrong: it goes on by the time between
two looks at the system's clock. A step back counts as nothing, and so does one of more than a year,
which a clock that was set makes and hardly a user who was away. Any other step counts as a week at
most. So a wrong clock makes a chat stay longer, and costs it a week at most where it is a little
fast; who opens Hearth less than once a week finds chats in the trash for more than 30 days. When a
chat was deleted, in the time of the calendar, is kept to be shown and decides nothing.

Threads: see `ChatStore`.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import and_, func, or_, select, update
from sqlalchemy.dialects.sqlite import insert

from app.core.chats.queries import change_chats, chats_by_id, slices
from app.core.chats.records import ChatId, TrashedChat
from app.core.chats.tables import ChatRow, TrashClockRow

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import ColumnElement, Connection

    from app.core.chats.database import Database
    from app.core.chats.records import Chat

_DAY_S = 86_400
KEPT_DAYS = 30
_MOST_STEP_S = 7 * _DAY_S
_TOO_FAR_S = 365 * _DAY_S

_IN_TRASH = ChatRow.trashed_at.is_not(None) & ~ChatRow.deleted_for_good


class Trash:
    """The deleted chats of one database.

    Any method may raise a `KnownError` of `errors.py`; nothing of that call is kept then.

    Attributes:
        clock: of the system.
    """

    def __init__(
        self, database: Database, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._database = database
        self.clock = clock

    def look_at_clock(self) -> None:
        """Let the trash grow older; to be called at each start, and about every hour.

        Where there is nothing in it, nothing is written.
        """
        with self._database.reading() as connection:
            is_empty = (
                connection.execute(select(ChatRow.id).where(_IN_TRASH).limit(1)).first() is None
            )
        if not is_empty:
            with self._database.writing() as connection:
                self._age(connection)

    def put(self, chat_ids: Sequence[ChatId]) -> tuple[Chat, ...]:
        """Take chats off the list; returns those that were there.

        Raises:
            UnknownChat: none of them was.
        """
        with self._database.writing() as connection:
            return change_chats(
                connection,
                chat_ids,
                ChatRow.trashed_at.is_(None),
                trashed_at=self.clock(),
                trashed_age_s=self._age(connection),
            )

    def restore(self, chat_ids: Sequence[ChatId]) -> tuple[Chat, ...]:
        """Bring chats back to where they were; returns those that are there.

        Raises:
            UnknownChat: none of them is, or all were deleted for good.
        """
        with self._database.writing() as connection:
            return change_chats(
                connection,
                chat_ids,
                ~ChatRow.deleted_for_good,
                trashed_at=None,
                trashed_age_s=None,
            )

    def all(self) -> tuple[TrashedChat, ...]:
        """Return the chats in the trash, those that were deleted last first."""
        newest_first = (
            ChatRow.trashed_age_s.desc(),
            ChatRow.trashed_at.desc(),
            ChatRow.updated_at.desc(),
            ChatRow.id.desc(),
        )
        rows_of = select(ChatRow.id, ChatRow.trashed_at, ChatRow.trashed_age_s).where(_IN_TRASH)
        with self._database.reading() as connection:
            age_s = _age_s(connection)
            found = connection.execute(rows_of.order_by(*newest_first)).all()
            chats = {chat.id: chat for chat in chats_by_id(connection, [row.id for row in found])}
        return tuple(
            TrashedChat(chats[row.id], row.trashed_at, days_left(age_s - (row.trashed_age_s or 0)))
            for row in found
        )

    def ids(self) -> frozenset[ChatId]:
        """Return which chats are in the trash and can be brought back."""
        with self._database.reading() as connection:
            return frozenset(_ids_in_trash(connection))

    def delete_for_good(self, chat_ids: Sequence[ChatId] | None = None) -> tuple[ChatId, ...]:
        """Let the next purge take chats, None for all that are in the trash; returns them.

        Nothing brings them back from here on.
        """
        with self._database.writing() as connection:
            if chat_ids is None:
                chat_ids = _ids_in_trash(connection)
            there = chats_by_id(connection, chat_ids)
            now = self.clock()
            for ids in slices([chat.id for chat in there]):
                doomed = update(ChatRow).where(ChatRow.id.in_(ids))
                trashed = func.coalesce(ChatRow.trashed_at, now)
                connection.execute(doomed.values(deleted_for_good=True, trashed_at=trashed))
            return tuple(chat.id for chat in there)

    def _age(self, connection: Connection) -> int:
        """Let the trash grow older by what is known to have passed; returns its age."""
        now = self.clock()
        read_at = connection.execute(select(TrashClockRow.read_at)).scalar_one_or_none()
        age_s = _age_s(connection)
        if read_at is not None:
            age_s += passed_s((now - read_at).total_seconds())
        row = insert(TrashClockRow).values(id=1, read_at=now, age_s=age_s)
        changed = {"read_at": now, "age_s": age_s}
        connection.execute(row.on_conflict_do_update(index_elements=["id"], set_=changed))
        return age_s


def is_due(connection: Connection) -> ColumnElement[bool]:
    """Return the condition under which a purge takes a chat."""
    kept_until = ChatRow.trashed_age_s + KEPT_DAYS * _DAY_S
    is_old = and_(ChatRow.trashed_at.is_not(None), kept_until <= _age_s(connection))
    return or_(ChatRow.deleted_for_good, is_old)


def passed_s(step_s: float) -> int:
    """Return how many seconds have passed for the trash when the clock made such a step."""
    if not 0 <= step_s <= _TOO_FAR_S:
        return 0
    return min(int(step_s), _MOST_STEP_S)


def days_left(in_trash_s: int) -> int:
    """Return how many days a chat stays that is in the trash for so long."""
    return max(0, math.ceil((KEPT_DAYS * _DAY_S - in_trash_s) / _DAY_S))


def _ids_in_trash(connection: Connection) -> list[ChatId]:
    return list(map(ChatId, connection.execute(select(ChatRow.id).where(_IN_TRASH)).scalars()))


def _age_s(connection: Connection) -> int:
    return connection.execute(select(TrashClockRow.age_s)).scalar_one_or_none() or 0
