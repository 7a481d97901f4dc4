"""Every command: what an engine is told and does not answer.

Threads: values only, any thread.
"""

from __future__ import annotations

from app.core.plain_value import TaggedValue
from app.core.protocol.answer_options import DEFAULT_THINKING, ThinkingChoice, Tools
from app.core.protocol.load_settings import DEFAULT_LOAD, LoadSettings
from app.core.protocol.request import Call, RequestId
from app.core.protocol.values import BackendChoice, ChatKey, Limits, PromptMessage


class LoadModel(TaggedValue, frozen=True):
    """Replace the loaded model.

    Attributes:
        backend: None asks the self-test.
        first_chat: will probably be restored first: what is stored of it is read meanwhile.
    """

    path: str
    settings: LoadSettings = DEFAULT_LOAD
    backend: BackendChoice | None = None
    first_chat: ChatKey | None = None


class CancelLoad(TaggedValue, frozen=True):
    """Give up the load in progress; takes effect at once, from any thread."""


class UnloadModel(TaggedValue, frozen=True):
    """Free the model and its context."""


class PrecomputeChat(TaggedValue, frozen=True):
    """Compute the tokens of a chat and store them while there is nothing else to do.

    Interrupted as soon as there is, and gone on with later; after several times it is left undone,
    without an event. What was computed stays stored. `started_at`, `thinking` and `tools` are as
    in `Generate`.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    started_at: float = 0.0
    thinking: ThinkingChoice = DEFAULT_THINKING
    tools: Tools | None = None


class ReadUnsent(TaggedValue, frozen=True):
    """Compute what is being written at the end of a chat while there is nothing else to do.

    An answer to it begins sooner then. Nothing of it is stored, and whatever else is asked ends it.
    It takes the place of what was to be read so before.

    Attributes:
        chat: "" for a chat that does not exist yet.
        messages: the last one is being written.
        started_at, thinking, tools: as in `Generate`.
    """

    chat: ChatKey
    messages: tuple[PromptMessage, ...]
    started_at: float = 0.0
    thinking: ThinkingChoice = DEFAULT_THINKING
    tools: Tools | None = None


class PrefetchChat(TaggedValue, frozen=True):
    """Have the stored rows of a chat read from disk, nothing more.

    Attributes:
        is_opened: it is being opened, so that a `RestoreChat` follows, which takes what was read;
            else it may be opened soon.
    """

    chat: ChatKey
    is_opened: bool = False


class SetMemoryChoice(TaggedValue, frozen=True):
    """What the user wants for the stored memory of a chat; None leaves that as it is.

    Attributes:
        is_pinned: never make room with it.
        is_off: store nothing of it, and delete what is there.
    """

    chat: ChatKey
    is_pinned: bool | None = None
    is_off: bool | None = None


class DropMemory(TaggedValue, frozen=True):
    """Delete what is stored of a chat; it is stored again when it goes on."""

    chat: ChatKey


class SetMemoryLimits(TaggedValue, frozen=True):
    """How much may be stored from now on; a smaller budget deletes."""

    limits: Limits


class ForgetChat(TaggedValue, frozen=True):
    """Drop everything computed for a chat, in memory and on disk; its text is not the engine's."""

    chat: ChatKey


class Stop(TaggedValue, frozen=True):
    """The answer to a request is not wanted any more.

    It comes all the same, soon and with what there is, also in the middle of a prefill.
    """

    request: RequestId


class StopThinking(TaggedValue, frozen=True):
    """Let an answer begin that is being thought about; nothing where it has begun.

    Its thinking is ended with the mark that the model would end it with, as far as that is known.
    """

    request: RequestId


class Shutdown(TaggedValue, frozen=True):
    """Finish writing and leave `Engine.run()`."""


Command = (
    LoadModel
    | CancelLoad
    | UnloadModel
    | PrecomputeChat
    | ReadUnsent
    | PrefetchChat
    | SetMemoryChoice
    | DropMemory
    | SetMemoryLimits
    | ForgetChat
    | Stop
    | StopThinking
    | Shutdown
)

# What goes to an engine, and what comes from one.
ToEngine = Command | Call
