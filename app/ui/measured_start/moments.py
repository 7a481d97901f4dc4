"""The moments of a start that are measured, and the file that they are noted in.

Threads: any; each moment is one line.
"""

from __future__ import annotations

import enum
import json
import os
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class Moment(enum.StrEnum):
    """What is noted of a start, in order; `FAILED` in place of all that follow."""

    EMPTY = "empty_window"  # of another process, which shows nothing else
    PAINTED = "painted"  # as it was closed, or as it was built
    READABLE = "chat_readable"  # in what is painted
    BUILT = "window_built"
    SHOWN = "chat_shown"  # in the window that was built
    READY = "model_ready"
    WARM = "chat_warm"
    FIRST_TOKEN = "first_token"
    ENDED = "ended"
    FAILED = "failed"


def note(file: Path, moment: Moment, **more: int | str) -> None:
    """Append a line of JSON: the moment, the seconds since 1970, and seconds of processor time.

    Those are of this process, and of the children that have ended.
    """
    at, used = time.time(), os.times()
    cpu = {"cpu": used.user + used.system, "children": used.children_user + used.children_system}
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps({"moment": moment, "at": at, **cpu, **more}) + "\n")
