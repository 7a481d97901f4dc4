"""When a model that nobody uses gives its memory back, and that it is there again when needed.

A model at rest is unloaded. Whatever asks something of it has it loaded first; the engine does one
after the other, so that nobody has to wait for the load to end.

Threads: the conversations' worker only.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.protocol import (
    CompareContinuations,
    Generate,
    InspectAnswer,
    LoadModel,
    MeasureContext,
    MeasureWarmth,
    RestoreChat,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.core.protocol import Request

_WAKING = (
    Generate,
    MeasureContext,
    MeasureWarmth,
    RestoreChat,
    InspectAnswer,
    CompareContinuations,
)


@dataclass(frozen=True, slots=True)
class Away:
    """There is no model, or one is on its way."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The model is loaded."""

    load: LoadModel


@dataclass(frozen=True, slots=True)
class GoingToRest:
    """The model was asked to go, and comes back when it is needed."""

    load: LoadModel


@dataclass(frozen=True, slots=True)
class Resting:
    """The model is unloaded until it is needed."""

    load: LoadModel


class ModelRest:
    """Knows whether the model is there, rests, or is away.

    Args:
        keep_s: returns after how many seconds a model that is not used rests; 0 for never.
        is_busy: whether an answer is running.
        clock: seconds that only go on.
    """

    def __init__(
        self,
        keep_s: Callable[[], float],
        is_busy: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._keep_s = keep_s
        self._is_busy = is_busy
        self._clock = clock
        self._state: Away | Kept | GoingToRest | Resting = Away()
        self._used_at = clock()

    @property
    def is_resting(self) -> bool:
        """Whether the model is unloaded, or being unloaded, until it is needed."""
        return isinstance(self._state, Resting | GoingToRest)

    @property
    def is_due(self) -> bool:
        """Whether the model has not been used for as long as it is kept."""
        keep_s = self._keep_s()
        if not keep_s or not isinstance(self._state, Kept):
            return False
        if self._is_busy():
            self._used_at = self._clock()
        return self._clock() - self._used_at >= keep_s

    def asked_to_load(self) -> None:
        """Take note that a load was asked for."""
        self._state = Away()

    def loaded(self, load: LoadModel) -> None:
        """A model is there: the one that was asked for last, or that before it again.

        Args:
            load: does the same again.
        """
        self._used_at = self._clock()
        self._state = Kept(load)

    def failed(self) -> None:
        """A load has failed, or the engine is gone."""
        self._state = Away()

    def begin_rest(self) -> bool:
        """Let the model rest; False when there is none, or it rests already."""
        if not isinstance(self._state, Kept):
            return False
        self._state = GoingToRest(self._state.load)
        return True

    def unloaded(self) -> bool:
        """The model is gone; return whether it rests."""
        if isinstance(self._state, GoingToRest):
            self._state = Resting(self._state.load)
        elif not isinstance(self._state, Resting):
            self._state = Away()
        return isinstance(self._state, Resting)

    def load_before(self, request: Request[Any, Any]) -> LoadModel | None:
        """Return the load that a request needs first; None for none."""
        return self.use() if isinstance(request, _WAKING) else None

    def use(self) -> LoadModel | None:
        """Take note that the model is used; return the load that it needs first, None for none."""
        self._used_at = self._clock()
        if not isinstance(self._state, Resting | GoingToRest):
            return None
        load = self._state.load
        self.asked_to_load()
        return load
