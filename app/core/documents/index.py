"""The statements that keep files, documents and passages in the database.

A document is the text of a file as it was read, under the digest of the file's bytes: two files
with the same bytes are one document, and a changed file is another one.

Threads: those of the connection.
"""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from app.core.content.words import folded
from app.core.documents.passages import MOST_OF_TITLE, Passage, estimated_tokens, passages_of
from app.core.documents.sources import is_code
from app.core.documents.text import DocumentText
from app.core.errors import Problem
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from app.core.documents.sources import SeenFile

_FIRST_READING = 1
_LEFT_S: Final = 24 * 3600  # that words of forgotten passages may lie in the index
_LEFT_SHARE: Final = 0.5  # of the passages that there are, so many may be left as well
_MERGED_PAGES: Final = 500  # of FTS5 at a time: about 2 MB are written
_UNCHANGED: Final = 2  # changes that SQLite counts where there is nothing to merge, one a table
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")
_FILES = """
    SELECT path, n_bytes, modified_ns, digest, refusal, is_reachable, title, kind, n_tokens,
        json_array_length(pages, '$[0]'), json_array_length(pages, '$[2]')
    FROM files LEFT JOIN documents USING (digest)"""


class KnownFile(PlainValue, frozen=True):
    """A file of the library, as it was when it was looked at last.

    Attributes:
        modified_ns: in Unix nanoseconds.
        digest: of its bytes; "" for one that could not be read.
        problem: why it could not be read.
        is_reachable: it was there; else its disk is taken away, or its folder cannot be read.
        title: what the document calls itself, or else its name without the ending.
        kind: the ending of the name under which it was read, such as "pdf".
        n_tokens: of the whole text, an estimate.
        n_pages: 0 for a format that knows none.
        n_pages_without_text: pages that hold pictures only.
        is_kept: it is kept read, so that chats about it begin at once.
    """

    path: Path
    n_bytes: int
    modified_ns: int
    digest: str = ""
    problem: Problem | None = None
    is_reachable: bool = True
    title: str = ""
    kind: str = ""
    n_tokens: int = 0
    n_pages: int = 0
    n_pages_without_text: int = 0
    is_kept: bool = False


def files(connection: sqlite3.Connection) -> tuple[KnownFile, ...]:
    """Return all files, in the order of their paths."""
    return tuple(map(_file_of, connection.execute(f"{_FILES} ORDER BY path")))


def files_at(connection: sqlite3.Connection, paths: Iterable[Path]) -> tuple[KnownFile, ...]:
    """Return those of some files that are known, in their order."""
    found = (
        connection.execute(f"{_FILES} WHERE path = ?", (os.fsencode(path),)).fetchone()
        for path in paths
    )
    return tuple(_file_of(row) for row in found if row is not None)


def files_of(connection: sqlite3.Connection, digest: str) -> tuple[KnownFile, ...]:
    """Return the files that have a document, those that are there first."""
    found = connection.execute(
        f"{_FILES} WHERE digest = ? ORDER BY is_reachable DESC, path", (digest,)
    )
    return tuple(map(_file_of, found))


def state(connection: sqlite3.Connection) -> tuple[int, ...]:
    """Return numbers that become others when a file is read, forgotten, or out of reach."""
    row = connection.execute(
        "SELECT count(*), total(length(path)), max(rowid), total(rowid * is_reachable) FROM files"
    ).fetchone()
    return tuple(int(number or 0) for number in row)


def is_up_to_date(connection: sqlite3.Connection, seen: SeenFile) -> bool:
    """Whether a file was read as it is now."""
    found = connection.execute(
        "SELECT 1 FROM files WHERE path = ? AND n_bytes = ? AND modified_ns = ? AND is_reachable",
        (os.fsencode(seen.path), seen.n_bytes, seen.modified_ns),
    )
    return found.fetchone() is not None


def put_file(
    connection: sqlite3.Connection, seen: SeenFile, digest: str | None, problem: Problem | None
) -> None:
    """Take note of a file that was read, or refused."""
    refusal = "" if problem is None else msgspec.json.encode(problem).decode()
    connection.execute(
        "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, 1)",
        (os.fsencode(seen.path), seen.n_bytes, seen.modified_ns, digest, refusal),
    )


def forget_files(connection: sqlite3.Connection, paths: Iterable[Path]) -> None:
    """Forget files; what they said stays."""
    names = [(os.fsencode(path),) for path in paths]
    connection.executemany("DELETE FROM files WHERE path = ?", names)


