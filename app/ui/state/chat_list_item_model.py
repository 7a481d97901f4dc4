"""The chats as a Qt item model: the pinned ones first, then folders, then the others by day.

Headings and folders are rows of their own, so that all rows are equally high and a list of 100,000
chats needs no measuring. A chat is found, put and moved by its key in `ChatRows`; nothing here
walks through all chats but a change of many at once.

Longer than other files: Qt wants all facts of a row from one class.
"""

from __future__ import annotations

import enum
import itertools
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
    Slot,
)

from app.core.protocol import ChatMemory, Residency
from app.ui.state import chat_rows
from app.ui.state.chat_rows import ChatRows, DayGroups, Heading, Key, ListedFolder, RowKind
from app.ui.words.formatting import counted, moment, relative_time
from app.ui.words.plain_text import tip
from app.ui.words.stats_text import residency_text, wait_text
from app.ui.words.translation import listed, tr

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence, Set

    from app.core.chats.records import Chat, ChatFolder, ChatId, FolderId
    from app.ui.state.running_answers import RunningAnswers

Index = QModelIndex | QPersistentModelIndex
_MINUTE_MS = 60_000
_MOST_SINGLE = 64  # changes told row by row, at least
# As they are drawn in the rows.
_SIGNS = {Residency.LIVE: "●", Residency.DISK: "○"}
_RUNNING_SIGN = "•••"


class Activity(enum.Enum):
    """What becomes of the answer of a chat now."""

    NONE = enum.auto()
    RUNNING = enum.auto()
    QUEUED = enum.auto()


class ChatRole(enum.IntEnum):
    """Data beside the title."""

    CHAT_ID = Qt.ItemDataRole.UserRole + 1  # None in the row of a heading or folder
    TIME = Qt.ItemDataRole.UserRole + 2
    KIND = Qt.ItemDataRole.UserRole + 3  # a `RowKind`
    ACTIVITY = Qt.ItemDataRole.UserRole + 4  # of its answer
    RESIDENCY = Qt.ItemDataRole.UserRole + 5  # where its memory is
    UNREAD = Qt.ItemDataRole.UserRole + 6  # an answer ended while nobody looked
    FOLDER = Qt.ItemDataRole.UserRole + 7  # id of the folder that the row is, or lies in
    IS_OPEN = Qt.ItemDataRole.UserRole + 8  # of a folder: its chats are shown
    N_CHATS = Qt.ItemDataRole.UserRole + 9  # in a folder
    PINNED = Qt.ItemDataRole.UserRole + 10  # in a folder, where no heading says so


class Scope(enum.Enum):
    """Which chats a list has."""

    CHATS = enum.auto()
    ARCHIVED = enum.auto()  # all of them by day


