"""Asks the index: which messages and titles have the words, in which order, and where in them.

Ranking: titles above messages, since who remembers a title means that chat; then bm25, in which
what is attached counts less than what was said; a message of today counts a quarter more than one
of years ago. Of very common words only the newest `MOST_FOUND` messages are ranked: with bm25 over
all of them a first letter would take a third of a second.

Only reads, on a connection of its own that cannot write; it never checkpoints the log.

Threads: one at a time.
"""

from __future__ import annotations

import contextlib
import heapq
import sqlite3
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Self

from app.core.chats.errors import translated_errors
from app.core.chats.records import ChatId, MessageId
from app.core.chats.search.query import (
    beginning_of,
    expression,
    expression_inside,
    has_all,
    parse,
    snippet_of,
    whole,
)
from app.core.chats.search.values import SEARCH_NOT_READY, SearchDamaged, SearchHit, SearchPage
from app.core.content.words import folded
from app.core.messages import Role
from app.core.plain_value import PlainValue
from app.core.system.files import database_uri

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from app.core.chats.search.query import Query, Snippet
    from app.core.chats.search.values import SearchFilter, SearchQuestion

MOST_FOUND = 2_000  # messages that are ranked
FIRST_PAGE, LATER_PAGE = 20, 60  # hits
_BUSY_S = 2.0
_STEPS_BETWEEN = 20_000  # of SQLite's machine, until it is asked whether to stop; below 1 ms
_ATTACHED_WEIGHT = 0.5  # of a word, beside 1 for one that was said
_FIRST_LETTERS = 2
_NEWEST_GAIN = 0.25
_HALF_OF_GAIN_DAYS = 90.0
_DAY_CHARS = len("2026-01-31")
_MOST_WORDS = 64  # that have a part
_PRAGMAS = ("query_only=ON", "trusted_schema=OFF", "cache_size=-16000", "temp_store=MEMORY")

_RANKED = """
    SELECT search_text.rowid, {score}, messages.created_at
    FROM search_text
    CROSS JOIN messages ON messages.id = search_text.rowid
    CROSS JOIN chats ON chats.id = messages.chat_id
    WHERE search_text MATCH :match AND chats.trashed_at IS NULL {narrowed}
    ORDER BY search_text.rowid DESC LIMIT {most}"""
_NOT_DELETED = """
    AND messages.id NOT IN (
        WITH RECURSIVE below(id, chat_id) AS (
            SELECT id, chat_id FROM messages
            WHERE id IN (SELECT message_id FROM deleted_messages)
            UNION
            SELECT child.id, child.chat_id FROM below JOIN messages AS child
            ON child.chat_id = below.chat_id AND child.parent_id = below.id)
        SELECT id FROM below)"""
_TITLES = "SELECT id, title, updated_at FROM chats WHERE trashed_at IS NULL AND title <> ''"
_MESSAGE = """
    SELECT messages.chat_id, chats.title, messages.role, messages.model, messages.created_at,
        messages.text
    FROM messages JOIN chats ON chats.id = messages.chat_id
    WHERE messages.id = ? AND chats.trashed_at IS NULL {narrowed}"""
_ATTACHED = "SELECT name, text FROM attachments WHERE message_id = ? ORDER BY position"
_MEDIA = "SELECT name, alt_text FROM message_media WHERE message_id = ? ORDER BY position"
_KNOWS_MEDIA = "SELECT count(*) FROM sqlite_master WHERE name = 'message_media'"
_WITH_PART = "SELECT word FROM search_parts WHERE word LIKE ? LIMIT 2000"
_MODELS = "SELECT DISTINCT model FROM messages WHERE model <> '' ORDER BY model COLLATE NOCASE"


class Ranking(PlainValue, frozen=True):
    """What a question has found, best first; pages are cut out of it.

    Attributes:
        titles: of chats, by their ids; they come first.
        messages: by their ids.
    """

    question: SearchQuestion
    query: Query
    titles: tuple[ChatId, ...] = ()
    messages: tuple[MessageId, ...] = ()
    n_waiting: int = 0
    is_inside_words: bool = False


