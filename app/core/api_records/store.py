"""A file of token records: a cache, which costs time when it is lost and nothing else.

What cannot be read is begun anew, and what cannot be written is not kept; neither is an error to
whoever asks. The few newest records of a conversation are kept, and the conversations that were
used last.

Threads: any; one at a time.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import time
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import sqlalchemy as sa
import xxhash
from sqlalchemy.exc import SQLAlchemyError

from app.core.api_records.values import ApiRecord, Digest
from app.core.files import database_uri
from app.core.messages import TokenRecord
from app.core.protocol import TEMPORARY, ChatKey, program_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

logger = logging.getLogger(__name__)

_SCHEMA_VERSION = 1
_MOST_OF_A_CHAT = 4  # a client may go back a turn or two
_MOST_CHATS = 10_000
_SLICE = 500

_Item = TypeVar("_Item")

_metadata = sa.MetaData()
_records = sa.Table(
    "record",
    _metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("digest", sa.LargeBinary, nullable=False, index=True),
    sa.Column("chat", sa.Text, nullable=False, index=True),
    sa.Column("vocabulary", sa.Text, nullable=False),
    sa.Column("n_chars", sa.Integer, nullable=False, index=True),
    sa.Column("text_digest", sa.LargeBinary, nullable=False),
    sa.Column("token_ids", sa.LargeBinary, nullable=False),  # int32 little endian
    sa.Column("used_at", sa.REAL, nullable=False),
    sqlite_strict=True,
)


class ApiRecords:
    """The records of one installation; the file is made with the first record.

    Args:
        path: of the file; what lies beside it belongs to SQLite. None keeps them in memory.
        clock: Unix time.
    """

    def __init__(self, path: Path | None, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._clock = clock
        self._lock = threading.Lock()
        self._engine: sa.Engine | None = None  # guarded by _lock

    def close(self) -> None:
        """Close the file; whoever asks later has it opened again."""
        with self._lock, contextlib.suppress(SQLAlchemyError):
            if self._engine is not None:
                self._engine.dispose()
            self._engine = None

    def find(self, digests: Sequence[Digest], vocabulary: str) -> list[ApiRecord]:
        """Return the records of some conversations, for one vocabulary, the newest of each.

        Args:
            digests: of the conversations.
            vocabulary: "" for any.
        """
        found: dict[Digest, ApiRecord] = {}

        def read(connection: sa.Connection) -> None:
            for some in _slices(digests):
                query = sa.select(_records).where(_records.c.digest.in_(some))
                if vocabulary:
                    query = query.where(_records.c.vocabulary == vocabulary)
                for row in connection.execute(query.order_by(_records.c.id)):
                    record = _record_of(row)
                    found[record.digest] = record

        self._try_reading(read)
        return [found[digest] for digest in digests if digest in found]

    def find_text(self, text: str, vocabulary: str) -> ApiRecord | None:
        """Return the newest of the longest records whose words a text begins with.

        Args:
            text: of a prompt that goes on without a chat template.
            vocabulary: "" for any.
        """
        found: list[ApiRecord] = []
        # All in one question: there are thousands of lengths, and one for each takes seconds.
        named = sa.select(_records.c.id, _records.c.n_chars, _records.c.text_digest)
        named = named.where(_records.c.n_chars <= len(text))
        if vocabulary:
            named = named.where(_records.c.vocabulary == vocabulary)

        def read(connection: sa.Connection) -> None:
            digest, n_read, longest = xxhash.xxh3_128(), 0, None
            ordered = named.order_by(_records.c.n_chars, _records.c.id)
            for number, n_chars, text_digest in connection.execute(ordered):
                if n_chars > n_read:
                    digest.update(text[n_read:n_chars].encode("utf-8", "surrogatepass"))
                    n_read = n_chars
                if digest.digest() == text_digest:
                    longest = number
            if longest is not None:
                row = connection.execute(sa.select(_records).where(_records.c.id == longest)).one()
                found.append(_record_of(row))

        self._try_reading(read)
        return found[0] if found else None

    def keep(self, record: ApiRecord) -> None:
        """Keep a record, in place of one of the same conversation and vocabulary."""
        of_chat = _records.c.chat == record.chat
        said = record.record
        same = (_records.c.digest == record.digest, _records.c.vocabulary == said.vocabulary)
        newest = sa.select(_records.c.id).where(of_chat).order_by(_records.c.id.desc())
        kept = newest.limit(_MOST_OF_A_CHAT).scalar_subquery()

        def write(connection: sa.Connection) -> None:
            connection.execute(_records.delete().where(of_chat, *same))
            connection.execute(
                _records.insert().values(
                    digest=record.digest,
                    chat=record.chat,
                    vocabulary=said.vocabulary,
                    n_chars=said.n_chars,
                    text_digest=said.text_digest,
                    token_ids=np.asarray(said.token_ids, "<i4").tobytes(),
                    used_at=self._clock(),
                )
            )
            connection.execute(_records.delete().where(of_chat, _records.c.id.not_in(kept)))

        self._try(write)

    def chats(self) -> tuple[ChatKey, ...]:
        """Return whose records there are, those that were used last first."""
        used_at = sa.func.max(_records.c.used_at)
        query = sa.select(_records.c.chat).group_by(_records.c.chat).order_by(used_at.desc())
        found: list[ChatKey] = []

        def read(connection: sa.Connection) -> None:
            found.extend(ChatKey(row.chat) for row in connection.execute(query))

        self._try_reading(read)
        return tuple(found)

    def trim(self) -> tuple[ChatKey, ...]:
        """Forget conversations beyond the most, of the program that has the most; return which."""
        old = _too_many(self.chats())
        if old:
            self.forget(old)
        return old

    def forget(self, chats: Sequence[ChatKey]) -> None:
        """Delete all records of some conversations."""

        def write(connection: sa.Connection) -> None:
            for some in _slices(chats):
                connection.execute(_records.delete().where(_records.c.chat.in_(some)))

        self._try_reading(write)  # where there is no file, there is nothing to forget

    def forget_all(self) -> None:
        """Delete all records."""
        self._try_reading(lambda connection: connection.execute(_records.delete()))

    # -- the file --

    def _try_reading(self, work: Callable[[sa.Connection], object]) -> None:
        """Do something with the file where there is one."""
        with self._lock:
            is_there = self._engine is not None or (self._path is not None and self._path.exists())
        if is_there:
            self._try(work)

    def _try(self, work: Callable[[sa.Connection], object]) -> None:
        """Do something with the file in one transaction; what fails is not done."""
        try:
            with self._lock:
                if self._engine is None:
                    self._engine = self._open()
                with self._engine.begin() as connection:
                    work(connection)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            logger.warning("the token records of other programs are not at hand: %r", error)

    def _open(self) -> sa.Engine:
        """Return the way to a file that can be used; without one, to one in memory."""
        path = self._path
        for attempt in range(2 if path is not None else 0):
            assert path is not None
            engine = sa.create_engine(
                "sqlite://", creator=lambda: _connect(path), poolclass=sa.StaticPool
            )
            try:
                with engine.begin() as connection:
                    _check(connection)
            except (SQLAlchemyError, sqlite3.Error, OSError, ValueError) as error:
                engine.dispose()
                logger.warning("the token records of other programs are begun anew: %r", error)
                if attempt == 0:
                    _remove(path)
            else:
                return engine
        engine = sa.create_engine(
            "sqlite://", connect_args={"check_same_thread": False}, poolclass=sa.StaticPool
        )
        _metadata.create_all(engine)
        return engine


def _connect(path: Path) -> sqlite3.Connection:
    path.touch(mode=0o600)
    uri = database_uri(path.absolute())
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
    # NORMAL: a power cut may take the last records, never the file.
    for pragma in ("secure_delete=ON", "journal_mode=WAL", "synchronous=NORMAL"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


def _check(connection: sa.Connection) -> None:
    """Make the table in a new file.

    Raises:
        ValueError: the file is damaged, or of another version.
    """
    version = connection.exec_driver_sql("PRAGMA user_version").scalar()
    if not version:
        _metadata.create_all(connection)
        connection.exec_driver_sql(f"PRAGMA user_version={_SCHEMA_VERSION}")
        return
    verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if version != _SCHEMA_VERSION or verdict != "ok":
        raise ValueError(f"version {version}, check: {verdict}")


def _too_many(chats: Sequence[ChatKey]) -> tuple[ChatKey, ...]:
    """Return what goes beyond the most: always the oldest of the program that has most left.

    Args:
        chats: those that were used last first.
    """
    by_program: dict[str, list[ChatKey]] = {}
    for chat in chats:
        by_program.setdefault(program_of(chat.removeprefix(TEMPORARY)), []).append(chat)
    n_gone = max(0, len(chats) - _MOST_CHATS)
    gone = {max(by_program.values(), key=len).pop() for _ in range(n_gone)}
    return tuple(chat for chat in chats if chat in gone)


def _record_of(row: Any) -> ApiRecord:
    token_ids = np.frombuffer(row.token_ids, "<i4")
    record = TokenRecord(row.vocabulary, row.n_chars, row.text_digest, tuple(token_ids.tolist()))
    return ApiRecord(Digest(row.digest), ChatKey(row.chat), record)


def _slices(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    """Give some at a time: SQLite takes only so many values in one statement."""
    for begin in range(0, len(items), _SLICE):
        yield items[begin : begin + _SLICE]
