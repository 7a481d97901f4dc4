"""What keeps a chat from being computed twice: its live rows, and saving and restoring them.

Brings the longest prefix of a prompt back: what is live of it, or what is stored. Guards on a
restore, in order: the store verifies every byte and assembles one state; it goes into an emptied
sequence; llama.cpp's byte count and positions are checked; then the model must say at the last
restored token (or, where a memory cannot be rewound, at the one after it) what it said when the
rows were saved, where that is on record (`Proving`); finite logits are demanded always. Nothing is
shown before that. All decisions about identity are token ids; the store compares them again.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from app.core.engine.memory.save_plan import is_worth_restoring
from app.core.engine.memory.state_probe import agrees
from app.core.engine.restoring.live_rows import LiveRows
from app.core.engine.restoring.saver import Saver
from app.core.engine.sequences.prefix_origin import Fetching, Proving
from app.core.kvstore.records import Owner, StoreState
from app.core.plain_value import PlainValue
from app.core.protocol import ChatKey, PrefixSource, RestoreTiming, is_of_other_program, program_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Sequence as Series

    import numpy.typing as npt

    from app.core.content.media_table import MediaTable
    from app.core.engine.memory.stored_model import StoredModel
    from app.core.engine.prompts.prompt import Prompt
    from app.core.engine.sequences.sequence import Sequence
    from app.core.kvstore.chain import SegmentHash
    from app.core.kvstore.format.layout import KVLayout
    from app.core.kvstore.records import LoadedState, StoredPrefix
    from app.core.llama import Context, Model


logger = logging.getLogger(__name__)


class AtHand(NamedTuple):
    """What of a prompt need not be computed.

    Attributes:
        n_live: its first tokens that are in the context.
        n_stored: its first tokens that would be restored in place of them; 0 for none.
    """

    n_live: int
    n_stored: int = 0

    @property
    def n_behind(self) -> int:
        """Tokens that the disk has beyond those in the context."""
        return max(0, self.n_stored - self.n_live)


class _LookedUp(NamedTuple):
    """A text of which it is asked how much is stored.

    Attributes:
        wanted: its tokens.
        media: among them.
        n_usable: no more than so many are of use.
    """

    chat: ChatKey
    wanted: Series[int]
    media: MediaTable
    n_usable: int


class PrefixRestorer:
    """Restores the sequences of one context; alone begins and ends the phases of restores.

    Args:
        stored: the model's part of the store; without a layout only live prefixes are reused.
        wake: called from another thread when rows have arrived.
    """

    def __init__(
        self, context: Context, stored: StoredModel, live: LiveRows, *, wake: Callable[[], None]
    ) -> None:
        self._context = context
        self._stored = stored
        self._store = stored.store
        self._live = live
        self._wake = wake

    @property
    def _layout(self) -> KVLayout | None:
        """How the model's state bytes are arranged; None when, or once, nothing is stored."""
        return self._stored.layout

    # -- finding --

    def begin(self, sequence: Sequence, *, n_usable: int) -> None:
        """Settle where the first `n_usable` tokens of `sequence.wanted` come from.

        Afterwards the sequence keeps its longest live prefix, or waits for rows from disk.
        """
        n_usable = min(n_usable, self._context.n_ctx - 1)
        n_common = sequence.media.n_common(sequence.wanted[:n_usable], sequence.media.wanted)
        live = self._live.truncatable(sequence, n_common)
        if self._layout is None:
            self._store.read_ahead(None)
            sequence.origin.settle(PrefixSource.UNSUPPORTED)
            self._live.truncate(sequence, live)
            return
        if self._layout.needs_snapshot:  # the token after a snapshot proves it
            n_usable = min(n_usable, len(sequence.wanted) - 1)
        fetching: Fetching | None = None
        try:
            fetching = self._longest_stored(sequence, n_usable, live, self._layout)
        except Exception as error:  # noqa: BLE001 - what is stored is a convenience
            self._stored.give_up(error)
        if fetching is not None:
            sequence.enter(fetching)
            self._show(sequence, ())  # adopting it says how much of it is sound
        else:
            self._store.read_ahead(None)  # another chat came first, or another branch of this one
            sequence.origin.settle(self._why_not_stored(live))
            self._live.truncate(sequence, live)
            self._show(sequence, sequence.saved.names)

    def _show(self, sequence: Sequence, names: Series[SegmentHash]) -> None:
        """Record the branch of a chat of the user, with the chain that is stored of it."""
        if sequence.branch is None or program_of(sequence.chat):
            return
        owners, namespace = self._store.owners, self._stored.namespace
        owners.show(namespace, Owner(sequence.chat), sequence.branch, names)

    def at_hand(self, chat: ChatKey, sequence: Sequence | None, prompt: Prompt) -> AtHand:
        """Return what `begin` would find of a prompt, changing nothing.

        Args:
            chat: whose prompt it is.
            sequence: of that chat; None where it is not in the context.
            prompt: what is asked for.
        """
        wanted = prompt.token_ids
        n_usable = max(0, min(len(wanted), self._context.n_ctx) - 1)
        live = 0
        if sequence is not None:
            n_common = sequence.media.n_common(wanted[:n_usable], prompt.media)
            live = self._live.truncatable(sequence, n_common)
        if self._layout is None:
            return AtHand(live)
        looked_up = _LookedUp(chat, wanted, prompt.media, n_usable)
        stored = self._found(looked_up, self._layout).n_tokens
        return AtHand(live, stored if is_worth_restoring(live, stored) else 0)

    def _found(self, looked_up: _LookedUp, layout: KVLayout) -> StoredPrefix:
        """Return what is stored of the beginning of a chat.

        Another program that could guess what the user's chats hold would be told by how much of its
        guess is found. So it finds only what programs have computed themselves.
        """
        only_of = _is_of_other_program if is_of_other_program(looked_up.chat) else None
        namespace, wanted = self._stored.namespace, looked_up.wanted
        n_usable = looked_up.n_usable
        while True:
            prefix = self._store.longest_prefix(
                namespace,
                wanted[:n_usable],
                layout.needs,
                looked_up.media.part(0, n_usable),
                only_of=only_of,
            )
            n_found = prefix.n_tokens
            if not layout.needs_snapshot or not n_found or wanted[n_found] >= 0:
                return prefix
            n_usable = n_found - 1  # no cell of a medium says anything that would prove it

    def _longest_stored(
        self, sequence: Sequence, n_usable: int, n_live: int, layout: KVLayout
    ) -> Fetching | None:
        """Have the rows fetched that a text begins with; None where that is not worth it."""
        began = time.perf_counter()
        wanted, media = sequence.wanted, sequence.media.wanted
        prefix = self._found(_LookedUp(sequence.chat, wanted, media, n_usable), layout)
        if not is_worth_restoring(n_live, prefix.n_tokens):
            return None
        find_ms = (time.perf_counter() - began) * 1e3
        loaded = self._store.load(self._stored.namespace, layout, prefix)
        loaded.add_done_callback(lambda _future: self._wake())
        return Fetching(prefix, loaded, began, find_ms)

    def _why_not_stored(self, n_live: int) -> PrefixSource:
        if n_live:
            return PrefixSource.LIVE
        # A store that is off still gives back what it has; it only learns nothing new.
        is_off = self._store.state is StoreState.OFF
        return PrefixSource.OFF if is_off else PrefixSource.NOT_STORED

    # -- into the context --

    def finish(self, sequence: Sequence, *, room: int) -> None:
        """Put the rows that have arrived into the context; `sequence.fetching` has them.

        A defect on the way leaves the sequence empty, to be read.

        Args:
            room: cells the sequence may use.
        """
        fetching = sequence.fetching
        assert fetching is not None
        sequence.end_restore()
        try:
            self._finish(sequence, fetching, room)
        except Exception as error:  # noqa: BLE001 - what is stored is a convenience
            self._stored.give_up(error)
            self.give_up(sequence)

    def give_up(self, sequence: Sequence) -> None:
        """End a restore, if one is under way, and empty the sequence."""
        sequence.end_restore()
        self._live.clear(sequence)

    def _finish(self, sequence: Sequence, fetching: Fetching, room: int) -> None:
        state = fetching.loaded.result()
        n_common = sequence.media.n_common(sequence.wanted, sequence.media.wanted)
        live = self._live.truncatable(sequence, n_common)
        if state.n_tokens <= live or state.n_tokens > room:
            # Damage shortened it below what is here, or running chats fill the context.
            cold = PrefixSource.DAMAGED if state.n_damaged else PrefixSource.NOT_STORED
            sequence.origin.settle(PrefixSource.LIVE if live else cold)
            n_kept = min(live, len(sequence.wanted) - 1)
            self._live.truncate(sequence, self._live.truncatable(sequence, n_kept))
            return
        self._live.clear(sequence)
        rows = np.frombuffer(state.buffer, np.uint8) if state.buffer is not None else None
        began = time.perf_counter()
        if rows is None or not self._put(sequence, rows, state.n_tokens):
            logger.warning("llama.cpp refused %d restored tokens", state.n_tokens)
            self._live.clear(sequence)
            self._store.distrust(self._stored.namespace, fetching.prefix)
            sequence.origin.settle(PrefixSource.DAMAGED)
            return
        self._adopt(sequence, fetching, state, (time.perf_counter() - began) * 1e3)

    def _put(self, sequence: Sequence, rows: npt.NDArray[np.uint8], n_tokens: int) -> bool:
        context, layout, seq_id = self._context, self._layout, sequence.seq_id
        assert layout is not None
        if not context.set_state(seq_id, rows):
            return False
        first, last = context.positions(seq_id)
        if last != sequence.media.wanted.position(n_tokens - 1):  # of text, as stored ends are
            return False
        if layout.needs_snapshot:
            return True
        # The last token is computed again, so that its logits can prove the others.
        return first == n_tokens - (layout.n_window(n_tokens) or n_tokens) and (
            n_tokens == 1 or context.remove(seq_id, last)
        )

    def _adopt(
        self, sequence: Sequence, fetching: Fetching, state: LoadedState, set_ms: float
    ) -> None:
        """Take note of rows that are in the context."""
        put_at = time.perf_counter()
        assert self._layout is not None
        n_tokens, witness = state.n_tokens, state.witness
        n_kept = n_tokens if self._layout.needs_snapshot else n_tokens - 1
        if not n_kept:
            self._context.remove(sequence.seq_id, -1)
        sequence.restored_up_to(n_kept)
        sequence.saved.adopt(
            (piece.end, piece.name)
            for piece in fetching.prefix.pieces
            if piece.end <= n_tokens and piece.n_used == piece.end - piece.begin
        )
        if self._layout.needs_snapshot and witness and witness.after != sequence.wanted[n_kept]:
            witness = None  # says what came after another token
        began = fetching.began - state.ahead_ms / 1e3  # as if it had been waited for
        sequence.enter(Proving(n_kept, witness, fetching.prefix, n_tokens, began, put_at))
        timing = RestoreTiming(
            fetching.find_ms, state.read_ms, state.verify_ms, state.assemble_ms, set_ms
        )
        sequence.origin.restored(n_tokens, time.perf_counter() - fetching.began, timing)
        if not sequence.is_unsent:
            self.claim(sequence)

    def claim(self, sequence: Sequence) -> None:
        """Take note in the store that what of a sequence is stored is of use to its chat."""
        owner = Owner(sequence.chat)
        self._store.owners.claim(self._stored.namespace, owner, sequence.saved.names)

    # -- the proof --

    def prove(self, sequence: Sequence, logits: npt.NDArray[np.float32], decode_s: float) -> bool:
        """Judge a restore by the logits of its last token; a failed one is undone for good.

        Args:
            decode_s: how long computing that token took.
        """
        proving = sequence.proving
        assert proving is not None
        sequence.end_restore()
        is_right = self._confirm(sequence, proving, logits)
        sequence.origin.judged(decode_s * 1e3, is_right=is_right)
        if is_right:
            seconds = proving.put_at - proving.began + decode_s
            self._stored.restored(proving.n_restored, seconds)
        return is_right

    def _confirm(
        self, sequence: Sequence, proving: Proving, logits: npt.NDArray[np.float32]
    ) -> bool:
        if agrees(logits, proving.witness):
            return True
        logger.warning("a restore failed its proof; %d tokens are read again", proving.n_restored)
        self._store.distrust(self._stored.namespace, proving.prefix)
        self._live.clear(sequence)
        return False


def _is_of_other_program(owner: Owner) -> bool:
    return is_of_other_program(ChatKey(owner))


class PrefixReuse(PlainValue, frozen=True):
    """The three that share the memory of one model and context.

    Attributes:
        stored: the model's part of the store.
    """

    stored: StoredModel
    saver: Saver
    live: LiveRows
    restorer: PrefixRestorer

    @classmethod
    def of(
        cls,
        model: Model,
        context: Context,
        stored: StoredModel,
        *,
        scratch: int,
        wake: Callable[[], None],
        defers: bool = True,
    ) -> PrefixReuse:
        """Put them together.

        Args:
            scratch: a sequence id of the context that is nobody else's, for copying rows out.
            wake: called from another thread when rows have arrived.
            defers: whether states may wait in RAM until a chat rests.
        """
        saver = Saver(context, stored, scratch=scratch, defers=defers)
        live = LiveRows(model, context, saver)
        return cls(stored, saver, live, PrefixRestorer(context, stored, live, wake=wake))