class SearchReader:
    """The index of one database, to be asked; made by `open`.

    Any method may raise, apart from what is said there:
        SearchDamaged: the index is to be built anew.
        KnownError: see `errors.py` of the chats.
        SearchInterrupted: `should_stop` has said so meanwhile.

    Args:
        path: of the database.
        connection: to it, which cannot write.
        should_stop: asked again and again, also in the middle of SQLite's work.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, should_stop: Callable[[], bool]
    ) -> None:
        self._path = path
        self._connection = connection
        self._should_stop = should_stop
        self._folded_titles: dict[str, str] = {}

    @classmethod
    def open(cls, path: Path, should_stop: Callable[[], bool] = lambda: False) -> SearchReader:
        """Open the database of chats, beside a Hearth that has it open or without one.

        Raises:
            KnownError: it is not there, or of a version without an index.
        """
        if not path.exists():
            raise SEARCH_NOT_READY("there is no database")
        with _translated(path), contextlib.ExitStack() as stack:
            uri = database_uri(path.absolute(), is_read_only=True)
            connection = sqlite3.connect(
                uri, timeout=_BUSY_S, isolation_level=None, uri=True, check_same_thread=False
            )
            stack.callback(connection.close)
            for pragma in _PRAGMAS:
                connection.execute(f"PRAGMA {pragma}").close()
            connection.execute("SELECT 1 FROM search_state").fetchone()
            connection.set_progress_handler(should_stop, _STEPS_BETWEEN)
            stack.pop_all()
            return cls(path, connection, should_stop)
        raise AssertionError  # `_translated` never swallows

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def __enter__(self) -> Self:
        """Return the open reader."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    # -- asking --

    def rank(self, question: SearchQuestion) -> Ranking:
        """Find what has the words; where no word is or begins like these, what has them inside."""
        query = parse(question.text)
        if not query.wanted:
            return Ranking(question, query)
        with _translated(self._path):
            n_waiting = self._one("SELECT count(*) FROM search_pending")
            titles = self._titles(query, question.only)
            match = expression(query)
            messages = self._messages(match, question.only, is_ranked=not _is_beginning(query))
            if titles or messages:
                return Ranking(question, query, titles, messages, n_waiting)
            wider = expression_inside(query, self._words_with)
            titles = self._titles(query, question.only, inside=True)
            messages = self._messages(wider, question.only) if wider else ()
            return Ranking(question, query, titles, messages, n_waiting, is_inside_words=True)

    def page(self, ranking: Ranking, begin: int = 0, n: int = FIRST_PAGE) -> SearchPage:
        """Return some of what was found; what was deleted meanwhile is left out.

        Args:
            ranking: of the question.
            begin: place of the first one.
            n: how many at most.
        """
        with _translated(self._path):
            n_titles = len(ranking.titles)
            hits = [self._title_hit(chat_id, ranking) for chat_id in ranking.titles[begin:][:n]]
            rest = ranking.messages[max(0, begin - n_titles) :][: n - len(hits)]
            narrowed = self._not_deleted()
            hits += [self._message_hit(message_id, ranking, narrowed) for message_id in rest]
        there = tuple(hit for hit in hits if hit is not None)
        return SearchPage(
            begin,
            there,
            n_titles + len(ranking.messages),
            is_cut=len(ranking.messages) >= MOST_FOUND,
            n_waiting=ranking.n_waiting,
            is_inside_words=ranking.is_inside_words and n_titles + len(ranking.messages) > 0,
            n_left_out=len(hits) - len(there),
        )

    def models(self) -> tuple[str, ...]:
        """Return the names of all models that have answered; reads all messages."""
        with _translated(self._path):
            return tuple(model for (model,) in self._rows(_MODELS))

    # -- what has the words --

    def _messages(
        self, match: str, only: SearchFilter, *, is_ranked: bool = True
    ) -> tuple[MessageId, ...]:
        narrowed, values = _narrowed(only)
        narrowed += self._not_deleted()
        score = f"bm25(search_text, 1.0, {_ATTACHED_WEIGHT})" if is_ranked else "-1.0"
        statement = _RANKED.format(score=score, narrowed=narrowed, most=MOST_FOUND)
        rows = self._rows(statement, {**values, "match": match})
        gains = _Gains()
        ranked = sorted(rows, key=lambda row: (row[1] * gains[row[2][:_DAY_CHARS]], -row[0]))
        return tuple(MessageId(row[0]) for row in ranked)

    def _not_deleted(self) -> str:
        """Return a condition for messages that were not deleted; nearly always there are none."""
        return _NOT_DELETED if self._one("SELECT EXISTS (SELECT 1 FROM deleted_messages)") else ""

    def _titles(
        self, query: Query, only: SearchFilter, *, inside: bool = False
    ) -> tuple[ChatId, ...]:
        if only.is_about_messages:
            return ()
        found = []
        for chat_id, title, updated_at in self._rows(_TITLES):
            if title not in self._folded_titles:
                self._folded_titles[title] = folded(title)
            plain = self._folded_titles[title]
            # Nearly all of them are done with here, which is ten times as fast.
            may_have = all(term.words[0] in plain for term in query.wanted)
            if may_have and _is_within(updated_at, only) and has_all(title, query, inside=inside):
                found.append((updated_at, chat_id))
        return tuple(ChatId(chat_id) for _when, chat_id in sorted(found, reverse=True))

    def _words_with(self, part: str) -> Sequence[str]:
        """Return the shortest words that have a part."""
        rows = self._rows(_WITH_PART, (f"%{part}%",))
        return heapq.nsmallest(_MOST_WORDS, (word for (word,) in rows), key=len)

    # -- hits --

    def _title_hit(self, chat_id: ChatId, ranking: Ranking) -> SearchHit | None:
        statement = "SELECT title, updated_at FROM chats WHERE id = ? AND trashed_at IS NULL"
        row = next(iter(self._rows(statement, (chat_id,))), None)
        if row is None:
            return None
        title, when = row
        cut = whole(" ".join(title.split()), ranking.query, inside=ranking.is_inside_words)
        moment = datetime.fromisoformat(when)
        return SearchHit(chat_id, cut.text, None, None, "", moment, cut.text, cut.ranges, cut.words)

    def _message_hit(
        self, message_id: MessageId, ranking: Ranking, narrowed: str
    ) -> SearchHit | None:
        statement = _MESSAGE.format(narrowed=narrowed)
        row = next(iter(self._rows(statement, (message_id,))), None)
        if row is None:
            return None
        chat_id, title, role, model, when, text = row
        cut, attachment = self._snippet(message_id, text, ranking)
        moment = datetime.fromisoformat(when)
        return SearchHit(
            ChatId(chat_id),
            " ".join(title.split()),
            message_id,
            Role(role),
            model,
            moment,
            cut.text,
            cut.ranges,
            cut.words,
            attachment,
        )

    def _snippet(self, message_id: int, text: str, ranking: Ranking) -> tuple[Snippet, str]:
        """Return the words around, and the name of the attachment that they are in, if any."""
        query, inside = ranking.query, ranking.is_inside_words
        said = snippet_of(text, query, inside=inside)
        if said is not None:
            return said, ""
        for name, body in (*self._rows(_ATTACHED, (message_id,)), *self._media(message_id)):
            inside_file = snippet_of(body, query, inside=inside)
            if inside_file is not None:
                return inside_file, name
            if snippet_of(name, query, inside=inside) is not None:
                return whole(name, query, inside=inside), name
        return beginning_of(text), ""

    def _media(self, message_id: int) -> Sequence[tuple[str, str]]:
        """Return names and alt texts of media; none in a database of a version without them."""
        if not self._one(_KNOWS_MEDIA):
            return ()
        return [(name, alt_text) for name, alt_text in self._rows(_MEDIA, (message_id,))]

    # -- SQL --

    def _rows(
        self, statement: str, values: Sequence[object] | dict[str, object] = ()
    ) -> list[tuple[Any, ...]]:
        if self._should_stop():
            raise SearchInterrupted
        # All of them at once: an open cursor would keep the log from being emptied.
        with contextlib.closing(self._connection.execute(statement, values)) as cursor:
            return cursor.fetchall()

    def _one(self, statement: str) -> int:
        value = self._rows(statement)[0][0]
        return value if isinstance(value, int) else 0


