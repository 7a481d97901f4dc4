"""What is said of one message, from its record alone: who speaks, how an answer ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.chats.records import Message, MessageStatus
from app.core.content.media import MediaKind
from app.core.errors import Cause, Problem
from app.core.messages import Role
from app.core.protocol import FinishReason
from app.ui.words.formatting import duration
from app.ui.words.stats_text import number_of, stats_text
from app.ui.words.tool_words import call_words
from app.ui.words.translation import QT_TR_NOOP, problem_words, tr, translated

if TYPE_CHECKING:
    from app.ui.transcript.model.message_list import ModelSenses

CAN_CONTINUE = (MessageStatus.STOPPED, MessageStatus.INTERRUPTED, MessageStatus.FAILED)
_WHY_STOPPED = {
    FinishReason.LENGTH.value: QT_TR_NOOP("Stopped at your answer length limit"),
    FinishReason.CONTEXT_FULL.value: QT_TR_NOOP("The context is full"),
    FinishReason.MODEL_CHANGED.value: QT_TR_NOOP("Stopped because another model was opened"),
}


def speaker(message: Message) -> str:
    """Return whose message it is: "You", or "Answer of" a model."""
    if is_typed(message):
        return tr("You")
    if message.role is Role.TOOL:
        return step_words(message)
    return (
        tr("Answer of {model}", model=message.model)
        if message.model
        else tr("Answer", "who wrote it")
    )


def is_typed(message: Message) -> bool:
    """Whether a message is shown as the user's."""
    return message.role in (Role.USER, Role.SYSTEM)


def is_step(message: Message) -> bool:
    """Whether a message is the result of a call."""
    return message.role is Role.TOOL


def unread_call_words(message: Message) -> str:
    """Return what to do about what looks like a call and cannot be read; "" for none."""
    if not message.calls.is_unread:
        return ""
    return tr("This looks like a call of a tool, but Hearth cannot read it. You can edit it.")


def step_words(message: Message) -> str:
    """Return which tool a message is the result of, and how it ended."""
    step = message.step
    tool = call_words(step.call) if step is not None else tr("Tool")
    if is_streaming(message):
        return tr("{tool} …", tool=tool)
    if message.status is not MessageStatus.COMPLETE or step is None:
        return tool
    took = duration(1e3 * step.seconds)
    if step.is_error:
        return tr("{tool} · failed · {time}", tool=tool, time=took)
    return tr("{tool} · {time}", tool=tool, time=took)


def can_go_on(message: Message) -> bool:
    """Whether the model goes on where this message ends: it was cut off, or calls tools."""
    is_called = message.role is Role.TOOL or bool(message.calls.calls)
    return message.status in CAN_CONTINUE or (is_called and not is_streaming(message))


def is_streaming(message: Message) -> bool:
    """Whether more text is expected."""
    return message.status is MessageStatus.STREAMING


def is_too_long(message: Message) -> bool:
    """Whether an answer was refused because its chat did not fit the context."""
    return dict(message.stats).get("reason") == FinishReason.TOO_LONG.value


def thought_words(message: Message) -> str:
    """Return how long the model thought before its answer, as far as that is known."""
    if message.role is Role.TOOL:
        return step_words(message)
    thinking_ms = number_of(dict(message.stats), "thinking_ms")
    if thinking_ms > 0:
        return tr("Thought for {time}", time=duration(thinking_ms))
    return tr("Thought")


def status_words(message: Message, *, can_retry: bool = True, can_continue: bool = True) -> str:
    """Return the small grey words under an answer that is not complete.

    Args:
        message: the answer.
        can_retry: there is room for it to be given again.
        can_continue: there is room to go on with it.
    """
    fits = can_retry and (can_continue or not is_too_long(message))
    match message.status:
        case MessageStatus.FAILED if not fits:
            return tr("This chat does not fit the context")
        case MessageStatus.STOPPED:
            why = _WHY_STOPPED.get(str(dict(message.stats).get("reason")), "")
            return tr(why) or tr("Stopped")
        case MessageStatus.INTERRUPTED:
            return tr("Interrupted when Hearth closed")
        case MessageStatus.FAILED:
            return _why(message.problem) if message.problem else tr("This answer failed")
        case _:
            return ""


def problem_note(message: Message) -> str:
    """Return why an answer failed, in full; "" where it did not, or the message field says it."""
    is_said = message.status is MessageStatus.FAILED and not is_too_long(message)
    return _why(message.problem) if is_said and message.problem else ""


def footer_words(
    message: Message, *, is_hovered: bool, can_retry: bool = True, can_continue: bool = True
) -> str:
    """Return what stands beside the buttons: how it ended, and its figures for who points at it."""
    ended = status_words(message, can_retry=can_retry, can_continue=can_continue)
    words = [ended if ended != problem_note(message) else ""]  # which is said above the buttons
    if is_hovered:
        words.append(stats_text(dict(message.stats)))
    return " · ".join(filter(None, words))


def media_note(message: Message, senses: ModelSenses) -> str:
    """Return what the model cannot take of what a user sent; "" where it takes all."""
    kinds = {one.kind for one in message.media}
    has_unseen = not senses.sees and MediaKind.IMAGE in kinds
    has_unheard = not senses.hears and MediaKind.SOUND in kinds
    if message.role is Role.ASSISTANT or not (has_unseen or has_unheard):
        return ""
    if has_unseen and has_unheard:
        return tr("This model supports neither pictures nor sounds: it reads only their names")
    if has_unseen:
        return tr("This model cannot see pictures: it reads only their names")
    return tr("This model cannot hear sounds: it reads only their names")


def _why(problem: Problem) -> str:
    """Return what stays true of a problem: an engine that ended is back before long."""
    if problem.cause is Cause.ENGINE:
        return translated(problem.what, problem.effect)
    return problem_words(problem)
