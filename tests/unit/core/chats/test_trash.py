"""Deleted chats stay for 30 days, whatever the system's clock says, and are gone after that."""

from __future__ import annotations

import contextlib
import sqlite3
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from app.core.chats.errors import BackupNotWritable, UnknownChat
from app.core.chats.parts.trash import days_left, passed_s
from app.core.chats.store import ChatStore
from app.core.chats.upgrade import back_up
from app.core.messages import Role

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.core.chats.records import ChatId

DAY = timedelta(days=1)
TODAY = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)


class Calendar:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = TODAY

    def __call__(self) -> datetime:
        return self.now

    def start_on(self, store: ChatStore, now: datetime) -> tuple[ChatId, ...]:
        """Let Hearth start at some time; returns the chats that are purged then."""
        self.now = now
        store.trash.look_at_clock()
        return store.deletions.purge().chats

    def live(self, store: ChatStore, days: int) -> list[tuple[ChatId, ...]]:
        """Start Hearth once a day; returns what each start purges."""
        return [self.start_on(store, self.now + DAY) for _ in range(days)]


@pytest.fixture
def calendar(store: ChatStore) -> Calendar:
    made = Calendar()
    store.trash.clock = made
    store.trash.look_at_clock()
    return made


def test_a_chat_stays_for_thirty_days_and_goes_then(store: ChatStore, calendar: Calendar) -> None:
    chat, kept = store.create_chat().id, store.create_chat().id
    store.trash.put([chat])
    assert not any(calendar.live(store, 29))
    (listed,) = store.trash.all()
    assert (listed.chat.id, listed.trashed_at, listed.days_left) == (chat, TODAY, 1)
    assert calendar.live(store, 1) == [(chat,)]
    assert [one.id for one in store.list_chats()] == [kept]


def test_the_trash_is_there_after_a_restart(database: Path) -> None:
    with ChatStore.open(database) as store:
        chats = [store.create_chat(title=name).id for name in ("one", "two", "three")]
        for chat in chats:
            store.add_message(chat, parent_id=None, role=Role.USER, text="question")
        store.trash.put(chats)
        store.deletions.purge()
    with ChatStore.open(database) as store:
        assert {one.chat.id for one in store.trash.all()} == set(chats)
        assert all(one.days_left == 30 and one.chat.is_deleted for one in store.trash.all())
        assert [chat.id for chat in store.trash.restore(chats[:2])] == chats[:2]
        assert {chat.id for chat in store.list_chats()} == set(chats[:2])
        assert [message.text for message in store.path(chats[0])] == ["question"]
        assert [one.chat.id for one in store.trash.all()] == chats[2:]


def test_a_clock_that_was_set_back_or_far_ahead_purges_nothing(
    store: ChatStore, calendar: Calendar
) -> None:
    chat = store.create_chat().id
    store.trash.put([chat])
    for now in (TODAY + 20 * 365 * DAY, TODAY, TODAY - 16 * 365 * DAY, TODAY + DAY):
        assert calendar.start_on(store, now) == ()
    (listed,) = store.trash.all()
    assert listed.days_left == 30
    assert not any(calendar.live(store, 29))
    assert calendar.live(store, 1) == [(chat,)]


def test_a_chat_deleted_while_the_clock_was_wrong_stays_as_long_as_any_other(
    store: ChatStore, calendar: Calendar
) -> None:
    past, future = store.create_chat().id, store.create_chat().id
    calendar.now = TODAY - 16 * 365 * DAY  # an empty battery
    store.trash.put([past])
    calendar.now = TODAY + 40 * 365 * DAY
    store.trash.put([future])
    calendar.now = TODAY
    assert not any(calendar.live(store, 30))  # the first of these steps went back
    assert set(calendar.live(store, 1)[0]) == {past, future}


def test_one_step_of_the_clock_costs_a_week_at_most(store: ChatStore, calendar: Calendar) -> None:
    chat = store.create_chat().id
    store.trash.put([chat])
    assert calendar.start_on(store, TODAY + 300 * DAY) == ()
    assert store.trash.all()[0].days_left == 23


