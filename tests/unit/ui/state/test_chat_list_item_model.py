"""The rows of the chat list: pinned, folders, days; each change of a chat moves what it must."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QObject, QPersistentModelIndex

from app.core.chats.records import ChatFolder, ChatId, FolderId, MessageId
from app.core.conversations.events import AnswerDelta, ChatsListed
from app.core.plain_value import replace
from app.ui.kit.event_bridge import EventBridge
from app.ui.state.chat_facts import know_chats
from app.ui.state.chat_list_item_model import ChatListItemModel, ChatRole, Scope
from app.ui.state.chat_rows import DayGroups, RowKind
from app.ui.state.running_answers import RunningAnswers
from app.ui.words.formatting import day_group
from tests.helpers.recorded_doors import RecordedDoors
from tests.unit.ui.conftest import make_chat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from app.core.chats.records import Chat

DAY = timedelta(days=1)
NOW = datetime.now(UTC)
WORK = ChatFolder(FolderId(1), "Work", 0, NOW)
HOME = ChatFolder(FolderId(2), "Home", 1, NOW)


@pytest.fixture
def running(qapp: QApplication) -> Iterator[RunningAnswers]:
    bridge, owner = EventBridge(), QObject()
    yield RunningAnswers(bridge, owner)
    bridge.close()
    owner.deleteLater()


@pytest.fixture
def model(running: RunningAnswers) -> ChatListItemModel:
    made = ChatListItemModel(running)
    inside = replace(make_chat(3, age=DAY), folder_id=WORK.id)
    pinned = replace(make_chat(2, age=400 * DAY), pinned_at=NOW)
    archived = replace(make_chat(5), archived_at=NOW)
    made.set_folders([WORK])
    made.put_all([make_chat(1), pinned, inside, make_chat(4, age=60 * DAY), archived])
    return made


def rows(model: ChatListItemModel) -> list[str]:
    """What stands in the rows; headings in capitals, folders in brackets."""
    signs = {RowKind.FOLDER: "[{}]", RowKind.CHAT: "{}"}
    shown = []
    for row in range(model.rowCount()):
        kind, text = model.index(row).data(ChatRole.KIND), model.index(row).data()
        shown.append(text.upper() if kind is RowKind.HEADING else signs[kind].format(text))
    return shown


def heading(age: timedelta) -> str:
    return day_group(datetime.now(UTC) - age).upper()


def test_pinned_chats_come_first_then_folders_then_days(model: ChatListItemModel) -> None:
    assert rows(model) == [
        "PINNED", "Chat 2", "[Work]", "Chat 3", "TODAY", "Chat 1", heading(60 * DAY), "Chat 4",
    ]  # fmt: skip
    assert model.n_chats() == 5
    assert not model.index_of(ChatId(5)).isValid()
    assert model.chat(ChatId(5)) is not None


def test_the_archive_has_its_chats_by_day_and_nothing_else(running: RunningAnswers) -> None:
    archive = ChatListItemModel(running, scope=Scope.ARCHIVED)
    inside = replace(make_chat(3), folder_id=WORK.id, archived_at=NOW)
    archive.set_folders([WORK])
    archive.put_all([make_chat(1), inside])
    assert rows(archive) == ["TODAY", "Chat 3"]
    archive.put(replace(inside, archived_at=None))
    assert rows(archive) == []
    assert archive.n_chats() == 0


def test_a_chat_that_moves_stays_the_same_row(model: ChatListItemModel) -> None:
    old = model.chat(ChatId(4))
    assert old is not None
    kept = QPersistentModelIndex(model.index_of(ChatId(4)))
    for changed in (
        replace(old, updated_at=NOW + timedelta(minutes=1)),
        replace(old, folder_id=WORK.id),
        replace(old, pinned_at=NOW),
        old,
    ):
        model.put(changed)
        assert kept.data(ChatRole.CHAT_ID) == 4
        assert model.index_of(ChatId(4)).row() == kept.row()
    assert rows(model)[-2:] == [heading(60 * DAY), "Chat 4"]


def test_a_heading_goes_with_the_last_chat_below_it(model: ChatListItemModel) -> None:
    model.remove([ChatId(2), ChatId(4)])
    assert rows(model) == ["[Work]", "Chat 3", "TODAY", "Chat 1"]
    model.remove([ChatId(1), ChatId(3), ChatId(99)])
    assert rows(model) == ["[Work]"]


def test_a_closed_folder_hides_its_chats_and_says_how_many(model: ChatListItemModel) -> None:
    told: list[bool] = []
    model.folded.connect(lambda: told.append(True))
    model.set_open(WORK.id, is_open=False)
    folder = model.index_of_folder(WORK.id)
    assert rows(model)[2:4] == ["[Work]", "TODAY"]
    assert (folder.data(ChatRole.N_CHATS), folder.data(ChatRole.IS_OPEN)) == (1, False)
    model.put(replace(make_chat(7), folder_id=WORK.id))
    assert rows(model)[2:4] == ["[Work]", "TODAY"]
    assert folder.data(ChatRole.N_CHATS) == 2
    assert model.closed_folders() == {WORK.id}
    model.set_open(WORK.id, is_open=True)
    assert rows(model)[2:5] == ["[Work]", "Chat 7", "Chat 3"]
    assert told == [True, True]


def test_folders_come_go_and_change_places(model: ChatListItemModel) -> None:
    model.set_folders([WORK, HOME])
    assert rows(model)[2:5] == ["[Work]", "Chat 3", "[Home]"]
    model.set_folders([replace(HOME, position=0), replace(WORK, position=1, name="Office")])
    assert rows(model)[2:5] == ["[Home]", "[Office]", "Chat 3"]
    model.set_folders([replace(HOME, position=0)])
    assert rows(model)[2:4] == ["[Home]", "TODAY"]
    assert "Chat 3" in rows(model)  # by day, until it is put into a folder again


def test_a_pinned_chat_is_in_its_folder_the_first_and_counted_there(
    model: ChatListItemModel,
) -> None:
    chats = [replace(make_chat(n, age=n * DAY), folder_id=WORK.id) for n in (10, 11, 12)]
    model.remove([ChatId(3)])
    model.put_all(chats)
    model.put(replace(chats[1], pinned_at=NOW + DAY))
    model.put(replace(chats[2], pinned_at=NOW))
    folder = model.index_of_folder(WORK.id)
    assert folder.data(ChatRole.N_CHATS) == 3
    below = [folder.siblingAtRow(folder.row() + n).data(ChatRole.CHAT_ID) for n in (1, 2, 3)]
    assert below == [12, 11, 10]
    model.set_open(WORK.id, is_open=False)
    assert not model.index_of(ChatId(12)).isValid()


def listen(model: ChatListItemModel) -> list[str]:
    """What the views are told of rows from now on."""
    told: list[str] = []
    for name in ("modelReset", "rowsInserted", "rowsRemoved", "rowsMoved", "dataChanged"):
        getattr(model, name).connect(lambda *_, name=name: told.append(name))
    return told


def test_a_list_that_is_as_it_was_changes_no_row(model: ChatListItemModel) -> None:
    chats = [make_chat(n, age=n * timedelta(hours=1)) for n in range(10, 100_010)]
    model.put_all(chats)
    told = listen(model)
    model.put_all(chats)
    model.put_all([replace(chat) for chat in chats])
    model.set_folders([WORK])
    assert told == []


def test_new_chats_come_as_one_change_for_each_place_and_reset_nothing(
    model: ChatListItemModel,
) -> None:
    told, open_chat = listen(model), QPersistentModelIndex(model.index_of(ChatId(1)))
    old = [make_chat(n, age=n * DAY) for n in range(100, 600)]
    model.put_all([replace(chat, folder_id=WORK.id) for chat in old[::10]])
    assert told == ["rowsInserted", "dataChanged"]  # the chats, and how many the folder has
    model.put_all([chat for chat in old if chat.id % 10])
    assert told[2:] == ["rowsInserted"]
    assert open_chat.data(ChatRole.CHAT_ID) == 1
    assert rows(model)[-1] == "Chat 599"


def test_many_chats_that_stand_together_go_as_one_change_with_their_heading(
    model: ChatListItemModel,
) -> None:
    old = [make_chat(n, age=n * DAY) for n in range(100, 600)]
    model.put_all(old)
    before, told = rows(model), listen(model)
    model.remove([chat.id for chat in old[:100] + old[200:] + old[:1]])  # one of them twice
    assert set(told) == {"rowsRemoved"}
    kept = {f"Chat {chat.id}" for chat in old[100:200]}
    gone = {f"Chat {chat.id}" for chat in old} - kept
    assert [row for row in rows(model) if row in kept] == [row for row in before if row in kept]
    assert not gone & set(rows(model))
    other = ChatListItemModel(model._running)
    other.set_folders(model.folders())
    other.put_all(list(model._chats.values()))
    assert rows(other) == rows(model)  # no heading above nothing


def test_words_do_not_wait_for_the_pages_of_the_list(qtbot: QtBot) -> None:
    bridge, owner = EventBridge(), QObject()
    listed = know_chats(RecordedDoors().doors().chats, bridge, owner).chat_list
    seen: list[tuple[str, int]] = []
    bridge.subscribe(AnswerDelta, lambda event: seen.append((event.text, listed.n_chats())))
    for first in range(0, 5000, 500):
        page = tuple(make_chat(n, age=n * DAY) for n in range(first + 1, first + 501))
        bridge.post(ChatsListed(page, is_last=first == 4500))
        bridge.post(AnswerDelta(ChatId(1), MessageId(1), f"word {first} "))
    qtbot.waitUntil(lambda: listed.n_chats() == 5000)
    assert seen == [("".join(f"word {first} " for first in range(0, 5000, 500)), 0)]
    bridge.close()
    owner.deleteLater()


def test_many_changes_at_once_come_to_the_same_rows(
    running: RunningAnswers, model: ChatListItemModel
) -> None:
    many = [replace(make_chat(n, age=n * DAY), folder_id=WORK.id) for n in range(10, 200)]
    model.put_all(many)
    single = ChatListItemModel(running)
    single.set_folders([WORK])
    single.put_all([chat for n in range(1, 6) if (chat := model.chat(ChatId(n)))])
    for chat in many:
        single.put(chat)
    assert rows(model) == rows(single)
    model.remove([chat.id for chat in many])
    single.remove([chat.id for chat in many[:50]])
    for chat in many[50:]:
        single.remove([chat.id])
    assert rows(model) == rows(single)


def test_any_order_of_changes_gives_the_rows_of_a_list_that_is_made_anew(
    qtmodeltester: Any, running: RunningAnswers
) -> None:
    chance = random.Random(5)
    model = ChatListItemModel(running)
    chats: dict[ChatId, Chat] = {}
    folders = [WORK, HOME]
    model.set_folders(folders)
    for step in range(600):
        number = chance.randrange(40)
        if chance.random() < 0.2:
            model.remove([ChatId(number)])
            chats.pop(ChatId(number), None)
        elif chance.random() < 0.1:
            folder = chance.choice(folders)
            model.set_open(folder.id, is_open=chance.random() < 0.5)
        else:
            chat = replace(
                make_chat(number, age=timedelta(hours=chance.randrange(5000))),
                folder_id=chance.choice((None, None, WORK.id, HOME.id, FolderId(9))),
                pinned_at=chance.choice((None, None, None, NOW + chance.randrange(9) * DAY)),
            )
            if chance.random() < 0.1:
                chat = replace(chat, pinned_at=None, archived_at=NOW)
            model.put(chat)
            chats[chat.id] = chat
        if step % 20 == 0:
            anew = ChatListItemModel(running)
            anew.close_folders(model.closed_folders())
            anew.set_folders(folders)
            anew.put_all(chats.values())
            assert rows(model) == rows(anew)
            for chat_id in chats:
                index = model.index_of(chat_id)
                assert not index.isValid() or index.data(ChatRole.CHAT_ID) == chat_id
            for folder in folders:
                counts = [
                    m.index_of_folder(folder.id).data(ChatRole.N_CHATS) for m in (model, anew)
                ]
                assert counts[0] == counts[1]
    qtmodeltester.check(model)


@pytest.mark.parametrize("day", [1, 8, 15, 29, 31])
def test_the_spans_of_the_days_are_those_of_the_words(day: int) -> None:
    now = datetime(2026, 5, day, 12).astimezone()
    groups = DayGroups(now.date())
    ages = list(range(0, 24 * 500, 7))
    random.Random(3).shuffle(ages)
    for hours in ages:
        then = now - timedelta(hours=hours)
        group = groups.of(then.timestamp())
        assert group.start_s <= then.timestamp() < group.end_s
        assert group.title == day_group(then, now)
