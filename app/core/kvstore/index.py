"""SQLite index of what is stored: which segment follows which, who needs it, when it was used.

Everything in it but the times of use, the later owners, the count of bytes and what was learnt of
models can be read again from the headers of the segment files, so a broken index is moved aside and
built again.

Threads: everything under "writing" belongs to the thread that writes (the opening thread until
the writer thread starts). That one connection alone writes and checkpoints. Everything under
"reading" may be called from any thread and uses query-only connections.
"""

from __future__ import annotations

import contextlib
import datetime
from typing import TYPE_CHECKING

import numpy as np
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from app.core.kvstore import census
from app.core.kvstore.chain import MAX_SEGMENT_TOKENS, Key, SegmentHash, common_prefix
from app.core.kvstore.evictor import StoredRow
from app.core.kvstore.fingerprint import Fingerprint
from app.core.kvstore.index_database import IndexDatabase
from app.core.kvstore.index_tables import NO_PARENT, models, owners, segments, written
from app.core.kvstore.records import Child, Known, ModelFacts, Owner, Segment, Usage

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from app.core.kvstore.records import ChatUse, ModelUse

    AlikeOf = Callable[[Fingerprint, SegmentHash | None, NDArray[np.int32]], list[Child]]

_DAYS_KEPT = 64
_BATCH = 500  # names in one statement; SQLite's limit on variables is far above

_N_NEIGHBOURS = 4

# As text: a search asks these for each segment of a chain while somebody waits for the chat.
_CHILDREN = (
    "SELECT name, token_ids, n_windowed, snapshot_bytes FROM segment "
    "WHERE namespace = ? AND parent = ?"
)
_UP_TO = f"{_CHILDREN} AND token_ids <= ? ORDER BY token_ids DESC LIMIT ?"
_BEFORE = f"{_CHILDREN} AND token_ids < ? ORDER BY token_ids DESC LIMIT ?"
_AFTER = f"{_CHILDREN} AND token_ids > ? ORDER BY token_ids LIMIT ?"