class SearchInterrupted(Exception):
    """Something else is wanted by now."""


@contextlib.contextmanager
def _translated(path: Path) -> Iterator[None]:
    try:
        with translated_errors(path):
            try:
                yield
            except sqlite3.OperationalError as error:
                if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
                    raise SearchInterrupted from error
                if "no such table: search_" in str(error):
                    raise SEARCH_NOT_READY(str(error)) from error
                raise
    except Exception as error:
        cause = error.__cause__
        if isinstance(cause, sqlite3.Error) and is_index_damage(cause):
            raise SearchDamaged(repr(cause)) from error
        raise


def is_index_damage(error: sqlite3.Error) -> bool:
    """Whether FTS5 cannot read its own tables."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code == sqlite3.SQLITE_CORRUPT_VTAB or "fts5" in str(error).lower()


def _is_beginning(query: Query) -> bool:
    """Whether no more than the first letters of a word were typed.

    Nearly every message has such a word, so that only their time tells them apart; and bm25 would
    read all of them twice.
    """
    words = [word for term in query.wanted for word in term.words]
    return len(words) == 1 and len(words[0]) <= _FIRST_LETTERS and query.wanted[0].is_begun


def _narrowed(only: SearchFilter) -> tuple[str, dict[str, object]]:
    """Return conditions and their values; a folder of chats would be one more."""
    wanted: tuple[tuple[str, str, object], ...] = (
        ("chat", "messages.chat_id = :chat", only.chat_id),
        ("role", "messages.role = :role", only.role),
        ("model", "messages.model = :model", only.model),
        ("since", "messages.created_at >= :since", _stored(only.since)),
        ("until", "messages.created_at < :until", _stored(only.until)),
    )
    chosen = [(name, condition, value) for name, condition, value in wanted if value is not None]
    narrowed = "".join(f" AND {condition}" for _name, condition, _value in chosen)
    return narrowed, {name: value for name, _condition, value in chosen}


def _is_within(when: str, only: SearchFilter) -> bool:
    since, until = _stored(only.since), _stored(only.until)
    return (since is None or when >= since) and (until is None or when < until)


def _stored(moment: datetime | None) -> str | None:
    """Return a moment as the database has it."""
    return None if moment is None else moment.astimezone(UTC).isoformat(timespec="microseconds")


class _Gains(dict[str, float]):
    """What a message is worth more for its day, worked out once for each."""

    def __init__(self) -> None:
        super().__init__()
        self._today = datetime.now(UTC).date()

    def __missing__(self, day: str) -> float:
        days = max(0, (self._today - date.fromisoformat(day)).days)
        gain = self[day] = 1.0 + _NEWEST_GAIN * _HALF_OF_GAIN_DAYS / (_HALF_OF_GAIN_DAYS + days)
        return gain
