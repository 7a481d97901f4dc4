"""What each chat needs of the store, and what was chosen for it; the store hands this out.

Threads: every method from any thread; the work is done on the writer thread, questions are answered
on the one that reads. Nothing is deleted in a second instance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.kvstore.chain import SegmentKey
from app.core.kvstore.writing.writer import nothing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from app.core.kvstore.chain import Fingerprint, SegmentHash
    from app.core.kvstore.reading.read_side import ReadSide
    from app.core.kvstore.records import Branch, KnownOwners, Owner, SharedUse
    from app.core.kvstore.writing.housekeeper import Housekeeper
    from app.core.kvstore.writing.write_side import WriteSide


class Owners:
    """Chooses and deletes for all owners of stored rows; good until the store is closed."""

    def __init__(self, reading: ReadSide, writing: WriteSide) -> None:
        self._reading = reading
        self._writing = writing

    def claim(self, namespace: Fingerprint, owner: Owner, names: Sequence[SegmentHash]) -> None:
        """Record that `owner` uses the chain `names` now; keeps it from eviction for a while.

        Unless nothing of that chat is to be stored.
        """
        self._writing.use_chain(owner, [SegmentKey(namespace, name) for name in names])

    def show(
        self,
        namespace: Fingerprint,
        owner: Owner,
        branch: Branch,
        names: Sequence[SegmentHash] = (),
    ) -> None:
        """Record which branch of `owner` is shown, so that a restart can say how soon it is back.

        Unless nothing of that chat is to be stored. What is saved or claimed next goes on from it.

        Args:
            namespace: of the model that counts its tokens.
            owner: whose it is.
            branch: how long it is.
            names: the chain that is stored of it.
        """
        if self._writing.keeps(owner):
            end = names[-1] if names else None
            self._writing.post(lambda keeper: keeper.show_branch(owner, namespace, branch, end))

    def follow(
        self,
        known: KnownOwners,
        then: Callable[[int, frozenset[Owner]], None],
        otherwise: Callable[[], None] = nothing,
    ) -> None:
        """Delete what only those need who are not known, and put its choices in force.

        Args:
            known: all owners that there are.
            then: called on the writer thread when that is durable, with a number that is another
                one whenever the index was built again, and with everybody who needs something.
            otherwise: called instead where nothing can be deleted.
        """
        self._reading.let_go(lambda owner: owner not in known.owners or owner in known.off)
        self._writing.follow(known)
        self._writing.post(lambda keeper: then(*keeper.keep_only_known(known)), otherwise)

    def share(self, owners: Collection[Owner], then: Callable[[SharedUse], None]) -> None:
        """Find out what some owners share, and call `then` on the thread that reads."""
        self._reading.share(owners, then)

    def keep_only_tokens(
        self,
        owner: Owner,
        sequences: Sequence[NDArray[np.int32]],
        then: Callable[[], None],
        otherwise: Callable[[], None] = nothing,
    ) -> None:
        """Let `owner` need just what was computed for these tokens, and delete the rest.

        Args:
            owner: whose tokens they are.
            sequences: int32 [n] each, from position 0.
            then: called on the writer thread when that is durable.
            otherwise: called instead where it cannot be.
        """
        self._reading.let_go(owner.__eq__)

        def keep(keeper: Housekeeper) -> None:
            keeper.keep_only_tokens(owner, sequences)
            then()

        self._writing.post(keep, otherwise)

    def forget(self, owner: Owner) -> None:
        """Delete what only `owner` needs, files included, and what was chosen for it."""
        self._reading.let_go(owner.__eq__)
        self._writing.forget(owner)

    def choose(
        self, owner: Owner, *, is_pinned: bool | None = None, is_off: bool | None = None
    ) -> None:
        """Pin a chat, so that nothing of it is evicted, or switch its storing off, or back.

        Switching it off deletes what only this chat needs. Lasts until the chat is forgotten; in a
        second instance, which writes nothing, until `close`.
        """
        if is_off:
            self._reading.let_go(owner.__eq__)
        self._writing.choose(owner, is_pinned=is_pinned, is_off=is_off)

    def drop(self, owner: Owner) -> None:
        """Delete what only `owner` needs; what it computes from now on is stored again."""
        self._reading.let_go(owner.__eq__)
        self._writing.post(lambda keeper: keeper.forget_owner(owner))

    def drop_models(self, namespaces: Sequence[Fingerprint]) -> None:
        """Delete all rows of some models, whoever needs them."""
        self._writing.post(lambda keeper: keeper.delete_models(namespaces))
