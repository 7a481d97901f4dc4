"""`KVStore`, the door: find, restore and save the rows of KV caches.

A cache of computation: whatever goes wrong here costs time, never an answer and never the
application. So nothing here raises for the state of the disk; a shorter prefix, a dropped save and
`StoreState.OFF` are outcomes.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from app.core.content.media_table import NO_MEDIA, TableMismatch
from app.core.errors import BugError
from app.core.kvstore.chain import SegmentKey, check_fingerprint, segment_hash, token_array
from app.core.kvstore.errors import IndexFailed, StoreUnusable
from app.core.kvstore.opening import StoreHooks, no_backend, open_backend
from app.core.kvstore.owners import Owners
from app.core.kvstore.records import (
    LoadedState,
    ModelFacts,
    SaveOutcome,
    Segment,
    StoredPrefix,
    StoreOverview,
    StoreState,
    Usage,
)
from app.core.kvstore.status import StoreStatus
from app.core.phrases import NO_WORDS
from app.core.plain_value import replace
from app.core.protocol import Limits
from app.core.system import files
from app.core.system.lanes import Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from app.core.content.media_table import MediaTable
    from app.core.errors import Problem
    from app.core.kvstore.chain import Fingerprint, SegmentHash
    from app.core.kvstore.format.layout import Blob, KVLayout, RestoreNeeds
    from app.core.kvstore.opening import StoreBackend
    from app.core.kvstore.reading.verify import VerifyResult
    from app.core.kvstore.records import Owner, OwnerFilter, Witness
    from app.core.kvstore.writing.publisher import WriteStep


def _ignore(_: object) -> None:
    pass


class KVStore:
    """The store below one folder; made by `open`.

    Threads: every method from any thread. Files are read on one reader thread and written on one
    writer thread; callers wait for neither, except in `flush` and `close`.
    """

    def __init__(self, backend: StoreBackend, status: StoreStatus) -> None:
        self._reading = backend.reading
        self._writing = backend.writing
        self._status = status
        self._aside = Lane("kvstore aside")  # for what must hold up neither a restore nor a save

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
        on_step: Callable[[WriteStep], object] = _ignore,
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
        status = StoreStatus(on_problem)
        hooks = StoreHooks(now, free_bytes, on_step, is_onlooker)
        limits = limits or Limits()
        if budget_bytes is not None:
            limits = replace(limits, budget_bytes=budget_bytes)
        backend = no_backend(limits)
        choices_file = choices_file or root / "choices.json"
        try:
            backend = open_backend(root, choices_file, limits, status, hooks)
        except (OSError, NotImplementedError, IndexFailed) as error:
            status.turn_off(StoreUnusable(caught=error, root=root))
        return cls(backend, status)

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
        self,
        namespace: Fingerprint,
        token_ids: Sequence[int],
        needs: RestoreNeeds | None = None,
        media: MediaTable = NO_MEDIA,
        only_of: OwnerFilter | None = None,
    ) -> StoredPrefix:
        """Find the longest restorable beginning of `token_ids`, waiting segments included.

        It ends behind text, never in a medium or right behind one.

        Asks the index once for each segment on the way: a fraction of a millisecond each.

        Args:
            namespace: what the rows were computed with.
            token_ids: from position 0.
            needs: of the layout; nothing but rows by default.
            media: whose cells are among the tokens.
            only_of: whose segments count; None for everybody's. Others are as if not stored: how
                much is found, and how soon an answer begins, would tell what they hold.
        """
        check_fingerprint(namespace)
        ids = token_array(token_ids)
        return self._reading.longest_prefix(namespace, ids, needs, media, only_of)

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
        return self._reading.load(layout, prefix)

    def read_ahead(self, owner: Owner | None, namespace: Fingerprint | None = None) -> None:
        """Read the chain that `owner` used last before anybody asks for it; returns at once.

        It is found, read, verified and put together by the ordinary `longest_prefix` and `load`,
        with the layout that is kept beside its segments. A `load` of exactly this prefix takes it,
        also while it is still being read; any other lets go of it. So does another call, but for
        one that names the model of what is being read. Nothing is read of a chat that is switched
        off, and in a store that is not ON.

        Args:
            owner: None only lets go of what was read.
            namespace: the loaded model's; None where none is loaded yet, for the one that `owner`
                used last.
        """
        if owner is not None and self._reading.is_ahead(owner, namespace):
            return
        self._reading.let_go(lambda _owner: True)
        if owner is not None and self.state is StoreState.ON and self._writing.keeps(owner):
            self._reading.read_ahead(owner, namespace)

    def prepare(self) -> None:
        """Get memory ready for the next `load`; returns at once."""
        self._aside.add(self._reading.prepare)

    def prefetch(self, namespace: Fingerprint, owner: Owner) -> None:
        """Let the system read what `owner` used last into its file cache; returns at once."""
        self._reading.prefetch(namespace, owner)

    def remembered(self, namespace: Fingerprint, owner: Owner) -> tuple[NDArray[np.int32], bool]:
        """Tell what is stored of a chat, to explain why its prompt is not.

        Returns:
            The token ids of the chain that `owner` used last, int32 [n], empty for none; and
            whether it has stored rows in other namespaces.
        """
        return self._reading.remembered(namespace, owner)

    def model(self, namespace: Fingerprint) -> ModelFacts:
        """Return what was told of a model before."""
        return self._reading.model(namespace)

    def overview(self, namespace: Fingerprint | None = None) -> StoreOverview:
        """Return the store as a whole, chat by chat and model by model; a few queries, no files.

        Args:
            namespace: whose share of each chat is told apart.
        """
        problem = self.problem.what if self.problem else NO_WORDS
        limits = self._writing.limits
        try:
            allowance = self._writing.allowance()
            contents = self._reading.contents(namespace)
        except (IndexFailed, OSError):
            return StoreOverview(self.state, problem, limits, Usage())
        return StoreOverview(
            self.state,
            allowance.pause if problem is NO_WORDS else problem,
            limits,
            contents.usage,
            allowance.budget_bytes,
            allowance.default_budget_bytes,
            allowance.free_bytes,
            self._writing.with_choices(contents.chats),
            tuple(contents.models),
        )

    def overview_soon(
        self, namespace: Fingerprint | None, then: Callable[[StoreOverview], None]
    ) -> None:
        """Take the `overview` on another thread and call `then` there."""
        self._aside.add(lambda: then(self.overview(namespace)))

    def usage(self) -> Usage:
        """Count what is stored; zeros when it cannot be counted."""
        try:
            return self._reading.usage()
        except IndexFailed:
            return Usage()

    # -- writing --

    def accepts(self, owner: Owner) -> bool:
        """Tell whether anything new of `owner` would be stored now: worth copying rows for.

        Asks the disk and the index, so once for a save, not for a token. The user is told of a
        pause here too.
        """
        return self._writing.accepts(owner)

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
        serves_others: bool = False,
        media: MediaTable = NO_MEDIA,
    ) -> tuple[SaveOutcome, SegmentHash]:
        """Copy the rows of one segment and let the writer thread store them.

        Args:
            namespace: what the rows were computed with.
            layout: of `blob`.
            owner: who needs the segment; recorded also when it is stored already.
            parent: the segment before it; None exactly when `begin` is 0.
            begin: position of the first of `token_ids`.
            token_ids: 1 to MAX_SEGMENT_TOKENS ids of this segment only.
            blob: state bytes that hold at least the rows [begin, begin + len(token_ids)), and no
                picture in M-RoPE's positions besides; not kept.
            witness: what the model said right after the last of the tokens, if known.
            with_snapshot: `blob` is the state right after the last of the tokens; keep what its
                layout keeps as a snapshot. The last of them must be text.
            serves_others: other chats may begin with what ends here, so that its snapshot stays.
            media: whose cells are in the sequence, counted from its beginning.

        Returns:
            What became of it, and the segment's name in every case.

        Raises:
            LayoutMismatch: `blob` is not arranged as `layout` says or lacks rows; nothing is saved.
            BugError: the segment does not begin where its parent ends, holds too many tokens, or
                other ids than its media have.
        """
        check_fingerprint(namespace)
        ids = token_array(token_ids).copy()
        part = media.part(begin, begin + ids.size)
        try:
            part.check(ids)
        except TableMismatch as error:
            raise BugError(f"tokens that are not those of their media: {error}") from error
        if with_snapshot and part.text_end(ids.size) != ids.size:
            raise BugError("a snapshot right behind a medium")
        key = SegmentKey(namespace, segment_hash(namespace, parent, ids, part))
        n_shared = begin - media.position(begin)
        segment = Segment(key, parent, begin, ids, owner, part, n_shared, serves_others)
        outcome = self._writing.save(segment, layout, blob, witness, with_snapshot=with_snapshot)
        return outcome, key.name

    def n_stored(self, namespace: Fingerprint, names: Sequence[SegmentHash]) -> int:
        """Return how much of a chain is stored or waiting: so many segments from its beginning."""
        return self._reading.n_stored(namespace, names)

    def distrust(self, namespace: Fingerprint, prefix: StoredPrefix) -> None:
        """Stop using `prefix`: what was restored from it is not what the model computes.

        Which piece is to blame cannot be told, so all of them go, and with them whatever was
        computed after the last. Branches that left the prefix earlier stay: each has a witness of
        its own to be judged by.
        """
        if prefix.pieces and prefix.namespace == namespace:
            self._writing.withdraw(self._reading.made_from(prefix))

    # -- choosing and deleting: on the writer thread; nothing is deleted in a second instance --

    @property
    def owners(self) -> Owners:
        """What is stored for whom, as it is chosen."""
        return Owners(self._reading, self._writing)

    def limit(self, limits: Limits) -> None:
        """Put other limits in force; a smaller budget evicts."""
        self._writing.limit(limits)

    def verify(
        self, on_progress: Callable[[int, int], None] = lambda _done, _all: None
    ) -> VerifyResult:
        """Read everything that is stored and move what is damaged aside; takes its time.

        Args:
            on_progress: called with bytes read and bytes in all.

        Raises:
            IndexFailed: the index cannot be read.
        """
        verdict = self._reading.verify(on_progress)
        if verdict.damaged:
            self._writing.withdraw(verdict.damaged)
        if verdict.damaged_snapshots:
            self._writing.drop_snapshots(verdict.damaged_snapshots)
        return verdict

    def collect(self) -> None:
        """Delete what cannot be found, is not needed or over the budget, and every leftover."""
        self._writing.post(lambda keeper: keeper.delete_garbage())

    def describe_model(self, facts: ModelFacts) -> None:
        """Tell what a namespace is called, and how fast its model is here."""
        check_fingerprint(facts.namespace)
        self._writing.post(lambda keeper: keeper.describe_model(facts))

    @property
    def is_writing(self) -> bool:
        """Whether rows wait for the disk; few may at a time."""
        return self._writing.is_writing

    def flush(self, timeout_s: float) -> bool:
        """Wait until everything asked for is done; False when it is not, in that time or ever."""
        return self._writing.flush(timeout_s)

    def close(self, timeout_s: float = 2.0) -> None:
        """Finish what can be finished in that time and let go of the folder; may be repeated."""
        backend = no_backend(self._writing.limits)
        reading, self._reading = self._reading, backend.reading
        writing, self._writing = self._writing, backend.writing
        reading.close()
        writing.close(timeout_s)
