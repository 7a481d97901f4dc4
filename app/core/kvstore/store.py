"""`KVStore`, the door: find, restore and save the rows of KV caches.

A cache of computation: whatever goes wrong here costs time, never an answer and never the
application. So nothing here raises for the state of the disk; a shorter prefix, a dropped save and
`StoreState.OFF` are outcomes.
"""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from app.core import files
from app.core.errors import BugError
from app.core.kvstore.chain import Key, segment_hash, token_array
from app.core.kvstore.errors import IndexFailed, StoreUnusable
from app.core.kvstore.fingerprint import check_fingerprint
from app.core.kvstore.intake import Intake
from app.core.kvstore.lookup import descendants, longest_prefix, n_stored, prefetch
from app.core.kvstore.opening import Hooks, OpenStore, open_store
from app.core.kvstore.reader import Reader
from app.core.kvstore.ready_memory import ReadyMemory
from app.core.kvstore.records import (
    Limits,
    LoadedState,
    ModelFacts,
    Overview,
    SaveOutcome,
    Segment,
    StoredPrefix,
    StoreState,
    Usage,
)
from app.core.kvstore.status import Status
from app.core.kvstore.verify import Verdict, verify
from app.core.kvstore.writer import (
    Claim,
    Collect,
    Drop,
    DropModels,
    Follow,
    Keep,
    KeepChoices,
    MakeRoom,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from app.core.errors import Problem
    from app.core.kvstore.chain import SegmentHash
    from app.core.kvstore.fingerprint import Fingerprint
    from app.core.kvstore.housekeeper import WriteStep
    from app.core.kvstore.layout import Blob, KVLayout, Needs
    from app.core.kvstore.records import KnownOwners, Owner, Witness
    from app.core.kvstore.writer import Job

_log = logging.getLogger(__name__)


def _ignore(_: object) -> None:
    pass


class KVStore:
    """The store below one folder; made by `open`.

    Threads: every method from any thread. Files are read on one reader thread and written on one
    writer thread; callers wait for neither, except in `flush` and `close`.
    """

    def __init__(
        self, parts: OpenStore | None, status: Status, root: Path, limits: Limits, hooks: Hooks
    ) -> None:
        self._parts = parts
        self._status = status
        self._intake = (
            Intake(parts, parts.writer, status, root, hooks.now)
            if parts is not None and parts.writer is not None
            else None
        )
        self._limits = limits
        self._now = hooks.now
        self._executor = ThreadPoolExecutor(1, "kvstore-reader")
        self._aside = ThreadPoolExecutor(1, "kvstore-aside")
        self._memory = ReadyMemory()

    @classmethod
    def open(  # noqa: PLR0913 - by name, all but the first
        cls,
        root: Path,
        *,
        choices_file: Path | None = None,
        budget_bytes: int | None = None,
        on_problem: Callable[[Problem], None] = _ignore,
        limits: Limits | None = None,
        now: Callable[[], float] = time.time,
        free_bytes: Callable[[Path], int] = files.free_bytes,
        on_step: Callable[[WriteStep], None] = _ignore,
        is_onlooker: bool = False,
    ) -> KVStore:
        """Open or create the store below `root`; never raises for the state of the disk.

        Args:
            root: belongs to the store alone; may be deleted while no Hearth runs.
            choices_file: keeps what the user chose for single chats; None for one inside `root`.
            budget_bytes: of segment files; wins over `limits`.
            on_problem: told what switched the store off, once, and what pauses it, once a day at
                most; on the thread that found it, also one that saves.
            limits: everything else that is limited.
            now: seconds since the epoch.
            free_bytes: of the disk that holds a folder; may raise OSError.
            on_step: called on the writer thread after each `WriteStep`; for tests.
            is_onlooker: open it READ_ONLY in any case, changing nothing and keeping no other
                instance from writing.

        Returns:
            A store that is ON; READ_ONLY when another instance has it open; OFF when the folder
            cannot be used.
        """
        status = Status(on_problem)
        hooks = Hooks(now, free_bytes, on_step, is_onlooker)
        limits = limits or Limits()
        if budget_bytes is not None:
            limits = dataclasses.replace(limits, budget_bytes=budget_bytes)
        parts = None
        try:
            parts = open_store(root, choices_file or root / "choices.json", limits, status, hooks)
        except (OSError, NotImplementedError, IndexFailed) as error:
            status.turn_off(StoreUnusable(root, error))
        return cls(parts, status, root, limits, hooks)

    @property
    def state(self) -> StoreState:
        """What the store can do now."""
        return self._status.state

    @property
    def problem(self) -> Problem | None:
        """What switched it off, if anything did."""
        return self._status.problem

    # -- reading --

    def longest_prefix(
        self, namespace: Fingerprint, token_ids: Sequence[int], needs: Needs | None = None
    ) -> StoredPrefix:
        """Find the longest restorable beginning of `token_ids`, waiting segments included.

        Asks the index once for each segment on the way: a fraction of a millisecond each.

        Args:
            namespace: what the rows were computed with.
            token_ids: from position 0.
            needs: of the layout; nothing but rows by default.
        """
        check_fingerprint(namespace)
        parts = self._parts
        if parts is None:
            return StoredPrefix(namespace)
        try:
            return longest_prefix(parts, namespace, token_array(token_ids), needs)
        except IndexFailed as error:
            self._status.turn_off(error)
            return StoredPrefix(namespace)

    def load(
        self, namespace: Fingerprint, layout: KVLayout, prefix: StoredPrefix
    ) -> Future[LoadedState]:
        """Read, verify and assemble `prefix` on the reader thread; its files are pinned meanwhile.

        Returns:
            A future that is never an exception: damage shortens the state, down to nothing.

        Raises:
            BugError: `prefix` is of another namespace or was not made by `longest_prefix`.
        """
        if prefix.namespace != namespace or not prefix.is_sound():
            raise BugError("only what longest_prefix found can be loaded")
        parts = self._parts
        if parts is None or not prefix.pieces:
            return _done(LoadedState())
        keys = prefix.keys()

        def unpin_unread(ended: Future[LoadedState]) -> None:
            if ended.cancelled():
                parts.pool.unpin(keys)

        parts.pool.pin(keys)
        try:
            future = self._executor.submit(self._load, parts, layout, prefix)
        except RuntimeError:  # closed meanwhile
            parts.pool.unpin(keys)
            return _done(LoadedState())
        future.add_done_callback(unpin_unread)
        return future

    def prepare(self) -> None:
        """Get memory ready for the next `load`; returns at once."""
        if self._parts is not None:
            self._do_aside(self._memory.prepare)

    def prefetch(self, namespace: Fingerprint, owner: Owner) -> None:
        """Let the system read what `owner` used last into its file cache; returns at once."""
        parts = self._parts
        if parts is not None:
            with contextlib.suppress(RuntimeError):  # closed meanwhile
                self._executor.submit(prefetch, parts, namespace, owner)

    def remembered(self, namespace: Fingerprint, owner: Owner) -> tuple[NDArray[np.int32], bool]:
        """Tell what is stored of a chat, to explain why its prompt is not.

        Returns:
            The token ids of the chain that `owner` used last, int32 [n], empty for none; and
            whether it has stored rows in other namespaces.
        """
        if self._parts is not None:
            with contextlib.suppress(IndexFailed):
                index = self._parts.index
                end = index.last_chain(namespace, owner)
                token_ids = index.chain(end) if end is not None else np.empty(0, np.int32)
                return token_ids, index.is_owner_elsewhere(namespace, owner)
        return np.empty(0, np.int32), False

    def model(self, namespace: Fingerprint) -> ModelFacts:
        """Return what was told of a model before."""
        if self._parts is not None:
            with contextlib.suppress(IndexFailed):
                return self._parts.index.model(namespace)
        return ModelFacts(namespace, "")

    def overview(self, namespace: Fingerprint | None = None) -> Overview:
        """Return the store as a whole, chat by chat and model by model; a few queries, no files.

        Args:
            namespace: whose share of each chat is told apart.
        """
        parts = self._parts
        problem = self.problem.what if self.problem else ""
        if parts is not None:
            with contextlib.suppress(IndexFailed, OSError):
                pause = parts.gate.objection()
                return Overview(
                    self.state,
                    problem or (pause.what if pause else ""),
                    self._limits,
                    parts.index.usage(self._now()),
                    parts.gate.budget_bytes,
                    parts.gate.default_budget_bytes,
                    parts.gate.free_bytes(),
                    parts.choices.of(parts.index.chats(namespace)),
                    tuple(parts.index.models()),
                )
        return Overview(self.state, problem, self._limits, Usage())

    def overview_soon(
        self, namespace: Fingerprint | None, then: Callable[[Overview], None]
    ) -> None:
        """Take the `overview` on another thread and call `then` there, unless closed meanwhile."""
        self._do_aside(lambda: then(self.overview(namespace)))

    def usage(self) -> Usage:
        """Count what is stored; zeros when it cannot be counted."""
        if self._parts is not None:
            with contextlib.suppress(IndexFailed):
                return self._parts.index.usage(self._now())
        return Usage()

    def _load(self, parts: OpenStore, layout: KVLayout, prefix: StoredPrefix) -> LoadedState:
        try:
            reader = Reader(
                parts.folder, parts.pool, parts.withdraw, parts.drop_snapshots, self._memory
            )
            return reader.load(layout, prefix)
        except MemoryError:
            _log.warning("no memory to restore %d tokens", prefix.n_tokens)
        except Exception as error:  # noqa: BLE001 - reported, and the thread goes on
            _log.exception("a restore failed")
            self._status.turn_off(error)
        finally:
            # Before anybody hears of the result: what is saved next may need the room.
            parts.pool.unpin(prefix.keys())
        return LoadedState()

    # -- writing --

    def accepts(self, owner: Owner) -> bool:
        """Tell whether anything new of `owner` would be stored now: worth copying rows for.

        Asks the disk and the index, so once for a save, not for a token. The user is told of a
        pause here too.
        """
        intake = self._intake
        return intake is not None and intake.accepts(owner)

    def save(  # noqa: PLR0913 - everything that makes a segment
        self,
        namespace: Fingerprint,
        layout: KVLayout,
        *,
        owner: Owner,
        parent: SegmentHash | None,
        begin: int,
        token_ids: Sequence[int],
        blob: Blob,
        witness: Witness | None,
        with_snapshot: bool = False,
    ) -> tuple[SaveOutcome, SegmentHash]:
        """Copy the rows of one segment and let the writer thread store them.

        Args:
            namespace: what the rows were computed with.
            layout: of `blob`.
            owner: who needs the segment; recorded also when it is stored already.
            parent: the segment before it; None exactly when `begin` is 0.
            begin: position of the first of `token_ids`.
            token_ids: 1 to MAX_SEGMENT_TOKENS ids of this segment only.
            blob: state bytes that hold at least the rows [begin, begin + len(token_ids)); not kept.
            witness: what the model said right after the last of the tokens, if known.
            with_snapshot: `blob` is the state right after the last of the tokens; keep what its
                layout keeps as a snapshot.

        Returns:
            What became of it, and the segment's name in every case.

        Raises:
            LayoutMismatch: `blob` is not arranged as `layout` says or lacks rows; nothing is saved.
            BugError: the segment does not begin where its parent ends, or holds too many tokens.
        """
        check_fingerprint(namespace)
        ids = token_array(token_ids).copy()
        key = Key(namespace, segment_hash(namespace, parent, ids))
        segment = Segment(key, parent, begin, ids, owner)
        intake = self._intake
        if intake is None:
            return SaveOutcome.OFF, key.name
        outcome = intake.take(segment, layout, blob, witness, with_snapshot=with_snapshot)
        return outcome, key.name

    def n_stored(self, namespace: Fingerprint, names: Sequence[SegmentHash]) -> int:
        """Return how much of a chain is stored or waiting: so many segments from its beginning."""
        parts = self._parts
        if parts is not None:
            with contextlib.suppress(IndexFailed):
                return n_stored(parts, [Key(namespace, name) for name in names])
        return 0

    def claim(self, namespace: Fingerprint, owner: Owner, names: Sequence[SegmentHash]) -> None:
        """Record that `owner` uses the chain `names` now; keeps it from eviction for a while.

        Unless nothing of that chat is to be stored.
        """
        parts = self._parts
        if parts is not None and owner not in parts.choices.not_saved:
            keys = tuple(Key(namespace, name) for name in names)
            self._post(Claim(owner, keys, is_active_chain=True))

    def distrust(self, namespace: Fingerprint, prefix: StoredPrefix) -> None:
        """Stop using `prefix`: what was restored from it is not what the model computes.

        Which piece is to blame cannot be told, so all of them go, and with them whatever was
        computed after the last. Branches that left the prefix earlier stay: each has a witness of
        its own to be judged by.
        """
        parts = self._parts
        if parts is None or not prefix.pieces or prefix.namespace != namespace:
            return
        keys = prefix.keys()
        with contextlib.suppress(IndexFailed):
            keys += descendants(parts, keys[-1])
        parts.withdraw(keys)

    # -- choosing and deleting: on the writer thread; nothing is deleted in a second instance --

    def follow(self, known: KnownOwners, then: Callable[[int, frozenset[Owner]], None]) -> None:
        """Delete what only those need who are not known, and put its choices in force.

        Args:
            known: all owners that there are.
            then: called on the writer thread when that is durable, with a number that is another
                one whenever the index was built again, and with everybody who needs something.
                Never called where nothing can be deleted.
        """
        parts = self._parts
        if parts is not None:
            parts.choices.follow(known)
            self._post(Follow(known, then))

    def keep(
        self, owner: Owner, sequences: Sequence[NDArray[np.int32]], then: Callable[[], None]
    ) -> None:
        """Let `owner` need just what was computed for these tokens, and delete the rest.

        Args:
            owner: whose tokens they are.
            sequences: int32 [n] each, from position 0.
            then: called on the writer thread when that is durable; never where it cannot be.
        """
        self._post(Keep(owner, tuple(sequences), then))

    def forget(self, owner: Owner) -> None:
        """Delete what only `owner` needs, files included, and what was chosen for it."""
        self._post(Drop(owner))
        if self._parts is not None and self._parts.choices.forget(owner):
            self._post(KeepChoices())

    def choose(
        self, owner: Owner, *, is_pinned: bool | None = None, is_off: bool | None = None
    ) -> None:
        """Pin a chat, so that nothing of it is evicted, or switch its storing off, or back.

        Switching it off deletes what only this chat needs. Lasts until the chat is forgotten; in a
        second instance, which writes nothing, until `close`.
        """
        parts = self._parts
        if parts is None:
            return
        if is_pinned is not None:
            parts.choices.pin(owner, pinned=is_pinned)
        if is_off is not None:
            parts.choices.set_saving(owner, on=not is_off)
        if is_off:
            self._post(Drop(owner))
        self._post(KeepChoices())

    def limit(self, limits: Limits) -> None:
        """Put other limits in force; a smaller budget evicts."""
        self._limits = limits
        parts = self._parts
        if parts is not None:
            parts.gate.limits = limits
            self._post(MakeRoom())

    def drop(self, owner: Owner) -> None:
        """Delete what only `owner` needs; what it computes from now on is stored again."""
        self._post(Drop(owner))

    def drop_models(self, namespaces: Sequence[Fingerprint]) -> None:
        """Delete all rows of some models, whoever needs them."""
        self._post(DropModels(tuple(namespaces)))

    def verify(self, on_progress: Callable[[int, int], None] = lambda _done, _all: None) -> Verdict:
        """Read everything that is stored and move what is damaged aside; takes its time.

        Args:
            on_progress: called with bytes read and bytes in all.

        Raises:
            IndexFailed: the index cannot be read.
        """
        parts = self._parts
        if parts is None:
            return Verdict(0, 0, (), ())
        verdict = verify(parts.folder, parts.index, on_progress)._replace(
            n_set_aside=parts.n_set_aside
        )
        if verdict.damaged:
            parts.withdraw(verdict.damaged)
        if verdict.damaged_snapshots:
            parts.drop_snapshots(verdict.damaged_snapshots)
        return verdict

    def collect(self) -> None:
        """Delete what cannot be found, is not needed or over the budget, and every leftover."""
        self._post(Collect())

    def describe_model(self, facts: ModelFacts) -> None:
        """Tell what a namespace is called, and how fast its model is here."""
        check_fingerprint(facts.namespace)
        self._post(facts)

    def flush(self, timeout_s: float) -> bool:
        """Wait until everything asked for is done; False when it is not, in that time or ever."""
        parts = self._parts
        return parts is None or parts.writer is None or parts.writer.flush(timeout_s)

    def close(self, timeout_s: float = 2.0) -> None:
        """Finish what can be finished in that time and let go of the folder; may be repeated."""
        parts, self._parts = self._parts, None
        self._intake = None
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._aside.shutdown(wait=False, cancel_futures=True)
        self._memory.close()
        if parts is not None:
            parts.close(timeout_s)

    def _do_aside(self, job: Callable[[], None]) -> None:
        """Do what nobody waits for and must hold up neither a restore nor a save."""
        with contextlib.suppress(RuntimeError):  # closed meanwhile
            self._aside.submit(job)

    def _post(self, job: Job) -> None:
        parts = self._parts
        if parts is not None and parts.writer is not None:
            parts.writer.post(job)


def _done(state: LoadedState) -> Future[LoadedState]:
    future: Future[LoadedState] = Future()
    future.set_result(state)
    return future
