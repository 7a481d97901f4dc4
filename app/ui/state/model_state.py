"""What the model allows."""

from __future__ import annotations

import enum


class ModelState(enum.Enum):
    """Whether there is a model to answer."""

    NONE = enum.auto()
    LOADING = enum.auto()
    READY = enum.auto()
