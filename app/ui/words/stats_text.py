"""What an answer waits for, what it cost and where its memory came from, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from app.core.plain_value import PlainValue
from app.core.protocol import ChatMemory, PrefixSource, RereadCause, Residency, WaitReason
from app.ui.words.formatting import count, counted, duration, forecast, rate, size, span
from app.ui.words.translation import QT_TR_NOOP, tr, translated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.conversations.events import ChatResumed
    from app.core.protocol import WarmthMeasured


class Wait(PlainValue, frozen=True):
    """What an answer waits for.

    Attributes:
        n_running: answers that are running meanwhile, of other chats.
    """

    reason: WaitReason
    n_running: int = 0


def wait_text(wait: Wait) -> str:
    """Return why an answer waits, as one sentence without a full stop."""
    match wait.reason:
        case WaitReason.NO_SEQUENCE:
            return _no_sequence(wait.n_running)
        case WaitReason.NO_ROOM:
            return _no_room(wait.n_running)
        case WaitReason.PARKED:
            return tr("Paused to make room, continues automatically")
        case WaitReason.SUMMARISING:
            return tr("Summarising the oldest messages")
        case unknown:
            assert_never(unknown)


def _no_sequence(n_running: int) -> str:
    if n_running == 0:
        return tr("Waiting for its turn")
    if n_running == 1:
        return tr("Waiting: another answer is running")
    return tr("Waiting: {answers} are running", answers=counted(n_running, "answer"))


def _no_room(n_running: int) -> str:
    if n_running == 0:
        return tr("Waiting for room in the context")
    if n_running == 1:
        return tr("Waiting for room in the context beside another answer")
    return tr(
        "Waiting for room in the context beside {answers}",
        answers=counted(n_running, "other answer"),
    )


_REREAD_MS = 400.0  # what costs less needs no words

_LONG_MS = 1000.0  # a wait that is worth a word
_LONG_TOKENS = 64  # where nobody has measured yet how fast the model reads
_WHY_COLD = {
    PrefixSource.DAMAGED: QT_TR_NOOP(
        "The stored memory of this chat is damaged. The model will reread the chat when you "
        "send a message."
    ),
    PrefixSource.UNSUPPORTED: QT_TR_NOOP(
        "The memory of this model cannot be stored. It will reread the chat when you send a "
        "message."
    ),
    PrefixSource.OFF: QT_TR_NOOP(
        "Storing is switched off. The model will reread the chat when you send a message."
    ),
}

_MOST = 1e9  # no answer has more tokens, or milliseconds
_LEAST_SPEED = 1e-3
_WHY_REREAD = {
    RereadCause.EDITED: QT_TR_NOOP("something before them changed"),
    RereadCause.TEMPLATE: QT_TR_NOOP("this model drops the thinking from its earlier answers"),
    RereadCause.SYSTEM_PROMPT: QT_TR_NOOP("the system prompt changed"),
    RereadCause.LEFT_OUT: QT_TR_NOOP("the oldest messages were left out"),
    RereadCause.OTHER_MODEL: QT_TR_NOOP("another model read them before"),
    RereadCause.OTHER_SETTING: QT_TR_NOOP("a model setting or llama.cpp changed"),
    RereadCause.REMOVED: QT_TR_NOOP("their stored memory is no longer there"),
    RereadCause.DAMAGED: QT_TR_NOOP("their stored memory was damaged"),
    RereadCause.UNSUPPORTED: QT_TR_NOOP("the memory of this model cannot be stored"),
    RereadCause.OFF: QT_TR_NOOP("storing is switched off"),
}


def resumed_text(resumed: ChatResumed) -> str:
    """Say whether a chat that was opened goes on at once, or why its first answer takes longer."""
    if resumed.n_prompt == 0:
        return ""
    is_damaged = resumed.source == PrefixSource.DAMAGED
    if is_damaged or (resumed.n_cached == 0 and resumed.source in _WHY_COLD):
        return tr(_WHY_COLD[resumed.source])
    # One token is always read again, so a full resume ends one short.
    n_missing = resumed.n_prompt - resumed.n_cached - 1
    is_long = resumed.read_ms > _LONG_MS if resumed.read_ms else n_missing > _LONG_TOKENS
    if not is_long:
        is_picked_up = resumed.n_cached >= n_missing
        return tr("Picked up where you left off") if is_picked_up else ""
    if not resumed.read_ms:
        return tr("The first answer here takes longer.")
    return tr("The first answer here takes longer (about {time}).", time=span(resumed.read_ms))


def resumed_figures(resumed: ChatResumed) -> str:
    """Give the figures of a resume."""
    if not resumed.n_cached:
        return ""
    whole = counted(resumed.n_prompt, "token")
    tokens = tr("{n} of {tokens}", n=count(resumed.n_cached), tokens=whole)
    if resumed.source == PrefixSource.LIVE:
        return tr("Still in memory: {tokens}", tokens=tokens)
    return tr(
        "Resumed {tokens} from disk in {time}", tokens=tokens, time=duration(resumed.restore_ms)
    )


def reading_text(left_ms: float) -> str:
    """Say that a chat is read, and how long that will go on; 0 if that is not known yet."""
    if not left_ms:
        return tr("Reading this chat…")
    return tr("Reading this chat, about {time} left", time=span(left_ms))


def more_stats_text(stats: Mapping[str, float | str]) -> str:
    """Describe what stands behind the stats of one answer: what it has not taken the time for."""
    parts = [_restored_text(stats)]
    if accepted := int(number_of(stats, "n_accepted")):
        parts.append(tr("{tokens} computed ahead", tokens=counted(accepted, "token")))
    return " · ".join(filter(None, parts))


def stats_text(stats: Mapping[str, float | str]) -> str:
    """Describe the stats of one answer, leaving out what is not known."""
    parts = []
    if (tps := number_of(stats, "decode_tps")) > 0:
        parts.append(tr("{n} tokens/s", n=rate(tps)))
    if (generated := number_of(stats, "n_generated")) > 0:
        parts.append(counted(int(generated), "token"))
    if (first := number_of(stats, "ttft_ms")) > 0:
        parts.append(tr("first token after {time}", time=duration(first)))
    restored = number_of(stats, "n_restored")
    # What all chats begin with, and the like, has spared nobody a wait.
    if restored > _LONG_TOKENS and restored > number_of(stats, "n_prompt") / 2:
        parts.append(_restored_text(stats))
    return " · ".join(parts)


def _restored_text(stats: Mapping[str, float | str]) -> str:
    restored = int(number_of(stats, "n_restored"))
    tokens = counted(restored, "token")
    return tr("{tokens} restored from disk", tokens=tokens) if restored else ""


def residency_text(memory: ChatMemory | None) -> str:
    """Say where the memory of a chat is and how soon an answer would begin."""
    if memory is None:
        return tr("Not yet read by this model")
    values = {"size": size(memory.n_bytes), "time": forecast(memory.expected_ms)}
    match memory.residency:
        case Residency.LIVE:
            return tr("In memory: answers begin at once")
        case Residency.DISK if memory.expected_ms:
            return tr("On disk, {size}, first token after {time}", **values)
        case Residency.DISK:
            return tr("On disk, {size}", **values)
        case Residency.COLD if memory.is_off:
            return tr("Its memory is not stored")
        case Residency.COLD if memory.expected_ms:
            return tr("Not in memory: the first token takes {time}", **values)
        case Residency.COLD:
            return tr("Not yet read by this model")


def reread_text(stats: Mapping[str, float | str]) -> str:
    """Say in one sentence why earlier turns were read again and what it cost; "" if nothing did.

    Stats of another version of Hearth may name a cause that this one does not know.
    """
    n_tokens, speed = number_of(stats, "n_reread"), number_of(stats, "prefill_tps")
    cost_ms = n_tokens / speed * 1e3 if speed > _LEAST_SPEED else 0.0
    why = _WHY_REREAD.get(str(stats.get("reread", "")))  # type: ignore[call-overload]
    if cost_ms < _REREAD_MS:
        return ""
    if stats.get("reread") == RereadCause.FIRST_TIME:
        return tr(
            "Read for the first time in {time}; from now on it is fast.", time=duration(cost_ms)
        )
    if why is None:
        return ""
    return tr(
        "Reread {tokens} in {time}: {why}.",
        tokens=counted(int(n_tokens), "token"),
        time=duration(cost_ms),
        why=tr(why),
    )


def number_of(stats: Mapping[str, float | str], name: str) -> float:
    """Return a number of an answer, 0 for none; a file that was imported may say any."""
    value = stats.get(name, 0.0)
    return float(value) if isinstance(value, int | float) and 0 <= value <= _MOST else 0.0


LEAST_COLD: Final = 200  # tokens from which on the speed of reading is told
_QUICK_MS: Final = 3_000  # what begins sooner has been read already


def whole_cost(warmth: WarmthMeasured, n_ctx: int) -> str:
    """Return in words what it takes to read a chat that is not made yet."""
    tokens = counted(warmth.n_tokens, "token")
    if warmth.problem is not None and not warmth.n_tokens:
        return translated(warmth.problem.what)
    if warmth.problem is not None or warmth.n_tokens > n_ctx:
        return tr("{tokens}: too long for the context", tokens=tokens)
    if warmth.n_cold < LEAST_COLD and warmth.expected_ms < _QUICK_MS:
        return tr("{tokens}, read already", tokens=tokens)
    if not warmth.expected_ms:
        return tr("{tokens} to read", tokens=tokens)
    return tr("{tokens}, {time}", tokens=tokens, time=span(warmth.expected_ms))


def reread_cost(warmth: WarmthMeasured) -> str:
    """Return in a sentence what a change has the model read again of a chat."""
    tokens = counted(warmth.n_cold, "token")
    if not warmth.expected_ms:
        return tr("The model then reads {tokens} again.", tokens=tokens)
    took = span(warmth.expected_ms)
    return tr("The model then reads {tokens} again: {time}.", tokens=tokens, time=took)
