from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from app.core.chats.records import ChatId
from app.core.plain_value import replace
from app.ui.kit.event_bridge import EventBridge
from app.ui.kit.theme import Theme
from app.ui.sidebar.chat_list_view import ChatListView
from app.ui.state.chat_facts import ChatFacts, know_chats
from app.ui.state.chat_list_item_model import ChatListItemModel, ChatRole
from app.ui.state.chat_rows import RowKind
from tests.helpers.recorded_doors import RecordedDoors
from tests.unit.ui.conftest import make_chat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

DAY = timedelta(days=1)

# Of the offscreen window system, about hints only a real one needs.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def titles(model: ChatListItemModel) -> list[str]:
    """The titles of the chats, in their order."""
    rows = [model.index(row) for row in range(model.rowCount())]
    return [row.data() for row in rows if row.data(ChatRole.KIND) is RowKind.CHAT]


@pytest.fixture
def facts(qapp: QApplication) -> Iterator[ChatFacts]:
    """What the window knows of chats, with a stand-in for the use cases."""
    bridge, owner = EventBridge(), QObject()
    yield know_chats(RecordedDoors().doors().chats, bridge, owner)
    bridge.close()
    owner.deleteLater()


@pytest.fixture
def model(facts: ChatFacts) -> ChatListItemModel:
    made = facts.chat_list
    ages = {1: timedelta(), 2: timedelta(seconds=30), 3: 2 * DAY, 4: 2 * DAY, 5: 400 * DAY}
    made.put_all(make_chat(number, age=age) for number, age in ages.items())
    return made


@pytest.fixture
def view(qtbot: QtBot, facts: ChatFacts, model: ChatListItemModel) -> ChatListView:
    shown = ChatListView(model, facts.open_chat, Theme("light"))
    qtbot.addWidget(shown)
    shown.resize(260, 500)
    shown.show()
    qtbot.waitExposed(shown)
    shown.activateWindow()
    shown.setFocus()
    qtbot.waitUntil(shown.hasFocus)
    return shown


def test_the_item_model_keeps_qts_contract(
    qtmodeltester: Any, facts: ChatFacts, model: ChatListItemModel
) -> None:
    qtmodeltester.check(model)
    model.put(make_chat(9))
    model.put(replace(make_chat(5), title="Moved up"))
    model.remove([ChatId(3)])
    facts.running.changed.emit(ChatId(1))
    qtmodeltester.check(model)


def test_a_changed_chat_moves_to_the_top(model: ChatListItemModel) -> None:
    model.put(make_chat(5, "Fifth"))
    assert titles(model)[0] == "Fifth"
    assert sorted(titles(model)) == ["Chat 1", "Chat 2", "Chat 3", "Chat 4", "Fifth"]


def test_each_group_has_one_heading_that_nothing_can_be_done_with(
    model: ChatListItemModel,
) -> None:
    rows = [model.index(row) for row in range(model.rowCount())]
    headings = [row for row in rows if row.data(ChatRole.KIND) is RowKind.HEADING]
    assert [row.data() for row in headings][1] == "Last 7 days"
    kinds = [row.data(ChatRole.KIND) for row in rows]
    assert kinds[-5:] == [
        RowKind.HEADING, RowKind.CHAT, RowKind.CHAT, RowKind.HEADING, RowKind.CHAT,
    ]  # fmt: skip
    assert all(row.flags() == Qt.ItemFlag.ItemNeverHasChildren for row in headings)


def test_a_chat_without_title_has_a_name(model: ChatListItemModel) -> None:
    model.put(replace(make_chat(8), title=""))
    assert titles(model)[0] == "New chat"


def test_a_click_opens_a_chat(qtbot: QtBot, view: ChatListView, facts: ChatFacts) -> None:
    place = view.visualRect(facts.chat_list.index_of(ChatId(3))).center()
    with qtbot.waitSignal(facts.open_chat.switched):
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert facts.open_chat.id == 3


def test_arrow_keys_open_where_they_stop(
    qtbot: QtBot, view: ChatListView, model: ChatListItemModel, facts: ChatFacts
) -> None:
    facts.open_chat.show(ChatId(1))
    chosen: list[int | None] = []
    facts.open_chat.switched.connect(lambda: chosen.append(facts.open_chat.id))
    for _ in range(3):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: bool(chosen))
    assert chosen == [3]


def test_f2_renames_in_place(
    qtbot: QtBot, view: ChatListView, model: ChatListItemModel, facts: ChatFacts
) -> None:
    facts.open_chat.show(ChatId(2))
    qtbot.keyClick(view, Qt.Key.Key_F2)
    editor = view.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    qtbot.keyClicks(editor, "Another title")
    with qtbot.waitSignal(model.rename_requested) as asked:
        qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert asked.args == [2, "Another title"]


def test_an_empty_title_is_not_taken(qtbot: QtBot, model: ChatListItemModel) -> None:
    with qtbot.assertNotEmitted(model.rename_requested):
        model.setData(model.index(0), "   ")


def test_delete_asks_for_the_chosen_chat(
    qtbot: QtBot, view: ChatListView, facts: ChatFacts
) -> None:
    facts.open_chat.show(ChatId(2))
    with qtbot.waitSignal(view.delete_requested) as asked:
        qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert asked.args == [(2,)]


