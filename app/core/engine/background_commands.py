"""Commands that are no answers: restoring, precomputing, counting, titles, looking into answers.

Threads: the engine thread only.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, assert_never

from app.core.engine.errors import NoModelLoaded, NoModelToInspect, log_background_failure
from app.core.protocol import (
    ChatRestored,
    CompareContinuations,
    ContextMeasured,
    InspectAnswer,
    InspectionEnded,
    MeasureContext,
    MeasureWarmth,
    PrecomputeChat,
    PrefetchChat,
    PrefixSource,
    RestoreChat,
    TitleDropped,
    WarmthMeasured,
    WriteTitle,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.engine.runner import Runner
    from app.core.protocol import BackgroundCommand, Event

logger = logging.getLogger(__name__)


def serve_background_command(
    command: BackgroundCommand, runner: Runner | None, emit: Callable[[Event], None]
) -> None:
    """Do what a command says; whatever goes wrong ends this piece of work alone.

    Args:
        runner: the loaded model at work; None without one.
    """
    try:
        if runner is None:
            _answer_without_model(command, emit)
        else:
            _serve(command, runner)
    except Exception as error:  # noqa: BLE001 - no work of this kind may cost the model
        log_background_failure(logger, error)


def _answer_without_model(command: BackgroundCommand, emit: Callable[[Event], None]) -> None:
    match command:
        case RestoreChat():
            emit(ChatRestored(command.chat, 0, 0, PrefixSource.OFF, 0.0))
        case MeasureContext():
            emit(ContextMeasured(command.chat, request=command.request))
        case MeasureWarmth():
            problem = NoModelLoaded().problem()
            emit(WarmthMeasured(command.request, command.chat, problem=problem))
        case WriteTitle():
            emit(TitleDropped(command.request, command.chat))
        case InspectAnswer() | CompareContinuations():
            problem = NoModelToInspect().problem()
            emit(InspectionEnded(command.request, command.chat, problem=problem))
        case PrefetchChat() | PrecomputeChat():
            pass
        case _:
            assert_never(command)


def _serve(command: BackgroundCommand, runner: Runner) -> None:
    match command:
        case RestoreChat():
            runner.chat_restorer.restore(command)
        case MeasureContext():
            runner.measurer.measure(command)
        case MeasureWarmth():
            runner.warmth.measure(command)
        case PrefetchChat():
            runner.prefetch(command.chat)
        case PrecomputeChat():
            runner.precompute(command)
        case WriteTitle():
            runner.write_title(command)
        case InspectAnswer() | CompareContinuations():
            runner.inspect(command)
        case _:
            assert_never(command)
