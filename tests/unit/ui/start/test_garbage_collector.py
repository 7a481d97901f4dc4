"""Garbage is collected by the interface thread and nobody else."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject

from app.ui.start.garbage_collector import GarbageCollector, collect_what_is_due

if TYPE_CHECKING:
    from collections.abc import Iterator


REPOSITORY = Path(__file__).resolve().parents[4]


class Node(QObject):
    """A Qt object that only the collector can free, and that says where it was freed."""

    freed_on: list[str] = []  # noqa: RUF012 - of the test, emptied by its fixture

    def __init__(self) -> None:
        super().__init__()
        self.itself = self

    def __del__(self) -> None:
        self.freed_on.append(threading.current_thread().name)


@pytest.fixture
def collector() -> Iterator[GarbageCollector]:
    Node.freed_on.clear()
    made = GarbageCollector()
    made.start()
    yield made
    made.stop()
    gc.freeze()  # as it was, see tests/conftest.py


def _allocate() -> None:
    kept: list[list[object]] = [
        [] for _ in range(50_000)
    ]  # far beyond the threshold of the first generation
    del kept


@pytest.mark.usefixtures("qapp")
def test_qt_objects_in_cycles_are_freed_on_the_interface_thread(
    collector: GarbageCollector,
) -> None:
    assert not gc.isenabled()
    alive = weakref.ref(Node())
    worker = threading.Thread(target=_allocate, name="worker")
    worker.start()
    worker.join()
    assert alive() is not None
    kept: list[list[object]] = [[] for _ in range(2000)]
    collect_what_is_due()
    assert Node.freed_on == [threading.current_thread().name]
    del kept


@pytest.mark.usefixtures("qapp")
def test_what_is_there_is_spared_and_what_comes_later_is_not(collector: GarbageCollector) -> None:
    before = Node()
    collector.spare_what_is_there()
    after = Node()
    del before, after
    gc.collect()
    assert len(Node.freed_on) == 1


IN_A_PROGRAM = """
import gc, os, sys, threading
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from app.ui.app import application
from app.ui.start.garbage_collector import GarbageCollector
assert gc.isenabled()
app = application()
assert not gc.isenabled()
collector = GarbageCollector()
collector.start()
collector.stop()
assert not gc.isenabled(), "a thread that outlives the window would destroy Qt objects"
"""


def test_in_a_program_with_a_window_the_automatic_collection_never_comes_back() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", IN_A_PROGRAM],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
