"""Garbage is collected by the interface thread and nobody else."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QObject

from app.ui.garbage_collector import GarbageCollector, collect_what_is_due

if TYPE_CHECKING:
    from collections.abc import Iterator


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
    gc.enable()  # as in a program; tests go without
    try:
        made = GarbageCollector()
        made.start()
        yield made
        made.stop()
        assert gc.isenabled()
    finally:
        gc.disable()


def _allocate() -> None:
    kept = [[] for _ in range(50_000)]  # far beyond the threshold of the first generation
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
    kept = [[] for _ in range(2000)]
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


@pytest.mark.usefixtures("qapp")
def test_what_was_off_before_stays_off() -> None:
    collector = GarbageCollector()
    collector.start()
    collector.stop()
    assert not gc.isenabled()
