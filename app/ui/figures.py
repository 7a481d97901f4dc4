"""What an answer cost and where its memory came from, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.engine.protocol import PrefixSource, RereadCause, Temperature
from app.ui.formatting import count, counted, duration, rate, size

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.conversations.events import ChatResumed
    from app.core.engine.protocol import ChatMemory

_REREAD_MS = 400.0  # what costs less needs no words

_WHY_COLD = {
    PrefixSource.NOT_STORED: "Not in memory yet. The model will read this chat when you send.",
    PrefixSource.DAMAGED: "The stored memory of this chat is damaged and not used. "
    "The model will reread the chat when you send.",
    PrefixSource.UNSUPPORTED: "The memory of this model cannot be stored. "
    "It will reread the chat when you send.",
    PrefixSource.OFF: "Storing is switched off. The model will reread the chat when you send.",
}

_WHY_REREAD = {
    RereadCause.EDITED: "something before them was changed",
    RereadCause.TEMPLATE: "this model shows its earlier answers without their thinking",
    RereadCause.SYSTEM_PROMPT: "the system prompt was changed",
    RereadCause.OTHER_MODEL: "another model read them before",
    RereadCause.OTHER_SETTING: "a setting of the model or its llama.cpp is another one now",
    RereadCause.REMOVED: "their stored memory is no longer there",
    RereadCause.DAMAGED: "their stored memory was damaged",
    RereadCause.UNSUPPORTED: "the memory of this model cannot be stored",
    RereadCause.OFF: "storing is switched off",
}


def resumed_text(resumed: ChatResumed) -> str:
    """Describe what came back when a chat was opened."""
    if resumed.n_prompt == 0:
        return ""
    if resumed.n_cached == 0:
        return _WHY_COLD.get(resumed.source, "")
    tokens = counted(resumed.n_cached, "token")
    # One token is always read again, so a full resume ends one short.
    if resumed.n_cached < resumed.n_prompt - 1:
        tokens = f"{count(resumed.n_cached)} of {counted(resumed.n_prompt, 'token')}"
    if resumed.source == PrefixSource.LIVE:
        return f"Still in memory: {tokens}"
    text = f"Resumed {tokens} from disk in {duration(resumed.restore_ms)}"
    if resumed.source == PrefixSource.DAMAGED:
        text += "; the rest was damaged and will be reread"
    return text


def stats_text(stats: Mapping[str, float | str]) -> str:
    """Describe the figures of one answer, leaving out what is not known."""
    parts = []
    if (tps := _number(stats, "decode_tps")) > 0:
        parts.append(f"{rate(tps)} tokens/s")
    if (generated := _number(stats, "n_generated")) > 0:
        parts.append(counted(int(generated), "token"))
    if (first := _number(stats, "ttft_ms")) > 0:
        parts.append(f"first token after {duration(first)}")
    if (restored := _number(stats, "n_restored")) > 0:
        parts.append(f"{counted(int(restored), 'token')} restored from disk")
    return " · ".join(parts)


def temperature_text(memory: ChatMemory | None) -> str:
    """Say where the memory of a chat is and how soon an answer would begin."""
    if memory is None:
        return "Not read by this model yet"
    soon = f", first word after about {duration(memory.expected_ms)}" if memory.expected_ms else ""
    match memory.temperature:
        case Temperature.LIVE:
            return "In memory: answers begin at once"
        case Temperature.DISK:
            return f"On disk, {size(memory.n_bytes)}{soon}"
        case Temperature.COLD if memory.is_off:
            return "Its memory is not stored"
        case Temperature.COLD:
            return f"Not read by this model yet{soon}"


def reread_text(stats: Mapping[str, float | str]) -> str:
    """Say in one sentence why earlier turns were read again and what it cost; "" if nothing did.

    Figures of another version of Hearth may name a cause that this one does not know.
    """
    n_tokens, speed = _number(stats, "n_reread"), _number(stats, "prefill_tps")
    cost_ms = n_tokens / speed * 1e3 if speed > 0 else 0.0
    why = _WHY_REREAD.get(str(stats.get("reread", "")))  # type: ignore[call-overload]
    if why is None or cost_ms < _REREAD_MS:
        return ""
    return f"Reread {counted(int(n_tokens), 'token')} in {duration(cost_ms)}: {why}."


def _number(stats: Mapping[str, float | str], name: str) -> float:
    value = stats.get(name, 0.0)
    return float(value) if isinstance(value, int | float) else 0.0
