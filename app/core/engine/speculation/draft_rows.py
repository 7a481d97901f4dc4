"""What a draft model has in its context of each chat, and how it follows what is said there.

To each sequence of the loaded model that is a chat's belongs one of the draft model, with the same
id. It is an ordinary `Sequence` in a context of its own: restored, proved, read and saved as the
other one is, in the namespace of the draft model. It follows the tokens that are wanted in the
other one: what is stored of them is fetched, the rest is read, a little at a time while anything
is answered, and the more of it when there is nothing else to do.

Behind what was said it may hold tokens that were drafted, up to when it is looked at next:
`_settle` cuts them off, before anything is read or saved.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.engine.batch.scheduler import STREAMING_PREFILL, Share
from app.core.engine.batch.shared_batch import SharedBatch
from app.core.engine.drafting.step_costs import ReadingTime
from app.core.engine.inbox import BatchWork
from app.core.engine.restoring.prefix_reuse import PrefixReuse
from app.core.engine.sequences.answer import DoingIdleWork
from app.core.engine.sequences.sequence import Sequence
from app.core.kvstore.chain import common_prefix
from app.core.llama import DecodeOutcome
from app.core.plain_value import PlainValue
from app.core.protocol import DraftPolicy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Sequence as Series

    from app.core.engine.drafting.experience import Experience
    from app.core.engine.inbox import Inbox
    from app.core.engine.memory.stored_model import StoredModel
    from app.core.engine.sequences.answer import Answer
    from app.core.engine.speculation.loaded_draft import LoadedDraft

logger = logging.getLogger(__name__)

FEW_BEHIND = 16  # tokens; so many are read where the next ones are drafted
_FOR_ANSWER = BatchWork(frozenset(), is_background=False, can_rewind=True, is_one_prompt=False)
_ASIDE = BatchWork(frozenset(), is_background=True, can_rewind=True, is_one_prompt=False)


@dataclass(slots=True, eq=False)
class FollowedChat:
    """A sequence of the loaded model, and the one of the draft model that follows it.

    Its own sequence has a job for as long as there is something to do for it.

    Attributes:
        main: what is followed.
        own: of the draft model.
        answer: the answer that is followed; None between two answers.
        n_settled: tokens of `own` that are known to be those of the text.
        n_text: tokens of the text when it was looked at last; -1 before, 0 when it is to be looked
            at again.
    """

    main: Sequence
    own: Sequence
    answer: Answer | None = None
    n_settled: int = 0
    n_text: int = -1

    @property
    def is_restoring(self) -> bool:
        """Whether stored rows are on their way, or have still to prove themselves."""
        return self.own.fetching is not None or self.own.proving is not None


class _Context(PlainValue, frozen=True):
    """What belongs to the context of the draft model."""

    loaded: LoadedDraft
    reuse: PrefixReuse
    batch: SharedBatch


class DraftRows:
    """The sequences of one draft model.

    Args:
        stored: the draft model's part of the store.
        inbox: may end a batch early.
    """

    def __init__(self, loaded: LoadedDraft, stored: StoredModel, inbox: Inbox) -> None:
        wake, scratch, context = inbox.wake, loaded.scratch_sequence, loaded.context
        args = (loaded.model, context, stored)
        reuse = PrefixReuse.of(*args, scratch=scratch, wake=wake, defers=False)
        self._context = _Context(loaded, reuse, SharedBatch(context))
        self._stored = stored
        self._inbox = inbox
        self._chats: dict[int, FollowedChat] = {}  # by the id of the sequence
        self._experience: Experience | None = None  # until an answer was drafted for
        self._time = ReadingTime()

    def close(self) -> None:
        """Save what was read, as far as it was said, and free the native arrays."""
        try:
            for chat in self._chats.values():
                if chat.is_restoring:
                    self._context.reuse.restorer.give_up(chat.own)
                elif chat.own.n_cached:
                    self._settle(chat)
                    self._context.reuse.saver.save(chat.own, up_to_end=True)
        finally:
            self.free()

    def free(self) -> None:
        """Free the native arrays; it is of no use afterwards."""
        self._context.batch.close()

    def __iter__(self) -> Iterator[FollowedChat]:
        return iter(list(self._chats.values()))

    # -- following --

    def follow(self, sequences: Iterable[Sequence]) -> None:
        """Take note of what is wanted of the loaded model now."""
        for main in sequences:
            answer = main.answer
            is_elsewhere = main.job is not None and answer is None
            if is_elsewhere or main.fetching is not None or not main.wanted:
                continue
            if answer is None or answer.request.drafts is not DraftPolicy.NEVER:
                self._follow(main)

    def _follow(self, main: Sequence) -> None:
        chat = self._chats.get(main.seq_id)
        if chat is None or chat.main is not main:
            if chat is not None:
                self.drop(chat.main)
            chat = FollowedChat(main, Sequence(main.seq_id, main.chat))
            self._chats[main.seq_id] = chat
        if chat.is_restoring:
            return  # what is wanted of it must stay what it was
        is_other = chat.answer is not main.answer
        if not is_other and chat.n_text == len(main.wanted):
            return
        if is_other or main.answer is None or chat.n_text < 0:
            self._look_up(chat)
        else:
            self._settle(chat)
            self._take_up(chat)

    def _look_up(self, chat: FollowedChat) -> None:
        """Begin with another text: keep what is the same, or have fetched what is stored."""
        own, text = chat.own, self._text(chat)
        answer = chat.answer = chat.main.answer
        chat.n_text, chat.n_settled = len(chat.main.wanted), 0
        if own.job is None:
            own.begin(DoingIdleWork())
        own.want(text)
        self._context.reuse.restorer.begin(own, n_usable=len(text) - 1 if answer else len(text))
        if not chat.is_restoring:
            self._settle(chat)
        self._context.reuse.saver.plan(own, answer.prompt if answer else None, len(text))
        self._rest_if_done(chat)

    def _settle(self, chat: FollowedChat) -> None:
        """Cut off what was not said, and want what was."""
        if chat.main.answer is None or chat.main.answer is not chat.answer:
            chat.n_settled = 0  # only the text of one answer does nothing but grow
        own, text = chat.own, self._text(chat)
        chat.answer, chat.n_text = chat.main.answer, len(chat.main.wanted)
        begin = min(chat.n_settled, len(text), own.n_cached)
        n_same = begin + common_prefix(own.tokens[begin:], text[begin:])
        # The last one is computed anew, for what the model says after it is asked for.
        is_saved = chat.answer is None and n_same == len(text) == own.saved.end
        n_kept = n_same if is_saved else min(n_same, max(0, len(text) - 1))
        self._context.reuse.live.truncate(own, n_kept)
        own.want(text)
        chat.n_settled = own.n_cached
        self._context.reuse.saver.plan_growth(own)

    def settled(self, main: Sequence) -> FollowedChat | None:
        """Bring what follows an answer up to what was said; None where it is too far behind."""
        chat = self.find(main)
        if chat is None or chat.is_restoring or chat.answer is not main.answer:
            return None
        self._settle(chat)
        if chat.answer is not None:
            self._experience = chat.answer.model_drafter.experience
        is_near = 0 < chat.own.n_pending <= FEW_BEHIND
        return chat if is_near and len(chat.own.wanted) == len(main.wanted) else None

    def _take_up(self, chat: FollowedChat) -> None:
        if chat.own.job is None and chat.own.n_pending:
            chat.own.begin(DoingIdleWork())
        self._rest_if_done(chat)

    def _text(self, chat: FollowedChat) -> Series[int]:
        """Return what is wanted, up to where the draft model can follow."""
        loaded = self._context.loaded
        text = chat.main.wanted[: loaded.n_most_text]
        begin, n_vocab = min(chat.n_settled, len(text)), loaded.model.n_vocab
        if max(text[begin:], default=0) < n_vocab:
            return text
        return text[: next(at for at in range(begin, len(text)) if text[at] >= n_vocab)]

    def _rest_if_done(self, chat: FollowedChat) -> None:
        own = chat.own
        if chat.answer is None and not chat.is_restoring and not own.n_pending:
            own.end_job()

    def find(self, main: Sequence) -> FollowedChat | None:
        """Return what follows a sequence of the loaded model."""
        chat = self._chats.get(main.seq_id)
        return chat if chat is not None and chat.main is main else None

    def drop(self, main: Sequence) -> None:
        """Follow a sequence no more; what of it was not stored never will be."""
        chat = self.find(main)
        if chat is not None:
            del self._chats[main.seq_id]
            chat.own.end_job()
            self._context.reuse.live.clear(chat.own)

    def begin_storing_anew(self, name: str | None = None) -> None:
        """Take note that what was stored of a chat, or of all, is gone."""
        for chat in self:
            if name is None or chat.main.chat == name:
                chat.own.saved.begin_anew()
                if not chat.is_restoring:
                    chat.n_text = -1  # it is looked at once more, and stored

    # -- reading --

    @property
    def has_arrived(self) -> bool:
        """Whether rows that a chat waits for are here."""
        fetches = (chat.own.fetching for chat in self)
        return any(one is not None and one.has_arrived for one in fetches)

    def finish_fetches(self) -> None:
        """Put rows that have arrived into the context."""
        for chat in self:
            fetching = chat.own.fetching
            if fetching is None or not fetching.has_arrived:
                continue
            used = sum(one.own.n_cached for one in self if one is not chat)
            room = self._context.loaded.context.n_ctx - used
            self._context.reuse.restorer.finish(chat.own, room=room)
            if not chat.is_restoring:
                chat.n_settled = 0
                self._settle(chat)
                self._take_up(chat)

    def readable(self, *, is_busy: bool) -> list[FollowedChat]:
        """Return the chats of which something is to be read now.

        Args:
            is_busy: something else is computed as well.
        """
        return [chat for chat in self if self._is_readable(chat, is_busy=is_busy)]

    def _is_readable(self, chat: FollowedChat, *, is_busy: bool) -> bool:
        own, answer = chat.own, chat.answer
        if own.job is None or not own.is_runnable:
            return False
        if own.proving is not None:
            return True
        if answer is None:
            is_little = own.n_pending <= STREAMING_PREFILL
            return is_little or (not is_busy and self._is_worth_reading)
        n_text = len(chat.main.wanted)
        if not answer.generated or own.n_pending <= FEW_BEHIND:
            return False
        if answer.request.drafts is DraftPolicy.ALWAYS:
            return True
        has_time = self._time.is_left or not is_busy
        return has_time and answer.model_drafter.payoff.may_try(n_text)

    @property
    def _is_worth_reading(self) -> bool:
        """Whether a chat is to be read that nobody has asked anything."""
        pays = self._experience is None or not self._experience.payoff.is_resting
        return pays and self._stored.is_identified

    def read(self, *, is_busy: bool) -> bool:
        """Read a little more of the texts; False where nothing could be read.

        Raises:
            KnownError: llama.cpp failed for good.
        """
        began = time.perf_counter()
        self._note_time(began, is_busy=is_busy)
        room = STREAMING_PREFILL if is_busy else self._context.batch.capacity
        shares: list[Share] = []
        for chat in self.readable(is_busy=is_busy):
            end = min(self._end_of_batch(chat.own), chat.own.n_cached + room)
            if end > chat.own.n_cached:
                shares.append(Share(chat.own, chat.own.n_cached, end))
                room -= end - chat.own.n_cached
        if not shares or not self.compute(shares, _FOR_ANSWER if is_busy else _ASIDE):
            return False
        for share in shares:
            self._advance(self._chats[share.sequence.seq_id], share)
        if is_busy:
            self._time.read(began, time.perf_counter())
        return True

    def _note_time(self, now: float, *, is_busy: bool) -> None:
        # What a long prompt takes counts as well: the sooner after it the first drafts come.
        if is_busy and any(chat.answer is not None for chat in self):
            pays = self._experience is not None and self._experience.payoff.is_paying
            self._time.answering(now, is_paying=pays)
        else:
            self._time.stop()

    def _end_of_batch(self, own: Sequence) -> int:
        if own.proving is not None:
            return own.proving.number + 1
        return own.saved.next_batch_end(own.n_cached, len(own.wanted))

    def read_rest(self, chats: Series[FollowedChat]) -> list[FollowedChat]:
        """Read what is missing of chats that are nearly read, for a draft; return those read.

        What the draft model says after the last token of each is known then.
        """
        shares = [
            Share(chat.own, chat.own.n_cached, len(chat.own.wanted))
            for chat in chats
            if self._end_of_batch(chat.own) == len(chat.own.wanted)
        ]
        if not shares or not self.compute(shares, _FOR_ANSWER):
            return []
        read = [self._chats[share.sequence.seq_id] for share in shares]
        for chat, share in zip(read, shares, strict=True):
            self._advance(chat, share)
        return read

    def _advance(self, chat: FollowedChat, share: Share) -> None:
        """Prove, store and note what a computed share is for."""
        own, saver, batch = chat.own, self._context.reuse.saver, self._context.batch
        saver.complete(share, batch)
        proving = own.proving
        if proving is not None and proving.number < share.end:
            logits = batch.logits(own, proving.number)
            decode_s = time.perf_counter() - proving.put_at
            is_right = self._context.reuse.restorer.prove(own, logits, decode_s)
            chat.n_settled = 0
            self._settle(chat)  # more may have been said meanwhile, or something else
            if not is_right:
                return
            answer = chat.answer
            saver.plan(own, answer.prompt if answer else None, len(own.wanted))
        chat.n_settled = own.n_cached
        saver.note_witnesses(share, batch)
        saver.save(own, up_to_end=False)
        if chat.answer is None and not own.n_pending:
            if batch.has_logits(own, own.n_cached - 1):
                saver.note_witness(own, own.n_cached, batch)
            saver.save(own, up_to_end=True)
        self._rest_if_done(chat)

    def compute(self, shares: list[Share], work: BatchWork = _FOR_ANSWER) -> bool:
        """Compute a batch; False where it was not, and nothing has changed.

        Raises:
            KnownError: llama.cpp failed for good.
        """
        context, batch = self._context.loaded.context, self._context.batch
        context.clear_abort()
        with self._inbox.computing(work, context.abort) as may_begin:
            if not may_begin:
                return False
            batch.fill(shares)
            outcome = batch.decode()
        if outcome is DecodeOutcome.DONE:
            for share in shares:
                share.sequence.computed_up_to(share.end)
            return True
        batch.forget_logits()
        for share in shares if outcome is DecodeOutcome.ABORTED else ():
            self._context.reuse.live.roll_back(share.sequence)
        if outcome is DecodeOutcome.NO_ROOM:
            self._make_room(shares)
        return False

    def _make_room(self, shares: list[Share]) -> None:
        """Leave out what there is no room for, until something else is wanted of it."""
        logger.info("the context of the draft model is full")
        for share in shares:
            chat = self._chats[share.sequence.seq_id]
            chat.own.end_job()
            self._context.reuse.live.clear(chat.own)
            chat.n_settled, chat.n_text = 0, len(chat.main.wanted)

    def index(self, own: Sequence) -> int:
        """Return where what the draft model says after the last token of a sequence lies."""
        return self._context.batch.index(own, own.n_cached - 1)