def test_the_context_menu_deletes_the_chat_under_the_pointer(
    qtbot: QtBot, view: ChatListView, model: ChatListItemModel
) -> None:
    place: QPoint = view.visualRect(model.index_of(ChatId(4))).center()
    view.customContextMenuRequested.emit(place)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    delete = next(action for action in menu.actions() if action.objectName() == "delete")
    with qtbot.waitSignal(view.delete_requested) as asked:
        delete.trigger()
    menu.close()
    assert asked.args == [(4,)]


def test_the_open_chat_stays_chosen_when_the_list_is_read_again(
    view: ChatListView, model: ChatListItemModel, facts: ChatFacts
) -> None:
    facts.open_chat.show(ChatId(3))
    model.put_all([make_chat(3, age=DAY), make_chat(7)])
    assert view.currentIndex().data(ChatRole.CHAT_ID) == 3


def test_the_chat_that_the_mouse_rests_on_is_pointed_at_once(
    qtbot: QtBot, view: ChatListView, facts: ChatFacts, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = facts.chat_list
    facts.open_chat.show(ChatId(1))
    pointed: list[int] = []
    view.chat_pointed.connect(pointed.append)

    def rest_on(number: int) -> None:
        place = view.visualRect(model.index_of(ChatId(number))).center()
        there = view.viewport().mapToGlobal(place)
        monkeypatch.setattr("app.ui.sidebar.chat_list_view.QCursor.pos", lambda: there)
        view.entered.emit(model.index_of(ChatId(number)))

    for number, expected in ((4, [4]), (1, [4]), (4, [4]), (2, [4, 2])):
        rest_on(number)
        qtbot.waitUntil(lambda: not view._rest.isActive())
        assert pointed == expected


def test_a_mouse_on_its_way_out_points_at_nothing(
    qtbot: QtBot, view: ChatListView, model: ChatListItemModel
) -> None:
    with qtbot.assertNotEmitted(view.chat_pointed):
        view.entered.emit(model.index_of(ChatId(4)))
        QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
        assert not view._rest.isActive()


def test_the_arrow_keys_point_before_they_open(
    qtbot: QtBot, view: ChatListView, facts: ChatFacts
) -> None:
    facts.open_chat.show(ChatId(1))
    order: list[tuple[str, int | None]] = []
    view.chat_pointed.connect(lambda chat: order.append(("pointed", chat)))
    facts.open_chat.switched.connect(lambda: order.append(("chosen", facts.open_chat.id)))
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: len(order) == 2)
    assert [what for what, _ in order] == ["pointed", "chosen"]


@pytest.mark.parametrize("is_seen", [True, False])
def test_the_list_follows_the_open_chat_to_the_top_unless_it_was_scrolled_away(
    view: ChatListView, model: ChatListItemModel, facts: ChatFacts, *, is_seen: bool
) -> None:
    for number in range(6, 60):
        model.put(make_chat(number, age=3 * DAY))
    facts.open_chat.show(ChatId(30))
    if is_seen:
        view.scrollTo(model.index_of(ChatId(30)))
    else:
        view.scrollToBottom()
    was = view.verticalScrollBar().value()
    assert was > 0
    model.put(make_chat(30))
    shown = view.viewport().rect().contains(view.visualRect(model.index_of(ChatId(30))))
    assert shown is is_seen
    assert (view.verticalScrollBar().value() == was) is not is_seen


def test_a_title_that_comes_later_moves_nothing(
    qtbot: QtBot, view: ChatListView, model: ChatListItemModel, facts: ChatFacts
) -> None:
    for number in range(6, 60):
        model.put(make_chat(number, age=3 * DAY))
    facts.open_chat.show(ChatId(5))
    view.scrollToBottom()
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() - 7)
    moved: list[str] = []
    for signal in (model.modelReset, model.rowsMoved, model.rowsInserted, model.rowsRemoved):
        signal.connect(lambda *_: moved.append("rows"))
    view.verticalScrollBar().valueChanged.connect(lambda *_: moved.append("scrolled"))
    current, place = view.currentIndex().row(), view.visualRect(model.index_of(ChatId(40)))
    chat = model.chat(ChatId(40))
    assert chat is not None
    model.put(replace(chat, title="What the model calls it"))
    qtbot.wait(0)
    assert model.index_of(ChatId(40)).data() == "What the model calls it"
    assert moved == []
    assert view.currentIndex().row() == current
    assert view.visualRect(model.index_of(ChatId(40))) == place


def test_a_title_that_comes_while_another_is_typed_leaves_what_is_typed(
    qtbot: QtBot, view: ChatListView, model: ChatListItemModel
) -> None:
    view.rename(ChatId(2))
    editor = view.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    qtbot.keyClicks(editor, "Mine")
    model.put(replace(make_chat(2, age=timedelta(seconds=30)), title="What the model calls it"))
    assert editor.text() == "Mine"
    with qtbot.waitSignal(model.rename_requested) as renamed:
        qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert renamed.args == [ChatId(2), "Mine"]


def test_a_title_that_comes_while_nothing_was_typed_yet_is_not_renamed_back(
    qtbot: QtBot, view: ChatListView, model: ChatListItemModel
) -> None:
    renamed: list[object] = []
    model.rename_requested.connect(lambda *said: renamed.append(said))
    view.rename(ChatId(2))
    editor = view.findChild(QLineEdit)
    assert editor is not None
    model.put(replace(make_chat(2, age=timedelta(seconds=30)), title="What the model calls it"))
    assert editor.text() == "What the model calls it"
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert renamed == []
