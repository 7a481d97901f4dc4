"""Bytes for every command, every event and every message of the link, and back.

The bytes are a version of the protocol, the number of a type, and a value of it as
`value_codecs.py` writes it. Written by hand, because no library of the kind keeps single surrogates
in text, which names of files may hold, and refuses unknown fields of a dataclass.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import functools
import struct
from typing import TYPE_CHECKING, Any, Final

from app.core.protocol import (
    PROTOCOL_VERSION,
    AnswerFinished,
    AnswerFormatFound,
    AnswerWaiting,
    CancelLoad,
    ChatRestored,
    CompareContinuations,
    ContextMeasured,
    ContinuationWritten,
    DropMemory,
    Embed,
    EngineConfig,
    EngineRestarted,
    EngineStopped,
    ExportMemory,
    ForgetChat,
    Generate,
    Heartbeat,
    Hello,
    ImportMemory,
    InspectAnswer,
    InspectionEnded,
    LoadModel,
    MeasureContext,
    MeasureWarmth,
    MemoryMoved,
    MemoryMoving,
    MemoryReport,
    MemorySynced,
    MemoryTrimmed,
    ModelIdentified,
    ModelLoaded,
    ModelLoadFailed,
    ModelLoading,
    ModelUnloaded,
    PrecomputeChat,
    PrefetchChat,
    PrefillProgress,
    PreviewTemplate,
    ProblemRaised,
    Ready,
    ReportMemory,
    RestoreChat,
    SetMemoryChoice,
    SetMemoryLimits,
    Shutdown,
    Stop,
    StopThinking,
    SyncMemory,
    TemplatePreviewed,
    TextDelta,
    TextsEmbedded,
    TitleDropped,
    TitleWritten,
    TokensInspected,
    TrimMemory,
    UnloadModel,
    WaitEnded,
    WarmthMeasured,
    WriteTitle,
)
from app.core.protocol.errors import OtherVersion, UnreadableMessage, UnsendableValue
from app.core.protocol.value_codecs import CUT_OFF, WRONG_VALUE, codec_of

if TYPE_CHECKING:
    from app.core.protocol import Command, Event, LinkMessage
    from app.core.protocol.value_codecs import Read, Write

    Sendable = Command | Event | LinkMessage

# A number stays with its type for good; that of a type that is no more is not used again.
NUMBERS: Final[dict[type[Any], int]] = {
    LoadModel: 1,
    CancelLoad: 2,
    UnloadModel: 3,
    RestoreChat: 4,
    PrecomputeChat: 5,
    PrefetchChat: 6,
    ReportMemory: 7,
    SetMemoryChoice: 8,
    DropMemory: 9,
    SyncMemory: 10,
    TrimMemory: 11,
    SetMemoryLimits: 12,
    ForgetChat: 13,
    Generate: 14,
    MeasureContext: 15,
    Stop: 16,
    Shutdown: 17,
    WriteTitle: 18,
    PreviewTemplate: 19,
    ExportMemory: 20,
    ImportMemory: 21,
    StopThinking: 22,
    InspectAnswer: 23,
    CompareContinuations: 24,
    MeasureWarmth: 25,
    Embed: 26,
    ModelLoading: 101,
    ModelLoaded: 102,
    ModelLoadFailed: 103,
    ModelIdentified: 104,
    ModelUnloaded: 105,
    ChatRestored: 106,
    ContextMeasured: 107,
    PrefillProgress: 108,
    TextDelta: 109,
    AnswerFinished: 110,
    MemoryReport: 111,
    MemorySynced: 112,
    MemoryTrimmed: 113,
    ProblemRaised: 114,
    EngineStopped: 115,
    EngineRestarted: 116,
    AnswerWaiting: 117,
    WaitEnded: 118,
    TitleWritten: 119,
    TitleDropped: 120,
    TemplatePreviewed: 121,
    MemoryMoving: 122,
    MemoryMoved: 123,
    TokensInspected: 124,
    ContinuationWritten: 125,
    InspectionEnded: 126,
    AnswerFormatFound: 127,
    WarmthMeasured: 128,
    TextsEmbedded: 129,
    Hello: 201,
    EngineConfig: 202,
    Ready: 203,
    Heartbeat: 204,
}
_TYPES: Final[dict[int, Any]] = {number: kind for kind, number in NUMBERS.items()}
_HEAD = struct.Struct("<HB")


@functools.cache
def _writer(number: int) -> tuple[bytes, Write]:
    """Return the first bytes of every value of the type with a number, and how one is written."""
    return _HEAD.pack(PROTOCOL_VERSION, number), codec_of(_TYPES[number]).write


@functools.cache
def _reader(number: int) -> Read:
    """Return how values of the type with a number are read."""
    return codec_of(_TYPES[number]).read


def encode(value: Sendable) -> bytes:
    """Return a command, an event or a message of the link as bytes.

    Raises:
        UnsendableValue: it is none of these, or a field of it has not the declared type.
    """
    kind = type(value)
    number = NUMBERS.get(kind)
    if number is None:
        raise UnsendableValue(f"{kind.__name__} has no number")
    head, write = _writer(number)
    parts = [head]
    try:
        write(value, parts)
        return b"".join(parts)
    except WRONG_VALUE as error:
        raise UnsendableValue(f"{kind.__name__} has a field of another type") from error


def decode(data: bytes) -> Sendable:
    """Return the command, the event or the message of the link that bytes stand for.

    Raises:
        OtherVersion: they are of another version of the protocol.
        UnreadableMessage: they are cut off or damaged, or name what is not known here.
    """
    value: Sendable
    try:
        version, number = _HEAD.unpack_from(data)
        if version != PROTOCOL_VERSION:
            raise OtherVersion(version, PROTOCOL_VERSION)
        if number not in _TYPES:
            raise UnreadableMessage(f"an unknown type with the number {number}")
        value, end = _reader(number)(data, _HEAD.size)
    except CUT_OFF:
        raise UnreadableMessage(f"cut off after {len(data)} bytes") from None
    if end != len(data):
        raise UnreadableMessage(f"{len(data) - end} bytes too many")
    return value
