"""Searching all chats in the window, over a real index: typing, choosing, arriving."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QLabel, QToolButton

from app.core.chats.records import ChatId, MessageId
from app.core.chats.search.values import (
    SearchAnswered,
    SearchDamaged,
    SearchFailed,
    SearchHit,
    SearchPage,
)
from app.core.chats.store import ChatStore
from app.core.conversations.events import (
    BranchShown,
    ChatOpened,
    ChatsDeleted,
    ChatsListed,
    ChatsRestored,
    EarlierMessages,
)
from app.core.messages import Attachment, Role
from app.core.system.paths import Paths
from app.ui.sidebar.result_model import ResultItemModel, ResultRole
from tests.unit.ui.conftest import child_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

    from app.core.chats.records import Chat, Message
    from tests.unit.ui.conftest import Desk


@pytest.fixture
def store(desk: Desk, tmp_path: Path) -> Iterator[ChatStore]:
    """The chats of the window."""
    with ChatStore.open(Paths.locate(tmp_path).database) as opened:
        yield opened


def talk(store: ChatStore, title: str, *texts: str) -> tuple[Chat, list[Message]]:
    chat = store.create_chat(title=title)
    messages: list[Message] = []
    for number, text in enumerate(texts):
        parent = messages[-1].id if messages else None
        role = Role.ASSISTANT if number % 2 else Role.USER
        model = "tiny" if number % 2 else ""
        messages.append(
            store.add_message(chat.id, parent_id=parent, role=role, text=text, model=model)
        )
    return chat, messages


def type_words(desk: Desk, words: str) -> None:
    desk.window.actions_by_key["search"].trigger()
    desk.window.sidebar.search.field.setText(words)


def found(desk: Desk, words: str, n: int) -> list[str]:
    """Search, and return the titles of what was found."""
    type_words(desk, words)
    model = desk.window.sidebar.search.results
    desk.until(lambda: model.rowCount() == n and bool(desk.window.sidebar.search.state_text))
    return [model.index(row, 0).data() for row in range(n)]


def press(desk: Desk, key: Qt.Key) -> None:
    desk.qtbot.keyClick(desk.window.sidebar.search.field, key)


def calls(desk: Desk, name: str) -> list[tuple[object, ...]]:
    return [call for call in desk.calls if call[0] == name]


def open_as_the_store_does(desk: Desk, store: ChatStore, chat_id: ChatId) -> None:
    desk.post(ChatOpened(store.chat(chat_id), store.path(chat_id)))


def test_what_is_typed_is_found_in_the_place_of_the_list(desk: Desk, store: ChatStore) -> None:
    talk(store, "Baking", "Why does dough rise?", "Because of yeast.")
    talk(store, "Sailing", "Wind?")
    desk.post(ChatsListed(store.list_chats()))
    assert desk.window.sidebar.view.isVisible()

    assert found(desk, "yea", 1) == ["Baking"]

    page = desk.window.sidebar.search
    assert page.isVisible()
    assert not desk.window.sidebar.view.isVisible()
    assert page.state_text == "1 result"
    hit = page.results.index(0, 0).data(ResultRole.HIT)
    assert [hit.snippet[a:b] for a, b in hit.ranges] == ["yeast"]
    spoken = page.results.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Baking, tiny, now, Because of yeast."


def test_escape_ends_the_search_and_shows_the_list_again(desk: Desk, store: ChatStore) -> None:
    talk(store, "Baking", "dough")
    desk.post(ChatsListed(store.list_chats()))
    found(desk, "dough", 1)

    press(desk, Qt.Key.Key_Escape)

    assert desk.window.sidebar.view.isVisible()
    assert desk.window.sidebar.search.field.text() == ""
    assert desk.window.composer.edit.hasFocus()
    assert not calls(desk, "stop")


def test_the_arrow_keys_and_return_open_a_result_and_mark_the_words(
    desk: Desk, store: ChatStore
) -> None:
    talk(store, "", "dough one")
    other, messages = talk(store, "", "something " * 400, "and dough two is here")
    desk.post(ChatsListed(store.list_chats()))
    found(desk, "dough", 2)
    press(desk, Qt.Key.Key_Down)
    press(desk, Qt.Key.Key_Down)
    press(desk, Qt.Key.Key_Up)
    view = desk.window.sidebar.search.view
    hit = view.currentIndex().data(ResultRole.HIT)

    press(desk, Qt.Key.Key_Return)
    assert calls(desk, "open") == [("open", hit.chat_id)]
    open_as_the_store_does(desk, store, hit.chat_id)

    desk.until(lambda: desk.window.find_bar.isVisible())
    assert desk.window.find_bar.edit.text() == "dough"
    finder = desk.window.transcript.finder
    desk.until(lambda: finder.current is not None)
    assert finder.current is not None
    assert finder.current.message_id == hit.message_id
    assert desk.window.sidebar.search.field.hasFocus()  # to go on with the next result
    assert {hit.chat_id} <= {other.id, messages[0].chat_id, 1}


def test_a_message_far_above_is_read_before_it_is_shown(desk: Desk, store: ChatStore) -> None:
    texts = [f"line {number}" for number in range(100)]
    texts[3] = "a unicorn was here"
    chat, messages = talk(store, "", *texts)
    found(desk, "unicorn", 1)
    press(desk, Qt.Key.Key_Return)

    desk.post(ChatOpened(chat, tuple(messages[-60:]), is_whole=False))
    desk.until(lambda: bool(calls(desk, "read_earlier")))
    desk.post(EarlierMessages(chat.id, tuple(messages[:-60])))

    desk.until(lambda: "unicorn" in desk.window.transcript.visible_text())
    assert not calls(desk, "show_version")
    assert desk.window.find_bar.edit.text() == "unicorn"


def test_a_message_of_another_branch_is_shown_there(desk: Desk, store: ChatStore) -> None:
    chat, messages = talk(store, "", "question", "a dragon sleeps")
    other = store.add_message(
        chat.id, parent_id=messages[0].id, role=Role.ASSISTANT, text="nobody sleeps"
    )
    found(desk, "dragon", 1)
    press(desk, Qt.Key.Key_Return)
    open_as_the_store_does(desk, store, chat.id)
    desk.until(lambda: bool(calls(desk, "show_version")))
    assert calls(desk, "show_version") == [("show_version", chat.id, messages[1].id)]
    assert other.text not in (messages[1].text,)

    desk.post(BranchShown(chat.id, tuple(messages), messages[1].id))

    desk.until(lambda: "dragon" in desk.window.transcript.visible_text())
    desk.until(lambda: desk.window.find_bar.edit.text() == "dragon")


def test_a_result_in_the_open_chat_is_gone_to_without_opening_it(
    desk: Desk, store: ChatStore
) -> None:
    chat, _messages = talk(store, "", "apple", "text " * 3000, "pear")
    desk.post(ChatsListed(store.list_chats()))
    desk.window.open_chat.show(chat.id)
    open_as_the_store_does(desk, store, chat.id)
    n_opened = len(calls(desk, "open"))
    found(desk, "apple", 1)

    press(desk, Qt.Key.Key_Return)

    desk.until(lambda: "apple" in desk.window.transcript.visible_text())
    assert len(calls(desk, "open")) == n_opened


def test_what_is_in_a_file_is_gone_to_without_marks(desk: Desk, store: ChatStore) -> None:
    chat = store.create_chat()
    files = (Attachment("recipe.txt", "rye flour"),)
    store.add_message(chat.id, parent_id=None, role=Role.USER, text="Look", attachments=files)
    found(desk, "rye", 1)
    author = desk.window.sidebar.search.results.index(0, 0).data(ResultRole.AUTHOR)
    assert author == "You, in recipe.txt"

    press(desk, Qt.Key.Key_Return)
    open_as_the_store_does(desk, store, chat.id)

    desk.until(lambda: "Look" in desk.window.transcript.visible_text())
    assert not desk.window.find_bar.isVisible()


def test_another_chat_that_is_opened_meanwhile_ends_the_jump(desk: Desk, store: ChatStore) -> None:
    chat, messages = talk(store, "", "unicorn")
    other, _ = talk(store, "", "else")
    found(desk, "unicorn", 1)
    press(desk, Qt.Key.Key_Return)
    desk.window.open_chat.show(other.id)
    open_as_the_store_does(desk, store, other.id)

    assert desk.window.open_chat.id == other.id
    assert not calls(desk, "show_version")
    assert messages[0].chat_id == chat.id


def test_filters_narrow_the_results_and_go_with_the_search(desk: Desk, store: ChatStore) -> None:
    talk(store, "", "dough?", "dough!")
    found(desk, "dough", 2)
    page = desk.window.sidebar.search
    chip = page.filters.findChildren(QToolButton, "filterChip")[0]

    chip.menu().actions()[1].trigger()  # by the user

    desk.until(lambda: page.results.rowCount() == 1)
    assert page.results.index(0, 0).data(ResultRole.HIT).role is Role.USER
    assert chip.text() == "You"
    found(desk, "nothing of this", 0)
    desk.until(lambda: "Nothing found for" in page.state_text)
    assert "Other filters may find more." in page.state_text
    press(desk, Qt.Key.Key_Escape)
    assert chip.text() == "Anyone"


def test_models_that_have_answered_are_offered(desk: Desk, store: ChatStore) -> None:
    talk(store, "", "dough?", "dough!")
    found(desk, "dough", 2)
    chip = desk.window.sidebar.search.filters.findChildren(QToolButton, "filterChip")[1]
    desk.until(lambda: chip.isVisible())

    assert [action.text() for action in chip.menu().actions()] == ["Any model", "tiny"]
    chip.menu().actions()[1].trigger()

    desk.until(lambda: desk.window.sidebar.search.results.rowCount() == 1)


def test_messages_that_still_wait_for_the_index_are_told_and_come(
    desk: Desk, store: ChatStore
) -> None:
    _chat, messages = talk(store, "", "dough")
    store.copy_branch(messages[0].id, title="")
    found(desk, "dough", 1)
    page = desk.window.sidebar.search
    assert page.state_text == "1 result\nStill indexing: 1 message left."

    while store.search.step():
        pass

    desk.until(lambda: page.state_text == "2 results")


def test_a_damaged_index_is_told_and_built_anew(desk: Desk, store: ChatStore) -> None:
    talk(store, "", "dough")
    found(desk, "dough", 1)
    ticket = desk.window.search._ticket

    desk.post(SearchFailed(ticket, SearchDamaged().problem(), is_index_damaged=True))

    assert "index is damaged" in desk.window.sidebar.search.state_text
    assert calls(desk, "rebuild_search") == [("rebuild_search",)]


def test_answers_to_older_questions_are_not_shown(desk: Desk, store: ChatStore) -> None:
    talk(store, "", "dough")
    found(desk, "dough", 1)

    desk.post(SearchAnswered(0, SearchPage(0, (), 0)))

    assert desk.window.sidebar.search.results.rowCount() == 1


def test_a_chat_that_is_deleted_leaves_the_results(desk: Desk, store: ChatStore) -> None:
    chat, _messages = talk(store, "", "dough")
    found(desk, "dough", 1)

    desk.post(ChatsDeleted((store.trash.put([chat.id])[0],)))

    desk.until(lambda: desk.window.sidebar.search.results.rowCount() == 0)


def test_a_chat_that_is_brought_back_is_among_the_results_again(
    desk: Desk, store: ChatStore
) -> None:
    chat, _messages = talk(store, "", "dough")
    store.trash.put([chat.id])
    found(desk, "dough", 0)

    desk.post(ChatsRestored(store.trash.restore([chat.id])))

    desk.until(lambda: desk.window.sidebar.search.results.rowCount() == 1)


def test_more_results_come_when_the_list_is_scrolled_to_its_end(
    desk: Desk, store: ChatStore
) -> None:
    talk(store, "", *(f"dough {number}" for number in range(45)))
    page = desk.window.sidebar.search
    type_words(desk, "dough")
    desk.until(lambda: page.state_text == "45 results")

    while page.results.canFetchMore(QModelIndex()):
        page.results.fetchMore(QModelIndex())
    desk.until(lambda: page.results.rowCount() == 45)


def test_the_model_of_results_is_sound(
    desk: Desk, store: ChatStore, qtmodeltester: ModelTester
) -> None:
    talk(store, "Dough", "dough")
    found(desk, "dough", 2)
    model = desk.window.sidebar.search.results
    assert isinstance(model, ResultItemModel)
    qtmodeltester.check(model)


def test_a_page_of_which_all_was_deleted_does_not_end_the_results(qtbot: QtBot) -> None:
    now = datetime(2026, 11, 23, tzinfo=UTC)
    hit = SearchHit(ChatId(1), "t", MessageId(1), Role.USER, "", now, "dough", ((0, 5),), "dough")
    results, wanted = ResultItemModel(), list[int]()
    results.more_wanted.connect(wanted.append)
    results.show(SearchPage(0, (hit,) * 20, 100))
    results.show(SearchPage(20, (), 100, n_left_out=60))
    assert wanted == [80]
    results.show(SearchPage(80, (hit,) * 20, 100))
    assert results.rowCount() == 40
    assert not results.canFetchMore()


def test_one_long_word_that_is_not_found_leaves_the_page_its_width(
    desk: Desk, store: ChatStore
) -> None:
    talk(store, "", "dough")
    assert found(desk, "w" * 600, 0) == []
    page = desk.window.sidebar.search
    desk.until(lambda: "ww" in page.state_text)
    said = child_of(page, QLabel, "searchState")
    assert said.minimumSizeHint().width() < page.width()
    assert said.text().count("w") < 200
