"""Vectors of passages: the statements that keep them, and the ranking by them.

A vector belongs to a passage and to an embedder, by its identity. On the disk it has 16 bits a
number, in memory 32: 100,000 vectors of 384 numbers are 77 MB there, 154 MB here, and a question is
compared with all of them.

Threads: `VectorTable` any; the functions those of the connection.
"""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Final

import numpy as np

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable, Sequence

    import numpy.typing as npt

_NUMBER: Final = np.dtype("<f2")
_NEAR: Final = 0.25  # of the way from what is usual to the same: embedders differ in what is usual
_ENOUGH: Final = 8  # vectors that tell what is usual


class BarePassage(PlainValue, frozen=True):
    """A passage without a vector.

    Attributes:
        number: its id.
        digest: of its document.
        begin, end: offsets in the document's text.
        headings: above its first words, the outermost first.
    """

    number: int
    digest: str
    begin: int
    end: int
    headings: tuple[str, ...]


def wanted(
    connection: sqlite3.Connection, embedder: str, after: int, most: int
) -> list[BarePassage]:
    """Return passages behind one that have no vector of an embedder, by their ids."""
    rows = connection.execute(
        "SELECT id, digest, begin, end, headings FROM passages WHERE id > ? AND NOT EXISTS"
        " (SELECT 1 FROM vectors WHERE passage = passages.id AND embedder = ?) ORDER BY id LIMIT ?",
        (after, embedder, most),
    )
    return [
        BarePassage(number, digest, begin, end, tuple(json.loads(headings)))
        for number, digest, begin, end, headings in rows
    ]


def put(
    connection: sqlite3.Connection, embedder: str, passages: Sequence[BarePassage], vectors: bytes
) -> None:
    """Keep the vectors of passages, but for those that were forgotten meanwhile.

    Args:
        vectors: float32 [n_passages, n_embedding].
    """
    rows = np.frombuffer(vectors, "<f4").reshape(len(passages), -1).astype(_NUMBER)
    connection.executemany(
        "INSERT OR IGNORE INTO vectors (passage, embedder, vector) SELECT id, ?, ? FROM passages"
        " WHERE id = ? AND digest = ? AND begin = ? AND end = ?",
        [
            (embedder, row.tobytes(), one.number, one.digest, one.begin, one.end)
            for row, one in zip(rows, passages, strict=True)
        ],
    )


def forget_others(connection: sqlite3.Connection, embedder: str) -> None:
    """Forget the vectors of all other embedders; of all for ""."""
    connection.execute("DELETE FROM vectors WHERE embedder <> ?", (embedder,))


def counted(connection: sqlite3.Connection, embedder: str) -> tuple[int, int]:
    """Return how many passages there are, and how many of them have a vector of an embedder."""
    (n_passages,) = connection.execute("SELECT count(*) FROM passages").fetchone()
    (n_vectors,) = connection.execute(
        "SELECT count(*) FROM vectors WHERE embedder = ?", (embedder,)
    ).fetchone()
    return n_passages, n_vectors


class VectorTable:
    """The vectors of one embedder in memory, as they are in the database."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # guards all else
        self._clear("", 0)

    def nearest(
        self,
        embedder: str,
        question: bytes,
        connection: sqlite3.Connection,
        among: Collection[str] | None,
        most: int,
        *,
        only_near: bool = False,
    ) -> list[int]:
        """Return the passages whose vectors are nearest to that of a question, best first.

        Args:
            embedder: its identity.
            question: float32 [n_embedding], of length 1.
            connection: to the database.
            among: digests of the documents to look into; None for those that files have.
            most: passages.
            only_near: leave out those that are hardly nearer than most others.
        """
        asked = np.frombuffer(question, "<f4")
        if among is None:
            found = connection.execute("SELECT DISTINCT digest FROM files WHERE digest NOT NULL")
            among = [digest for (digest,) in found]
        with self._lock:
            if (embedder, len(asked)) != (self._embedder, self._vectors.shape[1]):
                self._clear(embedder, len(asked))
            self._follow(connection)
            is_among = np.zeros(len(self._digests), bool)
            is_among[[self._digests[one] for one in among if one in self._digests]] = True
            chosen = np.flatnonzero(is_among[self._documents])
            # Without BLAS, whose threads and memory no search is worth.
            with np.errstate(all="ignore"):
                of_all = np.einsum("ij,j->i", self._vectors, asked)
            of_all = np.nan_to_num(of_all, posinf=0, neginf=0)
            if only_near and len(of_all) >= _ENOUGH:
                usual = float(np.median(of_all))
                chosen = chosen[of_all[chosen] >= usual + _NEAR * (1 - usual)]
            likeness = of_all[chosen]
            if not likeness.any():  # the embedder says zeros or no numbers: an order by chance
                return []
            best = np.argsort(-likeness, kind="stable")[:most]
            numbers: list[int] = self._passages[chosen[best]].tolist()
            return numbers

    # -- with the lock --

    def _clear(self, embedder: str, n_numbers: int) -> None:
        self._embedder = embedder
        self._ids = np.zeros(0, np.int64)
        self._passages = np.zeros(0, np.int64)
        self._documents = np.zeros(0, np.int32)  # places in `_digests`
        self._digests: dict[str, int] = {}
        self._vectors = np.zeros((0, n_numbers), np.float32)

    def _follow(self, connection: sqlite3.Connection) -> None:
        """Take over what has changed in the database; ids of vectors are never used twice."""
        of_embedder = (self._embedder,)
        known = (len(self._ids), int(self._ids[-1]) if len(self._ids) else None)
        said = "SELECT count(*), max(id) FROM vectors WHERE embedder = ?"
        if connection.execute(said, of_embedder).fetchone() == known:
            return
        ids = _numbers(
            connection.execute("SELECT id FROM vectors WHERE embedder = ? ORDER BY id", of_embedder)
        )
        is_kept = np.isin(self._ids, ids)
        new = np.setdiff1d(ids, self._ids[is_kept])
        self._ids, self._passages = self._ids[is_kept], self._passages[is_kept]
        self._documents, self._vectors = self._documents[is_kept], self._vectors[is_kept]
        if len(new):
            rows = connection.execute(
                "SELECT vectors.id, passage, digest, vector FROM vectors"
                " JOIN passages ON passages.id = passage"
                " WHERE embedder = ? AND vectors.id >= ? ORDER BY vectors.id",
                (*of_embedder, int(new[0])),
            )
            self._add(rows, set(new.tolist()))

    def _add(self, rows: Iterable[tuple[int, int, str, bytes]], new: set[int]) -> None:
        numbers: list[tuple[int, int, int]] = []
        vectors = bytearray()
        n_bytes = self._vectors.shape[1] * _NUMBER.itemsize
        for number, passage, digest, vector in rows:
            if number in new:
                document = self._digests.setdefault(digest, len(self._digests))
                numbers.append((number, passage, document))
                vectors += vector if len(vector) == n_bytes else bytes(n_bytes)
        ids, passages, documents = np.array(numbers, np.int64).reshape(-1, 3).T
        added = np.frombuffer(vectors, _NUMBER).reshape(len(numbers), -1).astype(np.float32)
        self._vectors = np.concatenate([self._vectors, added])
        self._passages = np.concatenate([self._passages, passages])
        self._documents = np.concatenate([self._documents, documents.astype(np.int32)])
        self._ids = np.concatenate([self._ids, ids])


def _numbers(rows: Iterable[tuple[int]]) -> npt.NDArray[np.int64]:
    return np.fromiter((number for (number,) in rows), np.int64)