@pytest.mark.parametrize(
    ("step", "passed"),
    [
        (timedelta(0), timedelta(0)),
        (timedelta(hours=1), timedelta(hours=1)),
        (7 * DAY, 7 * DAY),
        (8 * DAY, 7 * DAY),
        (365 * DAY, 7 * DAY),
        (366 * DAY, timedelta(0)),
        (-DAY, timedelta(0)),
    ],
)
def test_what_a_step_of_the_clock_counts(step: timedelta, passed: timedelta) -> None:
    assert passed_s(step.total_seconds()) == passed.total_seconds()


def test_the_days_that_are_left_are_whole_days() -> None:
    assert [days_left(s) for s in (0, 1, 86_400, 30 * 86_400 - 1, 30 * 86_400, 99 * 86_400)] == [
        30, 30, 29, 1, 0, 0,
    ]  # fmt: skip


def test_what_is_deleted_for_good_never_comes_back(database: Path) -> None:
    with ChatStore.open(database) as store:
        doomed, waiting = store.create_chat().id, store.create_chat().id
        store.add_message(doomed, parent_id=None, role=Role.USER, text="a very secret recipe")
        with contextlib.closing(sqlite3.connect(database)) as source:
            back_up(source, database, "0002")
        store.trash.put([doomed, waiting])
        assert store.trash.delete_for_good([doomed]) == (doomed,)
        with pytest.raises(UnknownChat):
            store.trash.restore([doomed])
        assert [one.chat.id for one in store.trash.all()] == [waiting]
    with ChatStore.open(database) as store:  # killed before the purge
        assert store.deletions.purge().chats == (doomed,)
        files = [path for path in database.parent.iterdir() if path.is_file()]
        assert not [path.name for path in files if b"secret recipe" in path.read_bytes()]
        assert [chat.id for chat in store.trash.restore([doomed, waiting])] == [waiting]


def test_emptying_the_trash_takes_all_of_it_a_few_chats_at_a_time(store: ChatStore) -> None:
    kept = store.create_chat().id
    chats = [store.create_chat().id for _ in range(120)]
    store.trash.put(chats)
    assert set(store.trash.delete_for_good()) == set(chats)
    assert store.trash.all() == ()
    steps = store.deletions.purging(with_messages=False)
    assert [len(step.chats) for step in steps if step.chats] == [50, 50, 20]
    assert [chat.id for chat in store.list_chats()] == [kept]


def test_a_backup_that_refuses_delays_the_purge_of_the_trash(
    store: ChatStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = store.create_chat().id
    store.trash.put([chat])
    store.trash.delete_for_good()
    with monkeypatch.context() as refusing:
        refusing.setattr("app.core.chats.parts.deletions.scrub_chats", refuse)
        assert isinstance(store.deletions.purge().failure, BackupNotWritable)
    assert store.deletions.purge().chats == (chat,)


def refuse(path: Path, _chats: object) -> None:
    raise BackupNotWritable(repr(PermissionError()), backup=path)


def test_a_chat_in_the_trash_keeps_its_place_and_its_memory_without_its_pin(
    store: ChatStore,
) -> None:
    chat = store.create_chat().id
    folder, _ = store.folders.make("Work", [chat])
    store.choose_memory(chat, is_pinned=True)
    store.trash.put([chat])
    known = store.memory.known_chats()
    assert (chat in known.chats, chat in known.pinned) == (True, False)
    (back,) = store.trash.restore([chat])
    assert (back.folder_id, back.memory_pinned) == (folder.id, True)
    assert chat in store.memory.known_chats().pinned


def test_nothing_is_done_to_a_chat_in_the_trash_or_one_that_is_not_there(store: ChatStore) -> None:
    chat, there = store.create_chat().id, store.create_chat().id
    folder, _ = store.folders.make("Work")
    store.trash.put([chat])
    changes: tuple[Callable[[], object], ...] = (
        lambda: store.trash.put([chat]),
        lambda: store.folders.move([chat], folder.id),
        lambda: store.marks.pin([chat], is_pinned=True),
        lambda: store.marks.archive([chat], is_archived=True),
    )
    for change in changes:
        with pytest.raises(UnknownChat):
            change()
    assert [one.id for one in store.trash.put([chat, there])] == [there]
