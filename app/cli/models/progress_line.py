"""How far a download is, in one line of the error stream."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Self

from app.core.models.downloads import (
    Done,
    Failed,
    Paused,
    Queued,
    Retrying,
    Running,
    Verifying,
)

if TYPE_CHECKING:
    from app.core.models.downloads import Download

_CLEAR = "\r\x1b[K"


def size_words(n_bytes: int) -> str:
    """Return a size in GB, in MB below a tenth of one."""
    return f"{n_bytes / 1e9:.2f} GB" if n_bytes >= 1e8 else f"{n_bytes / 1e6:.1f} MB"


class ProgressLine:
    """Shows each change; a context manager that leaves the terminal on a line of its own.

    Elsewhere than on a terminal only what interrupts is told, a line each.

    Args:
        n_bytes: of the whole download.
    """

    def __init__(self, n_bytes: int) -> None:
        self._n_bytes = n_bytes
        self._is_terminal = sys.stderr.isatty()
        self._is_open = False
        self._left_s: float | None = None  # of a wait that was told

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_open:
            print(file=sys.stderr)

    def show(self, download: Download) -> None:
        """Show how far it is."""
        text = _text(download, self._n_bytes)
        if self._is_terminal:
            print(f"{_CLEAR}{text}", end="", file=sys.stderr, flush=True)
            self._is_open = True
            return
        left_s = download.state.wait_s if isinstance(download.state, Retrying) else None
        if left_s is not None and (self._left_s is None or left_s > self._left_s):
            print(f"hearth: {text}", file=sys.stderr, flush=True)
        self._left_s = left_s


def _text(download: Download, n_bytes: int) -> str:
    done = f"{download.n_done / max(1, n_bytes):5.1%} of {size_words(n_bytes)}"
    match download.state:
        case Queued() | Paused() | Failed() | Done():
            return done
        case Running(is_stalled=True):
            return f"{done}  waiting for the server"
        case Running(bytes_per_s, seconds_left):
            speed = f"  {bytes_per_s / 1e6:.1f} MB/s" if bytes_per_s else ""
            left = "" if seconds_left is None else f"  {_time(seconds_left)} left"
            return f"{done}{speed}{left}"
        case Retrying(problem, wait_s):
            return f"{done}  {problem.what} Trying again in {_time(wait_s)}."
        case Verifying():
            return f"{done}  comparing the checksum"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
