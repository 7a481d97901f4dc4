"""Has a model of a server write the title of a chat, with an ordinary short answer.

Threads: those of the answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from app.core.messages import Role, TextKind
from app.core.plain_value import replace
from app.core.protocol import (
    NO_THINKING,
    FinishReason,
    Generate,
    PromptMessage,
    SamplingParams,
    TextDelta,
    TitleDropped,
    TitleWritten,
)

if TYPE_CHECKING:
    from app.core.protocol import AnswerFinished, AnswerNews, Pending, WriteTitle

_MOST_CHARS: Final = 1200  # of each message that a title is for
_MOST_TOKENS: Final = 32


def title_request(wanted: WriteTitle) -> Generate:
    """Return the question for a title."""
    messages = [
        replace(one, text=one.text[:_MOST_CHARS], record=None, media=(), parts=None)
        for one in wanted.messages
    ]
    return Generate(
        wanted.chat,
        (*messages, PromptMessage(Role.USER, wanted.instruction)),
        SamplingParams(temperature=0.0),
        max_tokens=_MOST_TOKENS,
        thinking=NO_THINKING,
    )


@dataclass(slots=True)
class TitleListener:
    """Hears the answer, and answers with the title."""

    pending: Pending[WriteTitle]
    _said: list[str] = field(default_factory=list)

    def hear(self, news: AnswerNews) -> None:
        """Take news of the answer."""
        match news:
            case TextDelta(text=text, kind=TextKind.ANSWER):
                self._said.append(text)
            case TextDelta(kind=TextKind.MARK):
                self._said.clear()
            case _:
                pass

    def finish(self, finished: AnswerFinished) -> None:
        """Take the end of the answer."""
        if finished.finish_reason in (FinishReason.END, FinishReason.LENGTH):
            self.pending.answer(TitleWritten("".join(self._said)))
        else:
            self.pending.answer(TitleDropped(is_lost=True))
