"""Chats made ready before anybody asks them anything.

Two ways: a chat that is opened gets its stored rows back, and a chat that somebody may open is read
while there is nothing else to do, so that its rows are stored. Neither is ever in the way: what is
really wanted ends both.

What goes wrong here ends the chat that it went wrong with and nothing else, without a word to the
user, who asked for nothing; a question in the same chat will tell.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from app.core.engine.chat_template import moment_of
from app.core.engine.errors import note_in_background
from app.core.engine.prompt import is_far_too_long
from app.core.engine.protocol import ChatWarmed, PrefixSource

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from app.core.engine.prefix_reuse import PrefixReuse
    from app.core.engine.preparing import Preparing
    from app.core.engine.prompt import Prompt, PromptBuilder
    from app.core.engine.protocol import ChatKey, Event, OpenChat, PromptMessage, WarmChat
    from app.core.engine.sequence import Sequence
    from app.core.engine.slots import Slots

logger = logging.getLogger(__name__)

_OPENING, _READING_AHEAD = "opening", "reading ahead"


class Warming:
    """Opens chats and reads chats ahead.

    Args:
        n_ctx: cells of the context.
        emit: receives events.
    """

    def __init__(
        self,
        n_ctx: int,
        slots: Slots,
        builder: PromptBuilder,
        reuse: PrefixReuse,
        preparing: Preparing,
        *,
        emit: Callable[[Event], None],
    ) -> None:
        self._n_ctx = n_ctx
        self._slots = slots
        self._builder = builder
        self._reuse = reuse
        self._preparing = preparing
        self._emit = emit
        self._to_read: list[WarmChat] = []  # one after the other

    @property
    def has_next(self) -> bool:
        """Whether a chat is to be read ahead."""
        return bool(self._to_read)

    def open(self, command: OpenChat) -> None:
        """Bring the stored rows of a chat back, as far as there are any."""
        began = time.perf_counter()
        self.stop_reading_ahead()
        self._give_up_all_but(command.chat)
        if self._is_far_too_long(command.messages):
            self._report_cold(command)
            return
        self._preparing.begin(
            _OPENING,
            self._building(command),
            lambda prompt: self._restore(command, prompt, began),
            lambda error: self._not_opened(command, error),
        )

    def _restore(self, command: OpenChat, prompt: Prompt, began: float) -> None:
        sequence = self._slots.acquire(command.chat)
        if sequence is None or not sequence.is_idle:
            n_cached = sequence.n_cached if sequence else 0
            source = PrefixSource.LIVE if sequence else PrefixSource.NOT_STORED
            self._emit(
                ChatWarmed(command.chat, len(prompt.token_ids), n_cached, source, restore_ms=0.0)
            )
            return
        sequence.wanted = list(prompt.token_ids)
        sequence.warming = (len(prompt.token_ids), began)
        self._reuse.begin(sequence, n_usable=len(sequence.wanted))
        if sequence.restore is None:
            self.finish(sequence)

    def _not_opened(self, command: OpenChat, error: Exception) -> None:
        self._end(command, error)
        self._report_cold(command)

    def _end(self, command: OpenChat | WarmChat, error: Exception) -> None:
        note_in_background(logger, error)
        sequence = self._slots.find(command.chat)
        if sequence is not None and sequence.warming is not None and sequence.answer is None:
            self._give_up(sequence)

    def _report_cold(self, command: OpenChat) -> None:
        self._emit(ChatWarmed(command.chat, 0, 0, PrefixSource.NOT_STORED, restore_ms=0.0))

    def read_ahead(self, command: WarmChat) -> None:
        """Read a chat as soon as there is nothing else to do, and store its memory."""
        if self._reuse.stored.can_store:
            self._to_read.append(command)

    def begin_next(self) -> None:
        """Take the next chat to read ahead; leaves chats that somebody uses alone."""
        command = self._to_read.pop(0)
        if self._slots.find(command.chat) is not None or self._is_far_too_long(command.messages):
            return
        self._preparing.begin(
            _READING_AHEAD,
            self._building(command),
            lambda prompt: self._read(command, prompt),
            lambda error: self._end(command, error),
        )

    def _read(self, command: WarmChat, prompt: Prompt) -> None:
        n_prompt = len(prompt.token_ids)
        n_free = self._n_ctx - self._slots.n_cells()
        has_place = self._slots.has_place_for(command.chat)
        if not 0 < n_prompt < n_free or not has_place or self._slots.find(command.chat):
            return
        sequence = self._slots.acquire(command.chat)
        assert sequence is not None
        sequence.is_background = True
        sequence.wanted = list(prompt.token_ids)
        sequence.warming = (n_prompt, time.perf_counter())  # so that what is wanted stays
        self._reuse.begin(sequence, n_usable=n_prompt)
        self._reuse.plan_cuts(sequence, prompt.message_ends, n_prompt)

    def stop_reading_ahead(self) -> None:
        """Somebody wants something: forget what was to be read ahead."""
        self._to_read.clear()
        self._preparing.give_up(_READING_AHEAD)
        for sequence in self._slots:
            if sequence.is_background:
                self._give_up(sequence)

    def finish(self, sequence: Sequence) -> None:
        """Report a chat that was opened as ready; one that was read ahead leaves the context."""
        if sequence.warming is None:
            return
        n_prompt, began = sequence.warming
        sequence.warming = None
        if sequence.is_background:
            self._slots.release(sequence)
            return
        sequence.wanted = list(sequence.tokens)
        sequence.restore_s = time.perf_counter() - began
        self._emit(
            ChatWarmed(
                sequence.chat,
                n_prompt,
                sequence.n_cached,
                sequence.source,
                restore_ms=sequence.restore_s * 1e3,
                timing=sequence.timing,
            )
        )

    def _give_up_all_but(self, chat: ChatKey) -> None:
        """Give up restores that nobody looks at any more: another chat is opened."""
        for sequence in self._slots:
            if sequence.warming is not None and sequence.chat != chat and sequence.answer is None:
                self._give_up(sequence)

    def _give_up(self, sequence: Sequence) -> None:
        sequence.warming = sequence.restore = sequence.check = None
        self._slots.release(sequence)

    def forget(self, chat: ChatKey) -> None:
        """Take note that a chat is gone for good."""
        self._to_read = [command for command in self._to_read if command.chat != chat]
        self._preparing.give_up(_OPENING)  # of the chat on the screen, which is none any more
        self._preparing.give_up(_READING_AHEAD)

    def _building(self, command: OpenChat | WarmChat) -> Generator[None, None, Prompt]:
        today = moment_of(command.started_at)
        return self._builder.building(
            command.messages, for_answer=False, today=today, n_ctx=self._n_ctx
        )

    def _is_far_too_long(self, messages: Iterable[PromptMessage]) -> bool:
        n_chars = sum(len(message.text) for message in messages)
        return is_far_too_long(n_chars, self._n_ctx)
