"""The moments of a start that are measured.

Threads: constants.
"""

from __future__ import annotations

import enum


class Moment(enum.StrEnum):
    """What is noted of a start, in order; `FAILED` in place of all that follow."""

    SHOWN = "window_shown"
    READY = "model_ready"
    WARM = "chat_warm"
    FIRST_TOKEN = "first_token"
    FAILED = "failed"
