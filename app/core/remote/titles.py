"""Has a model of a server write the title of a chat, with an ordinary short answer.

Threads: those of the answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from app.core.answer_parts import split_answer
from app.core.messages import Role
from app.core.protocol import (
    NO_THINKING,
    AnswerFinished,
    FinishReason,
    Generate,
    PromptMessage,
    SamplingParams,
    TextDelta,
    TitleDropped,
    TitleWritten,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol import Event, WriteTitle

_MOST_CHARS: Final = 1200  # of each message that a title is for
_MOST_TOKENS: Final = 32


def title_request(command: WriteTitle) -> Generate:
    """Return the question for a title."""
    messages = [
        replace(one, text=one.text[:_MOST_CHARS], record=None, media=(), parts=None)
        for one in command.messages
    ]
    return Generate(
        command.request,
        command.chat,
        (*messages, PromptMessage(Role.USER, command.instruction)),
        SamplingParams(temperature=0.0),
        max_tokens=_MOST_TOKENS,
        thinking=NO_THINKING,
    )


@dataclass(slots=True)
class TitleListener:
    """Hears the answer, and tells the title."""

    command: WriteTitle
    emit: Callable[[Event], None]
    _said: list[str] = field(default_factory=list)

    def hear(self, event: Event) -> None:
        """Take an event of the answer."""
        command = self.command
        match event:
            case TextDelta():
                self._said.append(event.text)
            case AnswerFinished(finish_reason=FinishReason.END | FinishReason.LENGTH):
                text = split_answer("".join(self._said), event.parts).answer
                self.emit(TitleWritten(command.request, command.chat, text))
            case AnswerFinished():
                self.emit(TitleDropped(command.request, command.chat, is_lost=True))
            case _:
                pass
