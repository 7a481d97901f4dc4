"""Chats that somebody may open are read while there is nothing else to do, and stored.

Never in the way: what is really wanted ends it. What goes wrong here ends the chat that it went
wrong with and nothing else, without a word to the user, who asked for nothing.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.core.engine.errors import note_in_background
from app.core.engine.jobs import ReadingAhead

if TYPE_CHECKING:
    from app.core.engine.chat_prompts import ChatPrompts
    from app.core.engine.prefix_reuse import PrefixReuse
    from app.core.engine.preparing import Preparing
    from app.core.engine.prompt import Prompt
    from app.core.engine.protocol import ChatKey, WarmChat
    from app.core.engine.sequence import Sequence
    from app.core.engine.slots import Slots

logger = logging.getLogger(__name__)

_READING_AHEAD = "reading ahead"


class AheadReader:
    """Reads chats ahead, one after the other."""

    def __init__(
        self, prompts: ChatPrompts, slots: Slots, reuse: PrefixReuse, preparing: Preparing
    ) -> None:
        self._prompts = prompts
        self._slots = slots
        self._reuse = reuse
        self._preparing = preparing
        self._waiting: list[WarmChat] = []

    @property
    def has_next(self) -> bool:
        """Whether a chat is to be read ahead."""
        return bool(self._waiting)

    def read_ahead(self, command: WarmChat) -> None:
        """Read a chat as soon as there is nothing else to do, and store its memory."""
        if self._reuse.stored.can_store:
            self._waiting.append(command)

    def begin_next(self) -> None:
        """Take the next chat to read ahead; leaves chats that somebody uses alone."""
        command = self._waiting.pop(0)
        if self._slots.find(command.chat) is None and not self._prompts.is_far_too_long(command):
            self._preparing.begin(
                _READING_AHEAD,
                self._prompts.building(command),
                lambda prompt: self._read(command, prompt),
                lambda error: self._fail(command, error),
            )

    def _read(self, command: WarmChat, prompt: Prompt) -> None:
        n_prompt = len(prompt.token_ids)
        n_free = self._prompts.n_ctx - self._slots.n_cells()
        has_place = self._slots.has_place_for(command.chat)
        if not 0 < n_prompt < n_free or not has_place or self._slots.find(command.chat):
            return
        sequence = self._slots.acquire(command.chat)
        assert sequence is not None
        sequence.want(prompt.token_ids)
        sequence.begin_reading_ahead()
        self._reuse.restorer.begin(sequence, n_usable=n_prompt)
        self._reuse.saver.plan(sequence, prompt.message_ends, n_prompt)

    def _fail(self, command: WarmChat, error: Exception) -> None:
        note_in_background(logger, error)
        sequence = self._slots.find(command.chat)
        if sequence is not None and isinstance(sequence.job, ReadingAhead):
            self.finish(sequence)

    def stop(self) -> None:
        """Somebody wants something: forget what was to be read ahead."""
        self._waiting.clear()
        self._preparing.give_up(_READING_AHEAD)
        for sequence in self._slots:
            if sequence.is_reading_ahead:
                self.finish(sequence)

    def finish(self, sequence: Sequence) -> None:
        """Take a chat that was read ahead, or is not to be any more, out of the context."""
        sequence.end_job()
        self._slots.release(sequence)

    def forget(self, chat: ChatKey) -> None:
        """Take note that a chat is gone for good."""
        self._waiting = [command for command in self._waiting if command.chat != chat]
        self._preparing.give_up(_READING_AHEAD)
