"""One stream of tokens in the context, and what it is used for.

There is no prefill phase and no decode phase: a sequence has tokens in the KV cache and tokens that
are wanted there, and every step lets it catch up. Sampling appends to the wanted ones.

    # [0, n_cached)         in the context
    # [0, saved.end)        of them saved as segments
    # [n_cached, n_wanted)  to compute

Which tokens of a sequence are cells of pictures and sounds, and where its tokens lie. Where cells
share positions, a token is not at its own number (`content/media_table.py`).

Threads: the engine thread only.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from app.core.content.media_table import NO_MEDIA
from app.core.engine.sequences.answer import Answering, DoingIdleWork, Inspecting, Restoring
from app.core.engine.sequences.prefix_origin import Fetching, PrefixOrigin, Proving
from app.core.engine.sequences.saved_rows import SavedRows
from app.core.errors import BugError
from app.core.kvstore.chain import common_prefix
from app.core.kvstore.records import Branch
from app.core.plain_value import replace

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Sequence as Series

    from app.core.content.media_table import MediaChunk, MediaTable
    from app.core.engine.sequences.answer import Answer, Job
    from app.core.engine.sequences.prefix_origin import RestorePhase
    from app.core.protocol import ChatKey


_MOST_COMING = 2  # the one that is computed, and the one that is encoded meanwhile


class _SequenceMedia:
    """The media of one sequence; written by that alone.

    Args:
        sequence: whose.
    """

    def __init__(self, sequence: Sequence) -> None:
        self._sequence = sequence
        self._held = NO_MEDIA  # and of what is computed behind them later
        self._wanted = NO_MEDIA

    @property
    def held(self) -> MediaTable:
        """Which of the tokens in the KV cache are cells of media."""
        return self._held.part(0, self._sequence.n_cached)

    @property
    def wanted(self) -> MediaTable:
        """Which of the wanted tokens are."""
        return self._wanted

    def position(self, n_tokens: int) -> int:
        """Return the position behind the first `n_tokens`, all of which are in the KV cache."""
        return self._held.position(n_tokens)

    def n_common(self, token_ids: Series[int], media: MediaTable) -> int:
        """Return how many of the tokens in the KV cache begin another text, no medium cut in two.

        Args:
            token_ids: of that text.
            media: among them.
        """
        n_tokens = common_prefix(self._sequence.tokens, token_ids)
        return self._held.alike(media, n_tokens) if self._held or media else n_tokens

    # -- what comes next --

    @property
    def next(self) -> MediaChunk | None:
        """The one whose cells come next; None where text does, or nothing."""
        if not self._wanted or not self._sequence.n_pending:
            return None
        return self._wanted.chunk_at(self._sequence.n_cached)

    @property
    def coming(self) -> tuple[MediaChunk, ...]:
        """The next ones that are to be computed, in order, few of them."""
        if not self._wanted or not self._sequence.n_pending:
            return ()
        n_wanted, n_cached = len(self._sequence.wanted), self._sequence.n_cached
        later = (one for one in self._wanted.chunks if n_cached < one.end and one.first < n_wanted)
        return tuple(itertools.islice(later, _MOST_COMING))

    @property
    def text_end(self) -> int:
        """Up to where the wanted tokens are text from here on."""
        n_wanted = len(self._sequence.wanted)
        if not self._wanted:
            return n_wanted
        medium = self._wanted.next_medium(self._sequence.n_cached)
        return n_wanted if medium is None else min(medium, n_wanted)

    # -- changes, by the sequence --

    def want(self, media: MediaTable) -> None:
        """Take note of the media among the wanted tokens."""
        self._wanted = media

    def want_at_most(self, n_tokens: int) -> None:
        """Take note that only so many of the wanted tokens are wanted still."""
        self._wanted = self._wanted.part(0, n_tokens)

    def want_no_more(self) -> None:
        """Take note that nothing is wanted but what is in the KV cache."""
        self._wanted = self._held.part(0, self._sequence.n_cached)

    def hold(self) -> None:
        """Take note that wanted tokens are in the KV cache now."""
        self._held = self._wanted

    def truncate(self, n_tokens: int) -> None:
        """Forget what lies behind `n_tokens`."""
        self._held = self._held.part(0, n_tokens)


class Sequence:
    """One sequence id: its tokens, and the one job it has.

    Attributes:
        saved: what of it is stored.
        branch: of the chat that is shown, as far as it was told.
        origin: where its tokens came from.
        media: which of them are cells of pictures and sounds, with ids below zero.
        is_unsent: it ends with what is being written, which is stored nowhere.
    """

    def __init__(self, seq_id: int, chat: ChatKey, *, is_unsent: bool = False) -> None:
        self.seq_id = seq_id
        self.chat = chat
        self.is_unsent = is_unsent
        self.saved = SavedRows()
        self.origin = PrefixOrigin()
        self.media = _SequenceMedia(self)
        self._tokens: list[int] = []
        self._wanted: list[int] = []
        self._job: Job | None = None
        self._is_rolled_back = False
        self.branch: Branch | None = None

    # -- tokens --

    @property
    def tokens(self) -> Series[int]:
        """Ids in the KV cache."""
        return self._tokens

    @property
    def wanted(self) -> Series[int]:
        """Ids that are to be there; begins with `tokens` once its prefix is settled."""
        return self._wanted

    @property
    def n_cached(self) -> int:
        """Tokens in the KV cache."""
        return len(self._tokens)

    @property
    def n_pending(self) -> int:
        """Tokens to compute."""
        return len(self._wanted) - len(self._tokens)

    def want(self, token_ids: Iterable[int], media: MediaTable = NO_MEDIA) -> None:
        """Want these tokens in place of what was wanted.

        Args:
            media: which of them are cells of media.
        """
        self._wanted = list(token_ids)
        self.media.want(media)

    def want_also(self, token: int) -> None:
        """Want one token more."""
        self._wanted.append(token)

    def want_at_most(self, n_tokens: int) -> None:
        """Want only the first `n_tokens` of what was wanted."""
        del self._wanted[n_tokens:]
        self.media.want_at_most(n_tokens)

    def want_no_more(self) -> None:
        """Want nothing but what is in the KV cache."""
        self._wanted = list(self._tokens)
        self.media.want_no_more()

    def computed_up_to(self, end: int) -> None:
        """Take note that the wanted tokens up to `end` are in the KV cache now."""
        self._is_rolled_back = False
        self._tokens += self._wanted[len(self._tokens) : end]
        self.media.hold()

    def restored_up_to(self, end: int) -> None:
        """Take note that the KV cache holds the first `end` of the wanted tokens and no others."""
        self._is_rolled_back = False
        self._tokens = self._wanted[:end]
        self.media.hold()

    def truncate(self, n_tokens: int, *, went_back: bool = False) -> None:
        """Forget what lies behind `n_tokens`; the caller has cut the context's memory.

        Args:
            went_back: it is recurrent, and goes back over the last tokens of a batch.
        """
        self._is_rolled_back = went_back
        del self._tokens[n_tokens:]
        self.media.truncate(n_tokens)
        self.saved.truncate(n_tokens)
        self.origin.truncate(n_tokens)

    @property
    def is_rolled_back(self) -> bool:
        """Whether more was computed last than there is, and a recurrent memory goes back to it.

        Until more is computed, a copy of it has the recurrent state from before that.
        """
        return self._is_rolled_back

    # -- the job --

    @property
    def job(self) -> Job | None:
        """What it is used for; None while its chat rests."""
        return self._job

    @property
    def answer(self) -> Answer | None:
        """The answer it is used for."""
        return self._job.answer if isinstance(self._job, Answering) else None

    @property
    def fetching(self) -> Fetching | None:
        """The rows it waits for."""
        restore = self._restore
        return restore if isinstance(restore, Fetching) else None

    @property
    def proving(self) -> Proving | None:
        """The restored rows that have still to prove themselves."""
        restore = self._restore
        return restore if isinstance(restore, Proving) else None

    @property
    def _restore(self) -> RestorePhase | None:
        return self._job.restore if self._job is not None else None

    @property
    def does_idle_work(self) -> bool:
        """Whether it computes only because there is nothing else to do."""
        return isinstance(self._job, DoingIdleWork)

    @property
    def inspected_from(self) -> int | None:
        """From where on it is of use what the model says after each token; None for nowhere."""
        return self._job.logits_from if isinstance(self._job, Inspecting) else None

    @property
    def is_at_rest(self) -> bool:
        """Whether its chat wants nothing: no job, and nothing left to compute."""
        return self._job is None and not self.n_pending

    @property
    def is_idle(self) -> bool:
        """Whether it may be taken for something else: nobody waits for it, and nothing is put."""
        return not isinstance(self._job, Answering | Inspecting) and self._restore is None

    @property
    def is_runnable(self) -> bool:
        """Whether the next batch may hold tokens of this sequence; those of a medium go apart."""
        has_pending = len(self._wanted) > len(self._tokens)
        is_waiting = isinstance(self._restore, Fetching)
        return has_pending and not is_waiting and self.media.next is None

    def begin(self, job: Job) -> None:
        """Be used for a job from now on.

        Raises:
            BugError: it is not idle.
        """
        if not self.is_idle:
            raise BugError("a sequence has one job at a time")
        self._job = job
        if isinstance(job, Answering):
            n_prompt = len(job.answer.prompt.token_ids)
            self.branch = Branch(n_prompt, n_prompt)

    def enter(self, restore: RestorePhase) -> None:
        """Begin a phase of a restore for the job it has.

        Raises:
            BugError: it has no job.
        """
        if self._job is None:
            raise BugError("a restore serves a job")
        self._job = replace(self._job, restore=restore)

    def end_restore(self) -> None:
        """Go on with the job without a restore; without a word if there is none."""
        if self._restore is not None and self._job is not None:
            self._job = replace(self._job, restore=None)

    def end_job(self) -> None:
        """Rest; a restore under way is given up."""
        if isinstance(self._job, Restoring):
            self._job.pending.fail()  # unless it was answered
        self._job = None