def mark_reachable(
    connection: sqlite3.Connection, paths: Iterable[Path], *, is_reachable: bool
) -> None:
    """Take note of which files are there."""
    names = [(is_reachable, os.fsencode(path)) for path in paths]
    connection.executemany("UPDATE files SET is_reachable = ? WHERE path = ?", names)


# -- which parsers have read them --


def reading_version(connection: sqlite3.Connection) -> int:
    """Return the version of the parsers by which files are read, or are to be read again."""
    row = connection.execute("SELECT max(version) FROM reading").fetchone()
    return row[0] or _FIRST_READING


def read_all_again(connection: sqlite3.Connection, version: int) -> None:
    """Have each file looked at again, for parsers of this version; what is known stays meanwhile.

    Those that were refused are tried again as well.
    """
    connection.execute("INSERT OR IGNORE INTO outdated SELECT digest FROM documents")
    connection.execute("UPDATE files SET modified_ns = -1")
    connection.execute("DELETE FROM reading")
    connection.execute("INSERT INTO reading VALUES (?)", (version,))


# -- documents --


def has_document(connection: sqlite3.Connection, digest: str) -> bool:
    """Whether the text of a digest is there."""
    found = connection.execute("SELECT 1 FROM documents WHERE digest = ?", (digest,))
    return found.fetchone() is not None


def has_current(connection: sqlite3.Connection, digest: str) -> bool:
    """Whether the text of a digest is there, and was not read by earlier parsers."""
    found = connection.execute("SELECT 1 FROM outdated WHERE digest = ?", (digest,))
    return has_document(connection, digest) and found.fetchone() is None


def document(connection: sqlite3.Connection, digest: str) -> DocumentText | None:
    """Return what a document says; None where it is not there."""
    row = connection.execute(
        "SELECT title, text, pages FROM documents WHERE digest = ?", (digest,)
    ).fetchone()
    if row is None:
        return None
    title, text, pages = row
    starts, names, empty = json.loads(pages)
    return DocumentText(title, text, tuple(starts), tuple(names), tuple(empty))


def put_document(
    connection: sqlite3.Connection,
    digest: str,
    path: Path,
    document: DocumentText,
    *,
    has_parts: bool = True,
) -> None:
    """Keep what a document says, and index its passages, unless that is there.

    Args:
        has_parts: parts of its words can be found; else it must not be forgotten.
    """
    if has_current(connection, digest):
        return
    if has_document(connection, digest):  # as earlier parsers have read it
        _forget_passages(connection, digest)
    connection.execute("DELETE FROM outdated WHERE digest = ?", (digest,))
    # Characters that cannot be stored are replaced, each by one, so that offsets stay.
    text = _LONE_SURROGATES.sub("�", document.text)
    document = DocumentText(
        _LONE_SURROGATES.sub("�", document.title or path.stem)[:MOST_OF_TITLE],
        text,
        document.page_starts,
        tuple(_LONE_SURROGATES.sub("�", name) for name in document.page_names),
        document.pages_without_text,
    )
    pages = [document.page_starts, document.page_names, document.pages_without_text]
    kind = path.suffix.lower().removeprefix(".").encode("utf-8", "replace").decode()
    connection.execute(
        "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (digest) DO UPDATE SET title = excluded.title, kind = excluded.kind,"
        " text = excluded.text, pages = excluded.pages, n_tokens = excluded.n_tokens",
        (digest, document.title, kind, text, json.dumps(pages), estimated_tokens(text)),
    )
    for place, one in enumerate(passages_of(document, is_code=is_code(path))):
        headings = json.dumps(one.headings)
        (number,) = connection.execute(
            "INSERT INTO passages (digest, place, begin, end, page, headings, n_tokens)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (digest, place, one.begin, one.end, one.page, headings, one.n_tokens),
        ).fetchone()
        above, body = _indexed(document, one)
        connection.execute(
            "INSERT INTO words (rowid, headings, body) VALUES (?, ?, ?)", (number, above, body)
        )
        if has_parts:
            connection.execute("INSERT INTO parts (rowid, body) VALUES (?, ?)", (number, body))


def forget_unused(connection: sqlite3.Connection, *, at_once: bool = False) -> None:
    """Forget documents that no file has any more.

    Their words lie in the index until `tidy` has taken them out.

    Args:
        at_once: that is due now, also for what was forgotten before.
    """
    unused = (
        "SELECT digest FROM documents"
        " WHERE NOT EXISTS (SELECT 1 FROM files WHERE files.digest = documents.digest)"
    )
    gone = [digest for (digest,) in connection.execute(unused)]
    for digest in gone:
        _forget_passages(connection, digest)
        connection.execute("DELETE FROM outdated WHERE digest = ?", (digest,))
        connection.execute("DELETE FROM documents WHERE digest = ?", (digest,))
    if at_once:
        connection.execute("UPDATE leftovers SET since = 0")


