"""What is told of a command that no server does.

Threads: pure functions, any thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.protocol import (
    AnswerFinished,
    AnswerStats,
    ChatRestored,
    CompareContinuations,
    ContextMeasured,
    Embed,
    FinishReason,
    Generate,
    InspectAnswer,
    InspectionEnded,
    MeasureContext,
    MeasureWarmth,
    PrefixSource,
    RestoreChat,
    TextsEmbedded,
    TitleDropped,
    WarmthMeasured,
    WriteTitle,
)

if TYPE_CHECKING:
    from app.core.errors import Problem
    from app.core.protocol import Event

AnsweredThere = (
    Generate
    | RestoreChat
    | MeasureContext
    | MeasureWarmth
    | WriteTitle
    | Embed
    | InspectAnswer
    | CompareContinuations
)


def refused(
    command: AnsweredThere,
    problem: Problem | None,
    reason: FinishReason = FinishReason.MODEL_CHANGED,
) -> Event:
    """Return what is told of a command whose model is not there, or cannot do it.

    Args:
        problem: why; None where it is not wanted any more.
        reason: why an answer has ended then.
    """
    match command:
        case Generate():
            why = FinishReason.FAILED if problem else reason
            stats = AnswerStats()
            return AnswerFinished(command.request, command.chat, why, stats, None, problem)
        case WriteTitle():
            return TitleDropped(command.request, command.chat, is_lost=True)
        case MeasureContext():
            return ContextMeasured(command.chat, request=command.request)
        case RestoreChat():
            return ChatRestored(command.chat, 0, 0, PrefixSource.OFF, 0.0)
        case MeasureWarmth():
            return WarmthMeasured(command.request, command.chat, problem=problem)
        case Embed():
            return TextsEmbedded(command.request, problem=problem)
        case InspectAnswer() | CompareContinuations():
            return InspectionEnded(command.request, command.chat, problem=problem)
