"""Every event: what an engine tells all who listen, whoever asked.

Threads: values only, any thread.
"""

from __future__ import annotations

from msgspec import field

from app.core.errors import Problem
from app.core.plain_value import TaggedValue
from app.core.protocol.request import News, Reply
from app.core.protocol.values import BackendChoice, LoadStage, ModelInfo


class ModelLoading(TaggedValue, frozen=True):
    """Progress of a load, 0 to 1."""

    path: str
    fraction: float
    stage: LoadStage = LoadStage.WEIGHTS


class ModelLoaded(TaggedValue, frozen=True):
    """The model answers from now on.

    Attributes:
        is_identified: its chats are stored and restored; else from `ModelIdentified` on.
        backend: what it was loaded with.
    """

    info: ModelInfo
    is_identified: bool = True
    backend: BackendChoice = field(default_factory=BackendChoice)


class ModelLoadFailed(TaggedValue, frozen=True):
    """No model is loaded now; `cancelled` when the user wanted that."""

    path: str
    problem: Problem
    cancelled: bool = False


class ModelIdentified(TaggedValue, frozen=True):
    """The loaded model's files have been read: from now on its chats are stored and restored.

    Comes only after a `ModelLoaded` at which that was not known.
    """


class ModelUnloaded(TaggedValue, frozen=True):
    """The model is gone."""


class ProblemRaised(TaggedValue, frozen=True):
    """Something failed that belongs to no single answer; chatting goes on."""

    problem: Problem


class EngineRestarted(TaggedValue, frozen=True):
    """The engine died and a new one takes commands: it knows nothing of what it was told before.

    Comes after the ends of all that was asked for, and before the model is loaded again.
    """


class EngineStopped(TaggedValue, frozen=True):
    """`Engine.run()` has returned; `problem` when it died."""

    problem: Problem | None = None


Event = (
    ModelLoading
    | ModelLoaded
    | ModelIdentified
    | ModelLoadFailed
    | ModelUnloaded
    | ProblemRaised
    | EngineRestarted
    | EngineStopped
)

FromEngine = Event | Reply | News
