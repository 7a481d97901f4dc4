"""What makes conversations of other programs resume: the exact tokens of the answers they got.

A request brings all of its conversation along, as words. Words alone do not say which tokens they
were made of, and tokens cut anew would lose the stored memory at the first difference. So the
tokens are kept in a file, under digests of the words; the words themselves are not.

The file is a cache, which costs time when it is lost and nothing else: what cannot be read is begun
anew, and what cannot be written is not kept; neither is an error to whoever asks. The few newest
records of a conversation are kept, and the conversations that were used last.

Threads: any; one at a time.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import sqlite3
import struct
import threading
import time
from typing import TYPE_CHECKING, NewType, TypeVar

import xxhash

from app.core.messages import TokenRecord
from app.core.plain_value import PlainValue
from app.core.protocol import TEMPORARY, ChatKey, program_of
from app.core.system.files import database_uri

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path


Digest = NewType("Digest", bytes)
NO_DIGEST = Digest(b"")  # of a conversation without messages
_DIGEST_BYTES = 16


class ApiRecord(PlainValue, frozen=True):
    """The exact tokens of a conversation up to the end of an answer.

    Attributes:
        digest: of the conversation's words up to there.
        chat: whose memory is stored for it.
    """

    digest: Digest
    chat: ChatKey
    record: TokenRecord


def digests_of(messages: Iterable[tuple[str, str]]) -> list[Digest]:
    """Return a name of a conversation up to each of its messages.

    Blanks around the words make no difference: clients often cut them off.

    Args:
        messages: role and words of each.
    """
    digests: list[Digest] = []
    digest = NO_DIGEST
    for role, text in messages:
        digest = digest_behind(digest, role, text)
        digests.append(digest)
    return digests


def digest_behind(before: Digest, role: str, text: str) -> Digest:
    """Return the name of a conversation that has one message more than another.

    Args:
        before: the name of the other; `NO_DIGEST` where it has none.
    """
    said = hashlib.blake2b(before, digest_size=_DIGEST_BYTES)
    said.update(f"\0{role}\0".encode())
    said.update(text.strip().encode("utf-8", "surrogatepass"))
    return Digest(said.digest())


logger = logging.getLogger(__name__)

_SCHEMA_VERSION = 1
_MOST_OF_A_CHAT = 4  # a client may go back a turn or two
_MOST_CHATS = 10_000
_SLICE = 500

_Item = TypeVar("_Item")

_SCHEMA = (
    """CREATE TABLE IF NOT EXISTS record (
        id INTEGER NOT NULL PRIMARY KEY,
        digest BLOB NOT NULL,
        chat TEXT NOT NULL,
        vocabulary TEXT NOT NULL,
        n_chars INTEGER NOT NULL,
        text_digest BLOB NOT NULL,
        token_ids BLOB NOT NULL, -- int32 little endian
        used_at REAL NOT NULL
    ) STRICT""",
    "CREATE INDEX IF NOT EXISTS ix_record_digest ON record (digest)",
    "CREATE INDEX IF NOT EXISTS ix_record_chat ON record (chat)",
    "CREATE INDEX IF NOT EXISTS ix_record_n_chars ON record (n_chars)",
)
_FIELDS = "digest, chat, vocabulary, n_chars, text_digest, token_ids"


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
        self._connection: sqlite3.Connection | None = None  # guarded by _lock

    def close(self) -> None:
        """Close the file; whoever asks later has it opened again."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def find(self, digests: Sequence[Digest], vocabulary: str) -> list[ApiRecord]:
        """Return the records of some conversations, for one vocabulary, the newest of each.

        Args:
            digests: of the conversations.
            vocabulary: "" for any.
        """
        found: dict[Digest, ApiRecord] = {}

        def read(connection: sqlite3.Connection) -> None:
            for some in _slices(digests):
                query = (
                    f"SELECT {_FIELDS} FROM record WHERE digest IN ({_places(some)}) ORDER BY id"
                )
                for row in connection.execute(query, tuple(some)):
                    record = _record_of(row)
                    if vocabulary in ("", record.record.vocabulary):
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
        named = (
            "SELECT id, n_chars, text_digest FROM record WHERE n_chars <= :n_chars"
            " AND (:vocabulary = '' OR vocabulary = :vocabulary) ORDER BY n_chars, id"
        )

        def read(connection: sqlite3.Connection) -> None:
            digest, n_read, longest = xxhash.xxh3_128(), 0, None
            given = {"n_chars": len(text), "vocabulary": vocabulary}
            for number, n_chars, text_digest in connection.execute(named, given):
                if n_chars > n_read:
                    digest.update(text[n_read:n_chars].encode("utf-8", "surrogatepass"))
                    n_read = n_chars
                if digest.digest() == text_digest:
                    longest = number
            if longest is not None:
                query = f"SELECT {_FIELDS} FROM record WHERE id = ?"
                found.append(_record_of(connection.execute(query, (longest,)).fetchone()))

        self._try_reading(read)
        return found[0] if found else None

    def keep(self, record: ApiRecord) -> None:
        """Keep a record, in place of one of the same conversation and vocabulary."""
        said, chat = record.record, record.chat
        same = (chat, record.digest, said.vocabulary)
        token_ids = struct.pack(f"<{len(said.token_ids)}i", *said.token_ids)
        rest = (said.n_chars, said.text_digest, token_ids, self._clock())

        def write(connection: sqlite3.Connection) -> None:
            connection.execute(
                "DELETE FROM record WHERE chat = ? AND digest = ? AND vocabulary = ?", same
            )
            connection.execute(
                "INSERT INTO record (chat, digest, vocabulary, n_chars, text_digest, token_ids,"
                " used_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*same, *rest),
            )
            newest = "SELECT id FROM record WHERE chat = :chat ORDER BY id DESC LIMIT :most"
            connection.execute(
                f"DELETE FROM record WHERE chat = :chat AND id NOT IN ({newest})",
                {"chat": chat, "most": _MOST_OF_A_CHAT},
            )

        self._try(write)

    def chats(self) -> tuple[ChatKey, ...]:
        """Return whose records there are, those that were used last first."""
        query = "SELECT chat FROM record GROUP BY chat ORDER BY max(used_at) DESC"
        found: list[ChatKey] = []

        def read(connection: sqlite3.Connection) -> None:
            found.extend(ChatKey(chat) for (chat,) in connection.execute(query))

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

        def write(connection: sqlite3.Connection) -> None:
            for some in _slices(chats):
                query = f"DELETE FROM record WHERE chat IN ({_places(some)})"
                connection.execute(query, tuple(some))

        self._try_reading(write)  # where there is no file, there is nothing to forget

    def forget_all(self) -> None:
        """Delete all records."""
        self._try_reading(lambda connection: connection.execute("DELETE FROM record"))

    # -- the file --

    def _try_reading(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Do something with the file where there is one."""
        with self._lock:
            is_there = self._connection is not None or (
                self._path is not None and self._path.exists()
            )
        if is_there:
            self._try(work)

    def _try(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Do something with the file in one transaction; what fails is not done."""
        try:
            with self._lock:
                if self._connection is None:
                    self._connection = self._open()
                with self._connection as connection:
                    work(connection)
        except (sqlite3.Error, OSError) as error:
            logger.warning("the token records of other programs are not at hand: %r", error)

    def _open(self) -> sqlite3.Connection:
        """Return the way to a file that can be used; without one, to one in memory."""
        path = self._path
        for attempt in range(2 if path is not None else 0):
            assert path is not None
            try:
                return _connect(path)
            except (sqlite3.Error, OSError, ValueError) as error:
                logger.warning("the token records of other programs are begun anew: %r", error)
                if attempt == 0:
                    _remove(path)
        connection = sqlite3.connect(":memory:", check_same_thread=False)
        _make_table(connection)
        return connection


def _connect(path: Path) -> sqlite3.Connection:
    """Open a file, a new one with its table.

    Raises:
        OSError: it cannot be made.
        sqlite3.Error: it is no database, or cannot be opened.
        ValueError: it is damaged, or of another version.
    """
    path.touch(mode=0o600)
    uri = database_uri(path.absolute())
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
    try:
        # NORMAL: a power cut may take the last records, never the file.
        for pragma in ("secure_delete=ON", "journal_mode=WAL", "synchronous=NORMAL"):
            connection.execute(f"PRAGMA {pragma}")
        version = _value(connection, "user_version")
        if not version:
            _make_table(connection)
        elif version != _SCHEMA_VERSION or _value(connection, "quick_check(1)") != "ok":
            raise ValueError(f"of version {version}, or damaged")
    except BaseException:
        connection.close()
        raise
    return connection


def _make_table(connection: sqlite3.Connection) -> None:
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for statement in (*_SCHEMA, f"PRAGMA user_version={_SCHEMA_VERSION}"):
            connection.execute(statement)


def _value(connection: sqlite3.Connection, pragma: str) -> object:
    return connection.execute(f"PRAGMA {pragma}").fetchone()[0]


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


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


def _record_of(row: tuple[bytes, str, str, int, bytes, bytes]) -> ApiRecord:
    digest, chat, vocabulary, n_chars, text_digest, ids = row
    token_ids = struct.unpack(f"<{len(ids) // 4}i", ids)
    record = TokenRecord(vocabulary, n_chars, text_digest, token_ids)
    return ApiRecord(Digest(digest), ChatKey(chat), record)


def _places(items: Sequence[object]) -> str:
    """Return places for so many values in a statement."""
    return ", ".join("?" * len(items))


def _slices(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    """Give some at a time: SQLite takes only so many values in one statement."""
    for begin in range(0, len(items), _SLICE):
        yield items[begin : begin + _SLICE]
