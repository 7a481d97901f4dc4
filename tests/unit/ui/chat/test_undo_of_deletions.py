"""What was deleted comes back under Ctrl+Z until the window closes, and the keyboard stays near."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from app.core.chats.records import ChatId, MessageStatus
from app.core.conversations.events import (
    BranchShown,
    ChatOpened,
    ChatsChanged,
    ChatsDeleted,
    ChatsListed,
    ChatsRestored,
    EarlierMessages,
    MessageAdded,
    MessageDeleted,
    TrashListed,
)
from app.core.plain_value import replace
from app.ui.state.chat_list_item_model import ChatRole
from tests.unit.ui.conftest import NOW, answer, click, make_chat, notice_button, question, write

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.ui.transcript.render.scroll_anchor import ScrollAnchor
    from tests.unit.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

CTRL = Qt.KeyboardModifier.ControlModifier
SAID = (question("One?", number=11), answer("Uno.", number=12, parent=11))


def undo(desk: Desk, where: QWidget | None = None) -> None:
    desk.qtbot.keyClick(where or desk.window.transcript, Qt.Key.Key_Z, CTRL)


def undone(desk: Desk) -> list[tuple[object, ...]]:
    return [
        call
        for call in desk.calls
        if call[0] in ("restore", "restore_folder", "undo_delete_message")
    ]


def dismiss_all(desk: Desk) -> None:
    for bar in list(desk.window.notices._bars.values()):
        bar.close_notice()


def focus_list(desk: Desk) -> None:
    desk.qtbot.keyClick(
        desk.window.composer.edit, Qt.Key.Key_L, CTRL | Qt.KeyboardModifier.ShiftModifier
    )
    desk.until(desk.window.sidebar.view.hasFocus)


def test_undo_goes_back_one_deletion_at_a_time_after_the_notices_are_gone(desk: Desk) -> None:
    desk.open(*SAID)
    desk.post(BranchShown(ChatId(1), SAID[:1], SAID[0].id), MessageDeleted(SAID[1]))
    desk.post(ChatsDeleted((make_chat(2),)), ChatsDeleted((make_chat(3),)))
    dismiss_all(desk)
    for _ in range(4):
        undo(desk)
    assert undone(desk) == [
        ("restore", (3,)), ("restore", (2,)), ("undo_delete_message", 1, 12),
    ]  # fmt: skip
    assert not desk.window.actions_by_key["undo_delete"].isEnabled()


def test_what_a_notice_brought_back_is_not_brought_back_again(desk: Desk) -> None:
    desk.open(*SAID)
    desk.post(
        ChatsDeleted((make_chat(2),)), ChatsDeleted((make_chat(3),)), ChatsDeleted((make_chat(3),))
    )
    click(desk, notice_button(desk, "Undo"))  # of the older one
    undo(desk)
    undo(desk)
    assert undone(desk) == [("restore", (2,)), ("restore", (3,))]
    assert desk.window.notices.texts() == []


def test_in_the_field_ctrl_z_takes_typed_words_back_first(desk: Desk) -> None:
    desk.open(*SAID)
    desk.post(ChatsDeleted((make_chat(2),)))
    edit = desk.window.composer.edit
    write(desk, "typed", send=False)
    undo(desk, edit)
    assert desk.window.composer.text() == ""
    assert undone(desk) == []
    undo(desk, edit)
    assert undone(desk) == [("restore", (2,))]


def test_in_the_find_bar_ctrl_z_takes_typed_words_back_first(desk: Desk) -> None:
    desk.open(*SAID)
    desk.post(ChatsDeleted((make_chat(2),)))
    desk.window.actions_by_key["find"].trigger()
    edit = desk.window.find_bar.edit
    desk.qtbot.keyClicks(edit, "x")
    undo(desk, edit)
    assert (edit.text(), undone(desk)) == ("", [])
    undo(desk, edit)
    assert undone(desk) == [("restore", (2,))]


def test_a_message_comes_back_in_its_own_chat(desk: Desk) -> None:
    desk.open(*SAID)
    desk.post(MessageDeleted(SAID[1]))
    desk.window.open_chat.show(ChatId(2))
    undo(desk)
    assert desk.calls[-2:] == [("open", 1), ("undo_delete_message", 1, 12)]
    assert desk.window.open_chat.id == 1


def test_a_message_of_a_deleted_chat_brings_the_chat_back_first(desk: Desk) -> None:
    desk.open(*SAID)
    desk.post(MessageDeleted(SAID[1]), ChatsDeleted((make_chat(1),)))
    buttons = desk.window.notices.findChildren(type(notice_button(desk, "Undo")))
    older = [button for button in buttons if button.text() == "Undo"]
    click(desk, min(older, key=lambda button: -button.mapTo(desk.window, button.pos()).y()))
    assert undone(desk) == [("restore", (1,)), ("undo_delete_message", 1, 12)]


def test_undo_waits_for_the_end_of_an_answer(desk: Desk) -> None:
    desk.open(*SAID)
    desk.post(MessageDeleted(SAID[1]))
    desk.post(MessageAdded(ChatId(1), answer("", MessageStatus.STREAMING, number=77)))
    undo(desk)
    assert undone(desk) == []
    assert "being answered" in desk.window.notices.texts()[0]
    assert desk.window.actions_by_key["undo_delete"].isEnabled()


def test_a_version_that_was_deleted_says_that_another_one_is_shown(desk: Desk) -> None:
    desk.open(*SAID)
    other = answer("Eins.", number=13, parent=11)
    desk.post(BranchShown(ChatId(1), (SAID[0], other), other.id), MessageDeleted(SAID[1]))
    assert (
        "Deleted this version of the answer; now showing another"
        in (desk.window.notices.texts()[0])
    )


# -- where the keyboard is --


def test_after_delete_the_next_chat_is_there_to_be_deleted(desk: Desk) -> None:
    desk.open(*SAID)
    view = desk.window.sidebar.view
    focus_list(desk)
    order = [view.model().index(row, 0).data() for row in range(3)]
    for number, following in ((1, 2), (2, 3)):
        desk.qtbot.keyClick(view, Qt.Key.Key_Delete)
        assert desk.calls[-1][0] == "delete"
        (deleted,) = desk.calls[-1][1]
        desk.post(ChatsDeleted((make_chat(deleted),)))
        assert view.hasFocus(), (order, number, following)
        assert view.currentIndex().isValid()
        assert desk.window.open_chat.id not in (None, deleted)
    desk.qtbot.keyClick(view, Qt.Key.Key_Delete)
    desk.post(ChatsDeleted((make_chat(desk.calls[-1][1][0]),)))
    assert len({call[1] for call in desk.calls if call[0] == "delete"}) == 3
    assert desk.window.open_chat.id is None
    desk.until(desk.window.composer.edit.hasFocus)


def test_a_chat_that_comes_back_is_shown_and_has_the_keyboard_where_it_was(desk: Desk) -> None:
    desk.open(*SAID)
    view = desk.window.sidebar.view
    focus_list(desk)
    desk.post(ChatsDeleted((make_chat(1),)))
    click(desk, notice_button(desk, "Undo"))
    desk.post(ChatsRestored((make_chat(1),)))
    assert desk.window.open_chat.id == 1
    assert view.hasFocus()
    assert view.currentIndex().data(ChatRole.CHAT_ID) == 1


def test_a_message_that_comes_back_leaves_the_keyboard_in_the_conversation(desk: Desk) -> None:
    desk.open(*SAID)
    desk.post(MessageDeleted(SAID[1]))
    click(desk, notice_button(desk, "Undo"))
    desk.until(desk.window.transcript.hasFocus)


# -- the place and the time --


def place(desk: Desk) -> tuple[ScrollAnchor | None, str]:
    """Return where the chat is shown: what is below may come and go with lines of the window."""
    view = desk.window.transcript
    desk.until(lambda: not view.scroller._frame.isActive())
    return view.scroller.anchor(), view.visible_text().partition("\n")[0]


def test_a_chat_is_shown_where_it_was_left(desk: Desk) -> None:
    said = tuple(answer(f"message {n}\n\n" + "words " * 80, number=n + 1) for n in range(30))
    desk.open(*said)
    view = desk.window.transcript
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    was_at = place(desk)
    desk.window.open_chat.show(ChatId(2))
    desk.post(ChatOpened(make_chat(2), (question("Other?", number=99),)))
    desk.window.open_chat.show(ChatId(1))
    desk.post(ChatOpened(make_chat(1), said))
    assert place(desk) == was_at
    view.scroller.jump_to_end()
    desk.window.open_chat.show(ChatId(2))
    desk.window.open_chat.show(ChatId(1))
    desk.post(ChatOpened(make_chat(1), said))
    assert view.scroller.is_at_end()


def test_a_long_chat_is_shown_where_it_was_left_as_soon_as_that_was_read(desk: Desk) -> None:
    said = tuple(answer(f"message {n}\n\n" + "words " * 80, number=n + 1) for n in range(30))
    desk.open(*said)
    view = desk.window.transcript
    view.verticalScrollBar().setValue(200)
    was_at = place(desk)
    desk.window.open_chat.show(ChatId(2))
    desk.window.open_chat.show(ChatId(1))
    desk.post(ChatOpened(make_chat(1), said[-8:], is_whole=False))
    assert view.scroller.is_at_end()
    desk.post(EarlierMessages(ChatId(1), said[:-8]))
    assert place(desk) == was_at


def test_a_row_is_as_old_as_what_was_written_last_in_its_chat(desk: Desk) -> None:
    desk.open(*SAID)
    chats = desk.window.sidebar.chats
    was = chats.chat(ChatId(1))
    assert was is not None
    later = replace(was, updated_at=was.updated_at.replace(year=was.updated_at.year + 1)).updated_at
    desk.post(MessageAdded(ChatId(1), replace(answer("", number=40), created_at=later)))
    now = chats.chat(ChatId(1))
    assert now is not None
    assert now.updated_at == later
    desk.post(BranchShown(ChatId(1), SAID, None))  # an old version makes nothing younger
    assert chats.chat(ChatId(1)) == now


def test_nothing_of_a_chat_that_was_deleted_for_good_is_to_be_undone(desk: Desk) -> None:
    desk.open(question("Q", number=5), answer("A", number=6, parent=5))
    desk.post(MessageDeleted(answer("A", number=6, parent=5)))
    desk.window.chat.deletions.archive([make_chat(1)])
    archived = replace(make_chat(1), archived_at=NOW)
    desk.post(ChatsChanged((archived,)), ChatsDeleted((replace(archived, is_deleted=True),)))
    assert desk.window.actions_by_key["undo_delete"].isEnabled()

    desk.post(TrashListed(()))

    assert not desk.window.actions_by_key["undo_delete"].isEnabled()
    assert desk.window.notices.texts() == []


def test_a_chat_that_left_the_archive_by_itself_is_not_to_be_undone(desk: Desk) -> None:
    desk.post(ChatsListed((make_chat(1), make_chat(2))))
    desk.window.chat.deletions.archive([make_chat(1), make_chat(2)])
    away = tuple(replace(make_chat(number), archived_at=NOW) for number in (1, 2))
    desk.post(ChatsChanged((make_chat(1),)), ChatsChanged(away), ChatsChanged((make_chat(1),)))
    assert desk.window.actions_by_key["undo_delete"].isEnabled()

    desk.post(ChatsChanged((make_chat(2),)))

    assert not desk.window.actions_by_key["undo_delete"].isEnabled()
