"""The search above the chat list finds in documents, too, aside and by words alone."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt

from app.core.chats.store import ChatStore
from app.core.documents.database import LibraryDamaged
from app.core.errors import KnownError
from app.core.messages import Role
from app.core.system.paths import Paths
from app.ui.documents.passage_search import found_in
from app.ui.sidebar.result_model import ResultRole
from tests.unit.ui.documents.conftest import write
from tests.unit.ui.documents.test_document_view import read, shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.modeltest import ModelTester

    from app.ui.sidebar.search_panel import SearchPanel
    from tests.unit.core.documents.reading import PlainReader
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # windows offscreen

LEASE = "# Lease\n\nThe rent is due on Mondays.\n\n# Notice\n\nThe notice period is three months."


@pytest.fixture
def store(desk: Desk, tmp_path: Path) -> Iterator[ChatStore]:
    """The chats of the window."""
    with ChatStore.open(Paths.locate(tmp_path).database) as opened:
        yield opened


@pytest.fixture
def lease(desk: Desk, store: ChatStore, tmp_path: Path, plain: PlainReader) -> Path:
    """A file that is listed and read."""
    del store, plain  # before the first search
    file = write(tmp_path / "papers" / "lease.md", LEASE)
    read(desk, file)
    return file


def panel(desk: Desk) -> SearchPanel:
    return desk.window.sidebar.search


def look_for(desk: Desk, words: str, n: int) -> list[str]:
    """Type words, wait for so many passages and for the chats; return the snippets."""
    panel(desk).field.setText(words)
    desk.until(lambda: panel(desk).passages.rows.rowCount() == n and bool(panel(desk).state_text))
    return [one.snippet for one in panel(desk).passages.rows.hits]


def press(desk: Desk, key: Qt.Key) -> None:
    desk.qtbot.keyClick(panel(desk).field, key)


def talk(store: ChatStore, *texts: str) -> None:
    for text in texts:
        chat = store.create_chat(title="")
        store.add_message(chat.id, parent_id=None, role=Role.USER, text=text)


def chosen(desk: Desk) -> tuple[int, int]:
    """Return the chosen rows: in chats, and in documents; -1 for none."""
    return (
        panel(desk).view.currentIndex().row(),
        panel(desk).passages.view.currentIndex().row(),
    )


@pytest.mark.usefixtures("lease")
def test_a_passage_is_listed_with_the_words_marked_and_opens(
    desk: Desk, qtmodeltester: ModelTester
) -> None:
    (snippet,) = look_for(desk, "notice mon", 1)

    found = panel(desk).passages
    hit = found.rows.hits[0]
    assert [snippet[a:b] for a, b in hit.ranges] == ["Mondays", "Notice", "notice", "months"]
    assert found.rows.index(0, 0).data() == "lease.md"
    assert found.rows.index(0, 0).data(ResultRole.AUTHOR) == "Lease"
    spoken = found.rows.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"lease.md, Lease, {snippet}"
    assert found.view.accessibleName() == "Passages in documents"
    assert panel(desk).state_text == "Nothing found in chats for notice mon."
    assert not panel(desk).view.isVisible()
    qtmodeltester.check(found.rows)

    place = found.view.visualRect(found.rows.index(0, 0)).center()
    desk.qtbot.mouseClick(found.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))

    view = shown(desk, lambda one: bool(one.marked()[0]))
    assert view.marked()[0].startswith("# Lease")
    assert view.marked()[1] == "Mondays"


@pytest.mark.usefixtures("lease")
def test_arrows_go_from_chats_to_documents_and_back(desk: Desk, store: ChatStore) -> None:
    talk(store, "the rent", "a rent")
    look_for(desk, "rent", 1)
    desk.until(lambda: panel(desk).results.rowCount() == 2)
    assert panel(desk).state_text == "2 results"
    assert panel(desk).passages.y() > panel(desk).view.y()
    assert panel(desk).passages.height() <= panel(desk).height() * 2 // 5

    places = []
    for key in (Qt.Key.Key_Down,) * 4 + (Qt.Key.Key_Up,) * 3:
        press(desk, key)
        places.append(chosen(desk))
    assert places == [(0, -1), (1, -1), (-1, 0), (-1, 0), (1, -1), (0, -1), (0, -1)]

    view = panel(desk).view
    view.setFocus()
    desk.qtbot.keyClick(view, Qt.Key.Key_Down)
    desk.qtbot.keyClick(view, Qt.Key.Key_Down)
    assert chosen(desk) == (-1, 0)
    assert panel(desk).passages.view.hasFocus()
    desk.qtbot.keyClick(panel(desk).passages.view, Qt.Key.Key_Return)
    assert shown(desk, lambda one: bool(one.marked()[0])).marked()[1] == "rent"
    assert not [call for call in desk.calls if call[0] == "open"]


@pytest.mark.usefixtures("lease")
def test_return_opens_the_first_passage_where_no_chat_has_the_words(desk: Desk) -> None:
    look_for(desk, "mondays", 1)
    press(desk, Qt.Key.Key_Return)
    assert shown(desk, lambda one: bool(one.marked()[0])).marked()[1] == "Mondays"


@pytest.mark.usefixtures("lease")
def test_a_filter_and_the_end_of_the_search_leave_documents_out(desk: Desk) -> None:
    look_for(desk, "rent", 1)
    panel(desk).filters._choose_days(1)
    desk.until(lambda: panel(desk).passages.isHidden())
    assert panel(desk).view.isVisible()
    panel(desk).filters.clear()
    desk.until(lambda: panel(desk).passages.isVisible())
    press(desk, Qt.Key.Key_Escape)
    assert panel(desk).passages.rows.hits == ()


def test_nothing_is_asked_where_nothing_is_listed(
    desk: Desk, store: ChatStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk(store, "rent")
    asked = threading.Event()

    def has_sources() -> bool:
        asked.set()
        return False

    monkeypatch.setattr(desk.documents, "has_sources", has_sources)
    monkeypatch.setattr(desk.documents, "search", pytest.fail)
    panel(desk).field.setText("rent")
    desk.until(asked.is_set)
    desk.until(lambda: panel(desk).results.rowCount() == 1)
    desk.post()
    assert panel(desk).passages.isHidden()


@pytest.mark.usefixtures("lease")
def test_what_comes_late_for_older_words_is_not_shown(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    search, may_answer = desk.documents.search, threading.Event()
    asked: list[tuple[str, str]] = []

    def slow(question: str, limit: int, *, by_meaning: bool) -> object:
        asked.append((question, threading.current_thread().name))
        if question == "rent":
            may_answer.wait(10)
        return search(question, limit, by_meaning=by_meaning)

    monkeypatch.setattr(desk.documents, "search", slow)
    panel(desk).field.setText("rent")
    desk.until(lambda: bool(asked))
    panel(desk).field.setText("nothing like it")
    may_answer.set()
    shown_ever = []
    panel(desk).passages.rows.modelReset.connect(lambda: shown_ever.append(True))
    desk.until(lambda: len(asked) == 2 and not desk.window._passage_search._aside.has_waiting)
    assert desk.window._passage_search._aside.wait(10)
    desk.post()
    assert shown_ever == []
    assert asked == [("rent", "passage search"), ("nothing like it", "passage search")]


@pytest.mark.usefixtures("lease")
def test_chats_are_searched_where_the_documents_cannot_be(
    desk: Desk, store: ChatStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk(store, "rent")

    is_asked = threading.Event()

    def damaged(*_given: object, **_more: object) -> None:
        is_asked.set()
        raise LibraryDamaged

    assert issubclass(LibraryDamaged, KnownError)
    monkeypatch.setattr(desk.documents, "search", damaged)
    panel(desk).field.setText("rent")
    desk.until(lambda: panel(desk).results.rowCount() == 1)
    desk.until(is_asked.is_set)
    assert panel(desk).state_text == "1 result"
    assert panel(desk).passages.isHidden()


def test_all_words_count_more_than_half_of_them_and_less_finds_nothing(
    desk: Desk, tmp_path: Path, plain: PlainReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    del plain
    for name, words in (
        *(("a", "rye bread"), ("b", "rye rolls"), ("c", "wheat bread")),
        *(("d", "Roggenbrot"), ("e", "bread of rye, of spelt")),
    ):
        write(tmp_path / "more" / f"{name}.md", words)
    desk.documents.add([tmp_path / "more"])
    desk.documents.look().result(60)
    monkeypatch.setattr(desk.documents._embedding, "ranking", pytest.fail)  # by words alone

    def names(words: str) -> list[str]:
        return sorted(one.name for one in found_in(desk.documents, words))

    assert names("rye bread") == ["a.md", "e.md"]
    assert names("rye bread -spelt") == ["a.md"]
    assert names("rye oven") == ["a.md", "b.md", "e.md"]
    assert names("rye oven salt yeast") == []
    assert names("brot") == ["d.md"]
    assert names("bro") == ["d.md"]
    assert names("xyz") == names("-rye") == names("…") == []
