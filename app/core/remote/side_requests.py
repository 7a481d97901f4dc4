"""What else a server is asked beside answers: a title, and how warm a chat is.

Only a Hearth on another machine knows the latter; it is asked through its public API.

Threads: any; it waits for the server.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from app.core.messages import Role, TextKind
from app.core.plain_value import PlainValue, replace
from app.core.protocol import (
    NO_THINKING,
    FinishReason,
    Generate,
    MeasureWarmth,
    PromptMessage,
    SamplingParams,
    TextDelta,
    TitleDropped,
    TitleWritten,
)
from app.core.remote.request_body import messages_of, tools_of

if TYPE_CHECKING:
    from app.core.content.media import RawMedia
    from app.core.protocol import AnswerFinished, AnswerNews, Pending, RestoreChat, WriteTitle
    from app.core.remote.connection import Connection
    from app.core.system.stop_signal import StopSignal


class Warmth(PlainValue, frozen=True):
    """What another Hearth says of a chat; docs/api.md has the meaning of each.

    Attributes:
        n_ctx: tokens the context there holds.
        n_tokens: of the chat.
        n_live: of them in the context.
        n_stored: of the others on the disk there.
        expected_ms: until the first token; 0 unknown.
    """

    n_ctx: int = 0
    n_tokens: int = 0
    n_live: int = 0
    n_stored: int = 0
    expected_ms: float = 0.0


NO_WARMTH: Final = Warmth()


def ask_warmth(
    connection: Connection,
    command: RestoreChat | MeasureWarmth,
    media: RawMedia,
    stop: StopSignal,
) -> Warmth:
    """Ask how warm a chat is.

    Raises:
        KnownError: there is no answer.
        TransferStopped: `stop` was called.
    """
    root = connection.server.address.removesuffix("/v1")
    messages = messages_of(command.messages, media)
    if not messages:
        return NO_WARMTH
    body: dict[str, Any] = {"model": connection.model, "messages": messages}
    if isinstance(command, MeasureWarmth):
        body |= tools_of(command.tools)
    said = connection.ask_json(f"{root}/hearth/v1/warmth", body, stop)
    if not isinstance(said, dict):
        return NO_WARMTH
    expected = said.get("expected_ms")
    return Warmth(
        n_ctx=_count(said.get("n_ctx")),
        n_tokens=_count(said.get("n_tokens")),
        n_live=_count(said.get("n_live")),
        n_stored=_count(said.get("n_disk")),
        expected_ms=float(expected) if isinstance(expected, int | float) and expected > 0 else 0.0,
    )


def _count(given: Any) -> int:
    return given if isinstance(given, int) and given > 0 else 0


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