def leftovers_due(connection: sqlite3.Connection) -> int:
    """Return of how many forgotten passages words are to leave the index; 0 where that can wait.

    FTS5 rewrites the whole index for it, so that it waits for a day or for many passages.
    """
    row = connection.execute("SELECT since, n_passages FROM leftovers").fetchone()
    if row is None:
        return 0
    since, n_left = row
    (n_passages,) = connection.execute("SELECT count(*) FROM passages").fetchone()
    can_wait = 0 <= time.time() - since < _LEFT_S and n_left <= _LEFT_SHARE * n_passages
    return 0 if can_wait else int(n_left)


def tidy(connection: sqlite3.Connection, n_left: int, *, is_first: bool) -> bool:
    """Take some words of forgotten passages out of the index; return whether there may be more.

    Args:
        n_left: what `leftovers_due` said before the first time.
        is_first: it is the first time.
    """
    n_pages = -_MERGED_PAGES if is_first else _MERGED_PAGES  # below 0: begin to merge all
    before = connection.total_changes
    connection.execute("INSERT INTO words (words, rank) VALUES ('merge', ?)", (n_pages,))
    connection.execute("INSERT INTO parts (parts, rank) VALUES ('merge', ?)", (n_pages,))
    if connection.total_changes - before > _UNCHANGED:
        return True
    connection.execute("DELETE FROM leftovers WHERE n_passages = ?", (n_left,))
    return False


def _note_leftovers(connection: sqlite3.Connection, n_passages: int) -> None:
    noted = connection.execute("UPDATE leftovers SET n_passages = n_passages + ?", (n_passages,))
    if not noted.rowcount:
        now = int(time.time())
        connection.execute("INSERT INTO leftovers VALUES (?, ?)", (now, n_passages))


def _forget_passages(connection: sqlite3.Connection, digest: str) -> None:
    """Forget the passages of a document, as they were indexed."""
    text = document(connection, digest)
    assert text is not None
    forgotten = passages(connection, digest)
    for number, one in forgotten:
        above, body = _indexed(text, one)
        # FTS5 keeps no text: what is to be taken out is told to it again.
        connection.execute(
            "INSERT INTO words (words, rowid, headings, body) VALUES ('delete', ?, ?, ?)",
            (number, above, body),
        )
        connection.execute(
            "INSERT INTO parts (parts, rowid, body) VALUES ('delete', ?, ?)", (number, body)
        )
    connection.execute("DELETE FROM passages WHERE digest = ?", (digest,))
    if forgotten:
        _note_leftovers(connection, len(forgotten))


def passages(connection: sqlite3.Connection, digest: str) -> list[tuple[int, Passage]]:
    """Return the passages of a document in order, each with its id."""
    rows = connection.execute(
        "SELECT id, begin, end, page, headings, n_tokens FROM passages WHERE digest = ?"
        " ORDER BY place",
        (digest,),
    )
    return [(row[0], _passage_of(row[1:])) for row in rows]


def _passage_of(row: Sequence[Any]) -> Passage:
    begin, end, page, headings, n_tokens = row
    return Passage(begin, end, page, tuple(json.loads(headings)), n_tokens)


def _indexed(document: DocumentText, passage: Passage) -> tuple[str, str]:
    """Return the words above a passage and its own; blanks at both ends are ends of words."""
    above = folded(" ".join((document.title, *passage.headings)))
    return above, f" {folded(document.text[passage.begin : passage.end])} "


def _file_of(row: Sequence[Any]) -> KnownFile:
    path, n_bytes, modified_ns, digest, refusal, is_reachable, title, kind, *counts = row
    n_tokens, n_pages, n_empty = (count or 0 for count in counts)
    problem = msgspec.json.decode(refusal, type=Problem) if refusal else None
    return KnownFile(
        Path(os.fsdecode(path)),
        n_bytes,
        modified_ns,
        digest or "",
        problem,
        bool(is_reachable),
        title or "",
        kind or "",
        n_tokens,
        n_pages,
        n_empty,
    )


def file_of(connection: sqlite3.Connection, digest: str) -> tuple[str, float]:
    """Return path and last change, in Unix seconds, of a file that has a document; or "" and 0."""
    row = connection.execute(
        "SELECT path, modified_ns FROM files WHERE digest = ? ORDER BY is_reachable DESC, path",
        (digest,),
    ).fetchone()
    return ("", 0.0) if row is None else (os.fsdecode(row[0]), max(0, row[1]) / 1e9)
