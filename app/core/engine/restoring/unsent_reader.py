"""Reads what is being written while nothing else is to be done; `idle_work.py` says when.

What is being written has a sequence of its own, which begins with the cells that the chat has in
the context: the chat itself stays as it is, whatever is written, changed and deleted again. Once
it is sent, the chat takes over what was read of it, as far as the question begins so. Anything
else that is asked for takes it out of the context (`SequencePool.acquire`). It is stored nowhere
before it was sent (`Saver.save`).

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.core.engine.errors import log_background_failure
from app.core.engine.memory.save_plan import save_plan
from app.core.engine.prompts.prompt_options import PromptOptions
from app.core.engine.restoring.saver import known_end
from app.core.engine.sequences.sequence_pool import take_over
from app.core.plain_value import replace
from app.core.protocol import is_of_other_program

if TYPE_CHECKING:
    from collections.abc import Generator
    from collections.abc import Sequence as Series

    from app.core.content.media_table import MediaTable
    from app.core.engine.batch.shared_batch import SharedBatch
    from app.core.engine.idle_work import IdleWork
    from app.core.engine.prompts.prompt import Prompt, PromptBuilder
    from app.core.engine.restoring.prefix_reuse import PrefixReuse
    from app.core.engine.sequences.sequence import Sequence
    from app.core.engine.sequences.sequence_pool import SequencePool
    from app.core.llama import Context
    from app.core.protocol import ChatKey, ReadUnsent, RequestId

logger = logging.getLogger(__name__)

_LONGEST_WORD: Final = 24  # characters; what is longer is no word, or of a script without blanks
_LAST_WORD: Final = re.compile(r"\S*\Z")


class UnsentReader:
    """Has what is being written read, and handed to the chat once it is sent: of one chat at most.

    Args:
        builder: builds the prompts of the loaded model.
        batch: holds what the model says after the last token that was read.
    """

    def __init__(
        self,
        builder: PromptBuilder,
        context: Context,
        batch: SharedBatch,
        sequences: SequencePool,
        reuse: PrefixReuse,
        idle_work: IdleWork,
    ) -> None:
        self.builder = builder
        self.context = context
        self._batch = batch
        self.sequences = sequences
        self.reuse = reuse
        self._idle_work = idle_work
        self._latest: ReadingUnsent | None = None

    def read(self, command: ReadUnsent) -> None:
        """Read what is being written now, in place of what was to be read before."""
        if self._latest is not None:
            self._idle_work.leave_out(self._latest)
            self._latest = None
        # Of which memory sequences can share parts is tried out where it can be stored, too.
        if self.reuse.stored.layout is not None:
            self._latest = ReadingUnsent(command, self)
            self._idle_work.add(self._latest)

    @property
    def is_open(self) -> bool:
        """Whether only whole words are read, for a token that was read cannot go again."""
        layout = self.reuse.stored.layout
        return layout is None or layout.needs_snapshot or bool(layout.window)

    @property
    def words(self) -> str:
        """What is read of the message being written; "" where none is."""
        return "" if self._latest is None else self._latest.words

    def is_latest(self, task: ReadingUnsent) -> bool:
        """Whether a task has not been replaced, and not been sent."""
        return task is self._latest

    def hand_over(self, chat: ChatKey, wanted: Series[int], media: MediaTable) -> None:
        """Give a chat what was read of the question that it asks, and take it out otherwise.

        Args:
            wanted: what the chat is to have in the context.
            media: among them.
        """
        unsent = self.sequences.unsent
        try:
            if unsent is not None and self._is_of(chat, unsent.chat):
                self._hand_over(unsent, chat, wanted, media)
        except Exception as error:  # noqa: BLE001 - it is read again
            log_background_failure(logger, error)
        self.sequences.drop_unsent()
        if self._latest is not None and self._is_of(chat, self._latest.chat):
            self._latest = None

    def _is_of(self, chat: ChatKey, written_in: ChatKey) -> bool:
        return written_in == chat or not (written_in or is_of_other_program(chat))

    def _hand_over(
        self, unsent: Sequence, chat: ChatKey, wanted: Series[int], media: MediaTable
    ) -> None:
        if not self._batch.has_logits(unsent, len(wanted) - 1):
            wanted = wanted[:-1]  # one token is left to tell how the answer begins
        live, own = self.reuse.live, self.sequences.find(chat)
        n_read = live.truncatable(unsent, unsent.media.n_common(wanted, media))
        n_own = 0 if own is None else live.truncatable(own, own.media.n_common(wanted, media))
        if n_read <= n_own or (own is not None and not own.is_at_rest):
            return
        live.truncate(unsent, n_read)
        if own is None:
            self.reuse.restorer.claim(self.sequences.send(unsent, chat))
            return
        n_common = own.media.n_common(unsent.tokens, unsent.media.held)
        self.reuse.saver.settle(own)
        self.context.remove(own.seq_id, -1)
        self.context.copy(unsent.seq_id, own.seq_id, 0, -1)
        self._batch.pass_on(unsent, own)
        take_over(own, unsent, n_common)


@dataclass(slots=True, eq=False)
class ReadingUnsent:
    """The task of reading what is being written in a chat; what was read stays until it is sent."""

    command: ReadUnsent
    reader: UnsentReader

    @property
    def chat(self) -> ChatKey:
        """The chat it is written in."""
        return self.command.chat

    @property
    def request(self) -> RequestId | None:
        """Nobody waits for it."""
        return None

    @property
    def words(self) -> str:
        """What is read of the message."""
        text = self.command.messages[-1].text
        return whole_words(text) if self.reader.is_open else text

    @property
    def is_urgent(self) -> bool:
        """It is of use for a few seconds."""
        return True

    def is_wanted(self) -> bool:
        """Whether it is what is written now."""
        return self.reader.is_latest(self)

    def preparing(self) -> Generator[None, None, Prompt]:
        """Build the prompt as if it were sent; up to the last whole word where no token can go.

        Raises:
            TemplateFailed: the chat cannot be turned into a prompt.
            PromptTooLong: it does not fit the context.
        """
        *before, last = self.command.messages
        return self.reader.builder.building(
            [*before, replace(last, text=self.words)],
            for_answer=True,
            n_ctx=self.reader.context.n_ctx,
            options=PromptOptions.of(
                self.command.started_at, self.command.thinking, self.command.tools
            ),
            is_open=self.reader.is_open,
        )

    def n_cells(self, prompt: Prompt) -> int:
        """Return the cells beyond those that it, or its chat, has already."""
        pool = self.reader.sequences
        there = [one for one in (pool.unsent, pool.find(self.chat)) if one is not None]
        n_there = (one.media.n_common(prompt.token_ids, prompt.media) for one in there)
        return len(prompt.token_ids) + 1 - max(n_there, default=0)

    def has_place(self) -> bool:
        """Whether it has a sequence, or one is free."""
        pool = self.reader.sequences
        return pool.unsent is not None or pool.has_free

    def acquire(self) -> Sequence:
        """Return the sequence of what is being written."""
        return self.reader.sequences.acquire_unsent(self.chat)

    def begin(self, sequence: Sequence, prompt: Prompt) -> None:
        """Keep what is the same, begin behind the chat otherwise, and want the rest."""
        reuse, ids, media = self.reader.reuse, prompt.token_ids, prompt.media
        n_kept = reuse.live.truncatable(sequence, sequence.media.n_common(ids, media))
        own = self.reader.sequences.find(self.chat)
        n_own = 0 if own is None else self._n_usable(own, prompt)
        if own is not None and n_own > n_kept:
            reuse.live.begin_with(sequence, own, n_own)
            self.reader.sequences.shares_with_unsent(sequence.n_cached)
        else:
            reuse.live.truncate(sequence, n_kept)
        sequence.want(ids, media)
        if not sequence.n_cached:
            reuse.restorer.begin(sequence, n_usable=len(ids))
        self._leave_what_is_to_be_stored(sequence, prompt)

    def _n_usable(self, own: Sequence, prompt: Prompt) -> int:
        """Return how many tokens of the chat itself can be shared."""
        if own.is_rolled_back or not own.is_at_rest:  # what is rolled back cannot be copied
            return 0
        n_common = own.media.n_common(prompt.token_ids, prompt.media)
        return self.reader.reuse.live.truncatable(own, n_common)

    def _leave_what_is_to_be_stored(self, sequence: Sequence, prompt: Prompt) -> None:
        """Stop before the state would have to be taken and stored, and before media."""
        stored, fetching = self.reader.reuse.stored, sequence.fetching
        n_there = sequence.n_cached if fetching is None else fetching.prefix.n_tokens
        begin = known_end(sequence.saved) if fetching is None else n_there
        longest, n_prompt = stored.longest_segment, len(prompt.token_ids)
        ends, media = prompt.message_ends, prompt.media
        worth = self.reader.reuse.saver.worth
        shared = prompt.attached_ends
        plan = save_plan(
            stored.layout, begin, ends, n_prompt, longest, media, worth, n_there, shared
        )
        sequence.saved.plan(plan)
        most = [n_prompt, *(end - 1 for end in plan.batch_ends[:1])]
        next_medium = media.next_medium(n_there)
        if next_medium is not None:
            most.append(next_medium)
        sequence.want_at_most(max(n_there + (fetching is not None), min(most)))

    def advance(self, sequence: Sequence) -> bool:
        """Wait for all that is wanted."""
        return not sequence.n_pending

    def end(self, sequence: Sequence) -> bool:
        """Want no more; what was restored and has not proved itself does not stay."""
        sequence.want_no_more()
        return sequence.fetching is None and sequence.proving is None

    def fail(self) -> None:
        """Nobody waits for it."""

    def drop(self) -> None:
        """Nobody waits for it."""


def whole_words(text: str) -> str:
    """Return what of a text that is being written is not likely to change with the next letter."""
    last = _LAST_WORD.search(text)
    begin = len(text) if last is None else last.start()
    return text[: max(begin, len(text) - _LONGEST_WORD)].rstrip()
