"""What is known of how the answers of the loaded model are written: thinking, and calls of tools.

Threads: the engine thread only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.engine.thinking_formats import ThinkingFormats
from app.core.engine.tool_formats import ToolFormats

if TYPE_CHECKING:
    from app.core.engine.chat_template import ChatTemplate
    from app.core.llama import Model


@dataclass(frozen=True, slots=True)
class AnswerFormats:
    """Both, of one loaded model."""

    thinking: ThinkingFormats
    tools: ToolFormats

    @classmethod
    def of(cls, template: ChatTemplate, model: Model) -> AnswerFormats:
        """Begin to find them out."""
        return cls(ThinkingFormats(template, model), ToolFormats(template, model))

    def close(self) -> None:
        """End the children that have not ended."""
        self.thinking.close()
        self.tools.close()
