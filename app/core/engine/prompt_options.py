"""What a chat template is given beside the messages.

Threads: values only, any thread.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.engine.chat_template import moment_of
from app.core.protocol import DEFAULT_THINKING

if TYPE_CHECKING:
    from datetime import datetime

    from app.core.protocol import ThinkingChoice, Tools


@dataclass(frozen=True, slots=True)
class PromptOptions:
    """What a chat template is given beside the messages.

    Attributes:
        today: the date it may mention; None for the current one.
        thinking: what the chat wants, where the template can do that.
        tools: that the model is told of, as in OpenAI's chat completions.
    """

    today: datetime | None = None
    thinking: ThinkingChoice = DEFAULT_THINKING
    tools: tuple[Any, ...] = ()

    @classmethod
    def of(
        cls, started_at: float, thinking: ThinkingChoice, tools: Tools | None = None
    ) -> PromptOptions:
        """Return what a command says of them."""
        listed = () if tools is None else tuple(json.loads(tools.described))
        return cls(moment_of(started_at), thinking, listed)
