"""A store's disk that has no room at one moment, told to the writer thread alone."""

from __future__ import annotations

import itertools
import threading
from typing import TYPE_CHECKING

from app.core.kvstore.writing.quota import Quota

if TYPE_CHECKING:
    import pytest


def refuse_segment(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let the `number`-th segment be refused that the writer is about to write, from 1."""
    n_asked = itertools.count(1)
    admits = Quota.admits

    def admits_others(quota: Quota, n_bytes: int = 0) -> bool:
        is_writer = threading.current_thread().name == "kvstore-writer"
        return not (is_writer and next(n_asked) == number) and admits(quota, n_bytes)

    monkeypatch.setattr(Quota, "admits", admits_others)
