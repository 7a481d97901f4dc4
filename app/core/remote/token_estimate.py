"""How many tokens a text has for a server: an estimate that learns from what the server counts.

Threads: any; a number that is replaced whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.protocol import Generate, PromptMessage, Tools

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

    def learn(self, command: Generate, n_prompt: int) -> None:
        """Take note of what a server has counted; 0 where it has not."""
        n_text = n_prompt - _OF_EACH_MESSAGE * len(command.messages)
        if n_text < _ENOUGH_TOKENS or any(message.media for message in command.messages):
            return
        n_chars = sum(len(message.text) for message in command.messages)
        n_chars += 0 if command.tools is None else len(command.tools.described)
        self._chars_per_token = min(_MOST_CHARS, max(_LEAST_CHARS, n_chars / n_text))
