"""The looks: when they begin, what they cost where nothing is listed, and what they tell."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.core.documents.library import DocumentLibrary
from app.core.documents.sources import SourceList
from app.core.system.paths import DOCUMENTS, DOCUMENTS_LIST, Paths
from app.ui.documents import documents_looks
from app.ui.documents.documents_looks import DocumentLooks
from tests.unit.core.documents.reading import PlainReader
from tests.unit.ui.documents.conftest import write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.unit.ui.conftest import Desk


@pytest.fixture
def changes(desk: Desk) -> list[None]:
    """One for each time that the documents were others than before."""
    told: list[None] = []
    desk.window.documents.changed.connect(lambda: told.append(None))
    return told


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> Iterator[DocumentLooks]:
    """Looks that come quickly one after the other."""
    monkeypatch.setattr(documents_looks, "_FIRST_MS", 1)
    monkeypatch.setattr(documents_looks, "_EVERY_MS", 5)
    looks = DocumentLooks(desk.documents, desk.bridge)
    yield looks
    looks.close()


def look(desk: Desk) -> None:
    looks = desk.window.documents.looks
    looks.look()
    desk.until(lambda: not looks.is_looking and not looks._aside.has_waiting)
    desk.until(lambda: looks._aside.wait(0))
    desk.post()


def glance(desk: Desk) -> None:
    """Do what the clock first does, until it is known whether anything is listed."""
    looks = desk.window.documents.looks
    looks.glance()
    desk.until(lambda: looks._aside.wait(0))
    desk.post()


def test_where_nothing_is_listed_no_half_minute_costs_a_thread_and_none_a_database(
    desk: Desk, tmp_path: Path, often: DocumentLooks, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.until(lambda: not often._may_list)
    asked: list[str] = []
    monkeypatch.setattr(often, "_glance", lambda: asked.append("the list"))
    ticks: list[None] = []
    often._timer.timeout.connect(lambda: ticks.append(None))
    desk.until(lambda: len(ticks) >= 3)
    assert asked == []
    assert not often.is_looking
    assert not (Paths.locate(tmp_path).data / DOCUMENTS).exists()


def test_the_list_is_never_read_by_the_thread_of_the_window(
    desk: Desk, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    read_bytes = SourceList._read

    def read(listed: SourceList, name: str) -> object:
        threads.append(threading.current_thread().name)
        return read_bytes(listed, name)

    desk.documents.add([notes])
    monkeypatch.setattr(SourceList, "_read", read)
    glance(desk)
    desk.until(lambda: not desk.window.documents.looks.is_looking)
    assert threads
    assert threading.main_thread().name not in threads


def test_what_another_program_has_listed_is_found_when_the_user_comes_back(
    desk: Desk, notes: Path, changes: list[None], tmp_path: Path
) -> None:
    glance(desk)
    data = Paths.locate(tmp_path).data
    with DocumentLibrary(data / DOCUMENTS, data / DOCUMENTS_LIST, PlainReader()) as other:
        other.add([notes])
    looks = desk.window.documents.looks
    looks._tick()
    assert not looks._aside.has_waiting
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    desk.until(lambda: len(changes) == 1)


def test_a_window_that_was_closed_begins_no_look(desk: Desk, notes: Path) -> None:
    desk.documents.add([notes])
    looks = desk.window.documents.looks
    looks.glance()
    desk.window.close()
    looks._aside.wait()
    desk.post()
    assert not looks.is_looking


def test_listed_files_are_read_without_the_page(
    desk: Desk, notes: Path, changes: list[None], plain: PlainReader
) -> None:
    desk.documents.add([notes])
    desk.window.documents.looks.glance()
    desk.until(lambda: len(changes) == 1)
    assert [one.path.name for one in desk.documents.documents()] == ["a.md"]


@pytest.fixture
def listed(desk: Desk, notes: Path) -> Path:
    """Notes that are listed before anything looks."""
    desk.documents.add([notes])
    return notes


def test_looks_come_again_and_again(desk: Desk, listed: Path, often: DocumentLooks) -> None:
    desk.until(lambda: len(desk.documents.documents()) == 1)
    write(listed / "b.md", "more words")
    desk.until(lambda: len(desk.documents.documents()) == 2)


def test_only_other_documents_are_told(desk: Desk, notes: Path, changes: list[None]) -> None:
    desk.documents.add([notes])
    look(desk)
    assert len(changes) == 1
    look(desk)
    assert len(changes) == 1
    os.utime(write(notes / "a.md", "other words"), ns=(1, 1))
    look(desk)
    assert len(changes) == 2


def test_what_another_program_has_read_is_told(
    desk: Desk, notes: Path, changes: list[None], tmp_path: Path
) -> None:
    desk.documents.add([notes])
    look(desk)
    write(notes / "b.md", "more words")
    data = Paths.locate(tmp_path).data
    with DocumentLibrary(data / DOCUMENTS, data / DOCUMENTS_LIST, PlainReader()) as other:
        other.look().result(60)
    look(desk)
    assert len(changes) == 2


def test_a_list_that_another_program_has_emptied_is_told(
    desk: Desk, notes: Path, changes: list[None]
) -> None:
    desk.documents.add([notes])
    look(desk)
    desk.documents.remove(notes)
    desk.window.documents.looks.glance()
    desk.until(lambda: len(changes) == 2)


def test_what_is_wanted_during_a_look_is_done_after_it(
    desk: Desk, notes: Path, plain: PlainReader
) -> None:
    may_read = threading.Event()
    plain.before = lambda _path: may_read.wait(60)
    desk.documents.add([notes])
    looks = desk.window.documents.looks
    looks.look()
    desk.until(lambda: plain.before is not None and looks.is_looking)
    write(notes / "b.md", "more words")
    looks.look()
    may_read.set()
    desk.until(lambda: len(desk.documents.documents()) == 2)


def test_a_look_that_fails_unforeseen_is_over_and_says_so(
    desk: Desk, notes: Path, plain: PlainReader
) -> None:
    def fail(_path: Path) -> None:
        raise RuntimeError("unforeseen")

    plain.before = fail
    desk.documents.add([notes])
    look(desk)
    last = desk.window.documents.looks.last
    assert last is not None
    assert last.problem is not None
    assert last.problem.is_bug


def test_closing_the_window_ends_the_looks(desk: Desk, notes: Path) -> None:
    desk.documents.add([notes])
    desk.window.close()
    looks = desk.window.documents.looks
    assert not looks._timer.isActive()
    assert not looks._first.isActive()
