"""llama.cpp's knowledge of chat formats: how a model marks its thinking and its calls of tools.

A library of its own (`packaging/setup/chat_formats`), which not every installation has.
"""

from __future__ import annotations

from app.core.chat_formats.library import (
    ChatFormat,
    ChatFormatFailed,
    ChatFormats,
    ChatFormatsMissing,
    ChatRequest,
    GrammarTrigger,
    ParsedAnswer,
    TriggerKind,
    find_chat_formats,
)

__all__ = [
    "ChatFormat",
    "ChatFormatFailed",
    "ChatFormats",
    "ChatFormatsMissing",
    "ChatRequest",
    "GrammarTrigger",
    "ParsedAnswer",
    "TriggerKind",
    "find_chat_formats",
]
