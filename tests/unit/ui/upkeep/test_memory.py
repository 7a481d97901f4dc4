"""The stored memory of chats in the list and on its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from app.core.chats.records import ChatId
from app.core.conversations.events import ChatResumed, ChatsListed, MemoryListed
from app.core.phrases import phrase
from app.core.plain_value import replace
from app.core.protocol import (
    ChatKey,
    ChatMemory,
    Limits,
    MemoryReport,
    ModelLoaded,
    PrefixSource,
    Residency,
    document_key,
)
from app.ui.state.chat_list_item_model import ChatRole
from app.ui.upkeep.memory_table_model import Column
from app.ui.words.plain_text import isolated
from tests.unit.ui.conftest import make_chat, make_model

if TYPE_CHECKING:
    from pathlib import Path

    from app.ui.upkeep.memory_dialog import MemoryDialog
    from tests.unit.ui.conftest import Desk

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

MB, GB = 10**6, 10**9


def memory(chat: int, **facts: Any) -> tuple[ChatId, ChatMemory]:
    facts.setdefault("residency", Residency.DISK)
    return ChatId(chat), ChatMemory(ChatKey(str(chat)), **facts)


CHATS = (
    memory(1, residency=Residency.LIVE, n_bytes=5 * MB, own_bytes=5 * MB, models=("Tiny",)),
    memory(2, n_bytes=48 * MB, own_bytes=40 * MB, expected_ms=310.0, is_pinned=True),
    memory(3, residency=Residency.COLD, is_off=True),
    memory(9, n_bytes=MB, own_bytes=MB),
    memory(4, residency=Residency.COLD),
)


DOCUMENT = ChatMemory(
    document_key("ab" * 32), Residency.DISK, n_bytes=99 * MB, own_bytes=9 * MB, is_pinned=True
)


def listed(
    *chats: tuple[ChatId, ChatMemory],
    documents: tuple[tuple[Path, ChatMemory], ...] = (),
    **facts: Any,
) -> MemoryListed:
    report = MemoryReport(
        tuple(m for _, m in chats),
        models=(("Tiny", 50 * MB), ("", MB)),
        used_bytes=54 * MB,
        budget_bytes=100 * MB,
        free_bytes=400 * MB,
        written_today_bytes=7 * MB,
        limits=Limits(daily_bytes=50 * GB),
        default_budget_bytes=20 * GB,
    )
    return MemoryListed(replace(report, **facts), chats, documents=documents)


@pytest.fixture
def page(desk: Desk) -> MemoryDialog:
    desk.post(ChatsListed(tuple(make_chat(number) for number in (1, 2, 3, 4))))
    shown = desk.window.memory.show_page(desk.window)
    desk.post(listed(*CHATS))
    return shown


def cell(page: MemoryDialog, row: int, column: Column) -> str:
    return str(page.rows.index(row, column).data() or "")


def click(desk: Desk, page: MemoryDialog, row: int, column: Column) -> None:
    place = page.table.visualRect(page.rows.index(row, column)).center()
    desk.qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_the_table_keeps_qts_contract(qtmodeltester: Any, page: MemoryDialog) -> None:
    qtmodeltester.check(page.rows)


def test_each_chat_with_something_stored_or_chosen_has_a_row_the_largest_first(
    page: MemoryDialog,
) -> None:
    titles = [cell(page, row, Column.OWNER) for row in range(page.rows.rowCount())]
    assert titles == ["Chat 2", "Chat 1", "Deleted chat", "Chat 3"]
    assert [cell(page, 0, c) for c in (Column.PLACE, Column.SIZE, Column.FIRST_WORD)] == [
        "On disk",
        "48.0 MB",
        "less than a second",
    ]
    assert cell(page, 1, Column.FIRST_WORD) == "at once"
    tip = page.rows.index(0, Column.SIZE).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "8.0 MB of it shared with other chats"


@pytest.mark.usefixtures("german")
def test_titles_have_the_room_that_short_words_leave_and_the_model_is_named_whole(
    desk: Desk,
) -> None:
    desk.post(ChatsListed((make_chat(1, "Write a long story about a miller."),)))
    page = desk.window.memory.show_page(desk.window)
    page.resize(960, 620)
    stored = memory(1, n_bytes=129 * MB, expected_ms=706.0, models=("SmolLM2 135M Instruct",))
    desk.post(listed(stored))
    table = page.table
    assert table.columnWidth(Column.MODELS) >= table.sizeHintForColumn(Column.MODELS)
    assert table.columnWidth(Column.OWNER) >= table.columnWidth(Column.MODELS)


def test_the_room_and_what_was_written_are_told(page: MemoryDialog) -> None:
    words = page.words()
    assert "54.0 MB of 100 MB" in words
    assert "7.0 MB written today" in words
    assert "Tiny 50.0 MB · Other models 1.0 MB" in words
    assert page.bar.value() == 540


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"problem": phrase("The disk is almost full.")}, "The disk is almost full."),
        ({"is_read_only": True}, "Another Hearth window"),
    ],
)
def test_why_nothing_is_stored_is_told(
    desk: Desk, page: MemoryDialog, facts: dict[str, Any], words: str
) -> None:
    desk.post(listed(*CHATS, **facts))
    assert words in page.words()
    desk.post(listed(*CHATS))
    assert words not in page.words()


def test_a_click_into_a_box_pins_and_unpins_and_stores_and_does_not(
    desk: Desk, page: MemoryDialog
) -> None:
    click(desk, page, 0, Column.PINNED)
    click(desk, page, 1, Column.PINNED)
    click(desk, page, 1, Column.KEPT)
    click(desk, page, 3, Column.KEPT)
    chosen = [call for call in desk.calls if call[0] == "choose"]
    assert chosen == [
        ("choose", ChatId(2), {"is_pinned": False}),
        ("choose", ChatId(1), {"is_pinned": True}),
        ("choose", ChatId(1), {"is_off": True}),
        ("choose", ChatId(3), {"is_off": False}),
    ]


def test_the_space_bar_does_what_a_click_does(desk: Desk, page: MemoryDialog) -> None:
    page.table.setCurrentIndex(page.rows.index(1, Column.PINNED))
    desk.qtbot.keyClick(page.table, Qt.Key.Key_Space)
    assert ("choose", ChatId(1), {"is_pinned": True}) in desk.calls


def test_the_chosen_rows_are_deleted_and_only_when_there_are_any(
    desk: Desk, page: MemoryDialog
) -> None:
    assert not page.drop_button.isEnabled()
    page.table.selectRow(1)
    assert page.drop_button.isEnabled()
    desk.qtbot.mouseClick(page.drop_button, Qt.MouseButton.LeftButton)
    assert ("drop", ChatKey("1")) in desk.calls


def test_a_new_report_keeps_the_chosen_row(desk: Desk, page: MemoryDialog) -> None:
    page.table.selectRow(1)
    desk.post(listed(*CHATS, used_bytes=60 * MB))
    assert [index.row() for index in page.table.selectionModel().selectedRows()] == [1]


def test_a_document_that_is_kept_read_has_a_row_and_can_only_be_unpinned_or_deleted(
    desk: Desk, page: MemoryDialog, tmp_path: Path
) -> None:
    lease = tmp_path / "lease.pdf"
    desk.post(listed(*CHATS, documents=((lease, DOCUMENT),)))
    assert cell(page, 0, Column.OWNER) == isolated("lease.pdf")
    assert page.rows.index(0, Column.OWNER).data(Qt.ItemDataRole.ToolTipRole) == str(lease)
    assert page.rows.index(0, Column.KEPT).data(Qt.ItemDataRole.CheckStateRole) is None

    wanted: list[tuple[Path, bool]] = []
    desk.window.memory.file_chosen.connect(lambda path, is_on: wanted.append((path, is_on)))
    click(desk, page, 0, Column.KEPT)
    click(desk, page, 0, Column.PINNED)
    assert wanted == [(lease, False)]
    assert not [call for call in desk.calls if call[0] == "choose"]

    page.table.selectRow(0)
    desk.qtbot.mouseClick(page.drop_button, Qt.MouseButton.LeftButton)
    assert ("drop", DOCUMENT.chat) in desk.calls


def test_an_empty_store_says_so_and_the_page_opens_once(desk: Desk, page: MemoryDialog) -> None:
    desk.post(listed())
    assert page.rows.rowCount() == 0
    assert not page.table.isVisible()
    assert desk.window.memory.show_page(desk.window) is page
    page.close()
    desk.until(lambda: desk.window.memory.show_page(desk.window) is not page)


def test_the_list_shows_where_the_memory_of_each_chat_is(desk: Desk, page: MemoryDialog) -> None:
    chats = desk.window.sidebar.chats
    found = {
        number: chats.index_of(ChatId(number)).data(ChatRole.RESIDENCY) for number in (1, 2, 3, 4)
    }
    assert found == {1: "live", 2: "disk", 3: "cold", 4: "cold"}
    tip = chats.index_of(ChatId(2)).data(Qt.ItemDataRole.ToolTipRole)
    assert "On disk, 48.0 MB, first token after less than a second" in tip


def test_what_may_have_changed_is_asked_for_soon_and_once(desk: Desk) -> None:
    desk.calls.clear()
    desk.post(
        ModelLoaded(make_model()),
        ChatResumed(ChatId(1), 10, 12, 3.0, PrefixSource.DISK),
    )
    desk.until(lambda: ("report",) in desk.calls)
    assert desk.calls.count(("report",)) == 1


# -- how much --


def test_the_limits_are_shown_and_what_hearth_chooses_is_told(page: MemoryDialog) -> None:
    assert page.limits.budget.text() == "Automatic (20.0 GB)"
    assert page.limits.daily.text() == "50.0 GB"


def test_a_typed_limit_counts_when_it_is_complete(desk: Desk, page: MemoryDialog) -> None:
    limited: list[tuple[float, float]] = []
    desk.window.memory.limited.connect(lambda *values: limited.append(values))
    budget = page.limits.budget
    budget.selectAll()
    desk.qtbot.keyClicks(budget, "12")
    desk.post(listed(*CHATS))  # a report meanwhile does not take it away
    assert (budget.value(), limited) == (12.0, [])
    desk.qtbot.keyClick(budget, Qt.Key.Key_Return)
    assert limited == [(12.0, 50.0)]
    assert page.isVisible()
    page.limits.daily.setValue(0)
    assert page.limits.daily.text() == "No limit"
    page.close_button.click()
    assert limited == [(12.0, 50.0), (12.0, 0.0)]


def test_a_second_window_cannot_change_the_limits(desk: Desk, page: MemoryDialog) -> None:
    desk.post(listed(*CHATS, is_read_only=True))
    assert not page.limits.isEnabled()


def test_what_another_window_manages_cannot_be_deleted_here(desk: Desk) -> None:
    page = desk.window.memory.show_page(desk.window)
    told = listed(*CHATS)
    page.show_memory(told)
    page.table.selectRow(0)
    assert page.drop_button.isEnabled()
    page.show_memory(replace(told, report=replace(told.report, is_read_only=True)))
    assert not page.drop_button.isEnabled()


# -- other programs --


def test_what_other_programs_take_is_told_and_can_be_deleted(
    desk: Desk, page: MemoryDialog
) -> None:
    assert not page.others.isVisible()
    some = replace(listed(*CHATS), n_others=12, others_bytes=3 * GB)
    desk.post(some)
    assert page.others.isVisible()
    assert page.others.words() == "Other programs: 12 conversations, 3.0 GB"
    desk.qtbot.mouseClick(page.others.drop_button, Qt.MouseButton.LeftButton)
    assert ("drop_others",) in desk.calls
    assert not page.others.drop_button.isEnabled()
    desk.post(some)
    assert page.others.drop_button.isEnabled()
    desk.post(replace(listed(*CHATS, is_read_only=True), n_others=1, others_bytes=MB))
    assert page.others.words() == "Other programs: 1 conversation, 1.0 MB"
    assert not page.others.drop_button.isEnabled()
    desk.post(listed(*CHATS))
    assert not page.others.isVisible()
