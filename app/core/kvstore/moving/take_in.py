"""Takes stored memory in that comes from elsewhere. Nothing of it is believed.

A file may be damaged, or made by somebody who means harm: it must then cost time and nothing else.

- The layout of a namespace must parse, be one that is understood, and be that of the rows.
- Of a segment every byte is checked, in memory, and what was checked is what is stored. Its name is
  computed anew from its parent and its tokens, and it must begin where its parent ends, which must
  be stored here or have come along.
- Something must prove it: without a witness nobody could tell a wrong restore from a right one.
- It is written as every segment is, by the writer, with a header of our own and under the budget;
  what is there already stays as it is.

What is stored so is found, checked and proved by the model like all that was computed here.

Threads: the thread that asks; the writer thread stores.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.core.kvstore.format.kv_section import LayoutMismatch
from app.core.kvstore.format.layout import PackedState
from app.core.kvstore.format.layout_file import decode_layout
from app.core.kvstore.format.segment_file import SegmentDamaged
from app.core.kvstore.moving.foreign_files import ForeignFiles
from app.core.kvstore.moving.manifest import ManifestNewer, ManifestUnreadable
from app.core.kvstore.moving.values import MoveReport
from app.core.kvstore.pool import PendingSegment
from app.core.kvstore.records import ModelFacts, StoreState, TakenIn
from app.core.kvstore.writing.jobs import DescribeModel, TakeIn
from app.core.plain_value import replace
from app.core.protocol import MemoryOutcome, MovedMemory

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.core.kvstore.catalogue import Catalogue
    from app.core.kvstore.chain import SegmentKey
    from app.core.kvstore.fingerprint import Fingerprint
    from app.core.kvstore.folder import SegmentFolder
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.moving.manifest import Manifest, MovedSegment
    from app.core.kvstore.moving.values import MoveWatch
    from app.core.kvstore.records import Owner
    from app.core.kvstore.status import StoreStatus
    from app.core.kvstore.writing.write_side import WriteSide

_log = logging.getLogger(__name__)

_LOOK_S = 0.1


@dataclass(slots=True)
class _Model:
    """A namespace of the file.

    Attributes:
        outcome: for a chat that gets memory of it.
    """

    name: str
    layout: KVLayout
    outcome: MemoryOutcome


@dataclass(slots=True)
class _Chat:
    """What became of one chat.

    Attributes:
        ends: how many tokens can be restored, by namespace.
        n_tokens: that the file has of it, by namespace.
        problems: why something of it was left out.
    """

    owner: Owner
    ends: dict[Fingerprint, int] = field(default_factory=dict)
    n_tokens: dict[Fingerprint, int] = field(default_factory=dict)
    problems: list[MemoryOutcome] = field(default_factory=list)


class _Full(Exception):
    """The store takes nothing more."""


class _Stopped(Exception):
    """The rest is not wanted any more, or the store is being closed."""


class TakingIn:
    """One taking in.

    Args:
        folder: of the store.
        catalogue: what there is.
        writing: stores.
        status: of the store.
        source: the folder with what comes in.
        watch: looks at it.
    """

    def __init__(
        self,
        folder: SegmentFolder,
        catalogue: Catalogue,
        writing: WriteSide,
        status: StoreStatus,
        source: Path,
        watch: MoveWatch,
    ) -> None:
        self._folder = folder
        self._index = catalogue.index
        self._writing = writing
        self._status = status
        self._files = ForeignFiles(source, catalogue.pool.limit_bytes)
        self._watch = watch
        self._models: dict[Fingerprint, _Model] = {}
        self._taken: set[SegmentKey] = set()  # changed by the writer thread alone
        self._n_bytes = 0
        self._n_damaged = 0

    def run(self, owners: Mapping[int, Owner], here: Fingerprint | None) -> MoveReport:
        """Store what is sound.

        Args:
            owners: for whom, by the place of the chat in the file.
            here: namespace of the loaded model.

        Raises:
            IndexFailed: the index cannot be read.
        """
        chats = {place: _Chat(owner) for place, owner in owners.items()}
        was_stopped = False
        try:
            manifest = self._files.manifest()
        except ManifestNewer:
            return MoveReport(tuple(MovedMemory(one, MemoryOutcome.NEWER) for one in owners))
        except (ManifestUnreadable, OSError) as error:
            _log.info("no list of memory: %r", error)
            damaged = tuple(MovedMemory(one, MemoryOutcome.DAMAGED) for one in owners)
            return MoveReport(damaged, n_damaged=1)
        self._n_damaged = manifest.n_unreadable
        self._take_layouts(manifest, here)
        try:
            self._take_all(manifest, chats)
        except _Stopped:
            was_stopped = True
            for chat in chats.values():
                chat.problems.append(MemoryOutcome.NOT_DONE)
        except _Full:
            for chat in chats.values():
                chat.problems.append(MemoryOutcome.NO_ROOM)
        moved = tuple(self._outcome(place, chat) for place, chat in chats.items())
        return MoveReport(moved, self._n_bytes, self._n_damaged, was_stopped)

    # -- what there is --

    def _take_layouts(self, manifest: Manifest, here: Fingerprint | None) -> None:
        """Read how the rows of each namespace are arranged; without that nothing of it counts."""
        names_here = {use.name for use in self._index.usage.models() if use.name}
        if here is not None:  # of which nothing may be stored yet
            names_here.add(self._index.model(here).name)
        for model in manifest.models:
            try:
                layout = self._files.layout(model.namespace)
                self._require_ours(model.namespace, layout)
            except (OSError, LayoutMismatch) as error:
                _log.info("rows of an unknown layout are not taken in: %r", error)
                self._n_damaged += 1
                continue
            facts = self._index.model(model.namespace)
            if model.namespace == here or facts.seconds_per_token is not None:
                outcome = MemoryOutcome.MOVED
            elif model.name in names_here:
                outcome = MemoryOutcome.OTHER_FILE
            else:
                outcome = MemoryOutcome.NO_MODEL
            self._models[model.namespace] = _Model(facts.name or model.name, layout, outcome)

    def _require_ours(self, namespace: Fingerprint, layout: KVLayout) -> None:
        """Refuse a layout where another one was proved here for the same namespace.

        Raises:
            LayoutMismatch: so it is.
        """
        try:
            data = self._folder.layout_path(namespace).read_bytes()
            known = decode_layout(data, namespace)
        except (OSError, LayoutMismatch):  # none, or one that the next save puts right
            return
        if known.signature != layout.signature:
            raise LayoutMismatch("another layout than that of this namespace here")

    # -- storing --

    def _take_all(self, manifest: Manifest, chats: dict[int, _Chat]) -> None:
        """Take segments in, parents first.

        Raises:
            _Full: the store takes nothing more.
            _Stopped: nobody wants the rest.
        """
        n_total = sum(one.n_bytes + one.snapshot_bytes for one in manifest.segments)
        n_done = 0
        needing_of = {
            segment: [chats[place] for place in dict.fromkeys(segment.places) if place in chats]
            for segment in manifest.segments
        }
        for segment, needing in needing_of.items():
            for chat in needing:
                so_far = chat.n_tokens.get(segment.key.namespace, 0)
                chat.n_tokens[segment.key.namespace] = max(so_far, segment.end)
        for segment, needing in needing_of.items():
            if needing:
                self._require_going_on()
                self._take_one(segment, needing)
            n_done += segment.n_bytes + segment.snapshot_bytes
            self._watch.progress(n_done, n_total)

    def _take_one(self, segment: MovedSegment, needing: list[_Chat]) -> None:
        wanted = [chat for chat in needing if self._writing.keeps(chat.owner)]
        for chat in needing:
            if chat not in wanted:
                chat.problems.append(MemoryOutcome.OFF)
        if not wanted:
            return
        try:
            item = self._checked(segment, wanted[0].owner)
        except (SegmentDamaged, LayoutMismatch, OSError) as error:
            _log.info("a segment is not taken in: %s (%r)", segment.key.name.hex(), error)
            self._n_damaged += 1
            for chat in wanted:
                chat.problems.append(MemoryOutcome.DAMAGED)
            return
        outcome = self._stored(item, tuple(chat.owner for chat in wanted))
        if outcome is TakenIn.NO_ROOM:
            raise _Full
        if outcome is not TakenIn.STORED:  # what it hangs on was left out
            return
        self._n_bytes += item.packed.n_bytes
        self._describe(segment.key.namespace)
        layout = self._models[segment.key.namespace].layout
        if item.packed.snapshot is not None or not layout.needs_snapshot:
            for chat in wanted:
                end = chat.ends.get(segment.key.namespace, 0)
                chat.ends[segment.key.namespace] = max(end, segment.end)

    def _stored(self, item: PendingSegment, owners: tuple[Owner, ...]) -> TakenIn:
        """Let the writer store a segment, and wait for it.

        Raises:
            _Stopped: nobody wants it any more; it may still be stored.
        """
        done: Future[TakenIn] = Future()
        self._writing.post(TakeIn(item, owners, self._taken, done))
        while True:
            try:
                return done.result(_LOOK_S)
            except TimeoutError:
                if self._status.state is not StoreState.ON and not done.done():
                    return TakenIn.NO_ROOM  # the disk refused, or the writer is gone
                self._require_going_on()

    def _describe(self, namespace: Fingerprint) -> None:
        """Give the model of a namespace a name, where nobody here knows one."""
        model = self._models[namespace]
        if model.name and not self._index.model(namespace).name:
            self._writing.post(DescribeModel(ModelFacts(namespace, model.name)))

    def _require_going_on(self) -> None:
        if self._watch.is_stopped():
            raise _Stopped

    def _checked(self, moved: MovedSegment, owner: Owner) -> PendingSegment:
        model = self._models.get(moved.key.namespace)
        if model is None:
            raise SegmentDamaged("of a namespace without a layout")
        found = self._files.segment(moved, model.layout)
        segment = replace(found.rows.header.segment, owner=owner)
        snapshot, witness = None, found.rows.header.witness
        if model.layout.needs_snapshot:
            self._n_damaged += found.has_lost_snapshot
            witness = None
            if found.snapshot is not None:
                snapshot, witness = found.snapshot.payload, found.snapshot.header.witness
        packed = PackedState(found.rows.payload, found.rows.header.n_windowed, snapshot)
        return PendingSegment(segment, model.layout, packed, witness, saved_at=0.0)

    # -- what came of it --

    def _outcome(self, place: int, chat: _Chat) -> MovedMemory:
        """Return what became of a chat, by the model with which it does best."""
        order = (MemoryOutcome.MOVED, MemoryOutcome.OTHER_FILE, MemoryOutcome.NO_MODEL)
        found = [
            (-order.index(self._models[namespace].outcome), n_tokens, namespace)
            for namespace, n_tokens in chat.ends.items()
        ]
        if found:
            _, n_tokens, namespace = max(found)
            model = self._models[namespace]
            n_lost = chat.n_tokens[namespace] - n_tokens
            return MovedMemory(place, model.outcome, model.name, n_tokens, n_lost)
        n_lost = max(chat.n_tokens.values(), default=0)
        if not n_lost:
            return MovedMemory(place, MemoryOutcome.NOTHING)
        problem = chat.problems[0] if chat.problems else MemoryOutcome.DAMAGED
        return MovedMemory(place, problem, n_lost=n_lost)
