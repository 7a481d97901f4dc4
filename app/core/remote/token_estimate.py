"""How many tokens a text has for a server: an estimate that learns from what the server counts.

Threads: any; a number that is replaced whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.core.plain_value import replace
from app.core.prompts.overflow import (
    CountedPrompt,
    before_answer,
    leaves_room,
    measured,
    wants_plan,
)
from app.core.protocol import ContextMeasured

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.protocol import Generate, LeftOut, MeasureContext, Overflow, PromptMessage, Tools

_USUAL_CHARS: Final = 4.0  # of a token
_LEAST_CHARS: Final = 1.0
_MOST_CHARS: Final = 12.0
_OF_EACH_MESSAGE: Final = 4  # tokens that a chat template puts around it
_ENOUGH_TOKENS: Final = 50  # of a prompt, to learn from it


class TokenEstimate:
    """Estimates, and gets better with each answer."""

    def __init__(self) -> None:
        self._chars_per_token = _USUAL_CHARS

    def of_text(self, text: str) -> int:
        """Return how many tokens a text probably has."""
        return round(len(text) / self._chars_per_token)

    def of_messages(self, messages: Sequence[PromptMessage], tools: Tools | None = None) -> int:
        """Return how many tokens a prompt probably has."""
        said = sum(_OF_EACH_MESSAGE + self.of_text(message.text) for message in messages)
        return said if tools is None else said + self.of_text(tools.described)

    def measured(self, request: MeasureContext, n_ctx: int) -> ContextMeasured:
        """Return what a chat probably takes of a context."""
        n_total = self.of_messages(request.messages, request.tools)
        found = ContextMeasured(n_ctx, n_total)
        if request.overflow is not None and wants_plan(request, n_total, n_ctx):
            found = measured(request, self._counted(request, request.overflow, n_total), n_ctx)
        return replace(found, counts=tuple(map(self.of_text, request.texts)))

    def leaving_out(self, request: Generate, n_ctx: int) -> LeftOut | None:
        """Return what is left out, or summarised, before an answer; None for nothing.

        Raises:
            KnownError: leaving out does not help.
        """
        n_total = self.of_messages(request.messages, request.tools)
        if leaves_room(request, n_total, n_ctx):
            return None
        return before_answer(request, self._counted(request, request.overflow, n_total), n_ctx)

    def _counted(
        self, request: Generate | MeasureContext, overflow: Overflow, n_total: int
    ) -> CountedPrompt:
        counts = [self.of_text(message.text) for message in request.messages]
        n_alone = self.of_text(overflow.system_prompt)
        return CountedPrompt.of(request.messages, counts, n_alone, n_total)

    def learn(self, command: Generate, n_prompt: int) -> None:
        """Take note of what a server has counted; 0 where it has not."""
        n_text = n_prompt - _OF_EACH_MESSAGE * len(command.messages)
        if n_text < _ENOUGH_TOKENS or any(message.media for message in command.messages):
            return
        n_chars = sum(len(message.text) for message in command.messages)
        n_chars += 0 if command.tools is None else len(command.tools.described)
        self._chars_per_token = min(_MOST_CHARS, max(_LEAST_CHARS, n_chars / n_text))