class Index:
    """The index of one store.

    Args:
        path: the database file.
        writable: whether this instance writes; the file is then created if it is missing.

    Raises:
        IndexFailed: the file is missing (and not to be created), damaged, or of another version.
    """

    def __init__(self, path: Path, *, writable: bool) -> None:
        self._database = IndexDatabase(path, writable=writable)
        self._read = self._database.read

    def close(self) -> None:
        """Close every connection."""
        self._database.close()

    # -- reading --

    @property
    def index_id(self) -> int:
        """Another number whenever the index was built again."""
        return self._database.index_id()

    def children(self, namespace: Fingerprint, parent: SegmentHash | None) -> list[Child]:
        """Return the segments right after `parent`."""
        with self._database.reading() as connection:
            return _children(connection, _CHILDREN, namespace, parent)

    @contextlib.contextmanager
    def walking(self) -> Iterator[AlikeOf]:
        """Give out a search for segments right after another, for many calls over one connection.

        Of the segments after `parent` it returns those that `token_ids` begins with, and those that
        have most tokens in common with its beginning. However many there are (each chat has a first
        one): they are sorted by their tokens, so both lie beside the place of `token_ids`.
        """
        with self._database.reading() as connection:

            def alike(
                namespace: Fingerprint, parent: SegmentHash | None, token_ids: NDArray[np.int32]
            ) -> list[Child]:
                return _alike(connection, namespace, parent, token_ids[:MAX_SEGMENT_TOKENS])

            yield alike

    def along(self, namespace: Fingerprint, token_ids: NDArray[np.int32]) -> list[Key]:
        """Return the stored segments that hold nothing but tokens of a sequence, at their place."""
        found: list[Key] = []
        with self.walking() as alike:
            ends: list[tuple[SegmentHash | None, int]] = [(None, 0)]
            while ends:
                parent, at = ends.pop()
                for child in alike(namespace, parent, token_ids[at:]):
                    end = at + child.token_ids.size
                    if np.array_equal(child.token_ids, token_ids[at:end]):
                        found.append(Key(namespace, child.name))
                        ends.append((child.name, end))
        return found

    def owners(self) -> frozenset[Owner]:
        """Return everybody who needs something."""
        return frozenset(
            Owner(name) for (name,) in self._read(sa.select(owners.c.owner).distinct())
        )

    def has_unowned(self) -> bool:
        """Tell whether there is a segment that nobody claims for himself."""
        is_owned = sa.exists().where(owners.c.segment_id == segments.c.id)
        return bool(self._read(sa.select(segments.c.id).where(~is_owned).limit(1)))

    def namespaces(self) -> list[Fingerprint]:
        """Return the namespaces of which anything is stored."""
        found = self._read(sa.select(segments.c.namespace).distinct())
        return [Fingerprint(namespace) for (namespace,) in found]

    def find(self, keys: Sequence[Key]) -> dict[Key, Known]:
        """Return those of `keys`, all of one namespace, that are stored."""
        if not keys:
            return {}
        columns = segments.c
        wanted = sa.select(
            columns.name, columns.begin, columns.token_ids, columns.snapshot_bytes
        ).where(
            columns.namespace == keys[0].namespace, columns.name.in_([key.name for key in keys])
        )
        return {
            Key(keys[0].namespace, SegmentHash(name)): Known(begin, _ids(token_ids), n_bytes > 0)
            for name, begin, token_ids, n_bytes in self._read(wanted)
        }

    def snapshots_up_to(self, end: Key) -> list[tuple[int, Key]]:
        """Return end position and key of the segments with a snapshot in the chain up to `end`."""
        chain = _chain_up_to(end)
        found = (
            sa.select(chain.c.begin + chain.c.n_tokens, chain.c.name)
            .where(chain.c.snapshot_bytes > 0)
            .order_by(chain.c.begin)
        )
        return [(at, Key(end.namespace, SegmentHash(name))) for at, name in self._read(found)]

    def rows(self) -> list[StoredRow]:
        """Return every segment as the evictor needs it."""
        is_owned = sa.exists().where(owners.c.segment_id == segments.c.id)
        columns = segments.c
        found = self._read(
            sa.select(
                columns.namespace,
                columns.name,
                columns.parent,
                columns.begin,
                columns.file_bytes,
                columns.last_used,
                is_owned,
                columns.snapshot_bytes,
                columns.n_tokens,
            )
        )
        return [
            StoredRow(
                Key(Fingerprint(namespace), SegmentHash(name)),
                Key(Fingerprint(namespace), SegmentHash(parent)) if parent else None,
                *rest,
            )
            for namespace, name, parent, *rest in found
        ]

    def file_sizes(self) -> dict[Key, tuple[int, int]]:
        """Return the bytes of each segment's file and of its snapshot's, 0 for none."""
        columns = segments.c
        found = self._read(
            sa.select(columns.namespace, columns.name, columns.file_bytes, columns.snapshot_bytes)
        )
        return {
            Key(Fingerprint(namespace), SegmentHash(name)): (n_bytes, snapshot_bytes)
            for namespace, name, n_bytes, snapshot_bytes in found
        }

    def owned(self, namespace: Fingerprint, owner: Owner) -> list[Key]:
        """Return what `owner` needs in one namespace, used last first."""
        wanted = (
            sa.select(segments.c.name)
            .join(owners, owners.c.segment_id == segments.c.id)
            .where(segments.c.namespace == namespace, owners.c.owner == owner)
            .order_by(segments.c.last_used.desc(), segments.c.begin)
        )
        return [Key(namespace, SegmentHash(name)) for (name,) in self._read(wanted)]

    def last_chain(self, namespace: Fingerprint, owner: Owner) -> Key | None:
        """Return the end of the chain that `owner` used last in one namespace.

        A claim touches only as much of a chain as was found, so the newest segment need not be an
        end: of the ends, the one that was used last.
        """
        owned = (
            sa.select(segments.c.name, segments.c.parent, segments.c.last_used)
            .join(owners, owners.c.segment_id == segments.c.id)
            .where(segments.c.namespace == namespace, owners.c.owner == owner)
            .cte("owned")
        )
        child = owned.alias("child")
        is_followed = sa.exists().where(child.c.parent == owned.c.name)
        newest = (
            sa.select(owned.c.name).where(~is_followed).order_by(owned.c.last_used.desc()).limit(1)
        )
        return next((Key(namespace, SegmentHash(name)) for (name,) in self._read(newest)), None)

    def chain(self, end: Key) -> NDArray[np.int32]:
        """Return the token ids of the chain that ends with `end`; empty where a piece is missing.

        One statement, however long the chain is.
        """
        chain = _chain_up_to(end)
        rows = self._read(sa.select(chain.c.begin, chain.c.token_ids).order_by(chain.c.begin))
        pieces = [_ids(token_ids) for _begin, token_ids in rows]
        if not rows or rows[0][0] != 0:
            return np.empty(0, np.int32)
        return np.concatenate(pieces)

    def is_owner_elsewhere(self, namespace: Fingerprint, owner: Owner) -> bool:
        """Return whether `owner` needs anything in another namespace."""
        found = (
            sa.select(owners.c.owner)
            .join(segments, owners.c.segment_id == segments.c.id)
            .where(segments.c.namespace != namespace, owners.c.owner == owner)
            .limit(1)
        )
        return bool(self._read(found))

    def owned_by(self, chosen: Collection[Owner]) -> set[Key]:
        """Return what any of these owners needs."""
        wanted = (
            sa.select(segments.c.namespace, segments.c.name)
            .join(owners, owners.c.segment_id == segments.c.id)
            .where(owners.c.owner.in_(chosen))
        )
        rows = self._read(wanted) if chosen else []
        return {Key(Fingerprint(ns), SegmentHash(name)) for ns, name in rows}

    def seconds_per_token(self) -> dict[Fingerprint, float]:
        """Return the measured time to compute a token, by namespace."""
        columns = models.c
        measured = sa.select(columns.namespace, columns.seconds_per_token).where(
            columns.seconds_per_token.is_not(None)
        )
        return {Fingerprint(namespace): seconds for namespace, seconds in self._read(measured)}

    def model(self, namespace: Fingerprint) -> ModelFacts:
        """Return what is known of the model of a namespace."""
        columns = models.c
        wanted = sa.select(columns.name, columns.seconds_per_token, columns.restore_bytes_per_s)
        rows = self._read(wanted.where(columns.namespace == namespace))
        return ModelFacts(namespace, *rows[0]) if rows else ModelFacts(namespace, "")

    def chats(self, namespace: Fingerprint | None = None) -> list[ChatUse]:
        """Return what each chat takes, used last first."""
        return census.chats(self._read, namespace)

    def models(self) -> list[ModelUse]:
        """Return what each model's rows take, most first."""
        return census.models(self._read)

    def usage(self, now: float) -> Usage:
        """Return counts over everything stored, and the bytes written on the day of `now`."""
        totals = sa.select(
            sa.func.count(),
            sa.func.coalesce(sa.func.sum(segments.c.file_bytes + segments.c.snapshot_bytes), 0),
        ).select_from(segments)
        ((n_segments, n_bytes),) = self._read(totals)
        return Usage(n_segments, n_bytes, self.written_on(now))

    def written_on(self, now: float) -> int:
        """Return the bytes of files written on the day of `now`; deleting takes none back."""
        found = self._read(sa.select(written.c.bytes).where(written.c.day == day_of(now)))
        return int(found[0][0]) if found else 0

    # -- writing --

    def insert(
        self,
        segment: Segment,
        file_bytes: int,
        now: float,
        *,
        n_written: int,
        n_windowed: int = 0,
        snapshot_bytes: int = 0,
    ) -> None:
        """Record a segment whose files are complete and durable.

        Args:
            segment: stays as it is when it is already known, but gains a snapshot.
            file_bytes: size of its file.
            now: time of its last use.
            n_written: added to the bytes written on the day of `now`.
            n_windowed: tokens at its end whose windowed rows the file holds.
            snapshot_bytes: size of the snapshot's file; 0 for none.
        """
        row = insert(segments).values(
            namespace=segment.key.namespace,
            name=segment.key.name,
            parent=segment.parent or NO_PARENT,
            begin=segment.begin,
            n_tokens=segment.n_tokens,
            token_ids=_sortable(segment.token_ids),
            n_windowed=n_windowed,
            file_bytes=file_bytes,
            snapshot_bytes=snapshot_bytes,
            last_used=now,
        )
        if snapshot_bytes:
            row = row.on_conflict_do_update(
                index_elements=["namespace", "name"], set_={"snapshot_bytes": snapshot_bytes}
            )
        else:
            row = row.on_conflict_do_nothing()
        with self._database.transaction() as connection:
            connection.execute(row)
            self._own(connection, segment.owner, [segment.key])
            if n_written:
                self._count_written(connection, n_written, day_of(now))

    def claim(self, owner: Owner, keys: Sequence[Key], now: float) -> None:
        """Record that `owner` uses `keys` now; those that are not stored are passed over."""
        with self._database.transaction() as connection:
            for wanted in _where_keys(keys):
                connection.execute(sa.update(segments).where(wanted).values(last_used=now))
            self._own(connection, owner, keys)

    def disown(self, *gone: Owner) -> None:
        """Record that these owners use nothing any more."""
        with self._database.transaction() as connection:
            for at in range(0, len(gone), _BATCH):
                batch = owners.c.owner.in_(gone[at : at + _BATCH])
                connection.execute(sa.delete(owners).where(batch))

    def own_only(self, owner: Owner, keys: Sequence[Key]) -> None:
        """Record that `owner` uses `keys` and nothing else."""
        with self._database.transaction() as connection:
            connection.execute(sa.delete(owners).where(owners.c.owner == owner))
            self._own(connection, owner, keys)

    def describe_model(self, facts: ModelFacts) -> None:
        """Record the name of a model, and what news there is of its speed."""
        known = {
            "name": facts.name,
            "seconds_per_token": facts.seconds_per_token,
            "restore_bytes_per_s": facts.restore_bytes_per_s,
        }
        values = {name: value for name, value in known.items() if value is not None}
        row = insert(models).values(namespace=facts.namespace, **values)
        with self._database.transaction() as connection:
            connection.execute(row.on_conflict_do_update(index_elements=["namespace"], set_=values))

    def delete(self, keys: Sequence[Key]) -> None:
        """Remove segments from the index."""
        with self._database.transaction() as connection:
            for wanted in _where_keys(keys):
                connection.execute(sa.delete(segments).where(wanted))

    def set_snapshot(self, keys: Sequence[Key], n_bytes: int = 0) -> None:
        """Record how large the snapshots of `keys` are; 0 when they are gone."""
        with self._database.transaction() as connection:
            for wanted in _where_keys(keys):
                connection.execute(sa.update(segments).where(wanted).values(snapshot_bytes=n_bytes))

    def shrink(self) -> None:
        """Give the room of deleted rows back to the disk, and leave nothing of them behind."""
        self._database.shrink()

    def _count_written(self, connection: sa.Connection, n_bytes: int, day: str) -> None:
        row = insert(written).values(day=day, bytes=n_bytes)
        added = {"bytes": written.c.bytes + row.excluded.bytes}
        connection.execute(row.on_conflict_do_update(index_elements=["day"], set_=added))
        # The nearest days stay, also later ones: a clock that was wrong for a while must neither
        # wipe out the count of the true day nor let the days pile up.
        distance = sa.func.abs(sa.func.julianday(written.c.day) - sa.func.julianday(day))
        kept = sa.select(written.c.day).order_by(distance).limit(_DAYS_KEPT)
        connection.execute(sa.delete(written).where(written.c.day.not_in(kept)))

    def _own(self, connection: sa.Connection, owner: Owner, keys: Sequence[Key]) -> None:
        for wanted in _where_keys(keys):
            found = sa.select(sa.literal(owner), segments.c.id).where(wanted)
            row = insert(owners).from_select(["owner", "segment_id"], found)
            connection.execute(row.on_conflict_do_nothing())


