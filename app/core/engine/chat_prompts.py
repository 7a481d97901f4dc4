"""The prompts of chats as they stand, in which nobody has asked anything yet.

Threads: the engine thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.engine.prompt import is_far_too_long
from app.core.engine.prompt_options import PromptOptions

if TYPE_CHECKING:
    from collections.abc import Generator

    from app.core.engine.prompt import Prompt, PromptBuilder
    from app.core.protocol import PrecomputeChat, RestoreChat


class ChatPrompts:
    """Prompts that fit one context.

    Args:
        n_ctx: cells of the context.
    """

    def __init__(self, builder: PromptBuilder, n_ctx: int) -> None:
        self._builder = builder
        self.n_ctx = n_ctx

    def building(self, command: RestoreChat | PrecomputeChat) -> Generator[None, None, Prompt]:
        """Build the prompt of a chat, a slice of work at a time.

        Raises:
            TemplateFailed: the chat cannot be turned into a prompt.
            PromptTooLong: the chat does not fit the context.
        """
        return self._builder.building(
            command.messages,
            for_answer=False,
            n_ctx=self.n_ctx,
            options=PromptOptions.of(command.started_at, command.thinking),
        )

    def is_far_too_long(self, command: RestoreChat | PrecomputeChat) -> bool:
        """Whether a chat cannot fit, so that it need not be tried."""
        n_chars = sum(len(message.text) for message in command.messages)
        return is_far_too_long(n_chars, self.n_ctx)
