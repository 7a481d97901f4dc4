"""What the store hands out and takes: plain values that may cross threads."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple, NewType, TypeAlias

from app.core.content.media_table import NO_MEDIA, CellRun, MediaTable
from app.core.errors import BugError
from app.core.kvstore.chain import SegmentHash, SegmentKey
from app.core.plain_value import PlainValue

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from app.core.kvstore.chain import Fingerprint
    from app.core.phrases import Phrase
    from app.core.protocol import Limits

Owner = NewType("Owner", str)  # who needs a segment: a chat key
OwnerFilter: TypeAlias = "Callable[[Owner], bool]"


class KnownOwners(PlainValue, frozen=True):
    """Who there is: rows of anybody else are to be deleted.

    Attributes:
        pinned: whose rows are never evicted.
        off: of whom nothing is stored.
    """

    owners: frozenset[Owner]
    pinned: frozenset[Owner] = frozenset()
    off: frozenset[Owner] = frozenset()


class StoreState(enum.Enum):
    """What the store can do now."""

    ON = "on"
    READ_ONLY = "read_only"  # another instance of Hearth writes
    OFF = "off"  # saves nothing; what is stored and readable is still served


class SaveOutcome(enum.Enum):
    """What became of a save."""

    QUEUED = "queued"  # copied; the writer thread will store it
    ALREADY_STORED = "already_stored"
    DROPPED = "dropped"  # too much is waiting for the disk
    OFF = "off"  # switched off, read only, or paused
    ORPHAN = "orphan"  # what it goes on from is not stored: it could never be found


class Witness(PlainValue, frozen=True):
    """What the model said right after a segment's last token; proves a restore.

    Attributes:
        token_ids: the likeliest candidates, 32 of them.
        logits: their logits, in the same order; come back exactly as given.
        after: beside a snapshot, which cannot be rewound to compute its last token again: the
            token that followed it, after which the model said this; None everywhere else.
    """

    token_ids: tuple[int, ...]
    logits: tuple[float, ...]
    after: int | None = None

    def __post_init__(self) -> None:
        if len(self.token_ids) != len(self.logits):
            raise BugError("a witness has one logit for each candidate")


class Segment(PlainValue, frozen=True, eq=False):
    """One stored piece of a chain: the tokens [begin, begin + n_tokens) and where they hang.

    Attributes:
        parent: None exactly when `begin` is 0.
        token_ids: int32 [n_tokens]; never changed.
        owner: who saved it first; kept in the file, so that a rebuilt index still knows.
        media: whose cells are among its tokens, counted from `begin`.
        n_shared: by how much the position of its first cell is less than `begin`: cells of pictures
            before it that share a position.
        serves_others: other chats may begin with what ends here; not kept in the file.
    """

    key: SegmentKey
    parent: SegmentHash | None
    begin: int
    token_ids: NDArray[np.int32]
    owner: Owner
    media: MediaTable = NO_MEDIA
    n_shared: int = 0
    serves_others: bool = False

    @property
    def n_tokens(self) -> int:
        """How many tokens it holds."""
        return int(self.token_ids.size)

    @property
    def end(self) -> int:
        """The number of the token after its last."""
        return self.begin + self.n_tokens

    @property
    def begin_pos(self) -> int:
        """The position of its first cell."""
        return self.begin - self.n_shared

    @property
    def cells(self) -> CellRun | None:
        """Where its cells lie; None where each lies at its own number."""
        if not self.n_shared and not self.media.has_grids:
            return None
        return self.media.run(self.n_tokens, self.begin_pos)

    @property
    def end_pos(self) -> int:
        """The position of the cell after its last."""
        cells = self.cells
        return self.end if cells is None else cells.next_pos


class ChildSegment(NamedTuple):
    """A segment as it hangs on another one.

    Attributes:
        token_ids: int32 [n].
        n_windowed: tokens at its end whose windowed rows are stored too.
        has_snapshot: whether a snapshot of its end is stored.
    """

    name: SegmentHash
    token_ids: NDArray[np.int32]
    n_windowed: int = 0
    has_snapshot: bool = False


class IndexedSegment(NamedTuple):
    """What the index says of one segment; `token_ids` int32 [n]."""

    begin: int
    token_ids: NDArray[np.int32]
    has_snapshot: bool


class StoredSegment(NamedTuple):
    """One stored segment as eviction and checks see it; `last_used` in seconds since the epoch."""

    key: SegmentKey
    parent: SegmentKey | None
    begin: int
    file_bytes: int
    last_used: float
    is_owned: bool
    snapshot_bytes: int = 0
    n_tokens: int = 1

    @property
    def end(self) -> int:
        """Position behind its last token."""
        return self.begin + self.n_tokens

    @property
    def n_bytes(self) -> int:
        """Bytes of both files."""
        return self.file_bytes + self.snapshot_bytes


class StoredPiece(PlainValue, frozen=True):
    """The first `n_used` rows of the segment `name`, which holds [begin, end).

    Attributes:
        windowed_from: first position whose windowed rows are stored; `end` for none.
        has_snapshot: whether a snapshot of `end` is stored.
    """

    name: SegmentHash
    begin: int
    end: int
    n_used: int
    windowed_from: int = 0
    has_snapshot: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether every row of the segment is used."""
        return self.n_used == self.end - self.begin