def _chain_up_to(end: Key) -> sa.CTE:
    """Return the rows of the chain that ends with `end`, in one statement however long it is."""
    is_end = sa.and_(segments.c.namespace == end.namespace, segments.c.name == end.name)
    above = sa.select(segments).where(is_end).cte("chain", recursive=True)
    is_parent = sa.and_(segments.c.name == above.c.parent, segments.c.namespace == end.namespace)
    return above.union_all(sa.select(segments).join(above, is_parent))


def _where_keys(keys: Iterable[Key]) -> Iterator[sa.ColumnElement[bool]]:
    names_of: dict[Fingerprint, list[bytes]] = {}
    for key in keys:
        names_of.setdefault(key.namespace, []).append(key.name)
    for namespace, names in names_of.items():
        for at in range(0, len(names), _BATCH):
            yield sa.and_(
                segments.c.namespace == namespace, segments.c.name.in_(names[at : at + _BATCH])
            )


def _alike(
    connection: sqlite3.Connection,
    namespace: Fingerprint,
    parent: SegmentHash | None,
    token_ids: NDArray[np.int32],
) -> list[Child]:
    wanted = _sortable(token_ids)
    before = _children(connection, _UP_TO, namespace, parent, wanted, _N_NEIGHBOURS)
    after = _children(connection, _AFTER, namespace, parent, wanted, _N_NEIGHBOURS)
    found = {child.name: child for child in (*before, *after)}
    # What `token_ids` begins with is sorted before it, but not always next to it. The nearest one
    # before shows how much such a segment can hold at most: with more, it would be nearer itself.
    nearest = before[:1]
    while nearest:
        (child,) = nearest
        n_common = common_prefix(child.token_ids, token_ids)
        if not n_common:
            break
        is_whole = n_common == child.token_ids.size
        if is_whole:
            found[child.name] = child
        query = _BEFORE if is_whole else _UP_TO
        token_ids = token_ids[:n_common]
        nearest = _children(connection, query, namespace, parent, _sortable(token_ids), 1)
    return list(found.values())


def _children(
    connection: sqlite3.Connection,
    query: str,
    namespace: Fingerprint,
    parent: SegmentHash | None,
    *further: bytes | int,
) -> list[Child]:
    return [
        Child(SegmentHash(name), _ids(token_ids), n_windowed, snapshot_bytes > 0)
        for name, token_ids, n_windowed, snapshot_bytes in connection.execute(
            query, (namespace, parent or NO_PARENT, *further)
        )
    ]


def _sortable(token_ids: NDArray[np.int32]) -> bytes:
    return token_ids.astype(">i4").tobytes()


def _ids(token_ids: bytes) -> NDArray[np.int32]:
    return np.frombuffer(token_ids, ">i4").astype(np.int32)


def day_of(now: float) -> str:
    """Return the day (UTC) of a time in seconds since the epoch, as 2026-01-31."""
    return datetime.datetime.fromtimestamp(now, datetime.UTC).date().isoformat()
