"""What an answer cost and where its memory came from, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.protocol import PrefixSource, RereadCause, Residency
from app.ui.formatting import count, counted, duration, rate, size
from app.ui.translation import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.conversations.events import ChatResumed
    from app.core.protocol import ChatMemory

_REREAD_MS = 400.0  # what costs less needs no words

_WHY_COLD = {
    PrefixSource.NOT_STORED: QT_TR_NOOP(
        "Not in memory yet. The model will read this chat when you send."
    ),
    PrefixSource.DAMAGED: QT_TR_NOOP(
        "The stored memory of this chat is damaged and not used. "
        "The model will reread the chat when you send."
    ),
    PrefixSource.UNSUPPORTED: QT_TR_NOOP(
        "The memory of this model cannot be stored. It will reread the chat when you send."
    ),
    PrefixSource.OFF: QT_TR_NOOP(
        "Storing is switched off. The model will reread the chat when you send."
    ),
}

_MOST = 1e9  # no answer has more tokens, or milliseconds
_LEAST_SPEED = 1e-3
_WHY_REREAD = {
    RereadCause.EDITED: QT_TR_NOOP("something before them was changed"),
    RereadCause.TEMPLATE: QT_TR_NOOP("this model shows its earlier answers without their thinking"),
    RereadCause.SYSTEM_PROMPT: QT_TR_NOOP("the system prompt was changed"),
    RereadCause.LEFT_OUT: QT_TR_NOOP("the oldest messages were left out"),
    RereadCause.OTHER_MODEL: QT_TR_NOOP("another model read them before"),
    RereadCause.OTHER_SETTING: QT_TR_NOOP("a setting of the model or its llama.cpp has changed"),
    RereadCause.REMOVED: QT_TR_NOOP("their stored memory is no longer there"),
    RereadCause.DAMAGED: QT_TR_NOOP("their stored memory was damaged"),
    RereadCause.UNSUPPORTED: QT_TR_NOOP("the memory of this model cannot be stored"),
    RereadCause.OFF: QT_TR_NOOP("storing is switched off"),
}


def resumed_text(resumed: ChatResumed) -> str:
    """Describe what came back when a chat was opened."""
    if resumed.n_prompt == 0:
        return ""
    if resumed.n_cached == 0:
        return tr(_WHY_COLD.get(resumed.source, ""))
    tokens = counted(resumed.n_cached, "token")
    # One token is always read again, so a full resume ends one short.
    if resumed.n_cached < resumed.n_prompt - 1:
        whole = counted(resumed.n_prompt, "token")
        tokens = tr("{n} of {tokens}", n=count(resumed.n_cached), tokens=whole)
    if resumed.source == PrefixSource.LIVE:
        return tr("Still in memory: {tokens}", tokens=tokens)
    values = {"tokens": tokens, "time": duration(resumed.restore_ms)}
    if resumed.source == PrefixSource.DAMAGED:
        return tr(
            "Resumed {tokens} from disk in {time}; the rest was damaged and will be reread",
            **values,
        )
    return tr("Resumed {tokens} from disk in {time}", **values)


def stats_text(stats: Mapping[str, float | str]) -> str:
    """Describe the stats of one answer, leaving out what is not known."""
    parts = []
    if (tps := number_of(stats, "decode_tps")) > 0:
        parts.append(tr("{n} tokens/s", n=rate(tps)))
    if (generated := number_of(stats, "n_generated")) > 0:
        parts.append(counted(int(generated), "token"))
    if (first := number_of(stats, "ttft_ms")) > 0:
        parts.append(tr("first token after {time}", time=duration(first)))
    if (restored := number_of(stats, "n_restored")) > 0:
        tokens = counted(int(restored), "token")
        parts.append(tr("{tokens} restored from disk", tokens=tokens))
    return " · ".join(parts)


def residency_text(memory: ChatMemory | None) -> str:
    """Say where the memory of a chat is and how soon an answer would begin."""
    if memory is None:
        return tr("Not read by this model yet")
    values = {"size": size(memory.n_bytes), "time": duration(memory.expected_ms)}
    match memory.residency:
        case Residency.LIVE:
            return tr("In memory: answers begin at once")
        case Residency.DISK if memory.expected_ms:
            return tr("On disk, {size}, first word after about {time}", **values)
        case Residency.DISK:
            return tr("On disk, {size}", **values)
        case Residency.COLD if memory.is_off:
            return tr("Its memory is not stored")
        case Residency.COLD if memory.expected_ms:
            return tr("Not read by this model yet, first word after about {time}", **values)
        case Residency.COLD:
            return tr("Not read by this model yet")


def reread_text(stats: Mapping[str, float | str]) -> str:
    """Say in one sentence why earlier turns were read again and what it cost; "" if nothing did.

    Stats of another version of Hearth may name a cause that this one does not know.
    """
    n_tokens, speed = number_of(stats, "n_reread"), number_of(stats, "prefill_tps")
    cost_ms = n_tokens / speed * 1e3 if speed > _LEAST_SPEED else 0.0
    why = _WHY_REREAD.get(str(stats.get("reread", "")))  # type: ignore[call-overload]
    if why is None or cost_ms < _REREAD_MS:
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
