"""How many tokens a chat would take, asked at each pause while somebody types.

Threads: the engine thread only.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import xxhash

from app.core.engine.chat_template import moment_of
from app.core.engine.errors import TemplateFailed
from app.core.engine.prompt import is_far_too_long
from app.core.engine.protocol import ContextMeasured

if TYPE_CHECKING:
    from app.core.engine.prompt import PromptBuilder, Vocabulary
    from app.core.engine.protocol import MeasureContext

_CHARS_PER_TOKEN = 4  # of usual text
_MAX_KEPT = 512


class ContextMeter:
    """Counts for one loaded model; remembers what attached texts take.

    Args:
        n_ctx: tokens the context holds.
    """

    def __init__(self, builder: PromptBuilder, vocabulary: Vocabulary, n_ctx: int) -> None:
        self._builder = builder
        self._vocabulary = vocabulary
        self._n_ctx = n_ctx
        self._counts: OrderedDict[bytes, int] = OrderedDict()

    def measure(self, command: MeasureContext) -> ContextMeasured:
        """Return what a chat takes."""
        counts = tuple(self._count(text) for text in command.texts)
        return ContextMeasured(command.chat, self._n_ctx, self._total(command), counts)

    def _total(self, command: MeasureContext) -> int:
        if not command.messages:
            return 0
        n_chars = sum(len(message.text) for message in command.messages)
        if is_far_too_long(n_chars, self._n_ctx):
            return n_chars // _CHARS_PER_TOKEN
        try:
            return self._builder.count(command.messages, today=moment_of(command.started_at))
        except TemplateFailed:  # told when the chat is sent; the words can be counted all the same
            return sum(self._count(message.text) for message in command.messages)

    def _count(self, text: str) -> int:
        if not text:
            return 0
        if is_far_too_long(len(text), self._n_ctx):
            return len(text) // _CHARS_PER_TOKEN
        key = xxhash.xxh3_128_digest(text.encode("utf-8", "surrogatepass"))
        if key not in self._counts:
            self._counts[key] = len(self._vocabulary.tokenize(text))
        self._counts.move_to_end(key)
        while len(self._counts) > _MAX_KEPT:
            self._counts.popitem(last=False)
        return self._counts[key]