class ChatListItemModel(QAbstractListModel):
    """Rows are chats, folders and headings.

    Sends `rename_requested` or `folder_rename_requested` when a title was edited in place,
    `folded` when a folder was opened or closed, `ages_changed` about once a minute, and `listed`
    when the chats were read.

    Args:
        running: tells which of them are being answered.
        parent: in Qt's tree.
        scope: which chats have rows; those in the archive are known to both.
    """

    rename_requested = Signal(object, str)
    folder_rename_requested = Signal(object, str)
    folded = Signal()
    ages_changed = Signal()
    listed = Signal()

    def __init__(
        self, running: RunningAnswers, parent: QObject | None = None, scope: Scope = Scope.CHATS
    ) -> None:
        super().__init__(parent)
        self._running = running
        self._scope = scope
        self._chats: dict[ChatId, Chat] = {}
        self._folders: dict[FolderId, ChatFolder] = {}
        self._inside: dict[FolderId, set[ChatId]] = {}  # those with a row in the folder
        self._closed: set[FolderId] = set()
        self._days = DayGroups(_today())
        self._rows = ChatRows()
        self._memory: dict[ChatId, ChatMemory] = {}
        running.changed.connect(self._on_running)
        timer = QTimer(self)
        timer.timeout.connect(self._on_minute)
        timer.start(_MINUTE_MS)

    # -- reading --

    def rowCount(self, parent: Index | None = None) -> int:
        """Qt: number of rows."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def n_chats(self) -> int:
        """Return how many chats there are, those in the archive included."""
        return len(self._chats)

    def chat_ids(self) -> tuple[ChatId, ...]:
        """Return all of them, newest first."""
        newest = sorted(self._chats.values(), key=chat_rows.day_key)
        return tuple(chat.id for chat in newest)

    def folders(self) -> list[ChatFolder]:
        """Return the folders in their order."""
        return sorted(self._folders.values(), key=chat_rows.folder_key)

    def closed_folders(self) -> frozenset[FolderId]:
        """Return the folders whose chats are not shown."""
        return frozenset(self._closed)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Qt: one fact of one row."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        item = self._rows.item(index.row())
        if isinstance(item, Heading):
            return self._heading_data(item, role)
        if isinstance(item, ListedFolder):
            return self._folder_data(item.folder, role)
        return self._chat_data(self._chats[item], role)  # type: ignore[index]

    def _heading_data(self, heading: Heading, role: int) -> Any:
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return heading.title
            case ChatRole.KIND:
                return RowKind.HEADING
            case _:
                return None

    def _folder_data(self, folder: ChatFolder, role: int) -> Any:
        n_chats = len(self._inside.get(folder.id, ()))
        name = folder.name or tr("New folder")
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return name
            case Qt.ItemDataRole.ToolTipRole:
                return tip("\n".join((name, counted(n_chats, "chat"))))
            case Qt.ItemDataRole.AccessibleTextRole:
                state = tr("closed folder") if folder.id in self._closed else tr("open folder")
                return listed((name, state, counted(n_chats, "chat")))
            case ChatRole.KIND:
                return RowKind.FOLDER
            case ChatRole.FOLDER:
                return folder.id
            case ChatRole.IS_OPEN:
                return folder.id not in self._closed
            case ChatRole.N_CHATS:
                return n_chats
            case _:
                return None

    def _chat_data(  # noqa: C901 - one case for each fact
        self, chat: Chat, role: int
    ) -> Any:
        title = chat.title or tr("New chat")
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return title
            case Qt.ItemDataRole.ToolTipRole:
                return tip("\n".join([title, moment(chat.updated_at), *self._signs(chat)]))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(chat, title)
            case ChatRole.KIND:
                return RowKind.CHAT
            case ChatRole.CHAT_ID:
                return chat.id
            case ChatRole.TIME:
                return relative_time(chat.updated_at)
            case ChatRole.FOLDER:
                return self._folder_of(chat)
            case ChatRole.PINNED:
                return self._is_pinned_in_folder(chat)
            case ChatRole.ACTIVITY:
                return self._activity(chat.id)
            case ChatRole.UNREAD:
                return chat.is_unread
            case ChatRole.RESIDENCY:
                known = self._memory.get(chat.id)
                return known.residency if known is not None else Residency.COLD
            case _:
                return None

    def _is_pinned_in_folder(self, chat: Chat) -> bool:
        return chat.pinned_at is not None and self._folder_of(chat) is not None

    def _activity(self, chat_id: ChatId) -> Activity:
        if not self._running.is_answering(chat_id):
            return Activity.NONE
        return Activity.RUNNING if self._running.wait(chat_id) is None else Activity.QUEUED

    def _spoken(self, chat: Chat, title: str) -> str:
        said = [title, relative_time(chat.updated_at)]
        wait = self._running.wait(chat.id)
        if wait is not None:
            said.append(wait_text(wait))
        elif self._running.is_answering(chat.id):
            said.append(tr("being answered"))
        if chat.is_unread:
            said.append(tr("unread answer"))
        folder = self._folders.get(chat.folder_id) if chat.folder_id else None
        if chat.pinned_at is not None:
            said.append(tr("pinned"))
        if folder is not None:
            said.append(tr("in the folder {name}", name=folder.name))
        return listed(said)

    def _signs(self, chat: Chat) -> list[str]:
        """Return what the marks in the row of a chat mean; small ones stand before their words."""
        memory, wait = self._memory.get(chat.id), self._running.wait(chat.id)
        sign = _SIGNS.get(memory.residency, "") if memory is not None else ""
        said = [tr("Pinned")] if self._is_pinned_in_folder(chat) else []
        said += [tr("Unread answer")] if chat.is_unread else []
        is_live = memory is not None and memory.residency is Residency.LIVE
        is_answering = self._running.is_answering(chat.id)
        if is_live or not is_answering:  # what is read meanwhile needs no forecast
            said.append(f"{sign} {residency_text(memory)}".strip())
        if wait is not None:
            said.append(wait_text(wait))
        elif is_answering:
            said.append(" ".join((_RUNNING_SIGN, tr("Being answered"))))
        return said

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Qt: chats and folders can be chosen, renamed and dragged; headings only say something."""
        if not index.isValid():
            return super().flags(index)
        if self._rows.kind(index.row()) is RowKind.HEADING:
            return Qt.ItemFlag.ItemNeverHasChildren
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsEditable
            | Qt.ItemFlag.ItemIsDragEnabled
            | Qt.ItemFlag.ItemNeverHasChildren
        )

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Qt: a title was edited; the new one shows when the store has kept it."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        title = " ".join(str(value).split())
        item = self._rows.item(index.row())
        if isinstance(item, ListedFolder):
            if title and title != item.folder.name:
                self.folder_rename_requested.emit(item.folder.id, title)
        elif not isinstance(item, Heading) and title and title != self._chats[item].title:  # type: ignore[index]
            self.rename_requested.emit(item, title)
        return True

    def index_of(self, chat_id: ChatId | None) -> QModelIndex:
        """Return the index of a chat, invalid when it has no row."""
        chat = self.chat(chat_id)
        row = self._row_of(chat) if chat is not None else -1
        return self.index(row) if row >= 0 else QModelIndex()

    def index_of_folder(self, folder_id: FolderId) -> QModelIndex:
        """Return the index of a folder, invalid when it is not there."""
        folder = self._folders.get(folder_id)
        row = self._rows.find(chat_rows.folder_key(folder)) if folder is not None else -1
        return self.index(row) if row >= 0 else QModelIndex()

    def chat(self, chat_id: ChatId | None) -> Chat | None:
        """Return a chat that is not in the trash, also one without a row."""
        return None if chat_id is None else self._chats.get(chat_id)

    def chat_beside(self, first: int, last: int) -> ChatId | None:
        """Return the chat below some rows, or else above them."""
        below, above = range(last + 1, len(self._rows)), range(first - 1, -1, -1)
        found = self._rows.first_chat(below)
        return self._rows.first_chat(above) if found is None else found

    def chats_in(self, first: int, last: int) -> Iterator[int]:
        """Yield the chats in some rows."""
        for row in range(first, last + 1):
            item = self._rows.item(row)
            if isinstance(item, int):
                yield item

    def running_rows(self) -> list[QModelIndex]:
        """Return the chats whose answer goes on now."""
        rows = map(self.index_of, self._running.going_on())
        return [row for row in rows if row.isValid()]

    # -- changing --

    def put(self, chat: Chat) -> None:
        """Add a chat or take over what changed of it, and keep the order."""
        before = self._chats.get(chat.id)
        old = self._key(before) if before is not None else None
        if self._knows(chat):
            self._chats[chat.id] = chat
        else:
            self._chats.pop(chat.id, None)
        new = self._key(chat)
        self._note_inside(before, chat)
        if old is None and new is not None:
            self._insert(chat, new)
        elif old is not None and new is None:
            self._remove(old)
        elif old is not None and new is not None:
            self._move(chat, old, new)

    def put_all(self, chats: Iterable[Chat]) -> None:
        """Do so with several; those that are as they were change nothing."""
        new, changed = [], []
        for chat in chats:
            before = self._chats.get(chat.id)
            if before is None and self._knows(chat):
                new.append(chat)
            elif before is not None and before != chat:
                changed.append(chat)
        if len(changed) <= self._most_single():
            for chat in changed:
                self.put(chat)
        else:
            self.beginResetModel()
            for chat in changed:
                self._chats.pop(chat.id)
                if self._knows(chat):
                    self._chats[chat.id] = chat
            self._rebuild()
            self.endResetModel()
        self._insert_all(new)

    def remove(self, chat_ids: Collection[ChatId]) -> None:
        """Take chats off the list; those that stand together go as one change."""
        gone = [self._chats[chat_id] for chat_id in set(chat_ids) & self._chats.keys()]
        runs = _runs(sorted(row for row in map(self._row_of, gone) if row >= 0))
        if len(runs) > self._most_single():
            self.beginResetModel()
            for chat in gone:
                del self._chats[chat.id]
            self._rebuild()
            self.endResetModel()
            return
        for first, last in reversed(runs):  # the places of those above stay right
            self._remove_rows(self._with_heading(first, last), last)
        for chat in gone:
            del self._chats[chat.id]
            self._note_inside(chat, None)

    def keep_only(self, chat_ids: Set[ChatId]) -> None:
        """Take all other chats off the list, which is whole then."""
        self.remove(self._chats.keys() - chat_ids)
        self.listed.emit()

    def set_folders(self, folders: Sequence[ChatFolder]) -> None:
        """Show these folders; their chats follow, or are in none already."""
        new = {folder.id: folder for folder in folders}
        is_moved = any(
            folder.position != new[folder.id].position
            for folder in self._folders.values()
            if folder.id in new
        )
        gone = [folder for folder in self._folders.values() if folder.id not in new]
        if is_moved or any(self._inside.get(folder.id) for folder in gone):
            self.beginResetModel()
            self._folders = new
            self._rebuild()
            self.endResetModel()
            return
        for folder in gone:
            self._remove_rows(self._rows.find(chat_rows.folder_key(folder)))
            del self._folders[folder.id]
        for folder in folders:
            self._put_folder(folder)

    def set_open(self, folder_id: FolderId, *, is_open: bool) -> None:
        """Show the chats in a folder, or hide them."""
        folder = self._folders.get(folder_id)
        if folder is None or is_open is not (folder_id in self._closed):
            return
        row = self._rows.find(chat_rows.folder_key(folder))
        if is_open:
            self._closed.discard(folder_id)
            keys = [
                (chat_rows.in_folder_key(folder, self._chats[chat_id]), chat_id)
                for chat_id in self._inside.get(folder_id, ())
            ]
            if keys:
                self.beginInsertRows(QModelIndex(), row + 1, row + len(keys))
                self._rows.insert(row + 1, sorted(keys))
                self.endInsertRows()
        else:
            n_shown = self._rows.chats_below(row)
            if n_shown:
                self.beginRemoveRows(QModelIndex(), row + 1, row + n_shown)
                self._rows.remove(row + 1, row + n_shown)
                self._closed.add(folder_id)
                self.endRemoveRows()
            self._closed.add(folder_id)
        self._tell_folder(folder_id)
        self.folded.emit()

    def close_folders(self, folder_ids: Iterable[FolderId]) -> None:
        """Hide the chats in these folders, as they were at the last start."""
        self.beginResetModel()
        self._closed.update(folder_ids)
        self._rebuild()
        self.endResetModel()

    @Slot(object)
    def _on_running(self, chat_id: ChatId) -> None:
        index = self.index_of(chat_id)
        if index.isValid():
            self.dataChanged.emit(index, index, [ChatRole.ACTIVITY])

    def set_memory(self, memory: dict[ChatId, ChatMemory]) -> None:
        """Show where the memory of each chat is; chats that are left out have none."""
        changed = [
            chat_id
            for chat_id in memory.keys() | self._memory.keys()
            if memory.get(chat_id) != self._memory.get(chat_id)
        ]
        self._memory = memory
        if len(changed) > _MOST_SINGLE and len(self._rows):
            last = self.index(len(self._rows) - 1)
            self.dataChanged.emit(self.index(0), last, [ChatRole.RESIDENCY])
            return
        for chat_id in changed:
            index = self.index_of(chat_id)
            if index.isValid():
                self.dataChanged.emit(index, index, [ChatRole.RESIDENCY])

    @Slot()
    def _on_minute(self) -> None:
        """Rows grow older; at midnight they come under other headings."""
        today = _today()
        if today != self._days.today:
            self.beginResetModel()
            self._days = DayGroups(today)
            self._rebuild()
            self.endResetModel()
        self.ages_changed.emit()

    # -- places --

    def _knows(self, chat: Chat) -> bool:
        is_of_this = self._scope is Scope.CHATS or chat.archived_at is not None
        return is_of_this and not chat.is_deleted

    def _folder_of(self, chat: Chat) -> FolderId | None:
        """Return the folder in which a chat stands."""
        if self._scope is Scope.ARCHIVED or chat.archived_at:
            return None
        return chat.folder_id if chat.folder_id in self._folders else None

    def _key(self, chat: Chat) -> Key | None:
        """Return the place of a chat; None where it has no row."""
        if chat.is_deleted or (chat.archived_at is not None) is not (self._scope is Scope.ARCHIVED):
            return None
        if self._scope is Scope.ARCHIVED:
            return chat_rows.day_key(chat)
        folder_id = self._folder_of(chat)
        if folder_id is None:
            is_pinned = chat.pinned_at is not None
            return chat_rows.pinned_key(chat) if is_pinned else chat_rows.day_key(chat)
        if folder_id in self._closed:
            return None
        return chat_rows.in_folder_key(self._folders[folder_id], chat)

    def _row_of(self, chat: Chat) -> int:
        key = self._key(chat)
        return -1 if key is None else self._rows.find(key)

    def _rebuild(self) -> None:
        """Make all rows anew."""
        self._inside = {}
        rows = self._rows_of(self._chats.values())
        if self._scope is Scope.CHATS:
            rows += (
                (chat_rows.folder_key(folder), ListedFolder(folder))
                for folder in self._folders.values()
            )
        self._rows = ChatRows(rows)

    def _rows_of(self, chats: Iterable[Chat]) -> list[tuple[Key, chat_rows.Item]]:
        """Return the rows of chats and the headings above them; take note who is in a folder."""
        rows: list[tuple[Key, chat_rows.Item]] = []
        times: list[float] = []
        is_usual = self._scope is Scope.CHATS
        for chat in chats:
            is_plain = not (chat.folder_id or chat.pinned_at or chat.archived_at)
            if is_usual and is_plain:  # nearly all: 100,000 of them take a tenth of a second
                day_key = chat_rows.day_key(chat)
                rows.append((day_key, chat.id))
                times.append(-day_key[3])
                continue
            folder_id = self._folder_of(chat)
            if folder_id is not None:
                self._inside.setdefault(folder_id, set()).add(chat.id)
            key = self._key(chat)
            if key is not None:
                rows.append((key, chat.id))
                if chat_rows.is_by_day(key):
                    times.append(-key[3])
        if any(row[0][0] == chat_rows.PINNED_HEADING[0] for row in rows):
            rows.append((chat_rows.PINNED_HEADING, Heading(tr("Pinned"))))
        rows += self._headings(sorted(times))
        return rows

    def _headings(self, times: list[float]) -> Iterator[tuple[Key, Heading]]:
        """Yield the headings above chats of these times, the oldest first."""
        end_s = float("-inf")
        for moment_s in times:
            if moment_s >= end_s:
                group = self._days.of(moment_s)
                end_s = group.end_s
                yield chat_rows.heading_key(group), Heading(group.title)

    def _heading_of(self, key: Key) -> tuple[Key, Heading] | None:
        """Return the heading under which a row stands; None in a folder."""
        if chat_rows.is_by_day(key):
            group = self._days.of(-key[3])
            return chat_rows.heading_key(group), Heading(group.title)
        if key[0] == chat_rows.PINNED_HEADING[0]:
            return chat_rows.PINNED_HEADING, Heading(tr("Pinned"))
        return None

    def _insert_all(self, chats: list[Chat]) -> None:
        """Add chats that are new; those that will stand together are told as one change."""
        self._chats.update((chat.id, chat) for chat in chats)
        n_inside = {folder_id: len(inside) for folder_id, inside in self._inside.items()}
        rows = [row for row in self._rows_of(chats) if self._rows.find(row[0]) < 0]
        for place, run in self._rows.runs(rows):
            self.beginInsertRows(QModelIndex(), place, place + len(run) - 1)
            self._rows.insert(place, run)
            self.endInsertRows()
        for folder_id, inside in self._inside.items():
            if len(inside) != n_inside.get(folder_id):
                self._tell_folder(folder_id)

    def _insert(self, chat: Chat, key: Key) -> None:
        heading = self._heading_of(key)
        rows: list[tuple[Key, chat_rows.Item]] = [(key, chat.id)]
        if heading is not None and self._rows.find(heading[0]) < 0:
            rows.insert(0, heading)
        row = self._rows.place(rows[0][0])
        self.beginInsertRows(QModelIndex(), row, row + len(rows) - 1)
        self._rows.insert(row, rows)
        self.endInsertRows()

    def _remove(self, key: Key) -> None:
        """Take a row away, and the heading that would stand above nothing."""
        row = self._rows.find(key)
        if row >= 0:
            self._remove_rows(self._with_heading(row, row), row)

    def _with_heading(self, first: int, last: int) -> int:
        """Return where rows of chats begin, with the heading that would stand above nothing."""
        is_end = last + 1 == len(self._rows) or self._rows.kind(last + 1) is not RowKind.CHAT
        is_alone = is_end and first > 0 and self._rows.kind(first - 1) is RowKind.HEADING
        return first - 1 if is_alone else first

    def _most_single(self) -> int:
        """Return how many changes are told one by one: of more, telling all anew takes less."""
        return max(_MOST_SINGLE, len(self._rows) // 256)

    def _remove_rows(self, first: int, last: int | None = None) -> None:
        end = first if last is None else last
        if first >= 0:
            self.beginRemoveRows(QModelIndex(), first, end)
            self._rows.remove(first, end)
            self.endRemoveRows()

    def _move(self, chat: Chat, old: Key, new: Key) -> None:
        """Put a row where its new key belongs; it stays the same row for who has chosen it."""
        row = self._rows.find(old)
        if row < 0:
            self._insert(chat, new)
            return
        if old != new:
            row = self._move_row(row, old, new)
        index = self.index(row)
        self.dataChanged.emit(index, index)

    def _move_row(self, row: int, old: Key, new: Key) -> int:
        heading = self._heading_of(new)
        if heading is not None and self._rows.find(heading[0]) < 0:
            place = self._rows.place(heading[0])
            self.beginInsertRows(QModelIndex(), place, place)
            self._rows.insert(place, [heading])
            self.endInsertRows()
        row, place, parent = self._rows.find(old), self._rows.place(new), QModelIndex()
        target = place - 1 if place > row else place
        if target == row:
            self._rows.move(row, row, new)
        else:
            self.beginMoveRows(parent, row, row, parent, place)
            self._rows.move(row, target, new)
            self.endMoveRows()
        left = self._heading_of(old)
        if left is not None:
            lonely = self._rows.find(left[0])
            if self._rows.is_lonely_heading(lonely):
                self._remove_rows(lonely)
        return self._rows.find(new)

    def _note_inside(self, before: Chat | None, after: Chat | None) -> None:
        old = self._folder_of(before) if before is not None else None
        new = self._folder_of(after) if after is not None else None
        if old == new:
            return
        for folder_id, is_in, chat in ((old, False, before), (new, True, after)):
            if folder_id is not None and chat is not None:
                inside = self._inside.setdefault(folder_id, set())
                (inside.add if is_in else inside.discard)(chat.id)
                self._tell_folder(folder_id)

    def _put_folder(self, folder: ChatFolder) -> None:
        key = chat_rows.folder_key(folder)
        if folder.id not in self._folders:
            self._folders[folder.id] = folder
            if self._scope is Scope.CHATS:
                row = self._rows.place(key)
                self.beginInsertRows(QModelIndex(), row, row)
                self._rows.insert(row, [(key, ListedFolder(folder))])
                self.endInsertRows()
        elif self._folders[folder.id] != folder:
            self._folders[folder.id] = folder
            if self._scope is Scope.CHATS:
                self._rows.replace(self._rows.find(key), ListedFolder(folder))
            self._tell_folder(folder.id)

    def _tell_folder(self, folder_id: FolderId) -> None:
        index = self.index_of_folder(folder_id)
        if index.isValid():
            self.dataChanged.emit(index, index)


def _runs(rows: list[int]) -> list[tuple[int, int]]:
    """Return the first and the last of rows that follow each other."""
    by_place = itertools.groupby(enumerate(rows), lambda numbered: numbered[1] - numbered[0])
    runs = ([row for _number, row in run] for _place, run in by_place)
    return [(run[0], run[-1]) for run in runs]


def _today() -> Any:
    return datetime.now(UTC).astimezone().date()
