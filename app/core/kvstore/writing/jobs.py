"""What the writer thread is asked to do beside storing segments, each a value of its own.

Threads: made on any thread, done on the writer thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from app.core.kvstore.chain import Fingerprint, SegmentHash, SegmentKey
    from app.core.kvstore.records import Branch, KnownOwners, ModelFacts, Owner
    from app.core.kvstore.writing.housekeeper import Housekeeper


class StoreJob(Protocol):
    """Something for the housekeeper to do."""

    def do(self, housekeeper: Housekeeper) -> None:
        """Do it.

        Raises:
            OSError: the disk refused.
            KnownError: of those in `errors.py`.
        """


class UseChain(PlainValue, frozen=True):
    """`owner` uses `keys` now, as its active chain."""

    owner: Owner
    keys: tuple[SegmentKey, ...]

    def do(self, housekeeper: Housekeeper) -> None:
        """Record it."""
        housekeeper.use_chain(self.owner, self.keys)


class ShowBranch(PlainValue, frozen=True):
    """`owner` shows this branch, of which all up to the segment `end` is stored."""

    owner: Owner
    namespace: Fingerprint
    branch: Branch
    end: SegmentHash | None

    def do(self, housekeeper: Housekeeper) -> None:
        """Record it."""
        housekeeper.show_branch(self.owner, self.namespace, self.branch, self.end)


class AddOwner(PlainValue, frozen=True):
    """`owner` uses `keys` too."""

    owner: Owner
    keys: tuple[SegmentKey, ...]

    def do(self, housekeeper: Housekeeper) -> None:
        """Record it."""
        housekeeper.add_owner(self.owner, self.keys)


class QuarantineSegments(PlainValue, frozen=True):
    """The files of `keys` are damaged or doubtful."""

    keys: tuple[SegmentKey, ...]

    def do(self, housekeeper: Housekeeper) -> None:
        """Move them aside."""
        housekeeper.quarantine_segments(self.keys)


class QuarantineSnapshots(PlainValue, frozen=True):
    """The snapshots of `keys` are damaged or gone; their rows are not."""

    keys: tuple[SegmentKey, ...]

    def do(self, housekeeper: Housekeeper) -> None:
        """Move them aside."""
        housekeeper.quarantine_snapshots(self.keys)


class ForgetOwner(PlainValue, frozen=True):
    """Nothing is to be kept for `owner`."""

    owner: Owner

    def do(self, housekeeper: Housekeeper) -> None:
        """Delete what only this owner needs."""
        housekeeper.forget_owner(self.owner)


class KeepOnlyKnown(PlainValue, frozen=True):
    """Nothing is to be kept for anybody who is not known.

    Attributes:
        then: called when that is durable: the index's number, and everybody who needs something.
        otherwise: called where that cannot be done.
    """

    known: KnownOwners
    then: Callable[[int, frozenset[Owner]], None]
    otherwise: Callable[[], None]

    def do(self, housekeeper: Housekeeper) -> None:
        """Delete what nobody known needs."""
        try:
            done = housekeeper.keep_only_known(self.known)
        except Exception:
            self.otherwise()
            raise
        self.then(*done)


class KeepOnlyTokens(PlainValue, frozen=True, eq=False):
    """Nothing is to be kept for `owner` but what was computed for these tokens.

    Attributes:
        sequences: int32 [n] each, from position 0.
        then: called when that is durable.
        otherwise: called where that cannot be done.
    """

    owner: Owner
    sequences: tuple[NDArray[np.int32], ...]
    then: Callable[[], None]
    otherwise: Callable[[], None]

    def do(self, housekeeper: Housekeeper) -> None:
        """Delete the rest."""
        try:
            housekeeper.keep_only_tokens(self.owner, self.sequences)
        except Exception:
            self.otherwise()
            raise
        self.then()


class DeleteModels(PlainValue, frozen=True):
    """The user wants the rows of these models gone."""

    namespaces: tuple[Fingerprint, ...]

    def do(self, housekeeper: Housekeeper) -> None:
        """Delete them."""
        housekeeper.delete_models(self.namespaces)


class EvictToBudget(PlainValue, frozen=True):
    """The budget may be smaller than before."""

    def do(self, housekeeper: Housekeeper) -> None:
        """Evict what is over it."""
        housekeeper.evict_to_budget()


class DeleteGarbage(PlainValue, frozen=True):
    """Whatever is not needed, not to be found or over the budget is to go."""

    def do(self, housekeeper: Housekeeper) -> None:
        """Delete it."""
        housekeeper.delete_garbage()


class WriteChoices(PlainValue, frozen=True):
    """The choices for single chats have changed."""

    def do(self, housekeeper: Housekeeper) -> None:
        """Make them durable."""
        housekeeper.write_choices()


class DescribeModel(PlainValue, frozen=True):
    """There is news of a model."""

    facts: ModelFacts

    def do(self, housekeeper: Housekeeper) -> None:
        """Record it."""
        housekeeper.describe_model(self.facts)


def leave_undone(job: object) -> None:
    """Tell whoever waits for a job that nobody does it."""
    if isinstance(job, KeepOnlyKnown | KeepOnlyTokens):
        job.otherwise()