class StoredPrefix(PlainValue, frozen=True):
    """The longest stored beginning of some token ids.

    Attributes:
        pieces: from position 0 on without a gap; only the last may be used in part.
        token_ids: int32 little endian, the ids that were looked up, cut to `n_tokens`; a restore
            compares them with the files.
        media: whose cells are among them; compared likewise.
    """

    namespace: Fingerprint
    pieces: tuple[StoredPiece, ...] = ()
    token_ids: bytes = b""
    media: MediaTable = NO_MEDIA

    @property
    def n_tokens(self) -> int:
        """How many tokens the pieces cover."""
        return sum(piece.n_used for piece in self.pieces)

    def is_sound(self) -> bool:
        """Whether the pieces follow each other from 0, only the last cut, with all their tokens."""
        at = 0
        for piece in self.pieces:
            if piece.begin != at or not 0 < piece.n_used <= piece.end - piece.begin:
                return False
            at = piece.end
        return len(self.token_ids) == 4 * self.n_tokens

    @property
    def cells(self) -> CellRun | None:
        """Where its cells lie; None where each lies at its own number."""
        return self.media.run(self.n_tokens) if self.media.has_grids else None

    def keys(self) -> list[SegmentKey]:
        """Return the segments it uses, first to last."""
        return [SegmentKey(self.namespace, piece.name) for piece in self.pieces]


class LoadedState(PlainValue, frozen=True):
    """Stored rows put together for one `llama_state_seq_set_data`.

    Attributes:
        n_tokens: may be fewer than asked for: damage shortens.
        buffer: complete state bytes (sequence id 0, the first n_tokens cells), the receiver's to
            keep; None when `n_tokens` is 0.
        witness: of the last piece, if it is used whole and has one.
        n_damaged: segments and snapshots found damaged and moved aside.
        ahead_ms: what reading took before anybody waited for it; the other times are then 0.
    """

    n_tokens: int = 0
    buffer: memoryview | None = None
    witness: Witness | None = None
    n_damaged: int = 0
    read_ms: float = 0.0
    verify_ms: float = 0.0
    assemble_ms: float = 0.0
    ahead_ms: float = 0.0


class Usage(PlainValue, frozen=True):
    """What the store takes of the disk; `bytes` counts segment files."""

    n_segments: int = 0
    bytes: int = 0
    bytes_written_today: int = 0


class ModelFacts(PlainValue, frozen=True):
    """What is known of the model of a namespace; None for no news.

    Attributes:
        seconds_per_token: to compute one of a prompt.
        restore_bytes_per_s: from disk to the first token, measured end to end.
    """

    namespace: Fingerprint
    name: str
    seconds_per_token: float | None = None
    restore_bytes_per_s: float | None = None


class Branch(NamedTuple):
    """What an answer in a chat would read before its first word.

    Attributes:
        n_tokens: of the branch that is shown.
        n_needed: of them all but the last message's.
    """

    n_tokens: int
    n_needed: int


class ChatUse(PlainValue, frozen=True):
    """What one chat takes, and what the user wants for it.

    Attributes:
        n_tokens: of its longest chain.
        n_bytes: of everything it needs.
        here_tokens: of the branch that is shown, what is stored in the namespace that was asked
            about; where nobody knows the branch, of its longest chain there.
        here_bytes: of that; where nobody knows the branch, of everything it needs there.
        branch: the one that is shown, for the model of that namespace; None where nobody knows it.
        own_bytes: of what no other chat needs: what dropping it frees.
        models: of each model it has rows of.
        last_used: seconds since the epoch; 0 without rows.
        is_pinned: never evicted.
        is_off: nothing of it is stored.
    """

    owner: Owner
    n_tokens: int = 0
    n_bytes: int = 0
    own_bytes: int = 0
    models: tuple[str, ...] = ()
    last_used: float = 0.0
    is_pinned: bool = False
    is_off: bool = False
    here_tokens: int = 0
    here_bytes: int = 0
    branch: Branch | None = None


class SharedUse(PlainValue, frozen=True):
    """What some owners share, and so was computed once.

    Attributes:
        n_owners: that share something.
        n_tokens: of the longest beginning that two of them share.
        n_bytes: of all that two or more of them need.
        saved_s: that computing it once more for each of the others would take, as measured.
    """

    n_owners: int = 0
    n_tokens: int = 0
    n_bytes: int = 0
    saved_s: float = 0.0


class ModelUse(PlainValue, frozen=True):
    """What one model's rows take; `name` is "" where it was never told."""

    namespace: Fingerprint
    name: str
    n_bytes: int
    n_segments: int


class StoreOverview(PlainValue, frozen=True):
    """The store as a whole.

    Attributes:
        limits: in force.
        budget_bytes: it may take; 0 when nothing is open.
        default_budget_bytes: what that is where the user sets nothing.
        free_bytes: on its disk.
        problem: why it is off or pauses, one sentence; `NO_WORDS` when it stores.
    """

    state: StoreState
    problem: Phrase
    limits: Limits
    usage: Usage
    budget_bytes: int = 0
    default_budget_bytes: int = 0
    free_bytes: int = 0
    chats: tuple[ChatUse, ...] = ()
    models: tuple[ModelUse, ...] = ()
